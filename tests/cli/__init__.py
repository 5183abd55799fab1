"""The tests of pbm/cli."""
