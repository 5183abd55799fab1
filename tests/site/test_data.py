"""The files of a game's data: whole, as their schema says, without formulas, and cheap to make again."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from pbm.cli import main
from pbm.core.printout import Column, Item, Items, Section, Table
from pbm.site.build import build
from pbm.site.history.data import files, schema
from pbm.site.history.tables import csv_lines, laid, names, public_tables
from pbm.site.history.turn_series import Leaf, Texts, TurnsFile, make_leaf
from pbm.site.pages import Turn
from tests.example_league.league import known, league, turns
from tests.example_league.maps import geometries
from tests.example_league.printouts import public
from tests.shipped import CONTENT, SMALL


@pytest.fixture(scope="module")
def site(built: Path) -> Path:
    """The site of the example games."""
    return built / "output" / "site"


def folders(site: Path) -> list[Path]:
    return sorted(site.glob("games/*/data"))


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def rows(path: Path) -> list[dict[str, str]]:
    return read(path.read_bytes().decode("utf-8"))


def of_one_turn(file: TurnsFile, leaf: Leaf, texts: Texts) -> bytes:
    return file.head + (file.piece(leaf, texts) or b"") + file.tail


# What the files hold


def test_the_json_is_as_its_schema_says(site: Path) -> None:
    written = json.loads((site / "game.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(written)
    assert len(folders(site)) == len(SMALL)
    for folder in folders(site):
        data = json.loads((folder / "game.json").read_text("utf-8"))
        Draft202012Validator(written).validate(data)
        assert (folder / data["$schema"]).resolve() == (site / "game.schema.json").resolve()
        for turn in data["turns"]:
            assert (folder / turn["page"]).is_file()
            assert set(turn["owners"]) == set(data["spaces"])
            assert set(turn["figures"]) <= set(data["figures"])


def test_the_schema_lets_nothing_else_pass() -> None:
    (turn,) = turns("EU-2", 0)
    game = league().games[0]
    leaf, texts = make_leaf(turn, None)
    (file,) = (it for it in files(game, [leaf], turn.public.space_map) if it.name == "game.json")
    text = of_one_turn(file, leaf, texts).decode()
    validator = Draft202012Validator(json.loads(schema()))
    validator.validate(json.loads(text))
    spoils: tuple[dict[str, Any], ...] = ({"seed": "x"}, {"status": "open"}, {"turns": []}, {"format": 2})
    for spoil in spoils:
        assert list(validator.iter_errors(json.loads(text) | spoil))


def test_csv_and_json_tell_the_same(site: Path) -> None:
    for folder in folders(site):
        data = json.loads((folder / "game.json").read_text("utf-8"))
        told = [(int(r["turn"]), r["space"], r["owner"]) for r in rows(folder / "spaces.csv")]
        assert told == [(t["turn"], c, str(o or "")) for t in data["turns"] for c, o in t["owners"].items()]
        taken = [(int(r["turn"]), r["space"], r["from"], r["to"], r["how"]) for r in rows(folder / "captures.csv")]
        assert taken == [
            (t["turn"], c["space"], str(c["from"] or ""), str(c["to"] or ""), c["how"])
            for t in data["turns"]
            for c in t["captures"]
        ]
        for row in rows(folder / "figures.csv"):
            turn = data["turns"][int(row["turn"])]
            for name in set(row) - {"turn", "player"}:
                value = turn["figures"].get(name, {}).get(row["player"])
                assert row[name] == "" if value is None else float(row[name]) == value
        for name in {name for turn in data["turns"] for name in turn["tables"]}:
            found = rows(folder / f"{name}.csv")
            wanted = [row for turn in data["turns"] for row in turn["tables"].get(name, [])]
            assert len(found) == len(wanted)
            for row, values in zip(found, wanted, strict=True):
                for key, value in values.items():
                    assert row[key] in ("" if value is None else str(value), f"'{value}"), (name, key)


def test_captures_are_where_owners_differ(site: Path) -> None:
    for folder in folders(site):
        data = json.loads((folder / "game.json").read_text("utf-8"))
        for before, after in zip(data["turns"], data["turns"][1:], strict=False):
            differing = {c: (before["owners"][c], o) for c, o in after["owners"].items() if o != before["owners"][c]}
            assert {c["space"]: (c["from"], c["to"]) for c in after["captures"]} == differing


def unexplained(site: Path) -> list[tuple[str, str]]:
    """The columns of all files that content/about/data.md does not name under that file."""
    told = (CONTENT / "about" / "data.md").read_text("utf-8")
    missing = []
    for path in sorted(site.glob("games/*/data/*.csv")):
        assert f"`{path.name}`" in told, path.name
        parts = [part for part in told.split("\n**")[1:] if f"`{path.name}`" in part.partition("\n")[0]]
        columns = next(csv.reader(io.StringIO(path.read_text("utf-8"))))
        missing += [(path.name, c) for c in columns if not any(f"\n| `{c}` |" in part for part in parts)]
    return missing


def test_every_column_is_explained_with_its_unit(site: Path) -> None:
    assert unexplained(site) == []


def test_so_are_those_of_a_game_for_victory_points(tmp_path: Path) -> None:
    for command in (["new", "WN-1", "--variant", "1939", "--seats", "2"], ["build"]):
        done = CliRunner().invoke(main, ["--root", str(tmp_path), *command], env={"XDG_CACHE_HOME": str(tmp_path)})
        assert done.exit_code == 0, done.output
    assert unexplained(tmp_path / "output/site") == []


def test_a_running_game_tells_in_figures_what_its_pages_tell(site: Path) -> None:
    running = json.loads((site / "games/EU-2/data/game.json").read_text("utf-8"))
    assert list(running["figures"]) == ["countries"]
    assert next(csv.reader((site / "games/EU-2/data/figures.csv").open())) == ["turn", "player", "countries"]
    revealed = json.loads((site / "games/EU-1/data/game.json").read_text("utf-8"))
    assert list(revealed["figures"]) == ["countries", "industry", "income", "army"]


def test_the_page_leads_to_every_file(site: Path) -> None:
    for folder in folders(site):
        page = (folder.parent / "stats.html").read_text("utf-8")
        assert {f"data/{path.name}" for path in folder.iterdir()} <= set(re.findall(r'href="([^"]+)"', page))


# CSV


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0"])
def test_no_text_is_a_formula(text: str) -> None:
    ((cell, number),) = csv.reader(io.StringIO(csv_lines([[text, -1]]), newline=""))
    assert cell == f"'{text}"
    assert number == "-1", "a number stays a number"


def test_every_text_comes_back_as_it_was() -> None:
    texts = ['a "quoted", one', "two\nlines", "Łódź · ∞", "", " blank ", "a;b"]
    line = csv_lines([texts])
    assert line.endswith("\r\n")
    assert next(csv.reader(io.StringIO(line, newline=""))) == texts


def test_what_a_player_wrote_is_guarded_in_every_file() -> None:
    payload = "=HYPERLINK(1)"
    told = (Item(payload, payload, ""),)
    table = Table((Column("", "player"), Column(payload), Column("Gold", "number")), ((1, payload, "+3"),))
    sections = (Section("world-news", "News", (Items(told),)), Section("standings", "S", (table,)))
    turn = Turn(0, "2026-11-21", replace(public("EU-2", 0), headline=payload, sections=sections))
    game = replace(league().games[0], players=(replace(league().games[0].players[0], person=payload),))
    leaf, texts = make_leaf(turn, None)
    for file in files(game, [leaf], turn.public.space_map):
        if file.name.endswith(".csv"):
            text = of_one_turn(file, leaf, texts).decode()
            cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
            assert not any(cell.startswith(("=", "+", "@")) for cell in cells), file.name
    assert ["0", "1", f"'{payload}", "3"] in list(csv.reader(io.StringIO(texts.rows["standings"].decode())))


def test_columns_are_called_by_their_titles() -> None:
    columns = (
        Column("", "player"), Column("Home"), Column("Player"), Column("At war with"), Column("", "code"), Column(""),
        Column("Home"),
    )  # fmt: skip
    assert names(columns) == ("player", "home", "player_name", "at_war_with", "space", "name", "home_name")


def test_turns_with_other_columns_share_one_file() -> None:
    columns = ("turn", "a", "b")
    parts = [
        (("turn", "a"), csv_lines([[1, "'x"]])),
        (("turn", "b", "a"), csv_lines([[2, 'q"', "=y"]])),
    ]
    text = csv_lines([columns]) + "".join(laid(text.encode(), has, columns).decode() for has, text in parts)
    assert read(text) == [{"turn": "1", "a": "'x", "b": ""}, {"turn": "2", "a": "'=y", "b": 'q"'}]


def test_what_is_for_the_classic_text_alone_is_no_table() -> None:
    table = Table((Column("A"),), (("x",),))
    shown = replace(
        public("EU-2", 0),
        sections=(
            Section("a", "A", (table,), html=False),
            Section("a", "A", (table, replace(table, title="More of it"))),
        ),
    )
    assert list(public_tables(shown)) == ["a", "a-more_of_it"]


# What is kept


def test_files_are_the_same_with_leaves_kept_and_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for last in (5, 6, 7):
        build(known(league(last=last), []), geometries(), tmp_path / "kept", [])
    build(league(last=7), geometries(), tmp_path / "fresh", [], cache=False)
    found = [
        {str(p.relative_to(tmp_path / name)): p.read_bytes() for p in (tmp_path / name).rglob("*") if p.is_file()}
        for name in ("kept", "fresh")
    ]
    assert found[0] == found[1]
