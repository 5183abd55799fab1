"""A worked case as people read it: the position, the cards, and what comes of them.

The scenario's own words are read as plain data; what does not fit the short form stands in the file,
which is shown whole.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from pbm.core.named import NOTHING, Named
from pbm.site.ink.marks import number, plain, rich
from pbm.site.pages import Case

Keys = tuple[str, ...]  # keys, one within the other
NUMBER_OF_RULE = re.compile(r"HR-\d+|[^-]+")


def rule_of(case: str) -> str:
    """The rule that a case is about: of "4C.6-7" it is 4C.6, of "HR-34-1" it is HR-34."""
    match = NUMBER_OF_RULE.match(case)
    return match[0] if match else case


def case_html(case: Case, named: Sequence[Named]) -> Markup:
    """The case as a position, cards and outcome; empty where it is not a scenario that can be read. named: the tables
    of its system.
    """
    import tomllib  # only where a rule book is made

    try:
        facts = tomllib.loads(case.toml)
    except (ValueError, RecursionError):
        return Markup("")
    given, expect = _table(facts.get("given")), _table(facts.get("expect"))
    out = ['<div class="worked"><div>', *_cards(_table(facts.get("cards"))), "</div><div>"]
    position = list(_position(given, _table(facts.get("seats")), named))
    if position:
        out.append(f'<p class="note">{"<br>".join(position)}</p>')
    out.append("</div></div>")
    is_one_turn = "then" not in facts
    rows = list(_outcome(expect, given, named)) if is_one_turn else []
    if rows:
        out.append(
            '<div class="scroll"><table><thead><tr><th scope="col">What comes of it<th scope="col" class="n">before'
            f'<th scope="col" class="n">after<tbody>{"".join(rows)}</table></div>'
        )
    refused = list(_refused(expect)) if is_one_turn else []
    if refused:
        out.append(f'<p class="note">Not carried out: {", ".join(refused)}</p>')
    return Markup("".join(out))


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _cards(cards: Mapping[str, Any]) -> Iterator[str]:
    for player, text in cards.items():
        lines = text.strip().split("\n") if isinstance(text, str) else ["no card"]
        body = "".join(f"<p>{plain(line.strip())}" for line in lines)
        yield f'<div class="card"><p class="head"><b>Card of [{plain(player)}]</b>{body}</div>'


def _things(facts: Mapping[str, Any], named: Sequence[Named]) -> Iterator[tuple[Named, Keys, str, Mapping[str, Any]]]:
    """What a position or claim is about: its table, its path, its name as people read it, its facts."""
    for it in named:
        for name, own in _table(facts.get(it.table)).items():
            if it.numbered:
                for k, inner in _table(own).items():
                    yield it, (it.table, name, k), rich(f"[{name}] #{k}"), _table(inner)
                continue
            shown = rich(f"[{name}]") if name.isdigit() else f'<b class="c">{plain(name)}</b>'
            yield it, (it.table, name), shown, _table(own)


def _at(facts: Any, path: Keys) -> Any:
    for key in path:
        facts = _table(facts).get(key)
    return facts


def _leaves(facts: Mapping[str, Any], path: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """Every value with the keys that lead to it; `{ one_of = .. }` is a value."""
    for key, value in facts.items():
        if isinstance(value, dict) and not {"one_of", "between"} & value.keys():
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value


def _label(path: Keys, silent: Keys) -> str:
    """The keys as people read them: forces.1.navy is [1] navy, standing.2 is standing /2/."""
    words = []
    for before, key in zip(("", *path), path, strict=False):
        if key.isdigit():
            words.append(f"/{key}/" if before == "standing" else rich(f"[{key}]"))
        elif key not in silent:
            words.append(plain(key))
    return " ".join(words)


def _position(given: Mapping[str, Any], seats: Mapping[str, Any], named: Sequence[Named]) -> Iterator[str]:
    """UK of [2]: 10 army. Zeros are left out."""
    homes = {home: player for player, home in seats.items() if isinstance(home, str)}
    for it, (_, code, *_), name, facts in _things(given, named):
        owner = facts.get(it.owner, homes.get(code)) if it.owner else 0
        has = [
            _has(path, value, it.silent) for path, value in _leaves(facts) if path[0] != it.owner and _is_shown(value)
        ]
        of = f" of {rich(f'[{owner}]')}" if owner else ""
        yield f"{name}{of}: {', '.join(has) or it.empty}"


def _has(path: Keys, value: Any, silent: Keys) -> str:
    """A value with what it is: 10 army; popularity [1] 50."""
    if isinstance(value, int) and not isinstance(value, bool) and path[-1].islower():
        return f"{_label(path[:-1], silent)} {number(value)} {plain(path[-1])}".strip()
    return f"{_label(path, silent)} {_told(value)}"


def _is_shown(value: Any) -> bool:
    return isinstance(value, int | str) and value not in (0, "")


def _outcome(expect: Mapping[str, Any], given: Mapping[str, Any], named: Sequence[Named]) -> Iterator[str]:
    """A row for each value that the case claims of a thing with a name."""
    known = {(thing, path): value for _, thing, _, facts in _things(given, named) for path, value in _leaves(facts)}
    for it, thing, name, facts in _things(expect, named):
        if not facts and _at(expect, thing) == NOTHING:
            yield f'<tr><td>{name}<td class="n"><td class="n">{NOTHING}'
        for path, value in _leaves(facts):
            nobody = it.nobody if path[-1] == it.owner else ""
            told = _told(value, nobody)
            if told:
                was = _told(known[thing, path], nobody) if (thing, path) in known else ""
                yield f'<tr><td>{name} {_label(path, it.silent)}<td class="n">{was}<td class="n">{told}'


def _refused(expect: Mapping[str, Any]) -> Iterator[str]:
    """The orders of which the case claims a fault, with whose they are."""
    faults = expect.get("faults")
    for fault in faults if isinstance(faults, list) else ():
        if _table(fault).get("text"):
            whose = rich(f"[{fault.get('player', '')}]")
            yield f'{whose} <span class="m">{plain(str(fault["text"]))}</span>'


def _told(value: Any, nobody: str = "") -> str:
    """A value as people read it; nobody: where it is whose a thing is, what 0 is called."""
    if isinstance(value, dict) and isinstance(value.get("one_of"), list):
        return plain(" or ".join(str(one) for one in value["one_of"]))
    if isinstance(value, dict) and isinstance(value.get("between"), list):
        return plain(" to ".join(str(one) for one in value["between"]))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if nobody and isinstance(value, int):
        return rich(f"[{value}]") if value else nobody
    if isinstance(value, int):
        return number(value)
    return plain(value) if isinstance(value, str) else ""
