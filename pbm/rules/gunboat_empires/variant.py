"""The variants of Gunboat Empires, and the options of a game."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.engine.system import Rules, read_json, read_legend, read_toml
from pbm.errors import PbmError
from pbm.orders.form import OrderTable, compile_table
from pbm.rules.common.options import choices, known_variant, settled, usual
from pbm.rules.gunboat_empires.tables import NAMED, PACKAGE, PLAYERS, tables

WORLD, EVEN = "romin-jhors", "romin-jhors-even"
VARIANTS = (WORLD, EVEN)
"""The world, and the same where countries that are hemmed in begin with better armies, and others with worse."""
BIDS = "bids"
"""GE HR-36: what was bid for countries before the game, as in bids = "6=4 9=2"."""


def bids_of(text: str) -> dict[int, int]:
    """GE 28.3: the bids by country, 0 to all set-up points; PbmError says how they are written."""
    found = {int(country): int(points) for country, points in re.findall(r"([0-9]{1,3})[^0-9]+([0-9]{1,3})", text)}
    most = tables().params["setup_points"]
    if text.strip() and (not found or not all(1 <= n <= PLAYERS and p <= most for n, p in found.items())):
        raise PbmError(f'{BIDS}: {text!r} is not understood; write bids = "6=4 9=2", 0 to {most} for each country.')
    return found


@cache
def order_table() -> OrderTable:
    """The order table, compiled once."""
    return compile_table(read_toml(PACKAGE, "orders.toml"))


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a variant under options; PbmError names what is not known."""
    known_variant("Gunboat Empires", variant, VARIANTS)
    rules = _shipped(variant)
    bids = str(options.get(BIDS, ""))
    bids_of(bids)
    others = {name: value for name, value in options.items() if name != BIDS}
    chosen = {**rules.options, **settled(others, rules.house, choices(rules.house))}
    return replace(rules, options=chosen | ({BIDS: bids} if bids else {}))


@cache
def _shipped(variant: str) -> Rules:
    legend = read_legend(PACKAGE)
    house = tuple(read_toml(PACKAGE, "house_rules.toml")["rule"])
    return Rules(
        system="gunboat-empires",
        variant=variant,
        map=read_json(PACKAGE, "data/romin_jhors_even.json") if variant == EVEN else {},
        geometry=legend.drawn(read_json(PACKAGE, "data/romin_jhors_geometry.json")),
        orders=order_table(),
        numbers=NAMED,
        wording=read_toml(PACKAGE, "wording.toml"),
        house=house,
        options=usual(house),
        legend=legend,
    )
