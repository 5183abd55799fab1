"""The deadline of a game: which is open, when it closes, what comes next; and who is waited for.

game.toml holds the truth. Its line `deadline` is that of the next turn; after a turn it is still that of the
resolved one, until the schedule, or the moderator, sets the next. So a run that was killed between the two
is mended by any later run.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from pbm.core.schedule import (
    Schedule,
    ScheduleFacts,
    Span,
    at_clock,
    next_deadline,
    on_wall,
    read_length,
    read_schedule,
    read_span,
    read_zone,
)
from pbm.errors import PbmError
from pbm.store.facts import LAST_YEAR, read_time, write_time
from pbm.store.folder import Folder
from pbm.store.ledger import Absent, ClockSet, StandIn
from pbm.store.seen import is_slip

if TYPE_CHECKING:
    from pbm.store.facts import Value

BACK = timedelta(seconds=60)
EVERY_CARD = "every card is there"
OVER = "its deadline is over"


def open_deadline(folder: Folder) -> str:
    """The deadline of the next turn; "" where none is set, where it is still that of a resolved turn, and where
    the game is paused.
    """
    return "" if folder.facts.paused else pending_deadline(folder)


def pending_deadline(folder: Folder) -> str:
    """The same, also of a game that is paused: the deadline that it stood still under."""
    deadline = folder.facts.deadline
    if folder.facts.status != "running" or (folder.last and folder.record(folder.last).deadline == deadline):
        return ""
    return deadline


def closes_at(folder: Folder) -> datetime | None:
    """Until when cards are in time, in UTC: the deadline and its grace. At that second a card is in time."""
    deadline = open_deadline(folder)
    if not deadline:
        return None
    time = read_time(deadline, f"{folder.path / 'game.toml'}: deadline")
    facts = folder.facts.schedule
    return time + read_length(facts.grace, "grace") if facts else time


def slip(folder: Folder, now: datetime) -> str:
    """That the deadline of the next turn is to be confirmed, and how; or nothing."""
    deadline = "" if folder.ledger.is_handed_over else open_deadline(folder)
    if not is_slip(folder, deadline, now):
        return ""
    return (
        f"{folder.game}: the deadline of turn {folder.last + 1} in game.toml, {deadline}, was over when it was first "
        f"seen, so it resolves no turn: `pbm deadline {folder.game} WHEN` sets the right one, "
        f"`pbm resolve {folder.game} --now-due` resolves the turn now."
    )


def schedule_of(folder: Folder) -> Schedule | None:
    """The schedule of a game, if it sets dates."""
    facts = folder.facts.schedule
    return clock_of(folder) if facts and (facts.every or facts.days) else None


def clock_of(folder: Folder) -> Schedule | None:
    """The schedule of a game, whose zone a time is meant in, whether it sets dates or not; None where there is none."""
    facts = folder.facts.schedule
    return read_schedule(facts, f"{folder.path / 'game.toml'}: schedule") if facts else None


def must_set_next(folder: Folder) -> bool:
    """Whether the deadline is that of a resolved turn and the schedule is to set the next."""
    facts = folder.facts
    if facts.status != "running" or facts.paused or not folder.last or facts.schedule is None:
        return False
    if not (facts.schedule.every or facts.schedule.days):
        return False
    return folder.record(folder.last).deadline == facts.deadline


def check_next(folder: Folder, now: datetime) -> None:
    """PbmError with file and key where the schedule of a running game could set no deadline: known before a turn is
    resolved, not when it is.
    """
    if folder.facts.status == "running" and (schedule := schedule_of(folder)):
        try:
            following(folder, schedule, now, now)
        except PbmError as error:
            raise PbmError(f"{folder.path / 'game.toml'}: schedule: {error}") from None


def set_next(folder: Folder, now: datetime) -> str:
    """Write the next deadline where the schedule is to set one; it, or "". Needs the lock.

    It hangs on the record of the last turn, not on when this runs, unless that would be over by now.
    """
    schedule = schedule_of(folder) if must_set_next(folder) else None
    if schedule is None:
        return ""
    record = folder.record(folder.last)
    due = read_time(record.deadline, "deadline") if record.deadline else None
    return set_deadline(folder, following(folder, schedule, read_time(record.date, "date"), now, due))


def read_named(when: str, schedule: Schedule | None, what: str = "deadline") -> datetime:
    """A time that the moderator names: without a zone it is one by the clock of the schedule's zone, and a day alone
    is meant at the schedule's time.
    """
    try:
        local = datetime.fromisoformat(when) if schedule else None
    except ValueError:
        local = None
    if schedule is None or local is None or local.tzinfo is not None or local.year > LAST_YEAR:
        return read_time(when, what)
    return at_clock(schedule, local.date()) if len(when) == 10 else on_wall(local, schedule.zone)


def first_deadline(schedule: Schedule, founded: datetime) -> datetime:
    """The deadline of turn 1: an interval counts from when the game was founded."""
    return next_deadline(schedule, founded + schedule.least, since=founded)


def following(
    folder: Folder, schedule: Schedule, made: datetime, now: datetime, due: datetime | None = None
) -> datetime:
    """The deadline that the schedule sets after a turn that was resolved then, and had been due then.

    Who resolves late keeps the rhythm; where every card was there early, an interval begins anew, and a weekday
    serves for one turn only.
    """
    absences = tuple(absent(folder))
    least = made + schedule.least
    after = least if schedule.every or due is None else max(least, due)
    since = min(made, due) if due else made
    found = next_deadline(schedule, after, absences, since)
    return found if found > now else next_deadline(schedule, now + schedule.least, absences, since)


def set_deadline(folder: Folder, time: datetime, **others: "Value") -> str:
    """Write the deadline, by the clock of the schedule's zone, and other keys with it. Needs the lock."""
    text = deadline_text(folder, time)
    folder.set_keys(deadline=text, **others)
    return text


