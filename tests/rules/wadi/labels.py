"""A game of four bands in which no number should matter, and how the numbers of a state are put back."""

from typing import Any

HOMES = {1: "1", 2: "2", 3: "5", 4: "6"}
CARDS = {
    1: ("@ T6 Q Water @#1-2 ME4>S", "@ T2\n@#1 MI4>*", "@ T2\n@#2 S"),
    2: ("@ T6\n@#1-2 MI4", "@ T2\n@#1 MC2", "@ T2"),
    3: ("@ T6\n@#1 ME8 @#2 S>MD7", "@ T2\n@#1-2 MI8", "@ T2"),
    4: ("@ T6\n@#1-2 MI8", "@ T2\n@#1 MC11", "@ T2\n@#2 MI8"),
}


def mapped(words: Any, back: dict[int, int]) -> Any:
    """The words of a state with every band's number put back, and what is sorted by it in order again."""
    bands = {str(back[int(p)]): _band(band, back) for p, band in words["bands"].items()}
    wells = {_code(code, back): _well(well, back) for code, well in words["wells"].items()}
    return {**words, "wells": dict(sorted(wells.items())), "bands": dict(sorted(bands.items()))}


def _code(code: str, back: dict[int, int]) -> str:
    """The well of a band at set-up is called by its number."""
    return f"WZ{chr(64 + back[ord(code[2]) - 64])}" if code[:2] == "WZ" else code


def _well(well: dict[str, Any], back: dict[int, int]) -> dict[str, Any]:
    return {**well, "owner": back.get(well["owner"], 0)}


def _band(band: dict[str, Any], back: dict[int, int]) -> dict[str, Any]:
    sights = [{**sight, "player": back[sight["player"]]} for sight in band["sights"]]
    wells = {_code(code, back): _well(well, back) for code, well in band["wells"].items()}
    order = ("y", "x", "player", "kind", "turn")
    return {
        **band,
        "sights": sorted(sights, key=lambda sight: [sight[key] for key in order]),
        "wells": dict(sorted(wells.items())),
    }


def is_lively(words: Any) -> bool:
    """Whether bands know more than their homes, and somebody saw others."""
    known = [sum(sign != " " for row in band["known"] for sign in row) for band in words["bands"].values()]
    return min(known) > 12 and any(band["sights"] or len(band["units"]) > 2 for band in words["bands"].values())
