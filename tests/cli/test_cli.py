"""The commands: what they say, where, and with which exit code."""

import errno
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cards.card import make_code
from pbm.cli import COMMANDS, build_lock, main
from pbm.store.disk import Disk
from pbm.store.folder import Folder, game_ids
from tests.command import Run, runner

EPOCH = "1795291200"  # 2026-11-21T20:00:00Z


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pbm in an empty folder at a fixed time."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", EPOCH)

    return runner(tmp_path)


@pytest.fixture
def game(run: Run, tmp_path: Path) -> Folder:
    """A game of three in the Europe map, without a turn."""
    run("new", "EU-7", "--seats", "1=TU:Rosa Klein,2=RU:Jan de Wit,3=FR", "--resolve", "all-in")
    return Folder(tmp_path, "EU-7")


def write_card(folder: Folder, player: int, orders: str) -> Path:
    facts = folder.players[player]
    turn = folder.last + 1
    code = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
    path = folder.inbox / f"card-{player}.txt"
    path.write_text(f"{folder.game} T-{turn} [{player}] Name {code}\n{orders}\nEND\n")
    return path


def tree(root: Path) -> dict[str, tuple[bytes, int]]:
    return {str(p.relative_to(root)): (p.read_bytes(), p.stat().st_mtime_ns) for p in root.rglob("*") if p.is_file()}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    shown = CliRunner().invoke(main, [name, "--help"], terminal_width=100)
    assert shown.exit_code == 0
    assert f"Example: pbm {name}" in shown.output


def test_the_first_help_lists_every_command_and_the_exit_codes() -> None:
    shown = CliRunner().invoke(main, ["--help"], terminal_width=100).output
    assert all(f"  {name} " in shown for name in COMMANDS)
    assert "Exit codes: 0" in shown


def test_a_mistake_is_one_sentence_on_standard_error_and_exit_code_1(run: Run) -> None:
    for words in (["verify", "EU-9"], ["verify", "../x"], ["rules", "chess"], ["new", "EU-1", "--seats", "1=QQ"]):
        result = run(*words, code=1)
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert result.stderr.endswith(".\n")
    run("no-such-command", code=2)


def test_a_sign_that_the_output_lacks_ends_no_command(run: Run, game: Folder, tmp_path: Path) -> None:
    run("standin", "EU-7", "3", "--name", "Łukasz", "--show-name")
    (tmp_path / "content/site.toml").write_text('title = "Łeague"\nurl = "https://example.org/post/"\n')
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "SOURCE_DATE_EPOCH": EPOCH}
    for words in (["rules", "battle-plan"], ["keys", "EU-7", "--letter"], ["status", "EU-7"]):
        called = [sys.executable, "-m", "pbm", "--root", str(tmp_path), *words]
        shown = subprocess.run(called, env=environment, capture_output=True)
        assert (shown.returncode, shown.stderr) == (0, b"")
        assert words[0] != "keys" or b"?ukasz" in shown.stdout


def test_a_stand_in_is_shown_by_no_name_that_looks_like_another(run: Run, game: Folder) -> None:
    path = game.path / "game.toml"
    run("standin", "EU-7", "1", "--name", "Rosa Klein", "--show-name")
    before = tree(game.path)
    told = run("standin", "EU-7", "3", "--name", "R0SA KLEIN", "--show-name", code=1).stderr
    assert told == "The names of players 1 and 3 look alike; add an initial to one of them.\n"
    assert tree(game.path) == before
    run("standin", "EU-7", "3", "--name", "Ada", "--show-name")
    path.write_text(path.read_text().replace('"Ada"', '"R0SA KLEIN"'))
    assert f"{path}: seats: The names of players 1 and 3 look alike" in run("fsck", "EU-7", code=1).stdout


def test_a_wrong_clock_is_told(run: Run, game: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert "SOURCE_DATE_EPOCH='yesterday'" in run("status", code=1).stderr
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "253402300799")  # the last second of the year 9999
    assert "SOURCE_DATE_EPOCH='253402300799'" in run("status", code=1).stderr


