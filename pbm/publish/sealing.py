"""Sealed printouts for the site: one bundle a player and turn, and nothing of it that is not sealed.

What a bundle holds is made here and sealed here; the site gets locks and ciphertext. All bundles of a
turn have one length, so that none tells how much its player knows. A turn whose files stand as they were
sealed is not made again: each file bears a stamp, drawn under the player's own key, of all that went into any bundle of
the turn, and a sum by which we see that the rest of it is whole.
"""

import hashlib
import hmac
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from zlib_ng import zlib_ng

from pbm import __version__
from pbm.core.deflate import SMALL, pack
from pbm.core.printout import Printout
from pbm.core.textprint import render
from pbm.errors import PbmError
from pbm.publish.comments import comments
from pbm.publish.composer import every_card, next_card
from pbm.publish.league import addressee, corrections_digest, due_words, load, players, printouts, shown_name
from pbm.publish.press import pieces_of
from pbm.seal import cipher
from pbm.seal.ring import Epoch, Ring, locks, open_keys
from pbm.site.pages import Sealed, SealedTurn, sealed_path
from pbm.site.render import Renderer
from pbm.site.views import spoken
from pbm.store.keyring import keys_path, read_ring
from pbm.store.play import GameTable

PAGE = "printout"
_HEAD = re.compile(
    rb'pbmSealed\(\{"epoch":([0-9]{1,9}),"stamp":"([0-9a-f]{32})","turn":[0-9]+,"sum":"([0-9a-f]{8})","sealed":"'
)
_END = b'"});\n'


def sealed_printouts(table: GameTable, renderer: Renderer, site: Path, mail: str = "") -> Sealed | None:
    """What the site shows of a game's sealed printouts; None where the game has no keys.

    The same whether the game runs, is over or is revealed: the pages are never changed by that. PbmError where the
    site has sealed pages and the keys are gone: they would go without a word.
    """
    folder = table.folder
    ring = read_ring(folder)
    if ring is None:
        lost = site / "games" / folder.game / "sealed"
        if lost.is_dir():
            new = f"without one `pbm keys {folder.game} --letter` makes new words for everybody"
            copy = "from a copy" if folder.facts.status == "revealed" else f"from a copy; {new}"
            raise PbmError(
                f"{keys_path(folder)}: is missing, but the site has pages that were sealed with its keys. Put it back "
                f"{copy}. If nothing is to be sealed any more, remove {lost}."
            )
        return None
    sealer = _Sealer(table, ring, renderer, site)
    revealed = folder.facts.status == "revealed"
    last = folder.last
    return Sealed(
        locks={player: locks(ring, player, epoch) for player, epoch in sealer.in_force.items()},
        date=folder.record(last).date,
        due=sealer.due(last),
        turns=sealer.turns,
        keys=open_keys(ring, sealer.in_force) if revealed else None,
        mail="" if revealed else mail,
    )


