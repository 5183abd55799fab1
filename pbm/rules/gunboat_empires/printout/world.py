"""The public page: world news from public events, who has how much, rankings (GE 14.2 to 14.4, 25)."""

from collections.abc import Iterator, Sequence

from pbm.core.english import count, listed
from pbm.core.printout import Cell, Column, Item, Section, Standings, Table
from pbm.rules.common.news import besides, item, varied
from pbm.rules.gunboat_empires.printout.readout import Readout
from pbm.rules.gunboat_empires.tables import PLAYERS, tables
from pbm.rules.gunboat_empires.view import sizes

ON_THE_PAGE = 5
"""GE 14.2: so many rankings are on the turn's page, the others on a page of their own."""
ACROSS = 5
NOTABLE = 10
"""A price that moved by so many per cent is news."""


def headline(readout: Readout) -> str:
    """GE 14.4: the greatest news in a sentence."""
    texts = readout.rules.wording["news"]
    won = _won(readout)
    gone = [facts["player"] for facts in readout.told("out")]
    if readout.told("ended"):
        leader = next(iter(standings(readout).values), 0)
        return varied(texts["end"], readout.view.turn, leader=readout.named(leader))
    if gone:
        return varied(texts["out"], readout.view.turn, country=readout.named(gone[0]))
    if not won:
        return varied(texts["quiet"] if readout.view.turn else texts["start"], readout.view.turn)
    first = max(won, key=lambda number: (len(won[number]), -number))
    number = count(len(won[first]), "region")
    return varied(texts["taken"], readout.view.turn, country=readout.named(first), number=number)


def standfirst(readout: Readout) -> str:
    """GE 14.4: what else all may know, in numbers."""
    won = _won(readout)
    from_players = sum(1 for facts in readout.told("captured") if 0 < facts["from"] <= PLAYERS)
    neutral = sum(1 for facts in readout.told("captured") if facts["from"] > PLAYERS)
    seas = sum(1 for facts in readout.told("captured") if not facts["from"])
    counted = (
        (from_players, "region was taken from a power", "regions were taken from powers"),
        (neutral, "neutral region fell", "neutral regions fell"),
        (seas, "free sea was taken", "free seas were taken"),
    )
    return besides((), ("", ""), counted) if won else ""


def news(readout: Readout) -> tuple[Item, ...]:
    """GE 14.4: who took what, who is out, how the market moved, who sent no card."""
    return (*_taken(readout), *_gone(readout), *_market(readout), *_missed(readout))


def _won(readout: Readout) -> dict[int, list[str]]:
    """By country the regions that it took this turn and still has."""
    won: dict[int, list[str]] = {}
    for code, facts in readout.captured.items():
        won.setdefault(facts["by"], []).append(code)
    return won


def _taken(readout: Readout) -> Iterator[Item]:
    for number, codes in sorted(_won(readout).items(), key=lambda row: (-len(row[1]), row[0])):
        losers: dict[str, list[str]] = {}
        for code in codes:
            before = readout.captured[code]["from"]
            whose = readout.named(before) if 0 < before <= PLAYERS else "neutrals" if before else "nobody"
            losers.setdefault(whose, []).append(code)
        parts = [f"{listed(sorted(found))} from {whose}" for whose, found in losers.items() if whose != "nobody"]
        if free := losers.get("nobody"):
            parts.append(f"the free {'sea' if len(free) == 1 else 'seas'} {listed(sorted(free))}")
        yield item(readout, "won", country=readout.named(number), regions=listed(parts))


def _gone(readout: Readout) -> Iterator[Item]:
    for facts in readout.told("out"):
        yield item(readout, "out", tone="bad", player=readout.named(facts["player"]))
    if readout.told("ended"):
        yield item(readout, "end")


def _market(readout: Readout) -> Iterator[Item]:
    for facts in readout.told("price"):
        change = 100 * (facts["new"] - facts["old"])
        if abs(change) >= NOTABLE * facts["old"]:
            way = "rises" if change > 0 else "falls"
            yield item(readout, "price", goods=facts["goods"], way=way, old=facts["old"], new=facts["new"])
    for facts in readout.told("market"):
        sold, bought = (sum(facts[key].values()) for key in ("sold", "bought"))
        if sold or bought:
            yield item(
                readout, "market", sold=f"{sold:,}", bought=f"{bought:,}", paid=f"{facts['paid']:,}",
                taken=f"{facts['taken']:,}",
            )  # fmt: skip


def _missed(readout: Readout) -> Iterator[Item]:
    names = [readout.named(facts["player"]) for facts in readout.told("nmr")]
    if names:
        yield item(readout, "no-cards", tone="bad", players=listed(names))


def standings(readout: Readout) -> Standings:
    """GE 14.2: how many regions each country controls, in rank."""
    return Standings("Regions", dict(sorted(sizes(readout.view.owners).items(), key=lambda row: (-row[1], row[0]))))


def standings_table(readout: Readout) -> Section:
    """GE 14.2: all countries of players by size."""
    ranked = standings(readout)
    land = sizes(readout.view.owners, tables().land)
    won = {number: len(codes) for number, codes in _won(readout).items()}
    lost: dict[int, int] = {}
    for facts in readout.told("captured"):
        lost[facts["from"]] = lost.get(facts["from"], 0) + 1
    order = sorted(ranked.values.values(), reverse=True)
    rows: list[tuple[Cell, ...]] = [
        (
            order.index(size) + 1,
            number,
            readout.country(number),
            size,
            land[number],
            size - land[number],
            won.get(number, 0) - lost.get(number, 0),
        )
        for number, size in ranked.values.items()
    ]
    columns = (
        Column("Rank", "number"),
        Column("", "player"),
        Column("Country"),
        Column("Regions", "number"),
        Column("Land", "number"),
        Column("Sea", "number"),
        Column("Change", "number"),
    )
    leader = next(iter(ranked.values), 0)
    figure = f"{readout.country(leader)}: {ranked.values[leader]}"
    return Section("standings", "Standings", (Table(columns, tuple(rows)),), figure)


