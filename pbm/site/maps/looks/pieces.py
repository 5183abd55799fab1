"""The look "pieces" of a map: a sign for what stands in a space, squares for armies, ships in seas, waterlines.

A geometry asks for it by `look`; `ornaments` then gives the places of a title and a compass rose. What a sign means
is told by the view's words; nothing in here knows.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbm.core.legend import Counts, Legend
from pbm.core.printout import Badge, MapSpace
from pbm.site.ink.palette import hue, worn
from pbm.site.maps.base import (
    BROAD,
    CHIP,
    GAP,
    PIECES,
    TYPE,
    VAST,
    Box,
    Point,
    Slot,
    code_width,
    holds,
    is_water,
    name_lines,
    safe,
    typed,
)
from pbm.site.maps.drawing import Drawing
from pbm.site.maps.shapes import BUILT, UNIT, UNITS
from pbm.site.maps.textures import textures

SQUARE, DIGIT, CELL, SHIP, SPARE = 38, 17, 28, 30, 5  # an army's square, each further digit, a number's cell, a hull
SECOND = 12  # of a chip with two digits, beyond its height
HEIGHT = 38
ROW = 44  # from a code's middle to the middle of the signs below it
SIGN = 36  # the room of a structure's sign

LINE, WHO, LETTERS = 12, 10, 8  # from the middle of a sign down to the line of figures, a number, letters
INSET, EDGE = 3, 6  # of a sign in its room, of all from the sheet's edge
STEP = HEIGHT + 4  # from the signs of one player in water to the next
SIZES = {"square": SQUARE, "digit": DIGIT, "cell": CELL, "sign": SHIP, "spare": SPARE, "height": HEIGHT, "row": ROW}
SIZES |= {"built": SIGN, "step": STEP, "unit": UNIT, "line": LINE, "who": WHO, "letters": LETTERS, "inset": INSET}
SIZES |= {"side": EDGE, "drop": 0}
"""For the script of the replay, which draws them too."""
WATERLINES = (3, 2, 1)  # the farthest first


class Pieces:
    """Signs of all spaces of one geometry; each is made once and kept."""

    name, css_class, facts, tile = PIECES, "", "", ""
    broad, vast = BROAD, VAST
    has_leaders, is_tiled, is_bare = False, False, False
    folded, scale = None, 1

    def __init__(self, geometry: Mapping[str, Any], drawn: Drawing, slots: Mapping[str, Slot]) -> None:
        self.geometry, self.spaces, self.drawn = geometry, geometry["spaces"], drawn
        self.slots = slots
        self.kept: dict[tuple[Any, ...], str] = {}
        self.ornaments = ornaments(geometry.get("ornaments", {}))
        self.width = int(geometry["width"])

    def shapes(self, p: str) -> str:
        """What the signs are made of: structures, squares for one digit to three, hulls, a number's cell."""
        box = f'y="-19" height="{HEIGHT}"'
        cell = f'<rect class="mce" {box} width="{CELL}"/>'
        out = [
            f'<path id="{p}{name}" class="mst" transform="translate(0 {ROW})" d="{d}"/>' for name, d in BUILT.items()
        ]
        out.append(f'<g id="{p}cell">{cell}</g>')
        for n in (1, 2, 3):
            out.append(f'<rect id="{p}sq{n}" class="msq" {box} width="{_token_room("box", 10 ** (n - 1))}"/>')
            hull = f'<path class="mhull" transform="translate({CELL + INSET} {LINE})" d="{UNITS["hull"]}"/>'
            out.append(f'<g id="{p}ship{n}"><rect class="mhu" {box} width="{_body(n)}"/>{cell}{hull}</g>')
        return "".join(out)

    def chips(self, spaces: Sequence[MapSpace], p: str) -> str:
        """The chips with owners' numbers, drawn once for all their provinces."""
        out = [
            f'<g id="{p}no{n}"><rect class="mch" y="-17" width="{_chip(n)}" height="{CHIP}" rx="5"/>'
            f'<text class="mct" x="{_chip(n) // 2}" y="11">{n}</text></g>'
            for n in sorted({space.owner for space in spaces} - {0})
        ]
        return f"<defs>{''.join(out)}</defs>"

    def tint(self, code: str) -> str:
        """Seas have one colour."""
        return ""

    def under(self, p: str, window: Box) -> str:
        """Lines in the sea along all coasts: for each a broad stroke, and water over all but its rim."""
        lines = "".join(
            f'<use href="#{p}land" class="wl l{n}"/><use href="#{p}land" class="wv l{n}"/>' for n in WATERLINES
        )
        return f"{lines}{self.drawn.under}"

    def over(self, grounds: Sequence[MapSpace], p: str, is_whole: bool) -> str:
        """Textures, lines that are not borders, and the title and the rose of a whole map."""
        return f"{textures(grounds, p)}{self.drawn.over}{self.ornaments if is_whole else ''}"

    def water_name(self, code: str) -> str:
        """A sea's code, and its name below it."""
        (x, y), words = self.slots[code].label, name_lines(self.spaces[code]["name"])
        lines = "".join(f'<tspan x="0" y="{44 + 34 * k}">{safe(word)}</tspan>' for k, word in enumerate(words))
        return (
            f'<g class="seal" transform="translate({x} {y})"><text class="sc" y="12">{safe(code)}</text>'
            f'<text class="seaname">{lines}</text></g>'
        )

    def name_box(self, code: str) -> Box:
        """The room of a sea's code and name."""
        (x, y), words = self.slots[code].label, name_lines(self.spaces[code]["name"])
        half = max(44, 9 * max(map(len, words)))
        return x - half, y - 24, x + half, y + 24 + 34 * len(words)

    def is_cut(self, room: Box, inside: Box) -> bool:
        """The frame takes names away as a whole."""
        return False

    def by_rank(self, grounds: list[MapSpace]) -> list[MapSpace]:
        """As they come."""
        return grounds

    def label(self, space: MapSpace, legend: Legend, has_badge: bool, p: str) -> str:
        """A code with the owner's number, and below it what is built there and the units."""
        key = (p, space.code, space.owner, space.sign, space.badges, worn())
        if key not in self.kept:
            x, y = self.slots[space.code].label
            top = _code(p, space.code, space.owner)
            below = _row(p, space, legend)
            self.kept[key] = f'<g class="l" transform="translate({x} {y})">{top}{below}</g>'
        return self.kept[key]

    def badges(self, space: MapSpace, legend: Legend, inside: Box, p: str) -> list[tuple[Box, str]]:
        """Units in water, a sign for each player, with the room that each takes; those on ground are in the label."""
        found: list[tuple[Box, str]] = []
        places = self.slots[space.code].badges
        for k, badge in enumerate(space.badges if is_water(self.geometry, space.code) else ()):
            x, y = places[k] if k < len(places) else (places[-1][0], places[-1][1] + (k - len(places) + 1) * STEP)
            key = (p, badge)
            half = _room(badge, legend) // 2
            if key not in self.kept:
                self.kept[key] = _afloat(p, badge, half, legend)
            x = max(half + EDGE, min(x, self.width - EDGE - half))
            box = (x - half, y - HEIGHT // 2, x + half, y + HEIGHT // 2)
            if holds(inside, box):
                kind = f"fl q{hue(badge.player)}{' old' if space.seen else ''}"
                found.append((box, f'<g class="{kind}" transform="translate({x} {y})">{self.kept[key]}</g>'))
        return found

    def bodies(self, drawn: str) -> str:
        """Nothing: `shapes` has all."""
        return ""

    def realms(self, grounds: Iterable[MapSpace]) -> str:
        """Nothing: all numbers can be read."""
        return ""


def _chip(player: int) -> int:
    """The width of a chip with this number."""
    return CHIP if player < 10 else CHIP + SECOND


def _who(player: int, x: int, y: int, css_class: str = "") -> str:
    """Whose units these are; two digits are drawn smaller, for they have the room of one."""
    names = " ".join(filter(None, (css_class, "two" if player >= 10 else "")))
    of = f' class="{names}"' if names else ""
    return f'<text{of} x="{x}" y="{y}">{player or "∗"}</text>'


def _code(p: str, code: str, player: int) -> str:
    """A code, with its owner's number beside it."""
    if not player:
        return f'<text y="16">{safe(code)}</text>'
    seam = (code_width(code) - GAP - _chip(player)) // 2
    left = seam + GAP
    chip = f'<use href="#{p}no{player}" class="q{hue(player)}" x="{left}"/>'
    return f'<text x="{seam}" y="16" class="c">{safe(code)}</text>{chip}'


def _row(p: str, space: MapSpace, legend: Legend) -> str:
    """The signs under a code, in the middle: what is built there, then units, and whose where not the owner's."""
    badges = [badge for badge in space.badges if badge.units]
    rooms = [_tokens(badge.units, legend) + (CELL if badge.player != space.owner else 0) for badge in badges]
    room = sum(rooms) + (SIGN if space.sign else 0) + SPARE * (len(badges) - (0 if space.sign else 1))
    if room <= 0:
        return ""
    x = -room // 2
    out = []
    if space.sign:
        out.append(f'<use href="#{p}{legend.sign(space.sign).shape}" x="{x + SIGN // 2}"/>')
        x += SIGN + SPARE
    for badge in badges:
        if badge.player != space.owner:
            who = _who(badge.player, x + CELL // 2, ROW + WHO)
            out.append(f'<g class="no q{hue(badge.player)}"><use href="#{p}cell" x="{x}" y="{ROW}"/>{who}</g>')
            x += CELL
        for kind, number in badge.units:
            sign = legend.unit(kind).sign
            out.append(_token(p, x, sign, number, ROW))
            x += _token_room(sign, number)
        x += SPARE
    return f'<g class="r{" old" if space.seen else ""}">{"".join(out)}</g>'


def _tokens(counts: Counts, legend: Legend) -> int:
    return sum([_token_room(legend.unit(kind).sign, number) for kind, number in counts])


def _token_room(sign: str, number: int) -> int:
    return SQUARE + DIGIT * (len(str(number)) - 1) + (0 if sign == "box" else SHIP)


def _token(p: str, x: int, sign: str, number: int, middle: int) -> str:
    """Units of a kind: a square with their number, and before that the sign, where it is not itself a box."""
    digits, room = len(str(number)), _token_room(sign, number)
    y = f' y="{middle}"' if middle else ""
    if sign == "box":
        square, before = f'<use href="#{p}sq{digits}" x="{x}"{y}/>', 0
    else:
        rect = f'<rect class="msq" x="{x}" y="{middle - HEIGHT // 2}" width="{room}" height="{HEIGHT}"/>'
        square, before = f"{rect}{_sign(sign, x + INSET + 2, middle)}", SHIP
    return f'{square}<text class="sn" x="{x + before + (room - before) // 2}" y="{middle + LINE}">{number}</text>'


def _sign(sign: str, x: int, middle: int) -> str:
    """A kind's sign on a dark ground; in a group, for styles size what is right in a badge by its transform."""
    if sign in UNITS:
        lines = " box" if sign == "box" else ""
        place = f"translate({x} {middle + LINE})"
        return f'<g class="sign"><path class="mhull{lines}" transform="{place}" d="{UNITS[sign]}"/></g>'
    return f'<text class="mk" x="{x + UNIT // 2}" y="{middle + LETTERS}">{safe(sign)}</text>'


def _body(*digits: int) -> int:
    return CELL + sum([SHIP + DIGIT * n + SPARE for n in digits])


def _room(badge: Badge, legend: Legend) -> int:
    return _body(*[len(str(number)) for _, number in badge.units]) + _tokens(badge.aboard, legend)


def _afloat(p: str, badge: Badge, half: int, legend: Legend) -> str:
    """A player's units in water: his number, of each kind its sign and number, and squares for what is aboard."""
    figures = [(legend.unit(kind).sign, number) for kind, number in badge.units]
    who = _who(badge.player, CELL // 2 - half, WHO, "no")
    x, signs, counts = CELL - half, "", ""
    for sign, number in figures:
        digits = len(str(number))
        signs += _sign(sign, x + INSET, 0)
        counts += f'<text x="{x + SHIP + DIGIT * digits // 2}" y="{LINE}">{number}</text>'
        x += SHIP + DIGIT * digits + SPARE
    if [sign for sign, _ in figures] == ["hull"]:
        body = f'<use href="#{p}ship{len(str(figures[0][1]))}" x="{-half}"/>'
    else:
        box = f'x="{-half}" y="{-HEIGHT // 2}" height="{HEIGHT}"'
        body = f'<rect class="mhu" {box} width="{x + half}"/><rect class="mce" {box} width="{CELL}"/>{signs}'
    aboard = ""
    for kind, number in badge.aboard:
        aboard += _token(p, x, legend.unit(kind).sign, number, 0)
        x += _token_room(legend.unit(kind).sign, number)
    return f"{body}{who}{counts}{aboard}"


def ornaments(places: Mapping[str, Any]) -> str:
    """The title in its frame and the compass rose, where the geometry has a place for them."""
    out = []
    if "cartouche" in places:
        x, y = places["cartouche"]
        out.append(
            f'<g class="cartouche" transform="translate({x} {y})"><rect x="-224" y="-48" width="448" height="96"/>'
            f'<path d="M-214-38h428v76h-428z"/><text class="seaname" y="17">{safe(str(places["title"]))}</text></g>'
        )
    if "rose" in places:
        x, y = places["rose"]
        out.append(
            f'<g class="rose" transform="translate({x} {y})">{_rose()}<text class="seaname" y="-58">N</text></g>'
        )
    return "".join(out)


def _rose() -> str:
    """Eight darts, each half light and half dark, in a ring."""
    light, dark = [], []
    turns = ((1, 0), (0, 1), (-1, 0), (0, -1))
    for reach, side, slant in ((34, 7, True), (54, 10, False)):
        for c, s in turns:
            # the tip, and the two shoulders beside the dart's foot, turned by quarter turns (and by an eighth)
            tip = _turned(0, -reach, c, s, slant)
            left, right = _turned(-side, -side, c, s, slant), _turned(side, -side, c, s, slant)
            dark.append(f"M0 0L{tip[0]} {tip[1]}L{left[0]} {left[1]}z")
            light.append(f"M0 0L{tip[0]} {tip[1]}L{right[0]} {right[1]}z")
    ring = '<circle r="40"/><circle r="44"/>'
    return f'{ring}<path class="lt" d="{"".join(light)}"/><path class="dk" d="{"".join(dark)}"/>'


def _turned(x: int, y: int, c: int, s: int, slant: bool) -> Point:
    if slant:  # by 45 degrees: 7071 of 10000
        x, y = (x - y) * 7071 // 10000, (x + y) * 7071 // 10000
    return x * c - y * s, x * s + y * c


# Of the signs, in the legends of all looks.
KEYS = (
    ".mst{fill:var(--paper);stroke:var(--ink);stroke-width:5;stroke-linejoin:round}"
    ".msq{fill:var(--ink);stroke:var(--paper);stroke-width:2.4;rx:3px}"
    ".mhu{fill:var(--c,#4a4f4d);stroke:var(--paper);stroke-width:2.4}.mhull{fill:#fff}"
    ".map .sn{font-size:34px;fill:var(--paper)}"
)
CSS = typed(
    """
.map .wl,.map .wv{fill:none;stroke-linejoin:round;pointer-events:none}
.map .wl{stroke:var(--seaname)}
.map .wv{stroke:var(--sea)}
.map .wl.l1{stroke-width:24;stroke-opacity:.55}
.map .wv.l1{stroke-width:20.5}
.map .wl.l2{stroke-width:52;stroke-opacity:.36}
.map .wv.l2{stroke-width:49}
.map .wl.l3{stroke-width:88;stroke-opacity:.22}
.map .wv.l3{stroke-width:85.4}
.map .seal,.map .fl,.map .cartouche,.map .rose{pointer-events:none}
.map .sc{font-size:@water;fill:var(--seaname);letter-spacing:3px}
.map .seal .seaname{font-size:36px}
.mch{fill:var(--c);stroke:var(--paper);stroke-width:2}
.mct,.map .mct{font-size:29px;fill:#fff}
.mst{fill:var(--paper);stroke:var(--ink);stroke-width:5;stroke-linejoin:round}
.msq{fill:var(--ink);stroke:var(--paper);stroke-width:2.4;rx:3px}
.mce{fill:var(--f,var(--land));stroke:var(--ink);stroke-width:2.4}
.mhu{fill:var(--c,#4a4f4d);stroke:var(--paper);stroke-width:2.4}
.mhull{fill:#fff}
.mhull.box{fill:none;stroke:#fff;stroke-width:2.4}
.map .fl text{font-size:@figure;fill:#fff}
.map .l .r text{font-size:@figure;stroke:none}
.map .l .r .sn,.map .fl .sn,.map .sn,.mapkey .sn{font-size:@figure;font-weight:700;text-anchor:middle;fill:var(--paper)}
.map .l .no text,.map .fl .no{font-size:28px;fill:var(--number)}
.map .l .no .two,.map .fl .no.two{font-size:20px}
.map .cartouche rect{fill:var(--paper);stroke:var(--ink);stroke-width:3.4}
.map .cartouche path{fill:none;stroke:var(--ink);stroke-width:1.6}
.map .cartouche text{font-size:39px;font-style:normal;font-weight:700;fill:var(--ink)}
.map .rose circle{fill:none;stroke:var(--seaname);stroke-width:1.8}
.map .rose .lt{fill:var(--paper);stroke:var(--seaname);stroke-width:1.8;stroke-linejoin:round}
.map .rose .dk{fill:var(--seaname);stroke:var(--seaname);stroke-width:1.8;stroke-linejoin:round}
.map .rose text{font-size:38px;font-style:normal}
""",
    TYPE,
)
# Where the map is drawn small: larger signs, of seas the codes alone, no title and no rose.
NARROW = ".map:not(.theatre) .seaname,.map .cartouche,.map .rose{display:none}"


def sized(factor: str) -> str:
    """Larger signs of seas."""
    return f".map:not(.theatre) .fl>*,.map:not(.theatre) .sc{{transform:scale({factor})}}"


PRINT = """
@media print{
  .map .wl{stroke:#777}
  .mhu,.mch{fill:#fff;stroke:#000;stroke-width:2.5}
  .mct,.map .mct{fill:#000}
  .map .fl text:not(.sn),.mhull{fill:#000}
}
"""
