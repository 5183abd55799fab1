"""What a player of Battle Plan may not know, written down from the rules and not from `view` (BP 6A to 6D, 14)."""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.rules.battle_plan.state import Country, Forces, Player, State, Suppressed
from tests.rules.battle_plan.games import RULES


def sees(before: State, after: State, viewer: int, code: str) -> bool:
    """Whether the viewer may know all of a space after a turn: BP 6A, 6B, 6D and 14, sharing one step only."""
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


def changed(before: State, state: State, viewer: int, draw: Any) -> State:
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
