"""What was ordered and what came of it, order by order, from the events that the player sees (14)."""

from operator import attrgetter
from typing import Any

from pbm.orderform import Order, Parsed
from pbm.printout import Cell, Column, Item, Items, Lines, Section, Table
from pbm.rules.battle_plan.printout.desk import Desk, plain, signed
from pbm.rules.battle_plan.state import Player

UNIT_OF = {"A": "army", "N": "navy", "F": "air", "M": "missiles", "X": "antimissiles"}
BUILDS = frozenset("B" + letter for letter in "DIANFMX")
MOVES = frozenset(("AT", "NT", "FT", "MT", "XT"))
SUPPORTS = frozenset(("AS", "NS", "FS"))
PLACE = attrgetter("place")
COLUMNS = (Column("", "mono"), Column("Order", "mono"), Column("Means", drop=True), Column("Came of it"))
STANDING = (Column("Space", "code"), Column("Order", "mono"), Column("This turn"))
Way = tuple[str, str, str]
"""From where, with what kind of unit, to where."""


class Outcomes:
    """What the viewer knows of his orders' results; lives within one printout."""

    def __init__(self, desk: Desk, parsed: Parsed) -> None:
        self.desk, me = desk, desk.me
        self.failed = {(facts["space"], facts["order"]): facts["reason"] for facts in desk.told("order-failed")}
        self.taken = {facts["space"] for facts in desk.told("captured") if facts["by"] == me} - {
            facts["space"] for facts in desk.told("counter-attack") if facts["won"]
        }
        self.forces: dict[tuple[str, str], dict[str, Any]] = {
            (group["name"], facts["space"]): group for facts, groups in desk.forces for group in groups
        }
        self.borders = {
            (group["name"], facts["other"] if group["name"] == facts["space"] else facts["space"]): group["army"]
            for facts in desk.told("border-fight")
            for group in facts["groups"]
        }
        self.waters = {facts["space"] for facts in desk.told("sea-battle")}
        self.built = {facts["space"]: facts for facts in desk.told("built")}
        self.research = {facts["letter"]: facts for facts in desk.told("research")}
        self.mood = {facts["space"]: facts for facts in desk.told("popularity")}
        self.caught = {f["space"]: f["number"] for f in desk.told("spy-caught") if f["owner"] == me}
        self.together: dict[Way, int] = {}
        for order in (*parsed.orders, *parsed.standing):
            if order.place and order.code not in MOVES and "to" in order.operands and not (order.slot and order.line):
                way = order.place, order.code[0], order.operands["to"]
                self.together[way] = self.together.get(way, 0) + 1

    def of(self, order: Order) -> str:
        """What came of one order, in a few words; "" where he cannot know."""
        if order.slot and order.line:
            return "on record" if order.code else "slot emptied"
        if self.failed and (order.place, order.text) in self.failed:
            return f"failed: {self.failed[order.place, order.text]}"
        if not order.place:
            return self._of_player(order)
        if order.code in BUILDS:
            return self._build(order)
        if order.code in MOVES:
            return f"{order.operands['n']} arrived"
        return self._combat(order)

    def _build(self, order: Order) -> str:
        facts, letter = self.built.get(order.place), order.code[1]
        if facts is None or letter not in facts["used"]:
            return ""
        made = plain(facts["units"].get(letter, 0))
        used = facts["used"][letter]
        return f"{made} built" if used == order.operands["n"] else f"{made} built with {used} Industry in all"

    def _combat(self, order: Order) -> str:
        place, to, unit = order.place, order.operands["to"], UNIT_OF[order.code[0]]
        if to in self.waters:
            return "in the battle at sea"
        group = self.forces.get((place, to))
        if group is None or unit not in group:
            if order.code in SUPPORTS:
                return "nobody attacked there"
            met = self.borders.get((place, to))
            return f"{met[1]} of {met[0]} fell at the border" if met and order.code[0] == "A" else ""
        sent, lost = group[unit]
        if unit == "missiles":
            return f"{lost} of {sent} stopped"
        told = f"{sent - lost} of {sent} alive"
        if self.together[place, order.code[0], to] > 1:
            told += " together"
        if order.code == "AC":
            return f"taken; {told}" if to in self.taken else f"not taken; {told}"
        return told

    def _of_player(self, order: Order) -> str:
        code, operands = order.code, order.operands
        if code[0] == "R":
            facts = self.research.get(code[1])
            return f"{signed(facts['gain'])}, now {facts['now']}" if facts else ""
        if code == "P":
            facts = self.mood.get(operands["to"])
            return f"popularity {facts['before']} to {facts['after']}" if facts else "spent"
        if code == "S":
            caught, there = self.caught.get(operands["to"], 0), self.desk.view.countries.get(operands["to"])
            reports = "reports" if there and there.spies.get(self.desk.me) else ""
            return ", ".join(part for part in (f"{caught} caught" if caught else "", reports) if part) or "sent"
        if code in ("TS", "TC"):
            return "join the reserve"
        if code == "pD":
            return "given"
        if code == "pP":
            return "spent"
        if code in ("C", "pC"):
            return "used"
        if code == "pS" or code.startswith("pM"):
            return "sent"
        return "in force"


