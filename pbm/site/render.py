"""Templates and what they are given: frames of pages, printouts as HTML, maps, posts."""

import base64
import hashlib
import json
import os
from collections.abc import Callable, Collection, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, cast

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, TemplateError
from jinja2.exceptions import TemplateNotFound, TemplateSyntaxError
from markupsafe import Markup

from pbm.core.deflate import SMALL, pack
from pbm.core.grid import GridView
from pbm.core.plain import clean
from pbm.core.printout import AnyMap, MapView, Printout, Section
from pbm.core.shipped import shipped
from pbm.core.stamps import cache_folder, folder_stamps, prune
from pbm.errors import PbmError
from pbm.site.ink import dates, palette
from pbm.site.ink.colours import Colours
from pbm.site.ink.colours import css as colours_css
from pbm.site.ink.composer_script import SPACES, SQUARES, composer_script
from pbm.site.ink.marks import chip, inline, named, plain, rich
from pbm.site.ink.markup import Press, Voice, placed
from pbm.site.ink.palette import Hues, wearing, worn
from pbm.site.maps.chart import Artist, draw_grid, find_artist, legend_html, map_table, theme_css
from pbm.site.maps.gridpage import grid_css, grid_script
from pbm.site.maps.live import packed_script
from pbm.site.maps.places import Drawn, Places
from pbm.site.maps.thumbnail import Raster, Small, small, small_grid
from pbm.site.output.compiled import Compiled
from pbm.site.output.links import Links, Spot
from pbm.site.pages import Addressee, Geometries, Post
from pbm.site.parts.sheet import PrintoutView, addressed, make_sheet


def templates_dir() -> Path:
    """The shipped templates: inside an installed pbm, else of the repository."""
    return shipped("site_templates", "site_templates")


MOST_SHEETS = 32  # that are held: those of a turn
MOST_MADE = 8  # maps and their tables that are held


def _environment(folders: Sequence[Path], cache: Path | None) -> Environment:
    """Where templates are found, what they may call, and where they are kept once they were compiled."""
    compiled = cache / "templates" if cache else None
    if compiled:
        try:
            compiled.mkdir(exist_ok=True)
        except OSError:
            compiled = None
    made = Environment(
        loader=ChoiceLoader([_Loader(folder) for folder in folders]),
        bytecode_cache=Compiled(compiled) if compiled else None,
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        rich=_rich,
        clean=clean,
        inline=lambda text: Markup(inline(text)),
        name=lambda text: Markup(f"<bdi>{plain(text)}</bdi>"),
        day=dates.day,
        short_day=lambda text: dates.day(text, year=False),
        hour=dates.hour,
        day_and_hour=dates.day_and_hour,
    )
    made.globals.update(chip=lambda player: Markup(chip(player)), named=_named, worn=worn)
    return made


def _rich(text: str, hues: Hues | None = None) -> Markup:
    """Text with chips, on a page of several games in the hues of its own."""
    return Markup(_in_hues(hues, lambda: rich(text)))


def _named(player: int, name: str, hues: Hues | None = None) -> Markup:
    """A player's chip with a name; on a page of several games in the hues of its own."""
    return Markup(_in_hues(hues, lambda: named(player, name)))


def _in_hues(hues: Hues | None, make: Callable[[], str]) -> str:
    if hues is None:
        return make()
    with wearing(hues):
        return make()


