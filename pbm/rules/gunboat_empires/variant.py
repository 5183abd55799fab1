"""The variants of Gunboat Empires, and the options of a game."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbm.engine.system import Rules, read_toml
from pbm.errors import PbmError
from pbm.orders.form import OrderTable, compile_table
from pbm.rules.gunboat_empires.tables import PACKAGE

VARIANTS = ("romin-jhors",)
OPTIONS = {"setup": ("standard", "cards")}


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
        if name not in OPTIONS:
            raise PbmError(f"There is no option {name!r}; known are: {', '.join(OPTIONS)}.")
        if value not in OPTIONS[name]:
            raise PbmError(f"{name}: {value!r} is not possible; write {' or '.join(OPTIONS[name])}.")
        chosen[name] = str(value)
    return Rules("gunboat-empires", variant, {}, {}, order_table(), {}, {}, (), chosen)
