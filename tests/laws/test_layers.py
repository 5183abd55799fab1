"""Who may import whom, and what the rules may not touch (design 2)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "pbm"
FILES = sorted(PACKAGE.rglob("*.py"))

# A folder is a room; what it may import is here, besides itself and pbm.errors. The order is that of the floors.
ROOMS: dict[str, str] = {
    "core": "",
    "seal": "",
    "sharing": "core",
    "mail": "",
    "orders": "core",
    "cards": "orders",
    "engine": "core orders",
    "rules": "core orders engine",
    "cases": "core sharing orders cards engine rules",
    "store": "core orders cards engine rules seal",
    "archive": "core store",
    "intake": "orders cards engine store mail",
    "site": "core",
    "publish": "core sharing orders cards engine rules store seal archive intake site",
    "trials": "core orders cards engine rules store sharing site",
    "post": "core orders cards engine store seal mail intake publish",
    "deploy": "core store site publish",
    "privacy": "core store archive publish",
    "handover": "store seal post",
    "cli": "core seal sharing mail orders cards engine rules cases store archive intake site publish trials post "
    "deploy privacy handover",
}
# The same of the rooms in pbm/site, for each other; what is in none of them is above all but history and paper.
SITE: dict[str, str] = {
    "ink": "",
    "maps": "ink",
    "parts": "ink maps pages",
    "output": "",
    "history": "ink maps parts batch pages views",
    "paper": "ink maps parts output pages render",
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
def test_a_module_imports_only_from_rooms_below_its_own(path: Path) -> None:
    name = module_name(path)
    if name in ("pbm", "pbm.__main__", "pbm.errors"):
        return
    _, room, *inner = name.split(".")
    for imported in imports(path):
        parts = imported.split(".")
        if parts[0] != "pbm" or imported in ("pbm.__version__", "pbm") or parts[1] == "errors":
            continue
        assert parts[1] in {room, *ROOMS[room].split()}, f"{name} may not import {imported}"
        if room == parts[1] == "site" and inner and inner[0] in SITE:
            assert parts[2] in {inner[0], *SITE[inner[0]].split()}, f"{name} may not import {imported}"


def test_every_folder_is_a_room_and_nothing_is_loose_at_the_top() -> None:
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == {*ROOMS}
    assert {path.parent.name for path in PACKAGE.glob("site/*/__init__.py")} == {*SITE}
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py", "errors.py"}


def test_the_floors_are_in_order() -> None:
    """A room stands after all that it imports; one that it never imports is not in its row."""
    above = list(ROOMS)
    for room, below in ROOMS.items():
        used = {it.split(".")[1] for path in (PACKAGE / room).rglob("*.py") for it in imports(path) if "pbm." in it}
        assert {*below.split()} == used - {room, "errors", "__version__"}, room
        assert all(above.index(it) < above.index(room) for it in below.split()), room


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


def test_one_system_never_imports_another_and_what_they_share_imports_none() -> None:
    for path in RULES.rglob("*.py"):
        own = ".".join(module_name(path).split(".")[:3])
        for name in imports(path):
            if name.startswith("pbm.rules.") and own != "pbm.rules":
                allowed = {own} if own == "pbm.rules.common" else {own, "pbm.rules.common"}
                assert ".".join(name.split(".")[:3]) in allowed, f"{path} imports {name}"


@pytest.mark.parametrize(
    "first",
    sorted([*PACKAGE.glob("*/__init__.py"), *PACKAGE.glob("site/*/__init__.py"), RULES / "common" / "__init__.py"]),
    ids=module_name,
)
def test_the_first_page_of_a_package_names_all_that_is_in_it(first: Path) -> None:
    if first.parent.name in ("cli", "rules"):
        return  # lists of their own: COMMANDS and SYSTEMS
    words = set(re.findall(r"[a-z_]+", first.read_text("utf-8")))
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
    files = [*FILES, *Path(__file__).parents[1].rglob("*.py")]
    long = [f"{path}: {n}" for path in files if (n := len(path.read_text("utf-8").splitlines())) > 600]
    assert not long
