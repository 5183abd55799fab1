"""What lies in an archive file: a folder named after the game, and in it nothing but what is listed here.

Whoever reads one got it from somebody. So nothing in it is believed: every name is held against this list, and numbers
and sizes are bounded before anything is written.
"""

import re
from pathlib import Path

import msgspec

FORMAT = 1
ENDING = ".pbm.zip"
MANIFEST = "archive.json"
LARGEST_FILE = 64 << 20
LARGEST = 512 << 20  # of all files together, inflated
LARGEST_ZIP = 256 << 20
MOST_FILES = 50_000

TURN_FILES = ("state.json", "events.json", "record.json")
PIECES = ("news", "press", "messages")
"""The moderator's news, press for all, and what came with cards or was for some players alone."""

GAME_KEYS = ("id", "title", "system", "variant", "status", "resolve", "nmr", "edition", "seed_commitment")
SEAT_KEYS = ("number", "home", "country", "name", "hue")
"""The keys of game.toml that an archive file has; the tables are the seats and the options."""

_TURN = r"turns/[0-9]{3}/(?:(?:state|events|record|dice)\.json|cards/[1-9][0-9]{0,3}\.txt)"
_OWN = r"variant/(?:variant\.toml|map\.json|geometry\.json)|option-[a-z][a-z0-9_-]{0,39}\.txt"
_PIECE = r"(?:news|press|messages)/[0-9]{4,6}\.md"
_HEAD = r"README\.txt|LICENSE\.txt|check\.py|game\.toml|seed|corrections\.json|archive\.json"
_NAME = re.compile(rf"{_HEAD}|{_OWN}|{_PIECE}|{_TURN}", re.ASCII)


class FileSum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of an archive file: its length in bytes, and its SHA-256 in hexadecimal digits."""

    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """archive.json: what the game is, what its proof must end in, and every other file by name.

    pbm: the version that packed it. edition: of the rules. turns: the number of the last one. seed_sha256: the
    fingerprint of the seed. chain: the chain digest of the last turn.
    """

    format: int
    game: str
    pbm: str
    system: str
    variant: str
    edition: int
    turns: int
    seed_sha256: str
    chain: str
    files: dict[str, FileSum]


class FormatOf(msgspec.Struct, frozen=True):
    """The one thing that is read of an archive.json before the rest."""

    format: int


def may_contain(name: str) -> bool:
    """Whether an archive file may have a file of this name, without the game's folder in front."""
    return _NAME.fullmatch(name) is not None


def archive_name(game: str) -> str:
    """EU-1.pbm.zip"""
    return f"{game}{ENDING}"


def archive_path(root: Path, game: str) -> Path:
    """Where `pbm reveal` writes the archive file of a game."""
    return root / "output" / archive_name(game)
