"""A game of four players in which no number should matter, and how the numbers of a state are put back."""

from typing import Any

HOMES = {1: "TU", 2: "FR", 3: "RU", 4: "SP"}
# Orders with the players' numbers as fields; no tie for anything, and enemies meet on land and at sea.
CARDS = {
    1: "@ {3}E {2}A {4}K {2}D7 P10GR {3}P12 RA20 TS5 C1TU BF30 {2}M3\n@TU AC20UK FA12UK NT7BLA AT6EAS BA12 /1/BF5",
    2: "@ {1}A {4}E S2SP RF15 0P27 {3}F\n@FR AC22LY AB9BE FI8SP NT5MID BA9 BI6",
    3: "@ {1}E {2}H {1}S3 RA11 {2}X\n@RU AC14UK AB11PD FS9BA BA20",
    4: "@ {2}E C2SP RN9 {1}Z U1\n@SP AC13PR NT9MID FS7LY BA10 BN5",
}

BY_PLAYER = {"popularity", "spies", "forces", "stance", "shares", "players"}
NUMBERS = {"occupier", "standing_by"}
LISTS = {"sight", "permits"}


def mapped(words: Any, back: dict[int, int], key: str = "") -> Any:
    """The words of a state with every player's number put back."""
    if isinstance(words, dict):
        if key in BY_PLAYER:
            return {str(back[int(p)]): mapped(value, back) for p, value in sorted(words.items())}
        return {name: mapped(value, back, name) for name, value in words.items()}
    if key in NUMBERS:
        return back.get(words, 0)
    if key in LISTS:
        return sorted(back[p] for p in words)
    return words


def is_lively(words: Any) -> bool:
    """Whether the turns that are compared have captures by everybody."""
    owners = [space.get("occupier") for space in words["spaces"].values()]
    return {1, 2, 3, 4} <= set(owners) and sum(1 for owner in owners if owner) > len(HOMES)
