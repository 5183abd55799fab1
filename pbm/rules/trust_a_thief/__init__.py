"""Trust a Thief: a board game of provinces, fleets and caravans that a partner may steal."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.core.events import Heard
from pbm.core.named import Named
from pbm.core.printout import Printout
from pbm.engine.system import Course, Rules, Setup, Sheet, System, Words, read_json, read_toml
from pbm.orders.form import Parsed, compile_table
from pbm.rules.common import words
from pbm.rules.common.options import choices, known_variant, settled, usual
from pbm.rules.trust_a_thief.house import house
from pbm.rules.trust_a_thief.maps import LEGEND, drawn, read_map
from pbm.rules.trust_a_thief.parse import kit, parse
from pbm.rules.trust_a_thief.resolve import resolve
from pbm.rules.trust_a_thief.resolve.close import ending
from pbm.rules.trust_a_thief.series import series
from pbm.rules.trust_a_thief.setup import check, lay, start
from pbm.rules.trust_a_thief.state import from_words
from pbm.rules.trust_a_thief.view import View, living, over, view

VARIANTS = ("sample", "archipelago")  # each is the name of its map


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a variant under these house-rule options; PbmError names what is not known."""
    known_variant("Trust a Thief", variant, VARIANTS)
    data = _data(variant)
    chosen = {**data.options, **settled(options, data.house, choices(data.house))}
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
        legend=LEGEND,
        orders=compile_table(_priced(read_toml(here, "orders.toml"), numbers)),
        numbers=numbers,
        wording=read_toml(here, "wording.toml"),
        house=house_rules,
        options=usual(house_rules),
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
        to_words=words.to_words,
        from_words=lambda told, rules: from_words(told, rules.map),
        lay=lay,
        check=check,
        view_to_words=words.to_words,
        view_from_words=words.reader(View),
        named=(Named("provinces", owner="owner", empty="no armies"), Named("nations"), Named("fleets", numbered=True)),
        renamed={"eliminated": {"nation": "player"}},
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