def top_ten(readout: Readout, categories: Sequence[str]) -> tuple[Table, ...]:
    """GE 14.2: the first ten of some rankings, with whoever shares a place."""
    told = {facts["category"]: facts["places"] for facts in readout.told("ranked")}
    columns = (Column("Place", "number"), Column("", "player"), Column("Country"), Column("Value", "number"))
    return tuple(
        Table(
            columns,
            tuple((place, number, readout.country(number), value) for number, value, place in told[category]),
            title=category,
        )
        for category in categories
        if category in told
    )


def public_rankings(readout: Readout) -> list[Section]:
    """GE 14.2: the first rankings on the page of the turn."""
    made = top_ten(readout, tables().rankings[:ON_THE_PAGE])
    return [Section("rankings", "Rankings", made)] if made else []


def reference(readout: Readout) -> tuple[Section, ...]:
    """GE 14.3, HR-42: the pages of the world: regions by country, all regions, efficiencies, countries, rankings."""
    return (
        _by_country(readout),
        _regions(readout),
        _efficiencies(readout),
        _countries(readout),
        *_all_rankings(readout),
    )


def _by_country(readout: Readout) -> Section:
    land, held = tables().regions, dict[int, list[str]]()
    for code, owner in readout.view.owners.items():
        if owner <= PLAYERS:
            held.setdefault(owner, []).append(code)
    rows: list[tuple[Cell, ...]] = []
    for number in range(1, PLAYERS + 1):
        codes = sorted(held.get(number, ()))
        home = [code for code in codes if land[code].owner == number]
        away = [code for code in codes if land[code].owner != number]
        rows.append((number, readout.country(number), len(codes), " ".join(home), " ".join(away)))
    columns = (
        Column("", "player"),
        Column("Country"),
        Column("Regions", "number"),
        Column("Its own at the start", "mono"),
        Column("Taken", "mono"),
    )
    return Section("regions-by-country", "Regions by country", (Table(columns, tuple(rows)),))


def _regions(readout: Readout) -> Section:
    """GE 14.3: all 737, each with an anchor to which the map's table may link."""
    seas = {row["code"]: row["name"] for row in tables().basins}
    rows: list[tuple[Cell, ...]] = []
    for code, land in tables().regions.items():
        owner = readout.view.owners.get(code, 0)
        kind = ("rough" if land.is_rough else "clear") if land.is_land else seas[code[:2]]
        coast = ("coastal" if land.is_coastal else "landlocked") if land.is_land else "sea"
        whose = readout.country(owner) if owner else ""
        number = owner if 0 < owner <= PLAYERS else None
        rows.append((code, number, whose, readout.view.people.get(code), kind, coast))
    columns = (
        Column("Region", "code"),
        Column("", "player"),
        Column("Controlled by"),
        Column("Pop", "number"),
        Column("Terrain"),
        Column("Coast"),
    )
    return Section("all-regions", "All regions", (Table(columns, tuple(rows), ids="space-"),))


def _efficiencies(readout: Readout) -> Section:
    where = {land.owner: code for code, land in tables().regions.items() if land.owner > PLAYERS}
    rows: list[tuple[Cell, ...]] = [
        (number, readout.country(number) if number <= PLAYERS else f"neutral {where[number]}", army, navy)
        for number, (army, navy) in sorted(readout.view.hundreds.items())
    ]
    columns = (
        Column("No.", "number"),
        Column("Country"),
        Column("Army", "number"),
        Column("Air/Navy", "number"),
    )
    note = "In whole hundreds: 3 is 300 to 399. Neutral countries are called by their region."
    return Section("efficiencies", "Military efficiencies", (Table(columns, tuple(rows), note=note),))


def _countries(readout: Readout) -> Section:
    view = readout.view
    rows: list[tuple[Cell, ...]] = []
    for number in range(1, PLAYERS + 1):
        names, (capital, port) = view.names.get(number, {}), view.capitals.get(number, ("", ""))
        state = "out" if number in view.out else "played" if number in view.seats else "without a player"
        ruler = " ".join(filter(None, (names.get("title", ""), names.get("ruler", ""))))
        rows.append(
            (
                number, names.get("country", ""), names.get("adjective", ""), names.get("plural", ""), ruler,
                _place(names.get("capital", ""), capital), _place(names.get("port", ""), port), state,
            )
        )  # fmt: skip
    columns = (
        Column("", "player"),
        Column("Country"),
        Column("Adjective"),
        Column("People"),
        Column("Ruler"),
        Column("Capital"),
        Column("Port"),
        Column("Seat"),
    )
    return Section("countries", "Countries", (Table(columns, tuple(rows)),))


def _place(name: str, code: str) -> str:
    return name if name == code or not code else f"{name} ({code})" if name else code


def _all_rankings(readout: Readout) -> Iterator[Section]:
    made = top_ten(readout, tables().rankings)
    if made:
        yield Section("top-ten", "All rankings", made)
