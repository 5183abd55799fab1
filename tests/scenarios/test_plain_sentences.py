"""What a moderator's slip brings is a sentence that names the key, in no words of a programming language."""

from pathlib import Path

import pytest

from pbm.cases.expectations import differences
from pbm.errors import PbmError
from pbm.intake import inbox
from pbm.intake.inbox import tell
from pbm.post.settings import read_settings
from pbm.publish.prose import posts
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.command import Run
from tests.store.test_store import NOW

CASE = Path(__file__).parents[1] / "cases/battle_plan/10-dollars-are-not-built-in-a-minor.toml"


def test_a_table_in_the_place_of_several_shows_how_to_write_them(tmp_path: Path) -> None:
    path = tmp_path / "content/mail.toml"
    path.parent.mkdir()
    path.write_text('[sources]\nname = "post"\n')
    with pytest.raises(PbmError, match=r"sources: Expected `array`, got `object`; write \[\[sources\]\] above each\.$"):
        read_settings(tmp_path)


def test_a_seed_of_a_scenario_that_is_none_is_told_with_its_key(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text('seed = "zz"\n' + "".join(line for line in CASE.open() if not line.startswith("seed")))
    assert run("try", str(path), code=1).stderr == f"{path}: seed: 'zz' is not an even number of hexadecimal digits.\n"


@pytest.mark.parametrize("place", ["news", "press"])
def test_a_turn_before_the_first_is_none(tmp_path: Path, place: str) -> None:
    (tmp_path / "003.md").write_text("+++\nturn = -1\n+++\nHello.\n")
    with pytest.raises(PbmError, match=r"003\.md: turn: -1 is not a turn; the first is 0\.$"):
        posts(tmp_path, numbered=True, press=place == "press")


def test_a_choice_that_is_misspelt_is_told_with_those_that_there_are() -> None:
    (told,) = differences({"one_off": [2]}, 29, "army")
    assert told == "army: wanted a table with one_off, got 29; a choice of values is one_of or between."


def test_a_variant_of_ones_own_that_is_misspelt_is_told_with_those_that_there_are(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "content/variants"
    (place / "south-america").mkdir(parents=True)
    words = ("new", "EU-8", "--seats", "2", "--variant", "south-amerika")
    told = run(*words, "--system", "battle-plan", code=1).stderr
    assert told.endswith(f"real-forces, and in {place} south-america.\n")
    told = run(*words, code=1).stderr
    assert "real-forces, 1939, cold-war (Battle Plan); " in told
    assert told.endswith(f"; south-america (in {place}).\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["new", "EUROPEANS-7", "--seats", "2"],
            "'EUROPEANS-7' is not a game id: a capital, up to 7 more capitals or ",
        ),
        (["new", "EU-8", "--seats", "2", "--title", "x\ny"], "--title: holds characters that cannot be shown"),
        (["standin", "EU-7", "1", "--house", "--past"], "standin: --past opens the earlier turns to a new player"),
        (["standin", "EU-7", "1", "--name", "x" * 61], "The name of player 1 is longer than 60 characters."),
        (
            ["deploy", "--as-is", "ftp:x"],
            "deploy: unknown kind of target 'ftp'; choose one of folder, rsync, git, zip.",
        ),
    ],
)
def test_a_slip_on_the_command_line_is_one_sentence(run: Run, words: list[str], said: str) -> None:
    if words[0] == "deploy":
        run("build")
    told = run(*words, code=1).stderr
    assert told.startswith(said)
    assert told.count("\n") == 1


def test_a_post_that_nobody_will_see_soon_is_told(run: Run, tmp_path: Path) -> None:
    folder = Folder(tmp_path, "EU-7").path
    for place, text in (("news", "turn = 99"), ("press", "turn = 0\nplayer = 99"), ("press", "turn = 1\nplayer = 2")):
        (folder / place).mkdir(exist_ok=True)
        (folder / place / f"{len(text)}.md").write_text(f"+++\n{text}\n+++\nHello.\n")
    far, nobody = run("build").stderr.splitlines()
    assert far.startswith(f"warning: {folder / 'news/9.md'}: turn: 99 is far ahead of the last turn, 0")
    assert nobody == f"warning: {folder / 'press/20.md'}: player: there is no player 99 in EU-7."


def test_press_where_nobody_may_be_known_is_told(run: Run, tmp_path: Path) -> None:
    run("new", "WW-1", "--variant", "anonymous", "--seats", "1=EFR,2=EGB")
    folder = Folder(tmp_path, "WW-1").path
    for place, text in (("news", "turn = 0"), ("press", "turn = 0\nplayer = 1"), ("private/press", "to = [1]")):
        (folder / place).mkdir(exist_ok=True)
        (folder / place / "0.md").write_text(f"+++\n{text}\n+++\nHello.\n")
    told = run("build").stderr.splitlines()
    assert told == [
        f"warning: {folder / place / '0.md'}: is not shown because players of WW-1 are anonymous; "
        "write it as news in news/."
        for place in ("press", "private/press")
    ]


def test_a_name_of_a_file_forges_no_line(run: Run, tmp_path: Path) -> None:
    folder = Folder(tmp_path, "EU-7")
    for name in ("a\nEU-7: 2.txt", "b\nEU-7: 3.pdf"):
        (folder.inbox / name).write_text("junk")
    intake = inbox.ingest(lay_table(folder), NOW)
    assert tell(intake.arrivals)[0].startswith("a\\nEU-7: 2.txt: ")
    assert [left.count("\n") for left in intake.left] == [0]


def test_an_option_that_there_is_not_is_told_by_status(run: Run, tmp_path: Path) -> None:
    run("status")
    path = Folder(tmp_path, "EU-7").path / "game.toml"
    path.write_text(path.read_text("utf-8").replace("[options]", '[options]\nnonsense = "1"'), "utf-8")
    assert "There is no option 'nonsense'" in run("status", code=1).stderr


def test_build_counts_files(run: Run, tmp_path: Path) -> None:
    count = sum(path.is_file() for path in (tmp_path / "output/site").rglob("*"))
    assert count == 0
    said = run("build").stdout.splitlines()[0]
    count = sum(path.is_file() for path in (tmp_path / "output/site").rglob("*"))
    assert said == f"{tmp_path / 'output/site'}: {count} files, {count} written."


def test_what_is_wrong_with_the_mail_is_told_by_status_before_the_evening(run: Run, tmp_path: Path) -> None:
    (tmp_path / "content/mail.toml").write_text("sorces = 1\n")
    for words in (["status"], ["status", "--json"]):
        told = run(*words, code=1).stdout
        assert "content/mail.toml: Object contains unknown field `sorces`; known are: border, out" in told
        assert "EU-7" in told
    (tmp_path / "content/mail.toml").unlink()
    run("status")
