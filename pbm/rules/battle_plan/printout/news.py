"""The public printout: world news and standings from public events alone (spec 16)."""

import re
from functools import partial
from typing import Any

from pbm.core.english import capital, count, listed, number_word
from pbm.core.printout import Battles, Cell, Column, Item, Items, Section, Standings, Table
from pbm.rules.battle_plan.printout import theend
from pbm.rules.battle_plan.printout.battles import BORDER_KINDS, land_battles
from pbm.rules.battle_plan.printout.orders import about, sentence
from pbm.rules.battle_plan.printout.readout import Readout
from pbm.rules.battle_plan.printout.world import earning, length, opinion, points
from pbm.rules.common.news import besides, foremost, varied

SEVERAL = "Balkans", "Low Countries"
ARTICLE = *SEVERAL, "Baltic States", "Netherlands", "Philippines", "United States", "Urals"  # with "the" before them


def headline(readout: Readout) -> tuple[str, str]:
    """(headline, stand-first): the most important event, put into words that vary from turn to turn."""
    news = readout.rules.wording["news"]
    turn = readout.view.turn

    def say(kind: str, **names: str) -> str:
        one = [f"{{{field}}}" for field, name in names.items() if field != "space" and is_plural(name)]
        choices = [text for text in news[kind] if not any(re.search(rf"{field} \w+s\b", text) for field in one)]
        return capital(varied(choices or news[kind], turn, **names))

    captured = held_captures(readout)
    first = _weightiest(readout, captured) if captured else None
    alone = first is not None and len(captured) < 3 and not readout.told("eliminated") and not readout.told("game-over")
    standfirst = _standfirst(readout, [facts for facts in captured if not alone or facts is not first])
    over = readout.told("game-over")
    if turn == 0:
        return say("start"), f"{count(len(readout.view.enemies), 'player')} take their seats."
    if over:
        winner = theend.names_of(readout, over[0], partial(short, readout))
        return say(theend.kind_of(readout, over[0]), winner=winner or "nobody"), standfirst
    gone = readout.told("eliminated")
    if gone:
        return say("eliminated", player=short(readout, gone[0]["player"])), standfirst
    if len(captured) >= 3:
        return say("several", number=number_word(len(captured))), standfirst
    if first:
        names = {"space": readout.space(first["space"]), "by": short(readout, first["by"])}
        if not first["from"]:
            return say("captured", **names), standfirst
        kind = "home" if readout.homes.get(first["from"]) == first["space"] else "captured-from"
        return say(kind, owner=short(readout, first["from"]), **names), standfirst
    for facts in readout.told("revolution"):
        return say("revolution", space=readout.space(facts["space"]), owner=short(readout, facts["from"])), standfirst
    for facts in _wars(readout):
        return say("declared", by=short(readout, facts["by"]), of=short(readout, facts["of"])), standfirst
    for facts in readout.told("battle-kinds"):
        return say("battle", space=readout.space(facts["space"])), standfirst
    for facts in readout.told(BORDER_KINDS):
        return say("border", space=readout.space(facts["space"]), other=readout.space(facts["other"])), standfirst
    for facts in readout.told("spy-caught"):
        return say("spy", owner=short(readout, facts["owner"]), space=readout.space(facts["space"])), standfirst
    return say("quiet"), standfirst


def _weightiest(readout: Readout, captured: list[dict[str, Any]]) -> dict[str, Any]:
    """Home countries before others, players' countries before minors."""
    return max(captured, key=lambda f: (readout.homes.get(f["from"]) == f["space"], f["from"] > 0, f["space"]))


def _wars(readout: Readout) -> list[dict[str, Any]]:
    return [facts for facts in readout.told("declared") if facts["stance"] == "enemy"]


def short(readout: Readout, player: int) -> str:
    """A player in a headline: the name of his seat, with an article where one is said; several countries are joined."""
    name = readout.countries.get(player, "")
    if not name:
        return f"[{player}]" if player else "nobody"
    return f"the {name}" if name in ARTICLE else listed(name.replace("/", ", ").split(", "))


def is_plural(name: str) -> bool:
    """Whether a power's name in a headline is that of several."""
    return " and " in name or name.endswith(SEVERAL)


def held_captures(readout: Readout) -> list[dict[str, Any]]:
    """Captures that lasted: what the counter-attack took back is no news of conquest."""
    back = {facts["space"] for facts in readout.told("counter-attack") if facts["won"]}
    return [facts for facts in readout.told("captured") if facts["space"] not in back]


def _standfirst(readout: Readout, captured: list[dict[str, Any]]) -> str:
    """What happened in two or three sentences: who took what, who rose, who turned on whom, and the rest counted."""
    told = []
    by_taker: dict[int, list[str]] = {}
    for facts in captured:
        by_taker.setdefault(facts["by"], []).append(readout.space(facts["space"]))
    told += [_does(short(readout, p), "take", listed(spaces)) for p, spaces in sorted(by_taker.items())]
    risen = readout.told("revolution")
    told += [f"{readout.space(facts['space'])} throws {short(readout, facts['from'])} out" for facts in risen]
    told += [
        _does(short(readout, facts["by"]), "turn", f"on {short(readout, facts['of'])}") for facts in _wars(readout)
    ]
    taken = {facts["space"] for facts in held_captures(readout)}  # which are told, or counted, as captures
    battles = [facts for facts in readout.told("battle-kinds") if facts["space"] not in taken]
    but = " without a capture" if len(battles) < len(readout.told("battle-kinds")) else ""
    counts = [
        (len(battles) + len(readout.told(BORDER_KINDS)), f"land battle{but}", f"land battles{but}"),
        (sum(facts["number"] for facts in readout.told("spy-caught")), "spy caught", "spies caught"),
    ]
    quiet = "Elsewhere all was quiet."
    if not held_captures(readout):
        quiet = "No country changed hands and nobody fired a shot that was heard."
    return besides([capital(f"{text}.") for text in told], ("more change", "more changes"), counts) or quiet


