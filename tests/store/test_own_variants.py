"""A moderator's own variant from the command line: checked, founded, played, verified; and games without names."""

import json
import shutil
import textwrap
from pathlib import Path

import pytest

from pbm.store.folder import Folder
from tests.cli.test_cli import write_card
from tests.command import Run, runner

EXAMPLE = Path(__file__).parents[2] / "content" / "variants" / "south-america"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pbm in a folder that has the example variant."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795291200")
    shutil.copytree(EXAMPLE, tmp_path / "content/variants/south-america")

    return runner(tmp_path)


def test_a_good_folder_is_said_to_be_good(run: Run, tmp_path: Path) -> None:
    told = run("check-variant", str(tmp_path / "content/variants/south-america")).output
    assert "is good: 16 spaces (12 of land, 4 of sea), 6 homes." in told


def test_all_faults_are_told_with_file_and_key(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "content/variants/south-america"
    text = (folder / "variant.toml").read_text("utf-8")
    (folder / "variant.toml").write_text(text.replace('"CO"', '"XX"').replace('turns = "15"', 'turns = "0"'), "utf-8")
    told = run("check-variant", str(folder), code=1).output
    assert "variant.toml: homes: 'XX' is not a space of map.json." in told
    assert "variant.toml: options.turns: is one of" in told
    assert "2 faults." in told
    assert "check-variant" in run("new", "SA-1", "--variant", "south-america", "--seats", "3", code=1).output
    assert run("check-variant", str(tmp_path / "nothing"), code=1).output.startswith("There is no folder")


def test_a_system_without_own_variants_says_so(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "content/variants/south-america"
    told = run("check-variant", "--system", "wadi", str(folder), code=1).output
    assert told == f"Wadi has no variants of your own, so there is nothing to check in {folder}.\n"


def test_a_game_on_an_own_variant_is_founded_played_built_and_verified(run: Run, tmp_path: Path) -> None:
    run("new", "SA-1", "--variant", "south-america", "--seats", "4", "--resolve", "all-in")
    folder = Folder(tmp_path, "SA-1")
    assert [seat.country for seat in folder.facts.seats] == ["Southern Brazil", "Colombia", "Argentina", "Peru"]
    for player, orders in enumerate(("@BS AC30PA", "@CO AC30VE", "@AR AC20CH", "@PE AC30EC"), 1):
        write_card(folder, player, orders)
    assert "turn 1 is resolved" in run("publish").output
    page = tmp_path / "output/site/games/SA-1/1/index.html"
    assert page.read_text("utf-8").count("Venezuela")
    drawing = tmp_path / "content/variants/south-america/geometry.json"
    drawing.write_text(drawing.read_text("utf-8").replace('"name": "Venezuela"', '"name": "Vinland"'), "utf-8")
    run("publish")
    assert "Vinland" in page.read_text("utf-8"), "a changed folder makes the pages anew"
    run("verify", "SA-1")


def test_an_anonymous_game_takes_no_names_and_shows_none(run: Run, tmp_path: Path) -> None:
    told = run("new", "WW-1", "--variant", "anonymous", "--seats", "1=EFR:Zenobia Quill,2=EGB", code=1).output
    assert "no player's name is shown" in told
    run("new", "WW-1", "--variant", "anonymous", "--seats", "1=EFR,2=EGB")
    press = tmp_path / "content/games/WW-1/press/001.md"
    press.parent.mkdir(exist_ok=True)
    press.write_text('+++\ntitle = "A letter"\nturn = 0\n+++\n\nI am Zenobia Quill.\n', "utf-8")
    run("build")
    pages = list((tmp_path / "output/site").rglob("*.html"))
    assert len(pages) > 3
    assert not [page for page in pages if "Zenobia" in page.read_text("utf-8")]
    facts = tmp_path / "content/games/WW-1/game.toml"
    facts.write_text(facts.read_text("utf-8").replace('name = ""', 'name = "Zenobia Quill"', 1), "utf-8")
    assert "leave each `name` empty" in run("build", code=1).output


def test_powers_have_their_names(run: Run, tmp_path: Path) -> None:
    run("new", "WW-2", "--variant", "real-forces", "--seats", "5")
    names = [seat.country for seat in Folder(tmp_path, "WW-2").facts.seats]
    assert names[:3] == ["USA", "Russia", "China"]

    assert "none of the powers" in run("new", "WW-4", "--variant", "1939", "--seats", "1=EIR,2=EFR", code=1).output


def test_world_opinion_has_a_page_of_its_own(run: Run, tmp_path: Path) -> None:
    run("new", "RF-1", "--variant", "real-forces", "--seats", "3", "--resolve", "all-in")
    for player, orders in ((1, "@ 2G3 3B1"), (2, "@ 1B2"), (3, "PASS")):
        write_card(Folder(tmp_path, "RF-1"), player, orders)
    run("publish")
    place = tmp_path / "output/site/games/RF-1"
    page = (place / "world-opinion.html").read_text()
    for title in ("World opinion after turn 1", "On good lists after turn 1", "On bad lists after turn 1"):
        assert title in page
    assert 'href="world-opinion.html"' in (place / "index.html").read_text()
    figures = (place / "stats.html").read_text()
    assert '>The same turns on the map</a> · <a href="world-opinion.html">' in figures, "two links, not one"
    assert "World opinion by turn" not in figures


def example_case() -> str:
    """The case that the page on variants shows."""
    page = (EXAMPLE.parent.parent / "about" / "variants.md").read_text("utf-8")
    block = page.partition("## Trying it")[2].partition("    title")[2].partition("\nThe variant")[0]
    return textwrap.dedent("    title" + block)


def test_a_case_on_an_own_variant_is_played_from_its_root(run: Run, tmp_path: Path) -> None:
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere.toml"
    elsewhere.write_text(example_case(), "utf-8")
    told = run("try", str(elsewhere)).output
    assert "as expected" in told
    assert "spaces.PN.occupier: 0 -> 2" in told
    assert '"differences": []' in run("try", str(elsewhere), "--json", "--seeds", "5").output


@pytest.mark.parametrize(("holder", "told"), [("CO", ""), ("PN", ""), ("PE", "CO")])
def test_of_two_canals_between_two_seas_one_that_is_open_is_enough(
    run: Run, tmp_path: Path, holder: str, told: str
) -> None:
    """PN and CO join the same seas, and PN is open to nobody but who holds it; CO lets the fleet of PE pass."""
    listed = tmp_path / "content/variants/south-america/map.json"
    board = json.loads(listed.read_text("utf-8"))
    board["canals"].append({"gate": "CO", "connects": ["PAC", "CAR"]})
    listed.write_text(json.dumps(board), "utf-8")
    case = tmp_path / "canals.toml"
    case.write_text(
        textwrap.dedent(f"""
            title = "Two canals"
            system = "battle-plan"
            variant = "south-america"
            [seats]
            1 = "{holder}"
            2 = "{"CO" if told else "AR"}"
            [given.spaces]
            PAC = {{ forces = {{ 1 = {{ navy = 5 }} }} }}
            [cards]
            1 = "@PAC NT5CAR"
            2 = "@ 1K"
            [expect.spaces]
            CAR = {{ forces = {{ 1 = {{ navy = 5 }} }} }}
        """),
        "utf-8",
    )
    events = json.loads(run("try", str(case), "--json").output)["events"]
    passages = [event["facts"]["gate"] for event in events if event["kind"] == "passage"]
    assert passages == ([told] if told else []), "who holds the one that was used is told, and nobody else"


def test_a_case_is_played_from_anywhere_when_its_variant_lies_above_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("new", "SA-1", "--variant", "south-america", "--seats", "3")
    game = tmp_path / "content/games/SA-1"
    case = game / "private" / "panama.toml"
    case.write_text(example_case(), "utf-8")
    monkeypatch.chdir(game / "private")
    assert "as expected" in runner(Path())("try", "panama.toml").output
    monkeypatch.chdir("/")
    assert "as expected" in runner(Path())("try", str(case)).output


def test_a_case_on_a_variant_that_is_nowhere_or_wrong_says_so(run: Run, tmp_path: Path) -> None:
    case = tmp_path / "panama.toml"
    for name in ("south-africa", "../variants/south-america", ""):
        case.write_text(example_case().replace("south-america", name), "utf-8")
        assert "panama.toml" in run("try", str(case), code=1).output
    case.write_text(example_case(), "utf-8")
    facts = tmp_path / "content/variants/south-america/variant.toml"
    facts.write_text(facts.read_text("utf-8").replace('turns = "15"', 'turns = "0"'), "utf-8")
    told = run("try", str(case), code=1).output
    assert "options.turns" in told
    assert "pbm check-variant" in told
