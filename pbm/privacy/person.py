"""What is known of a player's person: by these words files are searched. They are never printed."""

import re
from pathlib import Path

import msgspec

from pbm.store.folder import Folder

_HEADS = re.compile(rb"(from:|sender:|reply-to:|return-path:|resent-from:|From )", re.IGNORECASE)
_SEALED = re.compile(r"/sealed/[0-9]+/[0-9]+\.js$")
_SHORT = 4  # letters: shorter words stand everywhere


class Person(msgspec.Struct, frozen=True):
    """A player as he was known: his addresses (small letters, his alone), and words by which he is found."""

    number: int
    addresses: frozenset[str]
    words: frozenset[str]

    def stands_in(self, data: bytes) -> bool:
        """Whether a file speaks of him: a name or an address, in whatever case; as plain text or in HTML or JSON."""
        text = data.decode("utf-8", "replace").casefold()
        return any(word in text for word in self.words)

    def sent(self, data: bytes) -> bool:
        """Whether a mail says in its head that it comes from him."""
        head = re.split(rb"\r?\n\r?\n", data[:65_536], maxsplit=1)[0]
        lines = re.sub(rb"\r?\n[ \t]+", b" ", head).splitlines()
        told = " ".join(
            line.decode("latin-1").casefold() for line in lines if _HEADS.match(line) or line[:5] == b"From "
        )
        return any(address in told for address in self.addresses)


def person(folder: Folder, number: int, *, keep_shown: bool = False) -> Person:
    """All that is known of a player of a game, and of who played his seat before; `keep_shown`: but for the name that
    he lets be shown.
    """
    facts = folder.players[number]
    shown = next((seat.name for seat in folder.facts.seats if seat.number == number), "")
    others = {a for n, p in folder.players.items() if n != number for a in p.addresses}
    earlier = {text for text in facts.before if "@" in text}
    own = frozenset((facts.addresses | earlier) - others)
    names = {facts.name, "" if keep_shown else shown, *facts.before} - earlier - ({shown} if keep_shown else set())
    streets = {line.strip() for line in facts.post.splitlines() if re.search("[0-9]", line)}
    words = {word.casefold() for name in names | streets for word in spellings(name) if len(name) >= _SHORT}
    return Person(number, own, frozenset(words) | own)


def spellings(word: str) -> set[str]:
    """A word as text, HTML and JSON have it."""
    html = word.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&#34;").replace("'", "&#39;")
    return {word, html, word.encode("ascii", "backslashreplace").decode().replace("\\x", "\\u00")}


def traces(person: Person, *places: Path) -> list[Path]:
    """The files under these places that still speak of him, by content or by name; links are not followed.

    A sealed bundle is left out: it is ciphertext, in which any short word stands by chance, and is made anew anyway.
    """
    found = []
    for place in places:
        for path in sorted(place.rglob("*")):
            if path.is_symlink() or not path.is_file() or _SEALED.search(path.as_posix()):
                continue
            try:
                speaks = person.stands_in(path.read_bytes())
            except OSError:
                continue
            if speaks or person.stands_in(path.name.encode("utf-8", "surrogateescape")):
                found.append(path)
    return found
