"""What one viewer may know of a position (spec 16): built up from nothing, never stripped down."""

from typing import Literal

import msgspec

from pbm.rules.battle_plan.state import Country, Player, Sea


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a viewer may know after a turn; viewer 0 is the public. A view has no history.

    me: his own record (None for the public). countries: those he sees in full, with his own spies only
    and with the standing orders that he gave himself. owners: the occupier of every country, 0 for a
    minor. popularity: his own index in the minors that he does not see. seas: those he sees.
    enemies: everybody's public enemy lists. allied_by: who declared him an ally. shared_by: who shares
    what with him. living: the players who may still give orders. seats: home country by player.
    """

    viewer: int
    turn: int
    options: dict[str, str]
    me: Player | None
    countries: dict[str, Country]
    owners: dict[str, int]
    popularity: dict[str, int]
    seas: dict[str, Sea]
    enemies: dict[int, tuple[int, ...]]
    allied_by: tuple[int, ...]
    shared_by: dict[int, Literal["F", "H"]]
    living: tuple[int, ...]
