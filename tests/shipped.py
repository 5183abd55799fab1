"""The content as it is shipped. The first of the README's commands plays the game that waits in it, and a moderator may
have games of his own beside it: where that is so the tests work on a copy, with the example games as they were.
"""

import atexit
import shutil
import tempfile
from pathlib import Path

from tests.example_games import EXAMPLES, PROSE, make_game

ROOT = Path(__file__).parent.parent
OWN = ROOT / "content"


def _is_shipped(games: Path) -> bool:
    """Whether there are the example games and no others, each with as many turns as it is shipped with."""
    if sorted(path.name for path in games.iterdir() if path.is_dir()) != sorted(it.game for it in EXAMPLES):
        return False
    return all(
        (games / it.game / "private/turns" / f"{it.turns:03d}").is_dir()
        and not (games / it.game / "private/turns" / f"{it.turns + 1:03d}").exists()
        and bool(list((games / it.game).glob("inbox/*"))) == (it.ends == "running")
        for it in EXAMPLES
    )


def _copy() -> Path:
    """The content with the example games alone, those that run made again from their names."""
    root = Path(tempfile.mkdtemp(prefix="pbm-shipped-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    shutil.copytree(OWN, root / "content", ignore=lambda at, _: ("games", "post") if Path(at) == OWN else ())
    for it in EXAMPLES:
        place = root / "content/games" / it.game
        if it.ends == "running":
            make_game(root, it)
        else:
            shutil.copytree(OWN / "games" / it.game, place)
        for name in PROSE:
            if not (place / name).exists() and (OWN / "games" / it.game / name).exists():
                shutil.copytree(OWN / "games" / it.game / name, place / name)
    return root / "content"


CONTENT = OWN if _is_shipped(OWN / "games") else _copy()
