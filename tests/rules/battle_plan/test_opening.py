"""The phases before the first die are shared by turns that begin alike; that may not be seen in what comes out."""

from pbm.core.dice import Dice
from pbm.rules import system
from pbm.rules.battle_plan.resolve import NO_DICE, OPENING, SEQUENCE, resolve
from tests.bench.turn import Bench


def test_the_same_turn_under_another_seed_is_what_it_is_when_played_alone() -> None:
    bench = Bench(60, 600)
    plan = system("battle-plan")
    parsed = {
        p: plan.parse(card, plan.view(bench.state, p, bench.rules), bench.rules) for p, card in bench.cards.items()
    }
    shared = []
    for seed in (b"a" * 16, b"b" * 16):
        made = resolve(bench.state, parsed, Dice(seed, "EU-9", 1), bench.rules)
        shared.append((made.state, made.events))
    fresh = resolve(bench.state, dict(parsed), Dice(b"b" * 16, "EU-9", 1), bench.rules)
    assert shared[1] == (fresh.state, fresh.events)
    assert shared[0] != shared[1]


def test_no_die_is_rolled_before_the_money_is_paid() -> None:
    test_the_same_turn_under_another_seed_is_what_it_is_when_played_alone()
    assert NO_DICE.rolls == 0
    names = [name for _, name, _ in SEQUENCE[:OPENING]]
    assert names[-1] == "Suppressed pools recover"
