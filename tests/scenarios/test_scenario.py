"""The scenario format of design 7, played on a toy system: each player's coin falls heads or tails."""

import json
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbm.cases import expectations, odds, scenario, setup
from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.core.printout import Fault
from pbm.engine.system import Course, Resolution, Rules, Seat, Setup, System
from pbm.engine.system import Words as WordsOf
from pbm.errors import PbmError
from pbm.orders.form import Order, OrderLine, Parsed

Words = dict[str, Any]


def toy_parse(lines: tuple[OrderLine, ...] | None, view: Any, rules: Rules) -> Parsed:
    orders, faults = [], []
    for line in lines or ():
        for token in line.text.split():
            if token == "TOSS":
                orders.append(Order("TOSS", "", {}, token, line.number, 1))
            else:
                faults.append(Fault(line.number, line.text.index(token) + 1, token, "invalid", "Say TOSS."))
    return Parsed(tuple(orders), faults=tuple(faults), count=len(orders), given=lines is not None)


def toy_resolve(state: Words, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    heads = dict(state["heads"])
    events = []
    for player, card in parsed.items():
        for n, _ in enumerate(card.orders):
            if dice.chance(f"{player}/{n}", Fraction(1, 4)):
                heads[str(player)] = heads.get(str(player), 0) + 1
                events.append(Event("heads", "all", {"player": player, "coins": [1, {"side": "heads"}]}))
    return Resolution({**state, "turn": state["turn"] + 1, "heads": heads}, tuple(events))


def toy_lay(state: Words, words: Mapping[str, Any], rules: Rules) -> Words:
    if set(words) - set(state):
        raise ValueError(f"given.{min(words)}: unknown key")
    return {**state, **words}


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    def unused(*_: Any) -> Any:
        raise AssertionError("a scenario does not need this")

    def start(rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> Words:
        return {"turn": 0, "heads": {}, "purse": "70.7", "seats": [seat.player for seat in seats]}

    def only(record: Any, **verbs: Any) -> Any:
        return record(**{name: verbs.get(name, unused) for name in record.__struct_fields__})

    toy = only(
        System,
        name="toy",
        setup=only(Setup, load=lambda variant, options: None),
        course=only(
            Course,
            living=lambda state: tuple(state["seats"]),
            awaited=lambda state: tuple(state["seats"]),
            in_sight=None,
        ),
        words=only(WordsOf, to_words=dict, lay=toy_lay, named=(), absent=""),
        start=start,
        parse=toy_parse,
        resolve=toy_resolve,
        view=lambda state, viewer, rules: None,
    )
    monkeypatch.setattr("pbm.rules.system", lambda name: toy)


HEAD = 'system = "toy"\nvariant = "coin"\nnumber = "1-1"\ntitle = "A coin"\n'
SEATS = "[seats]\n1 = 'X'\n2 = 'Y'\n"


def write(folder: Path, text: str, head: str = HEAD + SEATS) -> Path:
    path = folder / "toy.toml"
    path.write_text(head + text, "utf-8")
    return path


def found(folder: Path, text: str, head: str = HEAD + SEATS) -> list[str]:
    return list(scenario.try_file(write(folder, text, head)).differences)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[cards]\n1 = 5\n", "cards: Expected `str`"),
        ("three = 'X'\n", "seats: Expected `int`"),
        ("0 = 'X'\n", "seats.0: players are numbered from 1"),
        ("-1 = 'X'\n", "seats.-1: players are numbered from 1"),
        ("[cardz]\n1 = 'TOSS'\n", "`cardz`"),
        ("[cards]\n3 = 'TOSS'\n", "cards.3: there is no such seat"),
        ("[expect]\nno_faults = 3\n", "expect.no_faults: Expected `bool`"),
        ("[[expect.events]]\nplayer = 1\n", "an event needs its kind"),
        ("[[expect.lines]]\nplayer = 1\n", "needs has ="),
        ("[[expect.lines]]\nplayer = 77\nhas = 'x'\n", "expect.lines: player: there is no player 77"),
        ("[expect.heads]\n1 = {one_of = 5}\n", "expect.heads.1.one_of: needs a list, not 5"),
        ("[expect.heads]\n1 = {between = [3]}\n", "expect.heads.1.between: needs two numbers, not [3]"),
        ("[[expect.events]]\nkind = 'heads'\nplayer = {between = 3}\n", "expect.events[0].player.between: needs"),
        ("[[chance]]\npath = 'turn'\np = '1/2'\nvalue = {one_of = 5}\n", "chance.value.one_of: needs a list"),
        ("[[expect.faults]]\nwho = 1\n", "who"),
        ("[[then]]\n[then.expect]\nno_faults = 3\n", "then[0].expect.no_faults"),
        ("[given]\nforce = 1\n", "given.force: unknown key"),
        ("= 3\n", "is not valid TOML"),
        ("[given]\nx = " + "{x=" * 100_000, "tables nested without end"),
        ("[given]\nx = 1" + "0" * 5_000, "a number of thousands of digits"),
    ],
)
def test_a_wrong_file_is_refused_with_file_and_key(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(PbmError) as caught:
        scenario.try_file(write(tmp_path, text))
    assert "toy.toml" in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize("head", [SEATS, 'seed = "0"\n' + HEAD + SEATS, HEAD, 'seed = "xyz"\n' + HEAD + SEATS])
def test_a_head_that_lacks_something_is_refused(tmp_path: Path, head: str) -> None:
    with pytest.raises(PbmError, match=r"toy\.toml"):
        scenario.try_file(write(tmp_path, "", head))


@pytest.mark.parametrize("p", ["2", "-1/2", "1/0", "half", "", "٣/٤", "1/1_0", "1e-999999999"])
def test_an_impossible_probability_is_refused(tmp_path: Path, p: str) -> None:
    head = HEAD + f'chance = [{{ path = "heads.1", value = 1, p = "{p}" }}]\n' + SEATS
    with pytest.raises(PbmError, match="not a probability"):
        scenario.try_file(write(tmp_path, "", head))


def test_an_unknown_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PbmError, match=r"nothing under the path spaces\.UK"):
        scenario.try_file(write(tmp_path, "", HEAD + 'watch = ["spaces.UK.army"]\n' + SEATS))


