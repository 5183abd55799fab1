"""When the next cards are due: on the right day and wall time, at any change of the clock (issue D, 6)."""

import re
import textwrap
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.core.schedule import (
    WEEKDAYS,
    Schedule,
    ScheduleFacts,
    Span,
    at_clock,
    next_deadline,
    read_length,
    read_schedule,
    read_span,
)
from pbm.errors import PbmError
from pbm.store.facts import read_game
from tests.store.test_store import GAME

BERLIN = ZoneInfo("Europe/Berlin")
SEAT = b'\n[[seats]]\nnumber = 1\nhome = "AA"\n'


def schedule(**keys: object) -> Schedule:
    return read_schedule(ScheduleFacts(**keys), "game.toml: schedule")  # type: ignore[arg-type]  # a test's own keys


def berlin(year: int, month: int, day: int, hour: int = 20, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=BERLIN)


def test_weekdays_are_taken_one_after_the_other() -> None:
    plan = schedule(days=("tue", "fri"), zone="Europe/Berlin")
    first = next_deadline(plan, berlin(2026, 11, 21))
    assert first == berlin(2026, 11, 24)
    assert next_deadline(plan, first) == berlin(2026, 11, 27), "strictly later"
    assert next_deadline(plan, first - timedelta(seconds=1)) == first


def test_an_interval_is_counted_from_the_last_deadline() -> None:
    plan = schedule(every="14 days", zone="Europe/Berlin")
    assert next_deadline(plan, berlin(2026, 11, 3, 22), since=berlin(2026, 11, 3)) == berlin(2026, 11, 17)
    late = next_deadline(plan, berlin(2026, 11, 18), since=berlin(2026, 11, 3))
    assert late == berlin(2026, 12, 1), "who resolves late keeps the rhythm"
    assert next_deadline(schedule(every="2 weeks", zone="Europe/Berlin"), berlin(2026, 11, 3)) == berlin(2026, 11, 17)


@pytest.mark.parametrize(
    ("last", "wanted"), [((11, 3), (11, 17)), ((11, 4), (11, 17)), ((11, 2), (11, 17)), ((11, 6), (11, 17))]
)
def test_an_interval_with_a_weekday_stays_on_it(last: tuple[int, int], wanted: tuple[int, int]) -> None:
    plan = schedule(every="14 days", days=("tue",), zone="Europe/Berlin")
    assert next_deadline(plan, berlin(2026, *last)) == berlin(2026, *wanted)


@pytest.mark.parametrize(
    ("at", "day", "utc"),
    [
        ("20:00", date(2026, 3, 28), "2026-03-28T19:00:00+00:00"),
        ("20:00", date(2026, 3, 29), "2026-03-29T18:00:00+00:00"),
        ("02:30", date(2026, 3, 29), "2026-03-29T01:30:00+00:00"),  # no clock shows it: an hour later by the wall
        ("02:30", date(2026, 10, 25), "2026-10-25T01:30:00+00:00"),  # shown twice: the second
        ("03:00", date(2026, 10, 25), "2026-10-25T02:00:00+00:00"),
        ("20:00", date(2026, 10, 25), "2026-10-25T19:00:00+00:00"),
    ],
)
def test_the_clock_changes_and_the_deadline_is_by_the_wall(at: str, day: date, utc: str) -> None:
    assert at_clock(schedule(every="1 day", at=at, zone="Europe/Berlin"), day).astimezone(UTC).isoformat() == utc


def test_the_repeated_hour_has_one_deadline_from_both_of_its_readings() -> None:
    plan = schedule(days=WEEKDAYS, at="02:30", zone="Europe/Berlin")
    first = datetime(2026, 10, 25, 2, 30, fold=0, tzinfo=BERLIN).astimezone(UTC)
    second = datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=BERLIN).astimezone(UTC)
    assert next_deadline(plan, first) == second
    assert next_deadline(plan, second) == berlin(2026, 10, 26, 2, 30)


