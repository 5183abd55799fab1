"""What was ordered and what came of it, order by order, from the events that the player sees (BP 14)."""

from collections import defaultdict
from typing import Any

from pbm.core.english import signed
from pbm.core.printout import Cell, Column, Item, Items, Lines, Section, Table
from pbm.orders.form import Order
from pbm.rules.battle_plan.printout.readout import Readout, plain
from pbm.rules.battle_plan.state import Player
from pbm.rules.common.news import reason
from pbm.rules.common.page import echoed, entered, from_file

SUPPORTS = frozenset(("AS", "NS", "FS"))
FIGHTS = {
    **dict.fromkeys(("AC", "AB", "AS"), "army"),
    **dict.fromkeys(("NN", "NS"), "navy"),
    **dict.fromkeys(("FA", "FN", "FF", "FI", "FS"), "air"),
    **dict.fromkeys(("MA", "MF", "MI"), "missiles"),
}
"""Attacks and supports, with the kind of unit that carries them out."""
NOBODY: dict[str, dict[str, Any]] = {}
LISTS = {"pG": "good", "pB": "bad"}
MOVES = frozenset(("AT", "NT", "FT", "MT", "XT"))
STANDING = (Column("Space", "code"), Column("Order", "mono"), Column("This turn"))


class Outcomes:
    """What the viewer knows of his orders' results; lives within one printout."""

    def __init__(self, readout: Readout) -> None:
        self.readout, me = readout, readout.me
        self.failed = {
            (facts["space"], facts["order"]): reason(readout, facts) for facts in readout.told("order-failed")
        }
        self.taken = {facts["space"] for facts in readout.told("captured") if facts["by"] == me} - {
            facts["space"] for facts in readout.told("counter-attack") if facts["won"]
        }
        # His groups by home and target: what attacked, and what supported.
        self.forces: defaultdict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
        self.supports: defaultdict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
        for space, groups in readout.forces:
            for group in groups:
                side = self.forces if group["side"] == "attack" else self.supports
                side[group["name"]][space] = group
        self.borders = {
            (group["name"], facts["other"] if group["name"] == facts["space"] else facts["space"]): group["army"]
            for facts in readout.told("border-fight")
            for group in facts["groups"]
        }
        self.waters = {
            facts["space"]
            for facts in readout.told("sea-battle")
            if any(group["player"] == me for group in facts["groups"])
        }
        self.at_home = {  # of the armies that came home to a lost country, by that: how many fought, how many fell
            facts["space"]: facts["groups"][0]["army"]
            for facts in readout.told("counter-attack-losses")
            if facts["groups"][0]["player"] == me
        }
        self.built = {facts["space"]: facts for facts in readout.told("built")}
        self.research = {facts["letter"]: facts for facts in readout.told("research")}
        self.mood = {facts["space"]: facts for facts in readout.told("popularity")}
        self.matters = {row.code: row.matter for row in readout.rules.orders.rows if "player" in row.at}
        self.last = {self._matter(order): order for order in readout.card.orders if not order.place}
        self.caught = {f["space"]: f["number"] for f in readout.told("spy-caught") if f["owner"] == me}

    def at(self, place: str, given: list[Order]) -> list[str]:
        """What came of each of the orders given at a place, in a few words; "" where he cannot know."""
        came: list[str] = []
        failed, waters, taken = self.failed, self.waters, self.taken
        attacks, supports = self.forces.get(place, NOBODY), self.supports.get(place, NOBODY)
        fought, fell = self.at_home.get(place, (0, 0))
        first: dict[tuple[str, str, bool], int] = {}  # by kind of unit and target: the first order that sent them there
        for order in given:
            code = order.code
            unit = FIGHTS.get(code)
            if order.slot and order.line:
                told = "on record" if code else "slot emptied"
            elif failed and (place, order.text) in failed:
                told = f"failed: {failed[place, order.text]}"
            elif unit:
                to = order.operands["to"]
                group = (supports if code in SUPPORTS else attacks).get(to)
                if to in waters:
                    told = "in the battle at sea"
                elif group is None or unit not in group:
                    told = self._met_nobody(place, code, to)
                elif unit == "missiles":
                    sent, stopped = group[unit]
                    told = f"{stopped} of {sent} stopped"
                else:
                    sent, lost = group[unit]
                    told = f"{sent - lost} of {sent} alive"
                    if code == "AC":
                        told = f"taken; {told}" if to in taken else f"not taken; {told}"
                    if fought and unit == "army" and lost < sent and to not in taken:
                        told += f"; back home {fell} of {fought} fell"
                    way = unit, to, code in SUPPORTS
                    if way in first:  # each of several orders tells of them all
                        told += " together"
                        if not came[first[way]].endswith("together"):
                            came[first[way]] += " together"
                    else:
                        first[way] = len(came)
            elif not place:
                told = self._of_player(order)
            elif code in MOVES:
                told = f"{order.operands['n']} arrived"
            else:
                told = self._build(order)
            came.append(told)
        return came

    def _met_nobody(self, place: str, code: str, to: str) -> str:
        if code in SUPPORTS:
            return "nobody attacked there"
        met = self.borders.get((place, to)) if code[0] == "A" else None
        return f"{met[1]} of {met[0]} fell at the border" if met else ""

    def _build(self, order: Order) -> str:
        facts, letter = self.built.get(order.place), order.code[1]
        if facts is None or letter not in facts["used"]:
            return ""
        made = plain(facts["units"].get(letter, 0))
        used = facts["used"][letter]
        return f"{made} built" if used == order.operands["n"] else f"{made} built with {used} Industry in all"

    def _of_player(self, order: Order) -> str:
        code, operands = order.code, order.operands
        if code[0] == "R":
            facts = self.research.get(code[1])
            return f"{signed(facts['gain'])}, now {facts['now']}" if facts else ""
        if code == "P":
            facts = self.mood.get(operands["to"])
            return f"popularity {facts['before']} to {facts['after']}" if facts else "spent"
        if code == "S":
            caught, there = self.caught.get(operands["to"], 0), self.readout.view.countries.get(operands["to"])
            reports = "reports" if there and there.spies.get(self.readout.me) else ""
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
        later = self.last.get(self._matter(order), order)
        if code in LISTS:
            now = getattr(self.readout.view.me, LISTS[code])[3 - operands["k"]]
            return "in force" if now == operands["p"] else "another one stands there now"
        return "in force" if later is order else f"replaced by {later.text}"

    def _matter(self, order: Order) -> tuple[str, Any]:
        """What an order of the player settles, of which the last one on a card counts; itself where it settles none."""
        return self.matters.get(order.code) or order.text, order.operands.get("p")


