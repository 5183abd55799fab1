"""Game folders that were renamed or copied: a game's codes and dice go by its id, which is the folder's name."""

import re
from pathlib import Path

from pbm.store.disk import Disk
from pbm.store.facts import GAME_ID
from pbm.store.folder import ASIDE, games_path


def wrong_folder(path: Path, game: str) -> str:
    """That a folder is another game's, by whose name its codes and dice go, and what to do."""
    todo = (
        f"{game} is there as well, so this is a copy: move it out of {path.parent}"
        if (path.parent / game).exists()
        else f"rename it back to {game}"
    )
    return f"{path}: this folder holds {game}; {todo}."


def misnamed(root: Path) -> list[str]:
    """Of each folder beside the games that holds a game and is not called as one: what to do."""
    place = games_path(root)
    told = []
    for name in Disk().names(place):
        if GAME_ID.fullmatch(name) or name.startswith(ASIDE) or not (place / name / "game.toml").is_file():
            continue
        text = (place / name / "game.toml").read_text("utf-8", "replace")
        found = re.search(r'(?m)^[ \t]*id[ \t]*=[ \t]*"([A-Z0-9-]+)"', text)
        if found:
            told.append(wrong_folder(place / name, found[1]))
        else:
            told.append(f"{place / name}: holds a game under another name; rename it back to its id, such as EU-7.")
    return told
