"""What players are sent without having asked: the start, each turn's printout, reminders, the end.

Each is made from what is on file and nothing else; who gets it and whether it was sent is the outbox's matter.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cached_property
from html import escape

import msgspec

from pbm.core.printout import Printout
from pbm.core.textprint import WIDTH, render, shown, wrapped
from pbm.errors import PbmError
from pbm.mail.writing import Enclosure
from pbm.publish.outgoing import private_printouts
from pbm.publish.pictures import map_png, map_svg
from pbm.publish.prose import SiteFacts, address_of
from pbm.publish.time_words import time_words
from pbm.seal.letter import Letter as WordsLetter
from pbm.seal.letter import write_letter as write_words
from pbm.store.facts import read_time
from pbm.store.folder import Folder
from pbm.store.keyring import read_ring
from pbm.store.play import GameTable
from pbm.store.waiting import SignUp

LARGEST = 300_000  # bytes of a mail with all that is in it
_HTML = (
    '<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title></head>\n'
    '<body style="font-family:sans-serif;line-height:1.4;margin:1em auto;max-width:46em;padding:0 .5em">\n{body}\n'
    "</body></html>\n"
)
_PRE = '<pre style="font-family:monospace;font-size:13px;line-height:1.3;overflow-x:auto">'


class Content(msgspec.Struct, frozen=True):
    """What a letter says, before anybody knows where it goes."""

    subject: str
    text: str
    date: datetime
    html: str = ""
    enclosures: tuple[Enclosure, ...] = ()


class PrintedTurn:
    """The printouts of one turn, made once for all its letters."""

    def __init__(self, table: GameTable, number: int, site: SiteFacts, *, words: bool = False) -> None:
        self.table, self.number, self.site, self.words = table, number, site, words

    @cached_property
    def printouts(self) -> dict[int, tuple[Printout, dict[str, str]]]:
        """By player: the printout, and his name, account, code and due date."""
        made = private_printouts(self.table, self.number)
        return {printout.player: (printout, msgspec.structs.asdict(to)) for _, printout, to, _ in made}

    def letter(self, player: int) -> Content | None:
        """The mail that brings a player's printout; None where there is none for him."""
        if player not in self.printouts:
            return None
        printout, to = self.printouts[player]
        folder, number = self.table.folder, self.number
        classic = render(printout, **to)
        intro = self._welcome(player, to["due"]) if number == 0 else self._intro(to)
        words = self._words(player) if number == 0 and self.words else ""
        text = "\n".join([*_fitted(intro), "", *([words] if words else []), "-" * WIDTH, "", classic])
        subject = f"{folder.game} turn {number} [{player}]" if number else f"{folder.game} begins [{player}]"
        svg = map_svg(self.table, printout)
        png = map_png(svg)
        name = f"{folder.game}-{number}-{player}-map"
        inline = (Enclosure(f"{name}.png", "image/png", png, shown="map"),) if png else ()
        attached = (Enclosure(f"{name}.svg", "image/svg+xml", svg),) if svg else ()
        date = read_time(folder.outline(number).date, "date")
        for enclosures in ((*inline, *attached), attached, ()):
            html = self._html(
                subject, intro, words, printout, classic, has_map=bool(enclosures and enclosures[0].shown)
            )
            parts = sum(len(it.data) for it in enclosures) * 4 // 3
            if parts + len(text) + len(html) < LARGEST * 9 // 10 or not enclosures:
                break
        return Content(subject, text, date, html, enclosures)

    def _intro(self, to: dict[str, str]) -> list[str]:
        """What stands above the printout."""
        folder, number = self.table.folder, self.number
        who = f"{to['account']} {to['name']}".rstrip()
        lines = [f"{_titled(folder)}: your printout of turn {number}, {who}"]
        missed = missing_cards(self.table, number)
        if missed:
            lines.append(f"No card came from {', '.join(missed)}.")
        if folder.facts.status == "running":
            lines += [_due_line(to["due"], number + 1, self.site), "The blank card at the end has your code."]
        if self.site.url:
            lines.append(f"The game's page: {game_url(self.site, folder.game)}")
        return lines

    def _welcome(self, player: int, due: str) -> list[str]:
        """How the game begins, how cards are sent, where the site is."""
        folder = self.table.folder
        seat = next(seat for seat in folder.facts.seats if seat.number == player)
        lines = [
            f"{_named(folder)} begins. You are player [{player}], {seat.country or seat.home}.",
            "",
            "How to send your orders",
            "  Your printout follows below, and at its end a card to fill in. Send that part",
            "  as plain text: first the heading line unchanged, because its code proves that",
            "  the card is yours, then your orders, then END. Each card is answered with a",
            "  receipt, which shows all orders as they were understood. The newest valid card",
            "  counts. A card without a receipt has not arrived: send it again.",
            f"  {_due_line(due, 1, self.site)}",
        ]
        if self.site.url:
            lines += [
                "",
                "Where the site is",
                f"  {game_url(self.site, folder.game)}",
                "  Your printouts are there too, sealed. Six words open them;",
                f"  they {'follow below' if self.words else 'come by letter'}.",
            ]
        return lines

    def _words(self, player: int) -> str:
        """The letter with the six words, where the settings want it in the mail."""
        folder = self.table.folder
        ring = read_ring(folder)
        epoch = ring.epoch(player, folder.players[player].epoch) if ring else None
        if epoch is None:
            return ""
        seat = next(seat for seat in folder.facts.seats if seat.number == player)
        return write_words(
            WordsLetter(
                game=folder.game,
                title=shown(folder.facts.title),
                player=player,
                country=shown(seat.country or seat.home),
                name=shown(folder.players[player].name),
                phrase=epoch.phrase,
                where=address_of(self.site.url, f"games/{folder.game}/sealed/{player}.html"),
                epoch=epoch.epoch,
                since=epoch.since,
                has_past=epoch.since == 0,
            )
        )

    def _html(
        self, title: str, intro: list[str], words: str, printout: Printout, classic: str, *, has_map: bool
    ) -> str:
        """The same for programs that show HTML: no script, no style sheet, nothing from elsewhere."""
        body = [f"<p>{'<br>'.join(escape(shown(line)) for line in intro)}</p>"]
        if words:
            body.append(f"{_PRE}{escape(words)}</pre>")
        body.append(f"<h1>{escape(shown(printout.headline))}</h1>")
        if has_map and printout.map:
            body.append(f'<p><img src="cid:map" alt="{escape(shown(printout.map.desc))}" style="max-width:100%"></p>')
        if printout.changes:
            items = (f"<b>{escape(it.label)}</b> {escape(f'{it.lead} {it.rest}'.strip())}" for it in printout.changes)
            body.append(f"<h2>What changed for you</h2>\n<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>")
        body.append(f"<h2>Your printout</h2>\n{_PRE}{escape(classic)}</pre>")
        return _HTML.format(lang=escape(self.site.lang), title=escape(title), body="\n".join(body))


