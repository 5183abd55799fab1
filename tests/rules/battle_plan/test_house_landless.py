"""A house player who has lost everything writes a card that is read without a fault (BP 19A)."""

from msgspec.structs import replace

from pbm.cases.setup import order_lines
from pbm.core.dice import Dice
from pbm.engine import turn
from pbm.engine.system import Seat
from pbm.rules import system

BATTLE_PLAN = system("battle-plan")


def test_it_spends_nothing_of_what_is_lost_with_its_last_country() -> None:
    rules = BATTLE_PLAN.setup.load("real-forces", {})
    state = BATTLE_PLAN.start(
        rules, tuple(Seat(n, home) for n, home in enumerate(("EGB", "EWG", "EFR"), 1)), Dice(b"start", "T", 0)
    )
    countries = {
        code: replace(country, occupier=0, hpi=0) if country.occupier == 1 else country
        for code, country in state.countries.items()
    }
    for number in range(1, 13):  # what it spends its money on hangs on the turn
        lost = replace(state, turn=number, countries=countries)
        card = turn.house_card(BATTLE_PLAN, rules, lost, 1, Dice(b"seed", "WW-1", number + 1))
        read = turn.check(BATTLE_PLAN, rules, lost, 1, order_lines(card, "card"))
        assert [fault.text for fault in read.faults] == []
