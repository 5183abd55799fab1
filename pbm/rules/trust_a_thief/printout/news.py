"""The public page: world news from public events, standings, battles, and everything on the map (TT 7.1)."""

from typing import Any

from pbm.core.english import count, listed, number_word, signed
from pbm.core.printout import Cell, Column, Item, Items, Section, Standings, Table
from pbm.rules.common.news import besides, varied
from pbm.rules.trust_a_thief.printout.battles import combat
from pbm.rules.trust_a_thief.printout.desk import Desk
from pbm.rules.trust_a_thief.printout.holdings import (
    fleets,
    leading,
    nation_name,
    other_provinces,
    ranked,
    share,
    strength,
    strengths,
    winning_share,
)
from pbm.rules.trust_a_thief.printout.works import turnover
from pbm.rules.trust_a_thief.state import LADDER


def headline(desk: Desk) -> tuple[str, str]:
    """(headline, stand-first): the most important event, put into words that vary from turn to turn."""
    choices = desk.rules.wording["news"]
    turn = desk.view.turn

    def say(kind: str, **names: str) -> str:
        return varied(choices[kind], turn, **names)

    captured = list(desk.captured.values())
    first = _weightiest(desk, captured) if captured else None
    if turn == 0:
        return say("start"), f"{count(len(desk.view.nations), 'nation')} open their gates and their purses."
    for facts in desk.told("game-over"):
        kind = "over" if facts["winner"] else "over-nobody"
        return say(kind, winner=short(desk, facts["winner"])), _standfirst(desk, None)
    for facts in desk.told("eliminated"):
        return say("eliminated", nation=short(desk, facts["player"])), _standfirst(desk, None)
    if len(captured) >= 3:
        return say("several", number=number_word(len(captured))), _standfirst(desk, None)
    if first:
        names = {"space": desk.space(first["province"]), "by": short(desk, first["by"])}
        kind = "home" if desk.homes.get(first["from"]) == first["province"] else "captured"
        return say(kind, owner=short(desk, first["from"]), **names), _standfirst(desk, first)
    for facts in desk.told("battle"):
        if facts["place"] in desk.claimed:
            continue
        return say("battle", space=desk.space(facts["place"])), _standfirst(desk, None)
    for facts in desk.told("sea-battle"):
        return say("sea", space=desk.space(facts["sea"])), _standfirst(desk, None)
    if desk.claimed:
        p, codes = _busiest(desk)
        return say("claimed", by=short(desk, p), number=count(len(codes), "province")), _standfirst(desk, None)
    return say("quiet"), _standfirst(desk, None)


def _weightiest(desk: Desk, captured: list[dict[str, Any]]) -> dict[str, Any]:
    """Homes before others, Cities before Towns."""

    def weight(facts: dict[str, Any]) -> tuple[bool, int, bool, str]:
        is_home = desk.homes.get(facts["from"]) == facts["province"]
        return is_home, LADDER.index(facts["before"]), facts["fought"], facts["province"]

    return max(captured, key=weight)


def _claims(desk: Desk) -> dict[int, list[str]]:
    """Who claimed what."""
    claims: dict[int, list[str]] = {}
    for code, facts in sorted(desk.claimed.items()):
        claims.setdefault(facts["by"], []).append(desk.space(code))
    return claims


def _busiest(desk: Desk) -> tuple[int, list[str]]:
    """Who claimed most."""
    return max(_claims(desk).items(), key=lambda row: (len(row[1]), -row[0]))


def short(desk: Desk, nation: int) -> str:
    """A nation in a headline: its name alone."""
    return desk.nations.get(nation, "") or f"[{nation}]" if nation else "nobody"


def _standfirst(desk: Desk, told: dict[str, Any] | None) -> str:
    """What else happened, in two or three sentences: who took what of whom, and the rest counted."""
    takers: dict[tuple[int, int], list[str]] = {}
    for code, facts in sorted(desk.captured.items()):
        if facts is not told:
            takers.setdefault((facts["by"], facts["from"]), []).append(desk.space(code))
    lines = [f"{short(desk, p)} takes {listed(names)} from {short(desk, q)}." for (p, q), names in takers.items()]
    settled = desk.captured.keys() | desk.claimed.keys()  # battles for these are told, or counted, as what they brought
    battles = sum(1 for facts in desk.told("battle") if facts["place"] not in settled)
    claimed, waters = len(desk.claimed), len(desk.told("sea-battle"))
    counts = (
        (claimed, "white province claimed", "white provinces claimed"),
        (battles, "battle on land", "battles on land"),
        (waters, "battle at sea", "battles at sea"),
    )
    quiet = "Elsewhere all was quiet." if told else "No province changed hands and no fleet fired."
    return besides(lines, ("more change of hands", "more changes of hands"), counts) or quiet


