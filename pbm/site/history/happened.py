"""What a turn's printouts say of single spaces: what happened there, and who sent units."""

from collections.abc import Mapping

from pbm.core.printout import Battles, MapView, Printout


def told(public: Printout) -> tuple[tuple[str, str], ...]:
    """What a turn's public printout says of single spaces: its battles, and news that is about one."""
    blocks = [block for section in public.sections for block in section.blocks]
    fought = [(it.code, it.outcome) for block in blocks if isinstance(block, Battles) for it in block.battles]
    return (*fought, *((it.at, f"{it.lead} {it.rest}".strip().removesuffix(".")) for it in public.changes if it.at))


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
