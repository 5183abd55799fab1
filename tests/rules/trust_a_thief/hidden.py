"""What a player of Trust a Thief may not know, written down from the rules and not from `view` (TT 5.7, 7.1, 7.2).

The position is public: owners, structures, armies, fleets with their cargo, gold and tax (TT 7.1). Hidden are the
orders: in a position those that stand on file. What hides in a turn (whose caravans went where, who stole) is never
part of a position; test_secrecy.py of this system holds who learns of it.
"""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.rules.trust_a_thief.state import State

FILED = ("2S1", "1SA", "3K2", "1G1", "2T", "0SA")


def changed(before: State, state: State, viewer: int, draw: Any) -> State:
    """The state with everybody else's standing orders changed."""
    slots = st.dictionaries(st.integers(1, 5), st.sampled_from(FILED), max_size=3)
    nations = {
        p: nation if p == viewer or not nation.alive else replace(nation, standing=dict(sorted(draw(slots).items())))
        for p, nation in state.nations.items()
    }
    return replace(state, nations=nations)
