"""The public page: world news from public events, standings, battles, and everything on the map (TT 7.1)."""

from typing import Any

from pbm.core.english import count, listed, number_word, signed
from pbm.core.printout import Cell, Column, Item, Items, Section, Standings, Table
from pbm.rules.common.news import besides, foremost, varied
from pbm.rules.trust_a_thief.printout.battles import combat
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
from pbm.rules.trust_a_thief.printout.readout import Readout
from pbm.rules.trust_a_thief.printout.works import turnover
from pbm.rules.trust_a_thief.state import LADDER


def headline(readout: Readout) -> tuple[str, str]:
    """(headline, stand-first): the most important event, put into words that vary from turn to turn."""
    choices = readout.rules.wording["news"]
    turn = readout.view.turn

    def say(kind: str, **names: str) -> str:
        return varied(choices[kind], turn, **names)

    captured = list(readout.captured.values())
    first = _weightiest(readout, captured) if captured else None
    if turn == 0:
        return say("start"), f"{count(len(readout.view.nations), 'nation')} open their gates and their purses."
    for facts in readout.told("game-over"):
        kind = "over" if facts["winner"] else "over-nobody"
        return say(kind, winner=short(readout, facts["winner"])), _standfirst(readout, None)
    for facts in readout.told("eliminated"):
        return say("eliminated", nation=short(readout, facts["player"])), _standfirst(readout, None)
    if len(captured) >= 3:
        return say("several", number=number_word(len(captured))), _standfirst(readout, None)
    if first:
        names = {"space": readout.space(first["province"]), "by": short(readout, first["by"])}
        kind = "home" if readout.homes.get(first["from"]) == first["province"] else "captured"
        return say(kind, owner=short(readout, first["from"]), **names), _standfirst(readout, first)
    for facts in readout.told("battle"):
        if facts["place"] in readout.claimed:
            continue
        return say("battle", space=readout.space(facts["place"])), _standfirst(readout, None)
    for facts in readout.told("sea-battle"):
        return say("sea", space=readout.space(facts["sea"])), _standfirst(readout, None)
    if readout.claimed:
        p, codes = _busiest(readout)
        return say("claimed", by=short(readout, p), number=count(len(codes), "province")), _standfirst(readout, None)
    return say("quiet"), _standfirst(readout, None)


def _weightiest(readout: Readout, captured: list[dict[str, Any]]) -> dict[str, Any]:
    """Homes before others, Cities before Towns."""

    def weight(facts: dict[str, Any]) -> tuple[bool, int, bool, str]:
        is_home = readout.homes.get(facts["from"]) == facts["province"]
        return is_home, LADDER.index(facts["before"]), facts["fought"], facts["province"]

    return max(captured, key=weight)


def _claims(readout: Readout) -> dict[int, list[str]]:
    """Who claimed what."""
    claims: dict[int, list[str]] = {}
    for code, facts in sorted(readout.claimed.items()):
        claims.setdefault(facts["by"], []).append(readout.space(code))
    return claims


def _busiest(readout: Readout) -> tuple[int, list[str]]:
    """Who claimed most."""
    return max(_claims(readout).items(), key=lambda row: (len(row[1]), -row[0]))


def short(readout: Readout, nation: int) -> str:
    """A nation in a headline: its name alone."""
    return readout.nations.get(nation, "") or f"[{nation}]" if nation else "nobody"


def _standfirst(readout: Readout, told: dict[str, Any] | None) -> str:
    """What else happened, in two or three sentences: who took what of whom, and the rest counted."""
    takers: dict[tuple[int, int], list[str]] = {}
    for code, facts in sorted(readout.captured.items()):
        if facts is not told:
            takers.setdefault((facts["by"], facts["from"]), []).append(readout.space(code))
    lines = [f"{short(readout, p)} takes {listed(names)} from {short(readout, q)}." for (p, q), names in takers.items()]
    settled = (
        readout.captured.keys() | readout.claimed.keys()
    )  # battles for these are told, or counted, as what they brought
    battles = sum(1 for facts in readout.told("battle") if facts["place"] not in settled)
    claimed, waters = len(readout.claimed), len(readout.told("sea-battle"))
    counts = (
        (claimed, "white province claimed", "white provinces claimed"),
        (battles, "battle on land", "battles on land"),
        (waters, "battle at sea", "battles at sea"),
    )
    quiet = "Elsewhere all was quiet." if told else "No province changed hands and no fleet fired."
    return besides(lines, ("more change of hands", "more changes of hands"), counts) or quiet


