"""Printouts for the printer: one PDF with an address sheet, the printout and a card for each player.

WeasyPrint (the extra `pdf`) lays the pages out. It is given everything that it needs and fetches nothing.
"""

import logging
import re
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from pbm.core.plain import clean
from pbm.core.printout import Printout
from pbm.errors import PbmError
from pbm.site.ink.marks import plain
from pbm.site.ink.palette import Hues, wearing
from pbm.site.output.links import Links, Spot
from pbm.site.pages import Addressee
from pbm.site.paper.blank_card import card_rows, comb
from pbm.site.paper.svg import drawings
from pbm.site.parts import layout
from pbm.site.parts.sheet import PrintoutView

if TYPE_CHECKING:
    from pbm.site.render import Renderer

SIZES = {"a4": (210, 297), "letter": (216, 279)}  # mm
MARGINS = (12, 13, 14, 13)  # mm, as in narrow.css
TALLEST = 45  # lines of what is never cut, of some 70 on a page
MANY = 12  # changes: more of them do not stand beside the map, but before it; nor do they beside a whole map
LINE = 40  # characters of an address that one line of the window holds
LINES = {"din": 6, "us": 4}  # lines of the usual size that it shows
_JUMP = re.compile(r'(<a\b[^>]*?) href="#[^"]*"')
_OURS = ("map", "card", "forces")
_ACROSS = '<svg class="map wide"'  # begins a map that has a sheet across (map.css)


class Format(msgspec.Struct, frozen=True):
    """How a printer's file is made. window: din is DIN 5008 form B for C6/5, C5 and C4 envelopes; us is #10."""

    paper: Literal["a4", "letter"] = "a4"
    window: Literal["din", "us"] = "din"
    duplex: bool = False


class Envelope(msgspec.Struct, frozen=True):
    """What goes into one envelope: a printout, who gets it, the game's title, their address and the sender's; hues:
    of the game's seats.
    """

    printout: Printout
    addressee: Addressee
    title: str
    to: tuple[str, ...]
    sender: tuple[str, ...] = ()
    edition: str = ""
    mail: str = ""
    hues: Hues = ()


def can_print() -> bool:
    """Whether WeasyPrint is here; its libraries may still lack."""
    return find_spec("weasyprint") is not None


def pdf(
    envelopes: Iterable[Envelope],
    renderer: "Renderer",
    form: Format,
    lang: str = "en",
    fails: Callable[[Envelope, Exception], None] | None = None,
) -> tuple[bytes, tuple[tuple[Envelope, int], ...]]:
    """The PDF, and how many pages each envelope holds. The same input makes the same bytes.

    `fails` is told of an envelope that cannot be laid out: none of its game is printed, and the others are. Without it
    the mistake is raised.
    """
    printer = Printer(renderer, form, lang)
    done: list[tuple[Envelope, Any]] = []
    failed = set()
    for envelope in envelopes:
        if envelope.printout.game in failed:
            continue
        try:
            done.append((envelope, printer.laid_out(envelope)))
        except Exception as error:  # whatever WeasyPrint meets in one game
            if not fails:
                raise
            failed.add(envelope.printout.game)
            fails(envelope, error)
    done = [(envelope, document) for envelope, document in done if envelope.printout.game not in failed]
    if not done:
        return b"", ()
    documents = [document for _, document in done]
    pages = [page for document in documents for page in document.pages]
    counts = tuple(len(document.pages) for document in documents)
    if form.duplex:
        pages, counts = _even(documents, printer.empty_page())
    made: bytes = documents[0].copy(pages).write_pdf()
    return made, tuple((envelope, count) for (envelope, _), count in zip(done, counts, strict=True))


def _even(documents: list[Any], empty: Any) -> tuple[list[Any], tuple[int, ...]]:
    """The pages of all, with an empty one behind an odd number: the next envelope begins on a new leaf."""
    pages, counts = [], []
    for document in documents:
        own = [*document.pages, *[empty] * (len(document.pages) % 2)]
        pages += own
        counts.append(len(own))
    return pages, tuple(counts)


class Printer:
    """Lays envelopes out; holds what all of them share."""

    def __init__(self, renderer: "Renderer", form: Format, lang: str) -> None:
        try:
            import weasyprint
            from weasyprint.text.fonts import FontConfiguration
        except ImportError:
            raise PbmError(
                "pbm print needs the package weasyprint: pip install weasyprint, into the environment of pbm."
            ) from None
        except OSError as error:
            what = str(error).splitlines()[0][:120]
            raise PbmError(f"WeasyPrint lacks a library of the system, Pango most likely: {what}.") from None
        logging.getLogger("weasyprint").setLevel(logging.ERROR)  # it warns of every rule that is for screens
        self._html = weasyprint.HTML
        self._fonts = FontConfiguration()
        self._renderer = renderer
        self._form = form
        self._lang = lang
        sheets = renderer.css + renderer.grid_css + renderer.file("paper.css")
        self._css = weasyprint.CSS(string=sheets, font_config=self._fonts, url_fetcher=_Refusal())

    def laid_out(self, envelope: Envelope) -> Any:
        """The pages of one envelope, as WeasyPrint's document."""
        with wearing(envelope.hues):
            return self._pages(envelope_html(envelope, self._renderer, self._form, self._lang))

    def empty_page(self) -> Any:
        """A page with nothing on it."""
        wide, high = SIZES[self._form.paper]
        return self._pages(f"<style>@page{{size:{wide}mm {high}mm;@bottom-right{{content:none}}}}</style>").pages[0]

    def _pages(self, html: str) -> Any:
        made = self._html(string=html, url_fetcher=_Refusal())
        return made.render(stylesheets=[self._css], font_config=self._fonts)


