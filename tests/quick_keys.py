"""How often a pass phrase is stretched in tests.

With as many rounds as are shipped each test that founds a game for three takes a second more. That the program has them
is held by tests/seal/test_seal.py and tests/handover/test_kit.py. What runs in a process of its own has them as well,
and the example games are made with them.
"""

from pbm.seal.cipher import ROUNDS as SHIPPED_ROUNDS  # as it was imported, before the tests change it

ROUNDS = 1000

__all__ = ["ROUNDS", "SHIPPED_ROUNDS"]
