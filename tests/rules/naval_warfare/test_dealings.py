"""Diplomacy, pay, ports, and how a game ends (NW 3.1, 3.2, 3.6, 5.17, 7.2, 7.3, 9)."""

from typing import Any

import pytest

from tests.rules.naval_warfare.weeks import ALL_HELD, PAY, Weeks, at_war, country, merged, ship, weeks

FOUR = {1: "14", 2: "25", 3: "16", 4: "15"}


def why(played: Weeks, p: int, week: int = -1) -> list[tuple[str, int]]:
    """What a country got experience for."""
    return [(facts["why"], facts["points"]) for facts in played.facts("exp", week) if facts["country"] == p]


# --- treaties (NW 3.1.1 to 3.1.3)


def test_war_ends_all_treaties_and_beats_those_of_its_week() -> None:
    """NW 3.1.1: one declares, the other offers peace."""
    given: dict[str, Any] = {"countries": {}}
    for p, q in ((1, 2), (2, 1)):
        given["countries"][str(p)] = {"peace": [q], "allies": [q], "trade": [q], "secret": [q]}
    played = weeks({1: "@ 2E", 2: "@ 1T"}, given=given)
    for p, q in ((1, 2), (2, 1)):
        it = played.state.countries[p]
        assert (it.war, it.peace, it.allies, it.trade, it.secret) == ([q], [], [], [], [])
    both = weeks({1: "@ 2E 2T 2A", 2: "@ 1T 1A"})
    assert (both.state.countries[1].war, both.state.countries[1].peace) == ([2], [])
    assert both.facts("peace") == both.facts("alliance") == []


@pytest.mark.parametrize(
    ("mine", "theirs", "result"),
    [
        ("2N", "1N", ([], [], [], [])),
        ("2T", "1T", ([], [2], [], [])),
        ("2T 2A", "1T 1A", ([], [2], [2], [])),
        ("2N 2A", "1N 1A", ([], [], [], [])),  # in a week of war an alliance needs a peace
        ("2A", "1A", ([2], [], [], [])),
        ("2N", "PASS", ([2], [], [], [])),
        ("2T", "1N", ([2], [], [], [])),
        ("2T 2A 2O", "1T 1A 1O", ([], [2], [2], [2])),
    ],
)
def test_how_a_war_ends(mine: str, theirs: str, result: tuple[list[int], ...]) -> None:
    """NW 3.1.2: by both cards of one week."""
    card = f"@ {theirs}" if theirs != "PASS" else "PASS"
    it = weeks({1: f"@ {mine}", 2: card}, given=at_war(1, 2)).state.countries[1]
    assert (it.war, it.peace, it.allies, it.trade) == result


@pytest.mark.parametrize(("tolls", "winner"), [((18, 4), 1), ((4, 18), 2), ((9, 9), 0)])
@pytest.mark.parametrize("end", ["N", "T"])
def test_who_has_sunk_more_has_won_the_war(tolls: tuple[int, int], winner: int, end: str) -> None:
    """NW 7.2, HR-43: 10 exp; equal ones win nothing."""
    given = at_war(1, 2)
    for p, q in ((1, 2), (2, 1)):
        given["countries"][str(p)]["toll"] = {str(q): tolls[p - 1]}
    played = weeks({1: f"@ 2{end}", 2: f"@ 1{end}"}, given=given)
    for p in (1, 2):
        expected = [("war", 10)] * (p == winner) + [("peace", 6)] * (end == "T") + [("politics", 1)]
        assert sorted(why(played, p)) == sorted(expected)
        assert played.state.countries[p].toll == {}


@pytest.mark.parametrize(
    ("mine", "theirs", "is_secret"), [("2TS", "1TS", True), ("2TS", "1T", False), ("2AS", "1AS", True)]
)
def test_a_treaty_is_secret_if_both_wish_it(mine: str, theirs: str, is_secret: bool) -> None:
    played = weeks({1: f"@ {mine}", 2: f"@ {theirs}"})
    (event,) = [*played.events("peace"), *played.events("alliance")]
    assert event.seen_by == ((1, 2) if is_secret else "all")
    assert played.state.countries[1].secret == ([2] if is_secret else [])


