"""The tests of pbm/orders."""
