"""When a game is over: one occupier left, all who are left allies, or so many turns played (BP 1A, 22D, 23D, 24B)."""

from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.state import State
from pbm.rules.battle_plan.view import living


def over(state: State) -> bool:
    """BP 1A, 20B, 22D, 23D, 24B: whether the game has ended. With one occupier or none it has in every variant
    (BP HR-68).
    """
    if len({country.occupier for country in state.countries.values()} - {0}) <= 1:
        return True
    end = chosen(state.options, "end")
    if end == "turns":
        return state.turn >= int(chosen(state.options, "turns"))
    return end == "allies" and all_allied(state)


def all_allied(state: State) -> bool:
    """BP 22D: whether everybody who is left has declared everybody else who is left an ally."""
    left = remaining(state)
    return all(state.players[p].stance.get(q) == "ally" for p in left for q in left if p != q)


def remaining(state: State) -> tuple[int, ...]:
    """BP 22D, HR-66: who is left: the living who have not dropped out."""
    return tuple(p for p in living(state) if not state.players[p].dropped)
