"""The tests of pbm/privacy."""
