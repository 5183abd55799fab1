"""`pbm status`: what the moderator has to do today, over all games, and then each game."""

import os
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import click
import msgspec

from pbm.cli.deploy import names_places
from pbm.cli.screen import NO_GAME, now, root_of, say, warn, warn_of_others
from pbm.core.english import count
from pbm.core.schedule import read_span
from pbm.errors import PbmError, shown_name
from pbm.store.deadlines import (
    EVERY_CARD,
    by_clock,
    check_next,
    clock_went_back,
    closes_at,
    house_seats,
    in_zone,
    must_set_next,
    open_deadline,
    quiet,
    slip,
    why_due,
)
from pbm.store.facts import read_time
from pbm.store.folder import Folder, game_ids, games_path
from pbm.store.ledger import MANY, Receipt
from pbm.store.play import awaited
from pbm.store.renamed import misnamed

SOON = timedelta(hours=36)
RECENT = timedelta(days=7)
FIRST = ("late", "held")  # what is left to the moderator is named first, of whichever game
MANY_WRONG = 5  # cards with a wrong code of which the moderator is told


class Task(msgspec.Struct, frozen=True):
    """Something to be done, or to be known today: the game it belongs to or "", what kind, a sentence."""

    game: str
    kind: str
    text: str


class GameStatus(msgspec.Struct, frozen=True):
    """What is known of a game: what is to be done about it, and lines for people or words for programs."""

    folder: Folder
    tasks: list[Task]
    told: Any


@click.command("status", epilog="Example: pbm status EU-7   (all games where none is named; --json for programs)")
@click.argument("games", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="The same as JSON, on standard output alone.")
@click.option("--short", is_flag=True, help="One line for each game, after what needs your attention.")
@click.pass_context
def status_command(ctx: click.Context, games: tuple[str, ...], as_json: bool, short: bool) -> None:
    """Show first what needs your attention today in all games; then, game by game, who has sent a card and who has not.

    Cards that are still in the inbox are not counted: run `pbm ingest` first. `pbm status` changes nothing. A game, or
    mail.toml, that cannot be read is reported, and hides nothing else; the exit code is then 1.
    """
    root, time = root_of(ctx), now()
    found, broken = [], []
    for game in games or game_ids(root):
        try:
            found.append(look_at(Folder(root, game), time, as_json=as_json, short=short))
        except PbmError as error:  # one game that is damaged hides no other
            warn(str(error))
            broken.append(Task(game, "broken", "cannot be read; the site shows it as being repaired"))
    if not games:
        broken += [Task("", "misnamed", text.rstrip(".")) for text in misnamed(games_path(root))]
    tasks = broken + sorted((task for it in found for task in it.tasks), key=lambda task: task.kind not in FIRST)
    if not games:
        tasks += [*post_tasks(root, time), *host_tasks(root), *waiting_tasks(root)]
    if as_json:
        import json

        words = {"today": msgspec.to_builtins(tasks), "games": [it.told for it in found], "mail": _fetched(root)}
        say(json.dumps(words, indent=1, sort_keys=True, ensure_ascii=False))
    elif found or not broken:
        show(found, tasks, short=short)
        if not games and (line := fetched_words(root)):
            say(f"\n{line}")
    if any(task.kind in ("broken", "confirm") for task in tasks):
        ctx.exit(1)


def look_at(folder: Folder, time: datetime, *, as_json: bool, short: bool = False) -> GameStatus:
    """All that is to be said of a game; PbmError where it cannot be read."""
    warn_of_others([folder], works=False)
    told = words_of(folder, time) if as_json else [short_line(folder)] if short else status_lines(folder, time)
    return GameStatus(folder, tasks_of(folder, time), told)


def show(found: list[GameStatus], tasks: list[Task], *, short: bool = False) -> None:
    """What is to be done, then each game."""
    if not found:
        say(NO_GAME)
    if found or tasks:
        say("Today:" if tasks else "Today: nothing.")
    for task in tasks:
        say(f"  {task.game + ': ' if task.game else ''}{task.text}")
    for k, it in enumerate(found):
        if not short or not k:
            say()
        for line in it.told:
            say(line)


