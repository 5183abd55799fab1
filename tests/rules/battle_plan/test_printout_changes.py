"""Printouts of Battle Plan made by hand (BP 14; spec 17): what changed, and orders."""

import re

import pytest
from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.events import Event
from pbm.core.printout import Item, Printout
from pbm.rules.battle_plan.state import Forces, Sea, State
from tests.rules.battle_plan.printouts import battle, card, event, group, made, me, position, section, table, text


def told(printout: Printout, label: str) -> Item:
    """The one change of that label."""
    found = [item for item in printout.changes if item.label == label]
    assert len(found) == 1, [item.label for item in printout.changes]
    return found[0]


def test_what_was_taken_and_lost_is_told_first() -> None:
    state = position(BU={"occupier": 1, "hpi": 50, "army": 26}, GR={"occupier": 4, "hpi": 50})
    printout = made(
        state,
        event("captured", "all", space="BU", by=1, from_=0),
        event("captured", "all", space="GR", by=4, from_=1),
        event("declared", "all", by=4, of=1, stance="enemy"),
    )
    assert [item.label for item in printout.changes[:3]] == ["Taken", "Lost", "War"]
    assert told(printout, "Taken").rest.startswith("26 Army stand there.")
    alone = made(position(BU={"occupier": 1, "army": 1}), event("captured", "all", space="BU", by=1, from_=0))
    assert told(alone, "Taken").rest.startswith("1 Army stands there.")
    lost = told(printout, "Lost")
    assert (lost.lead, lost.tone, lost.target) == ("Greece fell to [4] Italy.", "bad", "battles")


def test_who_is_out_reads_that_first_and_then_how_the_game_ended() -> None:
    """A headline says no more than that: with minors or fleets he may play on (BP 1A)."""
    lost = event("captured", "all", space="TU", by=2, from_=1)
    out = event("eliminated", "all", player=1)
    printout = made(position(), lost, out)
    assert [item.label for item in printout.changes[:2]] == ["Out", "Lost"]
    printout = made(position(), lost, out, event("game-over", "all", winner=2))
    assert [item.label for item in printout.changes[:3]] == ["Out", "The end", "Lost"]
    other = made(position(), event("captured", "all", space="BU", by=1, from_=0), event("eliminated", "all", player=3))
    assert [item.label for item in other.changes] == ["Taken", "Abroad"]
    heads = {made(position(turn), lost, out, viewer=0).headline for turn in range(1, 9)}
    assert len(heads) > 2
    assert [head for head in heads if re.search(r"leaves|Exile", head)] == []


def test_a_minor_of_yours_that_falls_is_a_loss() -> None:
    fight = battle("SW", 2, group("SW", 1, "defend", army=[10, 10]), group("RU", 2, "attack", army=[30, 3]))
    printout = made(position(), *fight, event("captured", "all", space="SW", by=2, from_=0))
    assert told(printout, "Lost").lead == "Sweden, a minor of yours, fell to [2] Russia."


def test_a_beaten_attack_tells_what_it_cost() -> None:
    fight = battle("BU", 0, group("BU", 2, "defend", army=[40, 10]), group("TU", 1, "attack", army=[20, 20]))
    item = told(made(position(), *fight), "Beaten off")
    assert (item.lead, item.rest) == ("Bulgaria held against you.", "20 Army sent, 20 lost.")


def test_a_country_that_held_tells_against_whom_and_at_what_price() -> None:
    fight = battle("TU", 0, group("TU", 1, "defend", army=[21, 6]), group("BU", 4, "attack", army=[12, 12]))
    item = told(made(position(), *fight), "Held")
    assert (item.lead, item.rest) == ("Turkey held against [4] Italy.", "Lost there: 6 Army.")


def test_an_enmity_that_ends_is_peace() -> None:
    printout = made(
        position(),
        event("declared", (1, 2), by=2, of=1, stance="neutral"),
        event("not-enemy", "all", by=2, of=1),
    )
    assert [item.label for item in printout.changes] == ["Peace"]


