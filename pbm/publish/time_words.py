"""Days and times in words, the same in every locale."""

from datetime import date, datetime

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def day_words(day: date) -> str:
    """21 November 2026."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def time_words(time: datetime) -> str:
    """21 November 2026, 20:00 UTC; the time is in UTC."""
    return f"{day_words(time)}, {time.hour:02d}:{time.minute:02d} UTC"
