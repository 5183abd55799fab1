"""What readers' programs fetch: Atom feeds (RFC 4287), calendars of deadlines (RFC 5545), the sitemap.

All from what the public pages say, and with the dates of the records: the same site, the same bytes.
"""

import uuid
from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from urllib.parse import quote
from xml.etree import ElementTree as Xml

import msgspec

from pbm.core.plain import clean
from pbm.site.ink import dates
from pbm.site.output.links import relative, shown_place
from pbm.site.pages import Post
from pbm.site.views import GameRow

ATOM = "http://www.w3.org/2005/Atom"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
MOST = 40  # entries of a feed, newest first
HOUR = timedelta(hours=1)


class Entry(msgspec.Struct, frozen=True):
    """An entry of a feed: `path` is its page, `key` tells it from others on the same page; `origin`: see _name."""

    title: str
    date: str
    path: str
    summary: str = ""
    key: str = ""
    origin: str = ""


class Channel(msgspec.Struct, frozen=True):
    """A feed: its file, its title, the page that it follows; `origin`: see _name."""

    path: str
    title: str
    page: str
    origin: str = ""


def turn_entries(row: GameRow) -> list[Entry]:
    """A game's turns: what the heads of their pages say; and that a position was corrected."""
    turns = [
        Entry(
            f"{row.game.id}, turn {head.number}: {head.headline}",
            head.date,
            head.path,
            head.standfirst,
            origin=row.game.seed_commitment,
        )
        for head in row.heads
        if head.date
    ]
    corrections = [
        Entry(
            f"{row.game.id}, turn {made.turn}: the position after it was corrected",
            made.date,
            f"games/{row.game.id}/{made.turn}/index.html",
            made.reason or "What was changed and why is shown when the game ends.",
            made.digest,
            row.game.seed_commitment,
        )
        for made in row.amended
    ]
    return turns + corrections


def post_entries(posts: Iterable[Post], page: str, by: str, of: str = "", origin: str = "") -> list[Entry]:
    """The moderator's news, oldest first; a feed says that there is some, the page says what. `of` stands before each
    title; `origin`: see _name. Pieces of one moment and title, such as the desk's of two players at once, are told
    apart by their order.
    """
    entries, seen = [], Counter[str]()
    for post in posts:
        if not dates.moment(post.date):
            continue
        key = f"{post.date} {post.title}"
        seen[key] += 1
        nth = f" {seen[key]}" if seen[key] > 1 else ""
        entries.append(Entry(of + (post.title or by), post.date, page, key=key + nth, origin=origin))
    return entries


def atom(channel: Channel, entries: Iterable[Entry], league: str, url: str, lang: str) -> str:
    """An Atom feed. Links are absolute where the site knows its `url`, else relative to the feed."""
    newest = sorted(entries, key=lambda entry: (entry.date, entry.path, entry.key), reverse=True)[:MOST]
    feed = Xml.Element("feed", {"xmlns": ATOM, "xml:lang": lang})
    _text(feed, "title", channel.title)
    _text(feed, "id", _name(channel.origin or league, channel.path))
    _text(feed, "updated", _time(newest[0].date) if newest else "1970-01-01T00:00:00+00:00")
    Xml.SubElement(feed, "link", rel="self", type="application/atom+xml", href=_link(channel.path, channel.path, url))
    Xml.SubElement(feed, "link", rel="alternate", type="text/html", href=_link(channel.path, channel.page, url))
    _text(Xml.SubElement(feed, "author"), "name", league)
    for entry in newest:
        node = Xml.SubElement(feed, "entry")
        _text(node, "title", entry.title)
        _text(node, "id", _name(entry.origin or league, entry.path + entry.key))
        _text(node, "updated", _time(entry.date))
        Xml.SubElement(node, "link", rel="alternate", type="text/html", href=_link(channel.path, entry.path, url))
        if entry.summary:
            _text(node, "summary", entry.summary)
    return _document(feed)


def calendar(rows: Iterable[GameRow], league: str, url: str) -> str:
    """The deadlines of running games, an event an hour long each, with an alarm the day before; "" where none
    is set.
    """
    due = [(row, time) for row in rows if (time := dates.moment(row.game.deadline)) and row.game.status == "running"]
    if not due:
        return ""
    from icalendar import Alarm, Calendar, Event

    book = Calendar()
    book.add("prodid", "-//pbm//play by mail//EN")
    book.add("version", "2.0")
    book.add("x-wr-calname", " ".join(clean(league).split()))  # the library takes one line here
    for row, time in sorted(due, key=lambda pair: (pair[1], pair[0].game.id)):
        number = row.number + 1
        event, alarm = Event(), Alarm()
        event.add("uid", f"{_name(row.game.seed_commitment or league, row.game.id)[9:]}-{number}@pbm")
        event.add("dtstamp", dates.moment(row.heads[-1].date) or time if row.heads else time)
        event.add("dtstart", time)
        event.add("dtend", time + HOUR)
        event.add("summary", f"{row.game.id}: cards for turn {number} are due")
        event.add("description", " ".join(clean(row.game.title).split()))
        if url:
            event.add("url", _link("", row.game_path, url))
        alarm.add("action", "DISPLAY")
        alarm.add("description", f"{row.game.id}: one day left for your card")
        alarm.add("trigger", timedelta(days=-1))
        event.add_component(alarm)
        book.add_component(event)
    return str(book.to_ical().decode("utf-8"))


def sitemap(paths: Iterable[str], url: str) -> str:
    """The pages for search engines, which want absolute addresses."""
    tree = Xml.Element("urlset", {"xmlns": SITEMAP})
    for path in sorted(paths):
        _text(Xml.SubElement(tree, "url"), "loc", _link("", shown_place(path), url))
    return _document(tree)


def _link(page: str, target: str, url: str) -> str:
    return f"{url.rstrip('/')}/{quote(target)}" if url else relative(page, target)


def _name(origin: str, key: str) -> str:
    """An id that stays when the site moves to another address. `origin`: the fingerprint of a game's seed, which stays
    when the league takes another name, too; of what belongs to no game, the league's title.
    """
    return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'pbm {origin} {key}')}"


def _time(text: str) -> str:
    time = dates.moment(text)
    return time.isoformat() if time else text


def _text(parent: Xml.Element, tag: str, text: str) -> None:
    Xml.SubElement(parent, tag).text = clean(text)


def _document(tree: Xml.Element) -> str:
    Xml.indent(tree, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + Xml.tostring(tree, encoding="unicode") + "\n"
