"""A coast is planted where a reader has not been: nothing of it is in anything that this reader, or the public, gets.

Two worlds are alike in what the first player knows, and differ in all else: in one there is open water, in the other a
coast, a city, a count. The second player has been there. All that the first player and the public get is the same byte
for byte, whoever's map was drawn before in the same process.
"""

import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.core.grid import UNKNOWN, Fight, GridPlace, GridUnit, GridView, Moment, SeenUnit, Trail
from pbm.core.printout import Figure, Item, Items, Kit, KitPlace, MapBlock, Paragraphs, Printout, Section
from pbm.core.textprint import render
from pbm.publish.composer import next_card
from pbm.site.build import build
from pbm.site.maps import trace
from pbm.site.maps.chart import draw_grid
from pbm.site.maps.looks.grid import FIGHT
from pbm.site.maps.socialcard import can_draw, cropped, png
from pbm.site.pages import Addressee, Game, League, ShownSeat, Turn, TurnSource
from pbm.site.private import write_private
from pbm.site.render import Renderer
from tests.map_makers.squares import KINDS, TERRAIN, view, world

WIDTH, HEIGHT = 44, 30
WEST = 20  # columns that the first player knows
SEATS = (ShownSeat(1, "Aurum"), ShownSeat(2, "Borea"))
PLANTED = ("xyzzy", "47113")
ORDERS = (("water", False, False), ("coast", True, False), ("after", True, True))
TO = Addressee("Rosa", "#1", "CODE-1", "Fri 4 Dec 2026")


def truth(*, planted: bool) -> list[str]:
    """The rows of a world; planted: with a coast in the east."""
    west = [row[:WEST] for row in world(WIDTH, HEIGHT, 3)]
    if not planted:
        return [row + "." * (WIDTH - WEST) for row in west]
    east = [row[WEST:] for row in world(WIDTH, HEIGHT, 8)]
    return [a + b for a, b in zip(west, east, strict=True)]


def seen_by(player: int, *, planted: bool) -> GridView:
    """A player's map of that world: the west of it, or the east, where there is more than water if it is planted."""
    is_west = player == 1
    columns = range(WEST) if is_west else range(WEST, WIDTH)
    rows = tuple(
        "".join([sign if x in columns else UNKNOWN for x, sign in enumerate(row)]) for row in truth(planted=planted)
    )
    x = 5 if is_west else 30
    city, label = ("HOM", "#1") if is_west or not planted else ("XYZ", "#47113")
    name = "Home" if is_west or not planted else "Xyzzy"
    return GridView(
        title=f"What [{player}] knows",
        desc="Your part of the world." if is_west or not planted else "47113 rocks around Xyzzy.",
        width=WIDTH,
        height=HEIGHT,
        rows=rows,
        terrain=TERRAIN,
        player=player,
        places=(GridPlace(x, 6, city, name, player),),
        units=(GridUnit(x + 1, 7, "G", player, label), GridUnit(x + 3, 9, "V", 3 - player, seen=4)),
        kinds=KINDS,
        trails=(Trail(1, player, ((x, 6), (x + 1, 7))), Trail(2, player, ((x + 1, 7), (x + 2, 8)))),
        fights=(Fight(2, x + 2, 8, 1, f"at {name}"),),
        sightings=(SeenUnit(1, x + 3, 9, "V", 3 - player),),
        frames=(Moment(1, "1"), Moment(2, "2", f"the fight at {name}")),
        players=((1, "Aurum"), (2, "Borea")),
    )