def test_what_one_wants_is_offered_to_both() -> None:
    """NW 3.1.2."""
    played = weeks({1: "@ 2A 3O", 2: "@ 1T"})
    offers = [(event.facts["by"], event.facts["of"], event.facts["what"], event.seen_by) for event in
              played.events("offered")]  # fmt: skip
    assert sorted(offers) == [(1, 2, "alliance", (1, 2)), (1, 3, "trade", (1, 3)), (2, 1, "peace", (1, 2))]
    assert played.state.countries[1].allies == []


def test_a_kind_of_treaty_earns_once_for_a_pair() -> None:
    """NW 3.1.2, HR-13: 20 and 6, and again nothing after it was left."""
    sign, leave = {1: "@ 2A 2T", 2: "@ 1A 1T"}, {1: "@ 2Q"}
    played = weeks(sign, leave, sign)
    assert sorted(why(played, 1, 0)) == [("alliance", 20), ("peace", 6), ("politics", 1)]
    assert played.after(1).countries[2].allies == played.after(1).countries[2].peace == []
    assert why(played, 1, 2) == [("politics", 1)]
    assert [event.seen_by for event in played.events("left", 1)] == ["all"]


@pytest.mark.parametrize(("most", "exp"), [("1", 20 + 6), ("2", 40 + 12), ("", 60 + 18)])
def test_the_option_treaties_counts_each_kind(most: str, exp: int) -> None:
    """NW 3.1.2, HR-13: so many alliances and so many peace treaties of a country."""
    cards = {1: "@ 2A 3A 4A 2T 3T 4T", **dict.fromkeys((2, 3, 4), "@ 1A 1T")}
    options = {"events": "off", **({"treaties": most} if most else {})}
    played = weeks(cards, options=options, seats=FOUR)
    assert sum(points for what, points in why(played, 1) if what != "politics") == exp
    assert played.state.countries[1].allies == [2, 3, 4]
    assert sum(points for what, points in why(played, 2) if what != "politics") == 26


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("PASS", 0), ("@ Q Peace.", 1), ("@ Q One.\n@ Q Two.", 1), ("@ 2E 3E", 1), ("@ 2E 3E 4E", 4),
        ("@ 2E 3E 4E 5E 6D10", 8), ("@ 2E 3E 4E 5E 6D10 7D9", 8), ("@ 2E 3E 4E 5E 6D10 7D10\n@ Q War.", 12),
    ],
)  # fmt: skip
def test_politics_are_counted(card: str, points: int) -> None:
    """NW 7.3, HR-44: 1, 3, 5, 7 orders that took effect; aid below 10 is none, statements are one."""
    seats = {**FOUR, 5: "13", 6: "17", 7: "20"}
    assert sum(n for what, n in why(weeks({1: card}, seats=seats), 1) if what == "politics") == points


# --- aid, market, mediation, sales (NW 3.1.5 to 3.1.8)


def test_aid_that_goes_round_earns_once() -> None:
    """NW 3.1.5, HR-14: the net balance, above its highest value so far."""
    cards = [{1: "@ 2D100"}, {2: "@ 1D100"}, {1: "@ 2D100"}, {1: "@ 2D19"}]
    played = weeks(*cards)
    aid = [[points for what, points in why(played, p, week) if what == "aid"] for p in (1, 2) for week in range(4)]
    assert aid == [[10], [], [], [1], [], [], [], []]


def test_aid_is_taken_before_any_is_received() -> None:
    """NW 3.1.5, 19: what comes in this week is not given on."""
    given = {"countries": {"1": {"money": 100}, "2": {"money": 30, "economy": "PIR"}}}
    played = weeks({1: "@ 2D60", 2: "@ 3D60"}, given=given)
    assert played.state.countries[3].money == PAY
    assert played.state.countries[2].money == 90
    stock = weeks({1: "@ 2G3F", 2: "@ 3G3F"}, given=country(1, food=3))
    assert [stock.state.countries[p].food for p in (1, 2, 3)] == [0, 3, 0]
    assert [event.seen_by for event in stock.events("gift")] == [(1, 2)]


