"""The scripts of the pages: one dialect, ES2020, in plain files that need no tool between the editor and the page."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pbm.cli.serve import RELOAD
from pbm.seal import cipher, phrases
from pbm.site.ink.composer_script import packed
from pbm.site.ink.marks import chip
from pbm.site.ink.palette import HUES, hue, ninth, texture, wearing, worn
from pbm.site.render import Renderer, templates_dir
from tests.browser.chromium import needs_browser

TEMPLATES = templates_dir()
SCRIPTS = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.js"))

# What it does, in a comment; then one strict function that keeps its names to itself.
SHAPE = r'(//.*\n)+(window.*\n)?\((function \(\w*\)|\(\w*\) =>) \{\n  "use strict";\n(.*\n)+\}\)\(.*\);\n'

NARROW = 640  # pixels: what is not wider is a phone
OLD = {
    "var": r"\bvar [\w${\[]",
    "arguments": r"\barguments\b",
    "a function without a name that could be an arrow": r"([\w)]\(|[=,:])function\(",
    "a nested template literal, which rjsmin does not know": r"`[^`]*\$\{[^}`]*`",
}
NEWER = {
    "ES2021": r"replaceAll|Promise\.any|AggregateError|WeakRef|FinalizationRegistry|\?\?=|\|\|=|&&=|\d_\d",
    "ES2022": r"\.at\(-|Object\.hasOwn|\.hasIndices|\bcause:|[\w)]\.#\w|#\w+ in |\bstatic\{",
    "ES2023": r"findLast|toSorted|toReversed|toSpliced|\.with\(",
    "ES2024 and later": r"Object\.groupBy|Map\.groupBy|withResolvers|Array\.fromAsync|/[a-u]*v[a-u]*\.(test|exec)\(",
    "a newer function of browsers": r"structuredClone|scheduler\.|\.setHTML|navigation\.",
}
# Ways by which text becomes markup or code, or leaves the page.
SINKS = (
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe|srcdoc|DOMParser"
    r"|\beval\b|\bnew Function\b|javascript:|\bimport[ ({]|\bfetch\(|XMLHttp|sendBeacon|WebSocket|EventSource"
)
# The one door of a sealed page: what passes it was sealed by our own renderer.
DOOR = "page.innerHTML=door.createHTML(html)"
# Where to bring a number of Python's to the page as data would cost every page more than the number is worth.
WRITTEN_TWICE = [
    ("sealed/unlock.js", r'FORMAT = "(.+?)"', cipher.FORMAT),
    ("sealed/unlock.js", r"NONCE = (\d+)", cipher.NONCE),
    ("sealed/unlock.js", r"UNSEEN = /(.+)/g", phrases.UNSEEN.pattern),
    ("narrow.css", r"@media \(max-width: (\d+)px\)", NARROW),
    ("page.js", r"\(max-width: (\d+)px\)", NARROW),
    ("map/view.js", r"SMALL = (\d+)", NARROW),
    ("replay/replay.js", r"NARROW = (\d+)", NARROW),
]
CLASS = re.compile(r"^( *)class [^\n]*\{\n(.*?)^\1\}", re.MULTILINE | re.DOTALL)
FIELD = r"^{}  (static )?#?\w+ *(=[^\n]*)?;"
WAITS = re.compile(r"^(\w.*)?\bawait\b", re.MULTILINE)  # at the top


def newer(source: str) -> Iterator[str]:
    """What a script has that is not ES2020. Comments do not count."""
    code = packed(source)
    yield from (name for name, pattern in (OLD | NEWER).items() if re.search(pattern, code))
    if WAITS.search(source):
        yield "await outside of a function"
    if any(re.search(FIELD.format(indent), body, re.MULTILINE) for indent, body in CLASS.findall(source)):
        yield "a field of a class"


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_one_strict_function_of_es2020_behind_what_it_does(name: str) -> None:
    source = (TEMPLATES / name).read_text("utf-8")
    assert re.fullmatch(SHAPE, source), 'a comment, then (function () { and "use strict";'
    assert not list(newer(source))
    lines = source.splitlines()
    assert len(lines) <= 600
    assert not [k for k, line in enumerate(lines, 1) if len(line) > 120]
    assert not [k for k, line in enumerate(lines, 1) if line != line.rstrip() or "\t" in line]


@pytest.mark.parametrize("name", SCRIPTS)
def test_text_enters_a_page_as_text_and_no_script_asks_a_network(name: str) -> None:
    code = packed((TEMPLATES / name).read_text("utf-8"))
    assert code.count(DOOR) == (name == "sealed/unlock.js")
    assert not re.search(SINKS, code.replace(DOOR, ""))
    assert not re.search(r"https?://", code.replace("http://www.w3.org/2000/svg", "")), "no other host is named"


def test_what_python_writes_into_a_page_keeps_to_the_dialect() -> None:
    body = RELOAD.removeprefix("<script>").removesuffix("</script>")
    assert re.fullmatch(SHAPE, f"// Of pbm serve.\n{body}\n")
    assert not list(newer(body))


@pytest.mark.parametrize(
    "code",
    [
        "var x = 1;", "f(function () { return 1; });", "`a${b ? `c` : d}`;", "x ??= 1;", "x.at(-1);", "this.#x = 1;",
        "a.replaceAll(b, c);", "Object.hasOwn(a, b);", "structuredClone(a);", "await x;", "const a = await b;",
        "x = 1_000;", "a.toSorted();", "class A {\n  x = 1;\n}", "class A {\n  static x;\n}", "class A {\n  #x;\n}",
    ],
)  # fmt: skip
def test_what_is_older_or_newer_is_found(code: str) -> None:
    assert list(newer(code))


@pytest.mark.parametrize(
    "code",
    [
        "// var x", "const x = a?.b ?? c;", "`var(--x) ${a.b} ${c}`;", "class A {\n  x() { y = 1; }\n\n  get z() {}\n}",
        "(function () {\n  f(async () => {\n    await x;\n  });\n})();", "table.at(kind);",
    ],
)  # fmt: skip
def test_what_is_es2020_is_let_through(code: str) -> None:
    assert not list(newer(code))


@pytest.mark.parametrize(("name", "pattern", "value"), WRITTEN_TWICE)
def test_what_is_written_twice_is_the_same(name: str, pattern: str, value: object) -> None:
    found = re.findall(pattern, (TEMPLATES / name).read_text("utf-8"))
    assert found
    assert set(found) == {str(value)}


def test_a_sealed_page_has_a_bar_for_each_word() -> None:
    page = (TEMPLATES / "sealed.html").read_text("utf-8")
    assert page.count("<i></i>") == phrases.COUNT
    assert f"0 of {phrases.COUNT} words" in page


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("hues", [(), tuple((n, n % 3) for n in range(1, 20))])
def test_a_page_gives_a_player_the_coat_that_python_gives(browser: Any, hues: tuple[tuple[int, int], ...]) -> None:
    page = browser.new_page()
    with wearing(hues):
        page.set_content(f'<html data-coats="{worn()}"></html>')
        page.evaluate(Renderer([], {}, cache=False).theme_js)
        coats = page.evaluate("Array.from({ length: 60 }, (_, n) => window.pbmCoat(n))")
        for player, coat in enumerate(coats[1:], 1):
            assert (coat["hue"], coat["turn"]) == (hue(player), ninth(player)), player
            assert coat["coat"] == texture(player) == HUES * coat["turn"] + coat["hue"], player
            assert f'class="{coat["look"]}"' in chip(player), player
        assert coats[0] == {"hue": hue(0), "turn": ninth(0), "coat": 0, "look": "chip p0"}
    page.close()
