"""A card as it is being typed: each line is read at once, as the game will read it."""

from typing import Any

from pbm.cards.beside import begins_beside, is_in_press
from pbm.cards.card import Card, card_in, read_card, without_press
from pbm.core.printout import Fault
from pbm.orders.describe import Speaker
from pbm.orders.form import unordered
from pbm.orders.order import Parsed
from pbm.store.play import GameTable

TYPED = "; typed by the moderator"
VOUCHED = "; there was no code on the paper; the moderator vouches for it"
LEFT_OUT = {"ORDERS", "BEGIN ORDERS"}
BLANKS = {9: " ", 0xA0: " "}


class Draft:
    """The lines that were typed, and what the game makes of them. `heading` is the card's own, with its code."""

    def __init__(self, table: GameTable, player: int, heading: str, *, vouched: bool = False) -> None:
        self.lines: list[str] = []
        self._table = table
        self._above = [heading, TYPED, *[VOUCHED] * vouched]
        state = table.state(table.folder.last)
        self._view: Any = table.system.view(state, player, table.rules)
        self._kit = table.system.kit(self._view, table.rules)
        spaces = {code: str(space.get("name", "")) for code, space in table.rules.geometry.get("spaces", {}).items()}
        players = {seat.number: seat.country or seat.home for seat in table.folder.facts.seats}
        self._speaker = Speaker(table.rules.orders, self._kit, spaces, players)
        self._card = read_card(without_press(self.text))
        self._parsed = self._read(self._card)

    @property
    def text(self) -> str:
        """The whole card."""
        return "\n".join([*self._above, *self.lines, "END", ""])

    def add(self, line: str) -> list[str]:
        """Take a line, and say what it means and what is wrong with it; what is no part of a card is left out."""
        line = line.translate(BLANKS).rstrip()
        if not line.strip() and not self.is_in_press:
            return []
        odd = next((sign for sign in line if not sign.isprintable()), "")
        if odd:
            return [f"The character U+{ord(odd):04X} cannot be typed; the line is ignored, type it again."]
        if self.is_in_press or begins_beside(line):
            self.lines.append(line)
            return (
                ["  Press: what follows is its text, until a line END."]
                if self.is_in_press and begins_beside(line)
                else []
            )
        if " ".join(line.upper().split()) in LEFT_OUT:
            return ["ORDERS is not needed here and is ignored."]
        if read_card(line).game:
            return ["The heading is there already; this line is ignored."]
        self.lines.append(line)
        card = read_card(without_press(self.text))
        number = len(self._above) + len(self.lines)
        before = {it.number for it in self._card.lines}
        now = {it.number for it in card.lines}
        told = _signs(self._card, card)
        same = all(getattr(card, name) == getattr(self._card, name) for name in ("game", "turn", "player", "code"))
        if card.problem or not same or not before <= now or (number not in now and not told):
            self.lines.pop()
            why = f" ({card.problem})" if card.problem else ""
            return [f"This line would not be read as orders and is ignored{why}."]
        self._card, self._parsed = card, self._read(card)
        return told + self._told(line, number)

    def undo(self) -> str:
        """Take the last line away; what it was, or nothing."""
        if not self.lines:
            return ""
        line = self.lines.pop()
        self._card = read_card(without_press(self.text))
        self._parsed = self._read(self._card)
        return line

    def summary(self) -> list[str]:
        """What the card comes to: orders, faults, units without orders."""
        parsed = self._parsed
        lines = [f"  {self._where(fault)} (warning)" for fault in parsed.warnings]
        lines += [f"  {self._where(fault)}" for fault in parsed.faults]
        lines += [f"  {idle}" for idle in unordered(self._kit, parsed, self._table.rules.orders)]
        return lines

    @property
    def counts(self) -> tuple[int, int]:
        """How many orders, and how many faults."""
        return self._parsed.count, len(self._parsed.faults)

    @property
    def is_in_press(self) -> bool:
        """Whether the next line is the text of press, and END closes that."""
        return is_in_press(self.lines)

    @property
    def beside(self) -> tuple[int, int]:
        """How many pieces of press, and how many absences."""
        card = card_in(self.text)
        return len(card.press), len(card.absences)

    @property
    def passes(self) -> bool:
        """Whether PASS stands there."""
        return self._card.passes

    @property
    def is_readable(self) -> bool:
        """Whether the game would take it for a card at all."""
        parsed = self._parsed
        return (
            self._card.passes
            or parsed.count > 0
            or any(fault.kind != "invalid" for fault in parsed.faults)
            or any(self.beside)
        )

    def _read(self, card: Card) -> Parsed:
        return self._table.system.parse(card.lines, self._view, self._table.rules)

    def _told(self, line: str, number: int) -> list[str]:
        """What a line means: the places that it opens, its orders, its faults."""
        opened = (self._speaker.place(word[1:].upper()) for word in line.partition(";")[0].split() if word[0] == "@")
        told = [f"  {place}" for place in opened if place]
        told += [f"  {self._speaker.said(order)}" for order in self._parsed.orders if order.line == number]
        told += [f"  {self._where(fault)} (warning)" for fault in self._parsed.warnings if fault.line == number]
        return told + [f"! {self._where(fault)}" for fault in self._parsed.faults if fault.line == number]

    def _where(self, fault: Fault) -> str:
        """A fault, with the number of the line as it was typed."""
        rule = f" ({fault.rule})" if fault.rule else ""
        line = fault.line - len(self._above)
        return f"line {line}, column {fault.column}: <{fault.text}> {fault.message}{rule}"


def _signs(before: Card, after: Card) -> list[str]:
    """What a line says that is no order."""
    told = []
    if after.passes and not before.passes:
        told.append("  PASS: standing orders and defaults act.")
    if after.revision != before.revision:
        told.append(f"  REV {after.revision}: it replaces earlier revisions.")
    for name in ("amends", "tentative"):
        if getattr(after, name, False) and not getattr(before, name, False):
            told.append("  AMEND: only the places named here are replaced." if name == "amends" else "  TENTATIVE.")
    return told
