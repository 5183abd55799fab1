"""The viewer's map: who owns what, units where he sees them, his orders and the battles he may see."""

from typing import Literal

from pbm.printout import Arrow, Badge, MapSpace, MapView
from pbm.rules.battle_plan.printout.desk import Desk
from pbm.rules.battle_plan.state import Country, Sea

ArrowKind = Literal["attack", "support", "move"]
ARROWS: dict[str, ArrowKind] = {
    **dict.fromkeys(("AC", "AB", "NN", "FA", "FN", "FF", "FI", "MA", "MF", "MI"), "attack"),
    **dict.fromkeys(("AS", "NS", "FS"), "support"),
    **dict.fromkeys(("AT", "NT", "FT", "MT", "XT"), "move"),
}


def map_view(desk: Desk) -> MapView:
    """The map with what this viewer knows and nothing else."""
    taken = {facts["space"] for facts in desk.told("captured")}
    back = {facts["space"] for facts in desk.told("counter-attack") if facts["won"]}
    risen = {facts["space"] for facts in desk.told("revolution")}
    spaces: list[MapSpace] = []
    unseen: dict[str, MapSpace] = desk.sheet.drawer.setdefault("unseen spaces", {})  # owner and change are public
    for code, space in desk.board.spaces.items():
        if not space.land:
            sea = desk.view.seas.get(code)
            if sea:
                spaces.append(MapSpace(code, space.name, "sea", badges=_sea_badges(sea)))
            else:
                spaces.append(unseen.get(code) or unseen.setdefault(code, MapSpace(code, space.name, "sea")))
            continue
        country = desk.view.countries.get(code)
        if country is None and code in unseen:
            spaces.append(unseen[code])
            continue
        change: Literal["", "captured", "revolution"] = (
            "revolution" if code in risen else "captured" if code in taken - back else ""
        )
        owner = desk.view.owners[code]
        if country is None:
            unseen[code] = MapSpace(code, space.name, "land", owner=owner, change=change)
            spaces.append(unseen[code])
        else:
            seen = MapSpace(code, space.name, "land", owner, country.controller, _badges(country), change)
            spaces.append(seen)
    own = [c for c, owner in desk.view.owners.items() if owner == desk.me] if desk.me else []
    players = tuple((p, desk.countries.get(p, "")) for p in sorted(desk.view.enemies))
    title = f"{desk.sheet.game}, turn {desk.view.turn}" + (f", as {desk.name(desk.me)} sees it" if desk.me else "")
    return MapView(
        geometry=desk.board.name,
        title=title,
        desc=description(desk),
        spaces=tuple(spaces),
        arrows=arrows(desk),
        players=players,
        theatre=theatre(desk, own),
        note="" if desk.me else desk.rules.wording["map"]["public"],
        held=tuple((facts["space"], tuple(facts["hostile"])) for facts in desk.told("blockade")),
    )


def _badges(country: Country) -> tuple[Badge, ...]:
    if not (country.army or country.navy or country.air):
        return ()
    return (Badge(country.commander, country.army, country.navy, country.air),)


def _sea_badges(sea: Sea) -> tuple[Badge, ...]:
    return tuple(Badge(p, f.army, f.navy, f.air) for p, f in sea.forces.items())


def arrows(desk: Desk) -> tuple[Arrow, ...]:
    """The viewer's own orders, then the approaches of the battles that he sees in full; each once."""
    drawn: dict[tuple[str, str, str], Arrow] = {}
    if desk.parsed is not None:
        failed = {(facts["space"], facts["order"]) for facts in desk.told("order-failed")}
        for order in (*desk.parsed.orders, *desk.parsed.standing):
            kind = ARROWS.get(order.code)
            if kind and order.place and (order.place, order.text) not in failed and not (order.slot and order.line):
                key = (kind, order.place, order.operands["to"])
                drawn.setdefault(key, Arrow(kind, order.place, order.operands["to"], desk.me))
    for facts in desk.told("battle"):
        for group in facts["groups"][1:]:
            key = ("attack", group["name"], facts["space"])
            drawn.setdefault(key, Arrow("attack", group["name"], facts["space"], group["player"]))
        for group in facts.get("supports", ()):
            key = ("support", group["name"], facts["space"])
            drawn.setdefault(key, Arrow("support", group["name"], facts["space"], group["player"]))
    return tuple(drawn.values())


def theatre(desk: Desk, own: list[str]) -> tuple[str, ...]:
    """The viewer's countries and all that is next to them, where that is a real crop of the map."""
    if not own:
        return ()
    near = set(own)
    for code in own:
        near.update(x for x in desk.board.spaces[code].land_adjacent)
    near.update(code for code, sea in desk.view.seas.items() if desk.me in sea.forces)
    crop = tuple(code for code in desk.board.spaces if code in near)
    return crop if len(crop) * 3 < len(desk.board.spaces) * 2 else ()


def description(desk: Desk) -> str:
    """The map in words for screen readers: who occupies what."""
    key = ("map description", desk.names_off)  # who wants numbers only must not change another's page
    if key not in desk.sheet.drawer:
        desk.sheet.drawer[key] = _described(desk)
    return str(desk.sheet.drawer[key])


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
