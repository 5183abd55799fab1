"""What was done to provinces and units: who took what, what was built, what was disbanded (TT 2.2, 3.5, 3.6, 6.2)."""

from typing import Any

from pbm.core.printout import Cell, Column, Section, Table
from pbm.rules.trust_a_thief.printout.readout import Readout, armies

TURNOVER = (
    Column("", "code"),
    Column("Province"),
    Column("To", "player"),
    Column("From", "player"),
    Column("How"),
    Column("Structure"),
)
WORKS = (Column("", "code"), Column("Place"), Column("What"), Column("Gold", "number"))


def turnover(readout: Readout) -> list[Section]:
    """TT 3.5, 3.6, 4.10: provinces that changed hands this turn, and in what state."""
    rows = readout.shared("turnover", lambda: _turnover(readout))
    if not rows:
        return []
    return [Section("turnover", "Provinces that changed hands", (Table(TURNOVER, rows),), str(len(rows)))]


def _turnover(readout: Readout) -> tuple[tuple[Cell, ...], ...]:
    rows: list[tuple[Cell, ...]] = []
    for code in sorted({*readout.captured, *readout.claimed}):
        facts = readout.captured.get(code)
        if facts is None:
            state = readout.structure(readout.view.provinces[code].structure)
            rows.append((code, readout.space(code), readout.claimed[code]["by"], None, "claimed", state))
            continue
        was, now = readout.structure(facts["before"]), readout.structure(facts["structure"])
        state = now if was == now else f"{was}, now {now or 'none'}"
        how = "after a battle" if facts["fought"] else "undefended"
        rows.append((code, readout.space(code), facts["by"], facts["from"], how, state))
    return tuple(rows)


def works(readout: Readout) -> list[Section]:
    """TT 2.2, 2.3, 6.2: what the viewer bought and built, and which units went."""
    rows: list[tuple[Cell, ...]] = [
        (facts["province"], readout.space(facts["province"]), built(readout, facts), -facts["price"])
        for facts in readout.mine("built")
    ]
    for facts in readout.mine("disbanded"):
        code = facts["province"] if "province" in facts else facts["sea"]
        rows.append((code, readout.space(code), f"{gone(facts)} disbanded", None))
    return [Section("works", "Bought and built", (Table(WORKS, tuple(rows)),), str(len(rows)))] if rows else []


def built(readout: Readout, facts: dict[str, Any], sea: str = "") -> str:
    """What was built, in words: 2 armies; fleet #3 in NSE; Town. `sea`: how the fleet's sea is called."""
    if facts["what"] == "army":
        return armies(facts["number"])
    if facts["what"] == "fleet":
        ships = ", ".join(f"#{n}" for n in facts["numbers"])
        return f"{'fleet' if len(facts['numbers']) == 1 else 'fleets'} {ships} in {sea or facts['sea']}"
    return ("engineered " if facts.get("engineered") else "") + readout.structure(facts["what"])


def gone(facts: dict[str, Any]) -> str:
    """Units that were disbanded, in words."""
    if facts["what"] == "army":
        return armies(facts["number"])
    return f"fleet #{facts['fleet']}" + (f" with {armies(facts['cargo'])}" if facts["cargo"] else "")
