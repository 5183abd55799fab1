"""What leaves the house: the site for all, and beside it the printouts of running games."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from pbm.core.printout import Printout
from pbm.core.textprint import render
from pbm.errors import GameError, PbmError, of_game
from pbm.publish.league import addressee, geometry_name, league, load, players, printouts, tables
from pbm.publish.prose import Mistakes
from pbm.sharing.pieces import Alone, Sharer
from pbm.site.output.site_folder import BuildReport
from pbm.site.pages import Addressee, League
from pbm.site.views import spoken
from pbm.store.disk import Disk
from pbm.store.folder import Folder, game_ids, write_json
from pbm.store.play import GameTable

if TYPE_CHECKING:
    from pbm.site.render import Renderer


class Built(msgspec.Struct, frozen=True):
    """What a build did: the site's report, and how many printouts were written or taken away. broken: by id what is
    wrong with the games that could not be built; mistakes: what is wrong with files of the league's own prose.
    """

    site: BuildReport
    printouts: int
    broken: Mapping[str, str] = {}
    mistakes: tuple[str, ...] = ()

    @property
    def is_broken(self) -> bool:
        """Whether anything could not be built."""
        return bool(self.broken or self.mistakes)

    @property
    def did_something(self) -> bool:
        """Whether any file changed."""
        return bool(self.site.did_something or self.printouts)


def build_all(
    root: Path,
    tell: Callable[[str], None],
    sharer: Sharer | None = None,
    folders: Iterable[Folder] | None = None,
    broken: Mapping[str, str] = {},
) -> Built:
    """Build output/site and output/printouts from what is there; what would be the same is left alone.

    sharer: who makes pages of games that have to be made anew, where it is not this process. folders: all games, where
    some were read already; broken: by id what is wrong with the folders of others. A game whose files are wrong is left
    out, with its last good pages, and all is made again without it: so it makes no difference when in a build that is
    found out.
    """
    wrong = dict(broken)
    every = [Folder(root, game) for game in game_ids(root)] if folders is None else list(folders)
    while True:
        try:
            return _build(root, every, tell, sharer, wrong)
        except GameError as error:
            wrong[error.game] = str(error)
            every = [folder for folder in every if folder.game != error.game]


def _build(
    root: Path,
    folders: list[Folder],
    tell: Callable[[str], None],
    sharer: Sharer | None,
    broken: dict[str, str],
) -> Built:
    from pbm.publish.helping import handed_out
    from pbm.publish.lint_content import sources_of
    from pbm.site.build import build
    from pbm.site.output.links import DeadLinkError
    from pbm.site.render import MOST_SHEETS, Renderer

    games = tables(root, folders)
    mistakes: Mistakes = {}
    whole = replace(league(root, games, mistakes), broken=tuple(sorted(broken)))
    geometries = {game.geometry: table.rules.geometry for game, table in zip(whole.games, games, strict=True)}
    templates = own_templates(root)
    site = root / "output" / "site"
    # Where all is built anew the last turn's printouts are a small part of it, not worth the memory.
    renderer = Renderer(templates, geometries, colours=whole.colours, held=MOST_SHEETS if site.is_dir() else 0)
    whole = with_sealed(whole, games, renderer, site)
    tell("Writing the printouts")
    secret = [table for table in games if table.folder.facts.status != "revealed"]
    place = root / "output" / "printouts"
    written = write_printouts(secret, place, renderer, whole.lang, broken)
    tell("Building the site")
    try:
        helpers = handed_out(root, whole, templates, sharer) if sharer and not isinstance(sharer, Alone) else None
        report = build(whole, geometries, site, templates, helpers=helpers)
    except DeadLinkError as error:
        found = "".join([f" {line}" for line in sources_of(root / "content", error.places)])
        raise PbmError(f"{error}{found}") from None
    return Built(report, written + clear_previews(games, root / "output" / "preview"), broken, tuple(mistakes.values()))


def clear_previews(games: Iterable[GameTable], place: Path) -> int:
    """Take away what was foreseen of turns that are resolved, or that come no more."""
    open_turns = {
        place / table.folder.game / f"{table.folder.last + 1:03d}"
        for table in games
        if table.folder.facts.status == "running"
    }
    return clear_but(Disk(), place, {path for folder in open_turns for path in folder.glob("*")})


def own_templates(root: Path) -> list[Path]:
    """The folder of the moderator's own templates, where there is one."""
    own = root / "site_templates"
    return [own] if own.is_dir() else []


