"""The tests of pbm/engine."""
