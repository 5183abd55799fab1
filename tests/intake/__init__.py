"""The tests of pbm/intake."""
