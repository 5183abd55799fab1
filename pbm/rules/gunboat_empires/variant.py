"""The variants of Gunboat Empires, and the options of a game."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from pbm.engine.system import Rules, read_json, read_legend, read_toml
from pbm.errors import PbmError
from pbm.orders.form import OrderTable, compile_table
from pbm.rules.gunboat_empires.tables import NAMED, PACKAGE, PLAYERS, tables

VARIANTS = ("romin-jhors",)
OPTIONS = {"setup": ("standard", "cards")}


BIDS = "bids"
"""HR-36: what was bid for countries before the game, as in bids = "6=4 9=2"."""


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
    if variant not in VARIANTS:
        raise PbmError(f"Gunboat Empires has no variant {variant!r}; known are: {', '.join(VARIANTS)}.")
    chosen = {name: values[0] for name, values in OPTIONS.items()}
    for name, value in options.items():
        if name == BIDS:
            bids_of(str(value))
            chosen[name] = str(value)
            continue
        if name not in OPTIONS:
            raise PbmError(f"There is no option {name!r}; known are: {', '.join((*OPTIONS, BIDS))}.")
        if value not in OPTIONS[name]:
            raise PbmError(f"{name}: {value!r} is not possible; write {' or '.join(OPTIONS[name])}.")
        chosen[name] = str(value)
    legend = read_legend(PACKAGE)
    geometry = legend.drawn(read_json(PACKAGE, f"data/{variant.replace('-', '_')}_geometry.json"))
    wording = read_toml(PACKAGE, "wording.toml")
    return Rules("gunboat-empires", variant, {}, geometry, order_table(), NAMED, wording, (), chosen, legend=legend)
