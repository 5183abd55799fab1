"""The players' colours, measured: contrast, and how far apart any two are, also for who sees colours otherwise.

Contrast as WCAG 2.2 has it. Distances in OKLab (Ottosson 2020), times 100; a distance of 2 is about what can just be
seen side by side. Dichromats are simulated with the matrices for severity 1.0 of Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency" (IEEE TVCG 15, 2009), in linear RGB.
"""

import math
import re
from itertools import combinations

import pytest

from pbm.core.printout import MapSpace, MapView
from pbm.rules import system
from pbm.site.ink import palette
from pbm.site.ink.marks import chip
from pbm.site.maps import artist, textures

Colour = tuple[float, float, float]
THEMES = {
    "light": (palette.LIGHT, palette.LIGHT_COMPANION, palette.MAP_LIGHT),
    "dark": (palette.DARK, palette.DARK_COMPANION, palette.MAP_DARK),
}
EYES: dict[str, tuple[Colour, Colour, Colour]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# The smallest distance of any two of the nine fills.
APART = {
    "light": {"normal": 9.4, "protan": 8.2, "deutan": 7.8, "tritan": 7.6},
    "dark": {"normal": 8.4, "protan": 6.6, "deutan": 6.7, "tritan": 6.6},
}
MARKED = 23  # the least distance of a texture's lines and dots from their ground
SAME_HUE = 2.7  # and of a plain and a textured ground where the texture is too fine to be seen but as a shade
ALL = range(1, 32)


def linear(colour: str) -> Colour:
    """A hex colour, its gamma undone."""
    digits = colour if len(colour) == 6 else "".join(2 * digit for digit in colour)
    r, g, b = (_straight(int(digits[k : k + 2], 16) / 255) for k in (0, 2, 4))
    return r, g, b


def _straight(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else float(((c + 0.055) / 1.055) ** 2.4)


def times(matrix: tuple[Colour, Colour, Colour], colour: Colour) -> Colour:
    x, y, z = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return x, y, z


def seen(colour: Colour, eyes: str) -> Colour:
    """A linear colour as these eyes see it, in OKLab."""
    r, g, b = (min(1.0, max(0.0, c)) for c in times(EYES[eyes], colour))
    lms = times(
        (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        ),
        (r, g, b),
    )
    x, y, z = (float(c ** (1 / 3)) for c in lms)
    return times(
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        ),
        (x, y, z),
    )


def apart(one: Colour, other: Colour, eyes: str) -> float:
    """The distance of two linear colours for these eyes, times 100."""
    a, b = seen(one, eyes), seen(other, eyes)
    return 100 * math.dist(a, b)


def contrast(one: str, other: str) -> float:
    """The WCAG contrast of two hex colours."""
    low, high = sorted(
        sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True)) for colour in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


def mark(theme: str, player: int) -> str:
    """The colour of a player's lines, dots or lattice."""
    return palette.MARKS[theme][palette.hue(player) - 1]


def ninth(player: int) -> int:
    """Whether a player is plain (0), lined (1), dotted (2), latticed (3) or hatched (4)."""
    return (palette.texture(player) - 1) // palette.HUES


def covered(player: int) -> float:
    """The share of the ground that lines or dots cover."""
    if not ninth(player):
        return 0
    d = textures.MARKS[ninth(player) - 1]
    bars = sum(float(w) * float(h) for w, h in re.findall(r"M[\d.]+ [\d.]+h([\d.]+)v([\d.]+)h-[\d.]+z", d))
    dots = sum(3.14159 * float(r) ** 2 for r in re.findall(r"a([\d.]+) [\d.]+ 0 1 0", d))
    return (bars + dots) / 26**2


def mixed(theme: str, player: int) -> Colour:
    """A player's ground and texture as one shade, seen from afar."""
    fill, lines, share = linear(THEMES[theme][0][palette.hue(player) - 1]), linear(mark(theme, player)), covered(player)
    r, g, b = (a * (1 - share) + c * share for a, c in zip(fill, lines, strict=True))
    return r, g, b


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_any_two_of_nine_players_are_as_far_apart_as_we_say(theme: str, eyes: str) -> None:
    fills = [linear(fill) for fill in THEMES[theme][0]]
    assert min(apart(a, b, eyes) for a, b in combinations(fills, 2)) >= APART[theme][eyes]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_any_two_of_thirty_one_players_differ_in_hue_or_in_texture(theme: str, eyes: str) -> None:
    """Two hues are apart as among nine; one hue is told apart by lines and dots that stand out from it."""
    for one, other in combinations(ALL, 2):
        if palette.hue(one) != palette.hue(other):
            continue
        assert ninth(one) != ninth(other)
        for player in (one, other):
            fill = linear(THEMES[theme][0][palette.hue(player) - 1])
            if ninth(player):
                assert apart(fill, linear(mark(theme, player)), eyes) >= MARKED, player
                assert contrast(THEMES[theme][0][palette.hue(player) - 1], mark(theme, player)) >= 2.7
        if 0 in (ninth(one), ninth(other)):  # also where the texture is finer than the eye
            assert apart(mixed(theme, one), mixed(theme, other), eyes) >= SAME_HUE, (one, other)


