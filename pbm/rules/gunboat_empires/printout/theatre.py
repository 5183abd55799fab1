"""What a player's own map shows (GE 27): what is theirs, three regions around it, and both colonial lands."""

from collections.abc import Iterable
from functools import cache

from pbm.core.printout import Inset
from pbm.rules.gunboat_empires.printout.readout import Readout
from pbm.rules.gunboat_empires.tables import NAMED, tables

AROUND = 3
HOMES = ("home", "capital", "port")


def parts(readout: Readout) -> tuple[tuple[str, ...], tuple[Inset, ...]]:
    """GE 27: the regions of the theatre, and the other parts with their names: the colonial lands, then what lies
    apart of both, such as regions beyond the edge of the sheet.
    """
    if not readout.me:
        return (), ()
    lands = colonial_lands()
    known = frozenset[str]().union(*(codes for _, codes in lands))
    own, drawn = set(readout.view.regions), readout.rules.geometry
    theatre = _around(own - known, AROUND) - known
    places = {code: int(drawn["spaces"][code]["label"][0]) for code in theatre}
    pieces = _pieces(theatre, places, int(drawn["width"]) // 2)
    home = {code for code in own if tables().regions[code].owner == readout.me}
    pieces.sort(key=lambda piece: (-len(piece & home), -len(piece), min(piece)))
    further = [(f"Around {min(piece, key=lambda code: (code not in own, code))}", piece) for piece in pieces[1:]]
    insets = tuple(Inset(name, tuple(sorted(codes))) for name, codes in (*lands, *further))
    return (tuple(sorted(pieces[0])), insets) if pieces else (insets[0].spaces, insets[1:])


@cache
def colonial_lands() -> tuple[tuple[str, frozenset[str]], ...]:
    """GE 1.2: the lands without a home of anybody's, each with the seas along its coasts, and what they are called."""
    regions = tables().regions
    land = [code for code in regions if regions[code].is_land]
    found = [piece for piece in _pieces(land) if not any(regions[code].role in HOMES for code in piece)]
    large = sorted(found, key=lambda piece: -len(piece))[: len(NAMED["colonial"])]
    return tuple(
        (name, frozenset(_around(piece, 1)))
        for name, piece in zip(NAMED["colonial"], sorted(large, key=min), strict=True)
    )


def _around(codes: Iterable[str], steps: int) -> set[str]:
    """Regions and those that are so many steps from them."""
    found = rim = set(codes)
    for _ in range(steps):
        rim = {near for code in rim for near in tables().regions[code].near} - found
        found = found | rim
    return found


def _pieces(codes: Iterable[str], x: dict[str, int] | None = None, across: int = 0) -> list[set[str]]:
    """Regions by what hangs together; with places, not over the edge of the sheet."""
    left, found = set(codes), list[set[str]]()
    for code in sorted(left):
        if code not in left:
            continue
        left.discard(code)
        piece = [code]
        for here in piece:
            fresh = [there for there in tables().regions[here].near & left if not x or abs(x[here] - x[there]) < across]
            left.difference_update(fresh)
            piece += fresh
        found.append(set(piece))
    return found
