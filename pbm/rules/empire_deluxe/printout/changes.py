"""What changed for the reader, told by label (ED 15)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from pbm.core.english import count, listed
from pbm.core.grid import UNKNOWN
from pbm.core.printout import Item
from pbm.rules.common.news import faulty, item
from pbm.rules.empire_deluxe.board import WATER, board
from pbm.rules.empire_deluxe.kinds import INFANTRY
from pbm.rules.empire_deluxe.printout.readout import Readout, runs
from pbm.rules.empire_deluxe.resolve.production import drain

MOST = 8
"""So many are named one by one; the others are counted."""


def changes(readout: Readout) -> tuple[Item, ...]:
    """ED 15: how to begin; cities taken and lost, units lost and built, what was seen, supply, idle units, faults."""
    return (
        *_welcome(readout),
        *_cities(readout),
        *_fights(readout),
        *_works(readout),
        *_seen(readout),
        *_card(readout),
        *news(readout),
    )


def news(readout: Readout) -> Iterator[Item]:
    """What all may know: who is gone, whether the mailing was cut short, who has won."""
    resigned = {facts["player"] for facts in readout.told("resigned")}
    for kind in ("resigned", "abdicated", "knocked-out"):
        for facts in readout.told(kind):
            if kind == "knocked-out" and facts["player"] in resigned:
                continue
            yield item(readout, kind, tone="bad", player=readout.player(facts["player"]), at=facts["at"])
    for facts in readout.told("halted"):
        yield item(readout, "halted", at=facts["at"])
    for facts in readout.told("ended"):
        winner = f"{readout.player(facts['winner'])} has won" if facts["winner"] else "Nobody has won"
        yield item(readout, "ended", winner=winner, why=readout.words("ended", facts["reason"]))


def _welcome(readout: Readout) -> Iterator[Item]:
    """ED 15, HR-42: before the first mailing what a player has and knows, and what a first card may say."""
    view = readout.view
    if view.turn or len(view.cities) != 1:
        return
    ((code, city),) = view.cities.items()
    squares = board(view.width, view.height, wrap=view.wrap)
    signs = "".join(view.rows)
    is_coastal = any(signs[there] == WATER for there in squares.near(squares.names[city.at]))
    yield item(
        readout,
        "welcome",
        city=readout.city(code),
        square=city.at,
        code=code,
        known="the whole world is known" if UNKNOWN not in signs else "you know the squares around it and no others",
        plan="P3A PT" if is_coastal else "PA",
        armies=readout.kind(INFANTRY, 2),
        turns=count(view.length, "game turn", "game turns"),
    )


def _cities(readout: Readout) -> Iterator[Item]:
    for facts in readout.told("captured"):
        if facts["by"] == readout.me:
            before = f"Taken from {readout.player(facts['from'])}" if facts["from"] else "Neutral, taken"
            yield item(
                readout, "taken", target="cities", city=readout.city(facts["city"]), before=before, at=facts["at"]
            )
    seen = set()
    for facts in readout.told("captured"):
        key = facts["city"], facts["at"]
        if facts["from"] == readout.me and key not in seen:
            seen.add(key)
            lost = f", and in it {runs(facts['lost'])}" if facts.get("lost") else ""
            by, city = readout.player(facts["by"]), readout.city(facts["city"])
            yield item(readout, "lost", tone="bad", city=city, by=by, at=facts["at"], lost=lost)
    for facts in readout.told("bombed"):
        is_mine = facts["by"] != readout.me
        what = f"{readout.kind(facts['lost'])} lost" if facts["lost"] else "its work is lost"
        told = {"city": readout.city(facts["city"]), "what": what, "at": facts["at"]}
        yield item(readout, "bombed", tone="bad" if is_mine else "", efficiency=facts["efficiency"], **told)


def _fights(readout: Readout) -> Iterator[Item]:
    """Units lost, in fights and otherwise; cities that held; what was destroyed."""
    lost: list[str] = []
    won: list[str] = []
    held: Counter[str] = Counter()
    for facts in readout.told("fight"):
        foe = f"{readout.kind(facts['foe_kind'])} of {readout.player(facts['foe'])}" if facts["foe"] else "neutral city"
        where = readout.place(facts["square"])
        if facts["won"] and facts.get("role") == "defend" and "city" in facts and "unit" not in facts:
            held[readout.city(facts["city"])] += 1
        elif not facts["won"] and "unit" in facts:
            lost.append(f"{readout.kind(facts['unit_kind'])} #{facts['unit']} at {where} to {_a(foe)}")
        elif facts["won"] and facts["foe_kind"] in readout.kinds:
            won.append(f"{_a(foe)} at {where}")
    if lost:
        lead = count(len(lost), "unit in a fight", "units in fights")
        yield item(readout, "units-lost", tone="bad", target="fights", units=lead, how=_few(lost))
    for kind, word in (("drowned", "drowned"), ("crashed", "out of fuel")):
        units = [facts["unit"] for facts in readout.told(kind)]
        if units:
            yield item(readout, "units-lost", tone="bad", units=f"{runs(units)} {word}", how=_where(readout, kind))
    for city, times in held.items():
        told = count(times, "attack was beaten off", "attacks were beaten off")
        yield item(readout, "held", target="fights", what=city, times=told)
    if won:
        yield item(readout, "won", target="fights", units=count(len(won), "unit", "units"), how=_few(won))


def _where(readout: Readout, kind: str) -> str:
    squares = [readout.place(facts["square"]) for facts in readout.told(kind) if "square" in facts]
    return f"At {listed(squares)}" if squares else "Their ship was damaged"


def _a(words: str) -> str:
    return f"{'an' if words[0] in 'AEIOU' else 'a'} {words}"


def _few(told: list[str]) -> str:
    return "; ".join(told[:MOST]) + (f"; {len(told) - MOST} more" if len(told) > MOST else "")


def _some(squares: list[str]) -> str:
    return ", ".join(squares[:MOST]) + (f" and {len(squares) - MOST} more" if len(squares) > MOST else "")


def _works(readout: Readout) -> Iterator[Item]:
    built: dict[str, list[str]] = {}
    for facts in readout.told("produced"):
        built.setdefault(facts["unit_kind"], []).append(f"#{facts['unit']} {facts['city']}")
    if built:
        many = [f"{len(them)} {readout.kind(code, len(them))}" for code, them in built.items()]
        where = "; ".join(f"{readout.kind(code)} {', '.join(them)}" for code, them in built.items())
        yield item(readout, "built", target="units", units=listed(many), where=where)
    better = {facts["city"]: facts["efficiency"] for facts in readout.told("improved")}
    if better:
        cities = ", ".join(f"{code} {efficiency} %" for code, efficiency in better.items())
        yield item(readout, "improved", target="cities", cities=cities)
    view = readout.view
    load = drain(readout.rules.variant, view.options, len(view.units), len(view.cities))
    if load > 1:
        units, cities = count(len(view.units), "unit", "units"), count(len(view.cities), "city", "cities")
        more = len(view.units) - 2 * len(view.cities)
        yield item(readout, "supply", tone="bad", units=units, cities=cities, more=more, times=_times(load))


def _times(load: Fraction) -> str:
    hundredths = int(100 * load)
    return f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")


def _seen(readout: Readout) -> Iterator[Item]:
    last: dict[int, dict[str, object]] = {facts["mark"]: facts for facts in readout.told("sighted")}
    seen: dict[tuple[str, int], list[str]] = {}
    for it in last.values():
        seen.setdefault((str(it["unit"]), int(str(it["owner"]))), []).append(str(it["square"]))
    if seen:
        units = [
            f"{readout.kind(kind)} of {readout.player(owner)} at {_some(squares)}"
            for (kind, owner), squares in seen.items()
        ]
        many = count(len(last), "unit of others", "units of others")
        yield item(readout, "seen", target="sightings", many=many, units=_few(units))
    found = {facts["city"]: facts for facts in readout.told("city-seen")}
    if found:
        told = [
            f"{readout.city(code)} at {facts['square']}, {_whose(readout, facts['owner'])}"
            for code, facts in found.items()
        ]
        yield item(readout, "found", target="cities", cities=_few(told))
    for facts in readout.told("contact"):
        yield item(readout, "contact", **{"with": readout.player(facts["with"]), "at": facts["at"]})


def _whose(readout: Readout, owner: int) -> str:
    return f"of {readout.player(owner)}" if owner else "neutral"


def _card(readout: Readout) -> Iterator[Item]:
    short = [facts["unit"] for facts in readout.told("short-of-fuel")]
    if short:
        yield item(readout, "fuel", units=f"{runs(short)} turned back for want of fuel")
    for facts in readout.told("named"):
        yield item(readout, "named", unit=facts["unit"], name=facts["name"] or "without a name")
    idle = idle_units(readout)
    if idle:
        yield item(readout, "idle", target="idle", units=_kinds(readout, idle))
    if any(facts["player"] == readout.me for facts in readout.told("nmr")):
        yield item(readout, "no-card", tone="bad")
    if readout.parsed is not None and readout.parsed.faults:
        yield item(readout, "faults", tone="bad", target="faults", faults=faulty(readout.parsed))


def idle_units(readout: Readout) -> list[int]:
    """ED 15: the units that have nothing to do, passengers and Airbases apart."""
    units = readout.view.units
    return [n for n, unit in sorted(units.items()) if not unit.queue and not unit.aboard and unit.kind != "X"]


def _kinds(readout: Readout, numbers: Iterable[int]) -> str:
    counts = Counter(readout.view.units[number].kind for number in numbers)
    return listed([f"{number} {readout.kind(kind, number)}" for kind, number in sorted(counts.items())])
