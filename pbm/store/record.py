"""record.json: how a turn was resolved."""

import msgspec
from msgspec import UNSET, UnsetType

from pbm.store.ledger import Correction
from pbm.store.seeds import Digests


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """record.json: when and by which rules a turn was resolved, and the digests that fix it for ever.

    deadline: the one it was resolved under. cards: the file of each player's card. rolls: labels rolled.
    receipts: the codes of the cards that counted, with dummies, sorted. corrections: of the position that
    the turn began with. Archives from before there were such things lack these two.
    """

    turn: int
    date: str
    version: str
    deadline: str
    cards: dict[int, str]
    rolls: int
    digests: Digests = Digests()
    receipts: tuple[str, ...] | UnsetType = UNSET
    corrections: tuple[Correction, ...] | UnsetType = UNSET


class Outline(msgspec.Struct, frozen=True):
    """What the site asks of the records of all turns: SHA-256 of the record's bytes; when, under which deadline, what
    binds the turn and all before it, what was corrected of the position that it began with.
    """

    sha256: bytes
    date: str
    deadline: str
    chain: str
    corrections: tuple[Correction, ...] = ()


def outlined(data: bytes, record: Record) -> Outline:
    """What is kept of a record, which was read from these bytes, when others are read."""
    import hashlib  # loads a large library, which who only looks at a game can spare

    digest = hashlib.sha256(data).digest()
    return Outline(digest, record.date, record.deadline, record.digests.chain, record.corrections or ())