def own_renderer(root: Path, games: Iterable[GameTable]) -> "Renderer":
    """What makes pages of these games, in the moderator's own look."""
    from pbm.site.render import Renderer

    geometries = {geometry_name(table): table.rules.geometry for table in games}
    return Renderer(own_templates(root), geometries)


def with_sealed(whole: League, games: Iterable[GameTable], renderer: "Renderer", site: Path) -> League:
    """The site's input with the sealed printouts of the games that have keys."""
    from pbm.publish.sealing import sealed_printouts

    pairs = zip(whole.games, games, strict=True)
    made = []
    for game, table in pairs:
        with of_game(game.id):
            made.append(replace(game, sealed=sealed_printouts(table, renderer, site, whole.mail)))
    return replace(whole, games=tuple(made))


def write_printouts(
    games: Iterable[GameTable], place: Path, renderer: "Renderer", lang: str, broken: Iterable[str] = ()
) -> int:
    """Write the printouts of the last turn of each game, and take away what is of another turn; those of games that
    are broken stay.

    Returns how many players' printouts were written and how many files taken away.
    """
    disk, changed = Disk(), 0
    wanted = {path for game in broken for path in (place / game).rglob("*")}
    for table in games:
        with of_game(table.folder.game):
            changed += _write_printouts(table, place, renderer, lang, disk, wanted)
    return changed + clear_but(disk, place, wanted)


def _write_printouts(
    table: GameTable, place: Path, renderer: "Renderer", lang: str, disk: Disk, wanted: set[Path]
) -> int:
    """Those of one game, whose files are then among the wanted ones."""
    from pbm.site.ink.palette import wearing
    from pbm.site.private import write_private

    changed, edition = 0, f"{table.system.title}, {spoken(table.rules.variant)}"
    for stem, printout, to, view in private_printouts(table):
        text = render(printout, **msgspec.structs.asdict(to))
        path = place / stem
        disk.make_folder(path.parent)
        view_path = path.with_name(f"{path.name}.view.json")
        with wearing(table.folder.facts.hues):
            written = write_private(printout, text, path, renderer, to, lang, edition)
        if not view_path.is_file() or disk.read(view_path) != view:
            disk.replace(view_path, view)
            written = True
        changed += written
        wanted |= {view_path, *(path.with_name(f"{path.name}.{kind}") for kind in ("txt", "html"))}
    return changed


def private_printouts(table: GameTable, number: int = -1) -> Iterator[tuple[str, Printout, Addressee, bytes]]:
    """What each player gets after a turn (-1: the last): path, printout, addressee, the view for his own checker."""
    folder = table.folder
    turn = folder.last if number < 0 else number
    position = load(table, turn, with_cards=True)
    for player, printout in printouts(table, position, players(table, position)).items():
        view = table.system.view(position.state, player, table.rules)
        words = {
            "game": folder.game,
            "turn": turn,
            "player": player,
            "system": folder.facts.system,
            "variant": folder.facts.variant,
            "options": folder.facts.options,
            "view": table.system.words.view_to_words(view),
        }
        stem = f"{folder.game}/{turn:03d}/{player}"
        yield stem, printout, addressee(table, player, turn), write_json(words)


def clear_but(disk: Disk, place: Path, wanted: Container[Path]) -> int:
    """Take away every file under a folder but those, and the folders that are empty then."""
    removed = 0
    for path in sorted(place.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                disk.remove_folder(path)
        elif path not in wanted:
            disk.remove(path)
            removed += 1
    return removed