@pytest.mark.parametrize(
    ("happened", "label", "lead"),
    [
        (event("revolution", "all", space="PR", from_=3), "Abroad", "Portugal rose against [3] France."),
        (event("revolution", "all", space="GR", from_=1), "Revolution", "Greece rose against you."),
        (event("dollars-given", by=2, to=1, dollars="15"), "Money", "15 Dollars from [2] Russia."),
        (event("dollars-given", by=2, to=1, dollars="1"), "Money", "1 Dollar from [2] Russia."),
        (event("trained", spies=100, counterspies=50), "Trained", "1 spy and 0.5 counterspies join the reserve."),
        (event("trained", spies=100, counterspies=0), "Trained", "1 spy joins the reserve."),
        (event("trained", spies=0, counterspies=200), "Trained", "2 counterspies join the reserve."),
        (event("spy-caught", "all", space="UK", owner=1, number=1), "Spy", "1 spy of yours caught in Ukraine."),
        (event("nmr", "all", player=1), "Card", "No card of yours came."),
        (event("passage", gate="TU", by=2, army=1, navy=4), "Strait", "[2] Russia went through your strait at Turkey."),
        (event("evacuated", space="GR", to="EAS", navy=5, air=0), "Fled", "5 Navy left Greece for Eastern"),
        (event("suppressed", space="TU", industry=10, air=0), "Hit", "Turkey was struck: 10 Industry suppressed"),
        (event("eliminated", "all", player=3), "Abroad", "[3] France occupies no country any more."),
        (event("game-over", "all", winner=2), "The end", "The game is over; the winner is [2] Russia."),
    ],
)
def test_each_event_has_its_sentence(happened: Event, label: str, lead: str) -> None:
    assert told(made(position(), happened), label).lead.startswith(lead)


def test_a_country_that_was_taken_back_is_neither_lost_nor_taken() -> None:
    """BP 9.6: the figure tells the countries that changed hands for good."""
    lost = event("captured", "all", space="TU", by=2, from_=1)
    back = event("counter-attack", "all", space="TU", won=True, by=1, against=2)
    figure = next(f for f in made(position(), lost, back).figures if f.label == "Countries")
    assert (figure.value, figure.change) == ("1", "±0")
    gone = event("captured", "all", space="BU", by=2, from_=1)
    figure = next(f for f in made(position(BU={"occupier": 2, "hpi": 50}), gone).figures if f.label == "Countries")
    assert (figure.value, figure.change) == ("1", "−1")


def test_a_quiet_turn_changes_nothing() -> None:
    assert made(position()).changes == ()


def test_small_moves_of_popularity_are_no_news_unless_a_country_is_near_revolt() -> None:
    state = position(TU={"hpi": 20})
    small = event("popularity", space="SW", before=10, after=12, causes={"propaganda": 2})
    near = event("popularity", space="TU", before=23, after=20, causes={"losses": -3})
    items = made(state, small, near).changes
    assert [item.lead for item in items] == ["Popularity in Turkey is 20 (−3)."]
    assert items[0].rest == "Units lost abroad −3."


def test_the_echo_has_the_orders_as_entered_and_their_count() -> None:
    state = position()
    parsed = card(state, "@ 2A 3E TS5\n@TU BA15 NT5BLA 6EAS /1/BF999")
    printout = made(state, parsed=parsed)
    assert [(e.place, e.orders) for e in printout.echo] == [
        ("", ("2A", "3E", "TS5")),
        ("TU", ("BA15", "NT5BLA", "NT6EAS", "/1/BF999")),
    ]
    assert printout.order_count == 7
    assert [(e.place, e.orders) for e in printout.acted] == [("TU", ("/1/BF15",))]


@pytest.mark.parametrize(
    ("filed", "text"),
    [
        ({}, "@ 2A\n@TU BA15 /1/BF999"),
        ({1: "BF3", 2: "BA999"}, "@TU AB2BU"),
        ({1: "BF3"}, "@TU /1/ /2/BA4 /3/BF2"),
        ({1: "BF3"}, ""),
        ({}, "@TU BA15"),
    ],
)
def test_the_counts_are_of_the_orders_below_them(filed: dict[int, str], text: str) -> None:
    """BP 11, 14: what the card has, and apart from it which standing orders acted; in the text and on the page."""
    state = position(TU={"standing": filed, "standing_by": 1})
    parsed = card(state, text)
    printout = made(state, parsed=parsed)
    below: dict[str, list[str]] = {}
    count = ""
    for line in _counted(textprint.render(printout)):
        if line.startswith("@"):
            below[count] += line.split()[1:]
        else:
            count = line
            below[count] = []
    assert all(int(count.split(": ")[1]) == len(orders) for count, orders in below.items()), below
    assert len(below) == 1 + bool(parsed.standing)
    tables = [table(block) for block in section(printout, "echo").blocks]
    assert [int(t.note.rstrip(".").split(": ")[1]) for t in tables] == [len(t.rows) for t in tables]
    shown = [row[1] for t in tables for row in t.rows]
    assert shown == [order for echo in (*printout.echo, *printout.acted) for order in echo.orders]


def _counted(page: str) -> list[str]:
    """The lines from the count of the orders to the end of the echo."""
    lines = page.split("\n")
    start = next(k for k, line in enumerate(lines) if line.startswith("Order-count"))
    return lines[start : lines.index("------", start)]


