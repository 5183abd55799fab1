"""Games of a trial: of every system and variant, the same whoever plays them and in whatever order."""

import random
from pathlib import Path

import msgspec
import pytest

from pbm import rules as registry
from pbm.core.textprint import WIDTH
from pbm.engine.system import Seat
from pbm.site.render import Renderer, templates_dir
from pbm.trials import game as games_played
from pbm.trials import telling
from pbm.trials.findings import findings, words
from pbm.trials.game import TrialGame, figure_of, play_game, play_games, read_game
from pbm.trials.page import page
from pbm.trials.tally import TrialTally, quantiles
from pbm.trials.trial import Laid, encoded, game_seed, lay, of_variant, seed_from
from tests.systems import SHIPPED

VARIANTS = [(name, variant) for name in SHIPPED for variant in registry.system(name).variants]


def laid(name: str, variant: str, turns: int, seats: int = 0, seed: str = "1", **options: str) -> Laid:
    system = registry.system(name)
    rules = system.setup.load(variant, options)
    homes = system.setup.usual(rules, seats or system.setup.most(rules))
    places = tuple(Seat(number, home) for number, home in enumerate(homes, 1))
    trial = of_variant(Path("nowhere"), system, variant, options, places, seed_from(seed), turns)
    return lay(encoded(trial))


def counted(table: Laid, games: list[TrialGame]) -> TrialTally:
    tally = TrialTally([seat.player for seat in table.trial.seats])
    for game in games:
        tally.add(game)
    return tally


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_every_variant_is_played_and_told(name: str, variant: str) -> None:
    table = laid(name, variant, 3)
    games = [read_game(line) for line in play_games(encoded(table.trial), (1, 2))]
    seats = len(table.trial.seats)
    for game in games:
        assert game.turns == len(game.taken) == len(game.fresh) <= 3
        assert [len(row) for row in game.sizes] == [game.turns + 1] * seats
        assert len(game.out) == len(game.hurt) == seats
        assert game.orders
        assert set(game.orders) <= {row.code for row in table.rules.orders.rows}
        assert set(game.phases) <= {name for _, name in table.system.phases()}
        assert game.faults == 0
    found = findings(table, counted(table, games), figure_of(table))
    text = telling.text(found)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert f"{table.system.title}, {variant}: 2 games of {seats} seats" in text
    assert all(seat.name for seat in found.seats)
    assert msgspec.json.decode(msgspec.json.encode(words(found)))["games"] == 2


@pytest.mark.parametrize("name", SHIPPED)
def test_sizes_are_told_of_every_living_seat(name: str) -> None:
    """What decides is known of each seat by its own view, also where others do not know it."""
    table = laid(name, registry.system(name).variants[0], 6, 4)
    game = play_game(table, 1)
    for row, out in zip(game.sizes, game.out, strict=True):
        assert any(row[1:]) or out


@pytest.mark.parametrize("name", SHIPPED)
def test_all_phases_have_names_that_differ(name: str) -> None:
    phases = registry.system(name).phases()
    assert len({name for _, name in phases}) == len(phases) > 3


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    table = laid("battle-plan", "europe", 8)
    alone = play_game(table, 3)
    assert read_game(play_games(encoded(table.trial), (1, 2, 3))[2]) == alone
    assert play_game(laid("battle-plan", "europe", 8), 3) == alone
    assert play_game(laid("battle-plan", "europe", 8, seed="2"), 3) != alone
    assert game_seed(b"a", 1) != game_seed(b"a", 2) != game_seed(b"b", 2)


@pytest.mark.parametrize("name", ["battle-plan", "trust-a-thief"])
def test_each_game_draws_who_plays_under_which_number(name: str) -> None:
    """What house players do to low numbers is nothing that a home can help."""
    table = laid(name, registry.system(name).variants[0], 1, 3)
    homes = [seat.home for seat in table.trial.seats]
    orders = set()
    for number in range(1, 40):
        seed = game_seed(table.trial.seed, number)
        drawn = play_game(table, number).numbers
        owners = table.system.course.owners(games_played._start(table, seed))
        assert [owners[home] for home in homes] == list(drawn)
        orders.add(drawn)
    assert len(orders) == 6


def test_no_number_is_drawn_where_it_is_the_homes() -> None:
    assert play_game(laid("gunboat-empires", "romin-jhors", 1, 3), 1).numbers == ()


def test_first_places_are_those_of_seats_and_are_counted_by_number_too() -> None:
    tally = TrialTally([1, 2])
    tally.add(made(1, leaders=(1,), numbers=(2, 1)))
    tally.add(made(2, leaders=(2,), numbers=(1, 2)))
    tally.add(made(3, leaders=(1, 2), numbers=(1, 2)))
    assert tally.first == {1: 1, 2: 1}
    assert tally.drawn == {2: 2}


