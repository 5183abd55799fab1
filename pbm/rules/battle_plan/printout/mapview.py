"""The viewer's map: who owns what, units where he sees them, his orders and the battles he may see."""

from typing import Any

from pbm.core.english import listed
from pbm.core.legend import Counts
from pbm.core.printout import Arrow, Badge, MapSpace, MapView
from pbm.rules.battle_plan.printout.readout import Readout
from pbm.rules.battle_plan.state import Sea

Way = tuple[str, str, str]
"""What comes, from where, to where."""


def map_view(readout: Readout) -> MapView:
    """The map with what this viewer knows and nothing else."""
    view = readout.view
    spaces = [*readout.common(_unseen_spaces)]
    number = readout.common(_numbers)
    for sea in readout.each_sea(_sea):
        spaces[number[sea.code]] = sea
    for code, f in view.adrift.items():  # of these he knows his own alone
        badge = Badge(view.viewer, _counts(f))
        spaces[number[code]] = MapSpace(code, spaces[number[code]].name, "sea", badges=(badge,))
    for code, k in view.countries.items():
        at = number[code]
        owner, controller = view.owners[code], k.controller
        counts = _counts(k)
        badges = (Badge(k.occupier or controller, counts),) if counts else ()
        spaces[at] = MapSpace(code, spaces[at].name, "land", owner, controller, badges, spaces[at].change)
    title = f"{readout.sheet.game}, turn {readout.view.turn}" + (
        f", as {readout.name(readout.me)} sees it" if readout.me else ""
    )
    return MapView(
        geometry=readout.board.name,
        title=title,
        desc=readout.common(_described),
        spaces=tuple(spaces),
        arrows=arrows(readout),
        players=readout.common(_players),
        theatre=theatre(readout, readout.own),
        note="" if readout.me else readout.rules.wording["map"]["public"],
        legend=readout.rules.legend,
        held=tuple([(facts["space"], tuple(facts["hostile"])) for facts in readout.told("blockade")]),
    )


def _unseen_spaces(readout: Readout) -> list[MapSpace]:
    """The map as those have it who see nothing: owners and what changed are public."""
    taken = {facts["space"] for facts in readout.told("captured")}
    back = {facts["space"] for facts in readout.told("counter-attack") if facts["won"]}
    risen = {facts["space"] for facts in readout.told("revolution")}
    spaces = []
    for code, space in readout.board.spaces.items():
        if space.land:
            change = "revolution" if code in risen else "captured" if code in taken - back else ""
            spaces.append(MapSpace(code, space.name, "land", owner=readout.view.owners[code], change=change))
        else:
            spaces.append(MapSpace(code, space.name, "sea"))
    return spaces


def _numbers(readout: Readout) -> dict[str, int]:
    """Where each space stands in the list."""
    return {code: at for at, code in enumerate(readout.board.spaces)}


def _sea(readout: Readout, code: str, sea: Sea) -> MapSpace:
    badges = tuple([Badge(p, _counts(f)) for p, f in sea.forces.items()])
    return MapSpace(code, readout.space(code), "sea", badges=badges)


def _counts(forces: Any) -> Counts:
    """Forces by kind, in the legend's order."""
    counts = (("army", forces.army), ("navy", forces.navy), ("air", forces.air))
    return tuple([pair for pair in counts if pair[1]])


def _players(readout: Readout) -> tuple[tuple[int, str], ...]:
    return tuple([(p, readout.countries.get(p, "")) for p in sorted(readout.view.enemies)])


def arrows(readout: Readout) -> tuple[Arrow, ...]:
    """The viewer's own orders, then the approaches of the battles that he sees in full; each once."""
    me, given = readout.me, [*readout.card.orders, *readout.card.standing]
    failed = {(facts["space"], facts["order"]) for facts in readout.told("order-failed")}
    if failed:
        given = [order for order in given if (order.place, order.text) not in failed]
    own: dict[Way, Arrow] = {}
    kinds = readout.common(_kinds)
    for order in given:
        kind = kinds.get(order.code)
        if kind and not (order.slot and order.line):
            start, end = order.place, order.operands["to"]
            own[kind, start, end] = Arrow(kind, start, end, me)
    drawn = own.copy()
    for ways in readout.each("battle", _approaches):
        drawn.update(ways)
    drawn.update(own)  # where another came the same way, his own arrow stands
    return tuple(drawn.values())


def _kinds(readout: Readout) -> dict[str, str]:
    """The orders that are drawn, as the order table has them: each from its place to its target."""
    return {row.code: row.arrow.kind for row in readout.rules.orders.rows if row.arrow}


def _approaches(readout: Readout, facts: dict[str, Any]) -> dict[Way, Arrow]:
    """From where a battle's attackers came; of two players who came one way the first is drawn. Support stands in the
    numbers of the country, and whose it is and from where is nobody else's to know.
    """
    end = facts["space"]
    drawn: dict[Way, Arrow] = {}
    for group in facts["groups"][1:]:
        start = group["name"]
        drawn.setdefault(("attack", start, end), Arrow("attack", start, end, group["player"]))
    return drawn


def theatre(readout: Readout, own: list[str]) -> tuple[str, ...]:
    """The viewer's countries and all that is next to them, where that is a real crop of the map."""
    if not own:
        return ()
    near = set(own)
    for code in own:
        near.update(readout.board.spaces[code].land_adjacent)
    near.update(readout.view.afloat)
    return tuple(sorted(near)) if len(near) * 3 < len(readout.board.spaces) * 2 else ()


def _described(readout: Readout) -> str:
    """The map in words for screen readers: who occupies what."""
    held: dict[int, list[str]] = {}
    for code, owner in readout.view.owners.items():
        held.setdefault(owner, []).append(readout.space(code))
    parts = [f"{readout.name(p)} occupies {listed(names)}." for p, names in sorted(held.items()) if p]
    if held.get(0):
        parts.append(f"Minors: {listed(held[0])}.")
    back = {facts["space"] for facts in readout.told("counter-attack") if facts["won"]}
    taken = [readout.space(facts["space"]) for facts in readout.told("captured") if facts["space"] not in back]
    risen = [readout.space(facts["space"]) for facts in readout.told("revolution")]
    parts += [f"{what}: {listed(names)}." for what, names in (("Taken", taken), ("Risen", risen)) if names]
    return " ".join(parts)
