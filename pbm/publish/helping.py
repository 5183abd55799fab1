"""The pages of games made by workers, for a site that has many to be made anew.

A worker reads the league's folder, which it must see under the same path; the site it does not touch.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.errors import PbmError, of_game
from pbm.publish.league import game as shown_game
from pbm.publish.sealing import sealed_printouts
from pbm.sharing.pieces import Sharer
from pbm.site.ink.colours import Colours
from pbm.site.output.gathered import Gathered
from pbm.site.pages import League
from pbm.site.prepared import Helpers, PreparedGame, SharedFacts, prepare
from pbm.site.render import Renderer
from pbm.store.folder import Folder, games_path
from pbm.store.play import lay_table


class HelpedLeague(msgspec.Struct, frozen=True):
    """What a worker needs of a league beside its folder. templates: the moderator's own; mail: where cards are sent."""

    root: str
    templates: tuple[str, ...]
    colours: Colours
    mail: str
    facts: SharedFacts


def handed_out(root: Path, league: League, templates: Sequence[Path], sharer: Sharer) -> Helpers:
    """Whoever makes the pages of games of this league, one game a piece."""
    place = root.absolute()
    own = tuple(str(path.absolute()) for path in templates)

    def make(facts: SharedFacts, games: Sequence[str]) -> Iterator[PreparedGame]:
        common = HelpedLeague(str(place), own, league.colours, league.mail, facts)
        return (prepared for _, prepared in sharer.each(make_pages, common, games))

    return make


def make_pages(league: HelpedLeague, name: str) -> PreparedGame:
    """The pages of one game. GameError where its files are wrong, PbmError where its folder is not to be seen."""
    root = Path(league.root)
    if not (games_path(root) / name).is_dir():
        raise PbmError(
            f"{games_path(root) / name}: a worker cannot see this folder; it must have the same path everywhere."
        )
    site = root / "output" / "site"
    renderer, geometries = _renderer(league.templates, msgspec.json.encode(league.colours))
    renderer.places = dict(league.facts.places)
    with of_game(name):
        table = lay_table(Folder(root, name))
        shown = shown_game(table)
        geometries[shown.geometry] = table.rules.geometry
        sealed = sealed_printouts(table, renderer, site, league.mail)
        return prepare(league.facts, replace(shown, sealed=sealed), renderer, Gathered(site))


@lru_cache(1)
def _renderer(templates: tuple[str, ...], colours: bytes) -> tuple[Renderer, dict[str, Mapping[str, Any]]]:
    """The renderer of a league, made once, and the geometries that it draws, to which each game adds its own."""
    geometries: dict[str, Mapping[str, Any]] = {}
    return Renderer([Path(it) for it in templates], geometries, colours=msgspec.json.decode(colours)), geometries
