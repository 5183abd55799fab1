"""`pbm try`: what it says of one scenario and of many, and where."""

import json
from pathlib import Path

import pytest

from tests.command import Run, runner

CASE = (
    'system = "battle-plan"\nvariant = "europe"\n[seats]\n1 = "TU"\n2 = "RU"\n[cards]\n1 = "@TU AC99ZZ"\n'
    "[expect]\nno_faults = true\n"
)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run pbm where there is no game."""
    return runner(tmp_path)


def test_try_gives_json_alone_on_standard_output(run: Run, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    case.write_text(CASE)
    result = run("try", "--json", str(case), code=1)
    words = json.loads(result.stdout)
    assert [fault["text"] for fault in words["faults"]] == ["AC99ZZ"]
    assert {"faults", "events", "state"} <= set(words)
    assert "case.toml" in result.stderr
    assert "DIFFERENT" in run("try", str(case), code=1).stdout


def test_a_file_that_is_no_scenario_does_not_keep_the_others_from_being_played(run: Run, tmp_path: Path) -> None:
    good, bad, late = (tmp_path / f"{name}.toml" for name in ("good", "bad", "late"))
    for path in (good, late):
        path.write_text(CASE.replace("AC99ZZ", "AC9UK"))
    bad.write_text("three = 3\n")
    result = run("try", str(good), str(bad), str(late), code=1)
    assert result.stderr.startswith(f"{bad}: ")
    assert result.stdout.count("as expected\n") == 2
    assert result.stdout.endswith("none of them different from what was expected; 1 could not be played.\n")
    result = run("try", "--json", str(good), str(bad), str(late), code=1)
    first, second, third = json.loads(result.stdout)
    assert first["state"] == third["state"]
    assert list(second) == ["error"]
    assert second["error"].startswith(f"{bad}: ")
    assert run("try", "--json", str(bad), code=1).stdout == "", "of one file there is nothing to tell but the sentence"


def test_what_was_rolled_stands_beside_the_outcome_where_it_is_asked_for(run: Run, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    case.write_text(CASE.replace("AC99ZZ", "AC9UK").replace("[expect]\nno_faults = true\n", ""))
    told = json.loads(run("try", "--json", "--dice", str(case)).stdout)
    assert told["dice"]
    assert all(1 <= die["face"] <= die["sides"] for die in told["dice"].values())
    assert "dice" not in json.loads(run("try", "--json", str(case)).stdout)
    assert "--dice: write --json beside it" in run("try", "--dice", str(case), code=1).stderr
