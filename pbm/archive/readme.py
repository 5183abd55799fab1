"""The words in an archive file that explain it to somebody who has neither pbm nor its manual."""

import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from itertools import groupby
from textwrap import fill

from pbm.core.shipped import shipped
from pbm.errors import PbmError

WIDTH = 100
_PROGRAM = re.compile(r"\n    import hashlib.*?\n(?=\S)", re.DOTALL)
_TABLE = re.compile(r"\n\| what \| how it is made \|\n\|---\|---\|\n((?:\|.*\n)+)")

_FILES = (
    ("README.txt", "this text"),
    ("LICENSE.txt", "the licence of the program pbm, which made this file"),
    ("archive.json", "what the game is, how its proof ends, and the SHA-256 of every other file"),
    ("check.py", "a program that checks the digests with Python alone"),
    ("game.toml", "what everybody knows of the game: title, rules, variant, options, seats"),
    ("seed", "the secret of all dice, 32 bytes in hexadecimal digits; it was published when the game was over"),
    ("turns/", "a folder for each turn, 000 is the start; what is in each is told below"),
    ("corrections.json", "the moderator's corrections of the position after the last turn"),
    ("variant/", "the moderator's own variant: map and numbers"),
    ("option-*.txt", "a file that the moderator gave with an option, such as a map"),
    ("news/", "the moderator's news of the turns"),
    ("press/", "what the players wrote for everybody"),
    ("messages/", "press that came with cards, and what some players alone read while the game ran"),
)
_PARTS = (
    ("state.json", "the position after the turn"),
    ("events.json", "what happened in it, and who saw that"),
    ("dice.json", "what was rolled: by label the face and how many sides there were"),
    ("cards/3.txt", "the card of player 3 as it was read, without name and code"),
    ("record.json", "when and by which pbm the turn was resolved, and its digests"),
)
_BYTES = (
    "Text is UTF-8. The seed is used as bytes, not as the digits in which it is written; files are used as they are, "
    "byte by byte. HMAC is that of RFC 2104 with SHA-256. For `game` write {game}."
)


def by_hand() -> bytes:
    """The program of the page on fairness, which checks the digests with Python alone. PbmError where the page is not
    the one that came with pbm.
    """
    lines = _found(_PROGRAM, "program that checks a game")[0].strip("\n").splitlines()
    return "\n".join([*(line.removeprefix("    ") for line in lines), ""]).encode()


def _found(pattern: re.Pattern[str], what: str) -> re.Match[str]:
    """A part of the page on fairness that came with pbm, so that it is written once."""
    page = shipped("about", "content/about") / "fairness.md"
    found = pattern.search(page.read_text("utf-8"))
    if found is None:
        raise PbmError(f"{page}: the {what} by hand is missing; install pbm again.")
    return found


def _digests() -> str:
    """How each digest is made: the table of that page, a paragraph for each row."""
    rows = [line.strip("| ").split(" | ") for line in _found(_TABLE, "table of what is computed")[1].splitlines()]
    return "\n".join(
        fill(f"{what}: {how}".replace("`", ""), WIDTH, initial_indent="  ", subsequent_indent="    ")
        for what, how in rows
    )


def licence() -> bytes:
    """The licence of pbm, and what it is not about."""
    text = (shipped("licence", ".") / "LICENSE").read_text("utf-8")
    said = (
        "This is the licence of the program pbm, which made this archive file; check.py and the explanations in "
        "README.txt come under it. It says nothing of what the players and the moderator wrote: cards, press, news and "
        "a variant of the moderator's own are theirs."
    )
    return f"{fill(said, WIDTH)}\n\n{text.strip()}\n".encode()


def readme(
    facts: Mapping[str, str], versions: Iterable[tuple[int, str]], files: Iterable[str], chain: str, fingerprint: str
) -> bytes:
    """The text. facts: game, title, system and variant in words; versions: each turn with the pbm that resolved it;
    files: the names of all files, those of the turns as one.
    """
    game, title, there = facts["game"], " ".join(facts["title"].split()), [*files]
    last, ranges = 0, []
    for version, group in groupby(versions, key=lambda it: it[1]):
        numbers = [number for number, _ in group]
        last = numbers[-1]
        turns = f"turn {last}" if len(numbers) == 1 else f"turns {numbers[0]} to {last}"
        ranges.append(f"{turns} with pbm {version}")
    listed = [(name, what) for name, what in _FILES if any(fnmatchcase(it, f"{name}*") for it in there)]
    paragraphs = [
        fill(
            f"This is the archive file of a game that was played by mail: {game}, {title}. It was a game of "
            f"{facts['system']}, {facts['variant']}, with {last} turns. Everything is here that is needed to prove how "
            "it was played: the seed of the dice, the players' cards, and every position.",
            WIDTH,
        ),
        fill(
            "There is nothing about private persons in it: no addresses, no keys or codes, no mails, and no names but "
            "those that the players let be shown.",
            WIDTH,
        ),
        "Files\n-----\n\n" + _table(listed) + "\n\nIn the folder of a turn:\n\n" + _table(_PARTS),
        "How to check it\n---------------\n\n"
        + fill(
            "An archive file proves only that it fits itself. So compare two lines with those that the game's site "
            "shows, or that you wrote down while the game ran:",
            WIDTH,
        )
        + f"\n\n  fingerprint of the seed   {fingerprint}\n  end of the chain          {chain}",
        "With pbm, the program that made this file:\n\n"
        f"  pbm verify {game}.pbm.zip   plays every turn again and compares\n"
        f"  pbm read {game}.pbm.zip     makes its pages again, to be read in a browser",
        fill(f"Resolved were {'; '.join(ranges)}. A later pbm plays them by the same rules.", WIDTH),
        "With Python alone. Unpack the file and do not rename the folder in it; in the folder around it, type:"
        f"\n\n  python3 {game}/check.py {game}",
        "By hand\n-------\n\n" + fill(_BYTES.format(game=game), WIDTH) + "\n\n" + _digests(),
    ]
    return ("\n\n".join([f"{game}: {title}", *paragraphs]) + "\n").encode()


def _table(rows: Iterable[tuple[str, str]]) -> str:
    listed = [*rows]
    width = max(len(name) for name, _ in listed) + 2
    return "\n".join(f"  {name:<{width}}{what}" for name, what in listed)
