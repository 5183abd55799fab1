"""NW 16: the reader's battles round by round: in text a line a shot, on the page bars and a table for each round."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pbm.core.english import capital, count, listed
from pbm.core.printout import Block, Cell, Column, Gauge, GaugeRow, Gauges, Lines, More, Paragraphs, Section, Table
from pbm.rules.naval_warfare.printout.readout import Facts, Readout
from pbm.rules.naval_warfare.printout.shots import Combatant, Engagement, text
from pbm.rules.naval_warfare.tables import WEAPONS

SHOWN = 3
"""NW 16: so many rounds are open on the page; the later ones are folded."""
ROOM = 150
"""Shots in the tables of a page; battles that come after so many are folded as a whole."""
COUNTED = {"port": "ports", "platform": "platforms", "aircraft": "aircraft", "monster": "monsters"}
"""What fights beside ships, with its plural."""
FEW = 4
"""Ships that are named with what they earned."""
GUN = "gun"
COLUMNS = (
    Column("Who fires"),
    Column("Weapon"),
    Column("Attack : dodge", "mono"),
    Column("Damage", "number"),
    Column("What came of it"),
)


def fights(readout: Readout) -> list[Engagement]:
    """The reader's battles of the week."""
    return [Engagement(readout, facts) for facts in readout.fought.values()]


def battles(readout: Readout, found: Sequence[Engagement]) -> list[Section]:
    """NW 5, 16: all battles as text; on the page a section each."""
    if not found:
        return []
    sections, lines, room = [], [], ROOM
    for fight in found:
        facts, told = fight.facts, list(_rounds(readout, fight))
        lines.append(f"BATTLE {facts['number']}   day {facts['day']}, hex {facts['hex']}   {against(readout, fight)}")
        lines += [line for round_ in told for line in round_]
        lines.append(f" {ending(readout, fight)}")
        rows = sum(len(acts) for _, acts in fight.rounds[:SHOWN])
        sections.append(_section(readout, fight, told, SHOWN if rows <= room else 0))
        room -= rows
    label = Paragraphs(tuple(filter(None, (_label(readout, found[0]),))))
    sections[-1] = replace(sections[-1], blocks=(*sections[-1].blocks, label))
    return [Section("battles", "Battles", (Lines(tuple(lines)), label), str(len(found)), html=False), *sections]


def _label(readout: Readout, fight: Engagement) -> str:
    """NW 13: how each die can be found again, by the first one that was rolled."""
    order = next((told["order"] for told in fight.facts["rounds"] if told["order"]), ())
    if not order:
        return ""
    who, _, natural = order[0]
    label = f"b{fight.facts['number']}/r1/init/{who}"
    return readout.words("shot", "label").format(label=label, face=natural)


def _rounds(readout: Readout, fight: Engagement) -> Iterator[list[str]]:
    """NW 16: the words of the sample, in columns, round by round."""
    acts = [act for _, told in fight.rounds for act in told]
    signs = max((len(f"{act.who} {act.weapon}".rstrip()) for act in acts), default=0) + 3
    rolls = max((len(act.roll) for act in acts), default=0) + 4
    words = readout.rules.wording["shot"]
    for number, (order, told) in enumerate(fight.rounds, 1):
        yield [f" Round {number}   order: {order}", *(text(act, signs, rolls, words) for act in told)]


def _section(readout: Readout, fight: Engagement, told: Sequence[Sequence[str]], shown: int) -> Section:
    """A battle on the page: bars before and after, a table of the first rounds, and the later ones folded, as the text
    (`told`) has them.
    """
    facts = fight.facts
    bars = tuple(
        _bars(readout, it)
        for it in fight.fighters.values()
        if it.is_ship or it.word in COUNTED or it.hp < it.before[0]  # guns and AA only where they were hit
    )
    blocks: list[Block] = [Paragraphs((f"{capital(against(readout, fight))}.",))]
    if bars:
        blocks.append(Gauges(("Hull", "Shields"), bars))
    if shown and told:
        blocks.append(Table(COLUMNS, tuple(_rows(fight, shown)), sentences=True))
    if later := told[shown:]:
        title = f"Rounds {shown + 1} to {len(told)}" if len(later) > 1 else f"Round {len(told)}"
        blocks.append(More(title, (Lines(tuple(line for round_ in later for line in round_)),)))
    blocks.append(Paragraphs((ending(readout, fight),)))
    title, aside = f"Battle {facts['number']}", f"day {facts['day']}, {readout.place(facts['hex'])}"
    figure = result(readout, facts["number"])
    return Section(f"battle-{facts['number']}", title, tuple(blocks), figure, aside, classic=False)


def _bars(readout: Readout, it: Combatant) -> GaugeRow:
    hp, shields = it.before
    return GaugeRow(
        name=f"{it.label.partition('.')[2] or it.label}, {it.word}" if it.name else f"{it.who} {it.word}",
        player=it.owner,
        gauges=(
            Gauge(max(0, it.hp), hp, it.max) if hp else None,
            Gauge(it.shields, shields, shields) if shields else None,
        ),
        note=readout.words("became", it.fate).format(by=readout.name(it.taker)) if it.fate else "",
    )


