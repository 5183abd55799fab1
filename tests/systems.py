"""The rule systems that tests run over: those that come with the engine, and a small one that lives in tests."""

from pbm.rules import SYSTEMS

SHIPPED = tuple(sorted(SYSTEMS))
"""Those that have a rule book, cases, house rules and pages."""

SYSTEMS["wadi"] = "tests.rules.wadi"
ALL = tuple(sorted(SYSTEMS))
