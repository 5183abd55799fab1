"""What a turn's printouts say of single spaces: what happened there, and who sent units."""

from collections.abc import Mapping

from pbm.core.english import count
from pbm.core.printout import Battle, Battles, Feat, MapView, Printout


def told(public: Printout) -> tuple[tuple[str, str], ...]:
    """What a turn's public printout says of single spaces: its battles, and news that is about one."""
    blocks = [block for section in public.sections for block in section.blocks]
    fought = [(it.code, it.outcome) for block in blocks if isinstance(block, Battles) for it in block.battles]
    return (*fought, *((it.at, f"{it.lead} {it.rest}".strip().removesuffix(".")) for it in public.changes if it.at))


def feats(public: Printout, private: Mapping[int, Printout]) -> tuple[Feat, ...]:
    """What may be a record of the year: what the systems say of it, and battles that the smaller side has won, as those
    who fought there read them.
    """
    found = [feat for printout in (public, *private.values()) for feat in printout.feats]
    blocks = [block for p in private.values() for section in p.sections for block in section.blocks]
    found += [made for b in blocks if isinstance(b, Battles) for battle in b.battles if (made := _against_odds(battle))]
    return tuple(dict.fromkeys(found))


def _against_odds(battle: Battle) -> Feat | None:
    """A battle that one of two sides has won with fewer units, by number, where the reader knows all of them."""
    sides: dict[bool, list[int]] = {}
    names: dict[bool, str] = {}
    for group in battle.groups:
        sent, lost = sides.setdefault(group.side == "defend", [0, 0])
        for force in group.forces:
            if force.sent is None or force.lost is None:
                return None
            sent, lost = sent + force.sent, lost + force.lost
        sides[group.side == "defend"] = [sent, lost]
        names.setdefault(group.side == "defend", f"[{group.player}]" if group.player else group.name)
    if len(sides) != 2 or any(group.side == "meet" for group in battle.groups):
        return None
    for is_defence in sides:
        (sent, lost), (others, fallen) = sides[is_defence], sides[not is_defence]
        if sent > lost and others == fallen and others > sent:
            told = f"{names[is_defence]} at {battle.name or battle.code}: {count(sent, 'unit')} against {others}"
            return Feat("odds", 100 * others // sent, told)
    return None


def passed(private: Mapping[int, Printout]) -> tuple[tuple[str, int], ...]:
    """Where players sent units in a turn, as their own maps show it: to spaces that were not theirs."""
    found = []
    for player, printout in private.items():
        view = printout.map
        if isinstance(view, MapView):
            sent = [arrow.end for arrow in view.arrows if arrow.player == player]
            sent += [point for route in view.routes if route.player in (0, player) for point in route.points]
            codes = {space.at: space.code for space in view.spaces if space.at}
            own = {space.code for space in view.spaces if space.owner == player and not space.change}
            ends = dict.fromkeys(codes.get(point, point) for point in sent)
            found += [(code, player) for code in ends if code not in own]
    return tuple(found)