def test_the_market_is_a_partner_too() -> None:
    """NW 3.1.6, HR-15."""
    given = {"countries": {"1": {"oil": 4, "trade": [2]}, "2": {"economy": "MAN", "trade": [1]}, "3": {"oil": 4}}}
    played = weeks({1: "@ SM4O", 3: "@ SM4O"}, given=given)
    assert (played.money()[0], played.money()[2]) == (PAY + 40, PAY)
    assert played.state.countries[3].oil == 4


def test_mediation_is_shared_by_those_who_assisted() -> None:
    """NW 3.1.7, HR-16: 25 each of two; 16 of three; nothing without a treaty."""
    seats = {**FOUR, 5: "13"}
    given = {"countries": {str(p): {"economy": "MAN"} for p in (3, 4, 5)}}
    base = weeks({}, given=given, seats=seats).money()[3]
    for helpers, share in (((3,), 50), ((3, 4), 25), ((3, 4, 5), 16)):
        cards = {1: "@ 2T", 2: "@ 1T", **dict.fromkeys(helpers, "@ 1M2")}
        money = weeks(cards, given=given, seats=seats).money()
        assert [money[p - 1] - base for p in (3, 4, 5)] == [share * (p in helpers) for p in (3, 4, 5)]
    failed = weeks({1: "@ 2A", 2: "@ 1A", 3: "@ 1M2"}, given=given, seats=seats)
    assert (failed.money()[2], failed.failed()) == (base, ["no-treaty"])


SALE = {"ships": {"1": {"5": ship(captain=9, exp=20, level=1), "6": ship(4)}}}


def seller(more: dict[str, Any] | None = None) -> dict[str, Any]:
    """Country 1 may sell ships 5 and 6."""
    return merged(merged(SALE, country(1, abilities=["SEL"])), more or {})


def test_a_ship_is_sold() -> None:
    """NW 3.1.8: number 60, the buyer's home, a captain of theirs; the old one returns; its level stays."""
    played = weeks(
        {1: "@#5 S2/60\n@#6 S2/70", 2: "@ 1Y70"},
        given=seller(),
        dice={"build/2.60/captain": 4, "build/2.61/captain": 8},
    )
    bought = played.state.ships[2]
    assert [(k, it.captain, it.port, it.level, it.exp) for k, it in sorted(bought.items())] == [
        (60, 4, "XAA", 1, 20), (61, 8, "XAA", 0, 0),
    ]  # fmt: skip
    assert played.state.ships[1] == {}
    assert (played.money()[0], played.money()[1]) == (PAY + 130, PAY - 130)
    assert [played.state.countries[p].captains for p in (1, 2)] == [37, 33]
    assert played.state.countries[1].gone == [5, 6]


@pytest.mark.parametrize(
    ("more", "limit", "why_not"),
    [
        ({}, 59, "not-wanted"),
        (country(2, captains=0), 60, "captain"),
        (country(2, money=59), 60, "money"),
        (country(2, active=0), 60, ""),
        (
            merged(country(2, active=0), {"ships": {"2": {str(k): ship(reserve=True) for k in range(1, 6)}}}),
            60,
            "place",
        ),
        (country(1, abilities=[]), 60, "no-sale"),
        ({"ships": {"1": {"5": {"reserve": True}}}}, 60, "no-sale"),
        ({"ships": {"1": {"5": {"port": "XAB"}}}}, 60, "no-sale"),
    ],
)
def test_when_a_ship_is_not_sold(more: dict[str, Any], limit: int, why_not: str) -> None:
    """NW 3.1.8, 2.6: for want of money, a captain, a place, the right, or a port of the seller."""
    played = weeks({1: "@#5 S2/60", 2: f"@ 1Y{limit}"}, given=seller(more))
    assert (60 in played.state.ships.get(2, {})) == (not why_not)
    assert (5 in played.state.ships[1]) == bool(why_not)
    if not why_not:
        assert played.state.ships[2][60].reserve


