"""What the tests of handover share: the commands, cards, and kits made by hand."""

import io
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from click.testing import CliRunner, Result

from pbm.cards.card import make_code
from pbm.cli import main
from pbm.handover import taking
from pbm.store.disk import Disk
from pbm.store.folder import Folder

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
PHRASE = "one two three four five six"


def invoke(root: Path, *words: str, code: int = 0, text: str = "") -> Result:
    env = {"SOURCE_DATE_EPOCH": "1795291200"}
    result = CliRunner().invoke(main, ["--root", str(root), *words], input=text, env=env, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def write_card(folder: Folder, player: int, orders: str = "PASS") -> None:
    facts, turn = folder.players[player], folder.last + 1
    code = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
    path = folder.inbox / f"card {player}.txt"
    path.write_text(f"{folder.game} T-{turn} [{player}] Name {code}\n{orders}\nEND\n")


def hand_over(root: Path, *games: str) -> tuple[Path, str]:
    """A kit and its words."""
    kit = root.parent / "x.kit"
    kit.unlink(missing_ok=True)
    shown = invoke(root, "handover", *games, "--to", str(kit)).stdout.splitlines()
    return kit, shown[1]


def take(root: Path, data: bytes, phrase: str, disk: Disk | None = None) -> taking.TakenOver:
    (root / "content/games").mkdir(parents=True, exist_ok=True)
    return taking.take(root, io.BytesIO(data), phrase, Path("x.kit"), NOW, _unwatched, disk or Disk())


def _unwatched(links: Iterable[tuple[int, str]], game: str, count: int) -> Iterable[tuple[int, str]]:
    return links
