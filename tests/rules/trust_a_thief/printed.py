"""Printouts of Trust a Thief to look at: positions, turns that were played on them, and what was printed."""

from functools import cache
from typing import Any

from pbm.core import textprint
from pbm.core.dice import Dice
from pbm.core.printout import Battle, Battles, Block, Item, Printout, Section, Table
from pbm.engine.system import Seat, Sheet
from pbm.engine.turn import Played, play, printouts
from pbm.orders.form import OrderLine
from pbm.rules import system

THIEF = system("trust-a-thief")
RULES = THIEF.setup.load("sample", {})
HOSTILE = '<script>alert("x")</script> [9] & Sons'
SEATS = (Seat(1, "ALD", "Rosa Klein"), Seat(2, "ELM", HOSTILE), Seat(3, "PEN"), Seat(4, "TOR"))
SHEET = Sheet("TT-1", "A test", SEATS)


def position(**given: Any) -> Any:
    """The start of a game of four, with something laid over it."""
    return THIEF.words.lay(THIEF.start(RULES, SEATS, Dice(bytes(16), "TT-1", 0)), given, RULES)


def played(state: Any, cards: dict[int, str], seed: int = 0) -> Played:
    lines = {p: tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1)) for p, text in cards.items()}
    rest = {p: lines.get(p, ()) for p in THIEF.course.living(state)}
    return play(THIEF, RULES, state, rest, Dice(bytes([seed] * 16), "TT-1", state.turn + 1))


def made(turn: Played, viewer: int = 1) -> Printout:
    return printouts(THIEF, RULES, turn.state, turn.events, turn.parsed, SHEET, [viewer])[viewer]


def text(turn: Played, viewer: int = 1) -> str:
    return textprint.render(made(turn, viewer))


def section(printout: Printout, name: str) -> Section:
    return next(section for section in printout.sections if section.id == name)


def table(block: Block) -> Table:
    assert isinstance(block, Table)
    return block


def changes(printout: Printout, label: str) -> list[Item]:
    return [item for item in printout.changes if item.label == label]


def battles(printout: Printout, name: str = "battles") -> tuple[Battle, ...]:
    block = section(printout, name).blocks[0]
    assert isinstance(block, Battles)
    return block.battles


def battle(printout: Printout, name: str = "battles") -> Battle:
    return battles(printout, name)[0]


@cache
def season(variant: str, turns: int) -> tuple[tuple[Any, Played], ...]:
    """A game of house players: each turn's rules and what it came to."""
    rules = THIEF.setup.load(variant, {})
    homes = THIEF.setup.homes(rules)[:6]
    seats = tuple(Seat(p, home, HOSTILE if p == 2 else f"Player {p}") for p, home in enumerate(homes, 1))
    state, found = THIEF.start(rules, seats, Dice(bytes(16), "TT-2", 0)), []
    for turn in range(1, turns + 1):
        dice = Dice(bytes(16), "house", turn)
        cards = {p: THIEF.house(THIEF.view(state, p, rules), rules, dice) for p in THIEF.course.awaited(state)}
        lines = {p: tuple(OrderLine(k, row) for k, row in enumerate(t.split("\n"), 1)) for p, t in cards.items()}
        found.append(((rules, seats), play(THIEF, rules, state, lines, Dice(bytes(16), "TT-2", turn))))
        state = found[-1][1].state
    return tuple(found)


def everything(variant: str, turns: int) -> list[Printout]:
    """All printouts of such a game."""
    out: list[Printout] = []
    for (rules, seats), turn in season(variant, turns):
        viewers = [0, *(seat.player for seat in seats)]
        sheet = Sheet("TT-2", "A season", seats)
        out += printouts(THIEF, rules, turn.state, turn.events, turn.parsed, sheet, viewers).values()
    return out