def sections(readout: Readout, table: Table, by: Standings) -> tuple[Section, ...]:
    """TT 7.1: news, standings, battles, who took what, provinces and fleets."""
    first = foremost({readout.nations.get(p) or f"[{p}]": n for p, n in by.values.items()})
    return (
        Section("world-news", "World news", (Items(tuple(_news(readout))),)),
        Section("standings", "Standings", (table,), first),
        *combat(readout),
        *turnover(readout),
        *other_provinces(readout),
        *fleets(readout),
    )


def _news(readout: Readout) -> list[Item]:
    items = []
    for code, facts in sorted(readout.captured.items()):
        how = "after a battle" if facts["fought"] else "without a fight"
        rest = f"takes {readout.space(code)} from {readout.name(facts['from'])} {how}."
        items.append(Item("Taken", readout.name(facts["by"]), rest, "3.6"))
    for p, names in _claims(readout).items():
        items.append(Item("Claimed", readout.name(p), f"claims {listed(names)}.", "3.5"))
    for facts in readout.told("battle"):
        if facts["place"] not in readout.captured and facts["place"] not in readout.claimed:
            who = listed([readout.name(p) for p in facts["nations"]])
            left = f"{readout.name(facts['winner'])} is left." if facts["winner"] else "Nobody is left."
            items.append(Item("Battle", f"{readout.space(facts['place'])}:", f"{who} fight. {left}", "4.2"))
    for facts in readout.told("sea-battle"):
        who = listed([readout.name(p) for p in facts["nations"]])
        sunk = f"{count(len(facts['sunk']), 'fleet')} sunk."
        items.append(Item("At sea", f"{readout.space(facts['sea'])}:", f"{who} fight. {sunk}", "4.1"))
    for facts in readout.told("nmr"):
        items.append(Item("No card", readout.name(facts["player"]), "sent no orders.", "6.3", "bad"))
    for facts in readout.told("eliminated"):
        items.append(Item("Out", readout.name(facts["player"]), "has nothing left.", "7.3", "bad"))
    if readout.view.leader and not readout.view.ended:
        wins = f"and wins if it owns {winning_share(readout)} % or more after the next turn too."
        rest = f"owns {share(readout)} % of the provinces, {wins}"
        items.append(Item("Close", readout.name(readout.view.leader), rest, "7.3", "bad"))
    for facts in readout.told("game-over"):
        if facts["winner"]:
            items.append(Item("The end", readout.name(facts["winner"]), "wins the game.", "7.3"))
        else:
            items.append(Item("The end", "Nobody wins alone.", "", "7.3"))
    return items or [Item("Quiet", "No province changed hands, and nobody fought.", "")]


def standings(readout: Readout) -> tuple[Table, Standings]:
    """TT 7.1, 7.3: the nations in rank, with what this turn brought them."""
    order = ranked(readout)
    change = dict.fromkeys(order, 0)
    for facts in (*readout.captured.values(), *readout.claimed.values()):
        change[facts["by"]] += 1
    for facts in readout.captured.values():
        change[facts["from"]] -= 1
    numbers = {p: strength(readout, p) for p in order}
    rows: list[tuple[Cell, ...]] = []
    for p in order:
        rank = 1 + sum(1 for q in order if numbers[q][:3] > numbers[p][:3])
        moved = signed(change[p]) if change[p] else 0
        rows.append((rank, p, nation_name(readout, p), readout.people.get(p, ""), *numbers[p], moved))
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
    note = (
        f"By provinces, then tax, then gold (7.3). {owned} of {len(readout.view.provinces)} provinces {has} an owner."
    )
    by = Standings(strengths()[0].title, {p: numbers[p][0] for p in order})
    return Table(columns, tuple(rows), note=" ".join([note, *leading(readout)])), by
