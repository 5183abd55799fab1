"""The site: whole, safe, the same twice, and readable on a phone and on paper."""

import base64
import hashlib
import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbm.errors import PbmError
from pbm.printout import Cell, Column, Echo, Figure, Item, Lines, Paragraphs, Section, Table
from pbm.site.blocks import table_html
from pbm.site.build import build
from pbm.site.cases import case_html
from pbm.site.dates import calendar, day, day_and_hour
from pbm.site.pages import Addressee, Case, League, Page, Post, Seat, Turn, ready
from pbm.site.private import write_private
from pbm.site.render import Renderer, templates_dir
from pbm.site.standings import standings
from tests.chromium import needs_browser
from tests.site_fixture import forces, geometries, league, turkey, turns
from tests.test_prose import PAYLOADS

TO = Addressee("Rosa Klein", "#1042", "7G2KQ-X4M9V-T", "Fri 4 Dec 2026, 20:00 UTC")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out") / "site"
    build(league(), geometries(), out, [], cache=False)
    return out


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    stem = tmp_path_factory.mktemp("printouts") / "EU-2" / "7" / "5"
    write_private(turkey(), "CLASSIC <b>\n", stem, Renderer([], geometries(), cache=False), TO, edition="Europe")
    return stem.with_name("5.html")


