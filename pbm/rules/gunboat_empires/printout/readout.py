"""What every part of a printout works from: the view, the events by kind, names and numbers as text."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pbm.core.english import listed
from pbm.core.events import Heard
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Parsed
from pbm.rules.common.news import rows
from pbm.rules.common.readout import NewsRow, made_once
from pbm.rules.gunboat_empires.tables import PLAYERS, Counts, tables
from pbm.rules.gunboat_empires.view import View


class Readout:
    """One viewer's material for one turn; lives within one call of `printout`."""

    def __init__(self, view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> None:
        self.view, self.parsed, self.rules, self.sheet = view, parsed, rules, sheet
        self.by_kind, self.me = heard, view.viewer
        self.is_over = view.over or sheet.over

    def told(self, kind: str) -> Sequence[dict[str, Any]]:
        """The facts of all events of a kind, in the order in which they happened."""
        return self.by_kind.get(kind, ())

    @property
    def wording(self) -> Mapping[str, NewsRow]:
        """The rows of news, by kind."""
        return made_once(self.sheet.drawer, "news", rows, self.rules.wording)

    def words(self, table: str, key: str) -> str:
        """A phrase of wording.toml."""
        return str(self.rules.wording[table][key])

    def country(self, number: int) -> str:
        """A country's name; a neutral is called by its region."""
        if not number:
            return "nobody"
        if number > PLAYERS:
            return f"neutral {number}"
        return self.view.names.get(number, {}).get("country", f"Country {number}")

    def name(self, number: int) -> str:
        """A country within a sentence: [6] Falkenreich."""
        return f"[{number}] {self.country(number)}" if 0 < number <= PLAYERS else self.country(number)

    def named(self, number: int) -> str:
        """A country within news, with its chip: [6:Falkenreich]."""
        return f"[{number}:{self.country(number)}]" if 0 < number <= PLAYERS else self.country(number)

    @cached_property
    def captured(self) -> dict[str, dict[str, Any]]:
        """The last change of control of each region this turn."""
        return {facts["region"]: facts for facts in self.told("captured")}


def units(counts: Mapping[str, int]) -> str:
    """4 LI and 2 TK; no units."""
    order = tables().units
    found = [f"{counts[kind]} {kind}" for kind in order if counts.get(kind)]
    return listed(found) if found else "no units"


def side(force: Counts, lost: Counts) -> str:
    """GE 25: LI=4-2 BB=3: how many there were, and how many were lost."""
    return " ".join(
        f"{kind}={force[kind]}{f'-{lost[kind]}' if lost.get(kind) else ''}"
        for kind in tables().units
        if force.get(kind)
    )
