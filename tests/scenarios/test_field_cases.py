"""Cases of a game on squares: rows of a map, things that are gone, and items of lists; on a small field of its own.

The rows say what a square is: "." water, "+" land. A unit that is told E goes one square east, and is lost in water. A
city that is told X is no more.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbm.cases import expectations, scenario
from pbm.core.dice import Dice
from pbm.core.named import Named
from pbm.engine.system import Course, Resolution, Rules, Setup, System, Words, laid_over
from pbm.errors import PbmError
from pbm.orders.form import Order, OrderLine, Parsed
from pbm.site.cases import case_html
from pbm.site.pages import Case

State = dict[str, Any]
START = {
    "turn": 0,
    "map": {"rows": ["++++", "++++", "++++"]},
    "cities": {"OSA": {"at": [0, 0]}, "TRA": {"at": [3, 2]}},
    "units": {
        "1": {
            "1": {"at": [0, 0], "queue": ["E", "E"]},
            "2": {"at": [0, 1], "queue": [], "aboard": [{"name": "Swift", "men": 3}, {"name": "Slow", "men": 5}]},
        },
        "2": {"1": {"at": [3, 1], "queue": []}},
    },
}


def parse(lines: tuple[OrderLine, ...] | None, view: Any, rules: Rules) -> Parsed:
    tokens = [token for line in lines or () for token in line.text.split()]
    return Parsed(tuple(Order(token[0], "", {"n": token[1:]}, token) for token in tokens), count=len(tokens))


def resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    units = {p: dict(own) for p, own in state["units"].items()}
    cities = dict(state["cities"])
    for player, card in parsed.items():
        for order in card.orders:
            if order.code == "X":
                del cities[order.operands["n"]]
                continue
            own = units[str(player)]
            (x, y), row = own[order.operands["n"]]["at"], state["map"]["rows"]
            if row[y][x + 1] == ".":
                del own[order.operands["n"]]
            else:
                own[order.operands["n"]] = {**own[order.operands["n"]], "at": [x + 1, y]}
    return Resolution({**state, "turn": state["turn"] + 1, "units": units, "cities": cities}, ())


FIELD = (Named("cities"), Named("units", numbered=True))


@pytest.fixture(autouse=True)
def field(monkeypatch: pytest.MonkeyPatch) -> None:
    def unused(*_: Any) -> Any:
        raise AssertionError("a case does not need this")

    def only(record: Any, **verbs: Any) -> Any:
        return record(**{name: verbs.get(name, unused) for name in record.__struct_fields__})

    system = only(
        System,
        name="field",
        setup=only(Setup, load=lambda variant, options: None),
        course=only(Course, living=lambda state: (1, 2), awaited=lambda state: (), in_sight=None),
        words=only(
            Words,
            to_words=dict,
            lay=lambda state, words, rules: laid_over(state, words, "given"),
            named=FIELD,
            absent="",
        ),
        start=lambda rules, seats, dice: START,
        parse=parse,
        resolve=resolve,
        view=lambda state, viewer, rules: None,
    )
    monkeypatch.setattr("pbm.rules.system", lambda name: system)


HEAD = 'system = "field"\nvariant = "plain"\nnumber = "1-1"\ntitle = "A field"\n'
SEATS = "[seats]\n1 = 'A'\n2 = 'B'\n"


def tried(folder: Path, text: str, head: str = "", seeds: int = 0) -> scenario.Tried:
    path = folder / "field.toml"
    path.write_text(HEAD + head + SEATS + text, "utf-8")
    return scenario.try_file(path, seeds)


def found(folder: Path, text: str, head: str = "") -> list[str]:
    return list(tried(folder, text, head).differences)


def test_rows_of_a_map_are_given_as_a_whole(tmp_path: Path) -> None:
    """As many as there are, and no row of the map before is left."""
    rows = '[given.map]\nrows = [\n  "+.",\n  "*+",\n]\n'
    assert found(tmp_path, rows + '[expect.map]\nrows = ["+.", "*+"]\n') == []
    assert found(tmp_path, rows + '[expect.map]\nrows = ["++++", "++++", "++++"]\n') != []


def test_a_case_goes_by_the_rows_it_gives(tmp_path: Path) -> None:
    lost = "[cards]\n1 = 'E1'\n[expect.units.1]\n1 = 'nothing'\n"
    assert found(tmp_path, '[given.map]\nrows = ["+..."]\n' + lost) == []
    assert found(tmp_path, lost) == ["units.1.1: wanted nothing, got (at=[1, 0], queue=[E, E])."]


@pytest.mark.parametrize(
    ("given", "there"),
    [
        ("[given.units.1]\n2 = 'nothing'\n", {"1": ["1"], "2": ["1"]}),
        ("[given.units]\n2 = 'nothing'\n", {"1": ["1", "2"]}),
        ("[given.units.1]\n2 = 'nothing'\n3 = { at = [2, 2] }\n", {"1": ["1", "3"], "2": ["1"]}),
        ("[given.units.3]\n1 = { at = [2, 2] }\n2 = 'nothing'\n", {"1": ["1", "2"], "2": ["1"], "3": ["1"]}),
        ("[given.units.2]\n7 = 'nothing'\n", {"1": ["1", "2"], "2": ["1"]}),
    ],
)
def test_what_is_nothing_is_taken_from_the_position(tmp_path: Path, given: str, there: dict[str, Any]) -> None:
    words = tried(tmp_path, given).ready.words
    assert {p: [*own] for p, own in words["units"].items()} == there


def test_a_position_is_laid_over_a_copy(tmp_path: Path) -> None:
    tried(tmp_path, "[given.units]\n1 = 'nothing'\n")
    assert {*START["units"]} == {"1", "2"}  # type: ignore[misc]  # it is a table


def test_nothing_is_claimed_turn_by_turn(tmp_path: Path) -> None:
    """The unit reaches the shore, and is lost in the second turn."""
    rows = '[given.map]\nrows = ["++.."]\n[cards]\n1 = "E1"\n[expect.units.1]\n1 = { at = [1, 0] }\n'
    later = "[[then]]\n[then.cards]\n1 = 'E1'\n[then.expect.units.1]\n1 = 'nothing'\n2 = { at = [0, 1] }\n"
    assert found(tmp_path, rows + later) == []
    other = found(tmp_path, rows + later.replace("2 = {", "2 = 'nothing' # {"))
    assert [it.partition(" queue")[0] for it in other] == ["turn 2: units.1.2: wanted nothing, got (at=[0, 1],"]


def test_a_named_thing_may_be_gone_and_a_slip_in_its_name_is_one(tmp_path: Path) -> None:
    gone = "[cards]\n1 = 'XTRA'\n[expect.cities]\nTRA = 'nothing'\n"
    assert found(tmp_path, gone) == []
    assert found(tmp_path, gone.replace("TRA = ", "TRB = ")) == ["cities.TRB: there is nothing of this name."]
    assert found(tmp_path, gone.replace("TRA = ", "OSA = ")) == ["cities.OSA: wanted nothing, got (at=[0, 0])."]
    assert found(tmp_path, gone.replace("'nothing'", "{ at = [3, 2] }")) == [
        "cities.TRA.at: wanted [3, 2], got nothing."
    ]


def test_an_item_of_a_list_is_claimed_by_its_place_or_its_name(tmp_path: Path) -> None:
    units = "[expect.units.1.1]\nqueue = { 0 = 'E', 2 = 'nothing' }\n[expect.units.1.2.aboard]\nSlow = { men = 5 }\n"
    assert found(tmp_path, units) == []
    assert found(tmp_path, units.replace("'E'", "'W'").replace("men = 5", "men = 6")) == [
        "units.1.1.queue.0: wanted W, got E.",
        "units.1.2.aboard.Slow.men: wanted 6, got 5.",
    ]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("units.1.1.queue.1", "E"),
        ("units.1.1.queue.2", None),
        ("units.1.1.queue.-1", None),
        ("units.1.1.queue." + "9" * 5000, None),
        ("units.1.1.queue.\u0663", None),
        ("units.1.2.aboard.0.name", "Swift"),
        ("units.1.2.aboard.Slow.men", 5),
        ("units.1.2.aboard.Swallow.men", None),
        ("turn.0", None),
        ("map.rows.2", "++++"),
    ],
)
def test_a_path_leads_into_lists(path: str, value: Any) -> None:
    assert expectations.look_up(START, path) == value


def test_items_of_lists_are_counted_under_many_seeds(tmp_path: Path) -> None:
    watch = 'watch = ["units.1.2.aboard.Slow.men", "map.rows.0"]\n'
    odds = tried(tmp_path, "", watch + 'chance = [{ path = "units.1.1.queue.0", value = "E", p = 1 }]\n', 5)
    assert odds.odds is not None
    assert odds.odds.watched == {"units.1.2.aboard.Slow.men": ((5, 5),), "map.rows.0": (("++++", 5),)}
    assert odds.differences == ()


def test_a_table_in_the_place_of_a_value_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PbmError, match=r"given\.units\.1\.1: must be a table"):
        tried(tmp_path, "[given.units.1]\n1 = 5\n")


def test_the_rule_book_shows_what_is_gone() -> None:
    toml = "[given.units.1]\n1 = { men = 3 }\n[expect.units.1]\n1 = 'nothing'\n[expect.units.2]\n1 = { men = 2 }\n"
    html = case_html(Case("1-1", "Lost", toml), FIELD)
    rows = html.split("<tr>")[2:]
    assert [row.count(">nothing") for row in rows] == [1, 0]
