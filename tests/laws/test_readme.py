"""The README's commands do what the README says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shipped import CONTENT

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def command(name: str) -> str:
    """The command between the markers of that name; one line."""
    found = re.search(rf"<!-- {name} -->\n```\n(.+)\n```\n<!-- end -->", README)
    assert found, f"the README has no {name} command"
    return found[1]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The files that git knows, in a folder of their own, with the content as it is shipped."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    if listed.returncode:
        pytest.skip("NO GIT: the README's commands are tried in a checkout only")
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file() and not name.startswith("content/"):
            target = tmp_path / "clone" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
    shutil.copytree(CONTENT, tmp_path / "clone/content")
    return tmp_path / "clone"


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(p.relative_to(folder)): (p.stat().st_mtime_ns, p.read_bytes())
        for p in sorted(folder.rglob("*"))
        if p.is_file() and ".venv" not in p.parts
    }


def run(words: list[str] | str, folder: Path) -> str:
    env = {**os.environ, "SOURCE_DATE_EPOCH": "1797000000"}
    done = subprocess.run(words, cwd=folder, shell=isinstance(words, str), capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_first_command_publishes_and_a_second_run_changes_nothing(clone: Path) -> None:
    """Installed as written where the machine is CI's; elsewhere the same with the Python at hand."""
    line = command("publish")
    assert line.endswith(".venv/bin/pbm publish")
    if os.environ.get("PBM_BROWSER") == "required":
        told = run(line, clone)
        publish = [".venv/bin/pbm", "publish"]
    else:
        publish = [sys.executable, "-m", "pbm", "publish"]
        told = run(publish, clone)
    named = re.search(r"resolves the next turns of the games in ([^.]*?), and", README)
    games = re.findall(r"[A-Z]+-[0-9]+", named[1] if named else "")
    assert len(games) >= 3
    assert all(f"{game}: turn 4 is resolved" in told for game in games)
    for page in ("index.html", "games/EU-1/16/3.html", "games/EU-2/4/index.html", "rules/battle-plan.html"):
        assert (clone / "output/site" / page).is_file()
    assert len(list((clone / "output/printouts/EU-2/004").glob("*.html"))) == 7
    before = snapshot(clone)
    assert "Nothing to do" in run(publish, clone)
    assert snapshot(clone) == before


def test_the_second_command_runs_every_check() -> None:
    line = command("tests")
    installs = "pip install -q --require-hashes -r .requirements/test.txt", "--no-deps --no-build-isolation -e ."
    for part in (*installs, "ruff check .", "ruff format --check .", "mypy", "pytest"):
        assert part in line


def test_ci_runs_the_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "<!-- tests -->" in script
    assert "PBM_BROWSER=required" in script


def test_the_picture_is_there() -> None:
    shown = re.search(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert shown
    assert (ROOT / shown[1]).is_file()


def test_the_top_level_holds_what_the_layout_fixes() -> None:
    known = {"pyproject.toml", "README.md", "LICENSE", "pbm", "site_templates", "content", "output", "tests"}
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    assert {name.split("/")[0] for name in listed if name and not name.startswith(".")} <= known
