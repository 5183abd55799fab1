"""The shapes that a system may choose for the signs of its map, each by its name.

UNITS: in a box of 24 units on a figure's line: a crossed box (its lines), a hull with a sail, wings seen from above. A
kind of unit may have one or two letters for a sign instead.
BUILT: around a middle: what may be built at a space.
PLACED: the same for the looks of many cells: seats and harbours, the lie of the land, battles, dangers. Each is drawn
with the class of its name beside `mst`.
"""

UNIT = 24  # the side of the box
UNITS = {
    "box": "M1.5 -20.5h21v17h-21zl21 17m0-17l-21 17",
    "hull": "M11 -23v13h-8zM13 -20l7 10h-7zM1 -8h22l-4 7h-14z",
    "wings": (
        "M12 -24c1.5 0 2.2 1.5 2.2 3v5.5l9.3 5v3l-9.3-2.5v5l3 2.5v2"
        "l-5.2-1.5-5.2 1.5v-2l3-2.5v-5l-9.3 2.5v-3l9.3-5v-5.5c0-1.5.7-3 2.2-3z"
    ),
}
BUILT = {
    "circle": "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0z",
    "diamond": "M0-18L18 0 0 18-18 0z",
    "cross": "M-6-17h12v11h11v12h-11v11h-12v-11h-11v-12h11z",
}


def _ring(radius: int) -> str:
    return f"M-{radius} 0a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0-{2 * radius} 0z"


PLACED = {
    "square": "M-13-13h26v26h-26z",
    "ring": _ring(14),
    "dock": _ring(16),
    "home": _ring(25) + _ring(11) + _ring(5),
    "peaks": "M-30 14L-12-14 0 4 10-9 30 14",
    "trees": "M-24 12L-12-14 0 12zM2 12L13-12 25 12z",
    "reeds": "M-28 8q12 9 24 0M4 8q12 9 24 0M-16 4v-14M-23 3l-6-9M-9 3l6-9M16 4v-14M9 3l-6-9M23 3l6-9",
    "clash": "M-27-27L27 27M27-27L-27 27",
    "lozenge": "M0-34L34 0 0 34-34 0z",
}
SHAPES = {**BUILT, **PLACED}