def orders(desk: Desk, me: Player) -> list[Section]:
    """14: the orders with what became of them, then the standing orders on record; as tables, for the page."""
    parsed = desk.parsed or Parsed(given=False)
    outcomes = Outcomes(desk, parsed)
    titles = desk.common("titles", _titles)
    rows: list[tuple[Cell, ...]] = []
    place = None
    for order in sorted((*parsed.orders, *parsed.standing), key=PLACE):
        shown = f"/{order.slot}/{order.text}" if order.slot and not order.line else order.text
        head = "" if order.place == place else f"@{order.place}"
        place = order.place
        rows.append((head, shown, _means(desk, titles, order), outcomes.of(order)))
    rows += [("", fault.text, "", "not carried out") for fault in parsed.faults]
    sections = []
    if rows:
        given = f"{parsed.count} of {parsed.count + len(parsed.faults)}" if parsed.faults else str(parsed.count)
        table = Table(COLUMNS, tuple(rows), note=f"Order-count: {parsed.count}.")
        sections.append(Section("echo", "Your orders, and what came of them", (table,), given, classic=False))
    return standing(desk, me, parsed, outcomes) + sections


def _titles(desk: Desk) -> dict[bool, dict[str, str]]:
    """What each order is called, those of the player and those of a space apart: some share their letters."""
    rows = desk.rules.orders.rows
    return {
        own: {row.code: row.title for row in rows for kind in row.at if (kind == "player") == own}
        for own in (True, False)
    }


def _means(desk: Desk, titles: dict[bool, dict[str, str]], order: Order) -> str:
    title = titles[not order.place].get(order.code, "")
    if "to" in order.operands:
        return f"{title}: {desk.board.spaces[order.operands['to']].name}"
    if "p" in order.operands:
        return f"{title}: {desk.name(order.operands['p']) if order.operands['p'] else 'all'}"
    return title


def standing(desk: Desk, me: Player, parsed: Parsed, outcomes: Outcomes) -> list[Section]:
    """11: the standing orders on record and what each did this turn, and the default builds."""
    acted = {(order.place, order.slot): order for order in parsed.standing}
    rows: list[tuple[Cell, ...]] = []
    for code, country in desk.view.countries.items():
        if country.standing_by == desk.me:
            for slot, text in country.standing.items():
                order = acted.get((code, slot))
                rows.append((code, f"/{slot}/{text}", outcomes.of(order) if order else "waited"))
    if not rows:
        return []
    note = f"Defaults=({' '.join(letter + str(n) for letter, n in me.defaults.items())})" if me.defaults else ""
    table = Table(STANDING, tuple(rows), note=note)
    return [Section("standing", "Standing orders", (table,), str(len(rows)), classic=False)]


def spies(desk: Desk, me: Player) -> list[Section]:
    """6B: where the viewer's spies are, and which were caught."""
    caught = {facts["space"]: facts["number"] for facts in desk.told("spy-caught") if facts["owner"] == desk.me}
    placed = {code: k.spies[desk.me] for code, k in desk.view.countries.items() if k.spies.get(desk.me)}
    rows: list[tuple[Cell, ...]] = []
    for code in desk.view.owners if caught else placed:
        if code in placed or code in caught:
            lost = f"{caught[code]} caught" if code in caught else ""
            told = ", ".join(part for part in (lost, "reports" if code in placed else "") if part)
            rows.append((code, desk.space(code), placed.get(code, 0), told))
    if not rows:
        return []
    columns = (Column("Your spies", "code"), Column("", drop=True), Column("There", "number"), Column("This turn"))
    number = sum(placed.values())
    total = ("Placed", "", number, f"reserve {plain(me.spies)}, CounterSpies {plain(me.counterspies)}")
    return [Section("spies", "Spies", (Table(columns, tuple(rows), total),), f"{number} placed", classic=False)]


def messages(desk: Desk) -> list[Section]:
    """16: the messages that came, by number, in our words."""
    items = []
    for facts in desk.told("message"):
        if facts["from"] != desk.me:
            to_all = "" if facts["to"] else " to all"
            lead = f"{facts['number']}. {sentence(desk, facts) or about(desk, facts)}".rstrip()
            items.append(Item(f"{desk.name(facts['from'])}{to_all}", lead, "", "16"))
    if not items:
        return []
    return [Section("messages", "Messages", (Items(tuple(items)),), str(len(items)))]


def sentence(desk: Desk, facts: dict[str, Any]) -> str:
    """What a message of this number says; "" for the numbers that players fill with a sense of their own (HR-62)."""
    text: str = desk.rules.wording["messages"].get(str(facts["number"]), "")
    return text.format(about=about(desk, facts) or "\u2026")


def about(desk: Desk, facts: dict[str, Any]) -> str:
    """The space or the player that was filled in."""
    if "space" in facts:
        return desk.space(facts["space"])
    return desk.name(facts["about"]) if "about" in facts else ""


def remarks(desk: Desk) -> list[Section]:
    """14: orders that failed on the day, and remarks on the card; faults stand with the echo."""
    sections = []
    failed = tuple(f"<{facts['order']} -- {facts['reason']}>" for facts in desk.told("order-failed"))
    if failed:
        sections.append(Section("failed", "Not carried out on the day", (Lines(failed),), str(len(failed)), html=False))
    warned = desk.parsed.warnings if desk.parsed else ()
    if warned:
        lines = tuple(
            f"line {w.line}, column {w.column}: {w.text + ': ' if w.text else ''}{w.message}"
            f"{f' ({w.rule})' if w.rule else ''}"
            for w in warned
        )
        sections.append(Section("remarks", "Remarks on your card", (Lines(lines),), str(len(lines))))
    return sections
