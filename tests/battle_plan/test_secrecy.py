"""Non-interference: what a player may not know changes no byte of what he is sent (spec 16).

What he may see is written down here a second time, from the rules and not from `view`.
"""

import json
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm import classic
from pbm.rules.battle_plan.state import Country, Forces, Player, State, Suppressed
from pbm.turn import Played, printouts
from tests.battle_plan.games import BATTLE_PLAN, RULES, SHEET, game, house_cards, turn_of

SEEDS = (b"s" * 16, b"t" * 16)
TURNS = 9
GAMES = {seed: list(game(seed, TURNS)) for seed in SEEDS}


def sees(before: State, after: State, viewer: int, code: str) -> bool:
    """Whether the viewer may know all of a space after a turn: rules 6A, 6B, 6D and 14, sharing one step only."""
    if sees_himself(before, after, viewer, code):
        return True
    for giver, player in after.players.items():
        share = player.shares.get(viewer)
        if share is None or not sees_himself(before, after, giver, code):
            continue
        if share == "F" or code in after.seas or after.countries[code].occupier != giver:
            return True
    return False


def sees_himself(before: State, after: State, viewer: int, code: str) -> bool:
    if code in after.countries:
        now, then = after.countries[code], before.countries[code]
        return viewer in {now.occupier, then.occupier, leader(now), leader(then)} or viewer in now.spies
    # What only fled to a sea does not open it; the state cannot tell, so the test takes sight's word there.
    return viewer in after.seas[code].forces or viewer in before.seas[code].forces or viewer in after.seas[code].sight


def leader(country: Country) -> int:
    """The player with the strictly highest positive index of a minor."""
    ranks = sorted(((n, p) for p, n in country.popularity.items()), reverse=True)
    if country.occupier or not ranks or ranks[0][0] <= 0 or (len(ranks) > 1 and ranks[1][0] == ranks[0][0]):
        return 0
    return ranks[0][1]


def changed(state: State, before: State, viewer: int, draw: Any) -> State:
    """The state with everything changed that the viewer may not know."""
    number = st.integers(0, 60)
    countries = {}
    for code, country in state.countries.items():
        hidden = country
        others = {p: n for p, n in country.spies.items() if p != viewer}
        if others or draw(st.booleans()):
            spies = {p: draw(st.integers(1, 4)) for p in others}
            hidden = replace(hidden, spies={**spies, **{p: n for p, n in country.spies.items() if p == viewer}})
        if hidden.standing_by not in (0, viewer):
            hidden = replace(hidden, standing={1: draw(st.sampled_from(["BA999", "BF3", "BI2"]))})
        if not sees(before, state, viewer, code):
            hidden = replace(
                hidden,
                army=draw(number),
                navy=draw(number) if RULES.map.spaces[code].coast else 0,
                air=draw(number),
                missiles=draw(st.integers(0, 5)),
                antimissiles=draw(st.integers(0, 5)),
                industry=draw(st.integers(0, country.limit)),
                tax=draw(number),
                suppressed=Suppressed(draw(number), draw(number), draw(number)),
                saved={"A": draw(st.integers(1, 99))},
                hpi=draw(st.integers(1, 200)) if country.occupier else 0,
            )
        countries[code] = hidden
    seas = {}
    for code, sea in state.seas.items():
        if sees(before, state, viewer, code):
            seas[code] = sea
        else:
            seas[code] = replace(sea, forces={p: Forces(1, draw(number), 2) for p in sea.forces})
    players = {p: player if p == viewer else hide(player, viewer, draw) for p, player in state.players.items()}
    return replace(state, countries=countries, seas=seas, players=players)


def hide(player: Player, viewer: int, draw: Any) -> Player:
    """Another player's record: only his enemies, his stance to the viewer and what he shares with him are known."""
    known = {q: s for q, s in player.stance.items() if s == "enemy" or q == viewer}
    quiet = [q for q in range(1, 8) if q not in known and q != viewer]
    stance = {**known, **{q: "ally" for q in quiet if draw(st.booleans())}}
    return replace(
        player,
        dollars=draw(st.integers(0, 50000)),
        spies=draw(st.integers(0, 900)),
        counterspies=draw(st.integers(0, 900)),
        multipliers={"A": draw(st.integers(50, 300)), "N": 75, "F": 75, "I": 20},
        stance=dict(sorted(stance.items())),
        defaults={"F": draw(st.integers(1, 100))},
        missed=draw(st.integers(0, 1)),
        names_off=draw(st.booleans()),
        one_list=draw(st.booleans()),
    )


def sent(played: Played, viewer: int) -> dict[str, str]:
    """All that the viewer and the public get after a turn, as text."""
    out = printouts(BATTLE_PLAN, RULES, played.state, played.events, played.parsed, SHEET, (0, viewer))
    texts = {f"printout {v}": json.dumps(msgspec.to_builtins(p, str_keys=True)) for v, p in out.items()}
    texts["classic"] = classic.render(out[viewer])
    view = BATTLE_PLAN.view(played.state, viewer, RULES)
    texts["view"] = json.dumps(BATTLE_PLAN.view_to_words(view))
    texts["public view"] = json.dumps(BATTLE_PLAN.view_to_words(BATTLE_PLAN.view(played.state, 0, RULES)))
    return texts


def known_events(played: Played, viewer: int) -> list[Any]:
    return [e for e in played.events if e.seen_by == "all" or viewer in e.seen_by]


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_what_a_player_may_not_know_changes_no_byte_of_what_he_is_sent(data: st.DataObject) -> None:
    turn = data.draw(st.integers(0, TURNS - 1), label="turn")
    before, _, played = GAMES[data.draw(st.sampled_from(SEEDS))][turn]
    viewer = data.draw(st.sampled_from(BATTLE_PLAN.awaited(played.state)), label="viewer")
    other = changed(played.state, before, viewer, data.draw)
    twin = replace(played, state=other)
    assert sent(twin, viewer) == sent(played, viewer)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_turn_played_on_both_tells_nothing_more(data: st.DataObject) -> None:
    turn = data.draw(st.integers(1, TURNS - 1), label="turn")
    seed = data.draw(st.sampled_from(SEEDS))
    before, _, last = GAMES[seed][turn - 1]
    viewer = data.draw(st.sampled_from(BATTLE_PLAN.awaited(last.state)), label="viewer")
    other = changed(last.state, before, viewer, data.draw)
    cards = house_cards(last.state, seed)
    one, two = turn_of(last.state, cards, seed), turn_of(other, cards, seed)
    assert one.parsed[viewer] == two.parsed[viewer], "a card is read by the view alone"
    if known_events(one, viewer) == known_events(two, viewer):
        views = [BATTLE_PLAN.view_to_words(BATTLE_PLAN.view(p.state, viewer, RULES)) for p in (one, two)]
        if views[0] == views[1]:
            assert sent(one, viewer) == sent(two, viewer)


def test_sight_in_the_state_is_what_the_rules_say() -> None:
    for seed in SEEDS:
        for before, _, played in GAMES[seed]:
            for code, country in played.state.countries.items():
                for viewer in played.state.players:
                    assert (viewer in country.sight) == sees(before, played.state, viewer, code), (
                        code,
                        viewer,
                    )
