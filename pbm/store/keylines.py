"""Where a key stands in a TOML or JSON file. Python's readers do not say; so the text is marked and read again.

Each place that may be the key gets a mark of its own behind its name. Where the reader then finds the key with a mark,
that place is the key: a line is never guessed. What cannot be found so has none.
"""

import json
import re
import tomllib
from collections.abc import Iterable
from typing import Any

Way = tuple[str | int, ...]
"""To a value: names of keys, numbers in lists."""

Spot = tuple[int, int]
"""Where a key may begin and end in the text; quotes that close it stand behind."""

MARK = "-key-"  # with a number; also where no quotes stand it leaves a key a key
MOST_NAMES = 100  # for each the file is read once more: one that is wrong all over is not read a thousand times
LONGEST_NAME = 200  # of those that are looked for with escapes, too
_SHORT = {"\b": "b", "\t": "t", "\n": "n", "\f": "f", "\r": "r", '"': '"', "\\": r"\\"}
_MARKED = re.compile(f"(.*){MARK}([0-9]+)", re.DOTALL).fullmatch


class KeyLines:
    """The places of keys in one file that was read without a fault."""

    def __init__(self, text: str, *, is_json: bool) -> None:
        self.text, self.is_json = text, is_json
        self._read: dict[str, tuple[list[Spot], Any]] = {}
        self._plain = self._loads(text)

    def place(self, way: Way) -> tuple[int, int] | None:
        """Line and column of the key at the end of a way, counted from 1. Of a table in a list it is its first key, of
        other values in a list the list's own.
        """
        while way and isinstance(way[-1], int):
            table = _follow(self._plain, way)
            way = (*way, next(iter(table))) if isinstance(table, dict) and table else way[:-1]
        if not way or self._plain is None:
            return None
        name = str(way[-1])
        spots, data = self._marked(name)
        table = _follow(data, way[:-1])
        marks = [_mark(key, name) for key in table] if isinstance(table, dict) else []
        found = [mark for mark in marks if mark is not None]
        return self._line(spots[min(found)][0]) if found else None

    def second(self, name: str) -> tuple[int, int] | None:
        """Where a key of a JSON file stands for the second time in one table."""
        found: list[int] = []

        def note(pairs: Iterable[tuple[str, Any]]) -> None:
            marks = [mark for key, _ in pairs if (mark := _mark(key, name)) is not None]
            found.extend(sorted(marks)[1:2])

        spots = self._spots(name)
        self._loads(self._with_marks(spots), note)
        return self._line(spots[min(found)][0]) if found else None

    def _marked(self, name: str) -> tuple[list[Spot], Any]:
        if name not in self._read:
            spots = self._spots(name) if len(self._read) < MOST_NAMES and MARK not in self.text else []
            self._read[name] = spots, self._loads(self._with_marks(spots)) if spots else None
        return self._read[name]

    def _spots(self, name: str) -> list[Spot]:
        """Where this may be a key: before a colon, or before an equals sign, a point, or the end of a heading."""
        has_escapes = "\\" in self.text and len(name) <= LONGEST_NAME
        escaped = "".join(_forms(char, is_json=self.is_json) for char in name) if has_escapes else ""
        if self.is_json:
            written = escaped or re.escape(json.dumps(name, ensure_ascii=False)[1:-1])
            pattern = rf'"{written}(?="\s*:)'
        else:
            written = f"(?:{re.escape(name)}|{escaped})" if escaped else re.escape(name)
            pattern = rf"""(?<![\w-]){written}(?=["']?[ \t]*[=.\]])"""
        return [found.span() for found in re.finditer(pattern, self.text)]

    def _with_marks(self, spots: list[Spot]) -> str:
        pieces, before = [], 0
        for k, (_, end) in enumerate(spots):
            pieces += [self.text[before:end], f"{MARK}{k}"]
            before = end
        return "".join([*pieces, self.text[before:]])

    def _loads(self, text: str, hook: Any = None) -> Any:
        try:
            return json.loads(text, object_pairs_hook=hook) if self.is_json else tomllib.loads(text)
        except (ValueError, RecursionError):
            return None  # a mark fell into a number, or the like

    def _line(self, spot: int) -> tuple[int, int]:
        start = spot - 1 if not self.is_json and self.text[spot - 1 : spot] in ('"', "'") else spot
        return self.text.count("\n", 0, start) + 1, start - self.text.rfind("\n", 0, start)


def _forms(char: str, *, is_json: bool) -> str:
    """A pattern of all ways in which a character may be written between double quotes. No text is two of them."""
    if is_json:
        units = char.encode("utf-16-be", "surrogatepass").hex()
        forms = ["".join(rf"\\u(?i:{units[k : k + 4]})" for k in range(0, len(units), 4))]
    else:
        forms = [rf"\\U(?i:{ord(char):08x})"] + ([rf"\\u(?i:{ord(char):04x})"] if ord(char) < 0x10000 else [])
    if char in _SHORT:
        forms.append(rf"\\{_SHORT[char]}")
    else:
        forms += [re.escape(char), *([r"\\/"] if is_json and char == "/" else [])]
    return f"(?:{'|'.join(forms)})"


def _mark(key: str, name: str) -> int | None:
    found = _MARKED(key)
    return int(found[2]) if found and found[1] == name else None


def _follow(data: Any, way: Way) -> Any:
    """What stands at the end of a way; None where it leads nowhere."""
    for step in way:
        if isinstance(step, int):
            data = data[step] if isinstance(data, list) and step < len(data) else None
        else:
            data = data.get(step) if isinstance(data, dict) else None
    return data
