"""Abilities by what they do: own, by a level, chosen, or of a country that was taken over (NW 2.4, 2.13, 9.2)."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.rules.naval_warfare.weeks import ALL_HELD, BUILD, PAY, Weeks, country, merged, ship, weeks

DUEL: dict[str, Any] = {
    "groups": {"1": {"1": {"hex": "2308", "stance": "A"}}, "3": {"1": {"hex": "2308"}}},
    "ships": {"1": {"5": ship(3, "N", group=1)}, "3": {"5": ship(3, "M", group=1, max=90)}},
}
"""A destroyer of country 1 before one of country 3, whose first shot hits."""
HIT = {"b*": 10, "b1/r1/s1/1.5/a": 15, "b1/r1/s1/1.5/d": 5, "b1/r1/s1/1.5/dmg*": 2}


# --- abilities (NW 2.13): own, by level 4 or 10, chosen, or of a country that was taken over

OWN, TAKEN, LEVEL, TENTH, CHOSEN = "own", "taken", "level 4", "level 10", "chosen"
CODES = [
    *("SPE", "SEL", "WRK", "ECO", "GUI", "SUP", "CAR", "FRE", "DEF"),
    *("TRN", "PAY", "DOC", "MAT", "SHI", "SUB", "WAR", "ADV", "POR"),
]
LASTING = ["SPE", "SEL", "WRK", "ECO", "GUI", "CAR", "TRN", "PAY", "DOC", "MAT", "SHI", "WAR"]
ONCE = ["SUP", "FRE", "ADV", "POR", "SUB"]
WAYS = [
    *((code, how) for code in LASTING for how in (OWN, LEVEL, TENTH, CHOSEN, TAKEN)),
    *((code, how) for code in ONCE for how in (LEVEL, TENTH, CHOSEN)),
    *((code, OWN) for code in ("SUP", "SUB")),
]
RIGHTS = {"SUP": {"supers": 1}, "SUB": {"subs_left": 1}}


def gained(
    code: str, how: str, card: Mapping[int, str], more: Mapping[str, Any] | None = None, **pins: int
) -> tuple[Weeks, Weeks]:
    """A week in which country 1 comes to an ability, and one with these cards; and the same without the ability."""
    given: Mapping[str, Any] = merged({"countries": {"1": {"money": 2000, "economy": "IND"}}}, more or {})
    roll = CODES.index(code) + 1
    dice = {f"ability/1/{k}": (CODES.index("DEF") + 1) for k in (1, 2)}
    first: dict[int, str] = {}
    with_it: Mapping[str, Any] = given
    if how == OWN:
        with_it = merged(given, country(1, abilities=[code], **RIGHTS.get(code, {})))
    elif how in (LEVEL, TENTH):
        level, exp = (4, 200) if how == LEVEL else (10, 900)
        given = merged(given, country(1, level=level - 1, exp=exp))
        with_it, dice = given, {"ability/1/1": roll}
    elif how == CHOSEN:
        with_it, first = merged(given, country(1, abilities=["CHO"])), {1: f"@ CH{code}"}
    else:
        given = merged(given, {"ports": ALL_HELD})
        with_it = merged(given, country(2, abilities=[code]))
    then = [{**BUILD, **pins}]
    plain = {"ability/1/1": CODES.index("DEF") + 1}  # of no effect after the founding week
    played = weeks(first, card, given=with_it, dice=dice, then=then)
    assert code in played.after(0).countries[1].abilities
    return played, weeks({}, card, given=given, dice=plain, then=then)


def one_ship(played: Weeks) -> Any:
    return played.state.ships[1][7]


def spe(played: Weeks) -> Any:
    stats = one_ship(played).stats
    return stats.hull, stats.targeting


def sel(played: Weeks) -> Any:
    return sorted(played.state.ships[1]), sorted(played.state.ships.get(3, {}))


def wrk(played: Weeks) -> Any:
    rows = played.facts("account")[0]["rows"]
    spent = [-row[1] for row in rows if row[0] == "repair"]
    return played.facts("built")[0]["funding"], spent, played.state.ships[1][5].hp


def bonus_and_damage(played: Weeks) -> Any:
    acts = played.facts("rounds")[0]["rounds"][0]["acts"]
    shot = next(act for act in acts if act[:3] == ["shot", 1, "1.5"])
    return shot[6], shot[10]


def super_ship(played: Weeks) -> Any:
    built = played.state.ships[1].get(7)
    return built and (built.hull, built.captain, built.max, len(built.specials))


def carrier(played: Weeks) -> Any:
    built = played.state.ships[1].get(7)
    return built and (built.kind, built.hull, built.weapons)


def navy(played: Weeks) -> Any:
    ships = played.state.ships.get(1, {})
    mine = played.state.countries[1]
    fits = [(k, it.hull, it.kind, it.weapons) for k, it in sorted(ships.items()) if k > 90]
    return fits, [it.specials for k, it in sorted(ships.items()) if k in (92, 93, 94)], len(mine.admirals)


def sub(played: Weeks) -> Any:
    built = played.state.ships[1].get(7)
    mine = played.state.countries[1]
    return built and (built.hull, built.kind, built.weapons, "SU" in built.specials, len(built.aircraft), mine.flagship)


def types(played: Weeks) -> Any:
    kind = played.state.countries[1].types[1]
    return kind.weapon, kind.load


def berth(played: Weeks) -> Any:
    return [played.state.ships[1][k].hp for k in (9, 10, 11)]


def points(played: Weeks) -> Any:
    return (
        one_ship(played).max,
        one_ship(played).shields,
        played.after(0).ships[1][5].max,
        played.after(0).ships[1][5].shields,
    )


def gain_of_pay(played: Weeks) -> Any:
    return played.facts("pay")[0]["own"]


def bonus_port(played: Weeks) -> Any:
    port = played.state.ports.get("MID")
    rows = played.facts("account")[0]["rows"]
    paid = sum(-row[1] for row in rows if row[0] == "weapons")
    return port and (port.hex, [gun.w for gun in port.weapons], port.people), paid


def cash(played: Weeks) -> Any:
    rows = played.facts("account", 0)[0]["rows"]
    return sum(row[1] for row in rows if row[0] == "ability")


TYPE = {"1": {"name": "Type 1", "size": "light", "weapon": "Missiles", "load": 6, "cost": 5}}
YARD = "@MIA B7=4N/40"
AFLOAT = {"ships": {"1": {"5": ship(3, "N", shields=4, hp=8)}}}
CROWD = {"ships": {"1": {str(k): ship(1, "M", hp=10) for k in range(1, 12)}}}
EFFECTS: dict[str, tuple[str, Mapping[str, Any], Mapping[str, int], Callable[[Weeks], Any], Any, Any]] = {
    "SPE": (YARD, {}, {}, spe, (4, 3), (3, 3)),
    "SEL": ("@#5 S3/20", AFLOAT, {}, sel, ([], [60]), ([5], [])),
    "WRK": (f"{YARD}\n@#5 R12", AFLOAT, {}, wrk, (65, [12], 20), (55, [24], 20)),
    "ECO": ("PASS", {}, {}, gain_of_pay, 180, 90),
    "GUI": ("@ 3E", DUEL, HIT, bonus_and_damage, (1, 5), (0, 5)),
    "WAR": ("@ 3E", DUEL, HIT, bonus_and_damage, (0, 6), (0, 5)),
    "SUP": ("@MIA B7=NN!/60", {}, {"build/1.7/special/4": 5}, super_ship, (5, 14, 3 + 5 + 3 + 10, 2), None),
    "CAR": ("@MIA BC7=4NNN/60", {}, {}, carrier, ("carrier", 4, "NN"), None),
    "FRE": (
        "PASS", {}, {}, navy,
        (
            [(91, 4, "carrier", "NN"), (92, 3, "warship", "TTN"), (93, 3, "warship", "TTN"),
             (94, 6, "warship", "DDDNNB"), *((k, 4, "warship", "NNBB") for k in (95, 96, 97))],
            [["SU"], ["SU"], ["DN"]], 1,
        ),
        ([], [], 0),
    ),
    "TRN": (YARD, {}, {}, lambda played: one_ship(played).captain, 5, 3),
    "PAY": ("@ VTL", {}, {"air/1.1": 1}, types, ("Missiles", 7), ("Machine guns", 0)),
    "DOC": ("@#9 R4\n@#10 R4\n@#11 R4", CROWD, {}, berth, [14, 14, 10], [14, 10, 10]),
    "MAT": (YARD, AFLOAT, {}, points, (21, 3, 25, 4), (16, 3, 20, 4)),
    "SHI": (YARD, AFLOAT, {}, points, (16, 6, 20, 8), (16, 3, 20, 4)),
    "SUB": (
        "@MIA B7=NNNNNN!/90", country(1, types=TYPE), {}, sub, (5, "carrier", "NNNNN", True, 6, 7), None,
    ),
    "ADV": ("PASS", {}, {}, cash, 200, 0),
    "POR": ("@MID WNND", {}, {}, bonus_port, (("2406", ["N", "N", "D"], 200_000), 11), (None, 0)),
}  # fmt: skip
"""The card of country 1, the position, pins, what is looked at, what it is with the ability, and without."""
PINS_OF_FLEET = {f"build/1.{k}/special/*": 4 for k in range(91, 98)}


@pytest.mark.parametrize(("code", "how"), WAYS)
def test_each_ability_has_its_effect(code: str, how: str) -> None:
    card, more, pins, look, with_it, without = EFFECTS[code]
    cards = {1: card, 3: "@ 1Y20"} if code == "SEL" else {1: card}
    if code in ("MAT", "SHI") and how == OWN:
        with_it = (*with_it[:2], *without[2:])  # the ship that was there has its figures already
    played, plain = gained(code, how, cards, more, **pins)
    if code == "FRE":
        found = look(played)
        assert [it[0] for it in found[0]] == [it[0] for it in with_it[0]]
        assert found[1:] == with_it[1:]
    else:
        assert look(played) == with_it
    assert look(plain) == without


def test_the_account_adds_up_where_an_ability_brings_money() -> None:
    """NW 19."""
    played, _ = gained("ADV", LEVEL, {})
    rows = played.facts("account", 0)[0]["rows"]
    assert sum(row[1] for row in rows[:-1]) == rows[-1][1] == played.after(0).countries[1].money


def test_the_founding_fleet_by_its_dice() -> None:
    """NW 2.13 FRE, HR-11: fits, captains of the pool, an admiral of 1d12+2."""
    dice = {"setup/1/economy": 6, "setup/1/ports": 3, "setup/1/ability/1": 8, "admiral/1/1": 9, "build/*": 3}
    played = weeks({}, given={"turn": 0}, variant="chart", dice={**dice, **PINS_OF_FLEET})
    fits, specials, admirals = navy(played)
    assert (fits, specials, admirals) == EFFECTS["FRE"][4]
    mine = played.state.countries[1]
    assert (mine.captains, mine.admirals, mine.money) == (35 - 8, [11], 550)
    assert played.state.ships[1][95].max == 9 + 4 + 3
    assert {it.captain for it in played.state.ships[1].values()} == {3}


def test_a_cruiser_of_the_free_navy_that_is_a_submarine_carries_no_guns() -> None:
    """NW 4.6."""
    dice = {"setup/1/economy": 6, "setup/1/ability/1": 8, "build/*": 3, **PINS_OF_FLEET, "build/1.95/special/*": 3}
    assert weeks({}, given={"turn": 0}, variant="chart", dice=dice).state.ships[1][95].weapons == "NN"


def test_a_free_navy_that_comes_late_keeps_to_the_limits() -> None:
    """NW 2.6, 8.38: two places, then reserve; number 91 is in use."""
    ships = {"ships": {"1": {str(k): ship(1, "M") for k in range(1, 23)}}}
    ships["ships"]["1"]["91"] = ship(4, "", kind="carrier")
    given = merged(ships, country(1, level=3, exp=200, active=21))
    played = weeks({}, given=given, dice={"ability/1/1": 8})
    mine = played.state.ships[1]
    assert sorted(k for k in mine if k > 22) == [91, 92, 93, 94, 95, 96, 97, 98]
    assert sum(not it.reserve for it in mine.values()) <= played.state.countries[1].active == 25


@pytest.mark.parametrize(("cards", "paid"), [("@MIA WNND", 0), ("@MIA WNND\n@MIB WD", 0)])
def test_port_weapons_of_the_founding_week_are_free(cards: str, paid: int) -> None:
    """NW 2.13 DEF: later ones are not."""
    given = {"turn": 0, "countries": {"1": {"abilities": ["DEF"]}}}
    played = weeks({1: cards}, {1: "@MIA WN"}, given=given)
    assert 950 - played.after(0).countries[1].money == paid
    assert played.state.countries[1].money == PAY - 7


def test_two_abilities_by_a_twenty_and_none_twice() -> None:
    """NW 2.4: 20, then 14, 14 again, 20 again, 5."""
    faces = [20, 14, 14, 20, 5]
    dice = {f"setup/1/ability/{k}": face for k, face in enumerate(faces, 1)}
    played = weeks({}, given={"turn": 0}, variant="chart", dice={**dice, "setup/1/economy": 6})
    assert played.state.countries[1].abilities == ["SHI", "GUI"]
    later = {f"ability/1/{k}": face for k, face in enumerate([20, 19, 5, 4], 1)}
    given = country(1, abilities=["GUI"], level=3, exp=200, prefs={"CH": "SHI"})
    assert weeks({}, given=given, dice=later).state.countries[1].abilities == ["GUI", "ECO", "SHI"]


def test_the_choice_may_be_made_later() -> None:
    """NW 2.4, 2.13 CHO: what one has already is not chosen."""
    cards = [{}, {1: "@ CHGUI"}, {1: "@ CHSHI"}]
    played = weeks(*cards, given=country(1, abilities=["CHO", "GUI"]))
    assert [sorted(played.after(week).countries[1].abilities) for week in (0, 1, 2)] == [
        ["CHO", "GUI"], ["CHO", "GUI"], ["GUI", "SHI"],
    ]  # fmt: skip


@pytest.mark.parametrize(("letter", "stat"), list(zip("HSTEP", range(5), strict=True)))
def test_specialty_builders_choose_the_stat(letter: str, stat: int) -> None:
    """NW 2.13 SPE: 10 at most."""
    given = country(1, abilities=["SPE"], prefs={"SP": letter}, economy="COM")
    for face in (3, 8):
        built = weeks({1: YARD}, given=given, dice={**BUILD, "build/1.7/stat/*": face}).state.ships[1][7].stats
        found = [built.hull, built.shields, built.targeting, built.engines, built.power]
        expected = [face + (k == stat) + (k == 2) for k in range(5)]
        assert found == expected


def test_a_type_is_developed_dropped_and_developed_again_in_one_week() -> None:
    """NW 10, 13: the second die has a label of its own."""
    played = weeks({1: "@ VTL VX1 VTL"}, dice={"air/1.1": 1, "air/1.1/2": 6})
    assert played.failed() == []
    assert types(played) == ("Bombs", 4)
    assert played.money()[0] == PAY - 200
