"""Battle Plan: the Europe game of conquest by post, and the variants on other maps."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.errors import PbmError
from pbm.events import Event
from pbm.orderform import Parsed, compile_table
from pbm.printout import Printout
from pbm.rules.battle_plan.house import house
from pbm.rules.battle_plan.maps import drawn, read_map
from pbm.rules.battle_plan.parse import kit, parse
from pbm.rules.battle_plan.resolve import resolve
from pbm.rules.battle_plan.series import series
from pbm.rules.battle_plan.setup import lay, start
from pbm.rules.battle_plan.state import from_words, to_words
from pbm.rules.battle_plan.view import View, awaited, living, over, view, view_from_words, view_to_words
from pbm.system import Rules, Sheet, System, read_json, read_toml

# variant: the name of its map, and the homes that its seats take when nobody chooses
VARIANTS = {"europe": ("europe", ("TU", "FR", "RU", "GB", "IT", "GE", "SP", "SW", "PD"))}
VARIANTS["world"] = ("world", tuple("EGB EFR ESW RRU ETU AEG ASA ALI MIN IMA CHE CJA PVI PJA NNY NCA NON NMX SRJ SNA SVE".split()))  # type: ignore[assignment]  # fmt: skip  # noqa: E501, SIM905  # until variants are files


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
    return data if chosen == data.options else replace(data, options=chosen)


@cache
def _data(variant: str) -> Rules:
    here = "pbm.rules.battle_plan"
    name, _ = VARIANTS[variant]
    house = tuple(read_toml(here, "house_rules.toml")["rule"])
    board = read_map(read_json(here, f"data/{name}.json"))
    return Rules(
        system="battle-plan",
        variant=variant,
        map=board,
        geometry=drawn(read_json(here, f"data/{name}_geometry.json"), board),
        orders=compile_table(read_toml(here, "orders.toml")),
        numbers=read_toml(here, "rules.toml"),
        wording=read_toml(here, "wording.toml"),
        house=house,
        options={row["option"]: str(row["value"]) for row in house if row.get("option")},
    )


def _printout(view: View, events: tuple[Event, ...], parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """14: loaded when the first printout is wanted: a check of a card needs none."""
    from pbm.rules.battle_plan.printout import printout

    return printout(view, events, parsed, rules, sheet)


SYSTEM = System(
    name="battle-plan",
    title="Battle Plan",
    variants=tuple(VARIANTS),
    homes=lambda rules: VARIANTS[rules.variant][1],
    load=load,
    start=start,
    parse=parse,
    resolve=resolve,
    view=view,
    printout=_printout,
    series=series,
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
