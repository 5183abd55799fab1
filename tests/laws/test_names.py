"""One thing, one word: no two classes of the engine share a name."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "pbm"
RULES = PACKAGE / "rules"


def classes() -> dict[str, list[Path]]:
    """Where each name of a class stands."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path)
    return found


def owner(path: Path) -> str:
    """The rule system of a file, or what all systems share."""
    return path.relative_to(RULES).parts[0] if path.is_relative_to(RULES) else ""


def test_a_class_has_a_name_of_its_own() -> None:
    """Rule systems may call the same thing alike, each once: a State, a View, a Readout."""
    twice = {name: paths for name, paths in classes().items() if len(paths) > 1}
    wrong = [
        name for name, paths in twice.items() if not all(map(owner, paths)) or len(set(map(owner, paths))) < len(paths)
    ]
    assert wrong == []
    assert {"State", "View"} <= twice.keys()
