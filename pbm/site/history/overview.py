"""The pages and files that run over a whole game: figures, data, replay."""

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from pbm.core.grid import GridView
from pbm.core.printout import AnyMap, MapView
from pbm.site.batch import Batch
from pbm.site.history import data, replay, squares, stats
from pbm.site.history.dealings_page import dealings
from pbm.site.history.turn_series import Leaf, Texts, TurnsFile
from pbm.site.maps.chart import legend_html
from pbm.site.pages import Game
from pbm.site.views import GameView

DEALINGS = "dealings.html"
ABOUT = "data.html"  # the moderator's page that says what the columns mean, where he has it


def overview(
    batch: Batch, game: Game, view: GameView, leaves: Sequence[Leaf], texts: Iterable[Texts], last: AnyMap | None
) -> None:
    """All of it; `texts` are those of each turn, `last` is the newest public map, if there is one."""
    board = last if isinstance(last, MapView) and last.spaces else None
    told = stats.charts(leaves, game.players)
    charts = [chart for chart in told if not chart.page]
    tables = list(data.files(game, leaves, board))
    files = [replace(file, name=f"games/{game.id}/data/{file.name}") for file in tables]
    if has_replay(leaves, last):
        files += _scripts(batch, game, leaves, board)
    turns = list(zip(leaves, texts, strict=True))
    sizes = []
    for file in files:
        whole = file.whole(turns)
        batch.file(file.name, whole)
        sizes.append(len(whole))
    _figures(batch, game, view, leaves, stats.outline(tables, sizes), charts, has_replay=has_replay(leaves, last))
    for title, name in own_pages(leaves).items():
        own = [chart for chart in told if chart.page == title]
        batch.page(
            f"games/{game.id}/{name}",
            "figures.html",
            f"{game.id}, {title.lower()}",
            "games",
            game=view,
            heading=title,
            about=next((chart.about for chart in own if chart.about), ""),
            charts=own,
        )
    if between := dealings(leaves, game.players):
        path, title = f"games/{game.id}/{DEALINGS}", f"{game.id}, promises and deeds"
        batch.page(path, "dealings.html", title, "games", game=view, told=between)
    if has_replay(leaves, last):
        _replay(batch, game, view, leaves, board, charts)


def has_dealings(leaves: Sequence[Leaf]) -> bool:
    """Whether a game has a page of promises and deeds: once it is revealed, and anybody said or did anything."""
    return any(leaf.deals for leaf in leaves)


def has_replay(leaves: Sequence[Leaf], last: AnyMap | None) -> bool:
    """Whether a game has a replay: where the public has a map of spaces, or a revealed game is one on squares."""
    return bool(leaves) and ((isinstance(last, MapView) and bool(last.spaces)) or leaves[-1].world is not None)


def own_pages(leaves: Sequence[Leaf]) -> dict[str, str]:
    """The pages that some figures have for themselves: their titles, and the names of their files."""
    titles = dict.fromkeys(one.page for leaf in leaves for one in leaf.series if one.page)
    return {title: f"{re.sub('[^a-z0-9]+', '-', title.lower())}.html" for title in titles}


def _figures(
    batch: Batch,
    game: Game,
    view: GameView,
    leaves: Sequence[Leaf],
    files: list[tuple[str, str, str]],
    charts: list[stats.ChartView],
    *,
    has_replay: bool,
) -> None:
    """The page of the game's figures as charts, and of its tables as files."""
    folder = f"games/{game.id}/"
    batch.page(
        f"{folder}stats.html",
        "stats.html",
        f"{game.id} in figures",
        "games",
        game=view,
        charts=charts,
        files=files,
        schema=data.SCHEMA,
        about=batch.renderer.places.get(ABOUT, ""),
        has_replay=has_replay,
        others=[(title, f"{folder}{name}") for title, name in own_pages(leaves).items()],
    )


def _scripts(batch: Batch, game: Game, leaves: Sequence[Leaf], last: MapView | None) -> list[TurnsFile]:
    """What the replay shows, as scripts; of a revealed game also what each player saw."""
    folder = f"games/{game.id}/"
    sights = [replay.sight_script(replay.sight_path(folder, viewer), viewer) for viewer in replay.viewers(leaves)]
    world = leaves[-1].world
    if last:
        facts = replay.facts(leaves, game.players, last, batch.renderer.map_places(last))
    else:
        facts = {"players": replay.names(game.players)} | (squares.facts(world) if world else {})
    return [*sights, replay.script(f"{folder}replay-data.js", leaves, facts)]


def _replay(
    batch: Batch,
    game: Game,
    view: GameView,
    leaves: Sequence[Leaf],
    last: MapView | None,
    charts: list[stats.ChartView],
) -> None:
    """The page of the game turn by turn on one map."""
    seen, world = replay.viewers(leaves), leaves[-1].world
    marks = [mark for leaf in leaves for mark in leaf.marks]
    has_cells = False
    blank: AnyMap
    shown: AnyMap
    if last:
        places = batch.renderer.map_places(last)
        has_cells = places.has_cells
        blank, shown = replay.blank_map(last, places), replay.legend_map(last, marks, places)
    elif world:
        blank, shown = replace(world, places=()), squares.legend_map(world, marks)
    else:
        return
    batch.page(
        f"games/{game.id}/replay.html",
        "replay.html",
        f"{game.id}, replay",
        "games",
        game=view,
        grid=not last,
        cells=has_cells,
        map=batch.renderer.draw(blank),
        legend=legend_html(shown),
        twin="" if last else batch.renderer.twin(blank),
        charts=charts[:2],
        unit="Places" if has_cells else _unit(world if not last else None, charts),
        viewers=[seat for seat in game.players if seat.number in seen],
    )


def _unit(world: GridView | None, charts: Sequence[stats.ChartView]) -> str:
    """What the table beside the map counts: places of a map of squares; else owned spaces, as the first chart does."""
    if world:
        return dict(world.words).get("places", "Places")
    return charts[0].title if charts else "Spaces"
