"""Where the gold came from and went, line by line (TT 7.2)."""

import re
from functools import partial

from pbm.core.english import count
from pbm.core.printout import Column, Section
from pbm.rules.common.page import account
from pbm.rules.trust_a_thief.printout.desk import Desk, armies

_ORDER = re.compile(r"(?:@(\w+) )?(.+)").fullmatch
_BOUGHT = re.compile(r"(BA|BF)(\d+)(\w*)").fullmatch
_SENT = re.compile(r"(\d+)([KG])(\d+)").fullmatch


def own_account(desk: Desk) -> list[Section]:
    """TT 7.2: the account of the turn: gold left, tax, caravans, thefts, upkeep, and what is in hand then."""
    lines = next((facts["lines"] for facts in desk.mine("account")), None)
    if lines is None:
        return []
    end = lines[-1][2]
    owed = count(desk.units_owed(), "unit")
    note = f"Below 0: {owed} must go next turn; name them with ZA and Z (6.2)." if end < 0 and not desk.is_over else ""
    table = account(
        lines,
        partial(_told, desk),
        sums=("start", "left"),
        end=desk.rules.wording["account"]["end"],
        unit=Column("Gold", "number"),
        note=note,
    )
    return [Section("account", "Your account", (table,), f"{end} gold")]


def _told(desk: Desk, key: str, detail: str, gold: int) -> tuple[str, str]:
    """A line's item, and how it comes about."""
    words = desk.rules.wording["account"]
    if key in ("units", "caravans", "escorts", "structure"):
        return _bought(desk, detail)
    if key == "tax":
        return words["tax"], _taxes(desk)
    if key == "returned":
        worth = desk.rules.numbers["caravan"]["returns"]
        return words["returned"], f"{detail} \u00d7 {worth}"
    if key == "theft":
        worth = desk.rules.numbers["caravan"]["stolen"]
        return f"{words['theft']} {desk.name(int(detail))}", f"{gold // worth} \u00d7 {worth}"
    if key == "upkeep":
        ships = len(desk.view.fleets.get(desk.me, {}))
        return words["upkeep"], armies(desk.armies(desk.me)) + (f", {count(ships, 'fleet')}" if ships else "")
    return str(words[key]), ""


def _bought(desk: Desk, detail: str) -> tuple[str, str]:
    """What an order bought, and the order."""
    found = _ORDER(detail)
    place, text = (found[1] or "", found[2]) if found else ("", detail)
    units, sent = _BOUGHT(text), _SENT(text)
    if units:
        n = int(units[2])
        what = armies(n) if units[1] == "BA" else count(n, "fleet")
        return f"{what}, {desk.space(units[3] or place)}", detail
    if sent:
        what = count(int(sent[3]), "caravan" if sent[2] == "K" else "escort")
        return f"{what} to {desk.name(int(sent[1]))}", detail
    makes = desk.rules.numbers["structure"][text]["makes"]
    engineered = "Engineered " if text == "BE" else ""
    return f"{engineered}{desk.structure(makes)}, {desk.space(place)}", detail


def _taxes(desk: Desk) -> str:
    """TT 2.1: the provinces by structure, and what they pay together."""
    table, many = desk.rules.numbers["tax"], desk.rules.wording["structures"]
    kinds: dict[str, int] = {}
    for code in desk.owned(desk.me):
        structure = desk.view.provinces[code].structure
        kinds[structure] = kinds.get(structure, 0) + 1
    return ", ".join(
        f"{n} {many[kind] if n > 1 else desk.structure(kind) or many[kind]} {n * table[kind]}"
        for kind in reversed(table)
        if (n := kinds.get(kind, 0))
    )
