"""What changed for the viewer since last turn, told from the turn's events alone."""

from typing import Any

from pbm.printout import Item
from pbm.rules.battle_plan.printout.desk import Desk, count, money, signed

CAUSES = {
    "propaganda": "your propaganda",
    "against": "propaganda against you",
    "losses": "units lost abroad",
    "survivors": "conquering Army alive",
    "missiles": "missiles that hit",
    "dollars": "Industry that built Dollars",
    "gifts": "units that you gave",
    "decay": "fading of 5 %",
    "attacked": "your attack on it",
}


def changes(desk: Desk) -> tuple[Item, ...]:
    """The news for this reader: what he took, lost and held, war and peace, money, spies, and his card."""
    items: list[Item] = []
    for part in (
        _captures,
        _battles_held,
        _revolutions,
        _declarations,
        _gifts,
        _blockades,
        _moods,
        _spies,
        _card,
    ):
        items += part(desk)
    return tuple(items)


def _item(desk: Desk, kind: str, tone: str = "", target: str = "", **facts: Any) -> Item:
    row = desk.phrase(kind, **facts)
    return Item(row["label"], row["lead"], row.get("rest", ""), row.get("rule", ""), tone, target)


def _captures(desk: Desk) -> list[Item]:
    items = []
    retaken = {f["space"]: f for f in desk.told("counter-attack") if f["won"]}
    for facts in desk.told("captured"):
        code = facts["space"]
        place = desk.space(code)
        if code in retaken:
            if desk.me in (facts["by"], facts["from"]):
                mine = facts["from"] == desk.me
                kind = "retaken" if mine else "thrown-out"
                items.append(
                    _item(
                        desk,
                        kind,
                        "" if mine else "bad",
                        "counter-attacks",
                        space=place,
                        by=desk.name(facts["by"]),
                    )
                )
        elif facts["by"] == desk.me:
            country = desk.view.countries.get(code)
            army = country.army if country else 0
            kind = "taken" if not facts["from"] else "taken-from"
            items.append(
                _item(
                    desk,
                    kind,
                    "",
                    "battles",
                    space=place,
                    army=count(army, "Army", "Army"),
                    owner=desk.name(facts["from"]),
                )
            )
        elif facts["from"] == desk.me:
            items.append(_item(desk, "lost", "bad", "battles", space=place, by=desk.name(facts["by"])))
    for facts in desk.told("evacuated"):
        kind = "fled" if facts["to"] else "fled-nowhere"
        units = " and ".join(
            count(n, unit, unit) for unit, n in (("Navy", facts["navy"]), ("AirForce", facts["air"])) if n
        )
        to = desk.space(facts["to"]) if facts["to"] else ""
        items.append(_item(desk, kind, "bad", space=desk.space(facts["space"]), units=units, to=to))
    return items


def _battles_held(desk: Desk) -> list[Item]:
    items = []
    for facts in desk.told("battle"):
        home = facts["groups"][0]
        if home["player"] != desk.me or facts["by"]:
            continue
        losses = ", ".join(f"{n[1]} {unit.capitalize()}" for unit, n in home.items() if isinstance(n, list) and n[1])
        against = sorted({g["player"] for g in facts["groups"][1:]} - {desk.me})
        if against:
            who = " and ".join(desk.name(p) for p in against)
            items.append(
                _item(
                    desk,
                    "held",
                    "",
                    "battles",
                    space=desk.space(facts["space"]),
                    who=who,
                    losses=losses or "nothing",
                )
            )
    return items


def _revolutions(desk: Desk) -> list[Item]:
    items = []
    for facts in desk.told("revolution"):
        mine = facts["from"] == desk.me
        kind = "revolution" if mine else "revolution-abroad"
        tone = "bad" if mine else ""
        items.append(
            _item(
                desk,
                kind,
                tone,
                "counter-attacks",
                space=desk.space(facts["space"]),
                owner=desk.name(facts["from"]),
            )
        )
    return items