def tasks_of(folder: Folder, time: datetime) -> list[Task]:
    """What is to be done about a game."""
    facts, number, game = folder.facts, folder.last + 1, folder.game
    if facts.status == "finished":
        return [Task(game, "finished", f"the game is over; `pbm reveal {game}` opens it when you like")]
    if facts.status != "running":
        return []
    tasks = [] if not any(seat.rating for seat in facts.seats) else unrated(folder)
    tasks += [Task(game, receipt.verdict, told(folder, receipt)) for receipt in undecided(folder)]
    wrong = clock_went_back(folder, time)
    if wrong:
        tasks.append(Task(game, "clock", wrong.removeprefix(f"{game}: ").rstrip(".")))
    try:
        check_next(folder, time)
    except PbmError as error:
        tasks.append(Task(game, "schedule", f"no turn is resolved until this is repaired: {str(error).rstrip('.')}"))
    cards, strange = _in_inbox(folder)
    if cards:
        tasks.append(Task(game, "inbox", "there are files in the inbox: run pbm ingest"))
    if strange:
        text = (
            f"{', '.join(map(shown_name, strange))} {'is' if len(strange) == 1 else 'are'} ignored: only .txt and .eml "
            f"files are read; save the card as plain text (.txt): {folder.inbox}"
        )
        tasks.append(Task(game, "strange", text))
    why = why_due(folder, time, lambda: awaited(folder))
    closes = closes_at(folder)
    wrong = slip(folder, time)
    if wrong and why != EVERY_CARD:
        tasks.append(Task(game, "confirm", wrong.removeprefix(f"{game}: ").rstrip(".")))
    elif why:
        tasks.append(Task(game, "due", f"turn {number} is due ({why}): run pbm publish"))
    elif closes and closes <= time + SOON:
        rest = len(set(awaited(folder)) - set(_there(folder)) - house_seats(folder))
        text = f"cards for turn {number} are due {by_clock(folder, closes)}"
        there = count(rest, "is missing", "are missing") if rest else "every card is here"
        tasks.append(Task(game, "soon", f"{text}; {there}"))
    tasks += too_many(folder)
    held = _waiting_press(folder)
    if held:
        text = f"{count(held, 'piece')} of press wait{'s' if held == 1 else ''} for your approval: pbm press {game}"
        tasks.append(Task(game, "press", text))
    if facts.paused:
        tasks.append(Task(game, "paused", f"paused before turn {number}; `pbm resume {game}` resumes it"))
    elif must_set_next(folder):
        tasks.append(Task(game, "deadline", "the next run sets the deadline by the schedule: run pbm publish"))
    elif not open_deadline(folder) and (facts.resolve == "deadline" or facts.deadline):
        tasks.append(Task(game, "deadline", f"turn {number} has no deadline: pbm deadline {game} WHEN"))
    today = in_zone(folder, time).date()
    for player, entry in sorted(folder.presence.items()):
        for text in entry.absent:
            first, last = read_span(text, "absent")
            if first <= today <= last and not entry.house:
                tasks.append(Task(game, "absent", f"player {player} is away until {last}"))
    spared = quiet(folder)
    if spared:
        who = f"player{'s' if len(spared) > 1 else ''} {', '.join(map(str, spared))}"
        missed = count(max(spared.values()), "turn")
        tasks.append(
            Task(game, "quiet", f"the game no longer waits for {who}: {missed} or more missed; see pbm standin --help")
        )
    return tasks


def _waiting_press(folder: Folder) -> int:
    """How many pieces wait for the moderator."""
    if not folder.disk.names(folder.private / "press"):
        return 0
    from pbm.store.press import waiting  # most games have none

    return len(waiting(folder))


def post_tasks(root: Path, time: datetime) -> list[Task]:
    """What is to be done about the mail: letters that are in doubt or given up, mails that belong to no game."""
    post = root / "content" / "post"
    tasks = _mail_settings(root)
    if (post / "outbox.jsonl").exists():
        from pbm.post.outbox import troubles

        tasks += [Task("", "letter", text.rstrip(".")) for text in troubles(root)]
    try:
        with os.scandir(post / "kept") as kept:
            times = [entry.stat().st_mtime for entry in kept if entry.name.endswith(".eml")]
    except FileNotFoundError:
        times = []
    except OSError as error:
        raise PbmError(f"{post / 'kept'}: cannot be read ({error.strerror}).") from None
    recent = sum(stamp > (time - RECENT).timestamp() for stamp in times)
    if recent:
        text = f"{count(recent, 'mail')} of the last week belong{'s' if recent == 1 else ''} to no game"
        tasks.append(Task("", "mail", f"{text}: {post / 'kept'}"))
    return tasks


def waiting_tasks(root: Path) -> list[Task]:
    """The games that wait for players."""
    if not os.path.isdir(f"{root}/content/waiting"):
        return []
    from pbm.store.waiting import players, signups, waiting_games

    tasks = []
    try:
        for game, facts in waiting_games(root).items():
            taken = len(players(signups(root, game)))
            how = f"pbm new {game} --from-signups founds it" if taken >= facts.seats else f"pbm signups {game}"
            tasks.append(Task(game, "waiting", f"{taken} of {facts.seats} seats are taken: {how}"))
    except PbmError as error:
        tasks.append(Task("", "broken", str(error).rstrip(".")))
    return tasks


