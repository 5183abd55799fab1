"""The tests of pbm/seal."""
