"""The site in a browser: on a phone, on a wide screen and on paper."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.site.build import build
from pbm.site.pages import Page, Post
from tests.browser.chromium import needs_browser
from tests.example_league.league import league
from tests.example_league.maps import geometries


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_no_page_runs_over_and_nothing_foreign_is_asked_for(site: Path, alone: Path, browser: Any, width: int) -> None:
    pages = [
        site / name
        for name in (
            "index.html", "archive.html", "fairness.html", "404.html", "about/how.html", "rules/battle-plan.html",
            "games/EU-2/index.html", "games/EU-2/7/index.html", "games/EU-1/1/5.html", "games/EU-1/fairness.html",
            "games/EU-1/stats.html", "games/EU-2/stats.html", "games/EU-1/replay.html", "games/EU-2/replay.html",
        )
    ] + [alone]  # fmt: skip
    page = browser.new_page(viewport={"width": width, "height": 844})
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    for path in pages:
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    page.close()
    assert said == []
    assert [url for url in asked if not url.startswith("file:")] == []


@pytest.mark.browser
@needs_browser
def test_a_phone_folds_sections_and_paper_has_all(alone: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(alone.as_uri())
    assert page.evaluate("document.querySelector('#forces').open")
    assert not page.evaluate("document.querySelector('#income').open")
    page.click("a[href='#income']")
    page.wait_for_selector("#income[open]", state="attached")  # the page hears of the new anchor a little later
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("[...document.querySelectorAll('details.fold')].every(it => it.open)")
    top = "document.querySelector('{}').getBoundingClientRect().top"
    assert page.evaluate(f"{top.format('#forces')} < {top.format('.paper-card')}")
    assert page.evaluate(f"{top.format('.paper-card')} < {top.format('#income')}")
    page.emulate_media(media="screen")
    page.click("[data-theme-switch]")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.close()


@pytest.mark.browser
@needs_browser
def test_records_wrap_on_a_phone_and_a_country_that_is_not_seen_has_a_line(alone: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(alone.as_uri())
    tops = page.evaluate("""() => {
      const table = document.querySelector('.records'), [first, ...rest] = table.tBodies[0].rows;
      table.closest('details').open = true;
      rest.forEach((row) => row.remove());
      for (let at = 0; at < 3; at++) {  // as with U2: code and chip, all else empty
        const row = first.cloneNode(true);
        [...row.cells].slice(2).forEach((cell) => cell.replaceChildren());
        first.before(row);
      }
      for (const cell of first.querySelectorAll('td[data-k]')) cell.textContent = '1234567890.12';
      const box = table.closest('.scroll');
      if (box.scrollWidth > box.clientWidth) throw Error('a line runs over');
      return [...table.tBodies[0].rows].map((row) => row.getBoundingClientRect().top);
    }""")
    page.close()
    assert min(below - above for above, below in pairwise(tops)) > 25


@pytest.mark.browser
@needs_browser
def test_heads_of_numbers_wrap_on_a_phone_where_the_table_would_run_over(alone: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, bypass_csp=True)
    page.goto(alone.as_uri())
    page.evaluate("""() => {
      const box = document.querySelector('#forces .scroll'), head = '<th scope="col" class="n">';
      box.innerHTML = `<table><thead><tr><td><th>Power${head}List them good${head}List them bad` +
        `${head}A turn, in each country<tbody><tr><td>5<td>Great Britain<td class="n">2<td class="n">1<td class="n">+3`;
    }""")
    wide, room = page.evaluate("(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])"
                               "(document.querySelector('#forces .scroll'))")  # fmt: skip
    page.close()
    assert wide <= room


@pytest.mark.browser
@needs_browser
def test_pieces_of_press_stand_in_columns_however_many_lines_they_fill(site: Path, browser: Any) -> None:
    name = next(
        path for path in sorted(site.glob("games/*/*/index.html")) if 'class="press"' in path.read_text("utf-8")
    )
    page = browser.new_page(viewport={"width": 1280, "height": 844})
    page.goto(name.as_uri())
    lefts = page.evaluate("""() => {
      const press = document.querySelector('.press');
      while (press.children.length < 11) press.append(press.children[0].cloneNode(true));
      return [press.parentElement, ...press.querySelectorAll('article > *:first-child')]
        .map(it => Math.round(it.getBoundingClientRect().left));
    }""")
    page.close()
    assert len(set(lefts[1:])) == 4
    assert min(lefts[1:]) == lefts[0], "the first of each line begins where the page does"


@pytest.mark.browser
@needs_browser
def test_a_figure_of_eight_signs_keeps_to_its_field_on_a_phone(alone: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(alone.as_uri())
    wide, room = page.evaluate("""() => {
      const value = document.querySelector('.figures .value');
      value.textContent = '12345.67';
      value.classList.add('long');
      const range = document.createRange();
      range.selectNodeContents(value);
      return [range.getBoundingClientRect().right, value.parentElement.getBoundingClientRect().right];
    }""")
    page.close()
    assert wide <= room


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_card_stands_on_page_1(alone: Path, browser: Any, paper: str) -> None:
    # With what follows the card left out, all is one page: so the card ends page 1.
    page = browser.new_page()
    page.goto(alone.as_uri())
    page.evaluate(
        "document.querySelectorAll('.rows > .row:not(.forces)').forEach(it => it.remove());"
        "document.querySelector('.paper-card').style.breakAfter = 'auto'"
    )
    rest = page.pdf(format=paper)
    page.close()
    assert len(re.findall(rb"/Type /Page\b(?!s)", rest)) == 1


MOVED = """() => new Promise((done) => {
    const box = document.querySelector(".prose pre"), since = performance.now();
    const look = () => box.scrollLeft > 0 || performance.now() - since > 5000
        ? done(box.scrollLeft > 0) : requestAnimationFrame(look);
    look();
})"""


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [360, 1280])
def test_long_code_between_fences_scrolls_in_its_box_and_breaks_on_paper(
    tmp_path: Path, browser: Any, width: int
) -> None:
    code = f'How:\n\n```toml\ntitle = "{"x" * 400}"\n```\n'
    whole = league(last=1, revealed_last=0)
    news = (Post("2026-11-20", "Code", "", code),)
    build(
        replace(whole, news=news, about=(Page("how", "How", code),)), geometries(), tmp_path / "site", [], cache=False
    )
    page = browser.new_page(viewport={"width": width, "height": 844})
    for name in ("index.html", "about/how.html"):
        page.goto((tmp_path / "site" / name).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        wide = "(box => box.scrollWidth > box.clientWidth)(document.querySelector('.prose pre'))"
        assert page.evaluate(wide), "it scrolls"
        page.focus(".prose pre")
        page.keyboard.press("ArrowRight")
        assert page.evaluate(MOVED)
        page.emulate_media(media="print")
        assert not page.evaluate(wide), "paper has all of it"
        page.emulate_media(media="screen")
    page.close()


@pytest.mark.browser
@needs_browser
def test_a_bare_per_cent_sign_in_an_address_stops_no_script(site: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto((site / "index.html").as_uri() + "#50%")
    assert said == []
    page.close()