def orders(readout: Readout, me: Player) -> list[Section]:
    """BP 14: the standing orders on record, then the card's orders with what became of them, and apart from these the
    standing orders that acted; as tables, for the page.
    """
    parsed = readout.card
    outcomes = Outcomes(readout)
    names, titles, nobody = readout.names, readout.common(_titles), readout.common(_nobody)
    filed: list[tuple[Cell, ...]] = []
    acting: list[tuple[Cell, ...]] = []
    acted: dict[tuple[str, int], str] = {}
    for place, given in readout.orders:
        called, means = titles[not place], []
        for order in given:
            title, operands = called.get(order.code, ""), order.operands
            if "to" in operands:
                means.append(f"{title}: {names[operands['to']]}")
            elif "p" in operands:
                means.append(
                    f"{title}: {readout.name(operands['p']) if operands['p'] else nobody.get(order.code, 'all')}"
                )
            else:
                means.append(title)
        came = outcomes.at(place, given)
        own = sum(not from_file(order) for order in given)  # the card's stand first
        rows = [*zip(map(entered, given), means, came, strict=True)]
        filed += _under(place, rows[:own])
        acting += _under(place, rows[own:])
        acted |= {(place, order.slot): told for order, told in zip(given[own:], came[own:], strict=True)}
    filed += [("", fault.text, "", "not carried out") for fault in parsed.faults]
    return [*standing(readout, me, acted), *echoed(parsed, filed, acting)]


