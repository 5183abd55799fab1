"""The lists of what is installed agree with pyproject.toml; no network is needed to see it."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.shipped import ROOT

LISTS = ROOT / ".requirements"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
WANTED = {
    "run.txt": [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"], *EXTRAS["build"]],
    "test.txt": [
        *PROJECT["project"]["dependencies"],
        *PROJECT["build-system"]["requires"],
        *EXTRAS["build"],
        *EXTRAS["test"],
    ],
}


def locked(name: str) -> dict[str, list[tuple[Requirement, int]]]:
    """By package each of its lines, with the number of hashes; there may be one line for each platform."""
    text = re.sub(r"#.*", "", (LISTS / name).read_text("ascii")).replace("\\\n", " ")
    found: dict[str, list[tuple[Requirement, int]]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        what, *hashes = line.split(" --hash=")
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", it.strip()) for it in hashes), line
        made = Requirement(what)
        found.setdefault(canonicalize_name(made.name), []).append((made, len(hashes)))
    return found


def versions(rows: Iterable[tuple[Requirement, int]]) -> list[str]:
    """The releases that the lines name; each names one."""
    found = []
    for made, _ in rows:
        (one,) = made.specifier
        assert one.operator == "==", made
        found.append(one.version)
    return found


@pytest.mark.parametrize("name", WANTED)
def test_what_the_project_wants_is_on_the_list(name: str) -> None:
    known = locked(name)
    for text in WANTED[name]:
        wanted = Requirement(text)
        rows = known.get(canonicalize_name(wanted.name))
        assert rows, f"{text}: is on no line of {name}; see content/about/dependencies.md"
        for version in versions(rows):
            assert wanted.specifier.contains(version), f"{text}: the list has {version}"


@pytest.mark.parametrize("name", WANTED)
def test_every_line_has_hashes_and_names_no_place(name: str) -> None:
    assert all(count for rows in locked(name).values() for _, count in rows)
    text = (LISTS / name).read_text("ascii")
    assert not re.search(r"https?:|file:|^-|index", text, re.MULTILINE)


def test_the_tests_run_with_what_is_installed_for_use() -> None:
    run, test = locked("run.txt"), locked("test.txt")
    assert {name: versions(rows) for name, rows in run.items()} == {name: versions(test[name]) for name in run}


def test_the_extras_are_among_what_is_tested() -> None:
    known = locked("test.txt")
    for extra, wanted in EXTRAS.items():
        for text in wanted:
            assert canonicalize_name(Requirement(text).name) in known, (extra, text)


def test_the_law_sees_a_package_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (LISTS / "run.txt").read_text("ascii")
    (tmp_path / "run.txt").write_text(re.sub(r"(?m)^click==[^\\]*\\\n( +--hash=\S+( \\)?\n)+", "", text))
    monkeypatch.setattr("tests.laws.test_requirements.LISTS", tmp_path)
    with pytest.raises(AssertionError, match="click"):
        test_what_the_project_wants_is_on_the_list("run.txt")