def test_leap_days_and_the_turn_of_the_year_are_days_like_others() -> None:
    daily = schedule(every="1 day", zone="UTC")
    assert next_deadline(daily, datetime(2028, 2, 28, 20, tzinfo=UTC)) == datetime(2028, 2, 29, 20, tzinfo=UTC)
    assert next_deadline(daily, datetime(2027, 2, 28, 20, tzinfo=UTC)) == datetime(2027, 3, 1, 20, tzinfo=UTC)
    assert next_deadline(daily, datetime(2026, 12, 31, 20, tzinfo=UTC)) == datetime(2027, 1, 1, 20, tzinfo=UTC)


def test_what_is_skipped_puts_the_deadline_on_the_next_day_that_is_not() -> None:
    plan = schedule(every="7 days", skip=("2026-12-24/2027-01-06", "2027-01-07"), zone="Europe/Berlin")
    assert next_deadline(plan, berlin(2026, 12, 20)) == berlin(2027, 1, 8)
    plan = schedule(every="1 day", weekends=False, zone="UTC")
    assert next_deadline(plan, datetime(2026, 11, 20, 21, tzinfo=UTC)) == datetime(2026, 11, 23, 20, tzinfo=UTC)


def test_public_holidays_are_skipped() -> None:
    pytest.importorskip("holidays")
    plan = schedule(every="1 day", holidays="DE-BY", zone="Europe/Berlin")
    assert next_deadline(plan, berlin(2027, 1, 5)) == berlin(2027, 1, 7), "Epiphany is a holiday in Bavaria"
    with pytest.raises(PbmError, match=r"schedule\.holidays: 'DE-ZZ' is not a country"):
        schedule(every="1 day", holidays="DE-ZZ")


def test_a_schedule_that_leaves_no_day_is_told() -> None:
    with pytest.raises(PbmError, match="leaves no day"):
        next_deadline(schedule(days=("sun",), weekends=False), datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("wait", "away", "wanted"),
    [
        ("", "2026-11-20/2026-11-25", 24),
        ("3 days", "2026-11-20/2026-11-25", 26),
        ("3 days", "2026-11-20/2026-11-30", 24),  # too long: nothing is moved
        ("3 days", "2026-11-25/2026-11-30", 24),  # not away on that day
    ],
)
def test_an_announced_absence_puts_the_deadline_off_as_far_as_the_schedule_waits(
    wait: str, away: str, wanted: int
) -> None:
    plan = schedule(days=("tue", "wed", "thu"), wait=wait, zone="Europe/Berlin")
    absences = [read_span(away, "absent")]
    assert next_deadline(plan, berlin(2026, 11, 21), absences) == berlin(2026, 11, wanted)


spans: st.SearchStrategy[list[Span]] = st.lists(
    st.tuples(st.dates(date(2026, 1, 1), date(2030, 1, 1)), st.integers(0, 20)).map(
        lambda pair: (pair[0], pair[0] + timedelta(days=pair[1]))
    ),
    max_size=4,
)