def reminder(table: GameTable, deadline: datetime, span: timedelta, site: SiteFacts, player: int) -> Content:
    """A word to a player whose card is not there yet, as from that span before the deadline."""
    folder, number = table.folder, table.folder.last + 1
    subject = f"{folder.game} turn {number} [{player}]: your card is not here yet"
    return Content(subject, not_here(table, deadline.isoformat(), site), deadline - span)


def not_here(table: GameTable, deadline: str, site: SiteFacts) -> str:
    """The text of a reminder; `deadline` is an ISO time, or nothing where the turn has none."""
    folder, number = table.folder, table.folder.last + 1
    lines = [
        _titled(folder),
        "",
        f"No valid card of yours for turn {number} has arrived.",
        _due_line(time_words(read_time(deadline, "deadline")) if deadline else "", number, site),
        "The heading with your code is on the blank card of your last printout.",
    ]
    if site.url:
        lines.append(f"The game's page: {game_url(site, folder.game)}")
    lines += ["", "If you have sent one in the meantime and have its receipt, you need not do anything."]
    return "\n".join(_fitted(lines)) + "\n"


def ending(table: GameTable, player: int, site: SiteFacts) -> Content:
    """That the game is over, or lies open to all, and where the archive is."""
    folder = table.folder
    revealed = folder.facts.status == "revealed"
    turns = f"{folder.last} turn{'' if folder.last == 1 else 's'}"
    where = game_url(site, folder.game) if site.url else "the league's site"
    if revealed:
        told = f"{_named(folder)} is open: everybody can read every printout of every player there."
        more = "The seed of its dice is published too, so anybody can play every turn again and compare (pbm verify)."
    else:
        told = f"{_named(folder)} is over after {turns}. Thank you for playing."
        more = "Until the moderator reveals the game, printouts stay sealed as they were; keep your six words."
    lines = [told, "", f"The archive of all turns: {where}", more]
    subject = f"{folder.game} {'is open' if revealed else 'is over'} [{player}]"
    return Content(subject, "\n".join(_fitted(lines)) + "\n", read_time(folder.record(folder.last).date, "date"))


