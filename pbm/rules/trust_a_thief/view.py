"""What one viewer may know of a position (TT 5.7, 7.1, 7.2): built up from nothing, never stripped down."""

import msgspec

from pbm.engine.system import Rules
from pbm.rules.trust_a_thief.state import Fleet, Nation, Province, State


class View(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """All that a viewer may know after a turn; viewer 0 is the public. A view has no history.

    Public (TT 7.1) are owners, structures, armies, fleets and their cargo, every nation's gold and tax, who is still
    alive, who may win by his share of the provinces (`leader`) and whether the game has ended. Private is nothing
    but the standing orders: `nations` holds the viewer's own and nobody else's. What became of caravans (TT 5.7) and
    of an account (TT 7.2) is told by the turn's events to the one concerned.
    """

    viewer: int
    turn: int
    options: dict[str, str]
    nations: dict[int, Nation]
    provinces: dict[str, Province]
    fleets: dict[int, dict[int, Fleet]]
    leader: int = 0
    ended: bool = False

    @property
    def me(self) -> Nation | None:
        """The viewer's own nation; None for the public."""
        return self.nations.get(self.viewer)


def view(state: State, viewer: int, rules: Rules) -> View:
    """TT 7.1, 7.2: what the viewer may know of the state; viewer 0 is the public."""
    return View(
        viewer=viewer,
        turn=state.turn,
        options=state.options,
        nations={
            p: Nation(n.gold, n.tax, n.alive, n.standing if p == viewer else {}, n.debts)
            for p, n in state.nations.items()
        },
        provinces=state.provinces,
        fleets=state.fleets,
        leader=state.leader,
        ended=state.ended,
    )


def living(state: State) -> tuple[int, ...]:
    """TT 7.3: the nations that are not out."""
    return tuple(p for p, nation in state.nations.items() if nation.alive)


def over(state: State) -> bool:
    """TT 7.3: whether the game has ended by rule, or one nation or none is left."""
    return state.ended or len(living(state)) <= 1
