"""NW 17: what all may read: the week's event as the lead story, battles, treaties, levels, launches, and the rank."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from pbm.core.english import capital, count, listed
from pbm.core.printout import Cell, Column, Feat, Item, Quote, Quotes, Section, Standings, Table
from pbm.rules.common.news import besides, item, varied
from pbm.rules.naval_warfare.printout.readout import Facts, Readout, fleet, hull
from pbm.rules.naval_warfare.tables import ABILITY, ECONOMY, TRADES, happening

TREATIES = ("peace", "alliance", "trade", "truce")
EMBARGO_GOODS = {**TRADES, "WEA": "weapons"}


def headline(readout: Readout) -> str:
    """NW 17: the greatest news in a sentence: the end, who is out, the week's event, the greatest battle."""
    kind, names = _greatest(readout)
    return capital(varied(readout.rules.wording["headline"][kind], readout.view.turn, **names))


def _greatest(readout: Readout) -> tuple[str, dict[str, str]]:
    for facts in readout.told("game-over"):
        winners = [readout.country(n) for n in facts.get("winners") or [facts.get("winner", 0)] if n]
        return ("won", {"country": listed(winners)}) if winners else ("drawn", {})
    for kind in ("taken-over", "out"):
        for facts in readout.told(kind):
            by = readout.country(facts.get("by", 0))
            return kind, {"country": readout.country(facts["country"]), "by": by}
    for facts in readout.told("event"):
        return f"event-{facts['what']}", _persons(facts, readout.country)
    for facts in readout.told("port-taken"):
        return "port-taken", {"port": readout.port(facts["port"]), "country": readout.country(facts["by"])}
    fought = sorted(readout.told("battle"), key=lambda facts: -_lost(facts))
    if fought:
        names = [readout.country(n) if n else _menace(readout, fought[0]) for side in fought[0]["sides"] for n in side]
        return "battle", {"countries": listed(names), "place": _where(readout, fought[0]["hex"])}
    return ("quiet" if readout.view.turn > 1 else "start"), {}


def _persons(facts: Facts, call: Callable[[int], str]) -> dict[str, str]:
    """NW 8: who rolled the event, and whom it chose: the same, where it chose nobody else."""
    roller = call(facts.get("roller", 0))
    chosen = call(facts["chosen"]) if facts.get("chosen") else roller
    effect = happening(facts["roll"]).effect
    return {"roller": roller, "chosen": chosen, "effect": capital(effect), "trade": effect.partition(" countries")[0]}


def standfirst(readout: Readout) -> str:
    """NW 17: what else happened, in numbers."""
    if readout.view.turn < 1:
        return ""
    fought = readout.told("battle")
    signed = sum(len(readout.told(kind)) for kind in ("peace", "alliance", "trade"))
    counted = (
        (len(fought), "battle", "battles"),
        (sum(map(_lost, fought)), "ship lost", "ships lost"),
        (len(readout.told("war")), "war declared", "wars declared"),
        (signed, "treaty signed", "treaties signed"),
        (len(readout.told("launched")), "ship launched", "ships launched"),
        (len(readout.told("port-taken")), "port taken", "ports taken"),
    )
    return besides((), ("", ""), counted)


def _lost(facts: Facts) -> int:
    return sum(map(len, facts.get("lost", {}).values()))


def news(readout: Readout) -> tuple[Item, ...]:
    """NW 14, 17: what all may know, told by label; the same for every reader."""
    return (
        *_ends(readout),
        *_event(readout),
        *_battles(readout),
        *_ports(readout),
        *_diplomacy(readout),
        *_growth(readout),
        *_missed(readout),
    )


def _ends(readout: Readout) -> Iterator[Item]:
    for facts in readout.told("game-over"):
        winners = [readout.named(n) for n in facts.get("winners") or [facts.get("winner", 0)] if n]
        yield item(readout, "game-over", winners=listed(winners) or "Nobody")
    for facts in readout.told("taken-over"):
        yield item(
            readout, "taken-over", tone="bad", country=readout.named(facts["country"]), by=readout.named(facts["by"])
        )
    for facts in readout.told("out"):
        yield item(readout, "out", tone="bad", country=readout.named(facts["country"]))


