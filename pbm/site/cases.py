"""A worked case as people read it: the position, the cards, and what comes of them.

The scenario's own words are read as plain data; what does not fit the short form stands in the file,
which is shown whole.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import tomli
from markupsafe import Markup

from pbm.site.marks import number, plain, rich
from pbm.site.pages import Case

NUMBER_OF_RULE = re.compile(r"HR-\d+|[^-]+")


def rule_of(case: str) -> str:
    """The rule that a case is about: of "4C.6-7" it is 4C.6, of "HR-34-1" it is HR-34."""
    match = NUMBER_OF_RULE.match(case)
    return match[0] if match else case


def case_html(case: Case) -> Markup:
    """The case as a position, cards and outcome; empty where it is no scenario that can be read."""
    try:
        facts = tomli.loads(case.toml)
    except (ValueError, RecursionError):
        return Markup("")
    given, expect = _table(facts.get("given")), _table(facts.get("expect"))
    out = ['<div class="worked"><div>', *_cards(_table(facts.get("cards"))), "</div><div>"]
    position = list(_position(_table(given.get("spaces")), _table(facts.get("seats"))))
    if position:
        out.append(f'<p class="note">{"<br>".join(position)}</p>')
    out.append("</div></div>")
    rows = list(_outcome(expect, given)) if "then" not in facts else []
    if rows:
        out.append(
            '<div class="scroll"><table><thead><tr><th scope="col">What comes of it<th scope="col" class="n">before'
            f'<th scope="col" class="n">after<tbody>{"".join(rows)}</table></div>'
        )
    return Markup("".join(out))


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _cards(cards: Mapping[str, Any]) -> Iterator[str]:
    for player, text in cards.items():
        lines = text.strip().split("\n") if isinstance(text, str) else ["no card"]
        body = "".join(f"<p>{plain(line.strip())}" for line in lines)
        yield f'<div class="card"><p class="head"><b>Card of [{plain(player)}]</b>{body}</div>'


def _position(spaces: Mapping[str, Any], seats: Mapping[str, Any]) -> Iterator[str]:
    """UK of [2]: 10 army. Zeros are left out."""
    homes = {home: player for player, home in seats.items() if isinstance(home, str)}
    for code, facts in spaces.items():
        if not isinstance(facts, dict):
            continue
        owner = facts.get("occupier", homes.get(code))
        has = [f"{value} {plain(key)}" for key, value in facts.items() if key != "occupier" and _is_shown(value)]
        whose = f" of {rich(f'[{owner}]')}" if owner else ""
        yield f'<b class="c">{plain(code)}</b>{whose}: {", ".join(has) or "no units"}'


def _is_shown(value: Any) -> bool:
    return isinstance(value, int | str) and value not in (0, "")


def _outcome(expect: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[str]:
    """A row for each number that the case claims of a space or a player."""
    for group in ("spaces", "players"):
        for name, facts in _table(expect.get(group)).items():
            before = _table(_table(given.get(group)).get(name))
            for key, value in _table(facts).items():
                told = _told(key, value)
                if told:
                    place = rich(f"[{name}]") if group == "players" else f'<b class="c">{plain(name)}</b>'
                    was = _told(key, before[key]) if key in before else ""
                    yield f'<tr><td>{place} {plain(key)}<td class="n">{was}<td class="n">{told}'


def _told(key: str, value: Any) -> str:
    if isinstance(value, dict) and isinstance(value.get("one_of"), list):
        return plain(" or ".join(str(one) for one in value["one_of"]))
    if isinstance(value, dict) and isinstance(value.get("between"), list):
        return plain(" to ".join(str(one) for one in value["between"]))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key == "occupier" and isinstance(value, int):
        return rich(f"[{value}]") if value else "minor"
    if isinstance(value, int):
        return number(value)
    return plain(value) if isinstance(value, str) else ""
