"""Where a rule is: its heading, functions, comments, order rows, numbers, house rules, cases and tests.

python -m tests.where TT 6.2
python -m tests.where BP HR-25

A rule is cited by the capitals of its game's title and its number in the rule book, or the id of a house rule. The
letters stand before the first of a list: BP 5.1, 5.4 to 5.8, HR-25. In the system's data (`rule = "6.2"`, a case's
number), which players read in its rule book, numbers stand alone.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pbm import rules as registry

ROOT = Path(__file__).parents[1]
NUMBER = r"(?:\d{1,2}[A-Z]?(?:\.\d+[a-z]?){0,2})"
HOUSE = r"(?:(?:HR-|T)\d+)"
CITED = rf"(?:{NUMBER}|{HOUSE})(?!\w)"
MANY = rf"{CITED}(?:(?:,\s+|\s+and\s+|\s+to\s+){CITED})*"
LINK = re.compile(rf"\[({HOUSE})\]\(#\1\)")


class Place(msgspec.Struct, frozen=True):
    """A place that belongs to a rule: heading, function, order, number, house rule or case; what is written there."""

    rule: str
    kind: str
    path: Path
    line: int
    said: str


def letters(name: str) -> str:
    """What a system's rules are cited by: the capitals of its title."""
    return "".join(filter(str.isupper, registry.system(name).title))


def book(name: str) -> Path:
    """The players' rule book of a system."""
    return ROOT / "content" / "rules" / f"{name}.md"


def package(name: str) -> Path:
    """The folder of a system."""
    return ROOT / Path(*registry.SYSTEMS[name].split("."))


def headings(name: str) -> Iterator[Place]:
    """The numbered paragraphs of a rule book, each with the house rules that it links to."""
    rule = ""
    for line, text in enumerate(book(name).read_text("utf-8").splitlines(), 1):
        if match := re.match(rf"#+ ({NUMBER})[.:]? (.*)", text):
            rule = match[1]
            yield Place(rule, "heading", book(name), line, match[2])
        elif text.startswith("#"):
            rule = ""
        for house in LINK.findall(text) if rule else ():
            yield Place(rule, "house rule", book(name), line, house)


def cited(listed: str, heads: list[str]) -> set[str]:
    """The rules of a list such as 5.1, 5.4 to 5.8, T5; what a span leaves out is filled in from the headings."""
    found = set(re.findall(CITED, listed))
    for first, last in re.findall(rf"({NUMBER})\s+to\s+({NUMBER})", listed):
        found |= set(heads[heads.index(first) : heads.index(last)])
    return found


def citations(name: str, text: str, heads: list[str]) -> set[str]:
    """The rules of a system that a text cites."""
    return {rule for listed in re.findall(rf"\b{letters(name)} ({MANY})", text) for rule in cited(listed, heads)}


def sources(name: str) -> Iterator[tuple[Path, str]]:
    """The Python files in which the system is cited, but for those that look for citations."""
    files = [*sorted((ROOT / "pbm").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]
    for path in files:
        text = path.read_text("utf-8")
        if "where" not in path.stem and re.search(rf"\b{letters(name)} {CITED}", text):
            yield path, text


def code(name: str, heads: list[str]) -> Iterator[Place]:
    """Functions, classes and modules by the rules that their docstrings cite, and comments; of tests both are tests."""
    for path, text in sources(name):
        tested = path.is_relative_to(ROOT / "tests")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                said, of = ast.get_docstring(node) or "", getattr(node, "name", "the module")
                for rule in citations(name, said, heads):
                    line, first = getattr(node, "lineno", 1), said.splitlines()[0]
                    yield Place(rule, "test" if tested else "function", path, line, f"{of}: {first}")
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                for rule in citations(name, token.string, heads):
                    yield Place(rule, "test" if tested else "line", path, token.start[0], token.line.strip())


def tables(name: str, heads: list[str]) -> Iterator[Place]:
    """Order rows, numbers, sentences and house rules: the lines of the system's data that name a rule."""
    kinds = {"orders.toml": "order", "wording.toml": "sentence", "house_rules.toml": "house rule"}
    for path in sorted(package(name).rglob("*.toml")):
        kind, lines, under = kinds.get(path.name, "number"), path.read_text("utf-8").splitlines(), ""
        for line, text in enumerate(lines, 1):
            if text.startswith("form" if kind == "order" else "["):
                under = text.partition("#")[0].strip()
            if kind == "house rule":
                if match := re.match(rf'id = "({HOUSE})"', text):
                    yield Place(match[1], kind, path, line, lines[line].partition('"')[2].rstrip('"'))
            elif match := re.search(rf'\brule\s*=\s*"({CITED})"', text):
                yield Place(match[1], kind, path, line, under)
            else:
                said = citations(name, text.partition("#")[2], heads)
                yield from (Place(rule, kind, path, line, under or text) for rule in said)


def cases(name: str) -> Iterator[Place]:
    """The worked cases, each numbered by its rule."""
    for path in sorted((ROOT / "tests" / "cases" / name.replace("-", "_")).rglob("*.toml")):
        for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            if match := re.match(rf'number\s*=\s*"({CITED})(?:-\d+)?"', text):
                yield Place(match[1], "case", path, line, path.stem)


def places(name: str) -> Iterator[Place]:
    """Every place of every rule of a system."""
    found = list(headings(name))
    heads = [it.rule for it in found if it.kind == "heading"]
    yield from found
    yield from code(name, heads)
    yield from tables(name, heads)
    yield from cases(name)


def find(words: list[str]) -> str:
    """What is printed for `BP 4C.6`: a line for each place. LookupError says that there is none, or what to write."""
    systems = {letters(name): name for name in registry.SYSTEMS}
    if len(words) != 2 or words[0] not in systems:
        known = ", ".join(sorted(systems))
        raise LookupError(f"Write a game and a rule, as in: python -m tests.where TT 6.2. Games: {known}.")
    found = [place for place in places(systems[words[0]]) if place.rule == words[1]]
    if not found:
        name = book(systems[words[0]]).name
        raise LookupError(f"{words[0]} has no rule {words[1]}; the headings of {name} have the numbers.")
    return "\n".join(f"{it.kind:<11} {it.path.relative_to(ROOT)}:{it.line}  {it.said}" for it in found)


if __name__ == "__main__":
    try:
        print(find(sys.argv[1:]))
    except LookupError as error:
        sys.exit(str(error))
