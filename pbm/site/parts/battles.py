"""Battles as two-sided bars: attackers left of the axis, defenders right, losses hatched outside. Of three and more
that meet each has a row of its own.
"""

from collections.abc import Callable, Iterable, Mapping

from pbm.core.printout import Battle, Battles, Force, Group
from pbm.site.ink.marks import MINUS, fill, plain, rich

WIDTH, ROW, AXIS, LONGEST = 340, 24, 11, 96  # of the drawing: width, row, half the axis, longest bar
WIDE_ENOUGH = 20  # of a piece of bar for its code


def greatest(battles: Iterable[Battle]) -> int:
    """The greatest force of one kind on one side: the scale of all battles of a page."""
    sides = [side for battle in battles for side in (_parties(battle) or _sides(battle))]
    return max((sent for side in sides for sent, _ in _sums(side).values()), default=1)


def battles_html(battles: Battles, scale: int, names: Mapping[int, str], cite: Callable[[str], str]) -> str:
    """Battles side by side; those seen by kind only in one line each."""
    drawn = [b for b in battles.battles if _is_counted(b)]
    kinds = [b for b in battles.battles if not _is_counted(b)]
    out = []
    if drawn:
        out.append('<div class="battles">')
        out += [_battle(battle, scale, names, cite) for battle in drawn]
        out.append("</div>")
    if kinds:
        out.append(_by_kinds(kinds))
    return "".join(out)


def _by_kinds(battles: list[Battle]) -> str:
    """What strangers read of battles: kinds of units, no numbers."""
    out = [
        '<div class="scroll"><table class="kinds"><thead><tr><th scope="col">Space<th scope="col">Outcome'
        '<th scope="col">Defended with<th scope="col">Attacked from, with<tbody>'
    ]
    for battle in battles:
        left, right = _sides(battle)
        told = "".join(f"<br>{rich(text)}" for text in battle.told)
        out.append(
            f'<tr><td><b class="c">{plain(battle.code)}</b> {plain(battle.name)}<td>{rich(battle.outcome)}'
            f"<td>{_kinds(right, battle.code)}<td>{_kinds(left, battle.code)}{told}"
        )
    out.append("</table></div>")
    return "".join(out)


def _kinds(groups: list[Group], here: str) -> str:
    """GE (Army, AirF) CZ (Army); the country's own group without its name."""
    parts = []
    for group in groups:
        units = ", ".join(f.called + ("" if f.sent is None else f" {f.sent}{MINUS}{f.lost or 0}") for f in group.forces)
        own = group.name == here or not group.name
        parts.append(f"<span>{plain(units if own else f'{group.name} ({units})')}</span>")
    return " ".join(parts)


def _is_counted(battle: Battle) -> bool:
    return any(force.sent is not None for group in battle.groups for force in group.forces)


def _battle(battle: Battle, scale: int, names: Mapping[int, str], cite: Callable[[str], str]) -> str:
    told = f'<p class="told">{cite(" ".join(battle.told))}' if battle.told else ""
    return (
        f'<div class="battle"><h3><span class="c">{plain(battle.code)}</span> {plain(battle.name)}'
        f"<small>{rich(battle.outcome)}</small></h3>{_drawing(battle, scale, names)}"
        f'<p class="notation">{_notation(battle)}{told}</div>'
    )


def _notation(battle: Battle) -> str:
    """BU(Army=18-18,AirF=10-3) TU(Army=22-3): unbroken within a group."""
    return " ".join(f"<span>{plain(_group(group))}</span>" for group in battle.groups)


def _group(group: Group) -> str:
    forces = ",".join(
        force.called if force.sent is None else f"{force.called}={force.sent}-{force.lost or 0}"
        for force in group.forces
    )
    return f"{group.name or f'[{group.player}]'}({forces})"


def _units(battle: Battle) -> list[str]:
    return list(dict.fromkeys(force.unit for group in battle.groups for force in group.forces))


def _parties(battle: Battle) -> list[list[Group]]:
    """Those that meet, each with its groups: by player, or by name where nobody knows whose they are."""
    parties: dict[int | str, list[Group]] = {}
    for group in battle.groups:
        if group.side == "meet":
            parties.setdefault(group.player or group.name, []).append(group)
    return [*parties.values()]


def _sides(battle: Battle) -> tuple[list[Group], list[Group]]:
    """Left and right of the axis; where two meet, the first on the left; where more meet, nobody has a side."""
    parties = _parties(battle)
    if len(parties) > 2:
        return [], [group for party in parties for group in party]
    if parties:
        return parties[0], parties[1] if len(parties) > 1 else []
    return (
        [group for group in battle.groups if group.side == "attack"],
        [group for group in battle.groups if group.side == "defend"],
    )


def _force(group: Group, unit: str) -> Force:
    return next((force for force in group.forces if force.unit == unit), Force(unit, 0, 0))


def _sums(groups: list[Group]) -> dict[str, tuple[int, int]]:
    """What groups sent and lost, by unit; a unit of which none was sent is left out."""
    sums: dict[str, tuple[int, int]] = {}
    for group in groups:
        for force in group.forces:
            if force.sent:
                sent, lost = sums.get(force.unit, (0, 0))
                sums[force.unit] = sent + force.sent, lost + (force.lost or 0)
    return sums


