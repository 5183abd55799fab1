"""The rule systems that tests run over: those that come with the engine, and a small one that lives in tests."""

from pathlib import Path

from pbm.rules import SYSTEMS

SHIPPED = tuple(sorted(SYSTEMS))
"""Those that have a rule book, cases, house rules and pages."""

PACKAGES = tuple(SYSTEMS[name].rpartition(".")[2] for name in SHIPPED)
CASES = Path(__file__).parent / "cases"
CASE_FILES = sorted(path for package in PACKAGES for path in (CASES / package).glob("*.toml"))
"""The worked cases of those; a system that is being built looks at its own."""

SYSTEMS["wadi"] = "tests.rules.wadi"
ALL = tuple(sorted(SYSTEMS))
