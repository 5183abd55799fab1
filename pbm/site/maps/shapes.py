"""The shapes that a system may choose for the signs of its map, each by its name.

UNITS: in a box of 24 units on a figure's line: a crossed box (its lines), a hull with a sail, wings seen from above. A
kind of unit may have one or two letters for a sign instead.
BUILT: around a middle: what may be built at a space.
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
