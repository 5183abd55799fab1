"""Tables and texts have the room that there is: no needless wrapping, scrolling, or white beside a long list."""

import re
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from pbm.core.printout import Battle, Battles, Column, Force, Group, Section, Table
from pbm.site.parts import layout
from pbm.site.parts.blocks import block_html
from pbm.site.parts.standings import standings
from pbm.site.render import Renderer
from tests.browser.chromium import needs_browser

HEAD = "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>T</title>"


def page(body: str) -> str:
    read = Renderer([], {}, cache=False).file
    styles = "".join(read(name) for name in ("pbm.css", "map.css", "narrow.css"))
    return f"{HEAD}<style>{styles}</style><body><main>{body}</main>"


def shown(browser: Any, tmp_path: Path, body: str, width: int) -> Any:
    path = tmp_path / "page.html"
    path.write_text(page(body), "utf-8")
    it = browser.new_page(viewport={"width": width, "height": 900})
    it.goto(path.as_uri())
    return it


def part(name: str, lines: int) -> layout.SectionHtml:
    rows = "".join(f"<tr><td>row {k}<td>Town" for k in range(lines))
    html = Markup(f'<div class="scroll"><table><thead><tr><th>Province<th>Kind<tbody>{rows}</table></div>')
    return layout.SectionHtml(name, name, html, width=40, height=lines)


def test_a_long_list_with_little_beside_it_has_a_row_of_its_own() -> None:
    rows = layout.rows([part("a", 5), part("long", 48), part("b", 9)])
    assert [([p.id for p in row.left], [p.id for p in row.right], row.long) for row in rows] == [
        (["a"], ["b"], False),
        (["long"], [], True),
    ]
    assert 'class="row listed"' in rows[1].__html__()
    assert not any(row.long for row in layout.rows([part("a", 40), part("b", 48)])), "they balance"
    assert not any(row.long for row in layout.rows([part("a", 3), part("b", 20)])), "it is not long"


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize(("width", "columns"), [(390, 1), (768, 2), (1280, 3)])
def test_that_row_runs_in_columns(browser: Any, tmp_path: Path, width: int, columns: int) -> None:
    html = layout.rows([part("a", 5), part("long", 48)])[1].__html__()
    it = shown(browser, tmp_path, f'<div class="rows">{html}</div>', width)
    lefts = it.eval_on_selector_all("#long tr", "all => all.map(it => Math.round(it.getBoundingClientRect().left))")
    assert len(set(lefts)) == columns
    assert it.evaluate("document.documentElement.scrollWidth") <= width
    it.close()


@pytest.mark.browser
@needs_browser
def test_kinds_of_units_stand_on_one_line_where_there_is_room(browser: Any, tmp_path: Path) -> None:
    units = tuple(map(Force, ("army", "navy", "air")))
    groups = [Group("RUR", 0, "defend", units)]
    groups += [Group(code, 1, "attack", units) for code in ("ETU", "RCA", "RRU", "RTU", "RUK", "RWS")]
    fight = Battle("RUR", "Urals", "captured by [23] Western Saudi Arabia", tuple(groups))
    html = block_html(Battles((fight,)), str, str, 1, {})
    it = shown(browser, tmp_path, html, 1280)
    heights = it.eval_on_selector_all(
        ".kinds tbody td", """all => all.map(it => { const range = document.createRange(); range.selectNodeContents(it);
          const lines = [...range.getClientRects()].map(box => box.bottom); return [it.cellIndex,
          Math.max(...lines) - Math.min(...lines) > 12, getComputedStyle(it).verticalAlign]; })"""
    )  # fmt: skip
    assert heights == [[0, False, "top"], [1, False, "top"], [2, False, "top"], [3, True, "top"]]
    it.close()


@pytest.mark.browser
@needs_browser
def test_the_classic_text_keeps_its_lines_on_a_phone(browser: Any, tmp_path: Path) -> None:
    it = shown(browser, tmp_path, '<pre class="classic" tabindex="0">' + "x" * 79 + "\ny</pre>", 390)
    box = it.locator(".classic")
    assert box.evaluate("it => it.scrollWidth > it.clientWidth && it.clientHeight < 60")
    assert it.evaluate("document.documentElement.scrollWidth") <= 390
    assert 'class="classic" tabindex="0"' in Renderer([], {}, cache=False).file("printout.html")
    it.close()


def test_one_turn_has_no_line_of_its_history() -> None:
    columns = (Column("", "player"), Column("Home"), Column("Countries", "number"))
    section = Section("standings", "Standings", (Table(columns, ((1, "Turkey", 3), (2, "Russia", 3))),))
    first = str(standings(section, {1: [3], 2: [3]}, 0, "Countries"))
    assert "spark" not in first
    assert "T-0" not in first
    assert len(re.findall("spark", str(standings(section, {1: [3, 4], 2: [3, 3]}, 0, "Countries")))) == 2