def deadline_text(folder: Folder, time: datetime) -> str:
    """A deadline as it is written: never as that of the last turn was, which would be used up."""
    used = folder.record(folder.last).deadline
    readings = in_zone(folder, time).isoformat(timespec="seconds"), write_time(time)
    return next(text for text in (*readings, f"{write_time(time)[:-1]}+00:00") if text != used)


def in_zone(folder: Folder, time: datetime) -> datetime:
    """A time by the clock of the schedule's zone, if there is one, else in UTC."""
    facts = folder.facts.schedule
    return time.astimezone(read_zone(facts.zone, f"{folder.path / 'game.toml'}: schedule.zone") if facts else UTC)


def by_clock(folder: Folder, time: datetime) -> str:
    """A time as the moderator reads it: Mon 2026-12-07 20:00 CET."""
    return f"{in_zone(folder, time):%a %Y-%m-%d %H:%M %Z}"


def absent(folder: Folder) -> Iterable[Span]:
    """The days on which somebody is away for whom the game waits."""
    spared = house_seats(folder) | set(quiet(folder))
    for number, player in folder.presence.items():
        if number not in spared:
            yield from (read_span(text, "absent") for text in player.absent)


def told_to_all(folder: Folder, player: int) -> tuple[str, ...]:
    """The absences of a player that everybody was told of; none after he or another was said to be here."""
    for fact in reversed(folder.ledger.facts):
        if isinstance(fact, StandIn) and fact.player == player:
            return ()
        if isinstance(fact, Absent) and fact.player == player and fact.public:
            return fact.spans
    return ()


def quiet(folder: Folder) -> dict[int, int]:
    """Nobody waits for these players of an all-in game any more: the turns that each missed in a row, as far as
    they are counted.
    """
    wanted = (folder.facts.schedule or ScheduleFacts()).misses
    if not wanted or folder.facts.resolve != "all-in":
        return {}
    return quiet_after(folder, folder.last, wanted)


def quiet_after(folder: Folder, turn: int, wanted: int, *, told: bool = False) -> dict[int, int]:
    """Who missed so many turns in a row up to this one; a stand-in begins anew. `told`: where all the world knows."""
    if turn < wanted:
        return {}
    missed = set.intersection(*(missing(folder, n, told=told) for n in range(turn - wanted + 1, turn + 1)))
    since = {fact.player: fact.turn for fact in folder.ledger.facts if isinstance(fact, StandIn)}
    return {player: wanted for player in sorted(missed) if since.get(player, 0) <= turn - wanted + 1}