def envelope_html(envelope: Envelope, renderer: "Renderer", form: Format, lang: str) -> str:
    """The pages of one envelope as HTML: address sheet, printout, card."""
    printout = envelope.printout
    spot = Spot(f"{printout.game}-{printout.turn}-{printout.player}.html", Links())
    sheet = renderer.sheet(
        printout,
        rule=lambda number: f'<span class="rule">{plain(number)}</span>',
        anchor=spot.anchor,
        addressee=envelope.addressee,
    )
    context: dict[str, Any] = {
        "addressee": envelope.addressee,
        "edition": clean(envelope.edition),
        "sheet": in_paper_order(sheet),
        "printout": printout,
    }
    main = renderer.page("printout.html", block="main", alone=False, **context)
    if len(printout.changes) > MANY or not sheet.is_cropped:
        main = main.replace('<div class="lead">', '<div class="lead tall">', 1)
    rows = card_rows([(order, note) for order, note in sheet.card], form.paper)
    html = renderer.page(
        "paper.html",
        lang=lang,
        main=Markup(main),
        page_style=_page_style(printout, form),
        envelope=envelope,
        to=[clean(line) for line in envelope.to],
        sender=[clean(line) for line in envelope.sender],
        is_tall=sum(1 + len(line) // LINE for line in envelope.to) > LINES[form.window],
        form=form,
        folds=_folds(form),
        rows=rows,
        comb=Markup(comb(form.paper)),
        **context,
    )
    return _JUMP.sub(r"\1", drawings(html, str(renderer.glyphs)))


def in_paper_order(sheet: PrintoutView) -> PrintoutView:
    """The sheet with its forces first and then its whole map, wide; the card has a page of its own.

    A map of the world has a sheet of its own too, across: the last.
    """
    parts = [part for row in sheet.rows for part in (*row.left, *row.right)]
    named = {part.id: part for part in parts}
    rows = [layout.LayoutRow((named["forces"],), forces=True)] if "forces" in named else []
    whole = [layout.LayoutRow((replace(named["map"], width=layout.WHOLE),))] if "map" in named else []
    is_wide = bool(whole) and _ACROSS in named["map"].html
    rows += [] if is_wide else whole
    for row in layout.rows(part for part in parts if part.id not in _OURS):
        rows += [row] if _tall(row) <= TALLEST else [layout.LayoutRow((part,)) for part in (*row.left, *row.right)]
    rows += whole if is_wide else []
    return replace(sheet, rows=[PaperRow(row.left, row.right, row.forces) for row in rows], card=())


class PaperRow(layout.LayoutRow, frozen=True):
    """A row that is not cut at the foot of a page, unless it is too tall: then its table is, between lines."""

    def __html__(self) -> str:
        """The row in its frame."""
        return f'<div class="{"whole" if _tall(self) <= TALLEST else "long"}">{super().__html__()}</div>\n'


def _tall(row: layout.LayoutRow) -> float:
    """How many lines a row takes, roughly."""
    return max(sum(part.height for part in side) for side in (row.left, row.right))


def _page_style(printout: Printout, form: Format) -> Markup:
    """Size of the paper, and the foot of each page."""
    wide, high = SIZES[form.paper]
    foot = re.sub(r"[^A-Za-z0-9 \[\]-]", "", f"{printout.game} T-{printout.turn} [{printout.player}]")
    return Markup(
        f"@page{{size:{wide}mm {high}mm;@bottom-left{{content:none}}"
        f'@bottom-right{{content:"{foot} page " counter(page) " of " counter(pages)}}}}'
        f"@page wide{{size:{high}mm {wide}mm}}"
        "@page :blank{@bottom-right{content:none}}"
    )


def _folds(form: Format) -> tuple[int, ...]:
    """Where the marks for folding stand, in mm from the page's upper margin."""
    high = SIZES[form.paper][1]
    marks = (105, 210) if form.window == "din" else (high // 3, high * 2 // 3)
    return tuple(mark - MARGINS[0] for mark in marks)


class _Refusal:
    """Nothing is fetched, whatever a page asks for."""

    _fail_on_errors = False  # as WeasyPrint's own fetcher says it

    def __call__(self, url: str, *_: Any, **__: Any) -> Any:
        """What asks for it goes without."""
        raise ValueError("nothing is fetched")
