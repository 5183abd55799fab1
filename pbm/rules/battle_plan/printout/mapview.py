"""The viewer's map: who owns what, units where he sees them, his orders and the battles he may see."""

from typing import Any, Literal

from pbm.printout import Arrow, Badge, MapSpace, MapView
from pbm.rules.battle_plan.printout.desk import Desk
from pbm.rules.battle_plan.state import Country, Sea

ArrowKind = Literal["attack", "support", "move"]
Change = Literal["", "captured", "revolution"]
Way = tuple[ArrowKind, str, str]
"""What comes, from where, to where."""
ARROWS: dict[str, ArrowKind] = {
    **dict.fromkeys(("AC", "AB", "NN", "FA", "FN", "FF", "FI", "MA", "MF", "MI"), "attack"),
    **dict.fromkeys(("AS", "NS", "FS"), "support"),
    **dict.fromkeys(("AT", "NT", "FT", "MT", "XT"), "move"),
}


def map_view(desk: Desk) -> MapView:
    """The map with what this viewer knows and nothing else."""
    view = desk.view
    spaces = [*desk.common("unseen spaces", _unseen_spaces)]
    number = desk.common("space numbers", _numbers)
    for code, sea in view.seas.items():
        spaces[number[code]] = MapSpace(code, desk.space(code), "sea", badges=_sea_badges(sea))
    for code, country in view.countries.items():
        at = number[code]
        owner, controller = view.owners[code], country.controller
        badges = _badges(country, country.occupier or controller)
        spaces[at] = MapSpace(code, desk.space(code), "land", owner, controller, badges, spaces[at].change)
    players = tuple([(p, desk.countries.get(p, "")) for p in sorted(view.enemies)])
    title = f"{desk.sheet.game}, turn {desk.view.turn}" + (f", as {desk.name(desk.me)} sees it" if desk.me else "")
    return MapView(
        geometry=desk.board.name,
        title=title,
        desc=description(desk),
        spaces=tuple(spaces),
        arrows=arrows(desk),
        players=players,
        theatre=theatre(desk, desk.own),
        note="" if desk.me else desk.rules.wording["map"]["public"],
        held=tuple((facts["space"], tuple(facts["hostile"])) for facts in desk.told("blockade")),
    )


def _unseen_spaces(desk: Desk) -> list[MapSpace]:
    """The map as those have it who see nothing: owners and what changed are public."""
    taken = {facts["space"] for facts in desk.told("captured")}
    back = {facts["space"] for facts in desk.told("counter-attack") if facts["won"]}
    risen = {facts["space"] for facts in desk.told("revolution")}
    spaces = []
    for code, space in desk.board.spaces.items():
        if space.land:
            change: Change = "revolution" if code in risen else "captured" if code in taken - back else ""
            spaces.append(MapSpace(code, space.name, "land", owner=desk.view.owners[code], change=change))
        else:
            spaces.append(MapSpace(code, space.name, "sea"))
    return spaces


def _numbers(desk: Desk) -> dict[str, int]:
    """Where each space stands in the list."""
    return {code: at for at, code in enumerate(desk.board.spaces)}


def _badges(country: Country, commander: int) -> tuple[Badge, ...]:
    if not (country.army or country.navy or country.air):
        return ()
    return (Badge(commander, country.army, country.navy, country.air),)


def _sea_badges(sea: Sea) -> tuple[Badge, ...]:
    return tuple([Badge(p, f.army, f.navy, f.air) for p, f in sea.forces.items()])


def arrows(desk: Desk) -> tuple[Arrow, ...]:
    """The viewer's own orders, then the approaches of the battles that he sees in full; each once."""
    own: dict[Way, Arrow] = {}
    if desk.parsed is not None:
        failed = {(facts["space"], facts["order"]) for facts in desk.told("order-failed")}
        for order in (*desk.parsed.orders, *desk.parsed.standing):
            kind = ARROWS.get(order.code)
            if not kind or not order.place or (order.slot and order.line):
                continue
            start, end = order.place, order.operands["to"]
            if (kind, start, end) not in own and not (failed and (start, order.text) in failed):
                own[kind, start, end] = Arrow(kind, start, end, desk.me)
    drawn = own.copy()
    for facts in desk.told("battle"):
        drawn.update(desk.once("approaches", facts, _approaches))
    drawn.update(own)  # where another came the same way, his own arrow stands
    return tuple(drawn.values())


def _approaches(desk: Desk, facts: dict[str, Any]) -> dict[Way, Arrow]:
    """From where a battle's attackers and supporters came; of two players who came one way the first is drawn."""
    ways: list[tuple[ArrowKind, dict[str, Any]]] = [("attack", group) for group in facts["groups"][1:]]
    ways += [("support", group) for group in facts.get("supports", ())]
    drawn: dict[Way, Arrow] = {}
    for kind, group in ways:
        start, end = group["name"], facts["space"]
        drawn.setdefault((kind, start, end), Arrow(kind, start, end, group["player"]))
    return drawn


def theatre(desk: Desk, own: list[str]) -> tuple[str, ...]:
    """The viewer's countries and all that is next to them, where that is a real crop of the map."""
    if not own:
        return ()
    near = set(own)
    for code in own:
        near.update(desk.board.spaces[code].land_adjacent)
    near.update([code for code, sea in desk.view.seas.items() if desk.me in sea.forces])
    crop = tuple([code for code in desk.board.spaces if code in near])
    return crop if len(crop) * 3 < len(desk.board.spaces) * 2 else ()


def description(desk: Desk) -> str:
    """The map in words for screen readers: who occupies what."""
    return desk.common("map description", _described)


def _described(desk: Desk) -> str:
    held: dict[int, list[str]] = {}
    for code, owner in desk.view.owners.items():
        held.setdefault(owner, []).append(desk.space(code))
    parts = [f"{desk.name(p)} occupies {', '.join(names)}." for p, names in sorted(held.items()) if p]
    if held.get(0):
        parts.append(f"Minors: {', '.join(held[0])}.")
    back = {facts["space"] for facts in desk.told("counter-attack") if facts["won"]}
    taken = [desk.space(facts["space"]) for facts in desk.told("captured") if facts["space"] not in back]
    risen = [desk.space(facts["space"]) for facts in desk.told("revolution")]
    parts += [f"{what}: {', '.join(names)}." for what, names in (("Taken", taken), ("Risen", risen)) if names]
    return " ".join(parts)