def test_a_file_of_another_user_is_a_sentence_too(run: Run, game: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def names(disk: Disk, folder: Path) -> list[str]:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(Disk, "names", names)
    told = run("status", code=1).stderr
    assert "Permission denied" in told
    assert "as the same user" in told


def test_a_game_that_cannot_be_read_hides_no_other_from_status(run: Run, game: Folder) -> None:
    run("new", "EU-8", "--seats", "3")
    (game.path / "game.toml").write_text("nonsense")
    for words in (["status"], ["status", "--json"]):
        shown = run(*words, code=1)
        assert "EU-7/game.toml: is not valid TOML" in shown.stderr
        assert "EU-8" in shown.stdout
        assert shown.stdout.count("EU-7") == 1
        assert "cannot be read; the site shows it as being repaired" in shown.stdout
    assert run("status", "EU-7", code=1).stdout == ""


def test_a_build_waits_for_another_one_and_then_says_who_is_at_work(
    run: Run, game: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_lock, "PATIENCE", 0.2)
    with build_lock.building(tmp_path):
        told = run("build", code=1).stderr
    assert f"the site is in use by process {os.getpid()}" in told
    assert not (tmp_path / "output" / "site").exists()
    assert " written." in run("build").stdout


def test_a_name_where_a_number_is_wanted_is_told_where_the_numbers_stand(run: Run, game: Folder) -> None:
    for words in (
        ["absence", "EU-7", "Rosa", "2026-12-20"],
        ["standin", "EU-7", "Rosa", "--house"],
        ["keys", "EU-7", "Rosa"],
    ):
        assert "'Rosa' is not a player's number; `pbm status GAME` shows the numbers." in run(*words, code=2).stderr


def test_what_no_run_takes_in_is_told(run: Run, game: Folder) -> None:
    (game.inbox / "rosa.docx").write_bytes(b"PK")
    assert "rosa.docx is ignored: only .txt and .eml files are read" in run("status").stdout
    assert "there are files in the inbox" not in run("status").stdout
    for command in ("ingest", "resolve", "publish"):
        assert "rosa.docx: is neither a .txt nor an .eml file" in run(command).stderr


def test_new_makes_a_game_and_gives_each_player_his_code(run: Run, tmp_path: Path) -> None:
    shown = run("new", "EU-7", "--seats", "1=TU:Rosa Klein,2=RU", "--option", "about=expected").stdout
    assert game_ids(tmp_path) == ["EU-7"]
    folder = Folder(tmp_path, "EU-7")
    assert [(s.home, s.country, s.name) for s in folder.facts.seats] == [
        ("TU", "Turkey", "Rosa Klein"),
        ("RU", "Russia", ""),
    ]
    assert folder.facts.options == {"about": "expected"}
    for seat in (1, 2):
        assert make_code(bytes.fromhex(folder.players[seat].key), "EU-7", 1, 1) in shown
    assert folder.seed.hex() not in shown
    run("new", "EU-7", "--seats", "2", code=1)


def test_new_takes_no_more_seats_than_the_book_has(run: Run, tmp_path: Path) -> None:
    """NW 2.1: 2 to 20 countries, however many territories are on the chart."""
    many = ",".join(f"{territory:02}" for territory in range(2, 23))
    for seats in ("21", many):
        told = run("new", "NW-7", "--variant", "level", "--seats", seats, code=1).stderr
        assert told == "--seats: this variant has 2 to 20 seats, not 21.\n"
    run("new", "NW-7", "--variant", "level", "--seats", many[:-3])
    assert game_ids(tmp_path) == ["NW-7"]


def test_new_finds_the_system_of_a_variant(run: Run, tmp_path: Path) -> None:
    run("new", "TT-7", "--variant", "sample", "--seats", "3")
    assert Folder(tmp_path, "TT-7").facts.system == "trust-a-thief"
    told = run("new", "TT-8", "--variant", "samples", "--seats", "3", code=1).stderr
    assert told.startswith("There is no variant 'samples'; known are: europe, ")
    assert "; sample, archipelago, " in told
    assert game_ids(tmp_path) == ["TT-7"]


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ("1=TU,1=RU", "the number 1 is given twice"),
        ("TU,TU", "the home TU is given twice"),
        ("99", "this variant has 1 to"),
        ("TU:", ""),
        ("=;=", "is not of the form"),
        ("", "say how many, such as --seats 5"),
        ("1=ZZ", "ZZ is not a country of this map; homes are codes such as"),
    ],
)
def test_seats_are_read_strictly(run: Run, seats: str, told: str) -> None:
    result = run("new", "EU-8", "--seats", seats, code=1 if told else 0)
    assert told in result.output


