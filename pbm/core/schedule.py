"""When the next cards are due: weekdays or an interval, wall time in a zone, days on which nothing is due. Pure.

Days are reckoned on the zone's calendar and times on its clock. Where a clock shows a time twice, or skips it,
the later of the two readings is meant: who goes by the clock on the wall is never late.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo

import msgspec

from pbm.errors import PbmError

DAY = timedelta(days=1)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
UNITS = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1), "day": DAY, "week": timedelta(weeks=1)}
LONGEST = timedelta(days=400)
FARTHEST = 800  # days that are looked through for one on which cards may be due

Span = tuple[date, date]
"""First and last day; both belong to it."""


class ScheduleFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[schedule] of game.toml as it is written.

    every: "14 days"; days: ["tue", "fri"]; with both, the one of the days that is nearest to so long after the
    last deadline; with neither no deadline is set by itself. at, zone: "20:00", "Europe/Berlin". least: so long
    at least between a turn and the next deadline. grace: cards count so long after the deadline, and only then
    the turn is due. skip: days or spans of days on which nothing is due; holidays: "DE-BY", whose public
    holidays are skipped; weekends: false skips Saturdays and Sundays. remind: so long before the deadline.
    wait: how far an announced absence may put a deadline off. misses: after so many missed turns in a row an
    all-in game does not wait for that player; 0: it always waits.
    """

    every: str = ""
    days: tuple[str, ...] = ()
    at: str = "20:00"
    zone: str = "UTC"
    least: str = ""
    grace: str = ""
    skip: tuple[str, ...] = ()
    holidays: str = ""
    weekends: bool = True
    remind: tuple[str, ...] = ()
    wait: str = ""
    misses: int = 0


class Schedule(msgspec.Struct, frozen=True):
    """A schedule that was read and found good; fields as in ScheduleFacts. every: 0 where there is none."""

    every: timedelta = timedelta()
    days: frozenset[int] = frozenset()
    at: time = time(20)
    zone: tzinfo = UTC
    least: timedelta = timedelta()
    skip: tuple[Span, ...] = ()
    weekends: bool = True
    is_holiday: Callable[[date], bool] | None = None
    wait: timedelta = timedelta()

    @property
    def sets_dates(self) -> bool:
        """Whether it says when anything is due."""
        return bool(self.every or self.days)


def read_schedule(facts: ScheduleFacts, what: str) -> Schedule:
    """The schedule of these facts; PbmError says which key is wrong, after `what` (the file and "schedule")."""
    check_schedule(facts, what)
    return Schedule(
        every=read_length(facts.every, f"{what}.every"),
        days=frozenset(WEEKDAYS.index(day) for day in facts.days),
        at=_clock(facts.at, f"{what}.at"),
        zone=read_zone(facts.zone, f"{what}.zone"),
        least=read_length(facts.least, f"{what}.least"),
        skip=tuple(read_span(text, f"{what}.skip") for text in facts.skip),
        weekends=facts.weekends,
        is_holiday=_holidays(facts.holidays, f"{what}.holidays") if facts.holidays else None,
        wait=read_length(facts.wait, f"{what}.wait"),
    )


def check_schedule(facts: ScheduleFacts, what: str) -> None:
    """Whether every key of a [schedule] says something; what needs a library or a zone file is not looked at. PbmError
    names the first that does not.
    """
    every = read_length(facts.every, f"{what}.every", "14 days or 2 weeks")
    if every % DAY or (facts.every and not every):
        raise PbmError(f"{what}.every: {facts.every!r} is not a number of whole days or weeks such as 14 days.")
    for day in facts.days:
        if day not in WEEKDAYS:
            raise PbmError(f"{what}.days: {day!r} is none of {', '.join(WEEKDAYS)}.")
    if every and facts.days and every < timedelta(weeks=1):
        raise PbmError(f"{what}.every: with days beside it, it is a week or more.")
    _clock(facts.at, f"{what}.at")
    for name, text in (("least", facts.least), ("grace", facts.grace), ("wait", facts.wait)):
        read_length(text, f"{what}.{name}")
    for text in facts.skip:
        read_span(text, f"{what}.skip")
    for text in facts.remind:
        if not read_length(text, f"{what}.remind"):
            raise PbmError(f"{what}.remind: {text!r} is not a length of time such as 2 days.")
    if facts.holidays and not re.fullmatch(r"[A-Z]{2}(-[A-Z0-9]{1,3})?", facts.holidays):
        raise PbmError(f"{what}.holidays: {facts.holidays!r} is not the code of a country and its part such as DE-BY.")
    if not 0 <= facts.misses <= 99:
        raise PbmError(f"{what}.misses: must be 0 to 99.")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_+-]{0,30}(/[A-Za-z0-9_+-]{1,30}){0,2}", facts.zone):
        raise PbmError(f"{what}.zone: {facts.zone!r} is not a time zone such as Europe/Berlin.")


