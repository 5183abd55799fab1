"""The replay of a map of cells: places in cells come and go from turn to turn, and each reader saw others."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.printout import Badge, Item, MapSpace, MapView, Printout, Route, Sighting
from pbm.site.build import build
from pbm.site.history.cells import Cells, nodes
from pbm.site.history.turn_series import make_leaf
from pbm.site.maps import artist
from pbm.site.maps.places import Places
from pbm.site.pages import Game, League, ShownSeat, Turn, TurnSource
from tests.map_makers.honeycombs import ocean
from tests.site.test_cell_looks import sea

SEATS = (ShownSeat(1, "Ox"), ShownSeat(2, "Yak"), ShownSeat(28, "Emu"))
DRAWN = artist.artist(ocean())
SHEET = (0, 0, DRAWN.width, DRAWN.height)
LAST = 3
FOUNDED, TAKEN = 2, 3  # turns: MIB comes into the game, and goes to another player


def seen(turn: int, viewer: int) -> MapView:
    """The map of a turn: MIB is founded late and taken; the brawl is in one turn alone."""
    view = sea(viewer)
    kept = [space for space in view.spaces if turn >= FOUNDED or space.code not in ("MIB", "0606")]
    kept = [space for space in kept if turn != TAKEN or space.code != "0606"]
    spaces = [replace(space, owner=2) if space.code == "MIB" and turn == TAKEN else space for space in kept]
    spaces = [replace(space, name="brawl on day 4") if space.code == "0606" else space for space in spaces]
    return replace(view, spaces=tuple(spaces))


def printout(turn: int, viewer: int) -> Printout:
    told = (Item("Sailed", f"A raft, in turn {turn}."),) if viewer else ()
    return Printout(
        "CE-1", "sea", turn, viewer, f"CE-1 T-{turn}", ("CE-1",), "Rafts", "", (), told, (), seen(turn, viewer)
    )


def made(turn: int, status: str) -> Turn:
    private = {viewer: printout(turn, viewer) for viewer in (1, 2)} if status == "revealed" else {}
    return Turn(turn, f"2026-11-{turn + 10}", printout(turn, 0), private, {}, digest="ab" * 32)


def league(status: str) -> League:
    game = Game(
        id="CE-1",
        title="Rafts",
        system="sea",
        variant="plain",
        status=status,  # type: ignore[arg-type]  # one of the three
        resolve="",
        deadline="",
        players=SEATS,
        seed_commitment="cd" * 32,
        geometry="ocean",
        first=1,
        last=LAST,
        turns=lambda: [
            TurnSource(k, lambda k=k: made(k, status))  # type: ignore[misc]  # a default binds it
            for k in range(1, LAST + 1)
        ],
    )
    return League("The Long Post", "", "", (game,))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the revealed game in its site."""
    out = tmp_path_factory.mktemp("cells") / "site"
    build(league("revealed"), {"ocean": ocean()}, out, [], cache=False)
    return out / "games/CE-1"


def data(folder: Path) -> dict[str, Any]:
    text = (folder / "replay-data.js").read_text("ascii")
    found: dict[str, Any] = json.loads(text.removeprefix("const PBM_REPLAY = ").rstrip().rstrip(";"))
    return found


def sight(folder: Path, viewer: int) -> list[dict[str, Any]]:
    text = (folder / f"replay/{viewer or 'all'}.js").read_text("ascii")
    found: list[dict[str, Any]] = json.loads(text.removeprefix(f"pbmReplay({viewer},").rstrip().removesuffix(");"))
    return found


def layers(view: MapView) -> dict[str, Any]:
    water, _, over = DRAWN.in_cells(view, "")
    return {"water": nodes(water), "over": nodes(over)}


def test_a_place_has_one_number_in_all_turns(folder: Path) -> None:
    found = data(folder)
    assert [row[0] for row in found["spaces"]] == ["02", "03", "MIA", "MIB"]
    assert [bool(spots) for spots in found["places"]] == [True, True, False, False]
    assert [turn.get("own", []) for turn in found["turns"]] == [[0, 1, 2, 1], [3, 1], [3, 2]]


def test_the_page_knows_where_everything_is_that_ever_was_in_a_cell(folder: Path) -> None:
    found = {code: (x, y) for code, x, y in data(folder)["cells"]}
    assert set(found) == {"0602", "0606", "0703", "0902", "1007", "MIA", "MIB"}
    assert found["MIB"] == DRAWN.courses.cells.centre("0404")


def test_each_turn_is_drawn_as_its_own_map(folder: Path) -> None:
    public = data(folder)["turns"]
    for k, row in enumerate(public):
        wanted = layers(seen(k + 1, 0))
        assert {key: row[key] for key in wanted} == wanted
        for viewer in (1, 2):
            wanted = layers(seen(k + 1, viewer))
            shown = {**row, **sight(folder, viewer)[k]}
            assert {key: shown[key] for key in wanted} == wanted
    codes = [{row[0] for row in turn["cells"]} for turn in public]
    assert codes == [{"MIA", "0902"}, {"MIA", "MIB", "0606", "0902"}, {"MIA", "MIB", "0902"}]