def _under(place: str, rows: list[tuple[str, str, str]]) -> list[tuple[Cell, ...]]:
    """Rows of one place, which is named in the first."""
    return [("" if k else f"@{place}", *row) for k, row in enumerate(rows)]


def _titles(readout: Readout) -> dict[bool, dict[str, str]]:
    """What each order is called, those of the player and those of a space apart: some share their letters."""
    rows = readout.rules.orders.rows
    return {
        own: {row.code: row.title for row in rows for kind in row.at if (kind == "player") == own}
        for own in (True, False)
    }


def _nobody(readout: Readout) -> dict[str, str]:
    """What each order calls player 0."""
    return {row.code: row.nobody for row in readout.rules.orders.rows if row.nobody}


def standing(readout: Readout, me: Player, acted: dict[tuple[str, int], str]) -> list[Section]:
    """BP 11: the standing orders on record and what each did this turn, and the default builds."""
    rows: list[tuple[Cell, ...]] = []
    for code, country in readout.view.countries.items():
        if country.standing_by == readout.me:
            for slot, text in country.standing.items():
                rows.append((code, f"/{slot}/{text}", acted.get((code, slot), "waited")))
    for code, filed in readout.view.waiting.items():
        rows += [(code, f"/{slot}/{text}", "waited") for slot, text in filed.items()]
    if not rows:
        return []
    note = f"Defaults=({' '.join(letter + str(n) for letter, n in me.defaults.items())})" if me.defaults else ""
    table = Table(STANDING, tuple(rows), note=note)
    return [Section("standing", "Standing orders", (table,), str(len(rows)), classic=False)]


def spies(readout: Readout, me: Player) -> list[Section]:
    """BP 6B: where the viewer's spies are, and which were caught."""
    caught = {facts["space"]: facts["number"] for facts in readout.told("spy-caught") if facts["owner"] == readout.me}
    placed = {code: k.spies[readout.me] for code, k in readout.view.countries.items() if k.spies.get(readout.me)}
    rows: list[tuple[Cell, ...]] = []
    for code in readout.view.owners if caught else placed:
        if code in placed or code in caught:
            lost = f"{caught[code]} caught" if code in caught else ""
            told = ", ".join(part for part in (lost, "reports" if code in placed else "") if part)
            rows.append((code, readout.space(code), placed.get(code, 0), told))
    if not rows:
        return []
    columns = (Column("Your spies", "code"), Column("", drop=True), Column("There", "number"), Column("This turn"))
    number = sum(placed.values())
    total = ("Placed", "", number, f"reserve {plain(me.spies)}, CounterSpies {plain(me.counterspies)}")
    return [Section("spies", "Spies", (Table(columns, tuple(rows), total),), f"{number} placed", classic=False)]


def messages(readout: Readout) -> list[Section]:
    """BP 16: the messages that came, by number, in our words."""
    items = []
    for facts in readout.told("message"):
        if facts["from"] != readout.me:
            to_all = "" if facts["to"] else " to all"
            lead = f"{facts['number']}. {sentence(readout, facts) or about(readout, facts)}".rstrip()
            items.append(Item(f"{readout.name(facts['from'])}{to_all}", lead, "", "16"))
    if not items:
        return []
    return [Section("messages", "Messages", (Items(tuple(items)),), str(len(items)))]


def sentence(readout: Readout, facts: dict[str, Any]) -> str:
    """What a message of this number says; "" for the numbers that players fill with a sense of their own (BP HR-62)."""
    text: str = readout.rules.wording["messages"].get(str(facts["number"]), "")
    return text.format(about=about(readout, facts) or "\u2026")


def about(readout: Readout, facts: dict[str, Any]) -> str:
    """The space or the player that was filled in."""
    if "space" in facts:
        return readout.space(facts["space"])
    return readout.name(facts["about"]) if "about" in facts else ""


def failures(readout: Readout) -> list[Section]:
    """BP 14: orders that failed on the day."""
    failed = tuple(f"<{facts['order']} -- {reason(readout, facts)}>" for facts in readout.told("order-failed"))
    if not failed:
        return []
    return [Section("failed", "Not carried out on the day", (Lines(failed),), str(len(failed)), html=False)]
