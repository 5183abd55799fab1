"""The dice are exact, labelled and the same everywhere (design 5)."""

import hashlib
import hmac
from collections import Counter
from fractions import Fraction
from math import comb, isqrt

import pytest

from pbm.core.dice import MOST_PINNED, Dice, PinnedDice
from pbm.errors import PbmError

SEED = bytes.fromhex("000102030405060708090a0b0c0d0e0f")


def fresh(turn: int = 1) -> Dice:
    return Dice(SEED, "EU-1", turn)


class Counting(Dice):
    """Dice that give every number below n in turn, to enumerate all outcomes of one roll."""

    def __init__(self, number: int) -> None:
        super().__init__(SEED, "all", 0)
        self.number = number
        self.asked = 0

    def below(self, label: str, n: int) -> int:
        self.asked = n
        return self.number % n


def test_a_roll_is_the_documented_hmac() -> None:
    digest = hmac.new(SEED, b"EU-1/1/army/UK/0", hashlib.sha256).digest()
    bits = int.from_bytes(digest, "big")
    assert fresh().below("army/UK", 1 << 20) == bits >> 236


def test_a_range_that_is_no_power_of_two_rejects_and_takes_the_next_bits() -> None:
    digest = hmac.new(SEED, b"EU-1/1/x/0", hashlib.sha256).digest()
    bits = f"{int.from_bytes(digest, 'big'):0256b}"
    rolls = [int(bits[k : k + 3], 2) for k in range(0, 255, 3)]
    assert fresh().below("x", 5) == next(r for r in rolls if r < 5)


def test_long_rolls_go_on_in_the_next_block() -> None:
    blocks = b"".join(hmac.new(SEED, f"EU-1/1/long/{k}".encode(), hashlib.sha256).digest() for k in range(2))
    assert fresh().below("long", 1 << 400) == int.from_bytes(blocks, "big") >> 112


def test_the_order_of_rolls_does_not_matter() -> None:
    one, two = fresh(), fresh()
    first = (one.die("a", 6), one.die("b", 20))
    second = (two.die("b", 20), two.die("a", 6))
    assert first == second[::-1]


def test_a_label_used_twice_is_an_error() -> None:
    dice = fresh()
    dice.die("a", 6)
    with pytest.raises(ValueError, match="'a' was rolled before"):
        dice.die("a", 6)


def test_turns_and_games_have_their_own_luck() -> None:
    assert [fresh(t).below("a", 10**9) for t in (1, 2)] != [fresh(1).below("a", 10**9)] * 2
    assert Dice(SEED, "EU-2", 1).below("a", 10**9) != fresh().below("a", 10**9)


def test_share_gives_every_choice_of_units_once() -> None:
    groups = (3, 2, 4)
    seen = Counter(Counting(k).share("s", 4, groups) for k in range(comb(9, 4)))
    expected = {
        (a, b, 4 - a - b): comb(3, a) * comb(2, b) * comb(4, 4 - a - b)
        for a in range(4)
        for b in range(3)
        if 0 <= 4 - a - b <= 4
    }
    assert seen == expected


def test_share_of_all_or_nothing_rolls_nothing() -> None:
    dice = fresh()
    assert dice.share("s", 5, (2, 3)) == (2, 3)
    assert dice.share("s", 0, (2, 3)) == (0, 0)
    assert dice.rolls == 0
    with pytest.raises(ValueError, match="6 hits among 5"):
        dice.share("s", 6, (2, 3))


def test_halves_and_quarters_count_bits() -> None:
    assert Counter(Counting(k).halves("h", 3) for k in range(8)) == {0: 1, 1: 3, 2: 3, 3: 1}
    assert Counter(Counting(k).quarters("q", 2) for k in range(16)) == {0: 9, 1: 6, 2: 1}


def test_picks_follow_the_weights() -> None:
    assert Counter(Counting(k).picks("p", 2, (1, 2)) for k in range(9)) == {(2, 0): 1, (1, 1): 4, (0, 2): 4}


def test_a_proportion_is_exact_in_sum_and_in_the_mean() -> None:
    weights = (1, 2, 4)
    splits = [Counting(k).proportion("p", 5, weights) for k in range(7)]
    assert all(sum(split) == 5 for split in splits)
    assert [Fraction(sum(s[i] for s in splits), 7) for i in range(3)] == [Fraction(5 * w, 7) for w in weights]


def test_rounding_is_up_with_the_fraction() -> None:
    assert Counter(Counting(k).round_randomly("r", Fraction(96, 5)) for k in range(5)) == {19: 4, 20: 1}
    assert fresh().round_randomly("r", Fraction(6, 2)) == 3


def test_a_root_is_rounded_without_a_float() -> None:
    assert fresh().round_root("r", 3600) == 60
    steps = 1 << 64
    up = isqrt(1800 * steps * steps) - 42 * steps  # the 64-bit fraction of the root of 1800
    assert Counting(up).round_root("r", 1800) == 43
    assert Counting(up + 1).round_root("r", 1800) == 42
    assert fresh().round_root("half", Fraction(1, 4)) in (0, 1)


def test_a_shuffle_gives_every_order_once() -> None:
    assert len({tuple(Counting(k).shuffle("s", "abcd")) for k in range(24)}) == 24


def test_what_is_rolled_until_it_differs_ends_where_all_dice_are_pinned() -> None:
    dice = PinnedDice(b"seed", "T", 1, {"first/*": 6, "*": 3})
    for number in range(MOST_PINNED):
        assert dice.die(f"again/{number}", 6) == 3
    assert dice.die("first/1", 6) == 6, "each label counts for itself"
    with pytest.raises(PbmError, match=r"dice: '\*' showed 3 too often; pin fewer labels\."):
        dice.die("again/one more", 6)