@pytest.mark.parametrize(
    ("path", "known"),
    [("turn", True), ("spaces.UK.hpi", True), ("spaces.UX.hpi", False), ("players.9", False), ("space", False)],
)
def test_a_slip_in_a_name_is_not_taken_for_nothing(path: str, known: bool) -> None:
    state = {"turn": 1, "spaces": {"UK": {}}, "players": {"1": {}}}
    assert expectations.is_known(state, path, {"spaces", "players"}) == known


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PbmError, match=r"none\.toml: cannot be read"):
        scenario.try_file(tmp_path / "none.toml")


def test_what_is_no_scenario_by_its_size_or_kind_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(PbmError, match=r"/dev/zero: is larger than 4 MB"):
        scenario.try_file("/dev/zero")
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * (setup.LARGEST + 1))
    with pytest.raises(PbmError, match=r"large\.toml: is larger than 4 MB"):
        scenario.try_file(large)


def test_a_number_with_a_point_is_the_exact_decimal(tmp_path: Path) -> None:
    """What is given is never a float: 40.1 is the decimal string, and both stand for the same."""
    text = "[given]\npurse = 40.1\n[expect]\npurse = {}\n"
    assert found(tmp_path, text.format("40.1")) == found(tmp_path, text.format('"40.10"')) == []
    assert found(tmp_path, text.format("40.11")) == ["purse: wanted 40.11, got 40.1."]


def test_what_comes_true_makes_no_difference(tmp_path: Path) -> None:
    text = """
[given]
heads = { 1 = 3 }
[cards]
1 = "FLIP"
[expect]
turn = 1
heads = { 1 = 3, 2 = 0 }
purse = "70.70"
orders = { 1 = 0 }
[[expect.events]]
kind = "nmr"
player = 2
seen_by = "all"
[[expect.faults]]
player = 1
text = "FLIP"
kind = "invalid"
"""
    assert found(tmp_path, text) == []