def _event(readout: Readout) -> Iterator[Item]:
    """NW 8: what the dice brought, whom it concerns, and what it moved."""
    for facts in readout.told("event"):
        names = _persons(facts, readout.named)
        told = readout.words("event", facts["what"]).format(**names)
        yield item(readout, "event", effect=told, roll=facts["roll"], roller=names["roller"])
    for kind in ("treasure", "boom", "loss"):
        sums: dict[int, list[int]] = {}
        for facts in readout.told(kind):
            sums.setdefault(facts["dollars"], []).append(facts["country"])
        for dollars, countries in sums.items():
            everybody = len(countries) > 2 and set(countries) >= {
                n for n, it in readout.view.countries.items() if not it.out
            }
            who = "everybody" if everybody else listed([readout.named(n) for n in countries])
            yield item(readout, kind, dollars=count(dollars, "dollar"), countries=who)
    for kind in ("monster-killed", "menace-gone"):
        for facts in readout.told(kind):
            by = facts.get("by", 0)
            those = [by] if isinstance(by, int) else list(by)
            yield item(readout, kind, by=listed([readout.named(n) for n in those if n]) or "nobody")


def _battles(readout: Readout) -> Iterator[Item]:
    """NW 14: place, sides, how it ended, what was lost: public facts."""
    for facts in readout.told("battle"):
        sides = [_force(readout, side, facts) for side in sorted(facts["sides"], key=lambda side: 0 in side)]
        won = facts.get("result", [])
        ended = f"won by {_side(readout, won, facts)}" if won else "a draw"
        lost = [
            f"{readout.named(int(n)) if int(n) else _menace(readout, facts)} {'loses' if int(n) else 'lose'} "
            f"{listed(fleet(hulls))}"
            for n, hulls in facts.get("lost", {}).items()
            if hulls
        ]
        rounds = count(facts["rounds"], "round")
        fought_at = readout.port_codes.get(facts["hex"]) or facts["hex"]
        told = item(
            readout,
            "battle",
            target=f"battle-{facts['number']}",
            where=_where(readout, facts["hex"]),
            day=facts["day"],
            sides=" against ".join(sides),
            ended=f"{capital(ended)} after {rounds}.",
            lost=f" {capital('; '.join(lost))}." if lost else "",
        )
        yield replace(told, at=fought_at)


