"""Feeds, calendars and the sitemap: well formed, with links that lead somewhere, and with nothing that is private."""

from datetime import date
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as Xml

import pytest
from icalendar import Calendar
from msgspec.structs import replace

from pbm.errors import PbmError
from pbm.publish.prose import site_facts
from pbm.site.build import build
from pbm.site.feeds import Channel, Entry, atom, post_entries
from pbm.site.ink.dates import calendar, day, moment
from pbm.site.pages import Post
from tests.example_league.league import league
from tests.example_league.maps import geometries

NS = {"a": "http://www.w3.org/2005/Atom", "s": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def built(folder: Path, **changes: object) -> Path:
    build(replace(league(), **changes), geometries(), folder / "site", [], cache=False)
    return folder / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("feeds"))


def feed(path: Path) -> Xml.Element:
    return Xml.fromstring(path.read_text("utf-8"))


def links(tree: Xml.Element) -> list[str]:
    return [link.attrib["href"] for link in tree.iter(f"{{{NS['a']}}}link")]


@pytest.mark.parametrize("name", ["feed.xml", "games/EU-1/feed.xml", "games/EU-2/feed.xml"])
def test_a_feed_has_what_atom_asks_for_and_its_links_lead_to_pages(site: Path, name: str) -> None:
    tree = feed(site / name)
    assert tree.find("a:title", NS) is not None
    entries = tree.findall("a:entry", NS)
    assert entries
    ids = [entry.findtext("a:id", "", NS) for entry in entries]
    assert len(set(ids)) == len(ids)
    times = [entry.findtext("a:updated", "", NS) for entry in entries]
    assert times == sorted(times, reverse=True)
    assert tree.findtext("a:updated", "", NS) == times[0]
    for link in links(tree):
        assert ((site / name).parent / unquote(link)).resolve().is_file(), link


def test_pages_name_their_feeds_and_private_ones_none(site: Path) -> None:
    assert 'href="../../feed.xml"' in (site / "games/EU-2/index.html").read_text()
    assert 'type="application/atom+xml"' in (site / "index.html").read_text()
    private = next(path for path in (site / "games/EU-1").glob("*/1.html"))
    assert "atom+xml" not in private.read_text()


def test_an_entry_keeps_its_id_when_the_site_moves(tmp_path: Path, site: Path) -> None:
    moved = built(tmp_path, url="https://example.org/post/")
    here, there = feed(site / "feed.xml"), feed(moved / "feed.xml")
    assert [e.findtext("a:id", "", NS) for e in here] == [e.findtext("a:id", "", NS) for e in there]
    assert all(link.startswith("https://example.org/post/") for link in links(there))


def test_what_belongs_to_a_game_keeps_its_id_when_the_league_takes_another_name(tmp_path: Path, site: Path) -> None:
    renamed = built(tmp_path, title="Another name")
    name = "games/EU-2/feed.xml"
    here, there = feed(site / name), feed(renamed / name)
    assert [e.text for e in here.iterfind(".//a:id", NS)] == [e.text for e in there.iterfind(".//a:id", NS)]
    uids = [
        [str(event["uid"]) for event in Calendar.from_ical((it / "deadlines.ics").read_bytes()).walk("VEVENT")]
        for it in (site, renamed)
    ]
    assert uids[0]
    assert uids[0] == uids[1]


def test_two_posts_of_one_day_are_two_entries() -> None:
    entries = [Entry(title, "2026-11-20", "index.html", key=title) for title in ("One", "Two")]
    tree = Xml.fromstring(atom(Channel("feed.xml", "X", "index.html"), entries, "X", "", "en"))
    assert len({e.findtext("a:id", "", NS) for e in tree.findall("a:entry", NS)}) == 2


def test_two_posts_of_one_moment_and_title_are_two_entries() -> None:
    """Two players are waited for no more after the same turn: the desk says so twice, with the date of its record."""
    told = [Post("2026-11-20T20:00:00Z", "Not waited for", "", text) for text in ("player 2", "player 5")]
    alone, entries = post_entries(told[:1], "index.html", "News"), post_entries(told, "index.html", "News")
    tree = Xml.fromstring(atom(Channel("feed.xml", "X", "index.html"), entries, "X", "", "en"))
    assert len({e.findtext("a:id", "", NS) for e in tree.findall("a:entry", NS)}) == 2
    assert entries[:1] == alone  # who has read the first is not shown it again


