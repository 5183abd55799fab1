"""The tests of pbm/publish."""
