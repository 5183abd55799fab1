"""What was ordered and what came of it, order by order, from the events that the player sees (TT 7.2)."""

from collections.abc import Sequence
from typing import Any

from pbm.core.printout import Cell, Column, Lines, Section, Table
from pbm.orders.form import Order, Parsed
from pbm.rules.common.news import reason
from pbm.rules.common.page import echoed, entered, remarks
from pbm.rules.trust_a_thief.printout.readout import Readout, armies

STANDING = (Column("Order", "mono"), Column("Means", drop=True), Column("This turn"))
THEFTS = ("pSA", "pS", "pSX", "pSm")


class Outcomes:
    """What the viewer knows of his orders' results; lives within one printout."""

    def __init__(self, readout: Readout, parsed: Parsed) -> None:
        self.readout = readout
        bought = [facts["numbers"] for facts in readout.mine("built") if facts["what"] == "fleet"]
        yards = [(order.line, order.column) for order in parsed.orders if order.code == "BF"]
        self.launched = dict(zip(yards, bought, strict=False))  # both as written on the card
        self.stolen = {facts["from"]: facts["number"] for facts in readout.mine("stolen", "by")}
        self.seen = {facts["thief"]: facts["escorted"] for facts in readout.mine("escort-report", "to")}
        self.battles = {facts["place"]: facts for facts in readout.told("battle")}
        self.waters = {facts["sea"]: facts for facts in readout.told("sea-battle") if readout.me in facts["nations"]}
        self.sunk = {f"#{n}" for facts in self.waters.values() for p, n, _ in facts["sunk"] if p == readout.me}
        acting = (*(order for order in parsed.orders if not order.slot), *parsed.standing)
        self.named = {order.operands["p"] for order in acting if order.code in THEFTS}

    def of(self, order: Order) -> str:
        """What came of one order, in a few words; "" where he cannot know."""
        if order.slot and order.line:
            return "on file" if order.code else "slot emptied"
        failure = self.failure(order)
        if failure:
            return f"failed: {failure}"
        less = [facts for facts in self.readout.failed(order) if "went" in facts]
        if not less:
            return self._told(order)
        n, went = order.operands["n"], less[0]["went"]
        return f"{reason(self.readout, less[0])}, {went} of {n}; {self._told(order, went)}"

    def failure(self, order: Order) -> str:
        """Why an order came to nothing; "" where it did not."""
        found = self.readout.failed(order)
        return (
            "; ".join(reason(self.readout, facts) for facts in found)
            if any("went" not in facts for facts in found)
            else ""
        )

    def _told(self, order: Order, went: int = 0) -> str:
        """What came of an order; `went`: how many armies acted where it is not as many as it says."""
        code, operands = order.code, order.operands
        if code in ("pK", "pG", *THEFTS):
            return self._trade(order)
        if code == "pT":
            if order.slot and self._is_out(operands["p"]):
                return self.waits(order)
            return "in force" if not order.place or self._is_fought(order.place) else "no battle there"
        if code in ("BA", "BF"):
            return self._bought(order)
        if code in ("BT", "BM", "BC", "BE"):
            return "built"
        if code in ("ZA", "Z"):
            return "disbanded"
        if code == "pX":
            return self._at_sea(order.place)
        if code == "M":
            return "sailed, and sunk" if order.place in self.sunk else "sailed"
        if code == "L":
            return f"{armies(went or operands['n'])} aboard"
        return self._arrival(order)

    def _is_out(self, p: int) -> bool:
        """TT 7.3."""
        nation = self.readout.view.nations.get(p)
        return nation is not None and not nation.alive

    def waits(self, order: Order) -> str:
        """TT 8: that a standing order did not act, and why where its nation is out."""
        p = order.operands.get("p", 0)
        return f"waits: [{p}] is out" if self._is_out(p) else "waited"

    def _trade(self, order: Order) -> str:
        """TT 5.7: of caravans he knows what he knows: escorts tell on thieves, his own people tell what they took."""
        code, p = order.code, order.operands["p"]
        if code == "pK":
            return "sent"
        if code == "pG":
            return f"{self.seen[p]} saw a theft" if p in self.seen else "no bad news"
        number = self.stolen.get(p, 0) if p else sum(n for q, n in self.stolen.items() if q not in self.named)
        if not number and self._is_out(p):
            return self.waits(order) if order.slot else f"nothing stolen: [{p}] is out"
        return f"{number} stolen" if number else "nothing stolen"

    def _bought(self, order: Order) -> str:
        numbers = self.launched.get((order.line, order.column))
        return f"bought: {', '.join(f'#{k}' for k in numbers)}" if numbers else f"{order.operands['n']} bought"

    def _is_fought(self, place: str) -> bool:
        fought = self.battles.get(place) or self.waters.get(place)
        return bool(fought and len(fought["nations"]) > 2 and self.readout.me in fought["nations"])

    def _at_sea(self, sea: str) -> str:
        facts = self.waters.get(sea)
        return _result(facts, self.readout.me, "fleet") if facts else "no battle"

    def _arrival(self, order: Order) -> str:
        """Armies that came to a province: what the battle there left, and whose it is now."""
        readout, place = self.readout, str(order.operands.get("to", order.place))
        facts = self.battles.get(place)
        told = []
        if facts and readout.me in facts["nations"]:
            told.append(_result(facts, readout.me, "army"))
        if readout.captured.get(place, {}).get("by") == readout.me:
            told.append("taken")
        elif readout.claimed.get(place, {}).get("by") == readout.me:
            told.append("claimed")
        return "; ".join(told) or "arrived"


