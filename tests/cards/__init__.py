"""The tests of pbm/cards."""
