"""The one law of all that is remembered: a build that knows the last one makes what a build from nothing makes.

Here pages of an example league, whatever is changed or harmed between two builds. `tests/walks.py` tries the same with
whole commands on real games.
"""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from pbm.site.build import build
from pbm.site.output.site_folder import MARK
from tests.example_league.league import known, league
from tests.example_league.maps import geometries
from tests.site.built import contents

STEPS = (
    "turn", "grounds", "about", "news", "template", "url", "reveal", "game", "page", "page lost", "stranger",
    "memory cut", "memory spoiled", "memory lost", "nothing",
)  # fmt: skip


class Walk:
    """A league that is built again and again."""

    def __init__(self, root: Path, luck: Random) -> None:
        self.root, self.luck = root, luck
        self.out, self.own, self.cache = root / "site", root / "site_templates", root / "cache"
        self.own.mkdir()
        self.last, self.salt, self.about, self.url, self.revealed, self.games = 1, "", "", "", False, 9
        self.news = 9

    def build(self, out: Path, *, cache: bool) -> None:
        """As the league is now."""
        whole = replace(league(last=self.last), url=self.url)
        page, *others = whole.about
        about = (replace(page, markdown=f"{page.markdown}\n\n{self.about}\n"), *others)
        status = {"status": "revealed"} if self.revealed else {}
        games = tuple(replace(game, **status) for game in whole.games[: self.games])
        whole = replace(whole, about=about, news=whole.news[: self.news], games=games)
        build(known(whole, [], self.salt), geometries(), out, self.own, cache=cache)

    def change(self, step: str) -> None:
        """Something happens between two builds."""
        # Without its mark a folder is not taken for a site of ours, and not touched.
        files = sorted(path for path in self.out.rglob("*") if path.is_file() and path.name != MARK)
        memory = sorted(self.cache.rglob("*.made"))
        word = str(self.luck.random())
        if step == "turn":
            self.last += 1
        elif step == "grounds":
            self.salt = word
        elif step == "about":
            self.about = word
        elif step == "news":
            self.news = self.luck.randint(0, 3)
        elif step == "template":
            (self.own / "page.js").write_text(f"// {word}\n")
        elif step == "url":
            self.url = self.luck.choice(["", "https://example.org/", "https://example.org/games/"])
        elif step == "reveal":
            self.revealed = not self.revealed
        elif step == "game":
            self.games = self.luck.randint(1, 2)
        elif step == "page":
            self.luck.choice(files).write_text(word)
        elif step == "page lost":
            self.luck.choice(files).unlink()
        elif step == "stranger":
            (self.out / f"{word}.html").write_text(word)
        elif memory and step == "memory lost":
            self.luck.choice(memory).unlink()
        elif memory and step.startswith("memory"):
            path = self.luck.choice(memory)
            data = bytearray(path.read_bytes())
            at = self.luck.randrange(len(data))
            data[at] ^= 1 << self.luck.randrange(8)
            path.write_bytes(data[:at] if step == "memory cut" else data)


@pytest.mark.parametrize("seed", range(6))
def test_a_warm_build_is_a_cold_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    walk = Walk(tmp_path, Random(seed))
    monkeypatch.setenv("XDG_CACHE_HOME", str(walk.cache))
    steps = walk.luck.sample(STEPS, len(STEPS))
    walk.build(walk.out, cache=True)
    for number, step in enumerate(steps):
        walk.change(step)
        walk.build(walk.out, cache=True)
        cold = tmp_path / str(number)
        walk.build(cold, cache=False)
        assert contents(walk.out) == contents(cold), steps[: number + 1]