def test_an_evening_from_card_to_turn(run: Run, game: Folder) -> None:
    assert "no card yet" in run("status").stdout
    write_card(game, 1, "@\n2A")
    write_card(game, 2, "@ nonsense")
    shown = run("ingest").stdout
    assert "card-1.txt: accepted for turn 1 from player 1" in shown
    assert "card-2.txt: refused: has no readable order" in shown
    assert run("ingest").stdout == "Nothing to take in.\n"
    shown = run("status", "EU-7").stdout
    assert "[1] Rosa Klein: card 1" in shown
    assert "[2] Jan de Wit: no card yet" in shown
    assert "[3] France: no card yet" in shown
    assert "turn 1 is not due" in shown
    assert run("resolve").stdout == "Nothing is due.\n"
    write_card(game, 2, "PASS")
    write_card(game, 3, "PASS")
    assert "turn 1 is resolved (every card is there)" in run("resolve").stdout
    assert run("resolve").stdout == "Nothing is due.\n"
    assert "turn 2 is resolved (early, by the moderator)" in run("resolve", "EU-7", "--now-due").stdout
    assert "2 turns played again, all as recorded" in run("verify", "EU-7").stdout
    assert "turn 2 is taken back" in run("undo", "EU-7", "--reason", "a test").stdout
    assert "1 turn resolved" in run("status").stdout


def test_verify_names_a_changed_byte(run: Run, game: Folder) -> None:
    run("resolve", "EU-7", "--now-due")
    path = game.turn_path(1) / "state.json"
    path.write_text(path.read_text().replace('"dollars": "201', '"dollars": "301', 1))
    assert "Turn 1 differs: " in run("verify", "EU-7", code=1).stderr


def test_reveal_wants_a_game_that_is_over(run: Run, game: Folder) -> None:
    assert "still running" in run("reveal", "EU-7", code=1).stderr
    before = (game.path / "game.toml").read_text()
    assert game.seed.hex() in run("reveal", "EU-7", "--end").stdout
    assert (game.path / "game.toml").read_text() == before.replace('status = "running"', 'status = "revealed"')
    assert "revealed already" in run("reveal", "EU-7", code=1).stderr
    assert "no turn can be played again" in run("undo", "EU-7", "--reason", "x", code=1).stderr


def test_check_reads_a_card_as_the_game_does(run: Run, game: Folder) -> None:
    card = write_card(game, 1, "@TU BA15 AC99ZZ")
    result = run("check", str(card), code=1)
    assert f"{card}:2:10: <AC99ZZ -- " in result.stdout
    assert "EU-7 turn 1, player 1: 1 order, 1 fault." in result.stdout
    assert "warning: TU: " in result.stdout, "units without orders are named"
    card = write_card(game, 1, "PASS")
    assert "0 orders and PASS, 0 faults" in run("check", str(card)).stdout
    card = write_card(game, 1, "PASS\nPRESS TO 2\n@TU BA5\nEND")
    told = run("check", str(card)).stdout
    assert "warning: line 4 looks like orders, and is read as text of the press in line 3." in told
    assert "0 orders and PASS, 0 faults, 1 piece of press." in told
    card.write_text(card.read_text().replace("END", ""))
    assert "warning: the press in line 3 has no END below it and will not be filed." in run("check", str(card)).stdout
    card = write_card(game, 1, "PASS")
    card.write_text(card.read_text().replace("T-1", "T-4"))
    assert "orders are due for turn 1" in run("check", str(card), code=1).stderr


