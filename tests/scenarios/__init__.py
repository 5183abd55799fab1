"""Worked cases: `tests/cases`, and the program that plays them."""