def _result(facts: dict[str, Any], me: int, unit: str) -> str:
    """What a battle left of the viewer's side: won, 2 of 3 left."""
    at = facts["nations"].index(me)
    sent, lost = facts["sent"][at], facts["lost"][at]
    result = "won" if facts["winner"] == me else "lost" if sent == lost else "fought"
    if sent == lost:
        return f"{result}, all {sent} fell" if unit == "army" else f"{result}, all {sent} sank"
    return f"{result}, {sent - lost} of {sent} left"


def orders(readout: Readout) -> list[Section]:
    """TT 7.2: standing orders on file, then the card's orders with what became of them, and apart from these the
    standing orders that acted (TT 8); as tables, for the page.
    """
    parsed = readout.parsed or Parsed(given=False)
    outcomes = Outcomes(readout, parsed)
    rows = _rows(readout, parsed.orders, outcomes)
    acting = _rows(readout, parsed.standing, outcomes)
    wrong = {(fault.line, fault.column): fault.text for fault in parsed.faults}  # once each, whatever is wrong with it
    rows += [("", told, "", "not as written") for told in wrong.values()]
    echo = echoed(parsed, rows, acting)
    return [*standing(readout, parsed, outcomes), *echo, *results(parsed, outcomes), *remarks(readout)]


def _rows(readout: Readout, orders: Sequence[Order], outcomes: Outcomes) -> list[tuple[Cell, ...]]:
    """Orders by place, which is named in the first; each as it was entered, in words, and with what came of it."""
    rows: list[tuple[Cell, ...]] = []
    place = None
    for order in sorted(orders, key=lambda order: order.place):
        head = f"@{order.place}" if order.place != place else ""
        place = order.place
        rows.append((head, entered(order), means(readout, order), outcomes.of(order)))
    return rows


def means(readout: Readout, order: Order) -> str:
    """An order in words: its title, and whom or what place it names."""
    row = next((row for row in readout.rules.orders.rows if row.code == order.code), None)
    title, nobody = (row.title, row.nobody) if row else ("", "")
    if order.place and order.code == "pT":
        title = "Aim here"
    if "to" in order.operands:
        return f"{title}: {readout.space(order.operands['to'])}"
    if "p" in order.operands:
        return f"{title}: {readout.name(order.operands['p']) if order.operands['p'] else nobody}"
    return title


def _on_file(readout: Readout, text: str) -> Order:
    """TT 8: the standing order that a text on file is, also while it waits; its operands are numbers all."""
    for row in readout.rules.orders.rows:
        found = row.pattern(text) if row.standing else None
        if found:
            numbers = map(int, found.groups())
            return Order(row.code, "", dict(zip(row.names, numbers, strict=True)), text)
    return Order("", "", {}, text)


def standing(readout: Readout, parsed: Parsed, outcomes: Outcomes) -> list[Section]:
    """TT 8: the standing orders on file, and what each did this turn."""
    nation = readout.view.me
    if nation is None or not nation.standing:
        return []
    acted = {order.slot: order for order in parsed.standing}
    filed = {order.slot for order in parsed.orders if order.slot}
    rows: list[tuple[Cell, ...]] = []
    for slot, text in nation.standing.items():
        order = acted.get(slot)
        on_file = _on_file(readout, text)
        told = outcomes.of(order) if order else "put on file" if slot in filed else outcomes.waits(on_file)
        rows.append((f"/{slot}/{text}", means(readout, on_file), told))
    return [Section("standing", "Standing orders", (Table(STANDING, tuple(rows)),), str(len(rows)))]


def results(parsed: Parsed, outcomes: Outcomes) -> list[Section]:
    """TT 7.2: for the classic text: what came of each order, place by place, and what failed on the day."""
    lines: list[str] = []
    for order in sorted((*parsed.orders, *parsed.standing), key=lambda order: order.place):
        failure = outcomes.failure(order)
        if failure:
            lines.append(f"<@{order.place} {order.text} -- {failure}>".replace("<@ ", "<"))
        else:
            lines.append(f"@{order.place} {entered(order)}: {outcomes.of(order)}".replace("@ ", "", 1))
    return [Section("results", "What came of your orders", (Lines(tuple(lines)),), html=False)] if lines else []
