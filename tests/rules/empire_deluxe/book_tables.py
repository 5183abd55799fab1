"""The tables of the rule book, made from the data: `python -m tests.rules.empire_deluxe.book_tables` prints them."""

from collections.abc import Callable, Iterable

from pbm.rules.empire_deluxe.kinds import AIRBASE, UnitType, table
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, LiveUnit
from pbm.rules.empire_deluxe.resolve.fights import WORN, chance, may_attack, needed, odds, percent
from tests.rules.empire_deluxe.test_tables import campaign

STANDARD, ADVANCED = table("standard").kinds, table("advanced").kinds
CITY = 2
"""What a city defends with; it has one hit, and its shot is 1 (ED HR-03)."""
REMARKS = {
    "T": "6 places, 2 fewer for each damage: an Army takes 1, Armor 2",
    "K": "8 Fighters, 1 fewer for each damage",
    AIRBASE: "any number of planes ([HR-19](#HR-19))",
}


def rows(heads: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    listed = [*heads]
    every = [listed, ["---"] * len(listed), *lines]
    return "\n".join("|" + "".join(f" {cell} |" if cell != "" else " |" for cell in line) for line in every)


def units() -> str:
    """ED 3: what a kind is in the standard and in the advanced game."""
    heads = ("unit", "code", "move", "range", "hits", "shot", "attack", "defence", "turns", "carries")
    order = [*"ARFBTDSCWKX"]
    return rows(heads, [*map(_unit, order), ("city", "", "", "", 1, 1, "", CITY, "", "any number of units")])


def _unit(code: str) -> tuple[object, ...]:
    new = ADVANCED[code]
    old = STANDARD.get(code, new)
    name = ", ".join(dict.fromkeys((old.name[0], new.name[0])))

    def both(of: Callable[[UnitType], int]) -> str:
        return " / ".join(dict.fromkeys(str(of(kind) or "") for kind in (old, new)))

    turns, attack = ("", "") if code == AIRBASE else (both(lambda it: it.turns), both(lambda it: it.attack))
    return (
        *(name, f"`{code}`", both(lambda it: it.move) or "0", both(lambda it: it.range), both(lambda it: it.hits)),
        *(both(lambda it: it.shot), attack, both(lambda it: it.defence), turns, _carries(code)),
    )


def _carries(code: str) -> str:
    """What a kind carries; the numbers in the words are those of the data."""
    kind, remark = ADVANCED[code], REMARKS.get(code, "")
    numbers = (kind.room, kind.loses) if kind.room else ()
    assert all(str(number) in remark for number in numbers)
    assert bool(kind.holds) == bool(remark)
    return remark


def chances_standard() -> str:
    """ED 6.11: the chance to win, in the standard game."""
    return _chances("standard")


def chances_advanced() -> str:
    """ED 6.11: the same in the advanced game."""
    return _chances("advanced")


def _chances(variant: str) -> str:
    field = campaign(variant)
    kinds = field.table.kinds
    heads = ("", *(f"`{code}`" for code in kinds), "city")
    fighters = [kind for kind in kinds.values() if kind.turns]
    return rows(heads, [(f"`{it.code}`", *(_chance(field, it, foe) for foe in kinds.values()), _city(variant, it))
                        for it in fighters])  # fmt: skip


def _chance(field: Campaign, kind: UnitType, foe: UnitType) -> str:
    """On clear land, or on water, wherever the two may fight; blank where they never do."""
    sea, land = field.square("J1"), field.square("A1")
    places = {"sea": (sea,), "land": (land,), "air": (land, sea)}[foe.layer]
    piece = LiveUnit(1, 1, kind, land)
    found = {odds(field, piece, foe, at) for at in places if may_attack(field, kind, foe, at, is_aboard=False)}
    assert len(found) < 2
    return str(found.pop()) if found else ""


def _city(variant: str, kind: UnitType) -> str:
    if kind.layer == "sea" or (kind.layer == "air" and variant != "advanced"):
        return ""
    return str(chance(percent(kind.attack, CITY), 1, needed(kind.hits, 1)))


def crippled() -> str:
    """ED 4.8: the damage at which a kind is crippled, in a sentence."""
    least = {it.name[0]: min(d for d in range(it.hits) if it.crippled(d)) for it in ADVANCED.values() if it.hits > 1}
    first, *others = (f"{name} {damage}" for name, damage in _in_order(least))
    return ", ".join([first.replace(" ", " at ", 1), *others])


def _in_order(least: dict[str, int]) -> list[tuple[str, int]]:
    order = ("Armor", "Transport", "Destroyer", "Submarine", "Cruiser", "Battleship", "Carrier")
    assert {*order} == {*least}
    return [(name, least[name]) for name in order]


def wear() -> str:
    """ED 6.9: the per cent of an attack of 2 after each failure."""
    first = [percent(2 + failures, CITY) for failures in range(WORN + 1)]
    return f"An attack of 2 wins at {', '.join(map(str, first[:-1]))} and {first[-1]} per cent."


MADE = (units, chances_standard, chances_advanced)

if __name__ == "__main__":
    print("\n\n".join([*(made() for made in MADE), crippled(), wear()]))
