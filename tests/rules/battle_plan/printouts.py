"""Printouts of Battle Plan from views and events made by hand."""

from typing import Any

from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.dice import Dice
from pbm.core.events import Event, heard_by_each
from pbm.core.printout import Block, Printout, Section, Table
from pbm.engine.system import Seat, Sheet
from pbm.orders.form import OrderLine, Parsed
from pbm.rules import system
from pbm.rules.battle_plan.state import State

BATTLE_PLAN = system("battle-plan")
RULES = BATTLE_PLAN.setup.load("europe", {})
SEATS = (Seat(1, "TU", "Rosa Klein"), Seat(2, "RU", "I. Sokol"), Seat(3, "FR"), Seat(4, "IT"))
SHEET = Sheet("EU-7", "A test", SEATS)


def position(turn: int = 7, **countries: dict[str, Any]) -> State:
    """The start of a game of four, with some countries changed; players see what they command."""
    state: State = BATTLE_PLAN.start(RULES, SEATS, Dice(b"start", "T", 0))
    changed = dict(state.countries)
    for code, facts in countries.items():
        changed[code] = replace(changed[code], **facts)
    seen = {c: replace(k, sight=k.sight or ((k.commander,) if k.commander else ())) for c, k in changed.items()}
    return replace(state, turn=turn, countries=seen)


def me(state: State, **facts: Any) -> State:
    return replace(state, players={**state.players, 1: replace(state.players[1], **facts)})


def event(kind: str, seen_by: Any = (1,), **facts: Any) -> Event:
    return Event(kind, seen_by, {key.rstrip("_"): value for key, value in facts.items()})


def card(state: State, text: str, player: int = 1) -> Parsed:
    rows = tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
    return BATTLE_PLAN.parse(rows, BATTLE_PLAN.view(state, player, RULES), RULES)


def made(state: State, *events: Event, viewer: int = 1, parsed: Parsed | None = None) -> Printout:
    sheet = replace(SHEET, drawer={})
    heard = heard_by_each([replace(event, seen_by=(viewer,) if viewer else "all") for event in events], [viewer])
    return BATTLE_PLAN.printout(BATTLE_PLAN.view(state, viewer, RULES), heard[viewer], parsed, RULES, sheet)


def text(state: State, *events: Event, viewer: int = 1, parsed: Parsed | None = None) -> str:
    return textprint.render(made(state, *events, viewer=viewer, parsed=parsed))


def section(printout: Printout, name: str, *, classic: bool | None = None) -> Section:
    return next(s for s in printout.sections if s.id == name and classic in (None, s.classic))


def table(block: Block) -> Table:
    assert isinstance(block, Table)
    return block


def group(name: str, player: int, side: str, **units: Any) -> dict[str, Any]:
    return {"name": name, "player": player, "side": side, **units}


def battle(space: str, by: int, *groups: dict[str, Any], told: Any = (), supports: Any = ()) -> list[Event]:
    """A battle as player 1 sees it in full, and as the world reads it."""
    kinds = [
        {**{k: g[k] for k in ("name", "player", "side")}, "kinds": [u for u in ("army", "navy", "air") if u in g]}
        for g in groups
    ]
    return [
        event("battle", space=space, by=by, groups=list(groups), told=list(told), supports=list(supports)),
        event("battle-kinds", "all", space=space, by=by, groups=kinds),
    ]
