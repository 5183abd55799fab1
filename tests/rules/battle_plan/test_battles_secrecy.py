"""BP 14: whose a minor's Army or a fleet in a land battle was stands in no form of a printout that does not say so."""

import re

import pytest
from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.events import heard_by_each
from pbm.core.printout import Battle, Battles, Force, Group, Printout
from pbm.publish import league
from pbm.site.parts.battles import battles_html
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.rules.battle_plan.games import BATTLE_PLAN, RULES, SHEET, game
from tests.rules.battle_plan.printouts import battle, event, group, made, position, section
from tests.shipped import CONTENT

NAMED = re.compile(r"\[(\d+)")
COLOURED = re.compile(r'<rect class="p([1-9])"')


def pictures(printout: Printout) -> list[Battle]:
    return [
        battle
        for part in printout.sections
        for block in part.blocks
        if isinstance(block, Battles)
        for battle in block.battles
    ]


def drawn(battle: Battle) -> str:
    return battles_html(Battles((battle,)), 10, {}, lambda text: text)


def players_in(page: str) -> set[int]:
    """The players whom a picture names, in text, aria-label or colour."""
    return {*map(int, NAMED.findall(page)), *map(int, COLOURED.findall(page))}


@pytest.mark.parametrize("seed", [b"one", b"two"])
def test_picture_and_text_of_a_battle_name_the_same_players(seed: bytes) -> None:
    """In games of the house, for every reader: who is named is named in the text, or occupied that country."""
    seen = 0
    for before, cards, played in game(seed, 6):
        occupiers = {code: country.occupier for code, country in before.countries.items()}
        heard = heard_by_each(played.events, [*cards])
        for viewer in cards:
            view = BATTLE_PLAN.view(played.state, viewer, RULES)
            printout = BATTLE_PLAN.printout(view, heard[viewer], None, RULES, replace(SHEET, drawer={}))
            page = textprint.render(printout)
            for fight in pictures(printout):
                known = {occupiers.get(g.name, 0) for g in fight.groups}
                told = " ".join([*(g.name for g in fight.groups), fight.outcome, *fight.told])
                assert fight.code in page
                assert players_in(drawn(fight)) <= known | {*map(int, NAMED.findall(told))}
                seen += any(g.forces and g.forces[0].sent is not None for g in fight.groups)
    assert seen > 20


def test_a_fleet_and_a_minor_attack_without_their_commander() -> None:
    fight = battle(
        "BU", 0,
        group("BU", 1, "defend", army=[18, 2]),
        group("BLA", 0, "attack", navy=[5, 5]),
        group("GR", 0, "attack", army=[8, 8]),
    )  # fmt: skip
    for part in fight[0].facts["groups"][1:]:
        part["player"] = 7
    page = drawn(pictures(made(position(BU={"occupier": 1, "hpi": 50}), *fight))[0])
    assert "BLA attacks: Navy 5 sent, 5 lost. GR attacks" in page
    assert "7]" not in page
    assert 'class="p7"' not in page


@pytest.mark.parametrize(("minor", "told"), [(False, "Army lost [6] 3, [7] 4"), (True, "Army lost 7")])
def test_what_enemies_among_the_attackers_lost_names_nobody_who_came_from_a_minor(minor: bool, told: str) -> None:
    """BP 9.3j: by player only where all know whose each attacking group was."""
    fight = battle(
        "BU", 0,
        group("BU", 1, "defend", army=[0, 0]),
        group("TU", 6, "attack", army=[9, 3]),
        group("GR", 0 if minor else 7, "attack", army=[8, 4]),
        told=[{"step": "rivals", "lost": {"6": 3, "7": 4}}],
    )  # fmt: skip
    fight[0].facts["groups"][2]["player"] = 7
    printout = made(position(BU={"occupier": 1, "hpi": 50}), *fight)
    page = textprint.render(printout)
    assert told in " ".join(page.split())
    assert ("[7]" in drawn(pictures(printout)[0])) is not minor


def test_at_a_border_a_minor_has_no_commander() -> None:
    who = [{"name": c, "player": p, "side": "attack", "kinds": ["army"]} for c, p in (("SW", 0), ("FI", 2))]
    numbers = [group("SW", 6, "attack", army=[9, 8]), group("FI", 2, "attack", army=[9, 9])]
    printout = made(
        position(),
        event("border-fight-kinds", "all", space="SW", other="FI", groups=who),
        event("border-fight", space="SW", other="FI", groups=numbers),
    )
    page = drawn(pictures(printout)[0])
    assert players_in(page) == {2}
    assert section(printout, "battles")


def test_of_four_that_meet_each_has_a_row_of_its_own() -> None:
    fight = Battle("DAN", "Danen", "", tuple(Group("", p, "meet", (Force("army", 9, p),)) for p in (2, 3, 5, 7)))
    page = drawn(fight)
    assert re.findall(r'<text class="side e"[^>]*>([^<]*)</text>', page) == ["[2]", "[3]", "[5]", "[7]"]
    assert "[3] [5]" not in page
    assert COLOURED.findall(page) == ["2", "3", "5", "7"]


def spoken_of(page: str) -> dict[str, str]:
    """By space, what the text printout says in its list of battles: the line of the space and those below it."""
    told: dict[str, str] = {}
    code = ""
    for line in page.split("\n"):
        opened = re.match(r"([A-Z]{2,3}): ", line)
        code = opened[1] if opened else code if line.startswith(" ") else ""
        if code:
            told[code] = told.get(code, "") + line + "\n"
    return told


@pytest.mark.parametrize("game", ["EU-1", "EU-2"])
def test_in_the_games_of_the_repository_no_picture_names_whom_the_text_does_not(game: str) -> None:
    """Every turn and reader: who is named in the text of that battle, or occupied a country that fought in it."""
    table, seen = lay_table(Folder(CONTENT.parent, game)), 0
    for number in range(1, table.folder.last + 1):
        position = league.load(table, number)
        before = table.state(number - 1).countries
        for viewer, printout in league.printouts(table, position, (0, *league.players(table, position))).items():
            told = spoken_of(textprint.render(printout))
            for fight in pictures(printout):
                known = {before[code].occupier for code in (g.name for g in fight.groups) if code in before}
                named = {*map(int, NAMED.findall(told[fight.code]))}
                assert players_in(drawn(fight)) <= named | known, (number, viewer, fight.code)
                seen += 1
    assert seen > 5