def sections(desk: Desk, table: Table) -> tuple[Section, ...]:
    """TT 7.1: news, standings, battles, who took what, provinces and fleets."""
    return (
        Section("world-news", "World news", (Items(tuple(_news(desk))),)),
        Section("standings", "Standings", (table,)),
        *combat(desk),
        *turnover(desk),
        *other_provinces(desk),
        *fleets(desk),
    )


def _news(desk: Desk) -> list[Item]:
    items = []
    for code, facts in sorted(desk.captured.items()):
        how = "after a battle" if facts["fought"] else "without a fight"
        rest = f"takes {desk.space(code)} from {desk.name(facts['from'])} {how}."
        items.append(Item("Taken", desk.name(facts["by"]), rest, "3.6"))
    for p, names in _claims(desk).items():
        items.append(Item("Claimed", desk.name(p), f"claims {listed(names)}.", "3.5"))
    for facts in desk.told("battle"):
        if facts["place"] not in desk.captured and facts["place"] not in desk.claimed:
            who = listed([desk.name(p) for p in facts["nations"]])
            left = f"{desk.name(facts['winner'])} is left." if facts["winner"] else "Nobody is left."
            items.append(Item("Battle", f"{desk.space(facts['place'])}:", f"{who} fight. {left}", "4.2"))
    for facts in desk.told("sea-battle"):
        who = listed([desk.name(p) for p in facts["nations"]])
        sunk = f"{count(len(facts['sunk']), 'fleet')} sunk."
        items.append(Item("At sea", f"{desk.space(facts['sea'])}:", f"{who} fight. {sunk}", "4.1"))
    for facts in desk.told("nmr"):
        items.append(Item("No card", desk.name(facts["player"]), "sent no orders.", "6.3", "bad"))
    for facts in desk.told("eliminated"):
        items.append(Item("Out", desk.name(facts["player"]), "has nothing left.", "7.3", "bad"))
    if desk.view.leader and not desk.view.ended:
        wins = f"and wins if it owns {winning_share(desk)} % or more after the next turn too."
        rest = f"owns {share(desk)} % of the provinces, {wins}"
        items.append(Item("Close", desk.name(desk.view.leader), rest, "7.3", "bad"))
    for facts in desk.told("game-over"):
        if facts["winner"]:
            items.append(Item("The end", desk.name(facts["winner"]), "wins the game.", "7.3"))
        else:
            items.append(Item("The end", "Nobody wins alone.", "", "7.3"))
    return items or [Item("Quiet", "No province changed hands, and nobody fought.", "")]


def standings(desk: Desk) -> tuple[Table, Standings]:
    """TT 7.1, 7.3: the nations in rank, with what this turn brought them."""
    order = ranked(desk)
    change = dict.fromkeys(order, 0)
    for facts in (*desk.captured.values(), *desk.claimed.values()):
        change[facts["by"]] += 1
    for facts in desk.captured.values():
        change[facts["from"]] -= 1
    numbers = {p: strength(desk, p) for p in order}
    rows: list[tuple[Cell, ...]] = []
    for p in order:
        rank = 1 + sum(1 for q in order if numbers[q][:3] > numbers[p][:3])
        moved = signed(change[p]) if change[p] else 0
        rows.append((rank, p, nation_name(desk, p), desk.people.get(p, ""), *numbers[p], moved))
    columns = (
        Column("Rank", "number"),
        Column("", "player"),
        Column("Nation"),
        Column("Player", drop=True),
        *strengths(),
        Column("Change", "number"),
    )
    owned = sum(row[4] for row in rows if isinstance(row[4], int))
    has = "has" if owned == 1 else "have"
    note = f"By provinces, then tax, then gold (7.3). {owned} of {len(desk.view.provinces)} provinces {has} an owner."
    by = Standings(strengths()[0].title, {p: numbers[p][0] for p in order})
    return Table(columns, tuple(rows), note=" ".join([note, *leading(desk)])), by