class _Sealer:
    """Seals the turns of one game."""

    def __init__(self, table: GameTable, ring: Ring, renderer: Renderer, site: Path) -> None:
        self.table, self.ring, self.renderer, self.site = table, ring, renderer, site
        self.folder = table.folder
        self.last = self.folder.last
        self.in_force = {n: p.epoch for n, p in sorted(self.folder.players.items())}
        facts = replace(
            self.folder.facts, status="finished", deadline="", resolve="deadline", paused=False, schedule=None
        )
        parts = [cipher.FORMAT, __version__, table.system.title, msgspec.json.encode(facts).decode()]
        parts += [renderer.file(name) for name in ("printout.html", "glyphs.svg")]
        self.inputs_digest = "\0".join(parts).encode()

    def turns(self) -> Iterator[SealedTurn]:
        """Every turn, oldest first."""
        renewed = {
            min(epoch.since, self.last) for player in self.in_force for epoch in self.ring.players.get(player, ())
        }
        epochs: dict[int, Epoch] = {}
        told: dict[int, int] = {}
        for number in range(self.last + 1):
            if not number or number in renewed:
                epochs = {player: self.epoch(player, number) for player in self.in_force}
                told = {player: epoch.epoch for player, epoch in epochs.items()}
            chain = self.chain(number) + repr(pieces_of(self.table, number))
            inputs_digest = hashlib.sha256(f"{self.known}\0{self.due(number)}\0{chain}\0{told}".encode()).hexdigest()
            yield SealedTurn(number, told, partial(self.files, number, epochs), inputs_digest)

    @cached_property
    def known(self) -> str:
        """A digest of what goes into the bundles of every turn, and of the keys."""
        return hashlib.sha256(self.inputs_digest + msgspec.json.encode(self.ring)).hexdigest()

    def files(self, number: int, epochs: Mapping[int, Epoch]) -> Iterable[tuple[int, bytes]]:
        """A turn's bundles as files; nothing is made of what stands already."""
        stamps = self.stamps(number, epochs)
        files = self.standing(number, epochs, stamps)
        if files is not None:
            return files.items()
        position = load(self.table, number, with_cards=True)
        made = printouts(self.table, position, players(self.table, position), self.due(number))
        return self.seal(number, made, epochs, stamps)

    def chain(self, number: int) -> str:
        """The digest that binds a turn and all before it, others of what was corrected and said of it since."""
        said = "\0".join(comments(self.folder).get(number, ()))
        digest = hashlib.sha256(said.encode()).hexdigest() if said else ""
        return self.folder.outline(number).chain + corrections_digest(self.folder, number).hex() + digest

    def epoch(self, player: int, number: int) -> Epoch:
        """The epoch whose key seals a turn."""
        found = self.ring.at(player, self.in_force[player], number, self.last)
        if found is None or self.ring.epoch(player, self.in_force[player]) is None:
            raise PbmError(
                f"{self.folder.game}: player {player} has no key for epoch {self.in_force[player]} yet; "
                f"`pbm keys {self.folder.game}` makes it."
            )
        return found

    def due(self, number: int) -> str:
        """When the cards after a turn are due; told in the same way when the game is over or revealed."""
        return "" if number == self.last and self.is_over else due_words(self.table, number, always=True)

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.table.system.course.over(self.table.state(self.last))

    def stamps(self, number: int, epochs: Mapping[int, Epoch]) -> dict[int, str]:
        """By player what all that goes into the bundles of the turn comes to; it tells nothing to who has not the key.

        It is drawn from what any player is told, and the nonces from it: a letter to one, a secret correction, a new
        key change all bundles of the turn, so that two builds of the site do not tell whom it concerned. It is drawn
        under the seed first, lest a player tests with his key a guess of what others were told.
        """
        pieces, known = pieces_of(self.table, number), {player: epoch.epoch for player, epoch in epochs.items()}
        every = self.inputs_digest + f"\0{self.due(number)}\0{self.chain(number)}\0{pieces}\0{known}".encode()
        drawn = cipher.derive(self.folder.seed, cipher.label("turn", self.folder.game, 0, number))
        shared = hmac.digest(drawn, every, "sha256")
        stamps = {}
        for player, epoch in epochs.items():
            key = cipher.derive(epoch.key, cipher.label("stamp", self.folder.game, player, number))
            stamps[player] = hmac.digest(key, shared, "sha256").hex()[:32]
        return stamps

    def standing(self, number: int, epochs: Mapping[int, Epoch], stamps: Mapping[int, str]) -> dict[int, bytes] | None:
        """The turn's files, if all stand as they should, without their bytes: stamped so, and whole by their sums."""
        files = {}
        for player, stamp in stamps.items():
            path = f"{self.site}/{sealed_path(self.folder.game, player, number)}"  # a Path for each would stay for ever
            try:
                with open(path, "rb") as file:
                    data = file.read()
            except OSError:
                return None
            found = _HEAD.match(data)
            if not found or int(found[1]) != epochs[player].epoch or not hmac.compare_digest(found[2], stamp.encode()):
                return None
            if data[-len(_END) :] != _END or found[3] != _sum(memoryview(data)[found.end() : -len(_END)]):
                return None  # harmed behind its stamp
            files[player] = b""
        return files

    def seal(
        self, number: int, made: Mapping[int, Printout], epochs: Mapping[int, Epoch], stamps: Mapping[int, str]
    ) -> Iterator[tuple[int, bytes]]:
        """The bundles of a turn as files, all of one length; one after the other, for together they are large."""
        packed = {
            player: pack(self.bundle(number, player, made.get(player), epoch.epoch), SMALL)
            for player, epoch in epochs.items()
        }
        del made  # as much again, and needed no more
        size = cipher.common_size(max(map(len, packed.values())))
        for player, epoch in epochs.items():
            padded = cipher.pad(packed.pop(player), size)
            beside = stamps[player].encode()
            sealed = cipher.seal_page(epoch.key, self.folder.game, player, number, PAGE, padded, beside)
            text = b64encode(sealed)
            head = f'pbmSealed({{"epoch":{epoch.epoch},"stamp":"{stamps[player]}","turn":{number},"sum":"'
            yield player, b"".join((head.encode(), _sum(text), b'","sealed":"', text, _END))

    @cached_property
    def every_card(self) -> bytes:
        """What the order sheets of all bundles have in them, as the inside of a JSON object."""
        return msgspec.json.encode(every_card(self.table.rules.orders, has_press=not self.table.rules.nameless))[1:-1]

    def bundle(self, number: int, player: int, printout: Printout | None, epoch: int) -> bytes:
        """What a player is sent for a turn, as JSON: the page's inside, and the data that its scripts work from.

        The code in it is of the epoch that seals it: who was replaced must not read his successor's in an old turn.
        Who gets no printout any more gets a bundle all the same, so that the files tell nothing.
        """
        words: dict[str, Any] = {"game": self.folder.game, "turn": number, "player": player}
        if printout is not None:
            to = addressee(self.table, player, number, epoch)
            name = shown_name(self.table, player)  # reveal opens what is sealed: no name that is not public
            to = replace(to, name=name, due=self.due(number))
            edition = f"{self.table.system.title}, {spoken(self.table.rules.variant)}"
            main, foot = self.renderer.inside(printout, render(printout), to, edition)
            words |= {"html": main, "foot": foot}
            if printout.kit is not None:
                card = msgspec.json.encode(next_card(printout, name=name, code=to.code, due=to.due))
                words["sheet"] = msgspec.Raw(card[:-1] + b"," + self.every_card + b"}")
        return msgspec.json.encode(words)


def _sum(text: "bytes | memoryview") -> bytes:
    """CRC-32 of what is sealed: against accidents. Against people there is the seal."""
    return b"%08x" % zlib_ng.crc32(text)
