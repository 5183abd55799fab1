"""Changing one table of a list in a TOML file that a moderator writes, and leaving the rest as he wrote it."""

import re
import tomllib
from collections.abc import Callable
from typing import Any

from pbm.store.facts import quote

Value = str | int | bool | tuple[str, ...]


def toml(value: Value) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return quote(value) if isinstance(value, str) else f"[{', '.join(map(quote, value))}]"


def change_table(text: str, head: str, number: int, change: Callable[[str], str]) -> str:
    """The text with the table [[head]] of that number changed; where there is none, the text as it was."""
    tables = re.split(r"^(?=[ \t]*\[\[?)", text, flags=re.MULTILINE)
    for k, table in enumerate(tables):
        if re.match(rf"[ \t]*\[\[[ \t]*{head}[ \t]*\]\]", table):
            try:
                found = tomllib.loads(table)[head][0].get("number") == number
            except (ValueError, KeyError, AttributeError):
                continue
            if found:
                tables[k] = change(table)
    return "".join(tables)


def set_string(table: str, key: str, value: str) -> str:
    """A table with one string of its own changed; as it was where it has none on a line."""
    line = re.compile(rf"""^([ \t]*{key}[ \t]*=[ \t]*)("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)
    return line.sub(lambda found: found[1] + quote(value), table, count=1)


def write_table(head: str, values: dict[str, Any]) -> str:
    """A table of plain values: text, numbers, yes and no, lists of text."""
    lines = [f"[[{head}]]", *(f"{key} = {toml(value)}" for key, value in values.items())]
    return "\n".join(lines) + "\n"


def tail_of(table: str) -> str:
    """The blank lines and remarks at the end of a table: they mostly belong to what follows."""
    lines = table.splitlines(keepends=True)
    k = len(lines)
    while k > 1 and (not lines[k - 1].strip() or lines[k - 1].lstrip().startswith("#")):
        k -= 1
    return "".join(lines[k:])