def _rows(fight: Engagement, shown: int) -> Iterator[tuple[Cell, ...]]:
    for number, (order, acts) in enumerate(fight.rounds[:shown], 1):
        yield f"Round {number}", "", "", "", f"order {order}"
        for act in acts:
            weapon = f"{act.weapon} {WEAPONS[act.weapon].name.lower()}" if act.weapon in WEAPONS else act.weapon
            told = "; ".join(filter(None, (act.outcome, act.rest))).replace(" > ", " \u2192 ")
            yield _shooter(fight, act.who), weapon, act.roll, act.damage.partition(" =")[0], told


def _shooter(fight: Engagement, who: str) -> str:
    """A chip and a name; of pirates and monsters the number and what they are."""
    known = fight.fighters.get(who)
    if known is None:  # an aircraft or a weapon of a fighter
        whole = next((it for it in fight.fighters.values() if who.startswith(f"{it.who}.")), None)
        return f"[{whole.owner}:{who}]" if whole and whole.owner else who
    name = known.name or who.partition(".")[2] or who
    return f"[{known.owner}:{name}]" if known.owner else f"{who} {known.name or known.word}"


def against(readout: Readout, fight: Engagement) -> str:
    """NW 5.3: you (1 ship) against pirates (1 ship)."""
    forces: dict[int, list[Combatant]] = {}
    for it in fight.fighters.values():
        forces.setdefault(it.owner, []).append(it)
    told = {owner: f"{_side(readout, owner, fight.facts)} ({_counted(its)})" for owner, its in forces.items()}
    sides = _facts(readout, fight.facts["number"]).get("sides") or [[owner] for owner in forces]
    sides = sorted(sides, key=lambda side: readout.me not in side)
    parts = [[told.get(owner) or _side(readout, owner, fight.facts) for owner in side] for side in sides]
    return " against ".join(map(listed, parts))


def _side(readout: Readout, owner: int, facts: Facts) -> str:
    if owner:
        return readout.name(owner)
    return readout.words("menace", _facts(readout, facts["number"]).get("what") or "pirates")


def _counted(fighters: Sequence[Combatant]) -> str:
    """NW 5.3: 1 ship; 3 ships and 1 port; parts of these are not counted."""
    ships = count(sum(it.is_ship for it in fighters), "ship")
    words = [it.word for it in fighters if not it.is_ship]
    others = [count(words.count(word), word, plural) for word, plural in COUNTED.items() if word in words]
    return listed([*([] if ships.startswith("0 ") else [ships]), *others])


def _facts(readout: Readout, number: int) -> Facts:
    """What all know of a battle."""
    return next((facts for facts in readout.told("battle") if facts["number"] == number), {})


def result(readout: Readout, number: int) -> str:
    """NW 5.15: victory, defeat, draw."""
    won = _facts(readout, number).get("result", ())
    return "victory" if readout.me in won else "defeat" if won else "draw"


def ending(readout: Readout, fight: Engagement) -> str:
    """NW 5.12, 5.14, 7.2: what became of whom, and what was earned."""
    told = []
    guns = sum(bool(it.fate) for it in fight.fighters.values() if it.word == GUN)
    for it in fight.fighters.values():
        if it.fate and (it.word != GUN or guns == 1):
            name = it.label if it.name else f"{it.called} {it.who}" if len(fight.fighters) > 2 else it.called
            became = readout.words("became", "gone" if it.fate == "away" and not it.owner else it.fate)
            told.append(f"{capital(name)} {became.format(by=readout.name(it.taker))}.")
    if guns > 1:
        told.append(f"{capital(count(guns, GUN))} are destroyed.")
    points = ", ".join(_points(readout, fight))
    end = f": {points}. (7.2)" if points else "."
    return " ".join([*told, f"{capital(result(readout, fight.facts['number']))}{end}"])


def _points(readout: Readout, fight: Engagement) -> Iterator[str]:
    """3 exp for Ajax, 3 for Mirrane; of many ships that earned the same how many."""
    unit = " exp"
    rows = earned(readout, fight)
    for points in sorted({points for ship, points in rows if ship}, reverse=True):
        ships = [readout.ship(ship).partition(" ")[2] or f"ship {ship}" for ship, it in rows if ship and it == points]
        each = " each" if len(ships) > 1 else ""
        yield f"{points}{unit}{each} for {listed(ships) if len(ships) <= FEW else count(len(ships), 'ship')}"
        unit = ""
    for _, points in (row for row in rows if not row[0]):
        yield f"{points}{unit} for {readout.country(readout.me)}"


def earned(readout: Readout, fight: Engagement) -> list[tuple[int, int]]:
    """NW 5.15, 7.2: what the reader's ships, and behind them the country (0), earned in a battle."""
    rows: dict[int, int] = {}
    for facts in readout.mine("exp"):
        if facts.get("battle") == fight.facts["number"]:
            rows[facts.get("ship", 0)] = rows.get(facts.get("ship", 0), 0) + facts["points"]
    return sorted(rows.items(), key=lambda row: (not row[0], row[0]))
