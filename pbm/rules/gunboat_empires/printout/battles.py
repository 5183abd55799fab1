"""Battles in the order in which they were processed, and orders that failed or were cut (GE 25, HR-49)."""

from collections.abc import Iterator
from typing import Any

from pbm.core.printout import Lines, Section
from pbm.rules.gunboat_empires.printout.readout import Readout, side
from pbm.rules.gunboat_empires.tables import tables


def battles(readout: Readout) -> list[Section]:
    """GE 14.4: the reader's battles."""
    own = {facts["battle"]: facts for facts in readout.told("strength")}
    found = readout.told("battle")
    lines = [line for k, facts in enumerate(found, 1) for line in _lines(readout, facts, own.get(k))]
    lines += [line for facts in readout.told("attrition") for line in _lines(readout, facts, None)]
    return [Section("battles", "Battles", (Lines(tuple(lines)),), str(len(found)))] if lines else []


def _lines(readout: Readout, facts: dict[str, Any], own: dict[str, Any] | None) -> Iterator[str]:
    """One battle; own: what the reader's side was worth in it, if it came to that."""
    land = tables().regions[facts["region"]]
    kind = ("rough" if land.is_rough else "clear") if land.is_land else "sea"
    mission = tables().missions[facts.get("mission", "AT")].name
    attacker, defender = readout.name(facts["attacker"]), readout.name(facts["defender"])
    yield f"M{facts['phase']}  {facts['region']} ({kind})  {mission}"
    mine, theirs = side(facts["force"], facts["lost"]), side(facts["against"], facts["lost_against"])
    yield f"    {attacker} {mine}  against  {defender} {theirs}".rstrip()
    if "won" not in facts:
        yield f"    One {facts['complex']} was destroyed." if facts["complex"] else "    Nothing was destroyed."
        return
    owner = readout.view.owners.get(facts["region"], 0)
    winner = {"attacker": attacker, "defender": defender}.get(facts["won"], "Nobody")
    percent = f" and lost {facts['percent']} per cent" if facts["won"] != "nobody" else ""
    if own:
        planes = f", {_tenths(own['support'])} of it by planes" if own["support"] else ""
        yield f"    Your strength {_tenths(own['mine'])}{planes}."
    held = f"{readout.name(owner)} holds it now." if owner else "Nobody holds it."
    yield f"    {winner} won{percent}. {held}"


def _tenths(strength: int) -> str:
    """GE 25: strengths are printed in thousandths of what is counted, with one decimal."""
    return f"{strength // 1000}.{strength % 1000 // 100}"


def undone(readout: Readout) -> list[Section]:
    """GE 25: task forces that did nothing, and orders that were carried out in part, each with its reason."""
    lines = [f"{facts['order']}: {readout.words('reason', facts['reason'])}." for facts in readout.told("order-failed")]
    lines += [
        f"{facts['order']}: {facts['done']} of {facts['wanted']}; {readout.words('cut', facts['reason'])}."
        for facts in readout.told("cut")
    ]
    return (
        [Section("undone", "Orders that failed or were cut", (Lines(tuple(lines)),), str(len(lines)))] if lines else []
    )