class _Loader(FileSystemLoader):
    """Reads templates; PbmError names one that is not UTF-8."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        try:
            return super().get_source(environment, template)
        except UnicodeDecodeError:
            raise PbmError(f"{Path(self.searchpath[0]) / template}: is not UTF-8 text.") from None


class Renderer:
    """Makes pages; holds what all pages share."""

    def __init__(
        self,
        templates: Path | Sequence[Path],
        geometries: Geometries,
        *,
        colours: Colours | None = None,
        cache: bool = True,
        held: int = MOST_SHEETS,
    ) -> None:
        """`held`: how many printouts for mail are held until they are sealed, too."""
        folders = [templates] if isinstance(templates, Path) else list(templates)
        ours = templates_dir()
        self.folders = [*folders, *([] if ours in folders else [ours])]
        where = cache_folder() if cache else None
        self._cache = where
        if where:
            prune(where)
        self.press = Press(where)
        self._environment = _environment(self.folders, where)
        self.places: dict[str, str] = {}
        """Short names that prose may use for pages: how.html for about/how.html."""
        self._geometries = geometries
        self._artists: dict[str, Artist] = {}
        self._small: dict[str, Raster] = {}
        self._sheets: dict[int, PrintoutView] = {}
        self._made: dict[tuple[int, str], tuple[AnyMap, Markup]] = {}
        self._held = held
        self._templates: dict[str, Any] = {}
        self._plain_css = theme_css() + self.file("pbm.css") + self.file("narrow.css"), colours_css(colours or {})
        self.css = self.file("map.css").join(self._plain_css)
        self.theme_js = palette.numbers() + self.file("theme.js")
        self.page_js = self.file("page.js")
        self.map_js = packed_script(self.file)
        self.glyphs = Markup(self.file("glyphs.svg").strip())
        self.policy = _policy(style="'self'", script="'self'")
        self._alone_style = _hash(self.css)
        self._alone_script = f"{_hash(self.theme_js)} {_hash(self.page_js)} {_hash(self.map_js)}"

    @cached_property
    def grid_css(self) -> str:
        """The styles of maps of squares, for the pages that have one."""
        return grid_css(self.file)

    @cached_property
    def grid_js(self) -> str:
        """The script of such pages."""
        return grid_script(self.file)

    @cached_property
    def sealed_css(self) -> str:
        """The style of a sealed page as it comes, which needs no other file."""
        return "".join(self._plain_css) + self.file("sealed.css")

    @cached_property
    def sealed_js(self) -> str:
        """What a sealed page runs as it comes, beside what every page does: that which opens it."""
        return self.file("sealed/unlock.js")

    @cached_property
    def _opened(self) -> tuple[tuple[str, str], tuple[str, str]]:
        style, opens = self.file("map.css") + self.file("composer.css"), self.file("sealed/compose.js")
        of_spaces = style, self.map_js + composer_script(self.file, SQUARES) + opens
        of_squares = style + self.grid_css, self.map_js + self.grid_js + composer_script(self.file, SPACES) + opens
        return of_spaces, of_squares

    def opened(self, *, grid: bool) -> tuple[str, str]:
        """Style and script that a sealed page needs once it is open: maps and composer. Of pages with maps of spaces,
        or of those with maps of squares.
        """
        return self._opened[grid]

    def opened_packed(self, *, grid: bool) -> str:
        """The same as JSON, compressed, to the base 64: as it lies in the page, a third as long."""
        return _packed(*self.opened(grid=grid))

    def sealed_policy(self, *, grid: bool) -> str:
        """The policy of a sealed page. What it holds compressed has its own digests here, so that nothing else can be
        put in its place. Other turns' bundles are files of the site, so 'self'.
        """
        later, runs = self.opened(grid=grid)
        style = f"{_hash(self.sealed_css)} {_hash(later)}"
        scripts = " ".join(map(_hash, (self.theme_js, self.page_js, self.sealed_js, runs)))
        return _policy(style=style, script=f"{scripts} 'self'")

    def _with_grid(self, style: str, script: str, grid: bool) -> tuple[str, str]:
        """What a policy allows, with what a page with a map of squares has in it."""
        return (f"{style} {_hash(self.grid_css)}", f"{script} {_hash(self.grid_js)}") if grid else (style, script)

    @cached_property
    def inputs_digest(self) -> str:
        """A digest of the templates as they lie on the disk."""
        return "".join(map(folder_stamps, self.folders))

    def file(self, name: str) -> str:
        """A file of the templates' folder; the user's own first. PbmError where there is none, or it is not UTF-8."""
        for folder in self.folders:
            if (folder / name).is_file():
                try:
                    return (folder / name).read_text("utf-8")
                except UnicodeDecodeError:
                    raise PbmError(f"{folder / name}: is not UTF-8 text.") from None
        raise PbmError(f"{self.folders[-1] / name}: the file is missing.")

    def page(self, template: str, *, block: str = "", **context: Any) -> str:
        """A page, or one block of it. Errors in the moderator's own templates become PbmError."""
        try:
            if template not in self._templates:
                self._templates[template] = self._environment.get_template(template)
            made = self._templates[template]
            if block:
                return "".join(made.blocks[block](made.new_context({"renderer": self, **context})))
            return str(made.render(renderer=self, **context))
        except TemplateError as error:
            raise PbmError(f"{self._place_of(error) or template}: {_what_failed(error)}.") from None
        except PbmError:
            raise
        except Exception as error:  # whatever an expression of his runs into; what ours run into is a bug
            place = self._own_line(error)
            if not place:
                raise
            raise PbmError(f"{place}: {type(error).__name__}: {error}.") from None

    def _place_of(self, error: TemplateError) -> str:
        """File and line of what a template has wrong, where that is known."""
        if isinstance(error, TemplateSyntaxError):
            return f"{error.filename or error.name}, line {error.lineno}"
        return self._own_line(error)

    def _own_line(self, error: Exception) -> str:
        """The innermost line of a template of the user's own that an error went through."""
        from traceback import extract_tb  # seldom needed

        own = tuple(f"{folder}{os.sep}" for folder in self.folders if folder != templates_dir())
        steps = [step for step in extract_tb(error.__traceback__) if step.filename.startswith(own)]
        return f"{steps[-1].filename}, line {steps[-1].lineno}" if steps else ""

    def prose(self, text: str, voice: Voice, spot: Spot) -> Markup:
        """Prose on a page; its links are checked like all others, its anchors become the page's."""
        prose = self.press.render(text, voice)
        for heading in prose.headings:
            spot.anchor(heading.anchor)
        return placed(prose, lambda path, anchor: spot.link(self._place(path), anchor))

    def _place(self, path: str) -> str:
        """A path that somebody wrote, from the site's root; Markdown files mean their page, folders their index."""
        if path.endswith(".md"):
            path = path[:-3] + ".html"
        if path.endswith("/"):
            path += "index.html"
        return self.places.get(path, path)

    def post(self, post: Post, spot: Spot) -> dict[str, Any]:
        """A post for the template; of an anonymous one nothing is told but its text."""
        body = self.prose(post.markdown, "player" if post.is_players else "moderator", spot)
        return {
            "date": post.date,
            "title": clean(post.title),
            "body": body,
            "author": "" if post.anonymous else clean(post.author),
            "player": 0 if post.anonymous else post.player,
            "anonymous": post.anonymous,
        }

    def draw(self, view: AnyMap, prefix: str = "t", theatre: bool = False) -> Markup:
        """A map inside a page. The prefix keeps the ids of two maps apart; the first of every page has the same."""

        def make() -> str:
            if isinstance(view, GridView):
                return draw_grid(view, id_prefix=prefix)
            return self._artist(view).draw(view, theatre=theatre, id_prefix=prefix)

        return self._once(view, f"{prefix} {theatre}", make)

    def legend(self, view: AnyMap, theatre: bool) -> Markup:
        """A map's legend; of a theatre without the players who have nothing there."""
        if theatre and isinstance(view, MapView):
            return legend_html(view, self._artist(view).players_in(view))
        return legend_html(view)

    def twin(self, view: AnyMap) -> Markup:
        """The table twin of a map that is drawn."""
        return self._once(view, "twin", lambda: map_table(view))

    def _once(self, view: AnyMap, what: str, make: Callable[[], str]) -> Markup:
        """What was lately made of this very view, not made again: the map of the newest turn stands on three pages."""
        key = id(view), what
        if key not in self._made:
            if len(self._made) >= MOST_MADE:
                self._made.clear()
            self._made[key] = view, Markup(make())  # with the view, whose id is its own as long as it is here
        return self._made[key][1]

    def draw_alone(self, view: AnyMap) -> str:
        """A map as a picture that needs no page."""
        if isinstance(view, GridView):
            return draw_grid(view, standalone=True, id_prefix="c")
        return self._artist(view).draw(view, standalone=True, id_prefix="c")

    def map_places(self, view: MapView) -> Places:
        """Where things stand on the map's drawing."""
        return Places(cast(Drawn, self._artist(view)))

    def small(self, view: AnyMap, changed: Collection[str]) -> Small:
        """The small map of a turn; `changed`: on a map of spaces the codes of what changed hands."""
        if isinstance(view, GridView):
            return small_grid(view)
        places = self.map_places(view)
        if view.geometry not in self._small:
            self._small[view.geometry] = Raster(self._geometries[view.geometry], places.scale)
        return small(view, changed, self._small[view.geometry], places)

    def _artist(self, view: MapView) -> Artist:
        if view.geometry not in self._artists:
            if view.geometry not in self._geometries:
                raise PbmError(f"There is no drawn map named {view.geometry!r}.")
            self._artists[view.geometry] = find_artist(self._geometries[view.geometry], self._cache)
        return self._artists[view.geometry]

    def has_squares(self, geometry: str) -> bool:
        """Whether a game's printouts may have maps of squares: it has no geometry, or one that says so (`squares`)."""
        return not geometry or bool(self._geometries.get(geometry, {}).get("squares"))

    def sheet(
        self,
        printout: Printout,
        *,
        rule: Callable[[str], str],
        anchor: Callable[[str], str],
        addressee: Addressee | None = None,
        lines: Callable[[Section], Markup | None] | None = None,
    ) -> PrintoutView:
        """A printout made ready for its page."""
        sheet = make_sheet(printout, draw=self.draw, legend=self.legend, rule=rule, anchor=anchor, lines=lines)
        return addressed(sheet, addressee) if addressee else sheet

    def alone(self, printout: Printout, text: str, addressee: Addressee, lang: str, edition: str) -> str:
        """A printout as one file that needs no other: style, script, map and classic text are in it."""
        made = self._private(printout)
        self._sheets[id(printout)] = made
        while len(self._sheets) > self._held:
            del self._sheets[next(iter(self._sheets))]
        sheet = addressed(made, addressee)
        own = f"{self._alone_style} {_hash(str(sheet.foot_style))}"
        style, script = self._with_grid(own, self._alone_script, sheet.has_grid)
        policy = _policy(style=style, script=script)
        context = _private_context(sheet, text, addressee, edition)
        return self.page("printout.html", lang=lang, title=printout.title, policy=policy, private=True, **context)

    def lone_page(self, template: str, *, style: str, **context: Any) -> str:
        """A page that needs no other file and is of no site; `style` is its own beside that of all pages."""
        policy = _policy(style=f"{self._alone_style} {_hash(style)}", script=self._alone_script)
        return self.page(template, style=style, policy=policy, alone=True, private=True, **context)

    def inside(self, printout: Printout, text: str, addressee: Addressee, edition: str) -> tuple[str, str]:
        """What stands in the page of a printout, and the style of its foot line: a sealed bundle brings them."""
        sheet = addressed(self._private(printout), addressee)
        context = _private_context(sheet, text, addressee, edition)
        return self.page("printout.html", block="main", printout=printout, **context), str(sheet.foot_style)

    def _private(self, printout: Printout) -> PrintoutView:
        """A printout that has no site around it; the one that was drawn before, where it was."""
        held = self._sheets.pop(id(printout), None)
        if held is not None and held.printout is printout:
            return held
        spot = Spot(f"{printout.game}-{printout.turn}-{printout.player}.html", Links())
        return self.sheet(
            printout, rule=lambda number: f'<span class="rule">{plain(number)}</span>', anchor=spot.anchor
        )

    def policy_with(self, sheet: PrintoutView) -> str:
        """The policy of a page of the site that has a foot line of its own on paper."""
        return _policy(style=f"'self' {_hash(str(sheet.foot_style))}", script="'self'")


def _what_failed(error: TemplateError) -> str:
    """What a template has wrong, as the end of a sentence, without its full stop."""
    if isinstance(error, TemplateNotFound):
        return f"there is no template {error.name}"
    return (error.message or type(error).__name__).rstrip(".")


def _private_context(sheet: PrintoutView, text: str, addressee: Addressee, edition: str) -> dict[str, Any]:
    return {
        "alone": True,
        "classic": text,
        "addressee": addressee,
        "edition": clean(edition),
        "sheet": sheet,
        "grid": sheet.has_grid,
    }


@lru_cache(maxsize=256)
def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@lru_cache(maxsize=2)
def _packed(style: str, script: str) -> str:
    return base64.b64encode(pack(json.dumps({"style": style, "script": script}).encode(), SMALL)).decode()


@lru_cache(maxsize=256)
def _policy(*, style: str, script: str) -> str:
    """What a page may load: nothing that is not ours (security 5.5)."""
    return (
        f"default-src 'none'; script-src {script}; style-src {style}; img-src 'self' data:; connect-src 'none'; "
        "form-action 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types pbm"
    )
