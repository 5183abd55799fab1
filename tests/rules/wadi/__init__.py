"""Wadi: a small rule system for tests alone, of what no system that comes with the engine uses.

A land of squares that is made at set-up and never shown as a whole; each band remembers what it saw. Numbered units
with orders that go on, one heading for many, calls and names to the end of a line, an account of skins and beads, maps
of three days. 1: set-up and calls. 2: barter. 3: marches. 4: wells and the end. The laws run over it as over others.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tomllib import loads
from typing import Any

from pbm.core.named import Named
from pbm.core.printout import Board, Kit, KitPlace
from pbm.core.series import Series
from pbm.engine.system import Course, Rules, Setup, System, Words
from pbm.errors import PbmError
from pbm.orders.form import OrderLine, OrderTable, Parsed, compile_table, read
from tests.rules.wadi.house import house
from tests.rules.wadi.printout import printout
from tests.rules.wadi.resolve import HEIGHT, WIDTH, ending, resolve, start
from tests.rules.wadi.state import (
    View,
    check,
    code_at,
    from_words,
    lay,
    living,
    over,
    to_words,
    view,
    view_from_words,
)

NUMBERS = {"rate": 3, "beads": {"R": 3, "W": 5}}
HERE = Path(__file__).parent


@cache
def _table() -> OrderTable:
    return compile_table(loads((HERE / "orders.toml").read_text("utf-8")))


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """There is one variant, without options."""
    if options:
        raise PbmError(f"Wadi has no option {next(iter(options))}.")
    return Rules("wadi", variant, {}, {}, _table(), NUMBERS, {"reason": {}}, (), {})


def kit(view: View, rules: Rules) -> Kit:
    """What a band may order: its own wells and units, on the land that it knows."""
    band = view.band
    if band is None:
        return Kit(0, tuple(view.scores), {}, ())
    own = {code: well for code, well in band.wells.items() if well.owner == view.viewer}
    places = {"": KitPlace("", "Your band", "player", {"skins": band.skins, "beads": band.beads})}
    for code, well in own.items():
        here = [unit.kind for unit in band.units.values() if unit.at == (well.x, well.y)]
        places[code] = KitPlace(code, "", "well", {kind: here.count(kind) for kind in dict.fromkeys(here)})
    for number, unit in sorted(band.units.items()):
        kept = {"queue": ">".join(unit.queue)} if unit.queue else {}
        at = code_at(unit.x, unit.y, band.wells)
        places[f"#{number}"] = KitPlace(
            f"#{number}", unit.name, "unit", {}, at=at, unit=unit.kind, kept=kept, quiet=bool(kept)
        )
    purse = band.beads + band.skins * rules.numbers["rate"] // 2
    sites = {code: (code_at(well.x, well.y, {}), well.owner) for code, well in band.wells.items()}
    return Kit(
        view.viewer,
        tuple(view.scores),
        places,
        tuple(sorted(band.wells)),
        sets={"raise": tuple(kind for kind, beads in rules.numbers["beads"].items() if purse >= beads)},
        figures={"raised": 1, "rate": rules.numbers["rate"]}
        | {f"beads.{kind}": beads for kind, beads in rules.numbers["beads"].items()},
        reasons={"raise": {"R": "a Runner needs 3 beads", "W": "a Wain needs 5 beads"}},
        board=Board(WIDTH, HEIGHT, band.known, sites=sites),
    )


def parse(lines: tuple[OrderLine, ...] | None, view: View, rules: Rules) -> Parsed:
    """A card, read against the kit."""
    return read(rules.orders, kit(view, rules), lines)


def series(view: View, heard: Any, rules: Rules) -> tuple[Series, ...]:
    """Wells are counted for all; stores are one's own."""
    wells = Series("wells", "Wells", dict(view.scores), "wells")
    if view.band is None:
        return (wells,)
    return wells, Series("beads", "Beads", {view.viewer: view.band.beads}, "beads")


SYSTEM = System(
    name="wadi",
    title="Wadi",
    variants=("plain",),
    setup=Setup(homes=lambda rules: tuple("12345678"), load=load, least_seats=2),
    course=Course(living=living, awaited=living, over=over, ending=ending),
    words=Words(
        to_words=to_words,
        from_words=from_words,
        lay=lay,
        check=check,
        view_to_words=to_words,
        view_from_words=view_from_words,
        named=(Named("wells", owner="owner"), Named("bands")),
    ),
    start=start,
    parse=parse,
    resolve=resolve,
    view=view,
    printout=lambda view, heard, parsed, rules, sheet: printout(view, heard, parsed, rules, sheet, kit(view, rules)),
    series=series,
    kit=kit,
    house=lambda view, rules, dice: house(view, rules, dice, kit(view, rules)),
)