class Elements(HTMLParser):
    """Tags with their attributes, and the content of script and style."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag in self.raw:
            self.raw[tag].append("")

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] in self.raw and data.strip():
            self.raw[self.found[-1][0]][-1] += data
        else:
            self.text += data


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(p.relative_to(folder)): (p.stat().st_ino, p.stat().st_mtime_ns) for p in folder.rglob("*")}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


# Building


def test_a_second_build_touches_nothing(tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert build(league(), geometries(), out, [], cache=False).did_something
    before, own = stamps(out), out.stat().st_mtime_ns
    report = build(league(), geometries(), out, [], cache=False)
    assert not report.did_something
    assert stamps(out) == before
    assert out.stat().st_mtime_ns == own
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site", "site.files"]


def test_a_new_turn_leaves_older_pages_alone(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(league(last=6), geometries(), out, [], cache=False)
    before = stamps(out)
    build(league(last=7), geometries(), out, [], cache=False)
    after = stamps(out)
    changed = {name for name, stamp in before.items() if name.endswith(".html") and after[name] != stamp}
    assert changed == {
        "index.html", "archive.html", "games/EU-2/index.html", "games/EU-2/fairness.html", "games/EU-2/6/index.html",
        "games/EU-2/stats.html", "games/EU-2/replay.html",
    }  # fmt: skip


def test_what_is_no_more_is_taken_away(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(league(last=2), geometries(), out, [], cache=False)
    report = build(league(last=1), geometries(), out, [], cache=False)
    assert report.removed == 2
    assert not (out / "games/EU-2/2").exists()


def test_two_builds_have_the_same_bytes(tmp_path: Path) -> None:
    build(league(), geometries(), tmp_path / "a", [], cache=False)
    build(league(), geometries(), tmp_path / "b", [], cache=False)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_a_build_with_the_cache_gives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("a", "b"):
        build(league(last=0), geometries(), tmp_path / name, [])
    build(league(last=0), geometries(), tmp_path / "c", [], cache=False)
    assert contents(tmp_path / "a") == contents(tmp_path / "b") == contents(tmp_path / "c")


def test_a_folder_that_is_no_site_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter.txt").write_text("mine")
    with pytest.raises(PbmError, match="no site of ours"):
        build(league(last=0), geometries(), tmp_path / "home", [], cache=False)
    assert (tmp_path / "home" / "letter.txt").read_text() == "mine"


def test_what_a_broken_build_left_is_no_hindrance(tmp_path: Path) -> None:
    out = tmp_path / "site"
    (tmp_path / ".site.new").mkdir()
    (tmp_path / ".site.new" / "half").write_text("x")
    build(league(last=0), geometries(), out, [], cache=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site", "site.files"]


def test_a_build_that_is_killed_leaves_whole_files_and_the_next_one_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    build(league(last=1), geometries(), out, [])
    old = contents(out)
    build(league(last=2), geometries(), tmp_path / "new", [])
    new = contents(tmp_path / "new")
    done: list[str] = []
    usual = os.replace

    def killed(source: str, target: str) -> None:
        if str(target).startswith(str(out)) and len(done) == moves:
            raise KeyboardInterrupt
        usual(source, target)
        done.extend([str(target)] if str(target).startswith(str(out)) else [])

    changed = sum(1 for name in new if old.get(name) != new[name])
    for moves in range(changed):
        build(league(last=1), geometries(), out, [])
        assert contents(out) == old
        done.clear()
        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", killed)
            with pytest.raises(KeyboardInterrupt):
                build(league(last=2), geometries(), out, [])
        assert len(done) == moves
        now = contents(out)
        assert all(data in (old.get(name), new.get(name)) for name, data in now.items())
        if now["games/EU-2/index.html"] == new["games/EU-2/index.html"]:
            assert "games/EU-2/2/index.html" in now, "what is linked to comes first"
        build(league(last=2), geometries(), out, [])
        assert contents(out) == new


def test_a_missing_turn_is_told() -> None:
    def gap() -> Iterator[Turn]:
        yield from (turn for turn in turns("EU-2", 3) if turn.number != 2)

    whole = league(last=3)
    game = msgspec.structs.replace(whole.games[0], turns=lambda: ready(gap()))
    with pytest.raises(PbmError, match="turn 2 is missing"):
        build(msgspec.structs.replace(whole, games=(game,)), geometries(), Path("/nonexistent/site"), [], cache=False)


def test_a_map_that_nobody_drew_is_told(tmp_path: Path) -> None:
    with pytest.raises(PbmError, match="no drawn map named 'europe'"):
        build(league(last=0), {}, tmp_path / "site", [], cache=False)


def test_an_empty_league_is_a_site(tmp_path: Path) -> None:
    build(League("Empty", "", "", ()), {}, tmp_path / "site", [], cache=False)
    assert "No game is running" in (tmp_path / "site" / "index.html").read_text()


# Templates


def test_the_users_template_wins(tmp_path: Path) -> None:
    own = tmp_path / "site_templates"
    own.mkdir()
    (own / "404.html").write_text('{% extends "base.html" %}{% block main %}<p>gone fishing{% endblock %}')
    build(league(last=0), geometries(), tmp_path / "site", own, cache=False)
    assert "gone fishing" in (tmp_path / "site" / "404.html").read_text()
    assert "Skip to the content" in (tmp_path / "site" / "404.html").read_text()


def test_a_template_with_a_mistake_is_told(tmp_path: Path) -> None:
    own = tmp_path / "site_templates"
    own.mkdir()
    (own / "404.html").write_text("{% if %}")
    with pytest.raises(PbmError, match=r"404\.html, line 1"):
        build(league(last=0), geometries(), tmp_path / "site", own, cache=False)


def test_the_shipped_templates_are_there() -> None:
    assert {"base.html", "printout.html", "turn.html", "home.html", "pbm.css"} <= set(os.listdir(templates_dir()))


# Pages


def test_the_front_page_tells_games_deadlines_and_news(site: Path) -> None:
    text = (site / "index.html").read_text()
    for words in ("The Long Post", "Sofia falls anyway", "Fri 4 Dec", "20:00 UTC", "receipt within the hour", "EU-1"):
        assert words in text


def test_a_turn_page_tells_the_world(site: Path) -> None:
    text = (site / "games/EU-2/7/index.html").read_text()
    for words in ("World news, turn 7", "Maritsa", "Captured", "Standings", "Sofia Gazette", "The map as a table"):
        assert words in text
    assert text.count('class="spark"') == 7
    assert "0707070707" in text


def test_a_step_line_tells_its_numbers(site: Path) -> None:
    text = (site / "games/EU-2/7/index.html").read_text()
    assert 'aria-label="1, 1, 3, 3, 5, 5, 4, 4"' in text


def test_anonymous_press_names_nobody(site: Path) -> None:
    text = (site / "games/EU-2/7/index.html").read_text()
    article = text[text.index("reliable neighbours") : text.index("Quiet Iberian")]
    assert "anonymous" in article
    assert "Spain" not in article
    assert "chip" not in article


def test_only_a_revealed_game_shows_printouts(site: Path) -> None:
    assert (site / "games/EU-1/1/5.html").is_file()
    assert (site / "games/EU-1/1/5.txt").read_text() == "EU-1 T-1 [5]\n"
    assert not list((site / "games/EU-2").rglob("[1-9].*"))
    assert "noindex" in (site / "games/EU-1/1/5.html").read_text()


def test_rules_on_a_printout_lead_to_the_nearest_heading(site: Path) -> None:
    text = (site / "games/EU-1/1/5.html").read_text()
    assert '<a class="rule" href="../../../rules/battle-plan.html#9.3">9.3e</a>' in text
    assert '<a class="rule" href="../../../rules/battle-plan.html#4C.6">4C.6</a>' in text
    assert '<span class="rule">2C</span>' in text


def test_the_rule_book_has_orders_house_rules_and_cases(site: Path) -> None:
    text = (site / "rules/battle-plan.html").read_text()
    for anchor in ("4C.6", "order-AC", "HR-34", "case-4C.6-1", "house-rules", "orders", "cases"):
        assert f'id="{anchor}"' in text
    assert text.index('id="case-4C.6-1"') < text.index('id="case-4C.6-10"')
    assert 'Worked cases: <a href="#case-4C.6-1">' in text
    assert "<code>n XXX</code>" in text


def test_a_worked_case_tells_position_card_and_outcome() -> None:
    toml = """