def printout(player: int, *, planted: bool) -> Printout:
    """A player's printout with his map, the same as text, and a window of it; the public's has no map."""
    seen: GridView | None = None
    charts: tuple[Section, ...] = ()
    if player:
        seen = seen_by(player, planted=planted)
        window = replace(seen, window=(2, 2, 12, 12) if player == 1 else (26, 2, 14, 12))
        charts = (
            Section("sheets", "Sheets", (MapBlock(seen),), html=False),
            Section("window", "A window", (MapBlock(window, "Around the town."),)),
        )
    return Printout(
        game="FOG-1",
        system="fog",
        turn=1,
        player=player,
        title="FOG-1 T-1",
        heading=("FOG-1 T-1",),
        headline="A turn in the fog",
        standfirst="Nobody knows what the others know.",
        figures=(Figure("Cities", "1"),) if player else (),
        changes=(Item("Seen", "A Vulture."),) if player else (),
        sections=(Section("news", "News", (Items((Item("Alive", "Both."),)), Paragraphs(("No more.",)))), *charts),
        map=seen,
        blank=("@HOM",) if player else (),
        kit=Kit(player, (1, 2), {"HOM": KitPlace("HOM", "Home", "own", {})}, ("HOM",)) if player else None,
    )


def league(status: str, *, planted: bool) -> League:
    """The site of that one game."""
    printouts = {player: printout(player, planted=planted) for player in (0, 1, 2)}
    private = {player: printouts[player] for player in (1, 2)} if status == "revealed" else {}
    classic = {0: render(printouts[0])} | {player: render(one) for player, one in private.items()}
    turn = Turn(1, "2026-11-20", printouts[0], private, classic, digest="ab" * 32)
    game = Game(
        id="FOG-1",
        title="In the fog",
        system="fog",
        variant="plain",
        status=status,  # type: ignore[arg-type]  # one of the three
        resolve="a turn is due when every card is there",
        deadline="",
        players=SEATS,
        seed_commitment="cd" * 32,
        geometry="",
        first=1,
        last=1,
        turns=lambda: [TurnSource(1, lambda: turn)],
    )
    return League("The Long Post", "", "", (game,), url="https://example.org/")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def marks() -> list[str]:
    """What must not be found: the name, the count, and the outlines of the planted coast as they are drawn."""
    drawn = draw_grid(seen_by(2, planted=True), id_prefix="t")
    paths = [d for d in re.findall(r' d="([^"]*)"', drawn) if len(d) > 60 and d != FIGHT]
    pieces = [piece for d in paths for piece in re.findall(r"M[^Mz]{60,}", d)]
    assert len(pieces) > 5
    return [*PLANTED, *(piece[:60].lower() for piece in pieces)]


def leaks(data: bytes) -> list[str]:
    text = data.decode("utf-8", "replace").lower()
    return [mark for mark in marks() if mark in text]


def handed_out(renderer: Renderer, out: Path, *, planted: bool) -> dict[str, bytes]:
    """All that the first player is handed beside the site: page, text, sealed inside, pictures, order sheet."""
    mine = printout(1, planted=planted)
    assert mine.map is not None
    classic = render(mine)
    write_private(mine, classic, out / "1", renderer, TO)
    main, foot = renderer.inside(mine, classic, TO, "Fog")
    picture = renderer.draw_alone(mine.map)
    found = {"inside": (main + foot).encode(), "picture": picture.encode(), "sheet": repr(next_card(mine)).encode()}
    if can_draw():
        found["card"] = png(cropped(picture))
    return found | files(out)


def in_a_process(work: tuple[Path, bool, bool]) -> dict[str, bytes]:
    """What the first player is handed by a process that has drawn nothing else, or the second player's map before."""
    out, planted, is_second = work
    renderer = Renderer([], {"": {}}, cache=False)
    if is_second:
        other = printout(2, planted=planted)
        write_private(other, render(other), out / "2", renderer, TO)
        assert leaks((out / "2.html").read_bytes()), "the search would find it"
        (out / "2.html").unlink()
        (out / "2.txt").unlink()
    return handed_out(renderer, out, planted=planted)


def test_the_first_player_gets_the_same_bytes_whatever_he_does_not_know(tmp_path: Path) -> None:
    """S1: nor does it matter whether another's map was drawn before, by the same process with the same renderer."""
    work = [(tmp_path / name, planted, other) for name, planted, other in ORDERS]
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        water, coast, after = pool.map(in_a_process, work)
    assert water == coast == after
    assert {"1.html", "1.txt", "inside", "picture", "sheet"} <= set(water)
    assert {name: leaks(data) for name, data in after.items() if leaks(data)} == {}