def test_a_number_that_comes_first_too_often_is_named() -> None:
    table = laid("trust-a-thief", "sample", 2, 2)
    games = [made(k, leaders=(1 + k % 2,), numbers=(1, 2) if k % 2 else (2, 1)) for k in range(40)]
    found = findings(table, counted(table, games), figure_of(table))
    assert found.first_test.p == 1
    assert found.drawn == {1: 0, 2: 40}
    text = " ".join(telling.text(found).split())
    assert "p < 0.001; that is more than chance; [2] came first 40 times, [1] 0." in text
    assert "Numbers." not in telling.text(findings(table, counted(table, [made(1)]), figure_of(table)))


def test_findings_do_not_depend_on_the_order_of_games() -> None:
    table = laid("trust-a-thief", "sample", 20)
    games = [play_game(table, number) for number in range(1, 9)]
    figure = figure_of(table)
    found = findings(table, counted(table, games), figure)
    mixed = random.Random(1).sample(games, len(games))
    assert findings(table, counted(table, mixed), figure) == found


def test_a_won_game_and_a_stopped_one() -> None:
    table = laid("trust-a-thief", "sample", 60)
    whole = next(it for it in (play_game(table, number) for number in range(1, 9)) if it.ended)
    (winner,) = whole.winners
    assert whole.leaders == (winner,)
    assert whole.turns < 60
    assert whole.out[winner - 1] == 0
    stopped = play_game(laid("trust-a-thief", "sample", whole.turns - 1), whole.number)
    assert (stopped.ended, stopped.winners, stopped.turns) == (False, (), whole.turns - 1)
    assert all(longer[:-1] == shorter for longer, shorter in zip(whole.sizes, stopped.sizes, strict=True))


def test_who_wins_by_a_ranking_has_won() -> None:
    """GE 14: the game ends with a ranking, and the first of it comes first."""
    whole = play_game(laid("gunboat-empires", "romin-jhors", 40, 3), 1)
    assert whole.ended
    assert len(whole.winners) == 1


def made(number: int, **changes: object) -> TrialGame:
    usual = TrialGame(
        number=number,
        turns=2,
        ended=False,
        winners=(),
        leaders=(1,),
        sizes=((1, 2, 3), (1, 1, 0)),
        out=(0, 2),
        hurt=(0, 1),
        taken=(1, 1),
        fresh=(1, 0),
        falls={"AA": 2},
        orders={"X": 3},
        phases={"One": 2},
    )
    return msgspec.structs.replace(usual, **changes)


def test_the_tally_counts_what_it_says() -> None:
    tally = TrialTally([1, 2])
    tally.add(made(1))
    tally.add(made(2, ended=True, winners=(2,), leaders=(1, 2)))
    tally.add(made(3, winners=(1, 2), leaders=(1,)))
    tally.add(made(4, leaders=(1, 2), turns=1, sizes=((1, 1), (1, 1)), out=(0, 0), hurt=(0, 0), taken=(0,), fresh=(0,)))
    assert (tally.games, tally.ended, tally.won, tally.shared, tally.tied) == (4, 1, 2, 1, 2)
    assert (tally.wins, tally.alone, tally.first) == ({1: 1, 2: 2}, {2: 1}, {1: 1, 2: 1})
    assert tally.stalemates == 1
    assert [tally.played(turn) for turn in (1, 2, 3)] == [4, 3, 0]
    assert [tally.surviving(2, turn) for turn in (0, 1, 2)] == [4, 4, 1]
    assert tally.sizes[2][2] == {0: 3}
    assert (tally.taken, tally.falls, tally.orders) == ({1: 3, 2: 3}, {"AA": 8}, {"X": 12})


def test_quantiles_are_values_that_were_had() -> None:
    assert quantiles({1: 1, 2: 1, 3: 1, 10: 1}) == [1, 2, 3]
    assert quantiles({5: 100}) == [5, 5, 5]
    assert quantiles({}) == []


def test_unequal_seats_are_found_and_equal_ones_are_not() -> None:
    table = laid("trust-a-thief", "sample", 2, 2)

    def test_of(firsts: tuple[int, int]) -> tuple[float | None, int | None]:
        games = [made(k, leaders=(1 if k < firsts[0] else 2,)) for k in range(sum(firsts))]
        found = findings(table, counted(table, games), figure_of(table))
        return found.first_test.p, found.first_test.needed

    assert test_of((5, 4)) == (None, None)
    assert test_of((50, 50)) == (1.0, None)
    p, needed = test_of((70, 30))
    assert p == pytest.approx(6.3e-5, rel=0.01)
    assert needed == pytest.approx(10.507 / 0.15, rel=0.02)


def test_the_page_has_every_figure_and_needs_no_other_file() -> None:
    table = laid("battle-plan", "europe", 4)
    games = [play_game(table, number) for number in range(1, 4)]
    found = findings(table, counted(table, games), figure_of(table))
    html = page(table, found, Renderer(templates_dir(), {}, cache=False))
    assert html.count('<svg class="chart') == 5
    assert html.count("<title>") > 29
    assert "src=" not in html
    assert "<link" not in html
    for section in telling.sections(found):
        assert f'id="{section.id}"' in html