def _does(who: str, verb: str, what: str) -> str:
    """A sentence about a power, which may be several countries."""
    return f"{who} {verb if is_plural(who) else verb + 's'} {what}"


def sections(readout: Readout, table: Table, by: Standings) -> tuple[Section, ...]:
    """World news as a list, standings, land battles by kinds of unit."""
    parts = [Section("world-news", "World news", (Items(tuple(_news(readout))),))]
    first = foremost({readout.countries.get(p) or f"[{p}]": n for p, n in by.values.items()})
    parts.append(Section("standings", "Standings", (table,), first))
    parts += [*opinion(readout), *earning(readout)]
    battles = land_battles(readout)
    if battles:
        parts.append(Section("battles", "Land battles", (Battles(tuple(battles)),), str(len(battles))))
    return tuple(parts)


def _news(readout: Readout) -> list[Item]:
    items = []
    for facts in readout.told("captured"):
        back = any(f["space"] == facts["space"] and f["won"] for f in readout.told("counter-attack"))
        source = f", from {readout.name(facts['from'])}" if facts["from"] else "; a minor until now"
        rest = f"by {readout.name(facts['by'])}{source}" + (", and retaken in the counter-attack." if back else ".")
        items.append(Item("Captured", readout.space(facts["space"]), rest, "9.3k"))
    for facts in readout.told("counter-attack"):
        if not facts["won"]:
            items.append(Item("Counter-attack", readout.space(facts["space"]), "was not retaken.", "9.6"))
    for facts in readout.told("revolution"):
        items.append(
            Item("Revolution", readout.space(facts["space"]), f"against {readout.name(facts['from'])}.", "3A", "bad")
        )
    for facts in readout.told("declared"):
        if facts["stance"] == "enemy":
            items.append(
                Item("Declared enemy", readout.name(facts["by"]), f"of {readout.name(facts['of'])}.", "1B", "bad")
            )
    for facts in readout.told("not-enemy"):
        items.append(Item("Enmity ended", readout.name(facts["by"]), f"towards {readout.name(facts['of'])}.", "1B"))
    for facts in readout.told("spy-caught"):
        number = count(facts["number"], "spy", "spies")
        items.append(
            Item(
                "Spies caught", readout.name(facts["owner"]), f"lost {number} in {readout.space(facts['space'])}.", "6B"
            )
        )
    for facts in readout.told("message"):
        text = sentence(readout, facts) or about(readout, facts)
        items.append(
            Item("Message to all", readout.name(facts["from"]), f"{facts['number']}: {text}".rstrip(": "), "16")
        )
    for facts in readout.told("nmr"):
        items.append(Item("No card", readout.name(facts["player"]), "sent no orders.", "11", "bad"))
    for facts in readout.told("eliminated"):
        items.append(Item("Out", readout.name(facts["player"]), "occupies no country any more.", "1A", "bad"))
    for facts in readout.told("first-launch"):
        by = ", ".join(readout.name(p) for p in facts["by"]) or "Somebody"
        items.append(Item("Missiles", by, "fired the first of the game; research in them is easier now.", "23B", "bad"))
    items += theend.news(readout)
    return items or [Item("Quiet", "Nothing that the world could see.", "")]


def standings(readout: Readout) -> tuple[Table, Standings]:
    """The players by occupied countries, or by points where those decide the game (BP 23D), with what this turn brought
    them and whom they fight. Whether who has no country left has anything else is secret.
    """
    held = dict.fromkeys(readout.view.enemies, 0)
    for owner in readout.view.owners.values():
        if owner:
            held[owner] += 1
    taken, lost, spies = dict.fromkeys(held, 0), dict.fromkeys(held, 0), dict.fromkeys(held, 0)
    for facts in held_captures(readout):
        taken[facts["by"]] += 1
        if facts["from"]:
            lost[facts["from"]] += 1
    for facts in readout.told("revolution"):
        lost[facts["from"]] += 1
    for facts in readout.told("spy-caught"):
        spies[facts["owner"]] += facts["number"]
    counted = points(readout)
    best = counted or held
    order = sorted(held, key=lambda p: (-best[p], -held[p], p))
    rows: list[tuple[Cell, ...]] = []
    for p in order:
        rank = 1 + sum(1 for q in held if best[q] > best[p])
        foes = {*readout.view.enemies[p], *(q for q, e in readout.view.enemies.items() if p in e)}
        war = " ".join(f"[{q}]" for q in sorted(foes) if held[q]) or "at peace"
        own = (counted[p],) if counted else ()
        who = readout.countries.get(p, ""), readout.people.get(p, "")
        rows.append((rank, p, *who, *own, held[p], taken[p], lost[p], spies[p], war if held[p] else "no country"))
    columns = (
        Column("Rank", "number"),
        Column("", "player"),
        Column("Home"),
        Column("Player", drop=True),
        *((Column("Points", "number"),) if counted else ()),
        Column("Countries", "number"),
        Column("Taken", "number"),
        Column("Lost", "number"),
        Column("Spies lost", "number"),
        Column("At war with"),
    )
    by = "points (23D)" if counted else "occupied countries"
    note = f"Rank by {by}; {sum(held.values())} of {len(readout.view.owners)} are occupied."
    ranked = Standings("Points" if counted else "Countries", {p: best[p] for p in order})
    return Table(columns, tuple(rows), note=f"{note} {length(readout)}".rstrip()), ranked