@pytest.mark.parametrize("status", ["running", "finished"])
def test_the_public_gets_the_same_bytes_and_no_map(tmp_path: Path, status: str) -> None:
    """16.1: no page, card, data file, feed or index tells of a map that is a secret."""
    trees = []
    for name, planted in (("water", False), ("coast", True)):
        build(league(status, planted=planted), {"": {}}, tmp_path / name, [], cache=False)
        trees.append(files(tmp_path / name))
    assert trees[0] == trees[1]
    assert "games/FOG-1/1/index.html" in trees[0]
    assert not any("replay" in name and name.startswith("games/") for name in trees[0])
    assert "games/FOG-1/card.png" not in trees[0]
    for name, data in trees[1].items():
        assert leaks(data) == [], name
        assert name.endswith((".css", ".js")) or b"g-map" not in data, name


def test_what_a_player_saw_is_all_that_his_revealed_page_shows(tmp_path: Path) -> None:
    """16.4: when all is open, the page of each still has his own map, in bytes that no other's knowledge moves."""
    pages = []
    for name, planted in (("water", False), ("coast", True)):
        build(league("revealed", planted=planted), {"": {}}, tmp_path / name, [], cache=False)
        pages.append([(tmp_path / name / f"games/FOG-1/1/{file}").read_bytes() for file in ("1.html", "1.txt")])
    assert pages[0] == pages[1]
    assert not any(map(leaks, pages[1]))
    assert leaks((tmp_path / "coast" / "games/FOG-1/1/2.html").read_bytes()), "the search would find it"


def pieces(d: str) -> list[tuple[int, int, int, int]]:
    """The straight pieces of path data along the squares: x, y, and how far across and down."""
    found, x, y = [], 0, 0
    for command, numbers in re.findall(r"([Mhvl])([-0-9 ]+)", d):
        values = [int(number) for number in re.findall(r"-?\d+", numbers)]
        if command == "M":
            x, y = values
            continue
        dx, dy = values if command == "l" else (values[0], 0) if command == "h" else (0, values[0])
        if command != "l":
            found.append((x, y, dx, dy))
        x, y = x + dx, y + dy
    return found


@pytest.mark.parametrize("seed", range(6))
def test_no_stroke_of_a_shore_touches_a_square_that_is_unknown(seed: int) -> None:
    """17.4: not even half a stroke; and no fill lies on an unknown square but the cut of a corner."""
    seen = view(40, 30, seed=seed, units=9, others=3)
    drawn = draw_grid(seen)
    (shore,) = re.findall(r'class="g-shore" d="([^"]*)"', drawn)
    for x, y, dx, dy in pieces(shore):
        for k in range(1, abs(dx + dy), 3):
            at = (x + dx * k / abs(dx + dy)) / trace.SIDE, (y + dy * k / abs(dx + dy)) / trace.SIDE
            for side in (-0.1, 0.1):
                column, line = (int(at[0] + side * bool(dy)), int(at[1] + side * bool(dx)))
                assert seen.rows[line][column] != UNKNOWN, (column, line)


def test_a_square_that_becomes_unknown_takes_its_part_of_the_shore_away() -> None:
    """The law above cannot hold for want of shores: with all known there is one at the same place."""
    rows = ("....", ".++.", ".++.", "....")
    island = replace(seen_by(1, planted=False), width=4, height=4, rows=rows, places=(), units=(), trails=(), fights=())
    whole, half = draw_grid(island), draw_grid(replace(island, rows=("... ", ".+  ", ".+  ", "... ")))
    shores = [re.findall(r'class="g-shore" d="([^"]*)"', it)[0] for it in (whole, half)]
    assert [sum(abs(dx + dy) for _, _, dx, dy in pieces(shore)) for shore in shores] == [4 * 26, 6 + 26 + 6]
