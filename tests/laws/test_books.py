"""The books keep up with the program: no rule, command, dependency or phase without its place in them."""

import re
import textwrap
import tomllib
from pathlib import Path

import pytest

from pbm import rules as registry
from pbm.cases import scenario
from pbm.cli import COMMANDS
from pbm.orders.form import reference
from pbm.publish.prose import read_prose
from pbm.rules.battle_plan.resolve import SEQUENCE
from pbm.rules.battle_plan.resolve.land import STEPS
from tests.scenarios.test_case_coverage import PARAGRAPHS

ROOT = Path(__file__).parents[2]
ABOUT = ROOT / "content" / "about"
PACKAGE = ROOT / "pbm" / "rules" / "battle_plan"

CHAPTERS = ("1", "2", "3", "4", "4C", "4D", "4E", "4F", "4G", "5", "5F", "6", "9", "9.3", "12", "13")
MAP = ("15", "15A", "15B", "15C")


def markdown(path: Path) -> str:
    return read_prose(path)[1]


def without_code(text: str) -> str:
    """The text without its indented blocks."""
    return re.sub(r"^    .*$", "", text, flags=re.MULTILINE)


def examples(path: Path) -> list[str]:
    """The indented blocks of a page, set flush."""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", markdown(path), re.MULTILINE)
    return [textwrap.dedent(block).strip() + "\n" for block in blocks]


def headings(path: Path) -> list[str]:
    return re.findall(r"^#+ (.+)$", without_code(markdown(path)), re.MULTILINE)


BOOK = ROOT / "content" / "rules" / "battle-plan.md"
NUMBERED = [heading.split()[0] for heading in headings(BOOK) if heading[0].isdigit()]


@pytest.mark.parametrize("number", [*PARAGRAPHS["battle-plan"], *CHAPTERS, *MAP])
def test_every_rule_paragraph_has_its_heading(number: str) -> None:
    assert number in NUMBERED


def test_no_rule_number_heads_two_paragraphs() -> None:
    assert len(NUMBERED) == len(set(NUMBERED))


def test_every_order_names_a_rule_of_the_book() -> None:
    system = registry.system("battle-plan")
    orders = system.setup.load(system.variants[0], {}).orders
    assert {row["rule"] for row in reference(orders)} <= set(NUMBERED)


@pytest.mark.parametrize(("number", "name"), [(number, name) for number, name, _ in (*SEQUENCE, *STEPS)])
def test_every_phase_is_told_in_the_book(number: str, name: str) -> None:
    assert number in NUMBERED, name


def test_every_house_rule_of_the_europe_game_is_told_in_its_place() -> None:
    system = registry.system("battle-plan")
    house = system.setup.load(system.variants[0], {}).house
    text = markdown(BOOK)
    assert [row["id"] for row in house if row["applies"] == "all" and f"[{row['id']}](#{row['id']})" not in text] == []


def test_every_house_rule_that_the_book_names_exists() -> None:
    system = registry.system("battle-plan")
    known = {row["id"] for row in system.setup.load(system.variants[0], {}).house}
    assert set(re.findall(r"HR-\d+", markdown(BOOK))) <= known


def test_every_house_rule_says_in_sentences_what_we_do_and_why() -> None:
    system = registry.system("battle-plan")
    for row in system.setup.load(system.variants[0], {}).house:
        assert row["title"], row["id"]
        assert row["applies"] in ("all", "world"), row["id"]
        assert row["default"].endswith("."), row["id"]
        assert row["reason"].endswith("."), row["id"]
        if "option" in row:
            others = set(row["choices"]) - {row["value"]}
            assert {other.split("`")[1] for other in row["alternatives"]} == others, row["id"]


@pytest.mark.parametrize(
    ("rule", "label", "kind"),
    [
        ("15C.1", "with a coast", "player"),
        ("15C.1", "without", "player_landlocked"),
        ("15C.2", "with a coast", "minor"),
        ("15C.2", "without", "minor_landlocked"),
        ("15C.2", "island", "minor_island"),
    ],
)
def test_the_starting_forces_of_the_book_are_those_of_the_program(rule: str, label: str, kind: str) -> None:
    forces = tomllib.loads((PACKAGE / "rules.toml").read_text("utf-8"))["forces"][kind]
    numbers = " | ".join(str(forces[key]) for key in ("army", "navy", "air", "industry", "limit", "tax"))
    section = markdown(BOOK).split(f"\n#### {rule} ", 1)[1].split("\n#", 1)[0]
    assert f"\n| {label} | {numbers} |\n" in section


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_told_with_an_example(command: str) -> None:
    path = ABOUT / "moderator.md"
    assert command in headings(path)
    section = markdown(path).split(f"\n### {command}\n", 1)[1].split("\n### ", 1)[0]
    assert re.search(rf"^    pbm {command}\b", section, re.MULTILINE)


def dependencies(extra: str = "") -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return [re.split(r"[<>=~!\[; ]", line)[0].lower() for line in wanted]


@pytest.mark.parametrize("package", dependencies())
def test_every_dependency_has_its_reasons_and_its_weight(package: str) -> None:
    rows = re.findall(rf"^\| {re.escape(package)} \|.*$", markdown(ABOUT / "dependencies.md"), re.MULTILINE)
    assert [row.count(" | ") for row in rows] == [3, 2]


@pytest.mark.parametrize("package", dependencies("test"))
def test_every_test_package_is_named(package: str) -> None:
    rows = [line for line in markdown(ABOUT / "dependencies.md").lower().splitlines() if line.startswith("|")]
    assert any(re.search(rf"\b{re.escape(package)}\b", row.split("|")[1]) for row in rows)


@pytest.mark.parametrize("path", sorted(ABOUT.glob("*.md")), ids=lambda path: path.stem)
def test_every_page_has_a_title_and_one_first_heading(path: Path) -> None:
    front, text = read_prose(path)
    assert front.title
    assert len(re.findall(r"^# ", without_code(text), re.MULTILINE)) == 1


def test_the_example_of_the_cases_page_plays_as_it_says(tmp_path: Path) -> None:
    example = examples(ABOUT / "cases.md")[0]
    file = tmp_path / "battle.toml"
    file.write_text(example, encoding="utf-8")
    tried = scenario.try_file(file)
    assert tried.differences == ()


def test_the_first_card_of_the_rule_book_has_no_fault(tmp_path: Path) -> None:
    card = examples(BOOK)[0]
    file = tmp_path / "card.toml"
    seats = "[seats]\n1 = 'TU'\n2 = 'FR'\n3 = 'RU'\n4 = 'GB'\n"
    head = 'system = "battle-plan"\nvariant = "europe"\n'
    orders = "\n".join(card.splitlines()[1:-1])
    file.write_text(f"{head}{seats}[cards]\n1 = '''{orders}'''\n[expect]\nno_faults = true\n", encoding="utf-8")
    assert scenario.try_file(file).differences == ()


@pytest.mark.parametrize("path", sorted((ROOT / "content").rglob("*.md")), ids=lambda path: path.stem)
def test_code_is_indented_since_the_site_knows_no_fences(path: Path) -> None:
    assert "```" not in path.read_text("utf-8")
