"""The content as it is shipped, as a copy. The first of the README's commands plays the games that wait in it, and a
moderator may have games of his own beside them: the copy has the example games alone, as they were.
"""

import atexit
import shutil
import tempfile
from pathlib import Path

from tests.example_games import EXAMPLES, PROSE, make_game

ROOT = Path(__file__).parent.parent
OWN = ROOT / "content"
LARGE = ("GB-1", "ED-1", "NW-1")
"""Games of hundreds of printouts, which are looked at by themselves: their pages take most of the time of a build."""
SMALL = tuple(it for it in EXAMPLES if it.game not in LARGE)


def _is_shipped(games: Path) -> bool:
    """Whether there are the example games and no others, each with as many turns as it is shipped with."""
    if {path.name for path in games.iterdir() if path.is_dir()} - {*LARGE} != {it.game for it in SMALL}:
        return False
    return all(
        (games / it.game / "private/turns" / f"{it.turns:03d}").is_dir()
        and not (games / it.game / "private/turns" / f"{it.turns + 1:03d}").exists()
        and bool(list((games / it.game).glob("inbox/*"))) == (it.ends == "running")
        for it in SMALL
    )


def _copy() -> Path:
    """The content with the small example games, those that run made again from their names where one was played on."""
    root = Path(tempfile.mkdtemp(prefix="pbm-shipped-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    shutil.copytree(OWN, root / "content", ignore=lambda at, _: ("games", "post") if Path(at) == OWN else ())
    is_shipped = _is_shipped(OWN / "games")
    for it in SMALL:
        place = root / "content/games" / it.game
        if it.ends == "running" and not is_shipped:
            make_game(root, it)
        else:
            shutil.copytree(OWN / "games" / it.game, place)
        for name in PROSE:
            if not (place / name).exists() and (OWN / "games" / it.game / name).exists():
                shutil.copytree(OWN / "games" / it.game / name, place / name)
    return root / "content"


CONTENT = _copy()
"""The content without the large games."""