def test_each_order_tells_what_came_of_it_where_that_is_known() -> None:
    state = position(BU={"occupier": 1, "hpi": 50}, GR={"sight": (1,), "spies": {1: 1}})
    parsed = card(state, "@ RA20 P5TU S1GR 2D10 2A\n@TU BA20 AS3BU FS2BU AT2BU MA1RU")
    fight = battle(
        "BU", 0,
        group("BU", 1, "defend", army=[13, 3]),
        group("RO", 2, "attack", army=[9, 9]),
        supports=[group("TU", 1, "defend", army=[3, 1])],
    )  # fmt: skip
    events = [
        *fight,
        event("research", player=1, letter="A", dollars=20, gain=9, now=109),
        event("popularity", space="TU", before=70, after=100, causes={"propaganda": 30}),
        event("built", space="TU", used={"A": 20, "D": 10}, units={"A": 2250}),
    ]
    printout = made(state, *events, parsed=parsed)
    rows = table(section(printout, "echo").blocks[0]).rows
    came = {row[1]: row[3] for row in rows}
    assert came["RA20"] == "+9, now 109"
    assert came["P5TU"] == "popularity 70 to 100"
    assert came["S1GR"] == "reports"
    assert came["2D10"] == "given"
    assert came["2A"] == "in force"
    assert came["BA20"] == "22.5 built"
    assert came["AS3BU"] == "2 of 3 alive"
    assert came["FS2BU"] == "nobody attacked there"
    assert came["AT2BU"] == "2 arrived"
    assert came["MA1RU"] == "not carried out", "there is no missile"


def came_of(state: State, text: str, *events: Event) -> dict[str, object]:
    rows = table(section(made(state, *events, parsed=card(position(), text)), "echo").blocks[0]).rows
    return {str(row[1]): row[3] for row in rows}


def test_of_two_orders_that_settle_one_thing_the_last_is_in_force() -> None:
    """BP 2: a stance, a default, a share."""
    came = came_of(me(position(), stance={2: "ally"}), "@ 2N 2A BF10 BF20 3F 3Z")
    assert came == {
        "2N": "replaced by 2A",
        "2A": "in force",
        "BF10": "replaced by BF20",
        "BF20": "in force",
        "3F": "replaced by 3Z",
        "3Z": "in force",
    }


def test_an_attack_and_a_support_from_one_space_tell_each_its_own() -> None:
    fight = battle(
        "RU", 0,
        group("RU", 2, "defend", air=[9, 3]),
        group("TU", 1, "attack", air=[5, 4]),
        supports=[group("TU", 1, "defend", air=[3, 1])],
    )  # fmt: skip
    came = came_of(position(), "@TU FI5RU FS3RU", *fight)
    assert came["FI5RU"] == "1 of 5 alive"


def test_a_support_of_a_sea_where_others_fought_was_in_no_battle() -> None:
    fought = event(
        "sea-battle", space="BLA", groups=[group("", 2, "meet", navy=[3, 1]), group("", 3, "meet", navy=[2, 1])]
    )
    assert came_of(position(), "@TU NS4BLA", fought)["NS4BLA"] == "nobody attacked there"
    own = event(
        "sea-battle", space="BLA", groups=[group("", 1, "meet", navy=[4, 1]), group("", 3, "meet", navy=[2, 1])]
    )
    assert came_of(position(), "@TU NS4BLA", own)["NS4BLA"] == "in the battle at sea"


def test_armies_that_came_home_and_fell_are_told_so() -> None:
    """BP 9.6."""
    fight = battle("BU", 0, group("BU", 0, "defend", army=[9, 1]), group("TU", 1, "attack", army=[10, 0]))
    home = {"name": "TU", "player": 1, "side": "attack", "army": [10, 10]}
    holders = {"name": "", "player": 2, "side": "defend", "army": [50, 2]}
    late = event("counter-attack-losses", space="TU", groups=[home, holders])
    assert came_of(position(), "@TU AB10BU", *fight, late)["AB10BU"] == "10 of 10 alive; back home 10 of 10 fell"


def test_an_attack_that_broke_the_defence_was_not_beaten_off() -> None:
    """BP 4C.2: who attacks goes home, and who was there may be gone."""
    step = {"step": "army", "attack": 20, "defend": 8, "attack_lost": 3, "defend_lost": 8, "ally": False}
    here, there = group("BU", 0, "defend", army=[8, 8]), group("TU", 1, "attack", army=[20, 3])
    printout = made(position(), *battle("BU", 0, here, there, told=[step]))
    assert [item.lead for item in printout.changes] == ["After the fight no Army held Bulgaria."]
    step |= {"attack": 8, "defend": 20, "attack_lost": 8, "defend_lost": 3}
    here, there = group("BU", 0, "defend", army=[20, 3]), group("TU", 1, "attack", army=[8, 8])
    printout = made(position(), *battle("BU", 0, here, there, told=[step]))
    assert [item.lead for item in printout.changes] == ["Bulgaria held against you."]


