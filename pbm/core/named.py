"""Tables of a state by the names of what is in them, as a rule system declares them for its worked cases."""

import msgspec

NOTHING = "nothing"
"""In a worked case, what stands for an entry of a table that is not there."""


class Named(msgspec.Struct, frozen=True):
    """A table of a state that holds all there is of a kind by name, so that another name is a slip.

    owner: the key that says whose a thing is, and nobody what an owner of 0 is called; empty: what a place has that
    has nothing. numbered: the table is by player, and each has things by number; there may be others. silent: keys
    that group others and say nothing themselves.
    """

    table: str
    owner: str = ""
    nobody: str = "nobody"
    empty: str = "nothing"
    numbered: bool = False
    silent: tuple[str, ...] = ()
