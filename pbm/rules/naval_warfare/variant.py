"""The variants of Naval Warfare, and the options of a game (NW 12)."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.engine.system import FreeOption, Rules, read_json, read_legend, read_toml
from pbm.errors import PbmError
from pbm.orders.form import OrderTable, compile_table
from pbm.rules.common.options import choices, known_variant, settled, usual
from pbm.rules.naval_warfare.setup import CHART, LEVEL
from pbm.rules.naval_warfare.tables import NAMED, PACKAGE

VARIANTS = (LEVEL, CHART)
FREE = (
    FreeOption("rounds", str(NAMED["rounds"]), "the most rounds of a battle, 1 to 99"),
    FreeOption(
        "treaties", "", "how many alliances and how many treaties of peace earn experience, 1 to 19, or nothing"
    ),
)
"""NW 5.15, 3.1.2: the options that are no choice among a few words."""
_FORMS = {"rounds": "[1-9][0-9]?", "treaties": "|[1-9]|1[0-9]"}
"""How each is written."""


@cache
def order_table() -> OrderTable:
    """The order table, compiled once."""
    return compile_table(read_toml(PACKAGE, "orders.toml"))


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a variant under options; PbmError names what is not known."""
    known_variant("Naval Warfare", variant, VARIANTS)
    rules = _shipped(variant)
    rows = {it.name: it for it in FREE}
    free, others = {}, {}
    for name, value in options.items():
        if name not in rows:
            others[name] = value
        elif re.fullmatch(_FORMS[name], str(value), re.ASCII):
            free[name] = str(value)
        else:
            raise PbmError(f"The option {name!r} cannot be {value!r}: it is {rows[name].means}.")
    known = {**choices(rules.house), **dict.fromkeys(rows, ())}
    return replace(rules, options={**rules.options, **settled(others, rules.house, known), **free})


@cache
def _shipped(variant: str) -> Rules:
    legend = read_legend(PACKAGE)
    house = tuple(read_toml(PACKAGE, "house_rules.toml")["rule"])
    return Rules(
        system="naval-warfare",
        variant=variant,
        map={},
        geometry=legend.drawn(read_json(PACKAGE, "data/naval_geometry.json")),
        orders=order_table(),
        numbers=NAMED,
        wording=read_toml(PACKAGE, "wording.toml"),
        house=house,
        options={**usual(house), **{it.name: it.usual for it in FREE}},
        legend=legend,
    )