@pytest.mark.parametrize(
    ("expect", "difference"),
    [
        ("turn = 2", "turn: wanted 2, got 1."),
        ("heads = { 1 = 4 }", "heads.1: wanted 4, got 3."),
        ("heads = { 2 = 4 }", "heads.2: wanted 4, got nothing."),
        ("heads = { 1 = { one_of = [1, 2] } }", "heads.1: wanted one of 1, 2, got 3."),
        ("heads = { 1 = { between = [4, 9] } }", "heads.1: wanted between 4 and 9, got 3."),
        ("purse = 70", "purse: wanted 70, got 70.7."),
        ("seats = [1]", "seats: wanted [1], got [1, 2]."),
        ("forces = 0", "forces: the state has no such word."),
        ("orders = { 1 = 1 }", "orders.1: wanted 1, got 0."),
        ("events = [{ kind = 'nmr', player = 1 }]", "events: wanted nmr (player=1), got only (player=2)."),
        ("events = [{ kind = 'heads' }]", "events: wanted heads (), got none of this kind."),
        ("faults = [{ player = 2 }]", "faults: wanted (player=2), got player 1 'FLIP' (invalid: Say TOSS.)."),
        ("no_faults = true", "faults: wanted none, got player 1 'FLIP' (invalid: Say TOSS.)."),
    ],
)
def test_each_difference_is_told_with_path_wanted_and_got(tmp_path: Path, expect: str, difference: str) -> None:
    text = f"[given]\nheads = {{ 1 = 3 }}\n[cards]\n1 = 'FLIP'\n[expect]\n{expect}\n"
    assert found(tmp_path, text) == [difference]


def test_further_turns_have_cards_and_claims_of_their_own(tmp_path: Path) -> None:
    text = """
[cards]
1 = "TOSS"
2 = "TOSS"
[expect]
turn = 1
no_faults = true
[[then]]
[then.cards]
1 = "FLIP"
[then.expect]
turn = 2
[[then]]
[then.expect]
turn = 4
"""
    tried = scenario.try_file(write(tmp_path, text))
    assert tried.differences == ("turn 3: turn: wanted 4, got 3.",)
    words = tried.words()
    assert [later["state"]["turn"] for later in words["turns"]] == [1, 2, 3]
    assert words["state"] == words["turns"][-1]["state"]
    assert words["turns"][1]["faults"][0]["text"] == "FLIP"
    assert words["differences"] == list(tried.differences)


def test_the_words_of_one_turn_are_faults_events_and_state(tmp_path: Path) -> None:
    tried = scenario.try_file(write(tmp_path, "[cards]\n1 = 'TOSS\tFLIP'\n2 = 'TOSS'\n"))
    words = json.loads(json.dumps(tried.words()))
    assert set(words) == {"faults", "events", "state"}
    assert words["faults"] == [
        {"player": 1, "line": 1, "column": 6, "text": "FLIP", "kind": "invalid", "message": "Say TOSS."}
    ]
    assert {frozenset(event) for event in words["events"]} == {frozenset({"kind", "seen_by", "facts"})}
    assert words["state"]["turn"] == 1


@pytest.mark.parametrize(
    "card",
    [
        "TOSS\nFLIP",
        "ORDERS\nTOSS\nFLIP\nEND\nGreetings",
        "TOSS\nFLIP\nEND\nGreetings",
        "EU-7 T-5 [1] Rosa Klein\nTOSS\nFLIP\n-- \nRosa",
    ],
)
def test_a_card_may_have_a_heading_and_an_end(card: str) -> None:
    lines = setup.order_lines(card, "here")
    assert [line.text for line in lines] == ["TOSS", "FLIP"]
    assert card.split("\n")[lines[0].number - 1] == "TOSS"


def test_a_card_that_never_ends_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PbmError, match=r"cards\.1: there is a line ORDERS"):
        scenario.try_file(write(tmp_path, '[cards]\n1 = """ORDERS\nTOSS"""\n'))


