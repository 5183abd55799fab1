"""The pages and files that run over a whole game: figures, data, replay."""

import re
from collections.abc import Sequence

from pbm.printout import MapView
from pbm.site import data, replay, stats
from pbm.site.batch import Batch
from pbm.site.chart import legend_html
from pbm.site.leaf import Leaf
from pbm.site.pages import Game
from pbm.site.views import GameView

ABOUT = "data.html"  # the moderator's page that says what the columns mean, where he has it


def overview(batch: Batch, game: Game, view: GameView, leaves: Sequence[Leaf], last: MapView) -> None:
    """All of it; `last` is the newest public map."""
    told = stats.charts(leaves, game.players)
    charts = [chart for chart in told if not chart.page]
    _figures(batch, game, view, leaves, last, charts)
    for title, name in own_pages(leaves).items():
        batch.page(
            f"games/{game.id}/{name}",
            "figures.html",
            f"{game.id}, {title.lower()}",
            "games",
            game=view,
            heading=title,
            charts=[chart for chart in told if chart.page == title],
        )
    if last.spaces:
        _replay(batch, game, view, leaves, last, charts)


def own_pages(leaves: Sequence[Leaf]) -> dict[str, str]:
    """The pages that some figures have for themselves: their titles, and the names of their files."""
    titles = dict.fromkeys(one.page for leaf in leaves for one in leaf.series if one.page)
    return {title: f"{re.sub('[^a-z0-9]+', '-', title.lower())}.html" for title in titles}


def _figures(
    batch: Batch,
    game: Game,
    view: GameView,
    leaves: Sequence[Leaf],
    last: MapView,
    charts: list[stats.Figure],
) -> None:
    """The game's figures as charts, and its tables as files."""
    folder = f"games/{game.id}/"
    files = list(data.files(game, leaves, last))
    for file in files:
        batch.file(f"{folder}data/{file.name}", file.text)
    batch.page(
        f"{folder}stats.html",
        "stats.html",
        f"{game.id} in figures",
        "games",
        game=view,
        charts=charts,
        files=stats.outline(files),
        schema=data.SCHEMA,
        about=batch.renderer.places.get(ABOUT, ""),
        has_replay=bool(last.spaces),
        others=[(title, f"{folder}{name}") for title, name in own_pages(leaves).items()],
    )


def _replay(
    batch: Batch, game: Game, view: GameView, leaves: Sequence[Leaf], last: MapView, charts: list[stats.Figure]
) -> None:
    """The game turn by turn on one map; of a revealed game also what each player saw."""
    folder = f"games/{game.id}/"
    seen = replay.viewers(leaves)
    for viewer in seen:
        batch.file(replay.sight_path(folder, viewer), replay.sight_script(leaves, viewer))
    places = batch.renderer.map_places(last)
    batch.file(f"{folder}replay-data.js", replay.script(leaves, game.players, last, places))
    blank = replay.blank_map(last)
    batch.page(
        f"{folder}replay.html",
        "replay.html",
        f"{game.id}, replay",
        "games",
        game=view,
        map=batch.renderer.draw(blank, "r"),
        legend=legend_html(replay.legend_map(last, leaves)),
        charts=charts[:2],
        unit=charts[0].title if charts else "Spaces",
        viewers=[seat for seat in game.players if seat.number in seen],
    )