@pytest.mark.parametrize(
    ("countries", "is_sold"),
    [
        ({"1": {"economy": "MAN"}}, True),
        ({"1": {"economy": "MAN"}, "3": {"abilities": ["SEL"]}}, False),
        ({"1": {"economy": "MAN"}, "3": {"abilities": ["SEL"], "out": True}}, True),
        ({"1": {"trade": [3]}, "3": {"abilities": ["SEL"], "trade": [1]}}, True),
        ({"1": {"allies": [3]}, "3": {"economy": "MAN", "allies": [1]}}, True),
        ({"1": {"trade": [3]}, "3": {"trade": [1]}}, False),
    ],
)
def test_who_may_sell(countries: dict[str, Any], is_sold: bool) -> None:
    """NW 3.1.8, HR-17."""
    given = merged(SALE, {"countries": countries})
    if countries.get("3", {}).get("out"):
        given["ports"] = {f"OS{letter}": {"owner": 2} for letter in "ABC"}
    played = weeks({1: "@#5 S2/60", 2: "@ 1Y60"}, given=given)
    assert (60 in played.state.ships.get(2, {})) == is_sold


def test_a_carrier_is_sold_without_its_aircraft() -> None:
    """NW 3.1.8, 10: they are of a type of the seller's nation."""
    plane = {"1": {"name": "Type 1", "size": "light", "weapon": "Missiles", "load": 6, "cost": 5}}
    given = seller(country(1, types=plane))
    given["ships"]["1"]["5"] = ship(4, "N", kind="carrier", aircraft=[{"type": 1, "hp": 1}])
    given = merged(given, at_war(2, 3))
    played = weeks({1: "@#5 S2/60", 2: "@ 1Y60"}, {2: "@#60 BA1,1"}, given=given)
    assert played.state.ships[2][60].aircraft == []


def test_a_ship_that_is_sold_lies_in_a_port_that_is_held() -> None:
    """NW 3.1.8: the home port of the buyer is in other hands."""
    played = weeks({1: "@#5 S2/60", 2: "@ 1Y60"}, given=seller({"ports": {"XAA": {"owner": 3}}}))
    assert played.state.ships[2][60].port == "XAB"


def test_names() -> None:
    """NW 3.1.9: of the country, a port, a ship and a platform."""
    given = {"ships": {"1": {"5": ship()}}, "platforms": {"1": {"1": {"kind": "AF", "port": "MIA", "hp": 50}}}}
    played = weeks({1: "@ N Free Mirrane\n@MIA N Everport\n@#5 N Ajax\n@P1 N Eyrie"}, given=given)
    state = played.state
    assert (state.countries[1].name, state.ports["MIA"].name) == ("Free Mirrane", "Everport")
    assert (state.ships[1][5].name, state.platforms[1][1].name) == ("Ajax", "Eyrie")


# --- pay (NW 3.2)


@pytest.mark.parametrize(
    ("ports", "own", "held"),
    [
        ({}, 75, 95),
        ({"MIC": {"owner": 2}}, 56, 95 + 19),  # a fifth of 75, and 4.75
        ({"MIB": {"owner": 2}, "MIC": {"owner": 2}}, 75, 95 + 30 + 9),  # home alone is all; 15 + 4.75 twice: 134.5
        ({"MIA": {"owner": 2}}, 37, 95 + 60 + 9),  # four fifths of 75, and 9.5
        ({"MIA": {"owner": 2}, "MIB": {"owner": 2}}, 18, 95 + 60 + 15 + 14),  # with 9.5 and 4.75 of the own pay: 184.25
        ({"MIC": {"structure": 0}}, 56, 95),
        ({"MIB": {"structure": 0}, "MIC": {"owner": 2}}, 75, 95 + 19),
        ({"MIB": {"people": 0, "hungry": 5}}, 56, 95),
        ({"MIB": {"people": 0, "hungry": 5}, "MIC": {"people": 0, "hungry": 5}}, 37, 95),  # they stand and are in hand
        ({"MIC": {"owner": 2, "structure": 0}}, 56, 95),
        ({"MIC": {"owner": 2, "people": 0}}, 56, 95),
    ],
)
def test_pay_by_ports(ports: dict[str, Any], own: int, held: int) -> None:
    """NW 3.2.1, 3.2.2: revenue 750, 20 per cent of its 75 to the holder of a port, 80 of home, and 5 or 10 of 95."""
    played = weeks({}, given=merged(country(1, economy="MAN"), {"ports": ports}))
    assert [facts["total"] for facts in played.facts("pay")[:2]] == [own, held]


