"""The tests of pbm/store."""
