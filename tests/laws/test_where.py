"""Every rule is found: its heading leads to a function and to a case, or a reason says why there is none."""

import ast
import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

from tests.systems import SHIPPED as SYSTEMS
from tests.where import HOUSE, MANY, NUMBER, ROOT, Place, find, letters, package, places

BARE = re.compile(rf"""(?:\A["# ]*|\()({MANY})[:),."]""")
"""A list of rules where a citation stands, at the beginning or in brackets, without its game's letters."""
NO_FUNCTION = {
    "NW 11.5": "three cards, which tests/rules/naval_warfare/test_cards.py reads",
    "NW 11.6": "words of the order table, which pbm/orders knows",
    "NW 18.1": "the chart is data: tests/map_makers/naval.py",
    "TT 9": "a table of chances, worked out from the rules of battle and theft",
    "TT 10": "the list of house rules, made from house_rules.toml",
}
NO_CASE = {
    "BP 15A": "the map: tests/rules/battle_plan/test_map_data.py",
    "BP 15B": "the map: tests/rules/battle_plan/test_map_data.py",
    "BP 25": "variants of one's own: tests/rules/battle_plan/test_variants.py",
    **dict.fromkeys(
        (
            *("GE 1.2", "GE 1.3", "GE 1.4", "GE 1.5", "GE 1.7", "GE 1.8", "GE 1.9", "GE 1.10"),
            *("GE 2.1", "GE 2.4", "GE 4.1", "GE 10.1", "GE 15.5", "GE 16.1", "GE 23"),
        ),
        "what a position, a turn and the tables are made of: tests/rules/gunboat_empires/test_tables.py",
    ),
    "GE 3.1.6": "the cases of house rule 8 have it",
    **dict.fromkeys(
        ("GE 14.3", "GE 14.4", "GE 25", "GE 27"), "what is printed: tests/rules/gunboat_empires/test_printout.py"
    ),
    **dict.fromkeys(
        ("GE 22.1", "GE 22.4", "GE 28.1", "GE 28.3"), "the card: tests/rules/gunboat_empires/test_orders.py"
    ),
    **dict.fromkeys(
        ("ED 1.3", "ED 2.2", "ED 2.3", "ED 2.4", "ED 2.5", "ED 10.2", "ED 17.2"),
        "what the world and the kinds are: tests/rules/empire_deluxe/test_world.py, test_own_map.py, test_tables.py",
    ),
    **dict.fromkeys(("ED 12", "ED 13", "ED 14"), "tests/rules/empire_deluxe/test_bad_input.py, test_secrecy.py"),
    **dict.fromkeys(
        ("ED 15", "ED 16.2", "ED 16.3", "ED 16.4", "ED 17.4"),
        "what is printed and drawn: tests/rules/empire_deluxe/test_printout.py",
    ),
    "ED 18": "what the page of a card says: tests/browser",
    "ED 19": "whole games of house players: tests/rules/empire_deluxe/test_games.py",
    **dict.fromkeys(("NW 11.5", "NW 11.6"), "the card: tests/rules/naval_warfare/test_cards.py"),
    **dict.fromkeys(
        ("NW 12", "NW 13", "NW 19"), "tests/rules/naval_warfare/test_bad_input.py, test_battle.py, test_games.py"
    ),
    **dict.fromkeys(
        ("NW 14", "NW 17", "NW 18.1", "NW 18.2", "NW 18.3"),
        "what is printed and drawn: tests/rules/naval_warfare/test_printed_news.py, test_chart.py",
    ),
    "TT 1.2": "a law over whole games: tests/rules/trust_a_thief/test_conservation.py",
    "TT 1.4": "what old and new armies may do stands in 2.3 and 3.1",
    "TT 9": "nothing happens by it",
    "TT 11": "the words that all cases are written in",
}


def found(name: str) -> tuple[str, list[Place]]:
    return letters(name), list(places(name))