def test_held_ports_pay_by_revenue_and_rate() -> None:
    """NW 3.2.2: strong economy of the founder counts, its raises do not."""
    given = merged(country(1, economy="MAN", abilities=["ECO"], raises=2), {"ports": {"MIC": {"owner": 2}}})
    assert weeks({}, given=given).facts("pay")[1]["held"] == 30 + 4


@pytest.mark.parametrize(("n", "stolen", "stock"), [(0, 0, 5), (1, 20, 3), (2, 50, 0)])
@pytest.mark.parametrize(("trade", "good"), [("AGR", "food"), ("OIL", "oil"), ("RAW", "raw"), ("IND", "goods")])
def test_a_raid_is_split_between_money_and_stockpiles(n: int, stolen: int, stock: int, trade: str, good: str) -> None:
    """NW 3.2.4, HR-19: dice 2 and 3."""
    given = {"countries": {"1": {"economy": "PIR"}, "2": {"economy": trade}}}
    played = weeks({1: f"@ 2R{n}"}, given=given, dice={"raid/1/1": 2, "raid/1/2": 3})
    assert played.money()[0] == 950 + stolen
    assert getattr(played.state.countries[1], good) == stock
    assert played.facts("pay")[1]["raided"] == stolen
    assert [event.seen_by for event in played.events("raid")] == [(1,)]
    assert all("by" not in facts for facts in played.facts("robbed"))


def test_a_raid_of_two_takes_equal_parts_and_the_goods_of_the_first() -> None:
    """NW 3.2.4: 2 and 3 are 50, 25 each; of 30 with 3 stockpiles 15."""
    given = {"countries": {"1": {"economy": "PIR"}, "2": {"economy": "OIL"}, "3": {"economy": "RAW"}}}
    played = weeks({1: "@ 3R2 2R2"}, given=given, dice={"raid/1/1": 2, "raid/1/2": 3})
    assert [facts["raided"] for facts in played.facts("pay")] == [0, 25, 25]
    played = weeks({1: "@ 3R1 2R1"}, given=given, dice={"raid/1/1": 3, "raid/1/2": 3})
    assert [facts["raided"] for facts in played.facts("pay")] == [0, 15, 15]
    assert (played.state.countries[1].raw, played.state.countries[1].oil) == (3, 0)


def test_several_raiders_share_what_there_is() -> None:
    """NW 3.2.4: pay 55, wanted 80 and 40: 36 and 18, each down; the victim loses 54."""
    given = {"countries": {"1": {"economy": "PIR"}, "2": {"economy": "PIR"}, "3": {"economy": "RAW"}}}
    dice = {"raid/1/*": 4, "raid/2/*": 2}
    played = weeks({1: "@ 3R2", 2: "@ 3R2"}, given=given, dice=dice)
    assert played.money() == [986, 968, 951]
    poor = merged(given, {"ports": {f"OS{letter}": {"structure": 0} for letter in "ABC"}})
    assert weeks({1: "@ 3R2", 2: "@ 3R2"}, given=poor, dice=dice).money() == [950, 950, 950]


# --- ports (NW 5.17, 10)


