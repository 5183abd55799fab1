"""Whoever a printout's page names, the text of the same section names: in words, by colour, and to those who listen."""

import re
from collections.abc import Iterable

import pytest

from pbm.core import textprint
from pbm.core.printout import Printout, Section
from pbm.publish.outgoing import private_printouts
from pbm.site.parts.battles import greatest
from pbm.site.parts.blocks import block_html, items_html
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.rules.trust_a_thief.printed import everything
from tests.shipped import CONTENT

NUMBER = re.compile(r"\[(\d+)(?::[^\]]*)?\]")
CHIP = re.compile(r'<b class="chip[^"]*">(\d+)</b>')
COLOUR = re.compile(r'class="(?:[^"]* )?p([1-9])(?: [^"]*)?"')
SPOKEN = re.compile(r'aria-label="([^"]*)"')


def in_html(html: str) -> set[int]:
    """The nations that a piece of a page names; colours are told apart up to nine, and our games have eight seats."""
    found = [*CHIP.findall(html), *COLOUR.findall(html), *NUMBER.findall(html)]
    return {int(number) for number in found}


def in_text(lines: Iterable[str]) -> set[int]:
    return {int(number) for line in lines for number in NUMBER.findall(line)}


def page(section: Section) -> str:
    scale = max((greatest(block.battles) for block in section.blocks if hasattr(block, "battles")), default=1)
    return "".join([block_html(block, str, lambda _: "", scale, {}) for block in section.blocks])


def text(printout: Printout, section: Section) -> list[str]:
    """The section as text; where the text tells it in another form, such as the orders, all that it says."""
    if section.classic:
        return [line for block in section.blocks for line in textprint.block_lines(block)]
    return textprint.render(printout).splitlines()


def checked(printouts: Iterable[Printout]) -> tuple[int, int]:
    """How many sections name somebody, and how many drawings speak of somebody."""
    named = spoken = 0
    for printout in printouts:
        for section in printout.sections:
            if not section.html:
                continue
            html, told = page(section), in_text(text(printout, section))
            if not section.classic:
                told |= orders_name(printout)
            assert in_html(html) <= told, (printout.player, printout.turn, section.id)
            named += bool(told)
            spoken += sum(bool(NUMBER.search(label)) for label in SPOKEN.findall(html))
        items = items_html(printout.changes, str, lambda _: "")
        assert in_html(items) <= in_text(f"{item.lead} {item.rest}" for item in printout.changes)
    return named, spoken


def orders_name(printout: Printout) -> set[int]:
    """The nations that a player's own orders name: 2K3, /1/4SA."""
    orders = [order for echo in (*printout.echo, *printout.acted) for order in echo.orders]
    orders += [fault.text for fault in printout.faults]
    return {int(n) for order in orders for n in re.findall(r"(?:^|/)(\d+)[A-Z]", order)}


@pytest.mark.parametrize("variant", ["sample", "archipelago"])
def test_the_page_of_a_house_game_names_nobody_whom_the_text_does_not_name(variant: str) -> None:
    named, spoken = checked(everything(variant, 12))
    assert named > 100
    assert spoken > 10


def test_the_page_of_the_example_game_names_nobody_whom_the_text_does_not_name() -> None:
    folder = Folder(CONTENT.parent, "TT-1")
    table = lay_table(folder)
    named, spoken = checked(printout for turn in range(1, 17) for _, printout, _, _ in private_printouts(table, turn))
    assert named > 100
    assert spoken > 10