@pytest.mark.parametrize(
    ("units", "rule", "sent"),
    [
        ({"missiles": [1, 0]}, "9.3d", "1 Missile sent, 0 stopped."),
        ({"navy": [3, 1]}, "9.3g", "3 Navy sent, 1 lost."),
        ({"air": [3, 1]}, "9.3f", "3 AirForce sent, 1 lost."),
        ({"air": [3, 1], "missiles": [2, 1]}, "9.3", "3 AirForce sent, 1 lost; 2 Missiles sent, 1 stopped."),
    ],
)
def test_a_raid_names_the_rule_of_what_was_sent(units: dict[str, list[int]], rule: str, sent: str) -> None:
    fight = battle("BU", 0, group("BU", 0, "defend", army=[9, 1]), group("TU", 1, "attack", **units))
    item = told(made(position(), *fight), "Raid")
    assert (item.rule, item.rest) == (rule, sent)


def test_who_is_an_ally_already_is_not_asked_to_declare_it() -> None:
    friend = event("declared", "all", by=2, of=1, stance="ally")
    assert "If you declare the same" in told(made(position(), friend), "Friend").rest
    both = told(made(me(position(), stance={2: "ally"}), friend), "Friend")
    assert both.lead == "[2] Russia declared you an ally, as you did."


def test_a_conquest_tells_who_is_left_of_it() -> None:
    state = position(BU={"occupier": 1, "hpi": 50})
    before = position()
    parsed = card(before, "@TU AC22BU")
    fight = battle("BU", 1, group("BU", 0, "defend", army=[10, 10]), group("TU", 1, "attack", army=[22, 3]))
    printout = made(state, *fight, event("captured", "all", space="BU", by=1, from_=0), parsed=parsed)
    rows = table(section(printout, "echo").blocks[0]).rows
    assert rows == (("@TU", "AC22BU", "Conquer: Bulgaria", "taken; 19 of 22 alive"),)


def test_an_order_that_failed_on_the_day_is_told_in_the_notation_of_errors() -> None:
    state = position()
    state = replace(state, seas={**state.seas, "BLA": Sea({1: Forces(navy=5)}, (1,))})
    parsed = card(state, "@BLA NT5EAS")
    closed = event("order-failed", order="NT5EAS", space="BLA", reason="the strait at TU was closed to you")
    printout = made(state, closed, parsed=parsed)
    assert "<NT5EAS -- the strait at TU was closed to you>" in textprint.render(printout)
    assert printout.space_map.arrows == (), "it moved nothing"


def test_faults_stand_with_their_reason_before_the_count() -> None:
    page = text(position(), parsed=card(position(), "@TU AC5ZZ BA5"))
    assert "<AC5ZZ -- " in page
    assert page.index("<AC5ZZ") < page.index("Order-count: 1")


def test_orders_with_a_fault_are_counted_and_headings_are_none() -> None:
    """Spec 3.1, 17.6: a heading that opens nothing is no order, and the order below it was not carried out."""
    printout = made(position(), parsed=card(position(), "@QQ BA1 @TU BA5"))
    assert [item.lead for item in printout.changes if item.target == "faults"] == ["Not carried out: 1 of 2 orders."]


def test_messages_are_told_in_words() -> None:
    sent = [
        event("message", from_=2, to=1, number=13, space="TU"),
        event("message", "all", from_=3, to=0, number=5, about=2),
        event("message", from_=2, to=1, number=77),
    ]
    page = text(position(), *sent)
    assert "[2] Russia: 13. Let me pass at Turkey." in page
    assert "[3] France to all: 5. Help me against [2] Russia." in page
    assert "[2] Russia: 77." in page


def test_the_blank_card_lists_every_place_and_parses_without_a_fault() -> None:
    state = position(TU={"standing": {1: "BA999"}, "standing_by": 1})
    printout = made(state)
    assert [line.split(";")[0].strip() for line in printout.blank] == ["@", "@TU", "END"]
    assert printout.kit is not None
    assert card(state, "\n".join(printout.blank[:-1])).faults == ()


def test_a_heading_that_opens_nothing_is_told_as_one() -> None:
    printout = made(position(), parsed=card(position(), "@TU BA5 @QQ"))
    assert [item.lead for item in printout.changes if item.target == "faults"] == ["Not carried out: 1 heading."]
