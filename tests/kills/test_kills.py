"""A real `pbm cron`, killed at random while mail arrives over IMAP (issue D, 8). For more: `python -m tests.kills`."""

from tests.kills.cron import attempt


def test_no_kill_loses_a_card_or_sends_a_letter_twice_or_leaves_half_a_turn() -> None:
    tally = attempt(kills=40, seed=7)
    assert tally.wrong == []
    assert tally.killed == 40
    assert tally.mails
    assert tally.letters
