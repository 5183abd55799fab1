"""Who sees a space stands in the state, and it is what the rules say (BP 6A)."""

from tests.rules.battle_plan.games import game
from tests.rules.battle_plan.hidden import sees

SEEDS = (b"s" * 16, b"t" * 16)


def test_sight_in_the_state_is_what_the_rules_say() -> None:
    for seed in SEEDS:
        for before, _, played in game(seed, 9):
            for code, country in played.state.countries.items():
                for viewer in played.state.players:
                    assert (viewer in country.sight) == sees(before, played.state, viewer, code), (
                        code,
                        viewer,
                    )
