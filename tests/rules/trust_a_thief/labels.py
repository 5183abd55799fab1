"""A game of four nations in which no number should matter, and how the numbers of a state are put back."""

import re
from typing import Any

HOMES = {1: "ALD", 2: "COR", 3: "ELM", 4: "PEN"}
# Orders with the nations' numbers as fields: claims, meetings, landings, caravans, theft, aims, standing orders.
CARDS = {
    1: (
        "@ {2}K1 {3}SA {4}T /1/{2}S1 @ALD AC1BRY AC1FEN BA1",
        "@ {2}K1 @FEN AT1GAR BT @ALD AC1WSE",
        "@ {4}K2 {2}SA @BRY AT1COR @ALD BF1NSE AT1FEN",
    ),
    2: (
        "@ {1}K2 {1}G1 {4}SX1 /2/{3}S1/2 @COR AC1HOL AT1DUN",
        "@ {1}K1 @COR BA1 @HOL AT1GAR BT",
        "@ {1}K1 @GAR {4}T @COR BA1 AT1DUN",
    ),
    3: (
        "@ {1}K1 {2}S2 0SA @ELM AC1DUN BF1NSE",
        "@ {1}K2 @ELM AC1JUR BA1 @#1 L1COR @NSE 0X",
        "@ {2}SA @ELM AC1DUN BA1 @#1 MESE",
    ),
    4: (
        "@ {3}K2 {1}S1/2 @PEN AC1KEL AC1QUA BA1",
        "@ {3}K2 {1}K1 {2}SA @KEL AT1FEN @PEN BA1",
        "@ 0SA @FEN AT1ALD @QUA BT AC1LOR",
    ),
}
BY_NATION = {"nations", "fleets", "armies"}


def mapped(words: Any, back: dict[int, int], key: str = "") -> Any:
    """The words of a state with every nation's number put back, also within the standing orders."""
    if isinstance(words, dict):
        if key in BY_NATION:
            return {str(back[int(p)]): mapped(value, back) for p, value in sorted(words.items())}
        return {name: mapped(value, back, name if key != "standing" else "order") for name, value in words.items()}
    if key in ("owner", "leader"):
        return back.get(words, 0)
    if key == "order":
        return re.sub("^[1-9]", lambda m: str(back[int(m[0])]), words)
    return words


def is_lively(words: Any) -> bool:
    """Whether the nations have grown, somebody has been beaten, and standing orders are on file."""
    owners = [province["owner"] for province in words["provinces"].values()]
    return {1, 2, 3, 4} <= set(owners) and sum(1 for p in owners if p) >= 8 and bool(words["nations"]["1"]["standing"])
