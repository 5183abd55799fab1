"""Where the Dollars came from and went, and what blockades held back (BP 5A, 5E, 5F)."""

from typing import Any

from pbm.core.printout import Cell, Column, Section, Table
from pbm.rules.battle_plan.printout.readout import Readout, money
from pbm.rules.battle_plan.state import decimal
from pbm.rules.common.page import account

ITEMS = {
    "start": "In hand at the start of the turn",
    "gift-out": "Gift",
    "propaganda": "Propaganda",
    "research": "Research",
    "training": "Training",
    "unspent": "Unspent",
    "interest": "Interest",
    "tax": "Tax",
    "built": "Built Dollars",
    "gift-in": "Gift",
    "end": "In hand now",
}

BLOCKADE = (
    Column("Blockade", "code"),
    Column("Hostile borders"),
    Column("Share"),
    Column("TaxBase", "number"),
    Column("Industry", "number"),
)
RECOVERED = (
    Column("Recovered", "code"),
    Column("TaxBase", "number"),
    Column("Industry", "number"),
    Column("AirF", "number"),
)


def income(readout: Readout) -> list[Section]:
    """BP 5A: the account of the turn; it starts and ends with cash in hand."""
    lines = next((facts["lines"] for facts in readout.told("account")), None)
    if lines is None:
        return []
    taxes = {facts["space"]: facts for facts in readout.told("income")}

    def told(key: str, detail: str, amount: int) -> tuple[str, str]:
        if key in ("gift-out", "propaganda", "research", "training"):
            return f"{ITEMS[key]} {detail}", ""
        if key == "tax":
            return f"{readout.space(detail)}, tax", _tax(taxes[detail])
        if key == "built":
            return f"{readout.space(detail)}, built Dollars", f"{amount // 100} Industry"
        if key == "gift-in":
            return f"Gift from {readout.name(int(detail))}", ""
        return ITEMS[key], "1 % of what was unspent" if key == "interest" else ""

    table = account(lines, told, sums=("start", "unspent"), end=ITEMS["end"], unit=Column("Dollars", "money"))
    return [Section("income", "Income", (table,), f"{money(lines[-1][2])} $ in hand")]


def _tax(facts: dict[str, Any]) -> str:
    held = f"<{facts['suppressed']}>" if facts["suppressed"] else ""
    neighbours = [f"{code or 'unseen'} {money(cents)}" for code, cents in facts["neighbours"]]
    return f"TaxBase={facts['tax']}{held}" + (f"; neighbours {', '.join(neighbours)}" if neighbours else "")


def blockade(readout: Readout) -> list[Section]:
    """BP 5F: blockades of this turn, and what recovered."""
    sections = []
    blocked: list[tuple[Cell, ...]] = []
    for facts in readout.told("blockade"):
        unseen = facts.get("unseen", 0)
        hostile = len(facts["hostile"]) + unseen
        share = (1000 * hostile // facts["of"] + 1) // 2  # tenths of a per cent
        who = [*facts["hostile"], f"{unseen} unseen"] if unseen else facts["hostile"]
        blocked.append(
            (
                facts["space"],
                f"{', '.join(who)}: {hostile} of {facts['of']}",
                f"{decimal(10 * share)} %",
                -facts["tax"],
                -facts["industry"],
            )
        )
    recovered: list[tuple[Cell, ...]] = [
        (facts["space"], facts["tax"], facts["industry"], facts["air"]) for facts in readout.told("recovered")
    ]
    blocks = []
    if blocked:
        note = "Half of what is active, in the share of hostile borders (5F.1)."
        blocks.append(Table(BLOCKADE, tuple(blocked), note=note))
    if recovered:
        note = "A quarter of what was suppressed recovers each turn, rounded up (5F)."
        blocks.append(Table(RECOVERED, tuple(recovered), note=note))
    if blocks:
        figure = f"{len(blocked)} blockaded" if blocked else f"{len(recovered)} recovered"
        sections.append(Section("blockade", "Blockade and recovery", tuple(blocks), figure))
    return sections
