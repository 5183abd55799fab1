"""Printouts of Battle Plan made by hand (BP 14; spec 17): the map, and what all the world reads."""

import re

import pytest
from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.dice import Dice
from pbm.core.events import Event, heard_by_each
from pbm.core.printout import Printout
from pbm.engine.system import Seat, Sheet
from pbm.rules import system
from tests.rules.battle_plan.printouts import RULES, battle, card, event, group, made, me, position, section, table

SYSTEM = system("battle-plan")


def test_the_map_shows_units_and_control_where_the_reader_sees_alone() -> None:
    state = position(SW={"popularity": {1: 5}}, NO={"popularity": {2: 5}})
    spaces = {space.code: space for space in made(state).space_map.spaces}
    assert (spaces["SW"].controller, dict(spaces["SW"].badges[0].units)["army"]) == (1, 10)
    assert (spaces["NO"].controller, spaces["NO"].badges) == (0, ())
    assert (spaces["RU"].owner, spaces["RU"].badges) == (2, ())
    public = made(state, viewer=0).space_map
    assert not any(space.badges or space.controller for space in public.spaces)


def test_captured_and_risen_countries_are_marked_for_everybody() -> None:
    happened = [
        event("captured", "all", space="BU", by=1, from_=0),
        event("captured", "all", space="GR", by=2, from_=1),
        event("counter-attack", "all", space="GR", won=True, by=1, against=2),
        event("revolution", "all", space="PR", from_=3),
    ]
    for viewer in (0, 1):
        changes = {s.code: s.change for s in made(position(), *happened, viewer=viewer).space_map.spaces if s.change}
        assert changes == {"BU": "captured", "PR": "revolution"}


def test_arrows_are_the_readers_own_orders_and_the_battles_that_he_sees() -> None:
    state = position()
    fight = battle("TU", 0, group("TU", 1, "defend", army=[50, 2]), group("UK", 2, "attack", army=[5, 5]))
    arrows = made(state, *fight, parsed=card(state, "@TU AC5BU FS3GR NT2BLA")).space_map.arrows
    assert {(a.kind, a.start, a.end, a.player) for a in arrows} == {
        ("attack", "TU", "BU", 1),
        ("support", "TU", "GR", 1),
        ("move", "TU", "BLA", 1),
        ("attack", "UK", "TU", 2),
    }


@pytest.mark.parametrize("mine", ["", "@TU FS3UK"])
def test_no_arrow_tells_who_else_supports_the_country_of_a_battle(mine: str) -> None:
    """BP 14: in a battle the country has all its support in its own numbers, and only who attacks is named."""
    state = position()
    supports = [group("BLA", 4, "defend", navy=[4, 0]), group("RO", 3, "defend", army=[5, 0])]
    supports += [group("TU", 1, "defend", air=[3, 0])] if mine else []
    fight = battle("UK", 0, group("UK", 2, "defend", army=[50, 2]), group("BU", 4, "attack", army=[5, 5]))
    fight[0].facts["supports"] = supports
    told = made(state, *fight, parsed=card(state, mine or "PASS"))
    own = {("support", "TU", "UK", 1)} if mine else set()
    assert {(a.kind, a.start, a.end, a.player) for a in told.space_map.arrows} == {("attack", "BU", "UK", 4)} | own


def test_the_theatre_is_what_is_his_and_next_to_it() -> None:
    assert set(made(position()).space_map.theatre) == {"TU", *RULES.map.spaces["TU"].land_adjacent}
    state = position()
    everything = {code: replace(country, occupier=1) for code, country in state.countries.items()}
    assert made(replace(state, countries=everything)).space_map.theatre == (), "no crop where all is his"


def test_the_map_is_told_in_words() -> None:
    happened = event("captured", "all", space="BU", by=1, from_=0)
    desc = made(position(BU={"occupier": 1, "hpi": 50}), happened).space_map.desc
    assert "[1] Turkey occupies Bulgaria and Turkey." in desc
    assert "Taken: Bulgaria." in desc


@pytest.mark.parametrize(
    ("happened", "word"),
    [
        ([event("captured", "all", space="BU", by=1, from_=0)], "Bulgaria"),
        ([event("captured", "all", space=c, by=1, from_=n) for c, n in (("RU", 2), ("BU", 0))], "Russia"),
        ([event("captured", "all", space=c, by=1, from_=0) for c in ("BU", "GR", "RO")], "hree"),
        ([event("revolution", "all", space="PR", from_=3)], "Portugal"),
        ([event("declared", "all", by=4, of=1, stance="enemy")], "Italy"),
        ([event("battle-kinds", "all", space="SW", by=0, groups=[])], "Sweden"),
        ([event("border-fight-kinds", "all", space="SW", other="FI", groups=[])], "Finland"),
        ([event("eliminated", "all", player=3), event("captured", "all", space="FR", by=4, from_=3)], "France"),
        ([event("game-over", "all", winner=2)], "Russia"),
    ],
)  # fmt: skip
def test_the_headline_is_the_most_important_event(happened: list[Event], word: str) -> None:
    seen = {made(position(turn), *happened, viewer=0).headline for turn in range(1, 9)}
    assert len(seen) > 1, "it varies with the turn"
    assert any(word in headline for headline in seen)
    assert made(position(3), *happened, viewer=0).headline == made(position(3), *happened, viewer=0).headline


