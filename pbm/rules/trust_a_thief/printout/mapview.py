"""The map of a turn: owners, structures, armies, fleets with cargo (TT 7.1); for a player with his orders as arrows."""

from pbm.core.english import listed
from pbm.core.printout import Arrow, Badge, MapSpace, MapView
from pbm.rules.trust_a_thief.printout.desk import Desk


def map_view(desk: Desk) -> MapView:
    """TT 7.1: the map, which is the same for all; arrows are the reader's own."""
    title = f"{desk.sheet.game}, turn {desk.view.turn}" + (f", for {desk.name(desk.me)}" if desk.me else "")
    return MapView(
        geometry=desk.board.name,
        title=title,
        desc=desk.shared("map description", lambda: description(desk)),
        spaces=desk.shared("map spaces", lambda: spaces(desk)),
        arrows=arrows(desk),
        players=tuple((p, desk.nations.get(p, "")) for p in sorted(desk.view.nations)),
        legend=desk.rules.legend,
        note="" if desk.me else desk.rules.wording["news"]["public"],
    )


def spaces(desk: Desk) -> tuple[MapSpace, ...]:
    """TT 7.1: provinces with structure and armies, seas with fleets and the armies aboard."""
    found = []
    for code, space in desk.board.spaces.items():
        if not space.land:
            found.append(MapSpace(code, space.name, "sea", badges=_fleets(desk, code)))
            continue
        province = desk.view.provinces[code]
        change = "captured" if code in desk.captured else "claimed" if code in desk.claimed else ""
        badges = tuple(Badge(p, (("army", n),)) for p, n in province.armies.items())
        sign = "" if province.structure == "none" else province.structure
        found.append(MapSpace(code, space.name, "land", province.owner, badges=badges, change=change, sign=sign))
    return tuple(found)


def _fleets(desk: Desk, sea: str) -> tuple[Badge, ...]:
    badges = []
    for p, owned in desk.view.fleets.items():
        here = [fleet.cargo for fleet in owned.values() if fleet.sea == sea]
        if here:
            aboard = sum(here)
            badges.append(Badge(p, (("fleet", len(here)),), (("army", aboard),) if aboard else ()))
    return tuple(badges)


def arrows(desk: Desk) -> tuple[Arrow, ...]:
    """Where the reader's armies went: from land, aboard, ashore; an attack where there was a battle or a capture.

    A fleet that sailed has none: where it lay before is not in the view. Nor has an order that nobody carried out.
    """
    if desk.parsed is None:
        return ()
    fought = {facts["place"] for facts in desk.told("battle")}
    taken = {code for code, facts in desk.captured.items() if facts["by"] == desk.me}
    fleets = {f"#{n}": fleet.sea for n, fleet in desk.view.fleets.get(desk.me, {}).items()}
    drawn: dict[tuple[str, str], Arrow] = {}
    for order in (*desk.parsed.orders, *desk.parsed.standing):
        to, ship = str(order.operands.get("to", "")), fleets.get(order.place, "")
        ways = {"AT": (order.place, to), "AC": (order.place, to), "U": (ship, to), "UC": (ship, to), "L": (to, ship)}
        start, end = ways.get(order.code, ("", ""))
        if start and end and not desk.is_undone(order):
            kind = "attack" if end in fought | taken else "move"
            drawn.setdefault((start, end), Arrow(kind, start, end, desk.me))
    return tuple(drawn.values())


def description(desk: Desk) -> str:
    """The map in words for screen readers: who owns what, where fleets lie, what changed hands."""
    held: dict[int, list[str]] = {}
    for code, province in desk.view.provinces.items():
        held.setdefault(province.owner, []).append(desk.space(code))
    parts = [f"{desk.name(p)} owns {listed(names)}." for p, names in sorted(held.items()) if p]
    if held.get(0):
        parts.append(f"White: {listed(held[0])}.")
    for sea in desk.board.seas:
        here = [f"{desk.name(badge.player)} {badge.units[0][1]}" for badge in _fleets(desk, sea)]
        if here:
            parts.append(f"Fleets in the {desk.space(sea)}: {listed(here)}.")
    for what, codes in (("Taken", desk.captured), ("Claimed", desk.claimed)):
        if codes:
            parts.append(f"{what} this turn: {listed([desk.space(code) for code in sorted(codes)])}.")
    return " ".join(parts)