def test_a_hostile_title_stays_text(tmp_path: Path) -> None:
    title = "</title><script>alert(1)</script>\x1b[31m\u202e"
    made = built(tmp_path, title=title, news=(Post("2026-11-20", title, "", "x"),))
    tree = feed(made / "feed.xml")
    assert "<script>alert(1)</script>" in tree.findtext("a:title", "", NS)
    assert "\u202e" not in (made / "feed.xml").read_text()
    assert not list(tree.iter("script"))


def test_no_sign_that_xml_has_not_comes_into_a_feed() -> None:
    odd = "".join(map(chr, (*range(32), 0xFFFE, 0xFFFF)))
    entry = Entry(f"a{odd}b", "2026-11-21", "a.html", f"c{odd}d")
    text = atom(Channel("feed.xml", f"e{odd}f", "index.html"), [entry], f"g{odd}h", "", "en")
    tree = Xml.fromstring(text)
    told = [tree.findtext(path, "", NS) for path in ("a:title", "a:author/a:name", "a:entry/a:title")]
    assert ["".join(it.split()) for it in told] == ["ef", "gh", "ab"]


def test_deadlines_of_running_games_stand_in_the_calendar(site: Path) -> None:
    book = Calendar.from_ical((site / "deadlines.ics").read_bytes())
    events = list(book.walk("VEVENT"))
    assert events
    running = {game.id: game for game in league().games if game.status == "running" and game.deadline}
    assert {str(event["summary"]).partition(":")[0] for event in events} == set(running)
    for event in events:
        game = running[str(event["summary"]).partition(":")[0]]
        assert event.decoded("dtstart") == moment(game.deadline)
        assert (site / f"games/{game.id}/deadlines.ics").is_file()


def test_a_sitemap_needs_an_address_and_names_public_pages_only(tmp_path: Path, site: Path) -> None:
    assert not (site / "sitemap.xml").exists()
    made = built(tmp_path, url="https://example.org/post")
    found = [node.text or "" for node in feed(made / "sitemap.xml").iter(f"{{{NS['s']}}}loc")]
    assert "https://example.org/post/" in found
    assert "https://example.org/post/games/EU-2/" in found
    assert not [url for url in found if url.endswith(("404.html", "/1.html"))]
    for url in found:
        path = unquote(url.removeprefix("https://example.org/post/"))
        assert (made / path / "index.html" if not path or path.endswith("/") else made / path).is_file(), url


def test_an_address_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text('url = "javascript:alert(1)"\n')
    with pytest.raises(PbmError, match=r"site.toml: url: .* is not a web address"):
        site_facts(tmp_path)


@pytest.mark.parametrize("lang", ["e\\u0001n", "en_US", "e", "en-", 'en\\"'])
def test_a_language_that_is_none_is_refused_by_name(tmp_path: Path, lang: str) -> None:
    (tmp_path / "site.toml").write_text(f'lang = "{lang}"\n')
    with pytest.raises(PbmError, match=r"site.toml: lang: .* is not a language"):
        site_facts(tmp_path)


def test_a_deadline_in_the_first_weeks_of_all_is_marked() -> None:
    weeks = calendar("0001-01-01", {date(1, 1, 5)})
    assert [name for week in weeks for name, marked in week if marked] == ["5"]


@pytest.mark.parametrize("lang", ["", "en", "de-CH", "zh-Hant-TW"])
def test_a_language_is_taken(tmp_path: Path, lang: str) -> None:
    (tmp_path / "site.toml").write_text(f'lang = "{lang}"\n')
    assert site_facts(tmp_path).lang == lang


@pytest.mark.parametrize("date", ["9999-12-31T23:30:00-05:00", "0001-01-01T00:00:00+09:00", "some day", ""])
def test_a_date_that_is_none_in_utc_is_shown_as_it_stands_and_in_no_feed(date: str) -> None:
    assert day(date) == date
    assert post_entries([Post(date, "A glove", "", "Found.")], "index.html", "News") == []