def read_length(text: str, what: str, such: str = "3 days, 2 hours or 90 minutes") -> timedelta:
    """ "3 days", "2 hours", "90 minutes", "2 weeks"; nothing is no time at all. PbmError for anything else, and beyond
    400 days.
    """
    if not text:
        return timedelta()
    found = re.fullmatch(r"([0-9]{1,5}) ?(minute|hour|day|week)s?", text.strip(), re.ASCII)
    length = int(found[1]) * UNITS[found[2]] if found else LONGEST + DAY
    if length > LONGEST:
        raise PbmError(f"{what}: {text[:60]!r} is not a length of time such as {such} (at most 400 days).")
    return length


def read_span(text: str, what: str) -> Span:
    """First and last day of "2026-12-24/2027-01-06" or "2027-04-04". PbmError for anything else, and where it ends
    before it begins.
    """
    first, _, last = text.partition("/")
    try:
        if not all(re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", part) for part in (first, last or first)):
            raise ValueError
        span = date.fromisoformat(first), date.fromisoformat(last or first)
    except ValueError:
        raise PbmError(f"{what}: {text[:60]!r} is not a day or a span of days such as 2026-12-24/2027-01-06.") from None
    if span[0] > span[1]:
        raise PbmError(f"{what}: {text!r} ends before it begins.")
    return span


def read_zone(name: str, what: str) -> tzinfo:
    """The time zone of this name. PbmError where this machine does not know it."""
    if name == "UTC":
        return UTC
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # loads files of its own: only where it is needed

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        known = "write 'UTC', or a name such as 'Europe/Berlin'"
        raise PbmError(f"{what}: {name!r} is not a time zone that this machine knows; {known}.") from None


def next_deadline(
    schedule: Schedule, after: datetime, absences: Iterable[Span] = (), since: datetime | None = None
) -> datetime:
    """The first deadline that is later than `after`, in UTC (times of one zone Python compares by the wall).

    since: what `every` counts from (the last deadline; else `after`). absences: spans of days on which a player
    is away; where the schedule waits, they put the deadline off, but never by more than it says. PbmError where
    no day is left within two years.
    """
    after = after.astimezone(UTC)
    for first in _candidates(schedule, after, since or after):
        day = next((d for k in range(FARTHEST) if _is_open(schedule, d := first + k * DAY)), None)
        if day is None:
            break
        if at_clock(schedule, day) > after:
            return at_clock(schedule, _put_off(schedule, day, sorted(absences)))
    raise PbmError("The schedule leaves no day within two years on which cards could be due.")


def at_clock(schedule: Schedule, day: date) -> datetime:
    """The schedule's time on a day, in UTC."""
    return on_wall(datetime.combine(day, schedule.at), schedule.zone)


def on_wall(local: datetime, zone: tzinfo) -> datetime:
    """A time by the clock on the wall, in UTC: the later reading of one that it shows twice or, in spring, skips."""
    return max(local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))


def _candidates(schedule: Schedule, after: datetime, since: datetime) -> Iterator[date]:
    """The days that the schedule would name if none was skipped, from a little before `after` on.

    Intervals are counted in days of the calendar from the day of the last deadline.
    """
    today = after.astimezone(schedule.zone).date()
    if not schedule.every:
        yield from (today + k * DAY for k in range(FARTHEST))
        return
    start = since.astimezone(schedule.zone).date()
    step = max(1, (today - start) // schedule.every)
    for k in range(step, step + FARTHEST):
        day = start + k * schedule.every
        if schedule.days:
            near = (0, 1, -1, 2, -2, 3, -3)
            day = next(d for offset in near if (d := day + offset * DAY).weekday() in schedule.days)
        yield day


def _is_open(schedule: Schedule, day: date) -> bool:
    """Whether cards may be due on a day."""
    if schedule.days and day.weekday() not in schedule.days:
        return False
    if not schedule.weekends and day.weekday() >= 5:
        return False
    if any(first <= day <= last for first, last in schedule.skip):
        return False
    return not (schedule.is_holiday and schedule.is_holiday(day))


def _put_off(schedule: Schedule, day: date, absences: list[Span]) -> date:
    """The day after the absences that it falls into, if that is not too far off; one that is, moves nothing."""
    limit = day + timedelta(days=schedule.wait // DAY)
    moved = True
    while moved:
        moved = False
        for first, last in absences:
            if first <= day <= last < limit:
                later = next(
                    (d for k in range(1, (limit - last).days + 1) if _is_open(schedule, d := last + k * DAY)), None
                )
                if later:
                    day, moved = later, True
    return day


def _clock(text: str, what: str) -> time:
    found = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", text, re.ASCII)
    if not found:
        raise PbmError(f"{what}: {text[:60]!r} is not a time of day such as 20:00.")
    return time(int(found[1]), int(found[2]))


def _holidays(code: str, what: str) -> Callable[[date], bool]:
    """Whether a day is a public holiday there, by the library `holidays`."""
    try:
        from holidays import country_holidays
    except ImportError:
        raise PbmError(
            f"{what}: needs the package holidays: pip install holidays, into the environment of pbm."
        ) from None
    country, _, part = code.partition("-")
    try:
        table = country_holidays(country, subdiv=part or None)
    except (NotImplementedError, KeyError):  # what the library raises for a country that it does not know
        raise PbmError(f"{what}: {code!r} is not a country, or part of one, whose holidays are known.") from None
    return lambda day: day in table