def test_many_seeds_show_the_distribution(tmp_path: Path) -> None:
    head = (
        HEAD
        + 'watch = ["heads.1"]\nchance = [{ path = "heads.1", value = 1, p = "1/4" },'
        + ' { path = "heads.1", value = 0, p = "0.7501" }, { path = "heads.1", value = 1, p = "3/4" }]\n'
        + SEATS
    )
    path = write(tmp_path, "[cards]\n1 = 'TOSS'\n", head)
    tried = scenario.try_file(path, seeds=400)
    assert tried.odds is not None
    counts = dict(tried.odds.watched["heads.1"])
    assert sum(counts.values()) == 400
    assert [holds for _, _, holds in tried.odds.chances] == [True, True, False]
    assert len(tried.differences) == 1
    assert "wanted p = 3/4" in tried.differences[0]
    assert tried.words()["seeds"]["count"] == 400
    assert "400 seeds" in tried.text()
    assert scenario.try_file(path, seeds=400).text() == tried.text()


def test_own_seed_and_tries_differ() -> None:
    seeds = {odds.seed_of(b"\0", n) for n in range(1, 50)} | {odds.seed_of(b"\1", 1)}
    assert len(seeds) == 50


def test_the_text_tells_what_changed_where_the_scenario_looks(tmp_path: Path) -> None:
    text = scenario.try_file(write(tmp_path, "[cards]\n1 = 'FLIP'\n[expect]\nturn = 1\n")).text()
    assert text.startswith("1-1 A coin (")
    assert "FLIP" in text
    assert "nmr" in text
    assert text.endswith("as expected\n")


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        (0, None),
        (False, None),
        ("", None),
        ({"a": 0, "b": {"c": 0}}, {}),
        ({"a": 0}, None),
        ({}, None),
        ({"forces": {}}, {"forces": {}}),
        ({"suppressed": {}}, {"suppressed": {"tax": 0, "air": 0}}),
        ({"stance": {}}, {"stance": {"2": "neutral"}}),
        ("101", "101.00"),
        (101, "101"),
        (70.7, "70.7"),
        ({"between": [0, 3]}, None),
        ({"between": ["1.5", 3]}, "2.25"),
        ({"one_of": ["enemy", 0]}, None),
        ("neutral", None),
        ({"one_of": ["ally", "neutral"]}, None),
        ({"stance": {"2": "neutral"}}, {"stance": {}}),
        ([1, {"one_of": [2, 3]}], [1, 3]),
        ([{"name": "TU"}], [{"name": "UK"}, {"name": "TU", "army": [20, 5]}]),
        ([["start", "", 100]], [["start", "", 100], ["end", "", 50]]),
    ],
)
def test_these_are_the_same(wanted: Any, got: Any) -> None:
    assert expectations.differences(wanted, got, "x", "neutral") == []


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        (1, True),
        (0, "neutral"),
        ("neutral", "enemy"),
        ("enemy", None),
        ([1], [1, 2]),
        ([1, 2], [2, 1]),
        ([], [1]),
        ({"between": [1, 3]}, None),
        ({"between": [1, 3]}, "ally"),
        ({"one_of": []}, 0),
        ({"a": 1}, 5),
        ({}, {"1": "5"}),
        ({"forces": {}}, {"forces": {"1": {"navy": 5}}}),
        ([{"name": "TU", "army": [20, 4]}], [{"name": "TU", "army": [20, 5]}]),
    ],
)
def test_these_are_not_the_same(wanted: Any, got: Any) -> None:
    assert len(expectations.differences(wanted, got, "x", "neutral")) == 1


def test_the_bound_is_exact() -> None:
    limit = Fraction(1, 2 * 10**9)
    n, p = 60, Fraction(2, 7)
    for hits in range(n + 1):
        terms = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        inside = sum(terms[: hits + 1]) >= limit and sum(terms[hits:]) >= limit
        assert expectations.believable(n, hits, p) == inside


def test_certain_and_impossible_chances_allow_nothing_else() -> None:
    assert expectations.believable(10, 10, Fraction(1))
    assert not expectations.believable(10, 9, Fraction(1))
    assert expectations.believable(10, 0, Fraction(0))
    assert not expectations.believable(10, 1, Fraction(0))


