"""Templates and what they are given: frames of pages, printouts as HTML, maps, posts."""

import base64
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Protocol

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemBytecodeCache, FileSystemLoader, TemplateError
from markupsafe import Markup

from pbm.errors import PbmError
from pbm.printout import Battles, MapSpace, MapView, Printout, Records, Section
from pbm.site import dates, layout
from pbm.site.battles import greatest
from pbm.site.blocks import block_html, faults_html, items_html
from pbm.site.links import Links, Spot
from pbm.site.marks import chip, plain, rich
from pbm.site.pages import Addressee, Geometries, Post
from pbm.site.prose import Press, Voice, cache_folder, clean, placed


class Artist(Protocol):
    """What draws the maps of one geometry."""

    def draw(self, view: MapView, *, standalone: bool = False, theatre: bool = False, id_prefix: str = "m") -> str:
        """The map as SVG."""


def find_artist(geometry: Mapping[str, Any]) -> Artist:
    """The only door to the maps: the artist of a geometry."""
    from pbm.site import maps

    return maps.artist(geometry)


def legend_html(view: MapView) -> Markup:
    """A map's legend in words."""
    from pbm.site import maps

    out = ['<ul class="legend">']
    for kind, player, text in maps.legend(view):
        key = chip(player) if kind == "player" else maps.legend_key(kind, player)
        out.append(f"<li>{key} {plain(text)}")
    return Markup("".join(out) + "</ul>")


def theme_css() -> str:
    """Colours of players and maps in three themes, and what maps need beside."""
    from pbm.site import maps, palette

    dark = palette.tokens("dark")
    return (
        f":root{{{palette.tokens('light')}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f":root[data-theme=dark]{{{dark}}}\n"
        f"@media print{{:root:root:root{{{palette.tokens('print')}}}}}\n{maps.map_css()}\n"
    )


def templates_dir() -> Path:
    """The shipped templates: inside an installed pbm, else of the repository."""
    inside = Path(str(resources.files("pbm"))) / "shipped" / "site_templates"
    return inside if inside.is_dir() else Path(str(resources.files("pbm"))).parent / "site_templates"


class Sheet(msgspec.Struct, frozen=True):
    """A printout made ready for its template."""

    printout: Printout
    heading: tuple[str, ...]
    due: str
    changes: Markup
    theatre: Markup
    legend: Markup
    is_cropped: bool
    before: tuple[layout.Part, ...]
    standings: layout.Part | None
    rows: list[layout.Row]
    card: tuple[tuple[str, str], ...]
    card_head: str
    foot_style: Markup