def test_the_stand_first_tells_what_the_headline_does_not() -> None:
    printout = made(
        position(),
        event("captured", "all", space="BU", by=1, from_=0),
        event("captured", "all", space="GR", by=1, from_=0),
        event("revolution", "all", space="PR", from_=3),
        event("declared", "all", by=4, of=1, stance="enemy"),
        event("spy-caught", "all", space="RU", owner=1, number=2),
        viewer=0,
    )
    assert "Greece" in printout.headline
    assert printout.standfirst == (
        "Turkey takes Bulgaria. Portugal throws France out. Italy turns on Turkey. Besides: 2 spies caught."
    )


def test_who_met_at_a_border_is_a_land_battle_and_no_quiet_turn() -> None:
    printout = made(position(), event("border-fight-kinds", "all", space="SW", other="FI", groups=[]), viewer=0)
    assert printout.standfirst == "All told: 1 land battle."


def test_the_stand_first_counts_what_does_not_fit() -> None:
    taken = [event("captured", "all", space=c, by=p, from_=0) for p, c in enumerate(("BU", "SW", "BE", "YU"), 1)]
    fights = [event("battle-kinds", "all", space=c, by=0, groups=[]) for c in ("BU", "TU")]  # BU is told as taken
    caught = event("spy-caught", "all", space="RU", owner=1, number=1)
    printout = made(position(), *taken, *fights, caught, viewer=0)
    assert printout.standfirst == (
        "Turkey takes Bulgaria. Russia takes Sweden. France takes Belgium. "
        "Besides: 1 more change, 1 land battle without a capture and 1 spy caught."
    )


def test_a_seat_of_several_powers_is_one_player_and_several_names() -> None:
    rules = SYSTEM.setup.load("real-forces", {})
    seats = (Seat(1, "EPD+EHU"), Seat(2, "NCU+CBU+CLA"), Seat(3, "ESW"))
    view = SYSTEM.view(replace(SYSTEM.start(rules, seats, Dice(b"start", "T", 0)), turn=1), 0, rules)

    def public(*events: Event) -> Printout:
        heard = heard_by_each(events, [0])[0]
        return SYSTEM.printout(view, heard, None, rules, Sheet("WW-4", "T", seats, drawer={}))

    lost = public(event("captured", "all", space="EHU", by=2, from_=1))
    assert lost.headline == "Hungary changes hands: Cuba and Zaire, Burma and Laos for Poland and Hungary"
    home = public(event("captured", "all", space="EPD", by=2, from_=1))
    assert home.headline == "Poland itself falls to Cuba and Zaire, Burma and Laos"
    war = public(event("declared", "all", by=1, of=2, stance="enemy"))
    assert war.standfirst == "Poland and Hungary turn on Cuba and Zaire, Burma and Laos."
    assert {space.owner for space in lost.spaces if space.code in ("EPD", "EHU")} == {1}


def test_a_power_of_several_countries_takes_verbs_and_articles_of_its_own() -> None:
    wanted = {"Great Britain and Norway", "Argentina, Chile, Spain", "Balkans", "Low Countries"}
    rules = SYSTEM.setup.load("1939", {})
    homes = {SYSTEM.setup.called(rules, home): home for home in SYSTEM.setup.homes(rules)}
    seats = tuple(Seat(n, home) for n, home in enumerate(homes.values(), 1))
    found = {name: p for p, name in enumerate(homes, 1) if name in {*wanted, "United States"}}
    assert wanted < found.keys()
    state = replace(SYSTEM.start(rules, seats, Dice(b"start", "T", 0)), turn=3)
    told, heads = {}, set()
    for name, p in found.items():
        for turn in range(1, 9):
            view = SYSTEM.view(replace(state, turn=turn), 0, rules)
            events = [event("captured", "all", space="EPD", by=p, from_=0)]
            war = [event("declared", "all", by=p, of=found["Balkans"], stance="enemy")]
            public = [
                SYSTEM.printout(view, heard_by_each(e, [0])[0], None, rules, Sheet("WW-4", "T", seats, drawer={}))
                for e in (events, war, [event("eliminated", "all", player=p)])
            ]
            told[name] = public[1].standfirst
            heads |= {page.headline for page in public if name != "United States"}
    assert told == {
        "Great Britain and Norway": "Great Britain and Norway turn on the Balkans.",
        "Argentina, Chile, Spain": "Argentina, Chile and Spain turn on the Balkans.",
        "Balkans": "The Balkans turn on the Balkans.",
        "Low Countries": "The Low Countries turn on the Balkans.",
        "United States": "The United States turns on the Balkans.",
    }
    assert [head for head in heads if re.search(r"(Norway|Spain|Balkans|Low Countries) (?!is)\w+s\b", head)] == []
    assert [head for head in heads if head[0].islower()] == []


