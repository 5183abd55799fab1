"""The tests of pbm/mail."""
