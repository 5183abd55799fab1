"""Rule books: our prose, and behind it the order reference, the house rules and the worked cases."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from pbm import rules as registry
from pbm.core.shipped import shipped
from pbm.core.stamps import digest, folder_stamps
from pbm.engine.system import Rules, System
from pbm.orders.form import reference
from pbm.publish.prose import Mistakes, gathered, read_prose, title_of
from pbm.site.cases import rule_of
from pbm.site.pages import Book, BookSource, Case, HouseRow, OrderRow
from pbm.store.press import Front


def cases_folder(system: str) -> Path:
    """The case files of a system: inside an installed pbm, else of the source tree that it is run from."""
    return shipped("cases", "tests/cases") / system.replace("-", "_")


def books(content: Path, played: Iterable[str], mistakes: Mistakes | None = None) -> tuple[BookSource, ...]:
    """A book for each system that has prose or a game."""
    folders = content / "rules", shipped("rules")
    wanted = {path.stem for folder in folders for path in folder.glob("*.md")} | set(played)
    return tuple(book_source(content, name, mistakes) for name in sorted(wanted & set(registry.SYSTEMS)))


def book_source(content: Path, name: str, mistakes: Mistakes | None = None) -> BookSource:
    """The rule book of a system: content/rules/<system>.md, or the one that comes with pbm, and what its tables say;
    the tables alone, where there is a mistake in that file and mistakes are gathered.
    """
    own, ours = (folder / f"{name}.md" for folder in (content / "rules", shipped("rules")))
    front, markdown = Front(), ""
    with gathered(own, mistakes):
        front, markdown = read_prose(own if own.exists() else ours)
    title = front.title or title_of(markdown) or registry.system(name).title
    inputs_digest = digest([markdown, folder_stamps(cases_folder(name))])
    return BookSource(name, title, partial(_book, name, title, markdown), inputs_digest)


def _book(name: str, title: str, markdown: str) -> Book:
    system = registry.system(name)
    rules = system.setup.load(system.variants[0], {})
    return Book(
        system=name,
        title=title,
        markdown=markdown,
        orders=_orders(system),
        house=_house(rules),
        cases=_cases(system),
        named=system.words.named,
    )


def _orders(system: System) -> tuple[OrderRow, ...]:
    """The orders of the plainest variant, then those that only others have."""
    tables = [reference(system.setup.load(variant, {}).orders) for variant in system.variants]
    rows: dict[tuple[str, str, str], dict[str, Any]] = {}
    for row in (row for table in tables for row in table):
        rows.setdefault((row["code"], row["form"], row["rule"]), row)
    return tuple(
        OrderRow(
            row["code"],
            row["form"],
            row["title"],
            row["means"],
            tuple(row["at"]),
            row["rule"],
            row["standing"],
        )
        for row in rows.values()
    )


def _house(rules: Rules) -> tuple[HouseRow, ...]:
    return tuple(
        HouseRow(
            id=row["id"],
            title=row["title"],
            default=row["default"],
            alternatives=tuple(row.get("alternatives", ())),
            reason=row.get("reason", ""),
            applies=row.get("applies", "all"),
        )
        for row in rules.house
    )


def _cases(system: System) -> tuple[Case, ...]:
    """The worked cases in the order of the rules; those that are numbered by their rule alone are counted."""
    found, times = [], Counter[str]()
    for path in sorted(cases_folder(system.name).glob("*.toml")):
        text = path.read_text("utf-8")
        facts = tomllib.loads(text)
        prose = " ".join(re.findall(r"^# ?(.*)$", text.split("\n[")[0], re.MULTILINE))
        number = str(facts.get("number", path.stem))
        if rule_of(number) == number:
            times[number] += 1
            number = f"{number}-{times[number]}"
        found.append(Case(number, str(facts.get("title", "")), text, prose))
    return tuple(sorted(found, key=lambda case: rule_order(case.number)))


def rule_order(number: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts 4C.6-2 before 4C.6-10, and house rules (HR-nn, Tn) last."""
    parts = re.findall(r"[0-9]+|[A-Za-z]+", number)
    return tuple((int(part), "") if part.isdigit() else (0, part) for part in (["999"] * number[:1].isalpha() + parts))