def siege(structure: int, code: str = "XAC", **more: Any) -> dict[str, Any]:
    """Country 1 lies with four destroyers before a port of country 2."""
    hexes = {"XAA": "2310", "XAB": "2511", "XAC": "2210"}
    laid = merged(at_war(1, 2), {"ports": {code: {"structure": structure, "occupier": 1, **more}}})
    laid["groups"] = {"1": {"1": {"hex": hexes[code]}}}
    laid["ships"] = {"1": {str(k): ship(group=1) for k in range(1, 5)}}
    return laid


@pytest.mark.parametrize(
    ("code", "structure", "razed_by", "exp", "spoils"),
    [("XAC", 390, 0, 25, 3), ("XAC", 390, 1, 10, 3), ("XAC", 390, 3, 25, 3), ("XAA", 490, 0, 40, 5),
     ("XAA", 490, 1, 10, 5)],
)  # fmt: skip
def test_a_port_is_taken(code: str, structure: int, razed_by: int, exp: int, spoils: int) -> None:
    """NW 5.17, HR-40: 25 or 40, less 15 or 30 for having destroyed it; stockpiles of oil once."""
    given = merged(siege(structure, code, razed_by=razed_by), country(2, economy="OIL"))
    played = weeks({1: f"@ OC{code}"}, given=given, dice={f"spoils/{code}/1": 3})
    port = played.state.ports[code]
    assert (port.owner, port.occupier, played.state.countries[1].oil) == (1, 0, spoils)
    assert [points for what, points in why(played, 1) if what == "port-taken"] == [exp]
    rows = played.facts("account")[0]["rows"]
    assert [row[1] for row in rows if row[0] == "rebuild"] == [-5]  # ten points
    again = weeks({1: f"@ OC{code}"}, given=merged(given, {"ports": {code: {"spoils": True}}}))
    assert again.state.countries[1].oil == 0


def test_ships_in_a_port_that_is_taken_leave_it_or_are_given_up() -> None:
    """NW 5.17: the owner's and their ally's."""
    given = merged(siege(390), {"ships": {"2": {"7": ship(port="XAC", reserve=True)}}})
    given = merged(given, {"ships": {"3": {"8": ship(port="XAC", reserve=True)}}})
    state = weeks({1: "@ OCXAC"}, given=given, dice={"spoils/XAC/1": 1}).state
    assert state.ports["XAC"].owner == 1
    assert state.ships[2][7].port in ("XAA", "XAB")
    assert state.ships[3][8].port.startswith("OS")


def test_rebuilding_is_fifty_points_a_day_whoever_pays() -> None:
    """NW 3.5, 5.17, 10: 200 points by the card, and 150 by a standing order, are seven days and 175 dollars."""
    given = {"ports": {"MIA": {"structure": 100}}}
    played = weeks({1: "@MIA /1/XR150 XR200"}, given=given)
    assert played.state.ports["MIA"].structure == 450
    assert PAY - played.money()[0] == 175


def test_a_destroyed_dock_is_built_for_half() -> None:
    """NW 10: 75; the port has 500 points to be full again."""
    given = {"ports": {"MIA": {"dock": False, "dock_lost": True, "structure": 400}}}
    played = weeks({1: "@MIA BD"}, {1: "@MIC BD"}, given=given)
    port = played.after(0).ports["MIA"]
    assert (PAY - played.after(0).countries[1].money, port.dock, port.structure) == (75, True, 500)
    assert played.after(1).countries[1].money == PAY - 75 + 95 - 150
    assert why(played, 1, 0) == [("dock", 10)]


def test_a_new_port_is_news() -> None:
    """NW 10, 2.7, 7.2, 14: 400 dollars, 20 exp, 1d8+8 slots; one in the game."""
    played = weeks({1: "@ BP2406"}, {1: "@ BP2307"}, dice={"setup/slots/MID": 5}, given=country(1, money=2000))
    port = played.after(0).ports["MID"]
    assert (port.slots, port.people, port.structure, port.dock, port.home) == (13, 200_000, 400, False, False)
    assert played.after(0).countries[1].money == 2095 - 400
    assert [event.seen_by for event in played.events("port-built", 0)] == ["all"]
    assert why(played, 1, 0) == [("port", 20)]
    assert played.failed(1) == ["no port may be built any more"]


