"""What changed for the viewer since last turn, told from the turn's events alone."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from pbm.core.english import count, signed
from pbm.core.printout import Item
from pbm.rules.battle_plan.printout import theend
from pbm.rules.battle_plan.printout.battles import commanders
from pbm.rules.battle_plan.printout.orders import about, sentence
from pbm.rules.battle_plan.printout.readout import Readout, plain
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


def changes(readout: Readout) -> tuple[Item, ...]:
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
        items += part(readout)
    return tuple(items)


def _end(readout: Readout) -> list[Item]:
    """BP 1A: for him, or for all."""
    kind = "eliminated-last" if readout.told("game-over") else "eliminated"
    out = [item(readout, kind, "bad") for facts in readout.told("eliminated") if facts["player"] == readout.me]
    return [*out, *theend.changed(readout)]


def _captures(readout: Readout) -> list[Item]:
    items = []
    retaken = {f["space"]: f for f in readout.told("counter-attack") if f["won"]}
    minors = {f["space"] for f in readout.told("battle") if f["groups"][0]["player"] == readout.me} - {
        f["space"] for f in readout.told("captured") if f["from"] == readout.me
    }
    for facts in readout.told("captured"):
        code = facts["space"]
        place = readout.space(code)
        if code in retaken:
            if readout.me in (facts["by"], facts["from"]):
                mine = facts["from"] == readout.me
                kind = "retaken" if mine else "thrown-out"
                items.append(
                    item(
                        readout,
                        kind,
                        "" if mine else "bad",
                        "counter-attacks",
                        space=place,
                        by=readout.name(facts["by"]),
                    )
                )
        elif facts["by"] == readout.me:
            country = readout.view.countries.get(code)
            army = country.army if country else 0
            kind = "taken" if not facts["from"] else "taken-from"
            items.append(
                item(
                    readout,
                    kind,
                    "",
                    "battles",
                    space=place,
                    army=count(army, "Army stands", "Army stand"),
                    owner=readout.name(facts["from"]),
                )
            )
        elif code in minors:
            items.append(item(readout, "lost-minor", "bad", "battles", space=place, by=readout.name(facts["by"])))
        elif facts["from"] == readout.me:
            items.append(item(readout, "lost", "bad", "battles", space=place, by=readout.name(facts["by"])))
    for facts in readout.told("evacuated"):
        kind = "fled" if facts["to"] else "fled-nowhere"
        units = " and ".join(
            count(n, unit, unit) for unit, n in (("Navy", facts["navy"]), ("AirForce", facts["air"])) if n
        )
        to = readout.space(facts["to"]) if facts["to"] else ""
        items.append(item(readout, kind, "bad", space=readout.space(facts["space"]), units=units, to=to))
    return items


def _battles_held(readout: Readout) -> list[Item]:
    items = []
    for facts in readout.told("battle"):
        home = facts["groups"][0]
        if home["player"] != readout.me or facts["by"]:
            continue
        known = zip(facts["groups"], readout.common(commanders).get(facts["space"], ()), strict=False)
        against = [(player, group["name"]) for group, player in known if group["player"] != readout.me]
        if against:
            who = " and ".join(
                dict.fromkeys(readout.name(p) if p else readout.space(name) for p, name in sorted(against))
            )
            space, losses = readout.space(facts["space"]), _lost(home) or "nothing"
            items.append(item(readout, "held", "", "battles", space=space, who=who, losses=losses))
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


def _attacks(readout: Readout) -> list[Item]:
    """Attacks of his that took nothing: what he sent and what it cost."""
    items = []
    me, takers = readout.me, readout.common(_takers)
    steps = {facts["space"]: facts["told"] for facts in readout.told("battle")}
    for code, groups in readout.forces:
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
        space, sent = readout.names[code], _sent(mine)
        if by:
            items.append(item(readout, "attack-other", "", "battles", space=space, forces=sent, by=readout.name(by)))
        elif army and _broke_through(steps.get(code, ()), mine):
            items.append(item(readout, "attack-through", "", "battles", space=space, forces=sent))
        elif army:
            items.append(item(readout, "attack-failed", "bad", "battles", space=space, forces=sent))
        else:
            rules = {rule for unit, rule in RAIDS.items() if any(unit in group for group in mine)}
            raid = item(readout, "raid", "", "battles", space=space, forces=sent)
            items.append(replace(raid, rule=rules.pop()) if len(rules) == 1 else raid)
    return items


def _broke_through(steps: Iterable[dict[str, Any]], groups: list[dict[str, Any]]) -> bool:
    """BP 4C.2: whether the Army of these groups was left when the defenders were not; there it goes home all the
    same.
    """
    won = all(step["attack_lost"] < step["attack"] for step in steps if step["step"] == "army")
    return won and any(group["army"][1] < group["army"][0] for group in groups if "army" in group)


def _takers(readout: Readout) -> dict[str, int]:
    """Who took each space that was fought for, 0 for nobody."""
    return {facts["space"]: facts["by"] for facts in readout.told("battle-kinds")}


def _meetings(readout: Readout) -> list[Item]:
    """Fights on the way and at sea, and what was suppressed by hits."""
    items = []
    me, names = readout.me, readout.names
    for facts in readout.told("border-fight"):
        x, y = facts["groups"]
        for own, other in ((x, y), (y, x)):
            if own["player"] == me:
                bad = "bad" if own["army"][1] == own["army"][0] else ""
                space, met = names[own["name"]], names[other["name"]]
                items.append(item(readout, "border", bad, "battles", forces=_sent([own]), space=space, other=met))
    for facts in readout.told("sea-battle"):
        mine, tone = [], ""
        for group in facts["groups"]:
            if group["player"] == me:
                mine.append(group)
                tone = tone or ("bad" if _lost(group) else "")
        if mine:
            items.append(item(readout, "sea", tone, "sea-battles", space=names[facts["space"]], forces=_sent(mine)))
    for facts in readout.told("suppressed"):
        hits = ((facts["industry"], "Industry"), (facts["air"], "AirForce"))
        what = " and ".join([f"{n} {unit}" for n, unit in hits if n])
        items.append(item(readout, "hit", "bad", "spaces", space=names[facts["space"]], what=what))
    return items


def _control(readout: Readout) -> list[Item]:
    """BP 2B: minors that obey him now, and those that obey him no more."""
    items = []
    for facts in readout.told("control"):
        space, index = readout.space(facts["space"]), str(facts["index"]).replace("-", "\u2212")
        country = readout.view.countries.get(facts["space"])
        numbers = ((country.army, "Army"), (country.navy, "Navy"), (country.air, "AirForce")) if country else ()
        units = ", ".join(f"{n} {name}" for n, name in numbers if n) or "no units"
        kind, tone = ("control-gained", "") if facts["gained"] else ("control-lost", "bad")
        items.append(item(readout, kind, tone, "spaces", space=space, index=index, units=units))
    return items


def _revolutions(readout: Readout) -> list[Item]:
    """BP 3A: a country that rose; its own player reads why."""
    items = []
    moods = {facts["space"]: facts for facts in readout.told("popularity")}
    for facts in readout.told("revolution"):
        mine = facts["from"] == readout.me
        kind, tone = ("revolution", "bad") if mine else ("revolution-abroad", "")
        space, owner = readout.space(facts["space"]), readout.name(facts["from"])
        why = _why(moods.get(facts["space"]))
        items.append(item(readout, kind, tone, "counter-attacks", space=space, owner=owner, why=why))
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


def _declarations(readout: Readout) -> list[Item]:
    items = []
    ended = {facts["by"] for facts in readout.told("not-enemy") if facts["of"] == readout.me}
    for facts in readout.told("declared"):
        if facts["of"] == readout.me:
            tone = "bad" if facts["stance"] == "enemy" else ""
            kind = f"declared-{facts['stance']}"
            if kind == "declared-ally" and readout.view.me and readout.view.me.stance.get(facts["by"]) == "ally":
                kind = "allies"
            if facts["stance"] == "neutral" and facts["by"] in ended:
                kind = "peace"
            items.append(item(readout, kind, tone, "relations", by=readout.name(facts["by"])))
    for facts in readout.told("passage"):
        units = " and ".join([f"{facts[unit]} {UNITS[unit]}" for unit in ("army", "navy") if facts[unit]])
        items.append(
            item(readout, "passage", by=readout.name(facts["by"]), gate=readout.names[facts["gate"]], units=units)
        )
    for facts in readout.told("message"):
        if facts["from"] != readout.me:
            text = sentence(readout, facts) or about(readout, facts)
            by, number = readout.name(facts["from"]), facts["number"]
            items.append(item(readout, "message", "", "messages", by=by, number=number, text=text))
    return items


def _gifts(readout: Readout) -> list[Item]:
    items = []
    me = readout.me
    for facts in readout.told("dollars-given"):
        if facts["to"] == me:
            dollars = count(facts["dollars"], "Dollar")
            items.append(item(readout, "dollars", "", "income", by=readout.name(facts["by"]), dollars=dollars))
    for facts in readout.told("units-given"):
        if facts["to"] == me and facts["by"] != me:
            units = ", ".join([f"{facts[unit]} {name}" for unit, name in UNITS.items() if facts.get(unit)])
            items.append(
                item(readout, "units", by=readout.name(facts["by"]), units=units, space=readout.space(facts["space"]))
            )
    return items


def _blockades(readout: Readout) -> list[Item]:
    told = [facts for facts in readout.told("blockade") if facts["tax"] or facts["industry"]]
    if not told:
        return []
    tax, industry = sum(f["tax"] for f in told), sum(f["industry"] for f in told)
    places = ", ".join(readout.space(f["space"]) for f in told)
    return [item(readout, "blockade", "bad", "blockade", places=places, tax=tax, industry=industry)]


def _moods(readout: Readout) -> list[Item]:
    """Popularity where it moved much or is near its end."""
    items = []
    risen = {facts["space"] for facts in readout.told("revolution")}  # what it had to lose is lost, and told (BP 3B)
    for facts in readout.told("popularity"):
        if facts["space"] in risen:
            continue
        change = facts["after"] - facts["before"]
        home = readout.view.owners[facts["space"]] == readout.me
        if abs(change) < 10 and not (home and facts["after"] < 25):
            continue
        causes = _causes(facts)
        kind = "mood-home" if home else "mood-minor"
        tone = "bad" if change < 0 else ""
        items.append(
            item(
                readout,
                kind,
                tone,
                "spaces",
                space=readout.space(facts["space"]),
                after=str(facts["after"]).replace("-", "\u2212"),
                change=signed(change),
                causes=causes,
            )
        )
    more = len(items) - MOODS
    return [*items[:MOODS], item(readout, "mood-more", "", "spaces", more=count(more, "space"))] if more > 0 else items


def _spies(readout: Readout) -> list[Item]:
    items = []
    for facts in readout.told("spy-caught"):
        if facts["owner"] == readout.me:
            items.append(
                item(
                    readout,
                    "spy",
                    "bad",
                    "spies-caught",
                    number=count(facts["number"], "spy", "spies"),
                    space=readout.space(facts["space"]),
                )
            )
    for facts in readout.told("trained"):
        kinds = ((facts["spies"], "spy", "spies"), (facts["counterspies"], "counterspy", "counterspies"))
        trained = [count(plain(n), one, many) for n, one, many in kinds if n]
        join = "joins" if [n for n, *_ in kinds if n] == [100] else "join"
        items.append(item(readout, "trained", trained=" and ".join(trained), join=join))
    return items


def _card(readout: Readout) -> list[Item]:
    items = []
    if any(facts["player"] == readout.me for facts in readout.told("nmr")):
        items.append(item(readout, "missed", "bad"))
    if readout.parsed is not None and readout.parsed.faults:
        faults, given = readout.parsed.refused, count(readout.parsed.written, "order")
        what = f"{faults} of {given}" if faults else count(len(readout.parsed.faults), "heading")
        items.append(item(readout, "faults", "bad", "faults", faults=what))
    for facts in readout.told("order-failed"):
        items.append(item(readout, "failed", "bad", "echo", order=facts["order"], reason=reason(readout, facts)))
    for facts in readout.told("eliminated"):
        if facts["player"] != readout.me:
            items.append(item(readout, "eliminated-abroad", player=readout.name(facts["player"])))
    for facts in readout.told("first-launch"):
        items.append(item(readout, "first-launch", by=", ".join(readout.name(p) for p in facts["by"]) or "Somebody"))
    return items
