"""Where the gold came from and went, line by line (TT 7.2)."""

import re
from functools import partial

from pbm.core.english import count
from pbm.core.printout import Column, Section
from pbm.rules.common.page import account
from pbm.rules.trust_a_thief.printout.readout import Readout, armies

_ORDER = re.compile(r"(?:@(\w+) )?(.+)").fullmatch
_BOUGHT = re.compile(r"(BA|BF)(\d+)(\w*)").fullmatch
_SENT = re.compile(r"(\d+)([KG])(\d+)").fullmatch


def own_account(readout: Readout) -> list[Section]:
    """TT 7.2: the account of the turn: gold left, tax, caravans, thefts, upkeep, and what is in hand then."""
    lines = next((facts["lines"] for facts in readout.mine("account")), None)
    if lines is None:
        return []
    end = lines[-1][2]
    owed = count(readout.units_owed(), "unit")
    note = (
        f"Below 0: {owed} must go next turn; name them with ZA and Z (6.2)." if end < 0 and not readout.is_over else ""
    )
    table = account(
        lines,
        partial(_told, readout),
        sums=("start", "left"),
        end=readout.rules.wording["account"]["end"],
        unit=Column("Gold", "number"),
        note=note,
    )
    return [Section("account", "Your account", (table,), f"{end} gold")]


def _told(readout: Readout, key: str, detail: str, gold: int) -> tuple[str, str]:
    """A line's item, and how it comes about."""
    words = readout.rules.wording["account"]
    if key in ("units", "caravans", "escorts", "structure"):
        return _bought(readout, detail)
    if key == "tax":
        return words["tax"], _taxes(readout)
    if key == "returned":
        worth = readout.rules.numbers["caravan"]["returns"]
        return words["returned"], f"{detail} \u00d7 {worth}"
    if key == "theft":
        worth = readout.rules.numbers["caravan"]["stolen"]
        return f"{words['theft']} {readout.name(int(detail))}", f"{gold // worth} \u00d7 {worth}"
    if key == "upkeep":
        ships = len(readout.view.fleets.get(readout.me, {}))
        return words["upkeep"], armies(readout.armies(readout.me)) + (f", {count(ships, 'fleet')}" if ships else "")
    return str(words[key]), ""


def _bought(readout: Readout, detail: str) -> tuple[str, str]:
    """What an order bought, and the order."""
    found = _ORDER(detail)
    place, text = (found[1] or "", found[2]) if found else ("", detail)
    units, sent = _BOUGHT(text), _SENT(text)
    if units:
        n = int(units[2])
        what = armies(n) if units[1] == "BA" else count(n, "fleet")
        return f"{what}, {readout.space(units[3] or place)}", detail
    if sent:
        what = count(int(sent[3]), "caravan" if sent[2] == "K" else "escort")
        return f"{what} to {readout.name(int(sent[1]))}", detail
    makes = readout.rules.numbers["structure"][text]["makes"]
    engineered = "Engineered " if text == "BE" else ""
    return f"{engineered}{readout.structure(makes)}, {readout.space(place)}", detail


def _taxes(readout: Readout) -> str:
    """TT 2.1: the provinces by structure, and what they pay together."""
    table, many = readout.rules.numbers["tax"], readout.rules.wording["structures"]
    kinds: dict[str, int] = {}
    for code in readout.owned(readout.me):
        structure = readout.view.provinces[code].structure
        kinds[structure] = kinds.get(structure, 0) + 1
    return ", ".join(
        f"{n} {many[kind] if n > 1 else readout.structure(kind) or many[kind]} {n * table[kind]}"
        for kind in reversed(table)
        if (n := kinds.get(kind, 0))
    )
