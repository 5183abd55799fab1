"""A game whose files are being repaired: its last good pages with a notice, or the notice alone."""

import re

from markupsafe import Markup

from pbm.site.batch import Batch
from pbm.site.output.site_folder import NewFolder

TITLE = "Being repaired"
KEPT = "The moderator is repairing the files of this game. Its pages show how it stood before."
BARE = "The moderator is repairing the files of this game. Its pages come back when that is done."
_NAME = re.compile("[a-z0-9][a-z0-9_-]*")
_MAIN = b'<main id="main">\n'
_NOTICE = f'<p class="repair" role="note"><b>{TITLE}.</b> {KEPT}</p>\n'.encode()


def front(game: str) -> str:
    """Where the game's own page lies."""
    return f"games/{game}/index.html"


def keep_pages(batch: Batch, folder: NewFolder, game: str) -> bool:
    """Keep all that the last build made of the game, and say so on its own page; False where there is no such page,
    so that a page says it in its place.
    """
    files = {path for path in folder.listed if path.startswith(f"games/{game}/")}
    batch.links.spare(f"games/{game}/")
    path = front(game)
    if path not in files:
        batch.page(path, "page.html", game, "games", heading=game, strip=TITLE, body=Markup(f"<p>{BARE}</p>"))
        return False
    folder.keep(files - {path})
    page = folder.read(path)
    if _NOTICE not in page:
        page = page.replace(_MAIN, _MAIN + _NOTICE, 1)
    folder.put(path, page)
    return True


def keep_page(batch: Batch, folder: NewFolder, slug: str) -> None:
    """Keep a page of the moderator's as the last build made it, or say in its place that it is being repaired."""
    path = f"about/{slug}.html"
    batch.links.spare(path)
    if path in folder.listed:
        folder.keep([path])
    elif _NAME.fullmatch(slug):
        batch.page(path, "page.html", TITLE, slug, heading=TITLE)


def keep_books(batch: Batch, folder: NewFolder, made: set[str]) -> None:
    """Keep the rule books of systems that no other game plays: the pages that were kept lead to them."""
    books = {path for path in folder.listed if path.startswith("rules/") and path.endswith(".html")}
    folder.keep(books - made)
