"""An order sheet folded small, for on a map of hundreds of spaces most of it is lists of their codes.

Nothing is lost: `unfold` of site_templates/composer/unfold.js makes the same lists again.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from pbm.core.grid import packed

FEW = 8  # codes: a set of no more is written as a list


def folded(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet whose kit has its codes as one text, sets of them as bits (hexadecimal digits, the first code first), and
    of relations that hold both ways each pair once; names and owners of the spaces stand in the order of the codes; of
    a place what is empty is left out.
    """
    kit = dict(sheet["kit"])
    codes: list[str] = kit["codes"]
    place = {code: k for k, code in enumerate(codes)}
    kit["codes"] = " ".join(codes)
    kit["places"] = [_table(kind, list(places)) for kind, places in groupby(kit["places"], lambda it: it["kind"])]
    if "reasons" in kit:
        kit["reasons"] = {name: _turned(why) for name, why in kit["reasons"].items()}
    kit["sets"] = {name: _bits(of, place) or of for name, of in kit["sets"].items()}
    if "near" in kit:
        halves = {name: _half(near, place) for name, near in kit["near"].items()}
        kit["near"] = {name: near for name, near in kit["near"].items() if halves[name] is None}
        kit["mutual"] = {name: half for name, half in halves.items() if half is not None}
    if "board" in kit:
        kit["board"] = kit["board"] | {"rows": [packed(row) for row in kit["board"]["rows"]]}
    spaces = sheet["spaces"]
    if [code for code, _, _ in spaces] == codes:
        names = {code: name for code, name, _ in spaces if name}
        spaces = {"names": names, "owners": " ".join(str(owner) for _, _, owner in spaces)}
    return sheet | {"kit": kit, "spaces": spaces}


def _bits(codes: Sequence[str], place: Mapping[str, int]) -> str:
    """A set as digits of four codes each; nothing for one of other words, in another order, or of a few codes."""
    found = [place.get(code, -1) for code in codes]
    if len(codes) <= FEW or -1 in found or found != sorted(set(found)):
        return ""
    digits = [0] * (-(-len(place) // 4))
    for k in found:
        digits[k // 4] |= 8 >> k % 4
    return "".join(f"{digit:x}" for digit in digits)


def _half(near: Mapping[str, str], place: Mapping[str, int]) -> dict[str, str] | None:
    """What comes after each place of what is beside it; None where a relation is not the same both ways, or its codes
    are in another order than those of the kit.
    """
    half: dict[str, str] = {}
    whole: dict[str, list[str]] = {code: [] for code in place}
    for code in place:
        later = [it for it in near.get(code, "").split(" ") if it and place.get(it, -1) > place[code]]
        if later:
            half[code] = " ".join(later)
        for other in later:
            whole[code].append(other)
            whole[other].append(code)
    is_same = all(
        near.get(code, "") == " ".join(sorted(beside, key=place.__getitem__)) for code, beside in whole.items()
    )
    return half if is_same and set(near) <= set(place) else None


def _table(kind: str, places: list[dict[str, Any]]) -> dict[str, Any]:
    """Places of a kind: the names of what any of them has, and for each place these in a row; the empty ones at its end
    are left out. Where all that is kept has one name, that stands in the head.
    """
    used = {key for place in places for key, value in place.items() if value and key != "kind"}
    keys = [key for key in places[0] if key in used]
    rows: list[list[Any]] = [[place[key] or 0 for key in keys] for place in places]
    names = {name for place in places for name in place.get("kept", ())}
    if len(names) == 1:
        (name,), column = names, keys.index("kept")
        keys[column] = f"kept.{name}"
        for row in rows:
            row[column] = row[column] and row[column][name]
    for row in rows:
        while row and not row[-1]:
            row.pop()
    return {"kind": kind, "keys": keys, "rows": rows}


def _turned(why: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """Sentences, each with the words that it is about, which stand in it as {}."""
    found: dict[str, list[str]] = {}
    for word, sentence in why.items():
        found.setdefault(sentence.replace(word, "{}"), []).append(word)
    return list(found.items())