def test_a_capture_and_nothing_else_leaves_the_rest_quiet() -> None:
    printout = made(position(), event("captured", "all", space="BU", by=1, from_=0), viewer=0)
    assert printout.standfirst == "Elsewhere all was quiet."
    assert made(position(), viewer=0).standfirst.startswith("No country changed hands")


def test_world_news_tell_every_public_event() -> None:
    happened = [
        event("captured", "all", space="BU", by=1, from_=0),
        event("declared", "all", by=4, of=1, stance="enemy"),
        event("spy-caught", "all", space="RU", owner=1, number=2),
        event("nmr", "all", player=3),
        event("eliminated", "all", player=3),
    ]
    printout = made(position(), *happened, viewer=0)
    page = textprint.render(printout)
    assert "Captured: Bulgaria by [1] Turkey; a minor until now." in page
    assert "Declared enemy: [4] Italy of [1] Turkey." in page
    assert "Spies caught: [1] Turkey lost 2 spies in Russia." in page
    assert "No card: [3] France sent no orders." in page
    assert printout.headline in page


def test_the_standings_rank_by_countries_and_tell_who_is_at_war() -> None:
    state = me(position(BU={"occupier": 1, "hpi": 50}), stance={2: "enemy"})
    printout = made(state, event("captured", "all", space="BU", by=1, from_=0), viewer=0)
    rows = table(section(printout, "standings").blocks[0]).rows
    assert rows[0] == (1, 1, "Turkey", "Rosa Klein", 2, 1, 0, 0, "[2]")
    assert [row[0] for row in rows] == [1, 2, 2, 2]
    assert rows[3][8] == "at peace"


def test_who_has_no_country_left_is_at_war_with_nobody_whatever_else_he_has() -> None:
    """BP 14: a minor under his control, or a fleet, is nobody else's to know."""
    for index in (0, 5):
        state = me(position(FR={"occupier": 1, "hpi": 50}, BE={"popularity": {3: index}}), stance={3: "enemy"})
        rows = {row[1]: row[8] for row in table(section(made(state, viewer=0), "standings").blocks[0]).rows}
        assert rows == {1: "at peace", 2: "at peace", 3: "no country", 4: "at peace"}


def test_where_there_are_no_antimissiles_none_are_counted() -> None:
    """BP 23C."""
    rules = SYSTEM.setup.load("1939", {})
    seats = (Seat(1, "EGB"), Seat(2, "EFR"))
    view = SYSTEM.view(SYSTEM.start(rules, seats, Dice(b"start", "T", 0)), 1, rules)
    page = SYSTEM.printout(view, heard_by_each([], [1])[1], None, rules, Sheet("WW-4", "T", seats, drawer={}))
    forces = table(section(page, "forces").blocks[0])
    assert {len(forces.columns), *map(len, forces.rows), len(forces.total or ())} == {8}
    assert "ABMs" not in textprint.render(page)
    assert "ABMs" in textprint.render(made(position()))


@pytest.mark.parametrize(
    ("variant", "options", "turns"),
    [
        ("cold-war", {}, 25),
        ("cold-war", {"turns": "10"}, 10),
        ("1939", {}, 25),
        ("real-forces", {"end": "turns", "turns": "40"}, 40),
        ("equal-forces", {"end": "turns", "turns": "12"}, 12),
        ("real-forces", {"turns": "10"}, 0),
    ],
)
def test_everybody_reads_how_many_turns_a_game_has(variant: str, options: dict[str, str], turns: int) -> None:
    """BP 23D, 24B: the moderator may set another number, and nothing else that players read tells it."""
    rules = SYSTEM.setup.load(variant, options)
    seats = (Seat(1, "EGB"), Seat(2, "EFR"))
    state = SYSTEM.start(rules, seats, Dice(b"start", "T", 0))
    for viewer in (0, 1):
        sheet = Sheet("WW-4", "T", seats, drawer={})
        page = SYSTEM.printout(
            SYSTEM.view(state, viewer, rules), heard_by_each([], [viewer])[viewer], None, rules, sheet
        )
        told = re.findall(r"The game has (\d+) turns\.", " ".join(textprint.render(page).split()))
        assert told == ([str(turns)] if turns else [])


def test_the_public_printout_has_no_card_and_no_kit() -> None:
    printout = made(position(), viewer=0)
    assert (printout.blank, printout.kit, printout.echo, printout.changes) == ((), None, (), ())


def test_every_change_and_message_has_all_its_fields() -> None:
    for row in RULES.wording["change"].values():
        assert set(row) <= {"label", "lead", "rest", "rule", "between"}
    assert set(RULES.wording["messages"]) == {str(n) for n in range(1, 41)}
    assert all(len(choices) > 1 for choices in RULES.wording["news"].values())
