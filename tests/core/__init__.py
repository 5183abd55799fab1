"""The tests of pbm/core."""
