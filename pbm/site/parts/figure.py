"""What all charts have in common: the frame of a drawing that has a title and is told in words, names, coordinates."""

from pbm.core.plain import clean
from pbm.site.ink.marks import plain


def figure(name: str, title: str, told: str, size: tuple[int, int], body: str) -> str:
    """A chart as one <svg>. name: what its ids begin with; told: all of it in words; size: across and down."""
    return (
        f'<svg class="chart" role="img" aria-labelledby="{name}-title {name}-desc" viewBox="0 0 {size[0]} {size[1]}">'
        f'<title id="{name}-title">{plain(title)}</title><desc id="{name}-desc">{plain(told)}</desc>{body}</svg>'
    )


def shortened(name: str, letters: int) -> str:
    """A name, safe for a page, cut to so many letters."""
    safe = clean(name)
    return plain(safe if len(safe) <= letters else f"{safe[: letters - 1].rstrip()}…")


def coordinate(value: float) -> str:
    """A coordinate, to a tenth."""
    return f"{value:.1f}".removesuffix(".0")