def _side_title(groups: list[Group], word: str, names: Mapping[int, str]) -> str:
    if word != "meet":
        return word
    players = list(dict.fromkeys(group.player for group in groups))
    if 0 in players:
        return " ".join(group.name for group in groups)
    if len(players) == 1:
        return f"[{players[0]}] {names.get(players[0], '')}".strip()
    return " ".join(f"[{player}]" for player in players)


def _drawing(battle: Battle, scale: int, names: Mapping[int, str]) -> str:
    if len(_parties(battle)) > 2:
        return _all_against_all(battle, scale)
    left, right = _sides(battle)
    meets = any(group.side == "meet" for group in battle.groups)
    sums = _sums(left), _sums(right)
    units = [u for u in _units(battle) if u in sums[0] or u in sums[1]]
    height = 18 + ROW * len(units)
    middle = WIDTH // 2
    titles = ("meet", "meet") if meets else ("attacked", "defended")
    over = [plain(_side_title(side, title, names)) for side, title in zip((left, right), titles, strict=True)]
    out = [
        f'<svg class="bars" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{plain(_spoken(battle))}">',
        f'<text class="side e" x="{middle - AXIS - 2}" y="11">{over[0]}</text>',
        f'<text class="side" x="{middle + AXIS + 2}" y="11">{over[1]}</text>',
    ]
    for row, unit in enumerate(units):
        top = 18 + ROW * row
        out.append(_axis(_kind(battle, unit), middle, top))
        for groups, side, way in ((left, sums[0], -1), (right, sums[1], 1)):
            if unit in side:
                out.append(_bar(groups, unit, side[unit], top, middle + way * AXIS, way, scale))
    out.append("</svg>")
    return "".join(out)


def _all_against_all(battle: Battle, scale: int) -> str:
    """Three and more that meet: a row for each and its units, all on one side of the axis."""
    rows = [
        (party, unit, sums)
        for party in _parties(battle)
        for unit, sums in sorted(_sums(party).items(), key=lambda item: _units(battle).index(item[0]))
    ]
    height, middle, named = 4 + ROW * len(rows), WIDTH // 2, None
    out = [f'<svg class="bars" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{plain(_spoken(battle))}">']
    for row, (party, unit, sums) in enumerate(rows):
        top = 4 + ROW * row
        if party is not named:
            called = f"[{party[0].player}]" if party[0].player else party[0].name
            out.append(f'<text class="side e" x="{middle - AXIS - 2}" y="{top + 14}">{plain(called)}</text>')
        named = party
        out.append(_axis(_kind(battle, unit), middle, top))
        out.append(_bar(party, unit, sums, top, middle + AXIS, 1, scale))
    out.append("</svg>")
    return "".join(out)


def _kind(battle: Battle, unit: str) -> Force:
    return next(f for group in battle.groups for f in group.forces if f.unit == unit)


def _axis(force: Force, middle: int, top: int) -> str:
    if not force.glyph:
        return f'<text class="unit" x="{middle}" y="{top + 14}">{plain(force.called[:3])}</text>'
    return f'<use href="#g-{force.glyph}" x="{middle - 8}" y="{top + 2}" width="16" height="16"/>'


def _bar(
    groups: list[Group], unit: str, sums: tuple[int, int], top: int, start: int, way: int, scale: int
) -> str:  # fmt: skip
    """Survivors at the axis by origin, then the losses, then the figures."""
    sent, lost = sums
    forces = [(group, _force(group, unit)) for group in groups]
    pieces = [(g, (f.sent or 0) - (f.lost or 0), fill(g.player)) for g, f in forces]
    pieces += [(g, f.lost or 0, "lost") for g, f in forces]
    out, at, so_far = [], 0, 0
    for group, count, kind in pieces:
        if count < 1:
            continue
        so_far += count
        width = max(round(so_far * LONGEST / scale) - at, 2)
        x = start + way * at - (width if way < 0 else 0)
        out.append(f'<rect class="{kind}" x="{x}" y="{top + 2}" width="{width}" height="16"/>')
        if group.name and width >= WIDE_ENOUGH and not group.name.startswith("["):
            out.append(f'<text class="code" x="{x + width / 2:g}" y="{top + 14}">{plain(group.name)}</text>')
        at += width
    figure = f'<tspan class="neg">{MINUS}{lost}</tspan>' if lost else ""
    gap = f" {figure}" if figure else ""
    edge = "e" if way < 0 else ""
    out.append(f'<text class="sum {edge}" x="{start + way * (at + 5)}" y="{top + 15}">{sent}{gap}</text>')
    return "".join(out)


def _called(group: Group) -> str:
    """A group by its name, and whose it is where the printout knows that; the name may be the player's."""
    if not group.player or f"[{group.player}" in group.name:
        return group.name or "units"
    return f"{group.name or 'units'} of [{group.player}]"


def _spoken(battle: Battle) -> str:
    """The drawing in words."""
    parts = []
    for group in battle.groups:
        words = ", ".join(f"{f.called} {f.sent} sent, {f.lost or 0} lost" for f in group.forces if f.sent is not None)
        if words:
            side = {"attack": "attacks", "defend": "defends", "meet": "meets"}[group.side]
            parts.append(f"{_called(group)} {side}: {words}")
    return ". ".join(parts)
