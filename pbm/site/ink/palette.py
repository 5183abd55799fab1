"""The players' colours and the map's, as tokens for light, dark and print (one set, three themes).

Nine hues in four textures make 36 coats: 1 to 9 are plain, 10 to 18 lined, 19 to 27 dotted, 28 to 36 latticed. All
beyond are hatched (37 to 45): they differ from those 36, and from each other by their numbers.
tests/site/test_palette.py measures all of it. A player's coat is that of their number, but in a game that has given its
seats hues so that neighbours differ: pages of such a game are made while it `wears` them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

Hues = tuple[tuple[int, int], ...]
"""A game's seats and their hues, 0 to 8, by number; empty where they have those of their numbers."""

HUES = 9
NINTHS = 4  # plain, lines, dots, a lattice; what is beyond them is hatched

# Fill and dark companion of each hue; ink on a light fill reads at 5.1 or better, white on every companion at 8.4.
LIGHT = ("f3c985", "85d0f9", "e8a07b", "d5f4ba", "c493cc", "929140", "bcbdc0", "8df1f1", "be798b")
LIGHT_COMPANION = ("6a3b00", "0d4980", "8a2a1c", "2d5227", "57356f", "524a00", "374a59", "005569", "742947")
DARK = ("71500b", "396ca0", "5a222f", "5b7143", "5c467b", "4c4100", "263853", "1f544d", "8c5378")
DARK_COMPANION = ("3a2203", "0a2b4d", "4d150d", "1a3216", "331d43", "322d00", "20303c", "00343f", "441528")

# A texture is drawn in its hue's companion; in the dark, where that is as dark as the fill, in the light fill (of the
# ninth, which is too near, in a lighter one).
MARKS = {"light": LIGHT_COMPANION, "dark": (*LIGHT[:-1], "e9b6c4")}

MAP_LIGHT = {
    "ink": "1b1d1c",
    "number": "1b1d1c",
    "paper": "fdfdfb",
    "sea": "dfe9ec",
    "seaname": "42647a",
    "land": "f6f3ea",
    "scenery": "e7e5dc",
    "mapred": "b3202a",
    "mapblue": "1c4e85",
}
MAP_DARK = {
    "ink": "e7e9e4",
    "number": "fff",
    "paper": "141716",
    "sea": "1a252b",
    "seaname": "86a8bc",
    "land": "232320",  # a minor's, darker than any player's fill
    "scenery": "191a18",
    "mapred": "ff7d74",
    "mapblue": "8fbdf0",
}
MAP_PRINT = {
    "ink": "000",
    "number": "000",
    "paper": "fff",
    "sea": "fff",
    "seaname": "444",
    "land": "fff",
    "scenery": "eee",
    "mapred": "000",
    "mapblue": "000",
}


# Chips stand in running text, in cells and in drawings: what game they are of is known where its pages begin.
_worn: ContextVar[Mapping[int, int]] = ContextVar("coats", default=MappingProxyType({}))


def coats(hues: Hues) -> dict[int, int]:
    """The coats of a game's players, 1 to 45, by number; empty where all have those of their numbers."""
    taken = Counter[int]()
    found = {}
    for number, given in sorted(hues):
        found[number] = given + 1 + HUES * min(taken[given], NINTHS)
        taken[given] += 1
    return {} if all(coat == _usual(number) for number, coat in found.items()) else found


@contextmanager
def wearing(hues: Hues) -> Iterator[None]:
    """While this goes on, players have the coats of a game with these hues."""
    before = _worn.set(coats(hues))
    try:
        yield
    finally:
        _worn.reset(before)


def worn() -> str:
    """The coats that are worn, as pages tell their scripts: "1.1 2.2 10.12"; empty where all have the usual ones."""
    return " ".join(f"{number}.{coat}" for number, coat in _worn.get().items())


def hue(player: int) -> int:
    """The hue of a player, 1 to 9; nobody is 0."""
    return hue_of(texture(player)) if player > 0 else 0


def hue_of(coat: int) -> int:
    """The hue of a coat, 1 to 9."""
    return (coat - 1) % HUES + 1


def texture(player: int) -> int:
    """The coat of a player, 1 to 45: their hue in its texture."""
    return _worn.get().get(player) or _usual(player)


def ninth(player: int) -> int:
    """How many textures further a player's coat is than the plain one: 0 to 4."""
    return (texture(player) - 1) // HUES if player > 0 else 0


def _usual(player: int) -> int:
    return player if player <= HUES * NINTHS else HUES * NINTHS + hue_of(player)


def _tokens(fills: tuple[str, ...], companions: tuple[str, ...], rest: dict[str, str]) -> str:
    rows = [
        f"--p{n}:#{fill};--q{n}:#{companion}"
        for n, (fill, companion) in enumerate(zip(fills, companions, strict=True), 1)
    ]
    return ";".join([*rows, *(f"--{name}:#{value}" for name, value in rest.items())])


def numbers() -> str:
    """The first line of theme.js: how many hues there are, and how many textures beyond the plain one."""
    return f"window.pbmCoats={{hues:{HUES},turns:{NINTHS}}};\n"


def marks(theme: str) -> str:
    """The custom properties for the textures of players beyond the ninth; on paper they have none."""
    colours = MARKS.get(theme)
    return ";".join(f"--m{n}:{f'#{colours[n - 1]}' if colours else 'none'}" for n in range(1, HUES + 1))


def tokens(theme: str, with_marks: bool = True) -> str:
    """The custom properties of a theme: light, dark or print."""
    if theme == "dark":
        own = _tokens(DARK, DARK_COMPANION, MAP_DARK)
    elif theme == "print":
        own = _tokens(("fff",) * HUES, ("000",) * HUES, MAP_PRINT)
    else:
        own = _tokens(LIGHT, LIGHT_COMPANION, MAP_LIGHT)
    return f"{own};{marks(theme)}" if with_marks else own
