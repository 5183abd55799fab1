"""What every part of a printout works from: the view, the events by kind, and names of squares, units, players."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pbm.core.english import count
from pbm.core.events import Heard
from pbm.core.grid import square_at
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Parsed
from pbm.rules.common.news import rows
from pbm.rules.common.readout import NewsRow, made_once
from pbm.rules.empire_deluxe.kinds import CITY, UnitType, table
from pbm.rules.empire_deluxe.setup import names
from pbm.rules.empire_deluxe.state import Unit
from pbm.rules.empire_deluxe.view import View


class Readout:
    """One viewer's material for one mailing; lives within one call of `printout`."""

    def __init__(self, view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> None:
        self.view, self.parsed, self.rules, self.sheet = view, parsed, rules, sheet
        self.by_kind, self.me = heard, view.viewer
        self.is_over = view.over or sheet.over
        self.kinds: Mapping[str, UnitType] = table(rules.variant).kinds
        self.seats = {seat.player: seat.name for seat in sheet.seats}

    def told(self, kind: str) -> Sequence[dict[str, Any]]:
        """The facts of all events of a kind, in the order in which they happened."""
        return self.by_kind.get(kind, ())

    @property
    def wording(self) -> Mapping[str, NewsRow]:
        """The rows of news, by kind."""
        return made_once(self.sheet.drawer, "news", rows, self.rules.wording)

    def words(self, part: str, key: str) -> str:
        """A phrase of wording.toml."""
        return str(self.rules.wording[part].get(key, key))

    def player(self, number: int) -> str:
        """A player within a sentence, with the chip: [3:Caledon]."""
        return f"[{number}:{self.name(number)}]" if number else "nobody"

    def name(self, number: int) -> str:
        """A player in a headline: the name alone."""
        return self.seats.get(number) or f"Player {number}"

    @property
    def played(self) -> str:
        """How many game turns the mailing had, in words."""
        first, last = self.span
        return count(last - first + 1, "turn")

    def kind(self, code: str, number: int = 1) -> str:
        """A kind of unit in words: Army, Armies."""
        return self.kinds[code].name[number != 1] if code in self.kinds else CITY

    @cached_property
    def codes(self) -> dict[str, str]:
        """The codes of known cities by square."""
        return {known.at: code for code, known in self.view.known.items()}

    def place(self, square: str) -> str:
        """A square: T11 BER where a city is known there."""
        code = self.codes.get(square)
        return f"{square} {code}" if code else square

    def city(self, code: str) -> str:
        """A city by name and code: Bergen (BER)."""
        return f"{names().get(code, code)} ({code})"

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last game turn of the mailing; (1, 0) before the first."""
        turns = self.told("turns")
        return (turns[0]["first"], turns[0]["last"]) if turns else (self.view.at + 1, self.view.at)


def at(square: str) -> tuple[int, int]:
    """Column and row of a square, from 0."""
    found = square_at(square)
    assert found is not None  # of a view
    return found


def by_row(square: str) -> tuple[int, int]:
    """What squares are sorted by: row, then column."""
    return at(square)[::-1]


def runs(numbers: Iterable[int]) -> str:
    """Unit numbers in few signs: #3-5 #9."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return " ".join(f"#{run[0]}" if len(run) == 1 else f"#{run[0]}-{run[-1]}" for run in found)


def orders(unit: Unit) -> str:
    """A unit's orders as they would be written."""
    return ">".join(unit.queue)