def feats(readout: Readout) -> Iterator[Feat]:
    """NW 14: battles that the smaller fleet has won, by the ships that all may count."""
    for facts in readout.told("battle"):
        won = facts.get("result", [])
        ours, theirs = (
            sum(facts.get("ships", {}).get(str(n), 0) for side in facts["sides"] for n in side if (n in won) == is_won)
            for is_won in (True, False)
        )
        if won and all(won) and 0 < ours < theirs:
            where = _where(readout, facts["hex"])
            told = f"{_side(readout, won, facts)} at {where}: {count(ours, 'ship')} against {theirs}"
            yield Feat("odds", 100 * theirs // ours, told)


def _where(readout: Readout, at: str) -> str:
    code = readout.port_codes.get(at)
    return readout.port(code) if code else at


def _side(readout: Readout, side: Sequence[int], facts: Facts) -> str:
    return listed([readout.named(n) if n else _menace(readout, facts) for n in side])


def _force(readout: Readout, side: Sequence[int], facts: Facts) -> str:
    """NW 17: a side with the number of its ships."""
    ships = {n: facts.get("ships", {}).get(str(n), 0) for n in side}
    told = [_side(readout, [n], facts) + (f" ({count(ships[n], 'ship')})" if ships[n] else "") for n in side]
    return listed(told)


def _menace(readout: Readout, facts: Facts) -> str:
    return readout.words("menace", facts.get("what") or "pirates")


def _ports(readout: Readout) -> Iterator[Item]:
    for kind in ("port-taken", "port-destroyed"):
        for facts in readout.told(kind):
            port = readout.port(facts["port"])
            by = readout.named(facts["by"]) if facts.get("by") else _menace(readout, facts)
            told = item(readout, kind, tone="bad", port=port, by=by)
            yield replace(told, at=facts["port"])
    own = {it["owner"] for facts in readout.fought.values() for it in facts["fighters"]}
    for kind in ("sunk", "taken", "broken-up"):  # all hear of flagships; of others those who fought, who read it there
        for facts in readout.told(kind):
            if facts["country"] not in (readout.me, *own):
                lost = readout.words("fate", kind).format(by=readout.named(facts["by"]))
                ship = hull(facts["hull"])[2:]
                yield item(readout, "flagship", country=readout.named(facts["country"]), hull=ship, lost=lost)


def _diplomacy(readout: Readout) -> Iterator[Item]:
    """NW 3.1, 6: wars, treaties that are public, embargoes. A secret one is heard by its two alone."""
    for kind in ("war", *TREATIES, "left", "embargo", "embargo-lifted"):
        for facts in readout.told(kind):
            if facts.get("secret"):
                continue
            by, of = readout.named(facts["by"]), readout.named(facts["of"])
            good = EMBARGO_GOODS.get(readout.view.countries[facts["by"]].economy, "trade")
            tone = "bad" if kind in ("war", "left") else ""
            yield item(readout, kind, tone=tone, by=by, of=of, good=good)
    for kind in ("hunger", "out-of-oil", "out-of-raw"):
        for facts in readout.told(kind):
            yield item(readout, kind, tone="bad", country=readout.named(facts["country"]))


def _growth(readout: Readout) -> Iterator[Item]:
    for facts in readout.told("level"):
        yield item(readout, "level", country=readout.named(facts["country"]), level=facts.get("level", ""))
    for facts in readout.told("ability"):
        code = facts.get("ability", "")
        name = ABILITY[code].name if code in ABILITY else "one that it may choose"
        yield item(readout, "ability", country=readout.named(facts["country"]), ability=name.lower())
    for facts in readout.told("economy"):
        known = ECONOMY.get(facts.get("economy", ""))
        yield item(
            readout, "economy", country=readout.named(facts["country"]), economy=known.name.lower() if known else ""
        )
    for kind in ("port-built", "dock-built"):
        for facts in readout.told(kind):
            yield item(readout, kind, country=readout.named(facts["country"]), port=readout.port(facts.get("port", "")))
    for facts in readout.told("annexed"):
        yield item(readout, "annexed", country=readout.named(facts["country"]), territory=facts["territory"])
    launched: dict[int, list[int]] = {}
    for facts in readout.told("launched"):
        launched.setdefault(facts["country"], []).append(facts["hull"])
    if launched:
        told = [f"{readout.named(n)} {listed(fleet(hulls))}" for n, hulls in sorted(launched.items())]
        yield item(readout, "launched", ships="; ".join(told))


def _missed(readout: Readout) -> Iterator[Item]:
    names = [readout.named(facts["player"]) for facts in readout.told("nmr") if facts["player"] != readout.me]
    if names:
        yield item(readout, "no-cards", tone="bad", countries=listed(names))


def statements(readout: Readout) -> list[Section]:
    """NW 3.1.9: what countries say in public, in their own words."""
    said: dict[int, list[str]] = {}
    for facts in readout.told("statement"):
        said.setdefault(facts["by"], []).append(facts["text"])
    quotes = tuple(Quote(readout.country(n), tuple(texts), player=n) for n, texts in said.items())
    return [Section("statements", "Said in public", (Quotes(quotes),), str(len(quotes)))] if quotes else []


def ranked(readout: Readout) -> Standings:
    """NW 9.3, 17: as far as all know it: by level, then by ports held; whoever is out comes last."""
    held = ports_held(readout)
    order = sorted(
        readout.view.countries.items(),
        key=lambda row: (row[1].out, -row[1].level, -held.get(row[0], 0), row[0]),
    )
    return Standings("Level", {number: country.level for number, country in order})


def ports_held(readout: Readout) -> dict[int, int]:
    """Ports that stand, by who holds them."""
    held: dict[int, int] = {}
    for port in readout.view.ports.values():
        held[port.owner] = held.get(port.owner, 0) + (not port.is_destroyed)
    return held


def standings_table(readout: Readout) -> Section:
    """NW 17: all countries by level."""
    rank, held = ranked(readout).values, ports_held(readout)
    rows: list[tuple[Cell, ...]] = []
    for number, level in rank.items():
        country = readout.view.countries[number]
        navy = sum(country.launched.values()) - sum(country.lost.values())
        place = 1 + sum(1 for n, other in rank.items() if other > level and not readout.view.countries[n].out)
        economy = ECONOMY[country.economy].name + (" (out)" if country.out else "")
        rows.append((place, number, country.name, economy, level, held.get(number, 0), navy))
    columns = (
        Column("Rank", "number"),
        Column("", "player"),
        Column("Country"),
        Column("Economy", drop=True),
        Column("Level", "number"),
        Column("Ports", "number"),
        Column("Ships", "number"),
    )
    note = "Ships of war launched, less those lost: bought and captured ones are not counted."
    leader = next(iter(rank), 0)
    figure = f"{readout.country(leader)}: level {rank[leader]}" if rank else ""
    return Section("standings", "Standing", (Table(columns, tuple(rows), note=note),), figure)