def test_check_follows_links_for_they_are_the_player_s_own(run: Run, game: Folder, tmp_path: Path) -> None:
    for name, target in (("card", write_card(game, 1, "PASS")), ("loop", "loop"), ("gone", "nothing")):
        (tmp_path / name).symlink_to(target)
    assert "0 faults" in run("check", str(tmp_path / "card")).output
    for name in ("loop", "gone"):
        assert "symbolic link" in run("check", str(tmp_path / name), code=1).output


def test_check_reads_standard_input(run: Run, game: Folder) -> None:
    text = write_card(game, 1, "PASS").read_text()
    assert "0 faults" in run("check", "-", text=text).stdout


def test_a_name_cannot_command_the_terminal(run: Run, game: Folder) -> None:
    card = write_card(game, 1, "@TU \x1b[31mX")
    result = run("check", str(card), code=1)
    assert "\x1b" not in result.output


def test_rules_prints_every_house_rule(run: Run) -> None:
    shown = run("rules", "battle-plan").stdout
    for rule in ("HR-01", "HR-30", "HR-64"):
        assert f"\n{rule}  " in shown


HEAVY = ("jinja2", "markdown", "svgwrite", "email", "nh3")


NAVY = "pbm.rules.naval_warfare"


def loaded(root: Path, *words: str) -> list[str]:
    """The modules that a command has loaded when it ends."""
    code = (
        "import sys\nfrom pbm.cli import main\n"
        f"try: main({['--root', str(root), *words]!r}, standalone_mode=True)\n"
        "except SystemExit as end: assert end.code == 0, end.code\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    return done.stdout.splitlines()[-1].split()


@pytest.mark.parametrize("command", ["--help", "status", "check"])
def test_quick_commands_load_nothing_heavy(run: Run, game: Folder, tmp_path: Path, command: str) -> None:
    words = {"--help": ["--help"], "status": ["status"], "check": ["check", str(write_card(game, 1, "PASS"))]}
    modules = loaded(tmp_path, *words[command])
    assert "pbm.cli" in modules
    assert not {*HEAVY, NAVY} & {*modules}


def test_a_card_is_checked_without_what_plays_and_prints_its_week(run: Run, tmp_path: Path) -> None:
    run("new", "NW-7", "--system", "naval-warfare", "--seats", "1=14:Rosa Klein,2=25", "--resolve", "all-in")
    card = write_card(Folder(tmp_path, "NW-7"), 1, "@MIA B1=4NNAB/40")
    later = {f"{NAVY}.{name}" for name in ("resolve", "printout", "house")}
    for words in (["--help"], ["status"], ["check", str(card)]):
        modules = loaded(tmp_path, *words)
        assert not later & {*modules}, words
        assert (f"{NAVY}.parse" in modules) == (words != ["--help"]), words


def publish_under(root: Path, **environment: str) -> dict[str, bytes]:
    """Every file after `pbm publish` in a process of its own."""
    env = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH, "XDG_CACHE_HOME": str(root.parent / "cache"), **environment}
    words = [sys.executable, "-m", "pbm", "--root", str(root), "publish"]
    subprocess.run(words, capture_output=True, text=True, check=True, env=env)
    return {name: data for name, (data, _) in tree(root).items()}


def test_publish_gives_the_same_bytes_everywhere(game: Folder, tmp_path: Path) -> None:
    for player, orders in ((1, "@TU BA15 AC99ZZ"), (2, "@RU BA10"), (3, "PASS")):
        write_card(game, player, orders)
    first, second = tmp_path / "one" / "root", tmp_path / "two" / "root"
    for root in (first, second):
        shutil.copytree(tmp_path / "content", root / "content")
    here = publish_under(first, PYTHONHASHSEED="1", LC_ALL="C", TZ="UTC")
    there = publish_under(second, PYTHONHASHSEED="2", LC_ALL="tr_TR.UTF-8", TZ="Pacific/Auckland", PYTHONOPTIMIZE="2")
    assert sorted(here) == sorted(there)
    assert [name for name in here if here[name] != there[name]] == []
    assert "content/games/EU-7/private/turns/001/state.json" in here


