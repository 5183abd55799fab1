"""Trust a Thief: a board game of provinces, fleets and caravans that a partner may steal."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.core.events import Heard
from pbm.core.named import Named
from pbm.core.printout import Printout
from pbm.engine.system import Course, Rules, Setup, Sheet, System, Words, by_name, read_json, read_toml
from pbm.errors import PbmError
from pbm.orders.form import Parsed, compile_table
from pbm.rules.trust_a_thief.house import house
from pbm.rules.trust_a_thief.maps import drawn, read_map
from pbm.rules.trust_a_thief.parse import kit, parse
from pbm.rules.trust_a_thief.resolve import resolve
from pbm.rules.trust_a_thief.resolve.close import ending
from pbm.rules.trust_a_thief.series import series
from pbm.rules.trust_a_thief.setup import check, lay, start
from pbm.rules.trust_a_thief.state import from_words, to_words
from pbm.rules.trust_a_thief.view import View, living, over, view, view_from_words, view_to_words

VARIANTS = ("sample", "archipelago")  # each is the name of its map


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a variant under these house-rule options; PbmError names what is not known."""
    if variant not in VARIANTS:
        raise PbmError(f"Trust a Thief has no variant {variant!r}; known are: {', '.join(sorted(VARIANTS))}.")
    data = _data(variant)
    rows = {row["option"]: row for row in data.house if row.get("option")}
    chosen = dict(data.options)
    for key, value in by_name(options, data.house).items():
        if key not in rows:
            raise PbmError(f"There is no option {key!r}; known are: {', '.join(sorted(rows))}.")
        if value not in rows[key]["choices"]:
            raise PbmError(f"The option {key!r} is one of {', '.join(rows[key]['choices'])}, not {value!r}.")
        chosen[key] = value
    return data if chosen == data.options else replace(data, options=chosen)


def _priced(orders: Mapping[str, Any], numbers: Mapping[str, Any]) -> dict[str, Any]:
    """The order table with what each order costs (TT 2.2, 2.3, 5.1, 5.3)."""
    prices = numbers["price"] | {code: row["price"] for code, row in numbers["structure"].items()}
    costs = {code: {"cost": {"spends": "gold", "of": "player", "each": price}} for code, price in prices.items()}
    return {**orders, "order": [row | costs.get(row["code"], {}) for row in orders["order"]]}


@cache
def _data(variant: str) -> Rules:
    here = "pbm.rules.trust_a_thief"
    house_rules = tuple(read_toml(here, "house_rules.toml")["rule"])
    numbers = read_toml(here, "rules.toml")
    board = read_map(read_json(here, f"data/{variant}.json"))
    return Rules(
        system="trust-a-thief",
        variant=variant,
        map=board,
        geometry=drawn(read_json(here, f"data/{variant}_geometry.json"), board),
        orders=compile_table(_priced(read_toml(here, "orders.toml"), numbers)),
        numbers=numbers,
        wording=read_toml(here, "wording.toml"),
        house=house_rules,
        options={row["option"]: str(row["value"]) for row in house_rules if row.get("option")},
    )


def _printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """TT 7: loaded when the first printout is wanted: a check of a card needs none."""
    from pbm.rules.trust_a_thief.printout import printout

    return printout(view, heard, parsed, rules, sheet)


SYSTEM = System(
    name="trust-a-thief",
    title="Trust a Thief",
    variants=VARIANTS,
    setup=Setup(
        homes=lambda rules: tuple(rules.map.homes),
        load=load,
        least_seats=2,
    ),
    course=Course(
        living=living,
        awaited=living,
        over=over,
        ending=ending,
    ),
    words=Words(
        to_words=to_words,
        from_words=lambda words, rules: from_words(words, rules.map),
        lay=lay,
        check=check,
        view_to_words=view_to_words,
        view_from_words=view_from_words,
        named=(Named("provinces", owner="owner", empty="no armies"), Named("nations"), Named("fleets", numbered=True)),
    ),
    start=start,
    parse=parse,
    resolve=resolve,
    view=view,
    printout=_printout,
    series=series,
    kit=kit,
    house=house,
)
