"""`pbm deadline`, `extend`, `pause`, `resume`, `absence`: when cards are due, and who is away."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import click

from pbm.cli.screen import PLAYER, check_ours, each_game, now, root_of, say, warn
from pbm.core.schedule import DAY, next_deadline, read_length, read_span
from pbm.errors import PbmError
from pbm.publish.due import still_paused
from pbm.publish.time_words import time_words
from pbm.store.deadlines import (
    absent,
    clock_is_behind,
    clock_of,
    closes_at,
    deadline_text,
    following,
    in_zone,
    pending_deadline,
    read_named,
    schedule_of,
    set_deadline,
    told_to_all,
)
from pbm.store.facts import read_time, write_time
from pbm.store.folder import Folder
from pbm.store.ledger import Absent, Fact, Moved, Paused, Resumed
from pbm.store.lock import locked


def writable(ctx: click.Context, param: click.Parameter, text: str) -> str:
    """A text that a file can hold: no control characters but line ends, no broken bytes."""
    if not all(c.isprintable() or c == "\n" for c in text):
        raise click.BadParameter("holds characters that cannot be printed.")
    return text


REASON = click.option("--reason", default="", callback=writable, help="The reason, shown to all.  [default: no reason]")


@contextmanager
def changing(ctx: click.Context, game: str, command: str) -> Iterator[Folder]:
    """A running game, held by its lock."""
    folder = Folder(root_of(ctx), game)
    with locked(folder.private, command):
        folder.refresh()
        folder.settle()
        check_ours(folder)
        if folder.facts.status != "running":
            raise PbmError(f"{game} is over.")
        behind = clock_is_behind(folder, now())
        if behind:
            warn(f"warning: {behind}; deadlines that are set now may be wrong.")
        yield folder


@click.command("deadline", epilog='Example: pbm deadline EU-7 next   (or 2026-12-01T20:00+01:00, or "+3 days")')
@click.argument("game", required=False)
@click.argument("when", required=False)
@REASON
@click.pass_context
def deadline_command(ctx: click.Context, game: str | None, when: str | None, reason: str) -> None:
    """Show the deadline of a game, or set it: a time, "+3 days" from now, "next" of the schedule, or "none".

    Without a game the deadlines of all running games are shown. A time without a zone is local time in the zone of
    the schedule; a day alone means the time of day in the schedule.
    """
    if when is None or game is None:
        if not each_game(root_of(ctx), (game,) if game else (), lambda folder: _show(folder, is_named=bool(game))):
            ctx.exit(1)
        return
    with changing(ctx, game, "pbm deadline") as folder:
        time = None if when == "none" else read_when(folder, when, now())
        move(folder, time, reason)
        say(f"{game}: {due(folder)}")


def _show(folder: Folder, *, is_named: bool) -> None:
    for line in told(folder) if is_named or folder.facts.status == "running" else ():
        say(line)


@click.command("extend", epilog='Example: pbm extend EU-7 "3 days" --reason "The post is on strike"')
@click.argument("game")
@click.argument("length")
@REASON
@click.pass_context
def extend_command(ctx: click.Context, game: str, length: str, reason: str) -> None:
    """Postpone the deadline of a game by a length of time: "3 days", "12 hours". All players are informed."""
    more = read_length(length, "extend")
    if not more:
        raise PbmError(f"extend: {length!r} is not a length of time such as 3 days.")
    with changing(ctx, game, "pbm extend") as folder:
        old = pending_deadline(folder)
        if not old:
            raise PbmError(f"{game} has no deadline to postpone; `pbm deadline {game} WHEN` sets one.")
        move(folder, later(in_zone(folder, read_time(old, "deadline")), more), reason)
        say(f"{game}: {due(folder)}")


@click.command("pause", epilog='Example: pbm pause EU-7 --reason "The moderator is moving house"')
@click.argument("game")
@REASON
@click.pass_context
def pause_command(ctx: click.Context, game: str, reason: str) -> None:
    """Pause a game: cards are taken in and kept, no turn is due. All players are informed."""
    with changing(ctx, game, "pbm pause") as folder:
        if folder.facts.paused and isinstance(_newest(folder, Paused, Resumed), Paused):
            raise PbmError(f"{game} is paused already.")
        if not isinstance(_newest(folder, Paused, Resumed), Paused):
            folder.note(Paused(folder.last + 1, write_time(now()), reason))
        folder.set_keys(paused=True)
        say(still_paused(folder))


@click.command("resume", epilog='Example: pbm resume EU-7 "+7 days"')
@click.argument("game")
@click.argument("when", required=False)
@click.pass_context
def resume_command(ctx: click.Context, game: str, when: str | None) -> None:
    """Resume a paused game: with the deadline it had if that is not over, else with the next one of its schedule,
    or with the time that you give.
    """
    with changing(ctx, game, "pbm resume") as folder:
        if not folder.facts.paused:
            raise PbmError(f"{game} is not paused.")
        time, clock = None, now()
        pending = pending_deadline(folder)
        schedule = schedule_of(folder)
        if when:
            time = read_when(folder, when, clock)
        elif pending and read_time(pending, "deadline") > clock:
            time = read_time(pending, "deadline")
        elif schedule:
            time = following(folder, schedule, clock, clock)
        elif pending or folder.facts.resolve == "deadline":
            raise PbmError(f'{game} has no later deadline; give one: pbm resume {game} "+7 days".')
        if time:
            _in_future(folder, time)
        text = deadline_text(folder, time) if time else folder.facts.deadline
        if not isinstance(_newest(folder, Paused, Resumed), Resumed):
            folder.note(Resumed(folder.last + 1, text if time else "", write_time(clock)))
        folder.set_keys(paused=False, deadline=text)
        say(f"{game} goes on: {due(folder)}")


@click.command("absence", epilog="Example: pbm absence EU-7 3 2026-12-20/2027-01-03   (or --clear)")
@click.argument("game")
@click.argument("player", type=PLAYER)
@click.argument("days", required=False)
@click.option("--clear", is_flag=True, help="Delete the player's recorded absences.")
@click.option("--public", is_flag=True, help="The player agrees that everyone may see it.  [default: only you know]")
@click.pass_context
def absence_command(ctx: click.Context, game: str, player: int, days: str | None, clear: bool, public: bool) -> None:
    """Note the days on which a player is away, first and last.

    Where the schedule waits (wait = "5 days") later deadlines are postponed for the player; the present one is not.
    """
    if bool(days) == clear:
        raise PbmError("absence: give either the days, such as 2026-12-20/2027-01-03, or --clear.")
    with changing(ctx, game, "pbm absence") as folder:
        if player not in folder.players:
            raise PbmError(f"There is no player {player} in {game}.")
        span = read_span(days, "absence") if days else None
        today = in_zone(folder, now()).date()
        if span and span[1] < today:
            raise PbmError(f"absence: {days} is over.")
        kept = [text for text in folder.players[player].absent if read_span(text, "absent")[1] >= today]
        spans = tuple(sorted({*kept, days})) if days else ()
        told = {text for text in told_to_all(folder, player) if read_span(text, "absent")[1] >= today}
        shown = public or (clear and bool(told))
        # Of those that were noted in private nobody is told.
        noted = tuple(sorted({*told.intersection(kept), days})) if public and days else spans
        folder.set_player(player, absent=spans)
        folder.note(Absent(folder.last + 1, player, write_time(now()), noted, shown))
        say(f"{game}: player {player} is {'away: ' + ', '.join(spans) if spans else 'not away'}.")
        closes = closes_at(folder)
        if span and closes and span[0] <= in_zone(folder, closes).date() <= span[1]:
            say(f'{game}: the deadline falls within these days; `pbm extend {game} "3 days"` puts it off.')


def read_when(folder: Folder, when: str, clock: datetime) -> datetime:
    """A time that the moderator names; PbmError where it is none, or over."""
    schedule = schedule_of(folder)
    if when == "next":
        if not schedule:
            raise PbmError(
                f'{folder.game} has no [schedule] in game.toml, so no next deadline; give a time, or "+7 days".'
            )
        pending = pending_deadline(folder)
        old = read_time(pending, "deadline") if pending else None
        after = max(clock, old) if old else clock
        return next_deadline(schedule, after, tuple(absent(folder)), old)
    if re.fullmatch(r"[0-9]+ *[a-z]+", when):
        raise PbmError(
            f'deadline: write "+{when}" for a time from now; `pbm extend {folder.game} "{when}"` puts it off.'
        )
    if when.startswith("+"):
        time = later(in_zone(folder, clock), read_length(when[1:].strip(), "deadline"))
    else:
        try:
            time = read_named(when, clock_of(folder))
        except PbmError as error:
            raise PbmError(f'{str(error).rstrip(".")}; "+3 days" counts from now.') from None
    return _in_future(folder, time)


def later(time: datetime, length: timedelta) -> datetime:
    """So much later: whole days by the clock on the wall, whatever the clocks do between; hours as they pass."""
    return time + length if not length % DAY else time.astimezone(UTC) + length


def _in_future(folder: Folder, time: datetime) -> datetime:
    """The time; PbmError where it is over, or so late that it could not be read again."""
    read_time(deadline_text(folder, time), "deadline")
    if time <= now():
        raise PbmError(
            f"{write_time(time)} has passed already; `pbm resolve {folder.game} --now-due` resolves a turn at once."
        )
    return time


def move(folder: Folder, time: datetime | None, reason: str) -> None:
    """Set the deadline of the next turn, none for None, and tell everybody. Needs the lock.

    Noted first: who runs it again after a break says the same, which is not told twice.
    """
    if time:
        _in_future(folder, time)
    old, number = pending_deadline(folder), folder.last + 1
    text = deadline_text(folder, time) if time else ""
    newest = _newest(folder, Moved)
    if old == text:
        return
    if not (isinstance(newest, Moved) and (newest.turn, newest.old, newest.deadline) == (number, old, text)):
        folder.note(Moved(number, old, text, write_time(now()), reason))
    if time:
        set_deadline(folder, time)
    else:
        folder.set_keys(deadline="")


def told(folder: Folder) -> list[str]:
    """The deadline of a game and what follows it."""
    facts = folder.facts
    if facts.status != "running":
        return [f"{folder.game} is over."]
    lines = [f"{folder.game}: {due(folder)}"]
    closes, schedule = closes_at(folder), schedule_of(folder)
    if closes and facts.schedule and facts.schedule.grace:
        lines.append(f"  cards count until {time_words(closes)} (grace of {facts.schedule.grace})")
    pending = pending_deadline(folder)
    if schedule:
        times, last = [], read_time(pending, "deadline") if pending else now()
        away = tuple(absent(folder))
        for _ in range(3):
            last = next_deadline(schedule, last, away, last)
            times.append(f"{in_zone(folder, last):%a %Y-%m-%d %H:%M}")
        lines.append(f"  then, by the schedule: {', '.join(times)} ({facts.schedule.zone if facts.schedule else ''})")
    for number, player in sorted(folder.players.items()):
        today = in_zone(folder, now()).date()
        spans = [text for text in player.absent if read_span(text, "absent")[1] >= today]
        if spans:
            lines.append(f"  player {number} is away: {', '.join(spans)}")
    return lines


def due(folder: Folder) -> str:
    """When cards are due, in UTC and by the clock of the schedule's zone."""
    number = folder.last + 1
    deadline = pending_deadline(folder)
    if folder.facts.paused:
        had = f"; it has the deadline {time_words(read_time(deadline, 'deadline'))}" if deadline else ""
        return f"paused before turn {number}{had}. `pbm resume {folder.game}` resumes it."
    if not deadline:
        return f"no deadline is set for turn {number}."
    time = read_time(deadline, "deadline")
    local = in_zone(folder, time)
    zone = f" ({local:%a %H:%M} {local.tzname()})" if local.utcoffset() else f" ({local:%a})"
    return f"cards for turn {number} are due {time_words(time)}{zone}."


def _newest(folder: Folder, *kinds: type[Fact]) -> Fact | None:
    return next((fact for fact in reversed(folder.ledger.facts) if isinstance(fact, kinds)), None)