def _declarations(desk: Desk) -> list[Item]:
    items = []
    for facts in desk.told("declared"):
        if facts["of"] == desk.me:
            tone = "bad" if facts["stance"] == "enemy" else ""
            items.append(_item(desk, f"declared-{facts['stance']}", tone, "relations", by=desk.name(facts["by"])))
    for facts in desk.told("passage"):
        units = f"{facts['army']} Army and {facts['navy']} Navy"
        items.append(_item(desk, "passage", by=desk.name(facts["by"]), units=units))
    for facts in desk.told("message"):
        about = facts.get("space") or (f"[{facts['about']}]" if "about" in facts else "")
        if facts["from"] != desk.me:
            items.append(_item(desk, "message", by=desk.name(facts["from"]), number=facts["number"], about=about))
    return items


def _gifts(desk: Desk) -> list[Item]:
    items = []
    for facts in desk.told("dollars-given"):
        if facts["to"] == desk.me:
            items.append(_item(desk, "dollars", "", "income", by=desk.name(facts["by"]), dollars=facts["dollars"]))
    for facts in desk.told("units-given"):
        if facts["to"] == desk.me and facts["by"] != desk.me:
            units = ", ".join(
                f"{n} {unit.capitalize()}"
                for unit, n in facts.items()
                if unit in ("army", "navy", "air", "missiles", "antimissiles")
            )
            items.append(_item(desk, "units", by=desk.name(facts["by"]), units=units, space=desk.space(facts["space"])))
    return items


def _blockades(desk: Desk) -> list[Item]:
    told = desk.told("blockade")
    if not told:
        return []
    tax, industry = sum(f["tax"] for f in told), sum(f["industry"] for f in told)
    places = ", ".join(desk.space(f["space"]) for f in told)
    return [_item(desk, "blockade", "bad", "blockade", places=places, tax=tax, industry=industry)]


def _moods(desk: Desk) -> list[Item]:
    """Popularity where it moved much or is near its end."""
    items = []
    for facts in desk.told("popularity"):
        change = facts["after"] - facts["before"]
        home = desk.view.owners[facts["space"]] == desk.me
        if abs(change) < 10 and not (home and facts["after"] < 25):
            continue
        causes = ", ".join(f"{CAUSES[cause]} {signed(n)}" for cause, n in facts["causes"].items())
        kind = "mood-home" if home else "mood-minor"
        tone = "bad" if change < 0 else ""
        items.append(
            _item(
                desk,
                kind,
                tone,
                "spaces",
                space=desk.space(facts["space"]),
                after=facts["after"],
                change=signed(change),
                causes=causes,
            )
        )
    return items[:8]


def _spies(desk: Desk) -> list[Item]:
    items = []
    for facts in desk.told("spy-caught"):
        if facts["owner"] == desk.me:
            items.append(
                _item(
                    desk,
                    "spy",
                    "bad",
                    "spies-caught",
                    number=count(facts["number"], "spy", "spies"),
                    space=desk.space(facts["space"]),
                )
            )
    for facts in desk.told("trained"):
        items.append(_item(desk, "trained", spies=money(facts["spies"]), counterspies=money(facts["counterspies"])))
    return items


def _card(desk: Desk) -> list[Item]:
    items = []
    if any(facts["player"] == desk.me for facts in desk.told("nmr")):
        items.append(_item(desk, "missed", "bad"))
    if desk.parsed is not None and desk.parsed.faults:
        given = desk.parsed.count + len(desk.parsed.faults)
        items.append(_item(desk, "faults", "bad", "faults", faults=len(desk.parsed.faults), given=given))
    for facts in desk.told("order-failed"):
        items.append(_item(desk, "failed", "bad", "echo", order=facts["order"], reason=facts["reason"]))
    if any(facts["player"] == desk.me for facts in desk.told("eliminated")):
        items.append(_item(desk, "eliminated", "bad"))
    for facts in desk.told("game-over"):
        items.append(_item(desk, "over", winner=desk.name(facts["winner"])))
    return items
