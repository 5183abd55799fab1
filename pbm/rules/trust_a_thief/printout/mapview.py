"""The map of a turn: owners, structures, armies, fleets with cargo (TT 7.1); for a player with his orders as arrows."""

from pbm.core.english import listed
from pbm.core.printout import Arrow, Badge, MapSpace, MapView
from pbm.rules.trust_a_thief.printout.readout import Readout


def map_view(readout: Readout) -> MapView:
    """TT 7.1: the map, which is the same for all; arrows are the reader's own."""
    title = f"{readout.sheet.game}, turn {readout.view.turn}" + (
        f", for {readout.name(readout.me)}" if readout.me else ""
    )
    return MapView(
        geometry=readout.board.name,
        title=title,
        desc=readout.shared("map description", lambda: description(readout)),
        spaces=readout.shared("map spaces", lambda: spaces(readout)),
        arrows=arrows(readout),
        players=tuple((p, readout.nations.get(p, "")) for p in sorted(readout.view.nations)),
        legend=readout.rules.legend,
        note="" if readout.me else readout.rules.wording["news"]["public"],
    )


def spaces(readout: Readout) -> tuple[MapSpace, ...]:
    """TT 7.1: provinces with structure and armies, seas with fleets and the armies aboard."""
    found = []
    for code, space in readout.board.spaces.items():
        if not space.land:
            found.append(MapSpace(code, space.name, "sea", badges=_fleets(readout, code)))
            continue
        province = readout.view.provinces[code]
        change = "captured" if code in readout.captured else "claimed" if code in readout.claimed else ""
        badges = tuple(Badge(p, (("army", n),)) for p, n in province.armies.items())
        sign = "" if province.structure == "none" else province.structure
        found.append(MapSpace(code, space.name, "land", province.owner, badges=badges, change=change, sign=sign))
    return tuple(found)


def _fleets(readout: Readout, sea: str) -> tuple[Badge, ...]:
    badges = []
    for p, owned in readout.view.fleets.items():
        here = [fleet.cargo for fleet in owned.values() if fleet.sea == sea]
        if here:
            aboard = sum(here)
            badges.append(Badge(p, (("fleet", len(here)),), (("army", aboard),) if aboard else ()))
    return tuple(badges)


def arrows(readout: Readout) -> tuple[Arrow, ...]:
    """Where the reader's armies went: from land, aboard, ashore; an attack where there was a battle or a capture.

    A fleet that sailed has none: where it lay before is not in the view. Nor has an order that nobody carried out.
    """
    if readout.parsed is None:
        return ()
    fought = {facts["place"] for facts in readout.told("battle")}
    taken = {code for code, facts in readout.captured.items() if facts["by"] == readout.me}
    fleets = {f"#{n}": fleet.sea for n, fleet in readout.view.fleets.get(readout.me, {}).items()}
    drawn: dict[tuple[str, str], Arrow] = {}
    for order in (*readout.parsed.orders, *readout.parsed.standing):
        to, ship = str(order.operands.get("to", "")), fleets.get(order.place, "")
        ways = {"AT": (order.place, to), "AC": (order.place, to), "U": (ship, to), "UC": (ship, to), "L": (to, ship)}
        start, end = ways.get(order.code, ("", ""))
        if start and end and not readout.is_undone(order):
            kind = "attack" if end in fought | taken else "move"
            drawn.setdefault((start, end), Arrow(kind, start, end, readout.me))
    return tuple(drawn.values())


def description(readout: Readout) -> str:
    """The map in words for screen readers: who owns what, where fleets lie, what changed hands."""
    held: dict[int, list[str]] = {}
    for code, province in readout.view.provinces.items():
        held.setdefault(province.owner, []).append(readout.space(code))
    parts = [f"{readout.name(p)} owns {listed(names)}." for p, names in sorted(held.items()) if p]
    if held.get(0):
        parts.append(f"White: {listed(held[0])}.")
    for sea in readout.board.seas:
        here = [f"{readout.name(badge.player)} {badge.units[0][1]}" for badge in _fleets(readout, sea)]
        if here:
            parts.append(f"Fleets in the {readout.space(sea)}: {listed(here)}.")
    for what, codes in (("Taken", readout.captured), ("Claimed", readout.claimed)):
        if codes:
            parts.append(f"{what} this turn: {listed([readout.space(code) for code in sorted(codes)])}.")
    return " ".join(parts)
