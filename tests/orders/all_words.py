"""An order table with every word of the grammar that needs a game of another kind: forces and routes over regions, a
running account, numbered units on a board, a yard that founds ships, texts to the end of a line.
"""

from pathlib import Path
from tomllib import loads

from pbm.core.printout import Board, Kit, KitPlace
from pbm.orders.form import Check, OrderLine, Parsed, compile_table, read

TABLE = compile_table(loads(Path(__file__).with_suffix(".toml").read_text("utf-8")))
UNITS = {
    number: KitPlace(f"#{number}", "", "unit", {}, traits, at=at, unit=unit, kept=kept)
    for number, unit, at, traits, kept in (
        (1, "C", "B2", (), {}),
        (2, "C", "B2", ("holds",), {"queue": "MB1>S"}),
        (5, "R", "A1", ("holds",), {}),
        (12, "G", "TRA", (), {}),
    )
}
PLACES = {
    "": KitPlace("", "Your house", "player", {"MP": 100, "EP": 40, "gold": 50, "room": 90}, standing={1: "S10MP"}),
    "TRA": KitPlace("TRA", "Trabant", "town", {"LI": 6, "TK": 2, "C": 3, "G": 1}, ("coast",), shares="coast"),
    "B2": KitPlace("B2", "", "town", {"C": 2, "LI": 1}, (), {"foes": ("C3",)}),
    **{place.code: place for place in UNITS.values()},
    "$4": KitPlace("$4", "Ajax", "ship", {}),
    "%1": KitPlace("%1", "", "band", {}, kept={"course": "CA1"}),
}
KIT = Kit(
    2,
    (1, 2, 3),
    PLACES,
    ("TRA", "OSB", "B-1"),
    {
        "build": ("LI", "TK"),
        "pass": ("B2", "B3", "A2"),
        "foes": ("B3", "C3"),
        "ferries": ("A3",),
        "all": ("A1", "TRA", "C4"),
    },
    names={"TRA": "Trabant", "OSB": "Osby"},
    shared={"coast": {"foes": ("C3", "B3"), "pass": ("B2", "A2")}},
    figures={
        "builds": 3,
        "pass": 2,
        "sell.MP": 80,
        "sell.EP": 125,
        "buy.MP": 130,
        "buy.EP": 150,
        "hold.N": 4,
        "hold.A": 7,
    },
    near={"near": {"TRA": "A2 B2 B3", "B2": "A1 A2 B3 C3 TRA", "A2": "A1 B2", "B3": "B2 C3 C4", "C3": "B2 B3 C4"}},
    reasons={
        "build": {"S1": "Divers are not known yet"},
        "all": {"OSB": "Osby has no quay"},
        "look": {"G": "Guards do not look", "C:holds": "a loaded Cart does not look"},
        "look at": {
            "C:site": "Carts do not look at towns",
            "R:-": "Rafts look at towns",
            "C:^": "Carts look at no peak",
        },
        "look how": {"C:!": "! is for Rafts"},
    },
    used={"ship": (4, 9)},
    board=Board(4, 4, (".++ ", "++^ ", ".+. ", "    "), sites={"TRA": ("A2", 2), "OSB": ("C3", 1)}),
)
CARDS = (
    "@ S30MP 20EP P5EP X3:50MP+30EP X3:5MP X3:1MP X1:2EP X2:1MP",
    "@ X34:5MP X30:1MP X39:1EP X29:1MP X40:1EP",
    "@ X3:1200MP+999999EP X1:1000EP @TRA B7=1N/99 B8=1N/040",
    "@ S999MP 999EP P99EP X3:999MP /1/ /2/S5EP /3/P1EP",
    "@ P999EP P1EP P1MP S99MP",
    "@ Q We seek; peace, now\n@ T#4=Old Tom-3\n@ T#7=x\n@ q\n@ q \u202e\n@ Q " + "x" * 31 + "\n@ T#4=Ä_",
    "@ t#04=É ; a\n@ T#4=\n@ Q, x ,\n@ Q\tx",
    "@TRA B2LI 1TK B1S1 B2LIN 1FAR B2XX B1LI B1LI",
    "@TRA GA4LI+2TK:B2/C3 3LI:B3 GA1LI+1LI:B3 GA1LI:A2/B2/B3/C3 GA1LI:A2/B2/A2/B2/C3 GA1LI:C4 GA1LI:A2",
    "@TRA C2MB2>S C9S CS GMB1 RS C1S @B2 CMB1>TOSB>*",
    "@#1+2 MB2? @#1-9 MC2>S>* S @#12 S>MB1>* S @#1 S>S>S>S @#1 S>S S>S",
    "@#1 MA1 MZ9 M14K TOSB MOSB MC3 TC3 MB1>MOSB MB1?? LX L1 @#2 L3>L9 L1",
    "@TRA B7=4NNAB/30 B8=1N/2 B4=1N/2 @B2 B9=1N/2 B17=1NNNNN/2 B18=1NX/2 @%1 J7 J4 J9 C4 CA1 CTRA CC4 H @$7 R5 R50",
    "@OSB GM1LI:B2 @C3 GM1LI:B2 @TRA GM9LI+1TK:B2/C4 GM1S1:B2",
    "@ NCS>MB1 NGT5 NCS>S>S>S N-",
    "@#1+ S @#1-2-5 S @#5-1 S @#7-9 S @#0 S @#001 S @#1+2+5+12+1-12 S @# S @#9999999 S",
    "@#1 MA3 VA1 VC2 VZ9 VOSB @$8 S @#88 S @%1 J0 J7",
    "@#1 VB1! VB1? VC2?! F#1 F#2 S>VOSB @#2 VB1 S>VB1 @#5 VB1 VOSB VTRA VD4 F#1 @#12 VB1 S>VB1 @TRA CVOSB CS>VOSB",
    "@%1 COSB CA1 @TRA B 2LI B2LI B\n@TRA b9 li",
    "@B12 S @14K S @K 14 S @Z99 S @AAAA1 S @b2 RS",
)
CHECKS: dict[str, Check] = {}


def parsed(text: str, *, clip: bool = False) -> Parsed:
    """How a card of these lines reads."""
    lines = tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
    return read(TABLE, KIT, lines, clip=clip, checks=CHECKS)