@settings(max_examples=400, deadline=None)
@given(
    after=st.datetimes(datetime(2026, 1, 1), datetime(2029, 12, 31), timezones=st.just(UTC)),
    back=st.integers(0, 60 * 24 * 60),
    every=st.sampled_from([0, 1, 3, 7, 14, 30]),
    days=st.sets(st.integers(0, 6)),
    hour=st.integers(0, 23),
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]),
    skip=spans,
    away=spans,
    wait=st.integers(0, 9),
)
def test_a_deadline_is_later_on_an_allowed_day_and_at_the_wall_time(
    after: datetime,
    back: int,
    every: int,
    days: set[int],
    hour: int,
    zone: str,
    skip: list[Span],
    away: list[Span],
    wait: int,
) -> None:
    if every < 7 and days:
        every = 0
    if not every and not days:
        every = 7
    plan = schedule(
        every=f"{every} days" if every else "",
        days=tuple(WEEKDAYS[d] for d in sorted(days)),
        at=f"{hour}:30",
        zone=zone,
        skip=tuple(f"{a}/{b}" for a, b in skip),
        wait=f"{wait} days",
    )
    since = after - timedelta(minutes=back)
    plain = next_deadline(plan, after, (), since)
    moved = next_deadline(plan, after, away, since)
    assert moved >= plain > after
    assert (moved.astimezone(plan.zone).date() - plain.astimezone(plan.zone).date()).days <= wait
    for found in (plain, moved):
        wall = found.astimezone(plan.zone)
        assert found == at_clock(plan, wall.date()), "one deadline a day"
        assert not days or wall.weekday() in days
        assert not any(first <= wall.date() <= last for first, last in skip)
        changes = wall.utcoffset() != (found - timedelta(days=1)).astimezone(plan.zone).utcoffset()
        assert (wall.hour, wall.minute) == (hour, 30) or changes


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('every = "fortnight"', "schedule.every: 'fortnight' is not a length of time such as 14 days"),
        ('every = "0 days"', "schedule.every: '0 days' is not a number of whole days"),
        ('every = "90 minutes"', "schedule.every: '90 minutes' is not a number of whole days"),
        ('every = "99999 weeks"', "schedule.every: '99999 weeks' is not a length of time"),
        ('every = "٣ days"', "schedule.every: '٣ days' is not a length of time"),
        ('every = "3 days"\ndays = ["tue"]', "schedule.every: with days beside it, it is a week or more"),
        ('days = ["tues"]', "schedule.days: 'tues' is none of mon, tue"),
        ('days = "tue"', "schedule.days: Expected `array`, got `str`"),
        ('at = "24:00"', "schedule.at: '24:00' is not a time of day"),
        ("at = 20:00:00", "schedule.at"),
        ('grace = "-2 hours"', "schedule.grace: '-2 hours' is not a length of time"),
        ('skip = ["2026-02-29"]', "schedule.skip: '2026-02-29' is not a day"),
        ('skip = ["2027-01-06/2026-12-24"]', "schedule.skip: '2027-01-06/2026-12-24' ends before it begins"),
        ('remind = ["0 days"]', "schedule.remind: '0 days' is not a length of time"),
        ('holidays = "../x"', "schedule.holidays: '../x' is not the code"),
        ("misses = -1", "schedule.misses: must be 0 to 99"),
        ("misses = true", "schedule.misses: Expected `int`, got `bool`"),
        ('zone = "../../etc/passwd"', "schedule.zone: '../../etc/passwd' is not a time zone"),
        ('colour = "red"', "schedule: Object contains unknown field `colour`"),
    ],
)
def test_a_schedule_is_read_strictly_and_the_sentence_names_file_and_key(line: str, told: str) -> None:
    with pytest.raises(PbmError) as error:
        read_game(f"{GAME}[schedule]\n{line}\n".encode(), Path("X-1/game.toml"))
    assert str(error.value).startswith("X-1/game.toml: ")
    assert told in str(error.value)


def test_an_unknown_zone_is_told() -> None:
    with pytest.raises(PbmError, match=r"game\.toml: schedule\.zone: 'Mars/Olympus' is not a time zone"):
        schedule(every="1 day", zone="Mars/Olympus")


@given(st.text())
def test_no_text_breaks_the_readers(text: str) -> None:
    for read in (read_length, read_span):
        with suppress(PbmError):
            read(text, "x")


def test_the_examples_of_the_page_are_schedules_that_set_deadlines() -> None:
    page = (Path(__file__).parents[2] / "content/about/deadlines.md").read_text("utf-8")
    blocks = re.findall(r"(?:^    .*\n|^\n)*^    \[schedule\]\n(?:^    .*\n)*", page, re.MULTILINE)
    assert len(blocks) == 4
    for block in blocks:
        facts = read_game((GAME.split("[[seats]]")[0] + textwrap.dedent(block)).encode() + SEAT, Path("game.toml"))
        assert facts.schedule
        plan = read_schedule(facts.schedule, "schedule")
        assert next_deadline(plan, berlin(2026, 12, 1)) > berlin(2026, 12, 1)