def unrated(folder: Folder) -> list[Task]:
    """A game whose players ask to be rated, and whose rules give no points."""
    from pbm.store.play import lay_table

    table = lay_table(folder)
    if table.rules.numbers.get("ratings"):
        return []
    text = f"{table.system.title} is not rated: take `rating = true` out of game.toml, and let the players know"
    return [Task(folder.game, "unrated", text)]


def host_tasks(root: Path) -> list[Task]:
    """The places of site.toml that do not have the site as it was built last."""
    if not names_places(root):
        return []
    from pbm.deploy.record import behind

    try:
        found = behind(root)
    except PbmError as error:
        return [Task("", "broken", str(error).rstrip("."))]
    tasks = []
    for it in found:
        what = f"{it.name} has an older site" if it.was_there else f"the site is not on {it.name} yet"
        how = f"the next pbm cron deploys it, or pbm deploy {it.name}" if it.is_auto else f"run pbm deploy {it.name}"
        tasks.append(Task("", "deploy", f"{what}: {how}"))
    return tasks


def _fetched(root: Path) -> dict[str, Any]:
    """By source when it was last read to its end, and when that was last tried."""
    if not os.path.lexists(f"{root}/content/mail.toml"):
        return {}
    from pbm.post.fetched import Fetched, read_fetched
    from pbm.post.settings import read_settings

    try:
        sources = read_settings(root).sources
    except PbmError:
        return {}  # told already
    known = read_fetched(root)
    return {source.name: msgspec.to_builtins(known.get(source.name, Fetched())) for source in sources}


def fetched_words(root: Path) -> str:
    """When mail was last fetched from each source, in a line; "" where there is none."""
    told = []
    for name, it in _fetched(root).items():
        when = f"{read_time(it['read'], 'time'):%a %Y-%m-%d %H:%M} UTC" if it["read"] else "never"
        told.append(f"{name} {when}{' (the last try failed)' if it['read'] != it['tried'] else ''}")
    return f"Mail was last fetched: {', '.join(told)}." if told else ""


def _mail_settings(root: Path) -> list[Task]:
    """What is wrong with mail.toml, which tonight's run will stop at."""
    if not os.path.lexists(f"{root}/content/mail.toml"):
        return []
    from pbm.post.settings import read_settings

    try:
        read_settings(root)
    except PbmError as error:
        return [Task("", "broken", str(error).rstrip("."))]
    return []


def in_inbox(folder: Folder) -> bool:
    """Whether anything lies in the inbox that a run would take in."""
    return bool(_in_inbox(folder)[0])


def _in_inbox(folder: Folder) -> tuple[list[str], list[str]]:
    """The names of what a run would take in, and of what it would leave where it is."""
    links = folder.disk.links(folder.inbox)
    cards: list[str] = []
    others: list[str] = []
    for name in folder.disk.names(folder.inbox):
        if name[0] != ".":
            (cards if name.lower().endswith((".txt", ".eml")) and name not in links else others).append(name)
    return cards, others


def undecided(folder: Folder) -> list[Receipt]:
    """The cards for the next turn that came late or are held, and wait for the moderator's word."""
    ledger, number = folder.ledger, folder.last + 1
    there = [r for r in ledger.receipts if r.turn == number and r.verdict in ("late", "held")]
    return [r for r in there if not ledger.admits(r)]


def too_many(folder: Folder) -> list[Task]:
    """Of whom very many cards came for the next turn: with a wrong code, which count for nothing; or with the right
    one, of which the newest counts.
    """
    there = [r for r in folder.ledger.receipts if r.turn == folder.last + 1]
    wrong = Counter(r.player for r in there if r.wrong_code)
    right = Counter(r.player for r in there if r.sender and r.content)
    return [
        Task(folder.game, "codes", f"{n} cards for player {player} came with a wrong code; none of them counts")
        for player, n in sorted(wrong.items())
        if n >= MANY_WRONG
    ] + [
        Task(folder.game, "many", f"player {player} has sent {n} cards for turn {folder.last + 1}; the newest counts")
        for player, n in sorted(right.items())
        if n > MANY
    ]


def told(folder: Folder, receipt: Receipt) -> str:
    """A card that waits for a decision."""
    why = f" ({receipt.why})" if receipt.verdict == "held" and receipt.why else ""
    return (
        f"{receipt.verdict}: card {receipt.number} of player {receipt.player}, "
        f"received {_received(folder, receipt)}{why}: "
        f"pbm ingest {folder.game} --accept-late {receipt.number} lets it count"
    )