class _Happened(msgspec.Struct):
    kind: str
    facts: dict[str, Any]
    seen_by: Any = "all"


def missing(folder: Folder, turn: int, *, told: bool = False) -> set[int]:
    """Who sent no card for a turn though it was waited for; `told`: where all the world knows. PbmError where the
    turn's events are damaged.
    """
    raw = folder.raw(turn, "events.json")
    if b'"nmr"' not in raw:
        return set()
    try:
        events = msgspec.json.decode(raw, type=list[_Happened])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise PbmError(f"{folder.turn_path(turn) / 'events.json'}: is damaged.") from None
    nmr = (event for event in events if event.kind == "nmr")
    return {event.facts["player"] for event in nmr if not told or event.seen_by == "all"}


def missed_in_a_row(folder: Folder, player: int) -> int:
    """How many turns a player has missed up to now."""
    count = 0
    while count < folder.last and player in missing(folder, folder.last - count):
        count += 1
    return count


def why_due(folder: Folder, now: datetime, awaited: Callable[[], Iterable[int]]) -> str:
    """Why the next turn is due, or nothing; `awaited` says for whose cards the rules wait.

    A deadline under which a turn was resolved already is used up: the schedule, or the moderator, sets the next.
    The deadline is over when its grace is. A game that is paused waits, and so does one that was handed over.
    """
    if folder.facts.status != "running" or folder.facts.paused or folder.ledger.is_handed_over:
        return ""
    closes = closes_at(folder)
    if closes and now > closes:
        return OVER
    if folder.facts.resolve == "all-in":
        wanted = waited_for(folder, awaited())
        if wanted and wanted <= firm(folder):
            return EVERY_CARD
    return ""


def waited_for(folder: Folder, awaited: Iterable[int]) -> set[int]:
    """Whose cards an all-in game waits for: not for the house, nor for who missed too many turns."""
    return set(awaited) - house_seats(folder) - set(quiet(folder))


def firm(folder: Folder) -> set[int]:
    """Who sent a card that is no tentative one: that counts at the deadline, but there may be more to come."""
    counting = folder.ledger.counting(folder.last + 1)
    return {player for player, receipt in counting.items() if not receipt.tentative}


def house_seats(folder: Folder) -> frozenset[int]:
    """The seats that the house plays."""
    return frozenset(number for number, player in folder.presence.items() if player.house)


def clock_went_back(folder: Folder, now: datetime) -> str:
    """What is wrong with a clock that is behind, and what to do, or nothing.

    Where no deadline is open nothing hangs on the clock, and any will do.
    """
    wrong = "" if closes_at(folder) is None else clock_is_behind(folder, now)
    return f"{wrong}; set the clock, or add --clock-ok if it is right." if wrong else ""


def clock_is_behind(folder: Folder, now: datetime) -> str:
    """That a clock is more than a minute behind what is on file, or nothing."""
    facts = folder.ledger.facts
    first, turn = 0, 0
    for k, fact in enumerate(facts):
        if isinstance(fact, ClockSet):
            first, turn = k, fact.turn
    times = [fact.time for fact in facts[first:]]
    if folder.last >= turn:
        times.append(folder.record(folder.last).date)
    newest = read_time(max(times), "time")  # all are written in one way, so texts compare as times do
    if now >= newest - BACK:
        return ""
    return (
        f"{folder.game}: the clock says {now:%Y-%m-%d %H:%M} UTC, but something on file is from "
        f"{newest:%Y-%m-%d %H:%M} UTC"
    )


def check_clock(folder: Folder, now: datetime, *, is_right: bool) -> None:
    """PbmError where the clock went back, unless the moderator says that it is right: noted. Needs the lock."""
    wrong = clock_went_back(folder, now)
    if wrong and not is_right:
        raise PbmError(wrong)
    if wrong:
        folder.note(ClockSet(folder.last + 1, write_time(now)))
