"""The tests of pbm/post."""