def status_lines(folder: Folder, time: datetime) -> list[str]:
    """The state of one game, line by line."""
    facts, last = folder.facts, folder.last
    title = "" if facts.title == folder.game else f"  {facts.title}"
    lines = [f"{folder.game}{title}: {facts.status}, {count(last, 'turn')} resolved"]
    if facts.status != "running":
        return lines
    deadline = open_deadline(folder)
    closes = closes_at(folder)
    if facts.paused:
        lines.append(f"  paused before turn {last + 1}")
    elif deadline and closes:
        over = " (over)" if time > closes else ""
        grace = f" and {facts.schedule.grace} of grace" if facts.schedule and facts.schedule.grace else ""
        when = by_clock(folder, read_time(deadline, "deadline"))
        lines.append(f"  deadline of turn {last + 1}: {when}{grace}{over}")
    elif facts.deadline and not must_set_next(folder):
        old = by_clock(folder, read_time(facts.deadline, "deadline"))
        lines.append(f"  deadline {old} was that of turn {last}: pbm deadline {folder.game} WHEN sets the next")
    names = {seat.number: seat.name or seat.country or seat.home for seat in facts.seats}
    there, house, spared = _there(folder), house_seats(folder), quiet(folder)
    for player in awaited(folder):
        word = _word(folder, there.get(player), player in house, player in spared)
        lines.append(f"  [{player}] {names.get(player, '')}: {word}")
    lines += [f"  {told(folder, receipt)}" for receipt in undecided(folder)]
    if in_inbox(folder):
        lines.append("  there are files in the inbox: run pbm ingest")
    why = why_due(folder, time, lambda: awaited(folder))
    lines.append(f"  turn {last + 1} is due: {why}" if why else f"  turn {last + 1} is not due")
    return lines


def short_line(folder: Folder) -> str:
    """The state of one game in one line, in columns: turn, deadline, cards, and what is out of the way."""
    facts, number = folder.facts, folder.last + 1
    if facts.status != "running":
        return f"{folder.game:<8}{facts.status}, {count(folder.last, 'turn')}"
    waited, there, closes = awaited(folder), _there(folder), closes_at(folder)
    when = "paused" if facts.paused else by_clock(folder, closes) if closes else "no deadline"
    came = sum(player in there for player in waited)
    late = f"{len(undecided(folder))} to decide" if undecided(folder) else ""
    inbox = "files in the inbox" if in_inbox(folder) else ""
    rest = ", ".join(part for part in (f"{came} of {count(len(waited), 'card')}", late, inbox) if part)
    return f"{folder.game:<8}turn {number:<5}{when:<28}{rest}"


def words_of(folder: Folder, time: datetime) -> dict[str, Any]:
    """The state of one game as plain data; it holds no code, name or address that is not public."""
    facts = folder.facts
    words: dict[str, Any] = {"game": folder.game, "title": facts.title, "status": facts.status, "turns": folder.last}
    if facts.status != "running":
        return words
    there, house, spared = _there(folder), house_seats(folder), quiet(folder)
    deadline = open_deadline(folder)
    words |= {
        "deadline": read_time(deadline, "deadline").isoformat() if deadline else "",
        "paused": facts.paused,
        "due": why_due(folder, time, lambda: awaited(folder)),
        "inbox": in_inbox(folder),
        "late": [r.number for r in undecided(folder) if r.verdict == "late"],
        "held": [r.number for r in undecided(folder) if r.verdict == "held"],
        "players": [
            {
                "player": player,
                "card": there[player].number if player in there else 0,
                "tentative": player in there and there[player].tentative,
                "house": player in house,
                "waited_for": player not in house and player not in spared,
            }
            for player in awaited(folder)
        ],
    }
    return words


def _there(folder: Folder) -> dict[int, Receipt]:
    return folder.ledger.counting(folder.last + 1)


def _received(folder: Folder, receipt: Receipt) -> str:
    return by_clock(folder, read_time(receipt.time, "time"))


def _word(folder: Folder, receipt: Receipt | None, house: bool, spared: bool) -> str:
    """What is known of a player's card."""
    if receipt is None:
        return "the house plays" if house else "no card yet, and not waited for" if spared else "no card yet"
    word = f"card {receipt.number} of {_received(folder, receipt)}: {count(receipt.orders, 'order')}"
    word += f", {count(receipt.faults, 'fault')}" if receipt.faults else ""
    return word + (", tentative" if receipt.tentative else "")