def leaves(every: list[Place]) -> list[str]:
    """Headings under which no other rule is headed: 4C.6, but not 4C and not 4."""
    rules = [it.rule for it in every if it.kind == "heading"]
    return [rule for rule in rules if not any(re.match(rf"{re.escape(rule)}(?!\d).", other) for other in rules)]


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_heading_has_a_function_or_a_reason(name: str) -> None:
    game, every = found(name)
    known = {it.rule for it in every if it.kind == "function"}
    without = [f"{game} {rule}" for rule in leaves(every) if rule not in known]
    assert without == [rule for rule in NO_FUNCTION if rule.startswith(f"{game} ")]


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_heading_has_a_case_or_a_reason(name: str) -> None:
    """Its own, or one of a house rule that its paragraph names."""
    game, every = found(name)
    tried = {it.rule for it in every if it.kind == "case"}
    house = {it.rule for it in every if it.kind == "house rule" and it.said in tried}
    without = [f"{game} {rule}" for rule in leaves(every) if rule not in tried | house]
    assert sorted(without) == sorted(rule for rule in NO_CASE if rule.startswith(f"{game} "))


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_house_rule_is_named_where_it_is_kept(name: str) -> None:
    _, every = found(name)
    known = {it.rule for it in every if it.kind in ("function", "line")}
    assert {it.rule for it in every if it.kind == "house rule" and it.path.suffix == ".toml"} <= known


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_cited_is_in_the_book(name: str) -> None:
    _, every = found(name)
    known = {it.rule for it in every if it.kind in ("heading", "house rule")}
    assert [it for it in every if it.rule not in known] == []
    assert len({it.rule for it in every if it.kind == "function"}) > 30


def prose(path: Path) -> list[str]:
    """Docstrings and comments."""
    text = path.read_text("utf-8")
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    alone = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr)]
    texts = [it.value for it in alone if isinstance(it, ast.Constant) and isinstance(it.value, str)]
    return [*texts, *(token.string for token in tokens if token.type == tokenize.COMMENT)]


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_rule_is_cited_without_the_letters_of_its_game(name: str) -> None:
    heads = {it.rule for it in found(name)[1] if it.kind == "heading"}
    tests = ROOT / "tests" / "rules" / package(name).name
    for path in [*package(name).rglob("*.py"), *tests.rglob("*.py")]:
        for text in prose(path):
            for listed in BARE.findall(text):
                rules = set(re.findall(rf"{HOUSE}|{NUMBER}", listed))
                assert not rules <= heads | {rule for rule in rules if re.match(HOUSE, rule)}, f"{path}: {listed}"


def test_a_rule_is_printed_with_all_its_places() -> None:
    lines = find(["TT", "6.2"]).splitlines()
    assert lines[0].startswith("heading ")
    assert {"heading", "function", "order", "sentence", "case", "test"} == {line.split()[0] for line in lines} - {
        "house"
    }
    assert any("resolve/disband.py" in line and "disband: TT 6.2" in line for line in lines)
    assert any("Which are stolen" in line for line in find(["TT", "5.5"]).splitlines())
    assert any("trade.py" in line for line in find(["TT", "5.5"]).splitlines())  # where a span of rules is cited


def test_a_comment_and_what_is_cited_outside_the_rules_are_found() -> None:
    assert any(line.startswith("line ") for line in find(["BP", "22B"]).splitlines())
    assert any("pbm/publish/ratings.py" in line for line in find(["BP", "17"]).splitlines())


@pytest.mark.parametrize("words", [[], ["TT"], ["6.2"], ["XX", "6.2"], ["TT", "99"], ["TT", "6.2", "6.3"]])
def test_what_cannot_be_found_is_answered_with_what_to_write(words: list[str]) -> None:
    with pytest.raises(LookupError) as error:
        find(words)
    said = str(error.value)
    assert said.startswith("TT has no rule 99;" if words == ["TT", "99"] else "Write a game and a rule, as in:")


@pytest.mark.parametrize(("rule", "code"), [("6.2", 0), ("99", 1)])
def test_the_command_ends_with_1_where_nothing_is_found(rule: str, code: int) -> None:
    ran = subprocess.run([sys.executable, "-m", "tests.where", "TT", rule], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == code
    assert ran.stdout.startswith("heading") if not code else ran.stderr.startswith("TT has no rule 99;")
