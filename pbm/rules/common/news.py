"""News in the words of wording.toml: rows with fields, headlines that vary, and what else happened."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbm.core.english import capital, count, listed
from pbm.core.printout import Item
from pbm.orders.form import Parsed
from pbm.rules.common.readout import NewsRow, Readout, Text

MOST = 3  # changes that are told one by one; the others are counted


def rows(wording: Mapping[str, Any]) -> dict[str, NewsRow]:
    """The rows of news, by kind."""
    return {
        kind: (
            row["label"],
            _filled(row["lead"]),
            _filled(row.get("rest", "")),
            row.get("rule", ""),
            row.get("between", ""),
        )
        for kind, row in wording["change"].items()
    }


def _filled(text: str) -> Text:
    """What fills in the fields of a text. Most texts have one or none, for which format_map takes twice as long."""
    before, opening, field = text.partition("{")
    name, _, after = field.partition("}")
    if not opening:
        return lambda facts: text
    return text.format_map if "{" in after else lambda facts: f"{before}{facts[name]}{after}"


def item(readout: Readout, kind: str, tone: str = "", target: str = "", **facts: Any) -> Item:
    """A row of wording.toml with its fields filled in; it begins as a sentence does, whatever fills its first field."""
    label, lead, rest, rule, between = readout.wording[kind]
    return Item(label, capital(lead(facts)), rest(facts), rule, tone, target, between=between)


def faulty(parsed: Parsed) -> str:
    """How many orders of a card have a fault, or headings where no order has: "2 orders of yours have"."""
    if parsed.refused:
        return count(parsed.refused, "order of yours has", "orders of yours have")
    return count(len(parsed.faults), "heading of yours has", "headings of yours have")


def reason(readout: Readout, facts: Mapping[str, Any]) -> str:
    """Why an order came to nothing, or to less, from wording.toml; pbm 0.1 recorded the sentence itself."""
    words: str | None = readout.rules.wording["reason"].get(facts["reason"])
    return words.format_map(facts) if words else str(facts["reason"])


def varied(choices: Sequence[str], turn: int, **names: str) -> str:
    """One of several sentences with its names filled in; another one from turn to turn, the same for the same news."""
    return choices[(turn + sum(map(len, names.values()))) % len(choices)].format(**names)


def besides(sentences: Sequence[str], more: tuple[str, str], counts: Iterable[tuple[int, str, str]]) -> str:
    """What else happened: the first sentences, then in numbers the others (`more`: one, several) and what is counted
    (number, one, several); "" where nothing did.
    """
    rest = [count(n, one, many) for n, one, many in counts if n]
    if len(sentences) > MOST:
        rest.insert(0, count(len(sentences) - MOST, *more))
    told = [*sentences[:MOST]]
    if rest:
        told.append(f"{'Besides' if told else 'All told'}: {listed(rest)}.")
    return " ".join(told)


def foremost(best: Mapping[str, int]) -> str:
    """Who is first, in few words for a folded table: "Egypt: 5", "Egypt and Iran: 5", or "4 of them: 5".

    best: what is ranked, by name.
    """
    most = max(best.values(), default=0)
    names = [name for name, n in best.items() if n == most]
    return f"{listed(names) if len(names) < 3 else f'{len(names)} of them'}: {most}" if most else ""