[seats]
1 = "TU"
[given.spaces]
TU = { army = 20, navy = 0 }
UK = { occupier = 2, army = 10 }
[cards]
1 = "@TU AC20UK"
[expect.spaces.UK]
occupier = 1
army = { one_of = [15, 16] }
"""
    html = case_html(Case("4C.6-1", "Twenty", toml))
    for words in ("Card of [1]", "@TU AC20UK", "20 army", "10 army", "15 or 16", "army<td"):
        assert words in html
    assert "navy" not in html
    assert case_html(Case("x", "x", "no toml [")) == ""


def test_the_fairness_page_has_seed_and_chain(site: Path) -> None:
    running, open_ = ((site / f"games/{game}/fairness.html").read_text() for game in ("EU-2", "EU-1"))
    assert "ab" * 32 in running
    assert "07" * 32 in running
    assert "not yet" in running
    assert "ef" * 16 in open_


def test_public_pages_say_nothing_of_forces(site: Path) -> None:
    text = (site / "games/EU-2/7/index.html").read_text()
    assert 'class="b ' not in text
    assert "159.98" not in text


# Printouts


def test_a_private_printout_needs_no_other_file(alone: Path) -> None:
    page = Elements(alone.read_text())
    for tag, attrs in page.found:
        assert tag not in ("link", "img", "iframe", "base", "form")
        assert not attrs.get("src")
        assert attrs.get("href", "#").startswith("#")
    assert "noindex" in alone.read_text()
    assert "CLASSIC &lt;b&gt;" in alone.read_text()
    assert alone.with_suffix(".txt").read_text() == "CLASSIC <b>\n"


def test_a_private_printout_is_written_once(tmp_path: Path) -> None:
    renderer = Renderer([], geometries(), cache=False)
    assert write_private(turkey(), "x\n", tmp_path / "5", renderer, TO)
    before = stamps(tmp_path)
    assert not write_private(turkey(), "x\n", tmp_path / "5", renderer, TO)
    assert stamps(tmp_path) == before


def test_a_printout_shows_what_its_data_say(alone: Path) -> None:
    text = alone.read_text()
    for words in (
        "Turkey, turn 7", "159.98", "+62.58", "Bulgaria is yours.", "#1042", "7G2KQ-X4M9V-T", "Land battles",
        "<i>&lt;10&gt;</i>", "NT4EAS", "Order-count: 18", "26A 4N", "taken by", "31<sup>+</sup>",
    ):  # fmt: skip
        assert words in text
    assert "Dollars=159.98 Spies" not in text  # a section for the classic text alone
    assert text.count('<svg class="map"') + text.count('<svg class="map ') == 2


def test_what_changed_links_only_to_what_is_there() -> None:
    lost = msgspec.structs.replace(turkey(), changes=(Item("Lost", "All.", "", "", "bad", "nowhere"),))
    assert "#nowhere" not in Renderer([], geometries(), cache=False).alone(lost, "", TO, "en", "")


def test_standings_have_no_column_of_names_where_nobody_is_named() -> None:
    columns = (
        Column("Rank", "number"),
        Column("", "player"),
        Column("Home"),
        Column("Player"),
        Column("Held", "number"),
    )
    for name, there in (("", False), ("Rosa", True)):
        rows: tuple[tuple[Cell, ...], ...] = ((1, 2, "France", name, 5), (2, 1, "Turkey", "", 4))
        section = Section("standings", "Standings", (Table(columns, rows),))
        html = str(standings(section, {1: [3, 4], 2: [3, 5]}, 0))
        assert ("Player" in html) is there
        assert html.count("<svg") == 2
        assert html.index("T-0 to T-1") > html.index("Held")


def test_numbers_are_set_as_numbers() -> None:
    html = table_html(forces().blocks[0])  # type: ignore[arg-type]  # the forces are a table
    assert '<td class="n">26' in html
    assert '<td class="n z">0' in html
    assert '<td class="n">31<sup>+</sup>' in html


def test_days_are_told_the_same_everywhere() -> None:
    assert day("2026-11-21") == "Sat 21 Nov 2026"
    assert day_and_hour("2026-12-04T21:00:00+01:00") == "Fri 4 Dec 2026, 20:00 UTC"
    assert day("soon") == "soon"
    assert calendar("2026-11-21", set()) == []


# Safety


def policy_of(text: str) -> str:
    match = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert match
    return match[1].replace("&#39;", "'")


def check_policy(path: Path) -> None:
    text = path.read_text()
    page = Elements(text)
    policy = policy_of(text)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert "no-referrer" in text
    assert re.match(r'<!DOCTYPE html>\n<html lang="en" dir="ltr">', text)
    for tag, content in ((tag, content) for tag, all_ in page.raw.items() for content in all_ if content):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        directive = next(part for part in policy.split("; ") if part.startswith(f"{tag}-src"))
        assert f"'sha256-{digest}'" in directive, (path, tag)
    for _, attrs in page.found:
        assert "style" not in attrs, path
        assert not [name for name in attrs if name.startswith("on")], path


def test_every_page_allows_only_what_is_ours(site: Path, alone: Path) -> None:
    for path in (*site.rglob("*.html"), alone):
        check_policy(path)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_name_becomes_markup(payload: str, tmp_path: Path) -> None:
    """Every text that a player or a mistake can fill, filled with a payload: it is text in every page."""
    whole = league(last=1, revealed_last=0)
    seats = tuple(Seat(n, payload, payload) for n in range(1, 8))
    post = Post("2026-11-20", payload, payload, payload, player=5)

    def spoilt(game: str, *, revealed: bool) -> Iterator[Turn]:
        for turn in turns(game, 0 if revealed else 1, revealed=revealed):
            bad = msgspec.structs.replace(
                turkey(game, turn.number),
                title=payload,
                headline=payload,
                standfirst=payload,
                heading=(payload, payload),
                figures=(Figure(payload, payload, payload),),
                changes=(Item(payload, payload, payload, payload, "", payload),),
                sections=(Section("x", payload, (Paragraphs((payload,)), Lines((payload,))), payload, payload),),
                echo=(Echo(payload, (payload,)),),
                faults=tuple(
                    msgspec.structs.replace(fault, text=payload, message=payload, rule=payload)
                    for fault in turkey().faults
                ),
                blank=(payload,),
                map=msgspec.structs.replace(turkey().map, title=payload, desc=payload, players=((5, payload),)),
            )
            public = msgspec.structs.replace(bad, player=0, echo=(), faults=(), blank=())
            private = {5: bad} if revealed else {}
            yield msgspec.structs.replace(turn, public=public, private=private, news=(post,), press=(post,))

    games = tuple(
        msgspec.structs.replace(
            game, title=payload, resolve=payload, players=seats,
            turns=lambda game=game: ready(spoilt(game.id, revealed=game.status == "revealed")),
        )
        for game in whole.games
    )  # fmt: skip
    whole = msgspec.structs.replace(
        whole,
        title=payload,
        tagline=payload,
        games=games,
        news=(),
        about=(Page("how", payload, "x"),),
        index_markdown="",
    )
    clean_site = league(last=1, revealed_last=0)
    build(clean_site, geometries(), tmp_path / "clean", [], cache=False)
    build(whole, geometries(), tmp_path / "site", [], cache=False)
    known = {tag for path in (tmp_path / "clean").rglob("*.html") for tag, _ in Elements(path.read_text()).found}
    scripts = {"theme.js", "page.js", "map.js", "search.js", "search-index.js"}
    scripts |= {"replay.js", "replay-map.js", "replay-data.js"}
    for path in (tmp_path / "site").rglob("*.html"):
        check_policy(path)
        for tag, attrs in Elements(path.read_text()).found:
            assert tag in known, (path, tag)
            if tag == "script":
                assert attrs["src"].rpartition("/")[2] in scripts
            link = attrs.get("href", "")
            assert not re.match(r"\s*((javascript|data|vbscript)\s*:|//)", link, re.I), link


# Browser


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
    assert page.evaluate("document.querySelector('#income').open")
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
