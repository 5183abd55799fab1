"""The look of maps of squares: drawn from one reader's view alone, nothing of it kept for another (S1).

Each kind of square is one path of merged squares. A shore is drawn only between squares that the reader knows, the edge
of what he knows is dotted, and nothing of what lies behind it is in the picture: no outline, no count, no name. What is
his is square, what is another's is round, and numbers say whose: no colour is needed to read it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from pbm.core.grid import UNKNOWN, GridUnit, GridView, Trail, Window, column_name, windowed
from pbm.site.ink.palette import hue
from pbm.site.maps import trace
from pbm.site.maps.base import safe
from pbm.site.maps.looks import grid_key, grid_style
from pbm.site.maps.looks.grid_key import ROUND, SQUARE
from pbm.site.maps.trace import SIDE, Area, blocks, loops, outlines, strokes

NARROW = 28  # columns of a map that stands beside a text
WIDEST = 70  # columns that are drawn with letters; a wider map is an overview of numbered parts
PART = 24  # squares of a part, each way
ROOM = 6  # squares around what is known that an overview shows
REPEATED = 2  # columns that stand at both ends of a map that wraps
LEFT, TOP = 34, 26  # units beside and above the squares, for their letters and numbers
HALF = SIDE // 2
BASE = 4.3  # from the middle of a square down to the foot of a letter in it
BESIDE = 10, 9  # and to a number beside it
ABOVE, BELOW = -10, 18.5  # and to a code over it, or under it
COUNT = 5.5, 8.6  # and to how many there are
HURT, THIRD = (-7, 8), "h4m1 0"  # and to a line for each third that is gone
NUMBER = -HALF, HALF, HALF + 3  # and to the disc with the number of a fight, and the foot of that
T = TypeVar("T")
K = TypeVar("K")
FIGHT = "M-9.6-9.6h19.2v19.2h-19.2z"


def draw(view: GridView, *, standalone: bool = False, id_prefix: str = "m") -> str:
    """The map as one <svg>; standalone: with its own styles and a legend below it."""
    return _GridDrawing(windowed(view), id_prefix).svg(standalone=standalone)


def is_overview(view: GridView) -> bool:
    """Whether the map is too wide to be drawn with letters."""
    return (view.window[2] if view.window else view.width) > WIDEST


def parts(view: GridView) -> list[tuple[int, Window]]:
    """The numbered parts of a map in which anything is known, each with its window."""
    across = -(-view.width // PART)
    found = []
    for top in range(0, view.height, PART):
        for left in range(0, view.width, PART):
            if any(row[left : left + PART].strip(UNKNOWN) for row in view.rows[top : top + PART]):
                size = min(PART, view.width - left), min(PART, view.height - top)
                found.append((top // PART * across + left // PART + 1, (left, top, *size)))
    return found


def shown(view: GridView) -> Window:
    """The columns and rows that are drawn; of an overview those around what is known."""
    if view.window:
        return view.window
    if is_overview(view):
        there = [y for y, row in enumerate(view.rows) if row.strip(UNKNOWN)]
        if there:
            known = [row for row in view.rows if row.strip(UNKNOWN)]
            left = max(0, min(len(row) - len(row.lstrip(UNKNOWN)) for row in known) - ROOM)
            right = min(view.width, max(len(row.rstrip(UNKNOWN)) for row in known) + ROOM)
            top, bottom = max(0, there[0] - ROOM), min(view.height, there[-1] + 1 + ROOM)
            return left, top, right - left, bottom - top
    elif view.wrap:
        return -REPEATED, 0, view.width + 2 * REPEATED, view.height
    return 0, 0, view.width, view.height


class _GridDrawing:
    """One drawing of one view. Columns and rows are those of the window, from 0."""

    def __init__(self, view: GridView, prefix: str) -> None:
        self.view, self.p = view, prefix
        self.left, self.top, self.columns, self.lines = shown(view)
        self.wide, self.high = self.columns * SIDE, self.lines * SIDE
        self.far = is_overview(view)
        self.rows = [self._cut(row) for row in view.rows[self.top : self.top + self.lines]]
        self.known = trace.area(self.rows, frozenset(kind.sign for kind in view.terrain))
        kinds = {it.kind for it in view.units} | {it.kind for it in view.sightings}
        self.letters = {kind: k for k, kind in enumerate(sorted(kinds))}
        self.held = {(place.x, place.y) for place in view.places}
        self.taken = self.held | {(unit.x, unit.y) for unit in view.units}

    def _cut(self, row: str) -> str:
        if self.left < 0:
            return row[self.left :] + row + row[: -self.left]
        return row[self.left : self.left + self.columns]

    def svg(self, *, standalone: bool) -> str:
        """All of it, from the ground up."""
        view, p = self.view, self.p
        width, height = self.wide + 2 * LEFT, self.high + 2 * TOP
        below, key = grid_key.below(view, width, height) if standalone else (0, "")
        return "".join(
            [
                "<svg xmlns='http://www.w3.org/2000/svg'" if standalone else "<svg",
                f' class="g-map{" g-broad" * (self.columns > NARROW)}{" g-far" * self.far}"',
                f' role="img" aria-labelledby="{p}-title {p}-desc"',
                f' viewBox="0 0 {width} {height + below}"',
                "" if self.far or standalone else f' width="{width}" height="{height}"',
                "" if standalone else self._facts(),
                f'><title id="{p}-title">{safe(view.title)}</title><desc id="{p}-desc">{safe(view.desc)}</desc>',
                f"<style>{grid_style.alone()}</style>" if standalone else "",
                *self._defs(),
                f'<g class="g-all" transform="translate({LEFT} {TOP})">',
                f'<rect class="g-paper" width="{self.wide}" height="{self.high}"/>',
                f'<rect fill="url(#{p}dot)" width="{self.wide}" height="{self.high}"/>',
                *self._ground(),
                *self._edges(),
                f'<g clip-path="url(#{p}clip)">',
                *self._film(under=True),
                *self._places(),
                *self._units(),
                *self._film(under=False),
                *self._codes(),
                "</g>",
                *self._frame(),
                f"</g>{key}</svg>",
            ]
        )

    def _facts(self) -> str:
        """What a script must know: the window, the letters of the drawn units in order, where things are drawn."""
        letters = safe("".join(self.letters))
        measures = " ".join(map(_plain, (SIDE, LEFT, TOP, BASE, *BESIDE, ABOVE)))
        window = f"{self.left} {self.top} {self.columns} {self.lines}"
        return f' data-window="{window}" data-letters="{self.p} {letters}" data-measures="{measures}"'

    # What it is made with

    def _defs(self) -> Iterator[str]:
        p = self.p
        yield f"<defs>{_pattern(f'{p}dot', 'g-dot', 'M10 10h.01')}"
        for k, kind in enumerate(self.view.terrain):
            if kind.mark and self._has(kind.sign):
                yield _pattern(f"{p}m{k}", f"g-mark g-i-{kind.tint}", safe(kind.mark), is_scaled=self.far)
        yield f'<clipPath id="{p}clip"><rect width="{self.wide}" height="{self.high}"/></clipPath>'
        if self.left < 0:
            yield f'<pattern id="{p}seam" width="6" height="6" patternUnits="userSpaceOnUse" '
            yield 'patternTransform="rotate(45)"><path class="g-seam" d="M0 3h6"/></pattern>'
        for letter, k in self.letters.items():
            text = f'y="{BASE}">{safe(letter)}</text>'
            yield f'<g id="{p}u{k}"><path d="{SQUARE}"/><text class="g-l g-lo" {text}</g>'
            yield f'<g id="{p}e{k}">{ROUND}<text class="g-l" {text}</g>'
        yield f'<path id="{p}site" d="{SQUARE}"/><path id="{p}tab" d="M1 1h9v9h-9z"/>'
        yield f'<path id="{p}fight" class="g-fight" d="{FIGHT}"/><circle id="{p}no" class="g-disc" r="5"/></defs>'

    def _has(self, sign: str) -> bool:
        return any(sign in row for row in self.rows)

    # The ground

    def _inside(self, x: int, y: int) -> bool:
        """Whether a corner lies within the frame, where corners are cut."""
        return 0 < x < self.columns and 0 < y < self.lines

    def _area(self, signs: Iterable[str]) -> list[int]:
        return trace.area(self.rows, frozenset(signs))

    def _outline(self, rows: Area) -> str:
        return outlines(loops(rows), self._inside)

    def _patch(self, rows: Area) -> str:
        """The attributes of an area that is only a shade; in an overview, where a square is a dot, of blocks."""
        return f'd="{blocks(loops(rows))}" transform="scale({SIDE})"' if self.far else f'd="{self._outline(rows)}"'

    def _ground(self) -> Iterator[str]:
        """All that is known in the colour of the first ground, the other grounds, their further kinds with their marks,
        and a veil over what is not in sight.
        """
        view, p = self.view, self.p
        kinds = [kind for kind in view.terrain if self._has(kind.sign)]
        first = {kind.ground: kind for kind in reversed(view.terrain)}
        lowest = view.terrain[0].ground if view.terrain else 0
        marked = []
        for ground in dict.fromkeys(kind.ground for kind in view.terrain):
            signs = [kind.sign for kind in kinds if kind.ground == ground]
            rows = self.known if ground == lowest else self._area(signs)
            if any(rows):
                yield f'<path class="g-{first[ground].tint}" d="{self._outline(rows)}"/>'
        for k, kind in enumerate(view.terrain):
            if kind not in kinds:
                continue
            if kind != first[kind.ground] or kind.mark:
                patch = self._patch(self._area([kind.sign]))
                yield f'<g class="g-{kind.tint}"><path id="{p}k{k}" {patch}/></g>'
            if kind.mark:
                marked.append(k)
        for k in marked:  # over its shade
            yield f'<use href="#{p}k{k}" class="g-marked" fill="url(#{p}m{k})"/>'
        if view.sight:
            seen = [self._cut(row) for row in view.sight[self.top : self.top + self.lines]]
            bright = trace.area(seen, frozenset("".join(seen)) - {" "})
            pale = [known & ~sight for known, sight in zip(self.known, bright, strict=True)]
            if any(pale):
                yield f'<path class="g-veil" {self._patch(pale)}/>'

    def _edges(self) -> Iterator[str]:
        """Shores between known squares of different grounds, the edge of what is known, and where east meets west."""
        view = self.view
        grounds = list(dict.fromkeys(kind.ground for kind in view.terrain))
        before: list[int] = [0] * self.lines
        shores = []
        for ground in grounds:
            rows = self._area(kind.sign for kind in view.terrain if kind.ground == ground)
            if any(before) and any(rows):
                shores.append(strokes(loops(rows), _within(before), self._inside))
            before = [a | b for a, b in zip(before, rows, strict=True)]
        if "".join(shores):
            yield f'<path class="g-shore" d="{"".join(shores)}"/>'
        everything = (1 << self.columns) - 1
        edge = strokes(loops(self.known), _within([everything & ~row for row in self.known]), self._inside)
        if edge:
            yield f'<path class="g-edge" d="{edge}"/>'
        if self.left < 0:
            wide = REPEATED * SIDE
            for x in (0, self.wide - wide):
                yield f'<rect fill="url(#{self.p}seam)" x="{x}" width="{wide}" height="{self.high}"/>'
            yield f'<path class="g-edge" d="M{wide} 0v{self.high}M{self.wide - wide} 0v{self.high}"/>'

    # What stands on it

    def _spots(self, x: int, y: int) -> list[tuple[int, int]]:
        """The middle of a square in the drawing: nowhere, or at both ends of a map that wraps."""
        row = y - self.top
        around = (0, -self.view.width, self.view.width) if self.view.wrap else (0,)
        columns = [x - self.left + shift for shift in around]
        return [
            (column * SIDE + HALF, row * SIDE + HALF)
            for column in columns
            if 0 <= column < self.columns and 0 <= row < self.lines
        ]

    def _uses(self, name: str, squares: Iterable[tuple[int, int]]) -> str:
        return "".join(
            [f'<use href="#{self.p}{name}" x="{x}" y="{y}"/>' for at in squares for x, y in self._spots(*at)]
        )

    def _texts(self, told: Iterable[tuple[int, int, str]], dx: float = 0, dy: float = 0) -> str:
        return "".join(
            [
                f'<text x="{_plain(px + dx)}" y="{_plain(py + dy)}">{safe(text)}</text>'
                for x, y, text in told
                for px, py in self._spots(x, y)
            ]
        )

    def _places(self) -> Iterator[str]:
        """Places by owner: the reader's with a thick rim, nobody's with a dot; a number, and above it the code."""
        view = self.view
        for owner, places in _grouped(view.places, lambda place: place.owner).items():
            own = " g-mine" if owner == view.player != 0 else ""
            yield f'<g class="g-place g-f{hue(owner)}{own}">{self._uses("site", [(it.x, it.y) for it in places])}</g>'
        if self.far:
            return
        owned = [(it.x, it.y, str(it.owner)) for it in view.places if it.owner]
        free = [spot for it in view.places if not it.owner for spot in self._spots(it.x, it.y)]
        if owned:
            yield f'<g class="g-no">{self._texts(owned, 0, BASE)}</g>'
        if free:
            yield f'<path class="g-free" d="{"".join([f"M{x} {y}h.01" for x, y in free])}"/>'

    def _units(self) -> Iterator[str]:
        """The reader's units as dark squares, the others' as rounds; of several together the first, and how many there
        are at its corner. So those on a place are counted.
        """
        view = self.view
        first = {(unit.x, unit.y, unit.player): unit for unit in reversed(view.units)}
        afield = [unit for unit in reversed(first.values()) if (unit.x, unit.y) not in self.held]
        for (own, player, old), units in _grouped(afield, self._side).items():
            if self.far:
                yield self._dots(units, own=own, player=player)
                continue
            kind = f"g-own g-q{hue(player)}" if own else f"g-other g-f{hue(player)}{' g-old' if old else ''}"
            marks = [
                self._uses(f"{'u' if own else 'e'}{self.letters[letter]}", dict.fromkeys((it.x, it.y) for it in them))
                for letter, them in _grouped(units, lambda unit: unit.kind).items()
            ]
            yield f'<g class="g-un {kind}">{"".join(marks)}</g>'
            if not own:
                yield f'<g class="g-un g-who">{self._texts([(it.x, it.y, str(player)) for it in units], *BESIDE)}</g>'
        if not self.far:
            yield from self._counts()
            hurt = [
                f"M{x + HURT[0]} {y + HURT[1]}{THIRD * unit.damage}"
                for unit in afield
                if unit.damage
                for x, y in self._spots(unit.x, unit.y)
            ]
            if hurt:
                yield f'<path class="g-un g-hurt" d="{"".join(hurt)}"/>'

    def _side(self, unit: GridUnit) -> tuple[bool, int, bool]:
        own = unit.player == self.view.player != 0
        return own, unit.player, bool(unit.seen) and not own

    def _dots(self, units: Sequence[GridUnit], *, own: bool, player: int) -> str:
        """Units of an overview as points of one line: square ends for the reader's, round ones for others'."""
        spots = dict.fromkeys(spot for unit in units for spot in self._spots(unit.x, unit.y))
        d = "".join([f"M{x} {y}h0" for x, y in spots])
        if own:
            return f'<path class="g-un g-dots g-s{hue(player)}" d="{d}"/>'
        return f'<path class="g-un g-ring" d="{d}"/><path class="g-un g-ring g-r{hue(player)}" d="{d}"/>'

    def _counts(self) -> Iterator[str]:
        """How many units stand on a place, or together on a square, by player, at its corner."""
        there = Counter((unit.player, unit.x, unit.y) for unit in self.view.units)
        told = {at: n for at, n in there.items() if n > 1 or at[1:] in self.held}
        for player in sorted({at[0] for at in told}):
            squares = [(x, y, str(n)) for (who, x, y), n in told.items() if who == player]
            tabs = self._uses("tab", [(x, y) for x, y, _ in squares])
            yield f'<g class="g-un g-tab g-q{hue(player)}">{tabs}{self._texts(squares, *COUNT)}</g>'

    def _codes(self) -> Iterator[str]:
        """The codes of places, above them, or below where only that is free."""
        if self.far or not self.view.places:
            return
        above: list[tuple[int, int, str]] = []
        below: list[tuple[int, int, str]] = []
        for place in self.view.places:
            over, under = (place.x, place.y - 1), (place.x, place.y + 1)
            side = below if over in self.taken and under not in self.taken else above
            side.append((place.x, place.y, place.code))
        yield f'<g class="g-code">{self._texts(above, 0, ABOVE)}{self._texts(below, 0, BELOW)}</g>'

    # The film: what happened, by the inner clock

    def _film(self, *, under: bool) -> Iterator[str]:
        """Under the units ways, and what came into view; over them sightings, captures, fights: a group for each time,
        of which a script shows one. Without it the ways and the fights of all are shown.
        """
        view = self.view
        clock = [moment.at for moment in view.frames]
        others = {
            it.at for group in (view.trails, view.fights, view.sightings, view.taken, view.opened) for it in group
        }
        for at in [*clock, *sorted(others - set(clock))]:
            drawn = "".join(self._ways(at) if under else self._marks(at))
            if drawn:
                yield f'<g class="g-at" data-at="{at}">{drawn}</g>'

    def _ways(self, at: int) -> Iterator[str]:
        view = self.view
        opened = [it for it in view.opened if it.at == at]
        if opened and not self.far:
            rows = [0] * self.lines
            for it in opened:
                for x in range(it.x, it.x + it.width):
                    for px, py in self._spots(x, it.y):
                        rows[py // SIDE] |= 1 << px // SIDE
            yield f'<path class="g-in-film g-opened" d="{self._outline(rows)}"/>'
        for player, trails in _grouped([it for it in view.trails if it.at == at], lambda it: it.player).items():
            own = "" if player == view.player != 0 else f" g-s{hue(player)}"
            yield f'<path class="g-trail{own}" d="{"".join(map(self._way, trails))}"/>'

    def _way(self, trail: Trail) -> str:
        """A way from middle to middle; across the seam of a map that wraps it goes on at the other end."""
        view, out = self.view, []
        for k, shift in enumerate((0, -view.width, view.width) if view.wrap and self.left < 0 else (0,)):
            line = _unrolled(trail.points, view.width if view.wrap else 0)
            if k and not any(0 <= x + shift - self.left < self.columns for x, _ in line):
                continue
            out.append(_polyline([(x + shift - self.left, y - self.top) for x, y in line]))
        return "".join(out)

    def _marks(self, at: int) -> Iterator[str]:
        view = self.view
        if not self.far:
            for player, seen in _grouped([it for it in view.sightings if it.at == at], lambda it: it.player).items():
                uses = [self._uses(f"e{self.letters[it.kind]}", [(it.x, it.y)]) for it in seen]
                yield f'<g class="g-in-film g-other g-f{hue(player)}">{"".join(uses)}</g>'
                told = [(it.x, it.y, str(player)) for it in seen]
                yield f'<g class="g-in-film g-who">{self._texts(told, *BESIDE)}</g>'
        taken = [it for it in view.taken if it.at == at]
        if taken:
            yield f'<g class="g-in-film g-taken">{self._uses("site", [(it.x, it.y) for it in taken])}</g>'
        for (x, y), fights in _grouped([it for it in view.fights if it.at == at], lambda it: (it.x, it.y)).items():
            title = "; ".join(f"{it.number} {it.text}".strip() for it in fights)
            for px, py in self._spots(x, y):
                yield f'<g class="g-fights"><title>{safe(title)}</title><use href="#{self.p}fight" x="{px}" y="{py}"/>'
                if not self.far:
                    beside, disc, foot = NUMBER
                    yield f'<use href="#{self.p}no" x="{px + beside}" y="{py + disc}"/>'
                    yield f'<text x="{px + beside}" y="{py + foot}">{fights[0].number}</text>'
                yield "</g>"

    # The frame

    def _frame(self) -> Iterator[str]:
        yield f'<path class="g-frame" d="M0 0h{self.wide}v{self.high}h{-self.wide}z"/>'
        if self.far:
            yield from self._parts()
            return
        letters, numbers = [], []
        for column in range(self.columns):
            x = (column + self.left) % self.view.width
            if not x or (x + 1) % 5 == 0 or (self.view.window and not column):
                letters.append((column * SIDE + HALF, column_name(x)))
        for row in range(self.lines):
            y = row + self.top
            if not y or (y + 1) % 5 == 0 or (self.view.window and not row):
                numbers.append((row * SIDE + HALF + 4, str(y + 1)))
        out = [f'<text x="{x}" y="{y}">{name}</text>' for y in (-7, self.high + 16) for x, name in letters]
        out += [f'<text x="{x}" y="{y}">{name}</text>' for x in (-14, self.wide + 15) for y, name in numbers]
        yield f'<g class="g-ax">{"".join(out)}</g>'

    def _parts(self) -> Iterator[str]:
        """The lines between the numbered parts of an overview, and their numbers."""
        view, lines, numbers = self.view, [], []
        across = -(-view.width // PART)
        rows = range(self.top // PART * PART, self.top + self.lines, PART)
        columns = range(self.left // PART * PART, self.left + self.columns, PART)
        lines += [f"M0 {(y - self.top) * SIDE}h{self.wide}" for y in rows if y > self.top]
        lines += [f"M{(x - self.left) * SIDE} 0v{self.high}" for x in columns if x > self.left]
        for y in rows:
            for x in columns:
                if x + PART - self.left < ROOM or y + PART - self.top < ROOM:
                    continue  # too little of it is shown
                at = max(0, x - self.left) * SIDE + 14, max(0, y - self.top) * SIDE + 52
                numbers.append(f'<text x="{at[0]}" y="{at[1]}">{y // PART * across + x // PART + 1}</text>')
        yield f'<path class="g-cuts" d="{"".join(lines)}"/><g class="g-parts">{"".join(numbers)}</g>'


def _within(rows: Area) -> Callable[[int, int], bool]:
    """A test whether a square is one of an area."""
    return lambda x, y: 0 <= y < len(rows) and x >= 0 and bool(rows[y] >> x & 1)


def _pattern(name: str, kind: str, d: str, *, is_scaled: bool = False) -> str:
    size = f'width="{SIDE}" height="{SIDE}" patternUnits="userSpaceOnUse"'
    size += f' patternTransform="scale({1 / SIDE})"' * is_scaled
    return f'<pattern id="{name}" {size}><path class="{kind}" d="{d}"/></pattern>'


def _grouped(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Things by what they have in common, in its order."""
    found: dict[Any, list[T]] = {}
    for thing in things:
        found.setdefault(key(thing), []).append(thing)
    return dict(sorted(found.items()))


def _plain(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _unrolled(points: Sequence[tuple[int, int]], around: int) -> list[tuple[int, int]]:
    """A way whose columns go on where it crosses the seam."""
    out = list(points[:1])
    for x, y in points[1:]:
        if around:
            x += around * round((out[-1][0] - x) / around)
        out.append((x, y))
    return out


def _polyline(points: Sequence[tuple[int, int]]) -> str:
    """Path data from middle to middle of squares; steps in one direction are joined."""
    x, y = points[0]
    out, step, length = [f"M{x * SIDE + HALF} {y * SIDE + HALF}"], (0, 0), 0
    for nx, ny in [*points[1:], points[-1]]:
        new = nx - x, ny - y
        if new != step:
            if length and step != (0, 0):
                out.append(_line(step[0] * SIDE * length, step[1] * SIDE * length))
            step, length = new, 0
        length += 1
        x, y = nx, ny
    return "".join(out)


def _line(across: int, down: int) -> str:
    if not down:
        return f"h{across}"
    if not across:
        return f"v{down}"
    return f"l{across}{down}" if down < 0 else f"l{across} {down}"
