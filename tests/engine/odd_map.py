"""A map whose words are those of no game: reefs and dunes, drones and carts. What is drawn and said must be its own.

Every kind is odd on purpose: water that can be owned, ground that cannot, a unit whose sign is letters, one that is
carried; no word of a registered system is in it.
"""

import tomllib

import msgspec

from pbm.core.legend import UNKNOWN, Legend
from pbm.core.printout import Arrow, Badge, Kit, KitPlace, MapSpace, MapView, Printout
from pbm.core.series import Series
from pbm.orders.table import OrderTable, compile_table
from pbm.site.pages import Game, League, ShownSeat, Turn
from tests.example_league.league import ready

LEGEND = msgspec.convert(
    tomllib.loads("""
count = "{n} x {unit}"
structure = "Landmark"
seen = "last visited in round {n}"
[controlled]
title = "ward of {player}"
told = "ward of {player}"
word = "wards"
layer = "Wards"
[held]
column = "Fenced in by"
layer = "Fences"
note = "A fence."
[[space]]
name = "reef"
fill = "water"
nobody = "open reef"
[[space]]
name = "dune"
nobody = "bare dune"
[[space]]
name = "mesa"
owned = false
nobody = "nobody's mesa"
[[space]]
name = "unknown"
owned = false
nobody = "beyond the rim"
[[sign]]
name = "shrine"
shape = "diamond"
word = "Shrine"
[[unit]]
name = "drone"
word = "Drone"
sign = "wings"
[[unit]]
name = "cart"
word = "Cart"
sign = "C"
aboard = "Cart in tow"
[[change]]
name = "sunken"
line = "dotted"
word = "sunken this round"
told = "sunken"
[[change]]
name = "grown"
line = "dashed"
word = "grown this round"
told = "grown"
[[arrow]]
name = "haul"
line = "plain"
word = "hauls"
[[arrow]]
name = "swoop"
line = "bold"
word = "swoops"
[[relation]]
name = "beside"
heading = "Next to"
[[relation]]
name = "glide"
heading = "In a glide"
word = "glides"
layer = "Gliding"
note = "Ringed: a glide from {space}."
"""),
    Legend,
)
PLACES = ("AA", "BB", "CC", "DD", "EE", "FF")
KINDS = {"AA": "dune", "BB": "dune", "CC": "reef", "DD": "mesa", "EE": "reef", "FF": "dune"}
NAMES = {"AA": "Amber", "BB": "Bone", "CC": "Coral", "DD": "Drum", "EE": "Eddy", "FF": "Fog"}


def geometry(look: str = "") -> dict[str, object]:
    """Six squares in two rows; each is beside its neighbours in the list, and a glide leads to the one after."""
    spaces = {}
    for k, code in enumerate(PLACES):
        x, y = 100 + k % 3 * 400, 100 + k // 3 * 400
        spaces[code] = {
            "name": NAMES[code],
            "kind": KINDS[code],
            "d": f"M{x} {y}l400 0 0 400 -400 0z",
            "label": [x + 200, y + 160],
            "pole": [x + 200, y + 200, 190],
            "beside": [other for other in PLACES if abs(PLACES.index(other) - k) == 1],
            "glide": [other for other in PLACES if abs(PLACES.index(other) - k) in (1, 2)],
        }
    cells = {"cell": 400, "arcs": [["AA", "BB", "M500 100v400"]]}  # for the look "hex"
    drawn = {**cells, "width": 1400, "height": 1000, "look": look, "neutral": "", "lines": {"sea": "M100 500h1200"}}
    return LEGEND.drawn({**drawn, "links": "M300 300L1100 300", "spaces": spaces})


def view(player: int = 0, turn: int = 1) -> MapView:
    """Who owns what after a turn; a player sees units, and knows nothing of FF."""
    units = Badge(1, (("drone", 12), ("cart", 3)))
    spaces = {
        "AA": MapSpace("AA", "Amber", "dune", owner=1, sign="shrine", badges=(units,) if player else ()),
        "BB": MapSpace("BB", "Bone", "dune", owner=2 if turn else 0, change="grown" if turn else ""),
        "CC": MapSpace("CC", "Coral", "reef", owner=2, change="sunken" if turn else ""),
        "DD": MapSpace("DD", "Drum", "mesa"),
        "EE": MapSpace("EE", "Eddy", "reef"),
        "FF": MapSpace("FF", "Fog", "dune"),
    }
    if player:
        towing = Badge(2, (("drone", 4),), (("cart", 7),))
        spaces["CC"] = MapSpace("CC", "Coral", "reef", owner=2, badges=(towing,))
        spaces["DD"] = MapSpace("DD", "Drum", "mesa", badges=(Badge(2, (("cart", 5),)),), seen=4)
        spaces["FF"] = MapSpace("FF", "Fog", UNKNOWN)
    arrows = (Arrow("swoop", "AA", "BB", 1), Arrow("haul", "BB", "FF", 1)) if player else ()
    return MapView("odd", f"Round {turn}", "Odd.", tuple(spaces.values()), arrows, ((1, "Ox"), (2, "Yak")), (), LEGEND)


TABLE: OrderTable = compile_table(
    tomllib.loads("""
[[place]]
kind = "own"
form = "@{space}"
title = "A space"
[[store]]
name = "drone"
title = "Drones"
[[store]]
name = "cart"
title = "Carts"
[[order]]
code = "SW"
form = "SW{n}{to}"
at = ["own"]
rule = "1"
title = "Swoop"
means = "{n} drones swoop on {to}"
arrow = { kind = "swoop", end = "to" }
n = { spends = "drone", min = 1 }
to = { among = "reach" }
""")
)


def kit(player: int) -> Kit:
    """The drones and carts of AA."""
    place = KitPlace("AA", "Amber", "own", {"drone": 12, "cart": 3}, sets={"reach": ("BB", "CC")})
    return Kit(player, (1, 2), {"AA": place}, PLACES, names=NAMES)


def printout(player: int, turn: int) -> Printout:
    """A map, and to a player an order kit."""
    facts = Printout("OD-1", "odd", turn, player, "Odd", (), "Odd", "", (), (), (), view(player, turn))
    return msgspec.structs.replace(facts, kit=kit(player)) if player else facts


def turns(last: int) -> list[Turn]:
    """All turns, revealed."""
    return [
        Turn(n, f"2026-11-{n + 1:02}", printout(0, n), {1: printout(1, n)}, {0: "", 1: ""}, digest=f"{n:02x}" * 32,
             series=(Series("dunes", "Dunes", {1: 1, 2: 1 + n}, "dunes", "owned"),))
        for n in range(last + 1)
    ]  # fmt: skip


def league() -> League:
    """A league of one revealed game of two turns."""
    game = Game(
        id="OD-1",
        title="Odd",
        system="odd",
        variant="odd",
        status="revealed",
        players=(ShownSeat(1, "Ox", "A"), ShownSeat(2, "Yak", "B")),
        resolve="",
        deadline="",
        seed_commitment="ab" * 32,
        geometry="odd",
        first=0,
        last=1,
        turns=lambda: ready(turns(1)),
        seed="cd" * 16,
    )
    return League(title="Odd", tagline="", index_markdown="", games=(game,))
