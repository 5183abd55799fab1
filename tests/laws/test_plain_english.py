"""What the program says to people is plain English: patterns of translated prose are in none of its sentences.

Read are the texts in Python of the rooms that speak to a moderator or a player, with the help of commands but without
other docstrings; the templates of the site, the manual, the rule books, and the words of the rule systems.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pbm
from pbm.site.render import templates_dir

ROOT = Path(pbm.__file__).parent
SPEAKING = ("cli", "post", "store", "intake", "publish", "deploy", "privacy", "handover")

PATTERNS = (
    (r"(?<!there )\bis no (?!longer\b)", "is not a"),
    (r"\b(?!(?-i:HE)\b)(he|his|him)\b", "they, their, or the player"),
    (r"\bhangs? on\b", "depends on"),
)
"""What is not to be said, and what to say instead. "There is no" and "is no longer" are English, and HE is a
code of heavy engines.
"""


def in_python(source: str) -> Iterator[tuple[int, str]]:
    """The texts of a module with their lines; of its docstrings those of commands, which are their help."""
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value
        if isinstance(node, ast.FunctionDef) and any("click." in ast.unparse(it) for it in node.decorator_list):
            yield node.lineno, ast.get_docstring(node) or ""


def in_template(source: str) -> Iterator[tuple[int, str]]:
    """A template line by line, without its comments."""
    bare = re.sub(r"\{#.*?#\}", lambda found: "\n" * found[0].count("\n"), source, flags=re.S)
    yield from enumerate(bare.split("\n"), 1)


def in_lines(source: str) -> Iterator[tuple[int, str]]:
    """A text line by line."""
    yield from enumerate(source.split("\n"), 1)


def in_toml(source: str) -> Iterator[tuple[int, str]]:
    """The same without remarks."""
    return ((line, text) for line, text in in_lines(source) if not text.startswith("#"))


Texts = Callable[[str], Iterator[tuple[int, str]]]
PLACES: dict[str, tuple[Path, str, Texts]] = {
    "site_templates": (templates_dir(), "*.html", in_template),
    "manual": (ROOT.parent / "content/about", "*.md", in_lines),
    "rule books": (ROOT.parent / "content/rules", "*.md", in_lines),
    "rules": (ROOT / "rules", "*.toml", in_toml),
    "rule code": (ROOT / "rules", "*.py", in_python),
    "core": (ROOT / "core", "*.py", in_python),
    "cases": (ROOT / "cases", "*.py", in_python),
    "orders": (ROOT / "orders", "*.py", in_python),
    "cards": (ROOT / "cards", "*.py", in_python),
    "site": (ROOT / "site", "*.py", in_python),
    "engine": (ROOT / "engine", "*.py", in_python),
    **{room: (ROOT / room, "*.py", in_python) for room in SPEAKING},
}


def said(room: str) -> Iterator[tuple[str, int, str]]:
    """All that a room says: file, line, text."""
    place, ending, texts = PLACES[room]
    for path in sorted(place.rglob(ending)):
        for line, text in texts(path.read_text("utf-8")):
            yield f"{room}/{path.relative_to(place).as_posix()}", line, " ".join(text.split())


def odd(text: str) -> list[str]:
    """What is said in a text that is not plain, each with what to say instead."""
    return [
        f"{found[0].strip()!r}: write {instead}"
        for pattern, instead in PATTERNS
        for found in re.finditer(pattern, text, re.IGNORECASE)
    ]


@pytest.mark.parametrize("room", PLACES)
def test_sentences_have_no_pattern_of_translated_prose(room: str) -> None:
    texts = list(said(room))
    assert len(texts) > 20
    assert [f"{file}:{line}: {what}, in: {text[:80]}" for file, line, text in texts for what in odd(text)] == []


def test_the_law_sees_what_it_is_for() -> None:
    source = (
        '"""He is no one."""\n@click.command("go")\ndef go():\n    """His help."""\n    x = f"{x} is no folder"\n'
        'def other():\n    """It hangs on him."""\n    return "what hangs on it", "There is no game", "is no longer"\n'
    )
    assert sorted((line, odd(text)) for line, text in in_python(source) if odd(text)) == [
        (3, ["'His': write they, their, or the player"]),
        (5, ["'is no': write is not a"]),
        (8, ["'hangs on': write depends on"]),
    ]
    assert [odd(text) for _, text in in_template("{# he\nhis #}\n<p>this, and him</p>")] == [
        [],
        [],
        ["'him': write they, their, or the player"],
    ]
