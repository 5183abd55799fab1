"""What becomes of something that came in: which card it is, whether it counts, and what is to be said of it.

The rows are those of security 3.1 to 3.3 and 10.2. Nothing here writes; a Judge is made for one run and
knows what the ledger says and what the run has decided so far.
"""

from collections import Counter
from collections.abc import Callable
from functools import reduce

from msgspec.structs import replace

from pbm.cards.card import ALPHABET, LARGEST, MOST_LINES, Card, check_character, code_matches, make_code, plain_code
from pbm.cards.text import amended, content, plain_card
from pbm.engine import turn
from pbm.intake.received import Reading, reading_of
from pbm.mail.message import Mail
from pbm.orders.form import Parsed
from pbm.store.facts import PlayerFacts
from pbm.store.ledger import MANY, Receipt, Sender, layered
from pbm.store.play import GameTable
from pbm.store.seeds import receipt_code

OVER = "came after the game was over"


def is_readable(card: Card, parsed: Parsed) -> bool:
    """Whether a card says anything that can be carried out: PASS, or an order (10.2, row 52). Faults alone, of whatever
    kind, never displace a card that is in order.
    """
    return card.passes or parsed.count > 0


class Judge:
    """Decides on what came in, one after the other."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.folder = table.folder
        self.number = table.folder.last + 1
        self.state = table.state(table.folder.last)
        self.living = table.system.course.living(self.state)
        self.count: Counter[tuple[int, int]] = Counter()
        self.mails: dict[str, int] = {}
        self.admitted: list[Receipt] = []
        self.cards: dict[int, Card] = {}
        for receipt in self.folder.ledger.receipts:
            self.note(receipt)

    def note(self, receipt: Receipt) -> None:
        """Take a receipt into account."""
        if receipt.sender:
            self.mails.setdefault(receipt.sha256, receipt.number)
            self.count[receipt.player, receipt.turn] += bool(receipt.content)
        if self.folder.ledger.admits(receipt):
            self.admitted.append(receipt)

    def judge(self, receipt: Receipt, reading: Reading, *, closed: bool) -> Receipt:
        """The receipt with its verdict; `closed`: what comes for the next turn is late."""
        card, mail = reading.card, reading.mail
        self.cards[receipt.number] = card
        receipt = replace(
            receipt, player=card.player, turn=card.turn, revision=card.revision, notes=card.notes,
            amends=card.amends, tentative=card.tentative,
        )  # fmt: skip
        if mail:
            receipt = self._addressed(receipt, mail)
            gone = self._no_card(receipt, card, mail)
            if gone:
                return gone
        why = card.problem and f"cannot be read: {card.problem}"
        if why:
            return replace(receipt, why=why)
        receipt = self._identified(receipt, card)
        return receipt if receipt.why else self._weighed(receipt, card, closed)

    def _addressed(self, receipt: Receipt, mail: Mail) -> Receipt:
        """Whose address it came from: it adds trust and proves nothing (security 3.1)."""
        own = self.folder.players.get(receipt.player)
        owners = [n for n, p in sorted(self.folder.players.items()) if p.addresses & set(mail.senders)]
        sender: Sender = "unknown"
        if own and receipt.player in owners:
            sender = "registered"
        elif owners:
            sender = "other"
        notes = [*receipt.notes, *mail.notes]
        player = receipt.player
        if player == 0 and len(owners) == 1:
            player, sender = owners[0], "registered"  # no heading, but we know whom to answer
        elif sender != "registered":
            notes.append("It came from an address that is not on file for this player.")
        if mail.authentic == "fail":
            notes.append("Our mail host says that the sender's address may be forged.")
        return replace(receipt, player=player, sender=sender, notes=tuple(notes), answer=mail.answerable)

    def _no_card(self, receipt: Receipt, card: Card, mail: Mail) -> Receipt | None:
        """What is decided of a mail without looking at its card."""
        if receipt.sha256 in self.mails:
            why = f"duplicates the mail of receipt {self.mails[receipt.sha256]}"
            return replace(receipt, verdict="ignored", why=why, answer=False)
        if mail.fate == "ignored":
            return replace(receipt, verdict="ignored", why=mail.problem, answer=False)
        if mail.fate == "kept":
            return replace(
                receipt, verdict="ignored", why=f"{mail.problem}; it is kept for you to look at", answer=False
            )
        if mail.fate == "refused":
            return replace(receipt, why=mail.problem)
        if card.problem and card.quoted:
            return replace(receipt, verdict="ignored", why="contains a card only in quoted text", answer=False)
        return None

    def _identified(self, receipt: Receipt, card: Card) -> Receipt:
        """Whose card it is, and for which turn; `why` says why it is refused. No code is ever told."""
        player = self.folder.players.get(card.player)
        is_owner = receipt.sender in ("", "registered")  # a file is the moderator's own; an answer goes to the owner
        if card.game != self.folder.game:
            right = player is not None and self._has_code(card.code, player, card.turn, player.epoch)
            meant = f"; did you mean {self.folder.game}?" if right and is_owner else ""
            return replace(receipt, why=f"is for the game {card.game!r}{meant}")
        if self.folder.facts.status != "running":
            return replace(receipt, why=OVER)
        if player is None:
            return replace(receipt, why=f"is from player {card.player}, who is not in the game", answer=False)
        if not card.code:
            return replace(receipt, why="has no code")
        if not self._has_code(card.code, player, card.turn, player.epoch):
            why = self._wrong(card, player, is_owner=is_owner)
            return replace(receipt, wrong_code=True, epoch=player.epoch, why=why)
        if card.turn < self.number:
            return replace(receipt, why=f"is for turn {card.turn}, which is over")
        if card.player not in self.living:
            return replace(receipt, why=f"is from player {card.player}, who is out of the game")
        return replace(receipt, epoch=player.epoch)

    def _has_code(self, code: str, player: PlayerFacts, turn: int, epoch: int) -> bool:
        return code_matches(code, make_code(bytes.fromhex(player.key), self.folder.game, turn, epoch))

    def _wrong(self, card: Card, player: PlayerFacts, *, is_owner: bool) -> str:
        """What can be said of a wrong code without telling the right one. How near it is to that is said to its owner
        alone: who guesses would have the rest of it (security 3.1).
        """
        given = plain_code(card.code)
        near = typo(given, plain_code(make_code(bytes.fromhex(player.key), self.folder.game, card.turn, player.epoch)))
        if near and is_owner:
            return f"has a wrong code: it seems to be mistyped near character {near}"
        for number in range(max(1, self.number - 3), self.number + 1) if is_owner else ():
            if number != card.turn and self._has_code(card.code, player, number, player.epoch):
                if card.turn < self.number == number:
                    return f"says turn {card.turn} in its heading, which is over; its code is right for turn {number}"
                return f"has a wrong code: it is the code of turn {number}"
        for epoch in range(max(1, player.epoch - 5), player.epoch):
            if self._has_code(card.code, player, card.turn, epoch):
                return "has a wrong code: there is a newer one for this seat"
        body, check = given[:-1], given[-1:]
        if len(given) == 11 and all(sign in ALPHABET for sign in body):
            if check_character(body) != check:
                return "has a wrong code: its check character does not fit, so it seems to be mistyped"
        elif given:
            return "has a wrong code: it is not of the form 7G2KQ-X4M9V-T"
        return "has a wrong code"

    def _weighed(self, receipt: Receipt, card: Card, closed: bool) -> Receipt:
        """Whether a card that is its sender's counts."""
        if card.is_aside:
            return replace(receipt, verdict="filed")
        same = content(card)
        receipt = replace(receipt, content=same)
        earlier = [r for r in self.admitted if (r.player, r.turn) == (receipt.player, receipt.turn)]
        whole = self._amended(card, earlier) if card.amends else card
        parsed = self.read(whole)
        own = self.read(card) if card.amends else parsed
        emptied = card.amends and not own.faults and any(line.text.strip() for line in card.lines)
        if not is_readable(card, own) and not emptied:
            return replace(receipt, why=_no_order(own))
        plain = plain_card(whole)
        if len(whole.lines) > MOST_LINES or len(plain) > LARGEST:  # as the archive keeps it, it is read no more
            beside = "is, together with the card that it amends," if card.amends else "is"
            return replace(receipt, why=f"{beside} longer than a card may be ({MOST_LINES} lines, {LARGEST} bytes)")
        receipt = replace(
            receipt, verdict="accepted", orders=parsed.count, faults=len(parsed.faults),
            code=receipt_code(self.folder.seed, self.folder.game, receipt.turn, receipt.player, plain),
        )  # fmt: skip
        again = next((r for r in earlier if r.content == same and not r.again), None)
        if again and not card.amends:
            return self._again(receipt, again, earlier)
        if receipt.sender and self.count[receipt.player, receipt.turn] >= MANY:
            is_first = self.count[receipt.player, receipt.turn] == MANY
            told = (
                f"More than {MANY} mails with a card came for turn {receipt.turn}; those after this one get no receipt."
            )
            notes = (*receipt.notes, told) if is_first else receipt.notes
            receipt = replace(receipt, notes=notes, answer=receipt.answer and is_first)
        if card.turn == self.number and closed:
            return replace(receipt, verdict="late", why="came after the deadline")
        return self._told(receipt, earlier)

    def _amended(self, card: Card, earlier: list[Receipt]) -> Card:
        layers = layered(earlier).get(card.player, ())
        if not layers:
            return replace(card, amends=False)
        return amended(effective(layers, self._card_of), card)

    def _card_of(self, receipt: Receipt) -> Card:
        """A card that came in this run, or before it."""
        if receipt.number not in self.cards:
            self.cards[receipt.number] = reading_of(self.folder, receipt.kept).card
        return self.cards[receipt.number]

    def _again(self, receipt: Receipt, again: Receipt, earlier: list[Receipt]) -> Receipt:
        """The same card once more: it stands, or it was replaced and does not come back by itself."""
        stands = [r.number for r in layered([r for r in earlier if not r.again]).get(receipt.player, ())]
        if stands == [again.number]:
            note = f"It is the same card as that of receipt {again.number}; nothing changed."
        else:
            note = (
                f"It is word for word the card of receipt {again.number}, which a later one has replaced; "
                "the later one counts. To go back to this card, send it with a higher REV."
            )
        return replace(receipt, again=again.number, code=again.code, notes=(*receipt.notes, note))

    def _told(self, receipt: Receipt, earlier: list[Receipt]) -> Receipt:
        """An accepted card, with what is to be said of how it stands to earlier ones."""
        notes = list(receipt.notes)
        rivals = [r for r in earlier if not r.again]
        layers = layered([*rivals, receipt]).get(receipt.player, ())
        if receipt not in layers:
            stands = layers[-1]
            is_later = stands.moment > receipt.moment and not 0 < receipt.revision < stands.revision
            why = "is for a card received later" if is_later else f"has REV {stands.revision}"
            notes.append(f"Receipt {stands.number} {why} and counts.")
        elif receipt.revision and any(r.revision == receipt.revision for r in rivals):
            other = next(r for r in reversed(rivals) if r.revision == receipt.revision)
            notes.append(f"Receipt {other.number} has REV {other.revision} too; the one received last counts.")
        if receipt.amends and len(layers) == 1:
            notes.append("There was no card to amend, so it counts as a full card.")
        if receipt.turn > self.number:
            notes.append(f"It is kept for turn {receipt.turn}.")
        return replace(receipt, notes=tuple(notes))

    def read(self, card: Card) -> Parsed:
        """The orders of a card as the position is now."""
        return turn.check(self.table.system, self.table.rules, self.state, card.player, card.lines)


def _no_order(parsed: Parsed) -> str:
    """Why a card with nothing to carry out is refused."""
    if any(fault.kind != "invalid" for fault in parsed.faults):
        return "has no order that is allowed, and no PASS"
    return "has no readable order, and no PASS"


def typo(given: str, code: str) -> int:
    """Near which character, from 1, a code of the right length was mistyped once: another sign there, or swapped
    with the next; 0 if it is not as near as that.
    """
    if len(given) != len(code):
        return 0
    differ = [k for k in range(len(code)) if given[k] != code[k]]
    if len(differ) == 1:
        return differ[0] + 1
    if len(differ) == 2 and differ[1] == differ[0] + 1:
        a, b = differ
        if given[a] == code[b] and given[b] == code[a]:
            return a + 1
    return 0


def effective(layers: tuple[Receipt, ...], card_of: Callable[[Receipt], Card]) -> Card:
    """The card that counts: a whole one with what amends it."""
    return reduce(amended, map(card_of, layers[1:]), card_of(layers[0]))