def test_publish_twice_changes_no_byte_and_no_time(run: Run, game: Folder, tmp_path: Path) -> None:
    for player in (1, 2, 3):
        write_card(game, player, "PASS")
    shown = run("publish").stdout
    assert "turn 1 is resolved" in shown
    assert "files, " in shown
    before = tree(tmp_path)
    assert run("publish").stdout.startswith("Nothing to do")
    assert tree(tmp_path) == before
    assert run("build").stdout.startswith("Nothing to do")


def test_publish_keeps_the_players_printouts_beside_the_site(run: Run, game: Folder, tmp_path: Path) -> None:
    for player in (1, 2, 3):
        write_card(game, player, "PASS")
    run("publish")
    printouts = tmp_path / "output" / "printouts" / "EU-7" / "001"
    assert sorted(p.name for p in printouts.iterdir()) == sorted(
        f"{player}.{kind}" for player in (1, 2, 3) for kind in ("txt", "html", "view.json")
    )
    code = make_code(bytes.fromhex(game.players[1].key), "EU-7", 2, 1)
    assert f"EU-7 T-2 [1] Rosa Klein  {code}" in (printouts / "1.txt").read_text()
    assert code in (printouts / "1.html").read_text()
    assert printouts.stat().st_mode & 0o077 == 0
    site = {name: data for name, (data, _) in tree(tmp_path / "output" / "site").items()}
    assert "index.html" in site
    secrets = [code, game.seed.hex(), *(p.key for p in game.players.values())]
    for name, data in site.items():
        assert not any(secret.encode() in data for secret in secrets), name
    card = tmp_path / "elsewhere.txt"
    card.write_text(f"EU-7 T-2 [1] Rosa Klein {code}\n@TU BA15 AC99ZZ\nEND\n")
    checked = run("check", str(card), "--view", str(printouts / "1.view.json"), code=1)
    assert "1 order, 1 fault." in checked.stdout
    card.write_text("@TU BA15\n")
    checked = run("check", str(card), "--view", str(printouts / "1.view.json"))
    assert "warning: there is no heading line" in checked.stdout
    run("publish")
    game.refresh()
    run("undo", "EU-7", "--reason", "a test")
    run("build")
    assert [p.name for p in (tmp_path / "output" / "printouts" / "EU-7").iterdir()] == ["000"]


def test_an_empty_folder_can_be_built(run: Run, tmp_path: Path) -> None:
    run("publish")
    assert (tmp_path / "output" / "site" / "index.html").is_file()


def test_serve_shows_the_site_and_builds_again_when_a_file_changes(run: Run, game: Folder, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pbm", "--root", str(tmp_path), "serve", "--port", "0", "--builds", "1"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        address = next(line.split()[0] for line in server.stdout if line.startswith("http://127.0.0.1:"))
        page = fetch(f"{address}index.html")
        assert "EU-7" in page
        assert "/-/stamp" in page
        assert "Content-Security-Policy" not in page
        assert fetch(f"{address}-/stamp") == "1"
        for outside in ("../content/games/EU-7/private/seed", "%2e%2e/%2e%2e/content/games/EU-7/private/seed"):
            with pytest.raises(urllib.error.HTTPError):
                fetch(address + outside)
        path = game.path / "game.toml"
        path.write_text(path.read_text().replace('title = "EU-7"', 'title = "A new title"'))
        assert server.wait(60) == 0
    finally:
        server.kill()
    assert "A new title" in (tmp_path / "output" / "site" / "games" / "EU-7" / "index.html").read_text()


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return str(answer.read().decode())


@pytest.mark.parametrize("look", ["is_symlink", "is_dir"])
def test_a_game_whose_private_folder_is_another_users_hides_no_other(
    run: Run, monkeypatch: pytest.MonkeyPatch, look: str
) -> None:
    for game in ("EU-7", "EU-8"):
        run("new", game, "--seats", "3")
    looked = getattr(Path, look)

    def barred(path: Path) -> bool:
        if path.match("EU-7/private/*"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return bool(looked(path))

    monkeypatch.setattr(Path, look, barred)
    told = run("status", code=1)
    assert "EU-7: cannot be read" in told.stdout
    assert "EU-8: " in told.stdout
    assert "EU-7/private/turns: cannot be read (Permission denied)." in told.stderr
