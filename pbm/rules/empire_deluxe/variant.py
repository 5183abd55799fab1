"""The rule sets of Empire Deluxe, and the options of a game (ED 1.1, 20)."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.engine.system import Rules, read_toml
from pbm.errors import PbmError
from pbm.orders.form import OrderTable, compile_table
from pbm.rules.common.options import choices, known_variant, settled, usual
from pbm.rules.empire_deluxe.kinds import PACKAGE, SETS

VARIANTS = SETS
_SIDE = "(2[0-9]|[3-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-4])"
FREE: Mapping[str, tuple[str, str, str]] = {
    "pace": ("10,8,6,5", r"[1-9][0-9]?(,[1-9][0-9]?){0,19}", "game turns of the mailings, such as 10,8,6,5"),
    "met": ("4", r"[0-9]{1,2}", "the most game turns after a contact, 0 for no limit"),
    "share": ("off", r"off|(100|[1-9][0-9])/[1-9]", "off, or per cent of the cities and mailings, such as 66/2"),
    "limit": ("0", r"[0-9]{1,4}", "the last game turn, 0 for none"),
    "size": ("", f"|{_SIDE}x{_SIDE}", "columns and rows, 20 to 254 each, such as 60x44"),
    "water": ("66", r"[3-8][0-9]", "per cent of water, 30 to 89"),
}  # fmt: skip
"""ED 20: options that are no choice among a few words: what they are where nobody chooses, how they are written, what
they say.
"""
HANDICAP = re.compile(r"handicap\.([1-6])").fullmatch
LEAST_HANDICAP, MOST_HANDICAP = 50, 200


@cache
def order_table() -> OrderTable:
    """The order table, compiled once."""
    return compile_table(read_toml(PACKAGE, "orders.toml"))


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a rule set under options; PbmError names what is not known."""
    known_variant("Empire Deluxe", variant, VARIANTS)
    rules = _shipped(variant)
    free = {name: str(value) for name, value in options.items() if name in FREE or HANDICAP(name)}
    for name, value in free.items():
        _check_free(name, value)
    others = {name: value for name, value in options.items() if name not in free}
    return replace(rules, options={**rules.options, **settled(others, rules.house, choices(rules.house)), **free})


def _check_free(name: str, value: str) -> None:
    if name not in FREE:
        if not (value.isascii() and value.isdigit() and LEAST_HANDICAP <= int(value[:4]) <= MOST_HANDICAP):
            told = f"a number from {LEAST_HANDICAP} to {MOST_HANDICAP}"
            raise PbmError(f"The option {name!r} is {told}, not {value!r}.")
    elif not re.fullmatch(FREE[name][1], value):
        raise PbmError(f"The option {name!r} is {FREE[name][2]}; not {value!r}.")


@cache
def _shipped(variant: str) -> Rules:
    house = tuple(read_toml(PACKAGE, "house_rules.toml")["rule"])
    return Rules(
        system="empire-deluxe",
        variant=variant,
        map={},
        geometry={},
        orders=order_table(),
        numbers=read_toml(PACKAGE, "rules.toml"),
        wording=read_toml(PACKAGE, "wording.toml"),
        house=house,
        options={**usual(house), **{name: row[0] for name, row in FREE.items()}},
    )