def sign_up_answer(line: SignUp) -> Content:
    """What somebody is told who signed up for a game, or left it."""
    what = "you have left" if line.leaves and line.taken else "you are signed up" if line.taken else "not signed up"
    texts = [*line.words, "", "Your mail was answered by the program that keeps the list; the moderator reads it, too."]
    return Content(f"{line.game}: {what}", "\n".join(_fitted(texts)) + "\n", read_time(line.time, "time"))


def _titled(folder: Folder) -> str:
    """The game and its title, where it has one that is not its id."""
    return folder.game if folder.facts.title == folder.game else f"{folder.game}, {folder.facts.title}"


def _named(folder: Folder) -> str:
    """The same at the beginning of a sentence."""
    return folder.game if folder.facts.title == folder.game else f"{_titled(folder)},"


def missing_cards(table: GameTable, number: int) -> list[str]:
    """Who sent no card for a turn, as far as everybody may know: `[3] Otto`."""
    names = {seat.number: seat.name or seat.country or seat.home for seat in table.folder.facts.seats}
    if number == 0 or table.folder.facts.nmr != "public":
        return []
    told = (event for event in table.events(number) if event.kind == "nmr" and event.seen_by == "all")
    return [f"[{event.facts['player']}] {names.get(event.facts['player'], '')}".strip() for event in told]


def reminders_due(spans: Iterable[timedelta], deadline: datetime, now: datetime) -> tuple[int, timedelta] | None:
    """Which reminder is to go out now: its number, from 1 for the earliest, and its span before the deadline.

    Where several are due, because nobody looked for a while, it is the last of them. None before the first and
    after the deadline.
    """
    begun = [(k, span) for k, span in enumerate(sorted(set(spans), reverse=True), 1) if deadline - span <= now]
    return begun[-1] if begun and now <= deadline else None


def game_url(site: SiteFacts, game: str) -> str:
    """Where the game's page will lie. PbmError where site.toml has no url."""
    if not site.url:
        raise PbmError("site.toml has no url.")
    return address_of(site.url, f"games/{game}/index.html")


def _fitted(lines: Iterable[str]) -> list[str]:
    """The lines as they may be shown, broken to the width of a printout; an address stays whole."""
    return [it for line in lines for it in ([shown(line)] if "://" in line else wrapped(shown(line), "  "))]


def _due_line(due: str, number: int, site: SiteFacts) -> str:
    """When the next card is due, and where it goes."""
    to = f" Send them to {site.mail}." if site.mail else ""
    if not due:
        return f"Cards for turn {number} have no deadline yet.{to}"
    return f"Cards for turn {number} are due {due}.{to}"
