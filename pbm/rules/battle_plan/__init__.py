"""Battle Plan: the Europe game of conquest by post, and the variants on other maps."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbm.errors import PbmError
from pbm.orderform import compile_table
from pbm.rules.battle_plan.house import house
from pbm.rules.battle_plan.maps import read_map
from pbm.rules.battle_plan.parse import kit, parse
from pbm.rules.battle_plan.printout import printout
from pbm.rules.battle_plan.resolve import resolve
from pbm.rules.battle_plan.setup import lay, start
from pbm.rules.battle_plan.state import from_words, to_words
from pbm.rules.battle_plan.view import awaited, living, over, view, view_from_words, view_to_words
from pbm.system import Rules, System, read_json, read_toml

VARIANTS = {"europe": "europe"}  # variant: the name of its map


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a variant under these house-rule options; PbmError names what is not known."""
    if variant not in VARIANTS:
        raise PbmError(f"Battle Plan has no variant {variant!r}; known are: {', '.join(sorted(VARIANTS))}.")
    data = _data(variant)
    chosen = {row["option"]: str(row["value"]) for row in data.house if row.get("option")}
    for key, value in options.items():
        row = next((r for r in data.house if r.get("option") == key), None)
        if row is None:
            raise PbmError(f"There is no option {key!r}; known are: {', '.join(sorted(chosen))}.")
        if value not in row["choices"]:
            raise PbmError(f"The option {key!r} is one of {', '.join(row['choices'])}, not {value!r}.")
        chosen[key] = str(value)
    return data if chosen == data.options else _with_options(data, chosen)


def _with_options(rules: Rules, options: Mapping[str, Any]) -> Rules:
    from msgspec.structs import replace

    return replace(rules, options=options)


@cache
def _data(variant: str) -> Rules:
    here = "pbm.rules.battle_plan"
    name = VARIANTS[variant]
    house = tuple(read_toml(here, "house_rules.toml")["rule"])
    return Rules(
        system="battle-plan",
        variant=variant,
        map=read_map(read_json(here, f"data/{name}.json")),
        geometry=read_json(here, f"data/{name}_geometry.json"),
        orders=compile_table(read_toml(here, "orders.toml")),
        numbers=read_toml(here, "rules.toml"),
        wording=read_toml(here, "wording.toml"),
        house=house,
        options={row["option"]: str(row["value"]) for row in house if row.get("option")},
    )


SYSTEM = System(
    name="battle-plan",
    title="Battle Plan",
    load=load,
    start=start,
    parse=parse,
    resolve=resolve,
    view=view,
    printout=printout,
    kit=kit,
    to_words=to_words,
    from_words=lambda words, rules: from_words(words, rules.map),
    lay=lay,
    view_to_words=view_to_words,
    view_from_words=view_from_words,
    living=living,
    awaited=awaited,
    over=over,
    house=house,
)