class Renderer:
    """Makes pages; holds what all pages share."""

    def __init__(self, templates: Path | Sequence[Path], geometries: Geometries, *, cache: bool = True) -> None:
        folders = [templates] if isinstance(templates, Path) else list(templates)
        shipped = templates_dir()
        self.folders = [*folders, *([] if shipped in folders else [shipped])]
        where = cache_folder() if cache else None
        self.press = Press(where)
        compiled = where / "templates" if where else None
        if compiled:
            try:
                compiled.mkdir(exist_ok=True)
            except OSError:
                compiled = None
        self._environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(folder) for folder in self.folders]),
            bytecode_cache=FileSystemBytecodeCache(str(compiled)) if compiled else None,
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters.update(
            rich=lambda text: Markup(rich(text)),
            clean=clean,
            name=lambda text: Markup(f"<bdi>{plain(text)}</bdi>"),
            day=dates.day,
            short_day=lambda text: dates.day(text, year=False),
            hour=dates.hour,
            day_and_hour=dates.day_and_hour,
        )
        self._environment.globals.update(chip=lambda player: Markup(chip(player)))
        self._geometries = geometries
        self._artists: dict[str, Artist] = {}
        self._templates: dict[str, Any] = {}
        self.css = theme_css() + self.file("pbm.css")
        self.theme_js = self.file("theme.js")
        self.page_js = self.file("page.js")
        self.glyphs = Markup(self.file("glyphs.svg").strip())
        self.policy = _policy(style="'self'", script="'self'")
        self._alone_style = _hash(self.css)
        self._alone_script = f"{_hash(self.theme_js)} {_hash(self.page_js)}"

    def file(self, name: str) -> str:
        """A file of the templates' folder; the user's own first."""
        for folder in self.folders:
            if (folder / name).is_file():
                return (folder / name).read_text("utf-8")
        raise PbmError(f"{self.folders[-1] / name}: the file is missing.")

    def page(self, template: str, **context: Any) -> str:
        """A page. A template that fails is the operator's: he may have his own."""
        try:
            if template not in self._templates:
                self._templates[template] = self._environment.get_template(template)
            return str(self._templates[template].render(renderer=self, **context))
        except TemplateError as error:
            line = getattr(error, "lineno", None)
            raise PbmError(f"{template}{f', line {line}' if line else ''}: {error.message}.") from None

    def prose(self, text: str, voice: Voice, spot: Spot) -> Markup:
        """Prose on a page; its links are checked like all others, its anchors become the page's."""
        prose = self.press.render(text, voice)
        for heading in prose.headings:
            spot.anchor(heading.anchor)
        return placed(prose, lambda path, anchor: spot.link(site_path(path), anchor))

    def post(self, post: Post, spot: Spot) -> dict[str, Any]:
        """A post for the template; of an anonymous one nothing is told but its text."""
        body = self.prose(post.markdown, "player" if post.player or post.anonymous else "moderator", spot)
        return {
            "date": post.date,
            "title": clean(post.title),
            "body": body,
            "author": "" if post.anonymous else clean(post.author),
            "player": 0 if post.anonymous else post.player,
            "anonymous": post.anonymous,
        }

    def draw(self, view: MapView, prefix: str, *, theatre: bool = False) -> Markup:
        """A map inside a page."""
        return Markup(self._artist(view).draw(view, theatre=theatre, id_prefix=prefix))

    def _artist(self, view: MapView) -> Artist:
        if view.geometry not in self._artists:
            if view.geometry not in self._geometries:
                raise PbmError(f"There is no drawn map named {view.geometry!r}.")
            self._artists[view.geometry] = find_artist(self._geometries[view.geometry])
        return self._artists[view.geometry]

    def sheet(
        self,
        printout: Printout,
        *,
        rule: Callable[[str], str],
        anchor: Callable[[str], str],
        addressee: Addressee | None = None,
        lines: Callable[[Section], Markup | None] | None = None,
    ) -> Sheet:
        """A printout made ready: blocks as HTML, maps drawn, sections laid in rows.

        `lines` may draw a section in its own way (the standings with their history).
        """
        to = addressee or Addressee()
        shown = [section for section in printout.sections if section.html]
        titles = {section.id: section.title for section in shown} | {
            name: title for name, title, there in _own_titles(printout) if there
        }

        def to_section(name: str) -> str:
            return f'<a href="#{name}">{plain(titles[name])}</a>' if name in titles else ""

        names = dict(printout.map.players)
        scale = greatest(b for s in shown for block in s.blocks if isinstance(block, Battles) for b in block.battles)
        parts = []
        for section in shown:
            anchor(section.id)
            html = lines(section) if lines else None
            if html is None:
                html = Markup("").join(block_html(block, rule, to_section, scale, names) for block in section.blocks)
            parts.append(
                layout.Part(
                    section.id,
                    section.title,
                    html,
                    section.figure,
                    section.aside,
                    layout.is_narrow(section),
                    layout.height(section),
                )
            )
        has_map = bool(printout.map.spaces)
        is_cropped = has_map and bool(printout.map.theatre)
        taken = {section.id for section in shown}
        if is_cropped and "map" not in taken:
            parts.insert(_place_of_map(shown), self._whole_map(printout.map, anchor))
        for part in self._own_parts(printout, rule):
            if part.id not in taken:
                anchor(part.id)
                parts.append(part)
        standings = next((part for part in parts if part.id == "standings"), None)
        before = parts[: parts.index(standings)] if standings else []
        return Sheet(
            printout=printout,
            heading=tuple(clean(line) for line in printout.heading),
            due=to.due,
            changes=Markup(items_html(printout.changes, rule, to_section)) if printout.changes else Markup(""),
            theatre=self.draw(printout.map, "t", theatre=is_cropped) if has_map else Markup(""),
            legend=legend_html(printout.map) if has_map else Markup(""),
            is_cropped=is_cropped,
            before=tuple(before),
            standings=standings,
            rows=layout.rows(parts[len(before) + bool(standings) :]),
            card=tuple(_card_line(line) for line in printout.blank),
            card_head=" ".join(
                part
                for part in (
                    f"{printout.game} T-{printout.turn + 1} [{printout.player}]",
                    clean(to.name),
                    to.code and f" {to.code}",
                )
                if part
            ),
            foot_style=_foot_style(f"{printout.game} T-{printout.turn} {printout.title}"),
        )

    def _whole_map(self, view: MapView, anchor: Callable[[str], str]) -> layout.Part:
        anchor("map")
        twin = map_table(view)
        return layout.Part(
            "map",
            "The whole map",
            Markup(f'<div class="mapbox">{self.draw(view, "m")}</div>') + twin,
            str(len(view.spaces)),
            narrow=True,
            height=22,
        )

    def _own_parts(self, printout: Printout, rule: Callable[[str], str]) -> list[layout.Part]:
        """What every printout of a player ends with: his orders, and what of them was not carried out."""
        parts = []
        if printout.player:
            count = len(printout.faults)
            figure = f"{printout.order_count} of {printout.order_count + count}" if count else str(printout.order_count)
            rows = "".join(
                f'<tr><th scope="row" class="m">@{plain(echo.place)}<td class="m orders">'
                + " ".join(f"<span>{plain(order)}</span>" for order in echo.orders)
                for echo in printout.echo
            )
            html = Markup(f"<table class=echo><tbody>{rows}</table>" if rows else "<p>No orders were entered.</p>")
            html += Markup(f'<p class="note">Order-count: {printout.order_count}.</p>')
            lines = 4 + sum(1 + sum(map(len, echo.orders)) // 44 for echo in printout.echo)
            parts.append(layout.Part("echo", "Your orders", html, figure, narrow=True, height=lines))
        if printout.faults:
            html = Markup(faults_html(printout.faults, rule))
            height = 3 + 3 * len(printout.faults)
            figure = str(len(printout.faults))
            parts.append(layout.Part("faults", "Not carried out", html, figure, narrow=True, height=height))
        return parts

    def alone(self, printout: Printout, text: str, addressee: Addressee, lang: str) -> str:
        """A printout as one file that needs no other: style, script, map and classic text are in it."""
        spot = Spot(f"{printout.game}-{printout.turn}-{printout.player}.html", Links())
        sheet = self.sheet(
            printout,
            rule=lambda number: f'<span class="rule">{plain(number)}</span>',
            anchor=spot.anchor,
            addressee=addressee,
        )
        return self.page(
            "printout.html",
            alone=True,
            lang=lang,
            title=printout.title,
            policy=_policy(style=f"{self._alone_style} {_hash(str(sheet.foot_style))}", script=self._alone_script),
            sheet=sheet,
            private=True,
            classic=text,
            addressee=addressee,
        )

    def policy_with(self, sheet: Sheet) -> str:
        """The policy of a page of the site that has a foot line of its own on paper."""
        return _policy(style=f"'self' {_hash(str(sheet.foot_style))}", script="'self'")


def site_path(path: str) -> str:
    """A path that the moderator wrote: from the site's root; folders mean their index."""
    if path.endswith(".md"):
        path = path[:-3] + ".html"
    return f"{path}index.html" if path.endswith("/") else path


def map_table(view: MapView) -> Markup:
    """The table twin of a map: what it shows, in words."""
    lands = [space for space in view.spaces if space.kind == "land"]
    knows = any(space.badges for space in view.spaces)
    head = '<tr><th scope="col">Space<th scope="col">Occupied by<th scope="col">This turn'
    rows = [_map_row(space, knows) for space in lands]
    rows += [_map_row(space, knows) for space in view.spaces if space.kind == "sea" and space.badges]
    return Markup(
        '<details class="twin"><summary>The map as a table</summary><div class="scroll"><table><thead>'
        f"{head}{'<th scope=col>Units' if knows else ''}<tbody>{''.join(rows)}</table></div></details>"
    )


def _map_row(space: MapSpace, knows: bool) -> str:
    if space.owner:
        owner = chip(space.owner)
    elif space.controller:
        owner = f"minor, controlled by {chip(space.controller)}"
    else:
        owner = "minor" if space.kind == "land" else "sea"
    change = {"captured": "taken", "revolution": "revolution"}.get(space.change, "")
    row = f'<tr><td><b class="c">{plain(space.code)}</b> {plain(space.name)}<td>{owner}<td>{change}'
    if not knows:
        return row
    units = "; ".join(
        (f"{chip(badge.player)} " if badge.player else "")
        + ", ".join(
            f"{count} {word}"
            for count, word in ((badge.army, "Army"), (badge.navy, "Navy"), (badge.air, "AirF"))
            if count
        )
        for badge in space.badges
    )
    return f"{row}<td>{units}"


def _own_titles(printout: Printout) -> list[tuple[str, str, bool]]:
    return [
        ("echo", "Your orders", bool(printout.player)),
        ("faults", "Not carried out", bool(printout.faults)),
        ("card", f"Card for turn {printout.turn + 1}", bool(printout.blank)),
        ("map", "The whole map", bool(printout.map.spaces and printout.map.theatre)),
    ]


def _place_of_map(sections: list[Section]) -> int:
    """Behind the last section that lists spaces, else at the end."""
    listing = [at for at, section in enumerate(sections) if any(isinstance(b, Records) for b in section.blocks)]
    return listing[-1] + 1 if listing else len(sections)


def _card_line(line: str) -> tuple[str, str]:
    order, _, comment = line.partition(";")
    return order.rstrip(), comment.strip()


@lru_cache(maxsize=256)
def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@lru_cache(maxsize=256)
def _policy(*, style: str, script: str) -> str:
    """What a page may load: nothing that is not ours (security 5.5)."""
    return (
        f"default-src 'none'; script-src {script}; style-src {style}; img-src 'self' data:; connect-src 'none'; "
        "form-action 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'"
    )


def _foot_style(text: str) -> Markup:
    safe = re.sub(r"[^A-Za-z0-9 ,.\[\]-]", lambda m: f"\\{ord(m[0]):06x}", clean(text))
    return Markup(f'@page{{@bottom-left{{content:"{safe}"}}}}')


__all__ = ["Renderer", "Sheet", "find_artist", "legend_html", "map_table", "site_path", "templates_dir"]
