"""Dates in words, the same in every locale. Nothing here knows what day it is."""

from datetime import UTC, date, datetime, timedelta

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NEVER = datetime.max.replace(tzinfo=UTC)


def moment(text: str) -> datetime | None:
    """An ISO date or time, in UTC; None where it is neither, or where UTC has no such year."""
    try:
        time = datetime.fromisoformat(text)
        return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def year_of(text: str) -> int:
    """The year of an ISO date or time in UTC; 0 where it is neither."""
    time = moment(text)
    return time.year if time else 0


def day(text: str, *, year: bool = True) -> str:
    """Sat 21 Nov 2026, or the text itself where it is no date."""
    time = moment(text)
    if time is None:
        return text
    words = f"{DAYS[time.weekday()]} {time.day} {MONTHS[time.month - 1]}"
    return f"{words} {time.year}" if year else words


def hour(text: str) -> str:
    """20:00 UTC, or nothing."""
    time = moment(text)
    return f"{time.hour:02d}:{time.minute:02d} UTC" if time and "T" in text else ""


def day_and_hour(text: str) -> str:
    """Fri 4 Dec 2026, 20:00 UTC."""
    clock = hour(text)
    return f"{day(text)}, {clock}" if clock else day(text)


def calendar(first: str, marked: set[date], weeks: int = 4) -> list[list[tuple[str, bool]]]:
    """Weeks from Monday on, beginning with that of the first date, or so that the first mark is in the last.

    What each day is called, and whether it is marked.
    """
    start = moment(first)
    if start is None or not marked:
        return []
    earliest = date.fromordinal(max(1, min(marked).toordinal() - 7 * (weeks - 1)))  # no day is before that of year 1
    at = max(start.date(), earliest)
    at -= timedelta(days=at.weekday())
    rows = []
    for week in range(weeks):
        row = []
        for weekday in range(7):
            it = at + timedelta(days=7 * week + weekday)
            named = it.day == 1 or (week == 0 and weekday == 0)
            row.append((f"{it.day} {MONTHS[it.month - 1]}" if named else str(it.day), it in marked))
        rows.append(row)
    return rows