def test_a_name_with_nothing_behind_it_claims_nothing() -> None:
    """A space is never gone; a table within one may be empty."""
    state = {"spaces": {"UK": {"army": 5, "spies": {"1": 2}}}}
    result = expectations.Result(state=state, events=(), faults=(), orders={})
    assert expectations.check_result(expectations.Expectations({"spaces": {}}), result, {"spaces"}) == []
    assert expectations.check_result(expectations.Expectations({"spaces": {"UK": {}}}), result, {"spaces"}) == []
    assert expectations.check_result(expectations.Expectations({"spaces": {"UK": {"spies": {}}}}), result)
    assert expectations.check_result(expectations.Expectations({"spaces": {"ZZ": {}}}), result, {"spaces"}) == [
        "spaces.ZZ: there is nothing of this name."
    ]


TOSSES = "[cards]\n1 = 'TOSS TOSS'\n2 = 'TOSS'\n"


@pytest.mark.parametrize(
    ("pins", "heads"),
    [
        ('"1/0" = 1\n"1/1" = 4\n"2/0" = 2', {"1": 1}),
        ('"*" = 1', {"1": 2, "2": 1}),
        ('"*" = 1\n"1/*" = 3\n"1/1" = 1', {"1": 1, "2": 1}),
        ('"1/*" = 99\n"2/*" = 1', {"2": 1}),
    ],
)
def test_a_pinned_die_shows_its_face_and_the_longest_label_counts(
    tmp_path: Path, pins: str, heads: dict[str, int]
) -> None:
    """A face above the highest is the highest; the same under any seed."""
    tried = scenario.try_file(write(tmp_path, f'watch = ["heads.1"]\n{SEATS}{TOSSES}[dice]\n{pins}\n', HEAD), 5)
    assert tried.words()["state"]["heads"] == heads
    assert tried.differences == ()
    assert tried.odds
    assert [count for _, count in tried.odds.watched["heads.1"]] == [5]


def test_a_pinned_label_that_is_never_rolled_is_a_difference(tmp_path: Path) -> None:
    text = (
        TOSSES + '[dice]\n"1/0" = 1\n"1/7" = 1\n"9/*" = 1\n[[then]]\n[then.cards]\n1 = "TOSS"\n[then.dice]\n"1/1" = 1\n'
    )
    assert found(tmp_path, text) == [
        "turn 1: dice: '1/7' was never rolled.",
        "turn 2: dice: '1/1' was never rolled.",
    ]


def test_what_was_rolled_is_listed_turn_by_turn_as_a_case_pins_it(tmp_path: Path) -> None:
    text = TOSSES + '[dice]\n"1/0" = 2\n[[then]]\n[then.cards]\n1 = "TOSS"\n'
    tried = scenario.try_file(write(tmp_path, text))
    first, second = (turn["dice"] for turn in tried.words(has_dice=True)["turns"])
    assert first["1/0"] == {"face": 2, "sides": 4}
    assert set(second) == {"1/0"}
    assert all(1 <= die["face"] <= die["sides"] for die in (*first.values(), *second.values()))
    pins = "".join(f'"{label}" = {die["face"]}\n' for label, die in first.items())
    again = scenario.try_file(write(tmp_path, f'seed = "77"\n{SEATS}{TOSSES}[dice]\n{pins}', HEAD))
    assert again.words()["state"] == tried.words()["turns"][0]["state"], "a case that is written from a played one"
    assert "dice" not in tried.words()


def test_pins_hold_for_the_set_up_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbm import rules as registry

    def start(rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> Words:
        return {"turn": 0, "heads": {"1": dice.die("start", 20)}, "purse": "", "seats": [1, 2]}

    toy = registry.system("toy")
    monkeypatch.setattr("pbm.rules.system", lambda name: msgspec.structs.replace(toy, start=start))
    tried = scenario.try_file(write(tmp_path, '[dice]\n"start" = 17\n[expect.heads]\n1 = 17\n'))
    assert tried.differences == ()


@pytest.mark.parametrize(("pin", "told"), [("0", "dice: Expected `int` >= 1"), ("'a'", "dice: Expected `int`")])
def test_a_face_is_counted_from_one(tmp_path: Path, pin: str, told: str) -> None:
    with pytest.raises(PbmError, match=told):
        found(tmp_path, f'[dice]\n"1/0" = {pin}\n')
