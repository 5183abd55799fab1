"""Caravans sent and stolen, as each may know it: what came back, what escorts saw, what one's own people took
(TT 5).
"""

from pbm.core.english import count
from pbm.core.printout import Block, Cell, Column, Section, Table
from pbm.rules.trust_a_thief.printout.readout import Readout

SENT = (
    Column("To", "player"),
    Column("Nation"),
    Column("Caravans", "number"),
    Column("Escorts", "number"),
    Column("The escorts report"),
)
STOLEN = (Column("From", "player"), Column("Nation"), Column("Caravans", "number"), Column("Gold", "number"))


def caravans(readout: Readout) -> list[Section]:
    """TT 5.7, T19: what the viewer sent and how much of it came back, and what was stolen for him."""
    blocks: list[Block] = [*_sent(readout), *_stolen(readout)]
    if not blocks:
        return []
    facts = next(iter(readout.mine("caravans")), None)
    figure = f"{facts['returned']} of {facts['sent']} came back" if facts else ""
    return [Section("caravans", "Caravans", tuple(blocks), figure)]


def _sent(readout: Readout) -> list[Block]:
    """TT 5.7: sent by nation; what came back is told for all together, thieves only where an escort saw them."""
    facts = next(iter(readout.mine("caravans")), None)
    if facts is None:
        return []
    seen = {report["thief"]: report["escorted"] for report in readout.mine("escort-report", "to")}
    rows: list[tuple[Cell, ...]] = []
    for nation, sent, escorts in facts["to"]:
        report = f"{seen[nation]} stolen under their eyes" if nation in seen else "no bad news" if escorts else ""
        rows.append((nation, readout.nations.get(nation, ""), sent, escorts, report))
    missing = facts["sent"] - facts["returned"]
    total = (None, "All", facts["sent"], facts["escorts"], f"{facts['returned']} came back")
    return [Table(SENT, tuple(rows), total, _missing(missing, sum(seen.values())))]


def _missing(stolen: int, seen: int) -> str:
    """TT 5.7: how many were stolen, and what escorts have told of it."""
    told = f"{count(stolen, 'caravan')} stolen"
    if not stolen:
        return ""
    if not seen:
        return f"{told}. By whom, you learn from escorts alone (5.7)."
    if seen == stolen:
        return f"{told}, all under the eyes of escorts (5.7)."
    return f"{told}, {seen} of them under the eyes of escorts. Who took the rest, you are not told (5.7)."


def _stolen(readout: Readout) -> list[Block]:
    """TT 5.6, 5.8, T19: what the viewer's people stole, nation by nation."""
    worth = 0 if readout.is_out else readout.rules.numbers["caravan"]["stolen"]
    told = readout.mine("stolen", "by")
    rows = tuple((f["from"], readout.nations.get(f["from"], ""), f["number"], worth * f["number"]) for f in told)
    number = sum(facts["number"] for facts in told)
    title = f"Your people stole {count(number, 'caravan')}"
    note = "Your nation is out: gold for it is void (5.8)." if readout.is_out else ""
    return [Table(STOLEN, rows, (None, "All", number, worth * number), note, title=title)] if rows else []
