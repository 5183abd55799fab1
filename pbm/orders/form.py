"""The order grammar: one table drives parser, faults, reference, blank card and composer (design 4).

A player's text never raises; one bad order never spoils its neighbours.
"""

from collections.abc import Mapping

from pbm.core.printout import Kit
from pbm.orders.account import Account
from pbm.orders.blank import blank, unordered
from pbm.orders.order import Order, OrderLine, Parsed
from pbm.orders.reader import MAX_ORDERS, Check, Reader
from pbm.orders.table import OrderTable, compile_table, reference

__all__ = [
    "Check",
    "Order",
    "OrderLine",
    "OrderTable",
    "Parsed",
    "blank",
    "compile_table",
    "read",
    "reference",
    "unordered",
]


def read(
    table: OrderTable,
    kit: Kit,
    lines: tuple[OrderLine, ...] | None,
    *,
    clip: bool = False,
    checks: Mapping[str, Check] | None = None,
) -> Parsed:
    """The card's orders and faults, and the standing orders that act beside them.

    lines None: no card came. clip: an order for more than is left is cut, not refused (BP HR-02). checks: what the
    table cannot say, by the names that its rows have for it.
    """
    reader = Reader(table, kit, clip=clip, checks=checks or {})
    for line in lines or ():
        reader.read_line(line)
        if reader.tokens > MAX_ORDERS:
            break
    standing = reader.standing_in_force()
    if table.steps:
        account = Account(table, kit, reader.stock_of, reader.budgets, clip=clip)
        reader.orders, standing = account.work(reader.orders, standing)
        reader.faults += account.faults
        reader.warnings += account.warnings
    if reader.passed and reader.orders:
        reader.warnings.append(reader.passed)
    return Parsed(
        orders=tuple(reader.orders),
        standing=tuple(standing),
        faults=tuple(sorted(reader.faults, key=lambda fault: (fault.line, fault.column))),
        warnings=tuple(reader.warnings),
        count=len({(order.line, order.column) for order in reader.orders}),
        given=lines is not None,
    )
