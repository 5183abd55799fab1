"""A rule book's page: anchors by rule number, the order reference, house rules, worked cases."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from markupsafe import Markup

from pbm.site.cases import case_html, rule_of
from pbm.site.ink.marks import plain
from pbm.site.ink.markup import rule_anchor
from pbm.site.output.links import Spot
from pbm.site.pages import Book, Case, OrderRow
from pbm.site.render import Renderer

_HEADING = re.compile(r'<h([2-6]) id="([^"]+)">(.*?)</h\1>', re.S)
_NUMBERED = re.compile(r"(HR-\d+|[0-9]{1,2}[A-Z]?(?:\.[0-9]+[a-z]?)*)[.:]?\s+(.*)", re.S)


class ReferenceRow(msgspec.Struct, frozen=True):
    """A row of the order reference, and its anchor where it is the first of its code."""

    row: OrderRow
    id: str


def rule_html(spot: Spot, system: str, books: Mapping[str, frozenset[str]]) -> Callable[[str], str]:
    """How a page shows rule numbers: each with a link to the nearest heading that the book has."""
    anchors = books.get(system, frozenset())
    made: dict[str, str] = {}

    def one(number: str) -> str:
        anchor = nearest(number, anchors)
        if not anchor:
            return f'<span class="rule">{plain(number)}</span>'
        return f'<a class="rule" href="{spot.link(f"rules/{system}.html", anchor)}">{plain(number)}</a>'

    def all_of(numbers: str) -> str:
        if numbers not in made:
            made[numbers] = ", ".join(one(number) for number in numbers.split(", "))
        return made[numbers]

    return all_of


def nearest(number: str, anchors: frozenset[str] | set[str]) -> str:
    """The anchor of a rule, or of the next larger rule that has one: 9.3e, 9.3, 9."""
    at = rule_anchor(number)
    while at:
        if at in anchors:
            return at
        if at[0].isalpha():  # a house rule is part of no larger one
            return ""
        at = at.rpartition(".")[0] if "." in at and not at[-1].isalpha() else at[:-1].rstrip(".")
    return ""


def book_context(book: Book, spot: Spot, renderer: Renderer) -> dict[str, Any]:
    """What the template of a book needs; its anchors are the page's from then on."""
    text = without_title(book.markdown)
    body = renderer.prose(text, "book", spot)
    headings = renderer.press.render(text, "book").headings
    house = [(rule, spot.anchor(rule_anchor(rule.id))) for rule in book.house if rule.id not in spot.anchors]
    cases = sorted(book.cases, key=lambda case: natural(case.number))
    known = set(spot.anchors)
    by_rule: dict[str, list[Case]] = {}
    for case in cases:
        by_rule.setdefault(nearest(rule_of(case.number), known), []).append(case)

    def rule(number: str) -> Markup:
        anchor = nearest(number, known)
        return Markup(f'<a href="#{anchor}">{plain(number)}</a>' if anchor else plain(number))

    def heading(match: re.Match[str]) -> str:
        level, anchor, text = match.groups()
        numbered = _NUMBERED.match(text)
        if numbered:
            text = f'<span class="no">{numbered[1]}</span> {numbered[2]}'
        shown = f'<h{level} id="{anchor}">{text}</h{level}>'
        if by_rule.get(anchor):
            links = " ".join(
                f'<a href="#case-{plain(case.number)}">{plain(case.number)}</a>' for case in by_rule[anchor]
            )
            shown += f'<p class="seealso">Worked cases: {links}</p>'
        return shown

    toc = [(h.level, h.anchor, *_numbered(h.text)) for h in headings if h.level <= 3]
    last = [("orders", "All orders", book.orders), ("house-rules", "House rules", house)]
    last.append(("cases", "Worked cases", cases))
    toc += [(2, anchor, "", title) for anchor, title, there in last if there]
    return {
        "body": Markup(_HEADING.sub(heading, str(body))),
        "toc": toc,
        "what": ", ".join(f"{len(it)} {word}" for it, word in ((house, "house rules"), (cases, "worked cases")) if it),
        "order_groups": _order_groups(book, rule),
        "house": house,
        "cases": [(case, rule(rule_of(case.number)), case_html(case, book.named)) for case in cases],
    }


def without_title(markdown: str) -> str:
    """The text without a first heading of level 1: the page has that as its title."""
    return re.sub(r"\A\s*# [^\n]*\n", "", markdown)


def natural(text: str) -> list[tuple[int, str]]:
    """Order as people count: 4C.6-2 before 4C.6-10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", text) if part]


def _numbered(text: str) -> tuple[str, str]:
    match = _NUMBERED.match(text)
    return (match[1], match[2]) if match else ("", text)


def _order_groups(book: Book, rule: Callable[[str], Markup]) -> list[tuple[str, list[tuple[ReferenceRow, Markup]]]]:
    """The reference by the places where orders may be given, in the table's order."""
    groups: dict[str, list[tuple[ReferenceRow, Markup]]] = {}
    seen: set[str] = set()
    for row in book.orders:
        anchor = "" if row.code in seen else f"order-{row.code}"
        seen.add(row.code)
        groups.setdefault(" · ".join(row.at), []).append((ReferenceRow(row, anchor), rule(row.rule)))
    return list(groups.items())