def test_hues_go_round_and_textures_go_by_ninths() -> None:
    assert [palette.hue(n) for n in (0, 1, 9, 10, 18, 19, 25, 31)] == [0, 1, 9, 1, 9, 1, 7, 4]
    assert [ninth(n) for n in (1, 9, 10, 18, 19, 25, 27, 28, 31)] == [0, 0, 1, 1, 2, 2, 2, 3, 3]
    assert len({palette.texture(n) for n in ALL}) == 31


def test_who_is_beyond_thirty_six_looks_like_none_of_these() -> None:
    """Maps with hundreds of owners: of each hue one more texture, which those beyond share; numbers tell them apart."""
    usual, beyond = range(1, 37), range(37, 99)
    assert len({palette.texture(n) for n in usual}) == 36
    assert not {palette.texture(n) for n in usual} & {palette.texture(n) for n in beyond}
    assert {ninth(n) for n in beyond} == {palette.ninth(n) for n in beyond} == {palette.NINTHS}
    assert not {chip(n).split(">")[0] for n in usual} & {chip(n).split(">")[0] for n in beyond}
    assert [palette.hue(n) for n in beyond] == [(n - 1) % 9 + 1 for n in beyond]
    coats = palette.coats(tuple((n, 0) for n in range(1, 9)))
    assert [coats[n] for n in range(1, 9)] == [1, 10, 19, 28, 37, 37, 37, 37], "in a game of one hue, too"
    patterns = textures.further_textures(range(1, 99), "m")
    assert len(re.findall("<pattern id=", patterns)) == 36
    assert patterns.count(textures.MARKS[palette.NINTHS - 1]) == palette.HUES


def test_numbers_read_on_every_chip_and_fill() -> None:
    light, dark = THEMES["light"], THEMES["dark"]
    assert min(contrast(light[2]["number"], fill) for fill in light[0]) >= 5.0
    assert min(contrast(dark[2]["number"], fill) for fill in dark[0]) >= 5.4
    assert min(contrast("ffffff", companion) for companion in light[1]) >= 8.3
    assert min(contrast("ffffff", companion) for companion in dark[1]) >= 12.3


@pytest.mark.parametrize("ground", ["land", "sea"])
def test_no_player_s_land_looks_like_a_minor_s_or_like_the_sea_in_the_dark(ground: str) -> None:
    """Fills, land and sea are all dark there: a fill stands out by its brightness, no outline counted."""
    fills, _, tokens = THEMES["dark"]
    assert min(contrast(fill, tokens[ground]) for fill in fills) >= 1.25
    assert contrast(tokens["land"], tokens["scenery"]) >= 1.08


@pytest.mark.parametrize("theme", THEMES)
def test_codes_names_and_signs_read_on_land_sea_and_paper(theme: str) -> None:
    """Codes stand on a halo of paper; seas' names on the sea; red and blue arrows on both."""
    tokens = THEMES[theme][2]
    assert contrast(tokens["ink"], tokens["paper"]) >= 14
    assert contrast(tokens["ink"], tokens["land"]) >= 10
    assert contrast(tokens["seaname"], tokens["sea"]) >= 4.5
    for sign in ("mapred", "mapblue"):
        assert contrast(tokens[sign], tokens["sea"]) >= 4.5
        assert contrast(tokens[sign], tokens["paper"]) >= 4.5


def test_a_map_of_twenty_five_draws_each_players_texture_once() -> None:
    board = system("battle-plan").setup.load("europe", {})
    codes = board.map.countries[:25]
    spaces = tuple(MapSpace(code, code, "land", owner) for owner, code in enumerate(codes, 1))
    players = tuple((n, f"Player {n}") for n in range(1, 26))
    view = MapView("europe", "Many", "Many players.", spaces, (), players)
    for text in (artist.artist(board.geometry).draw(view), artist.artist(board.geometry).draw(view, standalone=True)):
        ids = re.findall(r'<pattern[^>]* id="(mt\d+)"|<pattern id="(mt\d+)"', text)
        assert sorted(a or b for a, b in ids) == sorted(f"mt{n}" for n in range(1, 26))
        assert all(f"url(#mt{n})" in text for n in range(1, 26))
        assert text.count('class="m7"') == 2  # of 16 and 25
    assert "--m9:#742947" in artist.artist(board.geometry).draw(view, standalone=True)
    few = MapView("europe", "Few", "Few players.", spaces[:9], (), players[:9])
    assert "--m9" not in artist.artist(board.geometry).draw(few, standalone=True), "a game of nine carries none of it"