# --- the end (NW 9)


@pytest.mark.parametrize(
    ("owners", "ally", "is_out", "taken_by"),
    [
        ("111", 0, True, 1),
        ("113", 0, True, 0),
        ("112", 0, False, 0),
        ("113", 3, False, 0),
        ("333", 3, False, 0),  # an ally keeps them
        ("333", 0, True, 3),
    ],
)
def test_who_is_out_and_who_is_taken_over(owners: str, ally: int, is_out: bool, taken_by: int) -> None:
    """NW 9.1, 9.2."""
    ports = {f"XA{letter}": {"owner": int(p)} for letter, p in zip("ABC", owners, strict=True)}
    given: dict[str, Any] = {"ports": ports, "ships": {"2": {"5": ship(port="XAC")}}}
    if ally:
        given = merged(given, {"countries": {"2": {"allies": [ally]}, str(ally): {"allies": [2]}}})
    played = weeks({}, given=given)
    assert played.state.countries[2].out == is_out
    assert (2 in played.state.ships) == (not is_out)
    assert [facts["by"] for facts in played.facts("taken-over")] == ([taken_by] if taken_by else [])
    assert [facts["country"] for facts in played.facts("out")] == [2] * is_out


def test_who_has_a_port_of_others_is_not_out() -> None:
    """NW 9.1: own hands hold a port, whoever founded it."""
    ports = {**ALL_HELD, "OSC": {"owner": 2}}
    played = weeks({}, given={"ports": ports})
    assert not played.state.countries[2].out
    assert played.facts("taken-over") == []


def test_what_ends_with_a_country() -> None:
    """NW 9.1: wars, treaties and embargoes with it."""
    given = merged(at_war(2, 3), {"ports": ALL_HELD})
    given = merged(given, {"countries": {"2": {"trade": [1], "economy": "OIL", "embargo": [3]}, "1": {"trade": [2]}}})
    state = weeks({}, given=given).state
    assert state.countries[3].war == state.countries[1].trade == state.countries[2].embargo == []


def test_the_last_country_has_won() -> None:
    """NW 9.3."""
    seats = {1: "14", 2: "25"}
    played = weeks({}, given={"ports": ALL_HELD}, seats=seats)
    assert [facts["winner"] for facts in played.facts("game-over")] == [1]
    assert played.state.ended
    assert not weeks({}, seats=seats).state.ended


@pytest.mark.parametrize(
    ("is_out", "allies", "is_over"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_allies_end_the_game_once_a_country_is_out(is_out: bool, allies: bool, is_over: bool) -> None:
    """NW 9.3: all that live are allied with each other."""
    given: dict[str, Any] = {"ports": ALL_HELD if is_out else {}}
    there = (1, 3) if is_out else (1, 2, 3)
    if allies:
        given["countries"] = {str(p): {"allies": [q for q in there if q != p]} for p in there}
    assert weeks({}, given=given).state.ended == is_over


def test_after_week_26_the_rank_is_by_level_exp_and_value() -> None:
    """NW 9.3, HR-48: money and hulls afloat last."""
    given = {
        "turn": 25,
        "countries": {"1": {"level": 2, "exp": 90}, "2": {"level": 2, "exp": 95}, "3": {"level": 3, "exp": 90},
                      "4": {"level": 2, "exp": 90}},
        "ships": {"4": {"5": ship(5)}},
    }  # fmt: skip
    played = weeks({}, given=given, seats=FOUR)
    assert [row[0] for row in played.facts("game-over")[0]["ranking"]] == [3, 2, 4, 1]
    assert played.facts("game-over")[0]["ranking"][2] == [4, 2, 90, PAY + 23]
    assert not weeks({}, given=merged(given, {"turn": 24}), seats=FOUR).state.ended
