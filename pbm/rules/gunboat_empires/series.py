"""The figures of charts: what the rankings show all, and of the viewer's own country everything (GE 14.3)."""

from collections.abc import Mapping
from typing import Any

from pbm.core.events import Heard
from pbm.core.series import Series
from pbm.engine.system import Rules
from pbm.rules.gunboat_empires.ending import DECIDES
from pbm.rules.gunboat_empires.state import buy_price
from pbm.rules.gunboat_empires.tables import GOLD, GOODS, tables
from pbm.rules.gunboat_empires.view import View, sizes

RANKINGS, PRICES = "Rankings by turn", "Prices"
UNITS = {"Productivity": "per cent", "Basic Technology": "BTech", "Developments": "technologies"}


def series(view: View, heard: Heard, rules: Rules) -> tuple[Series, ...]:
    """GE 14.3: regions of all countries, first of all Total Size; of the other rankings the first ten of the turn;
    and the viewer's own values and stocks.
    """
    among = {"Total Size": None, "Land Regions": tables().land, "Sea Regions": tables().seas}
    held = {
        name: {number: size for number, size in sizes(view.owners, codes).items() if number not in view.out}
        for name, codes in among.items()
    }
    ranked = {facts["category"]: facts["places"] for facts in heard.get("ranked", ())}
    own = {facts["category"]: facts["value"] for facts in heard.get("rank", ())} if view.viewer else {}
    found = [
        Series(
            _id(name),
            name,
            values,
            "regions",
            "controlled at the end of the turn",
            goal=0 if name == DECIDES else None,
        )
        for name, values in held.items()
    ]
    for category, places in ranked.items():
        if category not in held:
            values = {number: _whole(value) for number, value, _ in sorted(places)}
            unit = UNITS.get(category, "")
            found.append(
                Series(_id(category), category, values, unit, "first ten of the turn", page=RANKINGS, gaps=True)
            )
    found += _market(view, heard)
    found += [
        Series(f"own-{_id(category)}", f"{category} of all", {view.viewer: _whole(value)}, UNITS.get(category, ""))
        for category, value in own.items()
        if category not in held
    ]
    if view.me is not None:
        found += [
            Series(f"stock-{goods.lower()}", f"Stock of {goods}", {view.viewer: view.me.stocks.get(goods, 0)}, "points")
            for goods in GOODS
        ]
        found.append(Series("gold", "Gold", {view.viewer: view.me.stocks.get(GOLD, 0)}, "Gold", "in hand"))
    return tuple(found)


def _market(view: View, heard: Heard) -> list[Series]:
    """GE 3.1, 14.1: what a point of each good costs after the turn, and how many points went over the market."""
    page: dict[str, Any] = {"page": PRICES, "lines": GOODS, "about": "A chart has a line for each good of the market."}
    prices = {"sell": view.prices, "buy": {goods: buy_price(price) for goods, price in view.prices.items()}}
    titles = {"sell": "Selling prices", "buy": "Buying prices"}
    found = [
        Series(f"price-{way}", titles[way], _by_goods(row), "Gold", "a point", **page) for way, row in prices.items()
    ]
    for facts in heard.get("market", ()):
        found += [
            Series(f"market-{way}", f"{way.title()} on the market", _by_goods(facts[way]), "points", "by all", **page)
            for way in ("sold", "bought")
        ]
    return found


def _by_goods(row: Mapping[str, int]) -> dict[int, int]:
    return {number: row.get(goods, 0) for number, goods in enumerate(GOODS, 1)}


def _id(category: str) -> str:
    return category.lower().replace(" ", "-")


def _whole(value: int | str) -> int:
    """GE 14.2: Productivity is told with a decimal; the chart shows whole numbers."""
    return int(str(value).partition(".")[0])
