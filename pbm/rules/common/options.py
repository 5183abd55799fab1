"""What a variant and a moderator choose: the options of a game, settled, and numbers that differ."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbm.engine.system import by_name
from pbm.errors import PbmError

House = Sequence[Mapping[str, Any]]
"""The rows of house_rules.toml."""


def known_variant(title: str, variant: str, variants: Iterable[str]) -> None:
    """PbmError where the system of this title has no such variant."""
    if variant not in variants:
        raise PbmError(f"{title} has no variant {variant!r}; known are: {', '.join(sorted(variants))}.")


def usual(house: House) -> dict[str, str]:
    """What each house rule that is a switch is set to where nobody chooses."""
    return {row["option"]: str(row["value"]) for row in house if row.get("option")}


def choices(house: House) -> dict[str, tuple[str, ...]]:
    """What each house rule that is a switch may be."""
    return {row["option"]: tuple(row["choices"]) for row in house if row.get("option")}


def settled(options: Mapping[str, Any], house: House, known: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Options by name, or by the id of their house rule. PbmError for one that there is not, or that may not be so."""
    found = by_name(options, house)
    for key, value in found.items():
        if key not in known:
            raise PbmError(f"There is no option {key!r}; known are: {', '.join(sorted(known))}.")
        if value not in known[key]:
            raise PbmError(f"The option {key!r} is one of {', '.join(known[key])}, not {value!r}.")
    return found


def laid(base: Any, over: Any) -> Any:
    """A variant's table over that of its system: tables merge key by key, anything else replaces."""
    if isinstance(base, Mapping) and isinstance(over, Mapping):
        return {**base, **{key: laid(base.get(key), value) for key, value in over.items()}}
    return over
