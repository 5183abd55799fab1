"""What leaves the house: the site for all, and beside it the printouts of running games."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from pbm.publish.books import templates_folder
from pbm.publish.league import heading, league, load, players, printouts, tables
from pbm.site.pages import Report
from pbm.store.disk import Disk
from pbm.store.folder import write_json
from pbm.store.play import Table


class Built(msgspec.Struct, frozen=True):
    """What a build did: the site's report, and how many files of printouts were written or taken away."""

    site: Report
    printouts: int

    @property
    def did_something(self) -> bool:
        """Whether any file changed."""
        return bool(self.site.did_something or self.printouts)


def build_all(root: Path, tell: Callable[[str], None]) -> Built:
    """Build output/site and output/printouts from what is there; what would be the same is left alone."""
    from pbm.site.build import build

    games = tables(root)
    whole = league(root, games)
    geometries = {game.geometry: table.rules.geometry for game, table in zip(whole.games, games, strict=True)}
    tell("Building the site")
    report = build(whole, geometries, root / "output" / "site", template_folders(root))
    tell("Writing the printouts")
    return Built(report, write_printouts(games, root / "output" / "printouts"))


def template_folders(root: Path) -> tuple[Path, ...]:
    """Where templates are looked for: the user's own first."""
    own = root / "site_templates"
    return (own, templates_folder()) if own.is_dir() else (templates_folder(),)


def write_printouts(games: Iterable[Table], place: Path) -> int:
    """Write the last turn's printouts of every game that is not revealed; take away what is of another turn.

    Returns how many files changed.
    """
    disk = Disk()
    wanted: dict[Path, bytes] = {}
    for table in games:
        if table.folder.facts.status != "revealed":
            wanted |= {place / name: data for name, data in private_files(table)}
    changed = 0
    for path, data in wanted.items():
        if not path.is_file() or disk.read(path) != data:
            disk.make_folder(path.parent)
            disk.replace(path, data)
            changed += 1
    for path in sorted(place.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            disk.remove(path)
            changed += 1
    return changed


def private_files(table: Table) -> Iterator[tuple[str, bytes]]:
    """The files for the players after the last turn: text, HTML and the view for his own checker."""
    from pbm.classic import render
    from pbm.site.build import private_page

    folder = table.folder
    number = folder.last
    position = load(table, number, with_cards=True)
    for player, printout in printouts(table, position, players(table, position)).items():
        head = heading(table, player, number, with_code=True)
        stem = f"{folder.game}/{number:03d}/{player}"
        yield f"{stem}.txt", render(printout, **head).encode()
        yield f"{stem}.html", private_page(printout, table.rules.geometry, head).encode()
        view = table.system.view(position.state, player, table.rules)
        words = {
            "game": folder.game,
            "turn": number,
            "player": player,
            "system": folder.facts.system,
            "variant": folder.facts.variant,
            "options": folder.facts.options,
            "view": table.system.view_to_words(view),
        }
        yield f"{stem}.view.json", write_json(words)
