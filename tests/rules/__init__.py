"""The tests of pbm/rules."""