def test_the_table_says_whose_a_place_is_and_what_was_seen_on_which_day(folder: Path) -> None:
    rows = {row[0]: row[1:] for row in data(folder)["turns"][2]["there"]}
    assert rows["MIB"] == ["Low Port (0404)", "[2] Yak", "", "quay"]
    assert rows["0902"] == ["", "nobody", "", "krakens; 3 rafts"]
    mine = {row[0]: row[1:] for row in sight(folder, 1)[2]["there"]}
    assert mine["0602"] == ["", "nobody", "", "[1] G1: 5 rafts; course: 0602 – 0605 – 0906"]
    assert mine["0703"] == ["", "", "", "[2] 3 rafts, 1 goats; day 6; [28] 12 rafts; day 4"]


def test_battles_and_what_was_seen_are_told_by_day(folder: Path) -> None:
    told = sight(folder, 1)[1]["told"]
    assert told[0][:2] == ["Sailed", "A raft, in turn 2."]
    assert told[1:] == [
        ["Brawl", "", "0606, brawl on day 4."],
        ["Day 1", "", "1007, [2] 1 rafts."],
        ["Day 4", "", "0703, [28] 12 rafts."],
        ["Day 6", "", "0703, [2] 3 rafts, 1 goats."],
    ]
    assert [turn.get("told") for turn in data(folder)["turns"]] == [
        None,
        [["Brawl", "", "0606, brawl on day 4."]],
        None,
    ]


def test_all_together_is_every_player_s_own_word() -> None:
    cells = Cells(Places(DRAWN), seen(2, 0), {})
    both = cells.together(seen(2, 0), {1: seen(2, 1), 2: seen(2, 2)})
    assert {space.code: space.badges for space in both.spaces if space.badges} == {
        "0602": (Badge(1, (("raft", 5),), name="G1"),),
        "0703": (Badge(2, (("raft", 3), ("goat", 1)), name="G7"),),
        "0902": (Badge(0, (("raft", 3),)),),
    }
    assert both.sightings == (Sighting("0703", 4, Badge(28, (("raft", 12),)), 2),), "of whom nobody's own map tells"
    assert [route.player for route in both.routes] == [1]
    two = replace(seen(2, 2), sightings=(Sighting("0703", 5, Badge(28, (("raft", 9),)), 1),))
    later = cells.together(seen(2, 0), {1: seen(2, 1), 2: two})
    assert [it.day for it in later.sightings] == [5], "the newest"


def test_two_players_in_one_cell_are_both_there_in_everything() -> None:
    view = seen(2, 0)
    own = {
        player: replace(
            view, spaces=(*view.spaces, MapSpace("0502", "", "mere", badges=(Badge(player, (("raft", 1),)),)))
        )
        for player in (1, 2)
    }
    both = Cells(Places(DRAWN), view, {}).together(view, own)
    assert next(space.badges for space in both.spaces if space.code == "0502") == (
        Badge(1, (("raft", 1),)),
        Badge(2, (("raft", 1),)),
    )


def test_the_legend_has_what_any_reader_s_map_has(folder: Path) -> None:
    page = (folder / "replay.html").read_text("utf-8")
    legend = page[page.index('<ul class="legend">') :]
    assert "course" in legend
    assert 'class="rg"' in legend
    assert '<script src="../../replay-cells.js">' in page


def test_a_running_game_has_what_is_public_and_no_more(tmp_path: Path) -> None:
    build(league("running"), {"ocean": ocean()}, tmp_path / "site", [], cache=False)
    folder = tmp_path / "site/games/CE-1"
    found = data(folder)
    assert {row[0] for row in found["cells"]} == {"0606", "0902", "MIA", "MIB"}
    assert not (folder / "replay").exists()
    text = (folder / "replay-data.js").read_text("ascii") + (folder / "replay.html").read_text("utf-8")
    assert "0703" not in text
    assert "G1" not in text


def test_a_map_without_cells_is_as_it_was() -> None:
    route = (Route(("02", "03"), 1),)
    plain = {key: value for key, value in ocean().items() if key not in ("cells", "look", "waters")}
    for space in plain["spaces"].values():
        space["pole"] = [*space["label"], 90]
    drawn = artist.artist(plain)
    view = replace(seen(1, 0), spaces=seen(1, 0).spaces[:2], waters=(), routes=route)
    turn = Turn(1, "2026-11-11", replace(printout(1, 0), map=view), {}, {}, digest="ab" * 32)
    leaf, texts = make_leaf(turn, None, Places(drawn))
    assert (leaf, texts) == make_leaf(turn, None)
    assert not leaf.sites
    assert not leaf.cells
    assert "routes" not in leaf.marks
