"""Who may import whom, and what the rules may not touch (design 2)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "pbm"
FILES = sorted(PACKAGE.rglob("*.py"))

# What a module (or all under a folder) may import of pbm, by the front of the dotted name.
BASE = {"pbm.errors", "pbm.events", "pbm.dice", "pbm.printout", "pbm.card", "pbm.orderform", "pbm.order", "pbm.series"}
BASE |= {"pbm.ordertable", "pbm.orderfault", "pbm.orderreader", "pbm.orderwords", "pbm.ordersheet"}
BASE |= {"pbm.vocabulary", "pbm.orderslips"}
BASE |= {"pbm.blankcard", "pbm.cardend", "pbm.oldermail", "pbm.cardtext"}
ALLOWED: dict[str, set[str]] = {
    "pbm.errors": set(),
    "pbm.cache": set(),
    "pbm.toml": {"pbm.errors"},
    "pbm.schedule": {"pbm.errors"},
    "pbm.dice": {"pbm.errors"},
    "pbm.events": {"pbm.errors"},
    "pbm.printout": {"pbm.errors"},
    "pbm.series": {"pbm.errors"},
    "pbm.card": BASE,
    "pbm.cardend": set(),
    "pbm.oldermail": {"pbm.cardend"},
    "pbm.cardtext": BASE,
    **dict.fromkeys((name for name in BASE if name.startswith(("pbm.order", "pbm.blank"))), BASE),
    "pbm.classic": {"pbm.errors", "pbm.printout"},
    "pbm.system": BASE,
    "pbm.vocabulary": {"pbm.events"},
    "pbm.rules": BASE | {"pbm.system"},
    "pbm.ordersaid": BASE,
    "pbm.turn": BASE | {"pbm.system"},
    "pbm.claims": BASE,
    "pbm.stage": BASE | {"pbm.toml", "pbm.system", "pbm.turn", "pbm.rules", "pbm.claims"},
    "pbm.scenario": BASE | {"pbm.system", "pbm.turn", "pbm.rules", "pbm.classic", "pbm.claims", "pbm.stage"},
    "pbm.seal": {"pbm.errors"},
    "pbm.store": BASE | {"pbm.toml", "pbm.system", "pbm.turn", "pbm.rules", "pbm.seal", "pbm.schedule"},
    "pbm.mail": {"pbm.errors"},
    "pbm.received": BASE | {"pbm.store", "pbm.mail"},
    "pbm.verdict": BASE | {"pbm.system", "pbm.turn", "pbm.rules", "pbm.store", "pbm.mail", "pbm.received"},
    "pbm.inbox": BASE
    | {"pbm.system", "pbm.turn", "pbm.rules", "pbm.store", "pbm.mail", "pbm.schedule", "pbm.received", "pbm.verdict"},
    "pbm.publish": BASE
    | {"pbm.system", "pbm.turn", "pbm.rules", "pbm.store", "pbm.inbox", "pbm.classic", "pbm.site", "pbm.seal"}
    | {"pbm.cache", "pbm.schedule"},
    "pbm.post": BASE
    | {"pbm.system", "pbm.turn", "pbm.rules", "pbm.store", "pbm.inbox", "pbm.mail", "pbm.publish", "pbm.classic"}
    | {"pbm.seal", "pbm.cache", "pbm.received", "pbm.verdict", "pbm.ordersaid", "pbm.schedule"},
    "pbm.deploy": {"pbm.errors", "pbm.cache", "pbm.store", "pbm.publish", "pbm.site"},
    "pbm.privacy": {"pbm.errors", "pbm.cache", "pbm.store", "pbm.publish"},
    "pbm.handover": {"pbm.errors", "pbm.store", "pbm.seal", "pbm.post"},
    "pbm.site": {"pbm.errors", "pbm.printout", "pbm.series", "pbm.cache"},
    "pbm.cli": {"pbm"},
}
RULES = PACKAGE / "rules"
PURE = {
    *("__future__", "collections", "fractions", "functools", "itertools", "math", "msgspec", "operator", "pbm", "re"),
    "typing",
}
"""All that a rule may import: nothing that could draw, read a clock or touch a file."""
FILE_CALLS = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "touch", "iterdir"}


def module_name(path: Path) -> str:
    parts = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                yield f"{node.module}.{alias.name}"


def front(name: str, choices: set[str]) -> str | None:
    parts = name.split(".")
    return next((".".join(parts[:k]) for k in range(len(parts), 0, -1) if ".".join(parts[:k]) in choices), None)


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_a_module_imports_only_what_its_layer_may(path: Path) -> None:
    name = module_name(path)
    if name in ("pbm", "pbm.__main__"):
        return
    layer = front(name, set(ALLOWED))
    assert layer, f"{name} belongs to no layer of design 2"
    for imported in imports(path):
        if imported.split(".")[0] != "pbm" or imported in ("pbm.__version__", "pbm"):
            continue
        if layer == "pbm.cli":
            continue
        own = layer if layer != "pbm.rules" else ".".join(name.split(".")[:3])
        allowed = {*ALLOWED[layer], own}
        assert front(imported, allowed), f"{name} may not import {imported}"


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.py")), ids=module_name)
def test_rules_touch_no_file_clock_chance_or_screen(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    registry = {"importlib"} if path == RULES / "__init__.py" else set()
    for name in imports(path):
        assert name.split(".")[0] in PURE | registry, f"{path} imports {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input", "exec", "eval", "hash", "id"), f"{path}:{node.lineno}"
            assert node.func.id != "__import__", f"{path}:{node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in FILE_CALLS, f"{path}:{node.lineno} touches a file"
        if isinstance(node, ast.Name):
            assert node.id != "__name__", f"{path}:{node.lineno} is a script"
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), f"{path}:{node.lineno} has a float"


def test_the_rules_hold_modules_and_data_and_nothing_else() -> None:
    files = [path for path in RULES.rglob("*") if path.is_file() and path.parent.name != "__pycache__"]
    assert {path.suffix for path in files} == {".json", ".py", ".toml"}
    assert not [path for path in files if path.suffix == ".py" and {"data", "variants"} & {*path.parts}]


def test_only_the_commands_print_or_leave() -> None:
    for path in FILES:
        if module_name(path).startswith("pbm.cli"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("print", "exit", "quit"), f"{path}:{node.lineno}"
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert (node.value.id, node.attr) != ("sys", "exit"), f"{path}:{node.lineno}"


def test_one_system_never_imports_another() -> None:
    for path in RULES.rglob("*.py"):
        own = ".".join(module_name(path).split(".")[:3])
        for name in imports(path):
            if name.startswith("pbm.rules.") and own != "pbm.rules":
                assert name.startswith(own + ".") or name == own, f"{path} imports {name}"


@pytest.mark.parametrize("first", sorted(PACKAGE.glob("*/__init__.py")), ids=module_name)
def test_the_first_page_of_a_package_names_all_that_is_in_it(first: Path) -> None:
    if first.parent.name in ("cli", "rules"):
        return  # lists of their own: COMMANDS and SYSTEMS
    words = set(re.findall(r"[a-z]+", first.read_text("utf-8")))
    assert {path.stem for path in first.parent.glob("*.py")} - {"__init__"} <= words


def modules_of(imported: str, known: set[str]) -> str:
    """The module that an imported name stands in; "" for a library's."""
    return front(imported, known) or ""


def test_no_import_goes_in_a_circle() -> None:
    """Those of types alone and those within functions are imports too: who reads one file needs the other."""
    known = {module_name(path) for path in FILES} - {"pbm"}
    down = {module_name(path): {modules_of(it, known) for it in imports(path)} - {""} for path in FILES}
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join((*way[way.index(name) :], name))
        if name not in done:
            for below in sorted(down[name] - {name}):
                visit(below, (*way, name))
            done.add(name)

    for name in sorted(down):
        visit(name, ())


def test_files_stay_short() -> None:
    """A file is as long as its sense; beyond this it is looked at twice."""
    files = [*FILES, *Path(__file__).parent.rglob("*.py")]
    long = [f"{path}: {n}" for path in files if (n := len(path.read_text("utf-8").splitlines())) > 600]
    assert not long
