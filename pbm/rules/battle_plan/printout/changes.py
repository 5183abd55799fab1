"""What changed for the viewer since last turn, told from the turn's events alone."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from pbm.core.english import count, signed
from pbm.core.printout import Item
from pbm.rules.battle_plan.printout import theend
from pbm.rules.battle_plan.printout.battles import commanders
from pbm.rules.battle_plan.printout.desk import Desk, plain
from pbm.rules.battle_plan.printout.orders import about, sentence
from pbm.rules.common.news import item, reason

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
    "opinion": "world opinion",
}
UNITS = {
    "army": "Army",
    "navy": "Navy",
    "air": "AirForce",
    "missiles": "Missiles",
    "antimissiles": "AntiMissiles",
    "industry": "Industry",
}
MOODS = 8  # changes of popularity that are told one by one
RAIDS = {"missiles": "9.3d", "air": "9.3f", "navy": "9.3g"}
SENT = tuple(
    (unit, UNITS[unit], "stopped" if unit == "missiles" else "lost") for unit in ("army", "navy", "air", "missiles")
)


def changes(desk: Desk) -> tuple[Item, ...]:
    """The news for this reader: the end, what he took, lost and held, war and peace, money, spies, his card."""
    items: list[Item] = []
    for part in (
        _end,
        _captures,
        _battles_held,
        _attacks,
        _meetings,
        _control,
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


def _end(desk: Desk) -> list[Item]:
    """BP 1A: for him, or for all."""
    kind = "eliminated-last" if desk.told("game-over") else "eliminated"
    out = [item(desk, kind, "bad") for facts in desk.told("eliminated") if facts["player"] == desk.me]
    return [*out, *theend.changed(desk)]


def _captures(desk: Desk) -> list[Item]:
    items = []
    retaken = {f["space"]: f for f in desk.told("counter-attack") if f["won"]}
    minors = {f["space"] for f in desk.told("battle") if f["groups"][0]["player"] == desk.me} - {
        f["space"] for f in desk.told("captured") if f["from"] == desk.me
    }
    for facts in desk.told("captured"):
        code = facts["space"]
        place = desk.space(code)
        if code in retaken:
            if desk.me in (facts["by"], facts["from"]):
                mine = facts["from"] == desk.me
                kind = "retaken" if mine else "thrown-out"
                items.append(
                    item(
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
                item(
                    desk,
                    kind,
                    "",
                    "battles",
                    space=place,
                    army=count(army, "Army stands", "Army stand"),
                    owner=desk.name(facts["from"]),
                )
            )
        elif code in minors:
            items.append(item(desk, "lost-minor", "bad", "battles", space=place, by=desk.name(facts["by"])))
        elif facts["from"] == desk.me:
            items.append(item(desk, "lost", "bad", "battles", space=place, by=desk.name(facts["by"])))
    for facts in desk.told("evacuated"):
        kind = "fled" if facts["to"] else "fled-nowhere"
        units = " and ".join(
            count(n, unit, unit) for unit, n in (("Navy", facts["navy"]), ("AirForce", facts["air"])) if n
        )
        to = desk.space(facts["to"]) if facts["to"] else ""
        items.append(item(desk, kind, "bad", space=desk.space(facts["space"]), units=units, to=to))
    return items


def _battles_held(desk: Desk) -> list[Item]:
    items = []
    for facts in desk.told("battle"):
        home = facts["groups"][0]
        if home["player"] != desk.me or facts["by"]:
            continue
        known = zip(facts["groups"], desk.common(commanders).get(facts["space"], ()), strict=False)
        against = [(player, group["name"]) for group, player in known if group["player"] != desk.me]
        if against:
            who = " and ".join(dict.fromkeys(desk.name(p) if p else desk.space(name) for p, name in sorted(against)))
            space, losses = desk.space(facts["space"]), _lost(home) or "nothing"
            items.append(item(desk, "held", "", "battles", space=space, who=who, losses=losses))
    return items


def _sent(groups: list[dict[str, Any]]) -> str:
    """20 Army sent, 5 lost."""
    force = groups[0] if len(groups) == 1 else _sum(groups)
    told = []
    for unit, name, how in SENT:
        if unit in force:
            sent, lost = force[unit]
            told.append(f"{sent} {'Missile' if name == 'Missiles' and sent == 1 else name} sent, {lost} {how}")
    return "; ".join(told)


def _sum(groups: list[dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """What groups sent and lost together, by unit."""
    sums: dict[str, tuple[int, int]] = {}
    for group in groups:
        for unit, _, _ in SENT:
            if unit in group:
                (sent, lost), so_far = group[unit], sums.get(unit, (0, 0))
                sums[unit] = so_far[0] + sent, so_far[1] + lost
    return sums


def _lost(group: dict[str, Any]) -> str:
    told = []
    for unit, name, _ in SENT:
        if unit in group and group[unit][1]:
            told.append(f"{group[unit][1]} {name}")
    return ", ".join(told)


def _attacks(desk: Desk) -> list[Item]:
    """Attacks of his that took nothing: what he sent and what it cost."""
    items = []
    me, takers = desk.me, desk.common(_takers)
    steps = {facts["space"]: facts["told"] for facts in desk.told("battle")}
    for code, groups in desk.forces:
        by = takers[code]
        if by == me:
            continue
        mine, army = [], False
        for group in groups:
            if group["side"] == "attack":
                mine.append(group)
                army = army or "army" in group
        if not mine:
            continue
        space, sent = desk.names[code], _sent(mine)
        if by:
            items.append(item(desk, "attack-other", "", "battles", space=space, forces=sent, by=desk.name(by)))
        elif army and _broke_through(steps.get(code, ()), mine):
            items.append(item(desk, "attack-through", "", "battles", space=space, forces=sent))
        elif army:
            items.append(item(desk, "attack-failed", "bad", "battles", space=space, forces=sent))
        else:
            rules = {rule for unit, rule in RAIDS.items() if any(unit in group for group in mine)}
            raid = item(desk, "raid", "", "battles", space=space, forces=sent)
            items.append(replace(raid, rule=rules.pop()) if len(rules) == 1 else raid)
    return items


def _broke_through(steps: Iterable[dict[str, Any]], groups: list[dict[str, Any]]) -> bool:
    """BP 4C.2: whether the Army of these groups was left when the defenders were not; there it goes home all the
    same.
    """
    won = all(step["attack_lost"] < step["attack"] for step in steps if step["step"] == "army")
    return won and any(group["army"][1] < group["army"][0] for group in groups if "army" in group)


def _takers(desk: Desk) -> dict[str, int]:
    """Who took each space that was fought for, 0 for nobody."""
    return {facts["space"]: facts["by"] for facts in desk.told("battle-kinds")}


def _meetings(desk: Desk) -> list[Item]:
    """Fights on the way and at sea, and what was suppressed by hits."""
    items = []
    me, names = desk.me, desk.names
    for facts in desk.told("border-fight"):
        x, y = facts["groups"]
        for own, other in ((x, y), (y, x)):
            if own["player"] == me:
                bad = "bad" if own["army"][1] == own["army"][0] else ""
                space, met = names[own["name"]], names[other["name"]]
                items.append(item(desk, "border", bad, "battles", forces=_sent([own]), space=space, other=met))
    for facts in desk.told("sea-battle"):
        mine, tone = [], ""
        for group in facts["groups"]:
            if group["player"] == me:
                mine.append(group)
                tone = tone or ("bad" if _lost(group) else "")
        if mine:
            items.append(item(desk, "sea", tone, "sea-battles", space=names[facts["space"]], forces=_sent(mine)))
    for facts in desk.told("suppressed"):
        hits = ((facts["industry"], "Industry"), (facts["air"], "AirForce"))
        what = " and ".join([f"{n} {unit}" for n, unit in hits if n])
        items.append(item(desk, "hit", "bad", "spaces", space=names[facts["space"]], what=what))
    return items


def _control(desk: Desk) -> list[Item]:
    """BP 2B: minors that obey him now, and those that obey him no more."""
    items = []
    for facts in desk.told("control"):
        space, index = desk.space(facts["space"]), str(facts["index"]).replace("-", "\u2212")
        country = desk.view.countries.get(facts["space"])
        numbers = ((country.army, "Army"), (country.navy, "Navy"), (country.air, "AirForce")) if country else ()
        units = ", ".join(f"{n} {name}" for n, name in numbers if n) or "no units"
        kind, tone = ("control-gained", "") if facts["gained"] else ("control-lost", "bad")
        items.append(item(desk, kind, tone, "spaces", space=space, index=index, units=units))
    return items


def _revolutions(desk: Desk) -> list[Item]:
    """BP 3A: a country that rose; its own player reads why."""
    items = []
    moods = {facts["space"]: facts for facts in desk.told("popularity")}
    for facts in desk.told("revolution"):
        mine = facts["from"] == desk.me
        kind, tone = ("revolution", "bad") if mine else ("revolution-abroad", "")
        space, owner = desk.space(facts["space"]), desk.name(facts["from"])
        why = _why(moods.get(facts["space"]))
        items.append(item(desk, kind, tone, "counter-attacks", space=space, owner=owner, why=why))
    return items


def _why(mood: dict[str, Any] | None) -> str:
    """Units lost abroad -50, from 50 to 0; with a full stop and a blank behind it."""
    if mood is None:
        return ""
    before, after = (str(mood[when]).replace("-", "\u2212") for when in ("before", "after"))
    return f"{_causes(mood)}, popularity {before} to {after}. "


def _causes(mood: dict[str, Any]) -> str:
    causes = ", ".join([f"{CAUSES[cause]} {signed(n)}" for cause, n in mood["causes"].items()])
    return causes[:1].upper() + causes[1:]


def _declarations(desk: Desk) -> list[Item]:
    items = []
    ended = {facts["by"] for facts in desk.told("not-enemy") if facts["of"] == desk.me}
    for facts in desk.told("declared"):
        if facts["of"] == desk.me:
            tone = "bad" if facts["stance"] == "enemy" else ""
            kind = f"declared-{facts['stance']}"
            if kind == "declared-ally" and desk.view.me and desk.view.me.stance.get(facts["by"]) == "ally":
                kind = "allies"
            if facts["stance"] == "neutral" and facts["by"] in ended:
                kind = "peace"
            items.append(item(desk, kind, tone, "relations", by=desk.name(facts["by"])))
    for facts in desk.told("passage"):
        units = " and ".join([f"{facts[unit]} {UNITS[unit]}" for unit in ("army", "navy") if facts[unit]])
        items.append(item(desk, "passage", by=desk.name(facts["by"]), gate=desk.names[facts["gate"]], units=units))
    for facts in desk.told("message"):
        if facts["from"] != desk.me:
            text = sentence(desk, facts) or about(desk, facts)
            by, number = desk.name(facts["from"]), facts["number"]
            items.append(item(desk, "message", "", "messages", by=by, number=number, text=text))
    return items


def _gifts(desk: Desk) -> list[Item]:
    items = []
    me = desk.me
    for facts in desk.told("dollars-given"):
        if facts["to"] == me:
            dollars = count(facts["dollars"], "Dollar")
            items.append(item(desk, "dollars", "", "income", by=desk.name(facts["by"]), dollars=dollars))
    for facts in desk.told("units-given"):
        if facts["to"] == me and facts["by"] != me:
            units = ", ".join([f"{facts[unit]} {name}" for unit, name in UNITS.items() if facts.get(unit)])
            items.append(item(desk, "units", by=desk.name(facts["by"]), units=units, space=desk.space(facts["space"])))
    return items


def _blockades(desk: Desk) -> list[Item]:
    told = [facts for facts in desk.told("blockade") if facts["tax"] or facts["industry"]]
    if not told:
        return []
    tax, industry = sum(f["tax"] for f in told), sum(f["industry"] for f in told)
    places = ", ".join(desk.space(f["space"]) for f in told)
    return [item(desk, "blockade", "bad", "blockade", places=places, tax=tax, industry=industry)]


def _moods(desk: Desk) -> list[Item]:
    """Popularity where it moved much or is near its end."""
    items = []
    risen = {facts["space"] for facts in desk.told("revolution")}  # what it had to lose is lost, and told (BP 3B)
    for facts in desk.told("popularity"):
        if facts["space"] in risen:
            continue
        change = facts["after"] - facts["before"]
        home = desk.view.owners[facts["space"]] == desk.me
        if abs(change) < 10 and not (home and facts["after"] < 25):
            continue
        causes = _causes(facts)
        kind = "mood-home" if home else "mood-minor"
        tone = "bad" if change < 0 else ""
        items.append(
            item(
                desk,
                kind,
                tone,
                "spaces",
                space=desk.space(facts["space"]),
                after=str(facts["after"]).replace("-", "\u2212"),
                change=signed(change),
                causes=causes,
            )
        )
    more = len(items) - MOODS
    return [*items[:MOODS], item(desk, "mood-more", "", "spaces", more=count(more, "space"))] if more > 0 else items


def _spies(desk: Desk) -> list[Item]:
    items = []
    for facts in desk.told("spy-caught"):
        if facts["owner"] == desk.me:
            items.append(
                item(
                    desk,
                    "spy",
                    "bad",
                    "spies-caught",
                    number=count(facts["number"], "spy", "spies"),
                    space=desk.space(facts["space"]),
                )
            )
    for facts in desk.told("trained"):
        kinds = ((facts["spies"], "spy", "spies"), (facts["counterspies"], "counterspy", "counterspies"))
        trained = [count(plain(n), one, many) for n, one, many in kinds if n]
        join = "joins" if [n for n, *_ in kinds if n] == [100] else "join"
        items.append(item(desk, "trained", trained=" and ".join(trained), join=join))
    return items


def _card(desk: Desk) -> list[Item]:
    items = []
    if any(facts["player"] == desk.me for facts in desk.told("nmr")):
        items.append(item(desk, "missed", "bad"))
    if desk.parsed is not None and desk.parsed.faults:
        faults, given = desk.parsed.refused, count(desk.parsed.written, "order")
        what = f"{faults} of {given}" if faults else count(len(desk.parsed.faults), "heading")
        items.append(item(desk, "faults", "bad", "faults", faults=what))
    for facts in desk.told("order-failed"):
        items.append(item(desk, "failed", "bad", "echo", order=facts["order"], reason=reason(desk, facts)))
    for facts in desk.told("eliminated"):
        if facts["player"] != desk.me:
            items.append(item(desk, "eliminated-abroad", player=desk.name(facts["player"])))
    for facts in desk.told("first-launch"):
        items.append(item(desk, "first-launch", by=", ".join(desk.name(p) for p in facts["by"]) or "Somebody"))
    return items
