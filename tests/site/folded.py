"""What a drawing of spaces says of each: of one that is folded (pbm/site/maps/folds.py) and of others."""

import re

_FILLS = re.compile(r'<g class="(w|u|o f\d|f f\d)">((?:<g id="[^"]*">)?(?:<g class="k.*?</g>)+)')
_TITLED = re.compile(r'<g class="k( named)?"><title>([^<]*)</title>((?:<path [^>]*/>)*)</g>')


def titles(svg: str, p: str = "m") -> dict[str, str]:
    """By code the words for the pointer."""
    found = dict(re.findall(r'data-code="([^"]+)"><title>([^<]*)</title>', svg))
    for named, words, paths in _TITLED.findall(svg):
        mark = " " if named or not words else ": "
        found |= {code: code + mark + words for code in codes(paths, p)}
    return found


def fills(svg: str, p: str = "m") -> dict[str, str]:
    """By code the class of the fill."""
    found = dict(re.findall(r'data-code="([^"]+)"><title>[^<]*</title><use href="#[^"]*" class="([^"]*)"', svg))
    return found | {code: kind for kind, groups in _FILLS.findall(svg) for code in codes(groups, p)}


def codes(paths: str, p: str = "m") -> list[str]:
    """The codes of outlines."""
    return re.findall(rf'<path id="{p}([^"]+)"', paths)


def pairs(svg: str, name: str, p: str = "m") -> str:
    """A relation of spaces as codes, "AA BB;BB CC": it may be written by number."""
    found = re.search(rf' data-{name}="([^"]*)"', svg)
    text = found[1] if found else ""
    if not text.startswith("~"):
        return text
    known, rows = sorted(titles(svg, p)), []
    for k, row in enumerate(text[1:].split(";")):
        others = [known[k + int(far, 36)] for far in row.split()]
        rows += [" ".join([known[k], *others])] if others else []
    return ";".join(rows)
