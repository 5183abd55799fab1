"""Receipts: what a player is told of a card that came by mail (security 3.3).

A receipt is made from the ledger as it stood when the card came, and from the position that the card was read
against. So it says the same whenever it is made. It quotes nothing of a mail but its heading lines and faulty orders,
and no code ever.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pbm.cards.card import Card, check_character, plain_code
from pbm.core.english import count
from pbm.core.printout import Fault, Kit, KitPlace
from pbm.core.textprint import shown, wrapped
from pbm.engine import turn
from pbm.errors import PbmError
from pbm.intake.judge import OVER, effective
from pbm.intake.received import reading_of
from pbm.mail.message import Mail
from pbm.orders.blank import blank
from pbm.orders.describe import Speaker
from pbm.orders.faults import shown as form
from pbm.orders.form import OrderLine, unordered
from pbm.orders.order import Order, Parsed
from pbm.orders.table import OrderForm
from pbm.publish.league import due_words
from pbm.publish.time_words import time_words
from pbm.store.facts import read_time
from pbm.store.ledger import Ledger, Receipt, StandIn
from pbm.store.play import GameTable

A_DAY = 5  # receipts that a player is sent on one day, as the ledger dates them (security 3.3)
MOST_FAULTS = 40  # faults that a receipt lists
_CODE = re.compile(r"(?<![0-9A-Za-z])[0-9A-Za-z]{5}[ \t-]?[0-9A-Za-z]{5}[ \t-]?[0-9A-Za-z](?![0-9A-Za-z])")
_FORM = re.compile(r"XXX|[A-Z][npkmq](?![a-z])|(?<![a-z])[npkmq][A-Z]")  # as MTnXXX, pDn, TSn in a fault
_INDENT = "     "


class Answer(msgspec.Struct, frozen=True):
    """A receipt to be sent: to which player, the subject, the text, and the Message-Id that it answers."""

    player: int
    subject: str
    text: str
    answers: str = ""


class Silence(msgspec.Struct, frozen=True):
    """No receipt is sent, and why."""

    why: str


def write_answer(table: GameTable, receipt: Receipt, *, limited: bool = True) -> Answer | Silence:
    """The answer to what came in, or why there is none; limited: no more than five a day and player, and as many
    for mails without a good code.
    """
    mail = reading_of(table.folder, receipt.kept).mail or Mail("read")
    player = addressee_of(table, receipt, mail)
    if player and _has_changed_hands(table, receipt):
        return Silence(f"the seat of player {player} has changed hands since it came")
    if not player:
        return Silence("it came from an address that is not on file, and without a valid code")
    if not table.folder.players[player].address:
        return Silence(f"no address of player {player} is on file")
    if limited and _is_one_too_many(table, receipt, player):
        return Silence(f"player {player} had {A_DAY} receipts on that day")
    subject = f"{table.folder.game} T-{receipt.turn or turn_then(table, receipt) + 1} [{player}] receipt"
    text = "\n".join(shown(line) for line in _lines(table, receipt, mail, player)) + "\n"
    return Answer(player, f"{subject} {receipt.number}: {_word(table, receipt)}", text, mail.message_id)


def addressee_of(table: GameTable, receipt: Receipt, mail: Mail) -> int:
    """Who gets the answer; 0 is nobody.

    A good code proves whose card it is: the answer goes to his own address, wherever the card came from. Without
    one only the owner of the sender's address is answered, for a heading may name anybody.
    """
    players = table.folder.players
    if _has_good_code(receipt):
        return receipt.player if receipt.player in players else 0
    owners = [number for number, player in sorted(players.items()) if player.addresses & set(mail.senders)]
    if receipt.player in owners:
        return receipt.player
    return owners[0] if owners else 0


def _has_good_code(receipt: Receipt) -> bool:
    return receipt.verdict in ("accepted", "late") or bool(receipt.epoch and not receipt.wrong_code)


def _has_changed_hands(table: GameTable, receipt: Receipt) -> bool:
    """Whether the writer of a card with a good code has given his seat to somebody else, who has not asked for this."""
    if not _has_good_code(receipt):
        return False
    facts = table.folder.ledger.facts
    return any(isinstance(it, StandIn) and it.player == receipt.player and it.epoch > receipt.epoch for it in facts)


def _is_one_too_many(table: GameTable, receipt: Receipt, player: int) -> bool:
    """Whether this player had his receipts of the day before this one. Those for mails without a good code count apart:
    anybody can forge a sender, and would take from him the receipts for his own cards.
    """
    count, is_good = 0, _has_good_code(receipt)
    for other in table.folder.ledger.receipts:
        if other.number >= receipt.number or count >= A_DAY:
            break
        if other.answer and other.time[:10] == receipt.time[:10] and _has_good_code(other) == is_good:
            count += _addressee_by_number(table, other) == player
    return count >= A_DAY


def _addressee_by_number(table: GameTable, receipt: Receipt) -> int:
    """Who gets the answer to a receipt; where its file is gone (a player's data was forgotten), as it says itself."""
    try:
        mail = reading_of(table.folder, receipt.kept).mail
    except PbmError:
        return receipt.player
    return addressee_of(table, receipt, mail or Mail("read"))


def turn_then(table: GameTable, receipt: Receipt) -> int:
    """The turn last resolved when the card was taken in."""
    folder = table.folder
    turns = (n for n in range(folder.last, 0, -1) if folder.outline(n).date <= receipt.time)
    return next(turns, 0)


def _word(table: GameTable, receipt: Receipt) -> str:
    """What became of it, for the subject."""
    if receipt.verdict != "accepted":
        return receipt.verdict
    if receipt.again:
        return "the same card again"
    layers = _ledger_then(table.folder.ledger, receipt).layers(receipt.turn).get(receipt.player)
    if layers and layers[-1].number != receipt.number:
        return "another one counts"
    return "accepted, in part" if receipt.faults else "accepted"


def _lines(table: GameTable, receipt: Receipt, mail: Mail, player: int) -> list[str]:
    """The text of a receipt, line by line."""
    folder, own = table.folder, receipt.player == player
    prefix = _ledger_then(folder.ledger, receipt)
    told = turn_then(table, receipt)
    number = receipt.turn if own and receipt.turn else told + 1
    found = _card_on_file(table, prefix, number, player)
    on_file, card = found if found else (None, None)
    seat = next(seat for seat in folder.facts.seats if seat.number == player)
    name = folder.players[player].name or seat.name or seat.country
    title = "" if folder.facts.title == folder.game else f"  {folder.facts.title}"
    lines = [f"{folder.game}{title}", f"[{player}] {name}".rstrip(), ""]
    lines += _verdict(receipt, on_file)
    lines += ["", *_mail_lines(receipt, mail)]
    for sentence in receipt.filed:
        lines += wrapped(f"Filed: {sentence}", _INDENT)
    for note in receipt.notes:
        lines += wrapped(f"Note: {_hidden(note)}", _INDENT)
    if receipt.verdict != "refused" or on_file:
        parsed = None
        if number - 1 <= told:
            state = table.state(number - 1)
            parsed = turn.check(table.system, table.rules, state, player, card.lines if card else None)
            kit = table.system.kit(table.system.view(state, player, table.rules), table.rules)
            if card:
                lines += ["", *_on_file(table, number, on_file, card.passes, parsed, kit)]
        if not card:
            lines += ["", f"There is no valid card of yours for turn {number} on file."]
        elif parsed is None:
            lines += ["", *wrapped(f"Your card is kept for turn {number}. It will be read, and shown in your printout, "
                                   f"when turn {number - 1} is resolved.")]  # fmt: skip
    if own and receipt.epoch and not receipt.wrong_code and receipt.verdict != "accepted":
        lines += _faults_of_this(table, receipt, number, told)
    if receipt.why == OVER:
        return [*lines, "", "The game is over: no more cards are accepted."]
    due = due_words(table, number - 1) if number - 1 <= folder.last else ""
    lines += [
        "",
        *wrapped(f"Cards for turn {number} are due {due}." if due else f"Turn {number} has no deadline yet."),
    ]
    lines += ["", *_what_to_do(receipt, on_file)]
    if receipt.verdict == "refused" and not (own and receipt.turn):
        lines += ["", *_sample(table, player, told, name)]
    return lines


def on_file(table: GameTable, number: int, player: int) -> list[str]:
    """What is on file of a player for the next turn, as a receipt says it: the card in words, with its faults, or that
    there is none; and the standing orders that act.
    """
    state = table.state(number - 1)
    found = _card_on_file(table, table.folder.ledger, number, player)
    parsed = turn.check(table.system, table.rules, state, player, found[1].lines if found else None)
    kit = table.system.kit(table.system.view(state, player, table.rules), table.rules)
    if found:
        return _on_file(table, number, found[0], found[1].passes, parsed, kit, whose="The")
    lines = [f"There is no valid card for turn {number} on file."]
    if parsed.standing:
        lines += ["", "The standing orders that will act:", *_order_lines(parsed.standing, _speaker(table, kit))]
    return lines


def _ledger_then(ledger: Ledger, receipt: Receipt) -> Ledger:
    """The ledger up to and with this receipt."""
    return Ledger(ledger.facts[: ledger.facts.index(receipt) + 1])


def _card_on_file(table: GameTable, ledger: Ledger, number: int, player: int) -> tuple[Receipt, Card] | None:
    """The card of a player that counts for a turn as this ledger has it, with all that amends it, or None."""
    layers = ledger.layers(number).get(player)
    if not layers:
        return None
    return layers[-1], effective(layers, lambda receipt: reading_of(table.folder, receipt.kept).card)


def _verdict(receipt: Receipt, on_file: Receipt | None) -> list[str]:
    """What became of the card, first of all."""
    if receipt.verdict == "accepted":
        stands = on_file is not None and on_file.number == (receipt.again or receipt.number)
        faults = count(receipt.faults, "order")
        if receipt.again:
            told = f"Your card is THE SAME as that of receipt {receipt.again}; nothing changed."
        elif not stands:
            told = "Your card is valid, but ANOTHER ONE COUNTS: see below."
        elif receipt.faults:
            told = f"Your card is ACCEPTED IN PART: {faults} will not be carried out."
        elif receipt.notes:
            told = "Your card is ACCEPTED; please read the notes."
        else:
            told = "Your card is ACCEPTED."
        if receipt.tentative:
            told += " It is tentative: it counts at the deadline, and the turn waits until then."
        return wrapped(told)
    if receipt.verdict == "filed":
        return wrapped("Your mail is FILED: it has no orders, and your card on file stays as it is.")
    if receipt.verdict == "late":
        return wrapped(f"Your card is LATE: it {receipt.why}. It is filed, and counts only if the moderator admits it.")
    if receipt.verdict == "held":
        return wrapped(f"Your card is HELD: it {receipt.why}. It counts only if the moderator admits it.")
    nothing = "Its orders change nothing" if receipt.filed else "Nothing on file has changed"
    return wrapped(f"Your mail is REFUSED: it {_hidden(receipt.why)}. {nothing}.")


def _mail_lines(receipt: Receipt, mail: Mail) -> list[str]:
    """Which mail it was, in its own words, and our number and code for it."""
    rows = [
        ("Your mail", _hidden(mail.subject) or "(no subject)"),
        ("dated", mail.date),
        ("Message-Id", mail.message_id),
        ("received", time_words(read_time(receipt.moment, "time"))),
        ("receipt", f"{receipt.number}"),
        ("receipt code", receipt.code),
    ]
    return [shown(f"  {what:<14}{_one_line(value)}")[:200] for what, value in rows if value]


def _speaker(table: GameTable, kit: Kit) -> Speaker:
    spaces = {code: it.get("name", "") for code, it in table.rules.geometry.get("spaces", {}).items()}
    seats = {seat.number: seat.country or seat.home for seat in table.folder.facts.seats}
    return Speaker(table.rules.orders, kit, spaces, seats)


def _on_file(
    table: GameTable,
    number: int,
    on_file: Receipt | None,
    passes: bool,
    parsed: Parsed,
    kit: Kit,
    whose: str = "Your",
) -> list[str]:
    """The complete orders on file as understood, what is wrong with them, and what has no order."""
    speaker = _speaker(table, kit)
    where = f", receipt {on_file.number}" if on_file else ""
    if on_file and on_file.amends:
        where += " with the card that it amends (lines are counted in both together)"
    lines = wrapped(f"On file for turn {number}{where}, as understood: {count(parsed.count, 'order')}")
    lines += ["  PASS"] if passes else []
    lines += _order_lines(parsed.orders, speaker)
    if parsed.standing:
        lines += ["", f"{whose} standing orders that will also act:"]
        lines += _order_lines(parsed.standing, speaker)
    if parsed.faults:
        lines += ["", "Not carried out:"]
        lines += _all_faults(parsed.faults)
    if parsed.warnings:
        lines += ["", "Warnings:", *_all_faults(parsed.warnings)]
    idle = unordered(kit, parsed, table.rules.orders)
    if idle:
        lines += ["", "Without orders:"]
        for told in idle:
            lines += wrapped(f"  {told}", _INDENT)
    return lines


def _order_lines(orders: Sequence[Order], speaker: Speaker) -> list[str]:
    """Each order under its place: as it was read, and in words."""
    lines: list[str] = []
    place: str | None = None
    for order in orders:
        if order.place != place:
            place = order.place
            known = speaker.kit.places.get(place)
            lines.append(f"  @{place}  {known.name if known and place else ''}".rstrip())
        slot = f"/{order.slot}/" if order.slot and not order.text.startswith("/") else ""
        words = "empties the slot" if order.slot and not order.code else speaker.meant(order)
        words = "" if words == order.text else words
        lines += wrapped(f"{_INDENT}{slot + _hidden(order.text):<14}{_hidden(words)}", _INDENT + " " * 14)
    return lines


def _all_faults(faults: Sequence[Fault]) -> list[str]:
    """The first of the faults; somebody may have sent a book."""
    lines = [line for fault in faults[:MOST_FAULTS] for line in fault_lines(fault)]
    if len(faults) > MOST_FAULTS:
        lines.append(f"  ... and {len(faults) - MOST_FAULTS} more")
    if any(_FORM.search(fault.message) for fault in faults[:MOST_FAULTS]):
        lines += wrapped("  In a form n is a number, p a player's number, and XXX a space's code.", _INDENT)
    return lines


def fault_lines(fault: Fault) -> list[str]:
    """A fault: line and column, the text as it was written, and what would be right."""
    rule = f" ({fault.rule})" if fault.rule else ""
    return wrapped(
        f"  line {fault.line}, column {fault.column}: <{_hidden(fault.text)}> {fault.message}{rule}", _INDENT
    )


def _faults_of_this(table: GameTable, receipt: Receipt, number: int, told: int) -> list[str]:
    """What is wrong with a card that does not count yet, should it be let in."""
    if number - 1 > told:
        return []
    card = reading_of(table.folder, receipt.kept).card
    parsed = turn.check(table.system, table.rules, table.state(number - 1), receipt.player, card.lines)
    if not parsed.faults:
        return []
    lines = ["", "In this card, the following is not understood or not allowed:"]
    return [*lines, *_all_faults(parsed.faults)]


def _what_to_do(receipt: Receipt, on_file: Receipt | None) -> list[str]:
    revision = on_file.revision if on_file else 0
    rev = f"REV {revision + 1} in the heading" if revision else ""
    if receipt.verdict == "refused":
        also = f", and {rev}" if rev else ""
        told = f"Please send your whole card again, with the heading and the code from your last printout{also}."
    elif receipt.verdict in ("late", "held"):
        told = "The moderator decides whether it counts. If there is a reason to admit it, write to the moderator."
    else:
        how = f", with {rev}," if rev else ""
        told = (
            f"If anything here is not what you meant, send your whole card again{how} before the deadline. The newest "
            "valid card replaces the earlier one completely."
        )
    return wrapped(told)


def _sample(table: GameTable, player: int, told: int, name: str) -> list[str]:
    """A card as it should look, for who sent none; never with a code."""
    view = table.system.view(table.state(told), player, table.rules)
    kit = table.system.kit(view, table.rules)
    places = [line.partition(";")[0].rstrip() for line in blank(table.rules.orders, kit)]
    lines = ["A card begins with a heading line, like this, and ends with END:", ""]
    lines.append(f"  {table.folder.game} T-{told + 1} [{player}] {name}  (the code from your printout)")
    for place in [it for it in places if it.startswith("@")][:3]:
        lines.append(f"  {place:<6}{_example(table, view, kit, place.removeprefix('@'))}".rstrip())
    return [*lines, "  END"]


def _example(table: GameTable, view: Any, kit: Kit, code: str) -> str:
    """An order that may be given at a place: best one with a number and a space; else a form."""
    orders, place = table.rules.orders, kit.places.get(code)
    rows = sorted((row for row in orders.rows if place and place.kind in row.at), key=_plainness)
    tokens = [(row, token) for row in rows if place for token in _tokens(row, place, kit)]
    for row, token in tokens:
        parsed = table.system.parse((OrderLine(1, f"@{code} {token}"),), view, table.rules)
        if not parsed.faults and not parsed.warnings:
            return f"; such as {token}  {row.title}"
    return f"; such as {form(orders, rows[0])}  {rows[0].title}" if rows else ""


def _plainness(row: OrderForm) -> tuple[bool, bool]:
    """Orders with a space and a number before those with a space, and those before all others."""
    kinds = [operand.is_number for _, operand in row.pairs]
    return not any(operand.among for _, operand in row.pairs), kinds.count(True) != 1


def _tokens(row: OrderForm, place: KitPlace, kit: Kit) -> Iterator[str]:
    """The order with 1 for each number and the first space that it may name; none where it asks for more."""
    filled = {}
    for name, operand in row.pairs:
        shared = kit.shared.get(place.shares, {})
        spaces = place.sets.get(operand.among) or shared.get(operand.among) or kit.sets.get(operand.among, ())
        filled[name] = "1" if operand.is_number else min(spaces, default="") if operand.among else ""
    if all(filled.values()):
        yield re.sub(r"\{(\w+)\}", lambda found: filled[found[1]], row.form)


def _hidden(text: str) -> str:
    """The text without anything that could be a code."""

    def cover(found: re.Match[str]) -> str:
        signs = plain_code(found[0])
        try:
            is_code = len(signs) == 11 and check_character(signs[:10]) == signs[10]
        except ValueError:
            is_code = False
        return "(a code)" if is_code else found[0]

    return _CODE.sub(cover, text)


def _one_line(text: str) -> str:
    """A line of theirs, as one line."""
    return " ".join(text.split())
