"""What moderator and players wrote: Markdown files with TOML front matter between lines +++."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from pbm.errors import PbmError
from pbm.site.ink import colours
from pbm.site.pages import Page, Post
from pbm.store.disk import Disk
from pbm.store.facts import read_strictly
from pbm.store.press import FOR_ALL, PRIVATE_PRESS, Front

_YAML = re.compile(r"---[ \t]*\n(?:[A-Za-z_-]+:.*\n)+---[ \t]*(?:\n|$)")  # the habit of other site builders
_FENCED = re.compile(r"^(`{3,}|~{3,}).*?^\1 *$", re.MULTILINE | re.DOTALL)  # code: its remarks are no headings


class SiteFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """content/site.toml. `url` is the address at which the site will lie, `mail` the one to which cards are sent,
    or nothing; colours: see site/colours; deploy: the hosts to put the site on, see pbm/deploy/targets.
    """

    title: str = "Games by post"
    tagline: str = ""
    lang: str = "en"
    url: str = ""
    mail: str = ""
    colours: dict[str, dict[str, str]] = {}
    deploy: dict[str, dict[str, str | bool]] = {}


def site_facts(content: Path) -> SiteFacts:
    """content/site.toml, or what holds without it."""
    path = content / "site.toml"
    facts = read_strictly(Disk().read(path), SiteFacts, path) if path.exists() else SiteFacts()
    if facts.url and not re.fullmatch(r"https?://[!-~]+", facts.url):
        raise PbmError(f'{path}: url: {facts.url!r} is not a web address; write url = "https://example.org/games/".')
    if facts.lang and not re.fullmatch(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*", facts.lang):
        raise PbmError(f'{path}: lang: {facts.lang!r} is not a language; write lang = "en", or "de-CH".')
    if facts.mail and not re.fullmatch(r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,190}", facts.mail):
        raise PbmError(f'{path}: mail: {facts.mail!r} is not a mail address; write mail = "cards@example.org".')
    colours.check(facts.colours, str(path))
    return facts


def address_of(url: str, path: str) -> str:
    """The whole address of a file of the site; its path alone where the site has no address."""
    return f"{url.rstrip('/')}/{path}" if url else path


def read_text(path: Path) -> str:
    """A text of the content tree, or nothing where there is none."""
    if not path.exists():
        return ""
    try:
        return Disk().read(path).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise PbmError(f"{path}: is not UTF-8 text.") from None


def read_prose(path: Path, *, private: bool = False) -> tuple[Front, str]:
    """Front matter and Markdown of a file; front matter may be missing. `private`: the file lies where nothing is
    public, and says who reads it; no other may name readers, for all would read it.
    """
    front, text = _parted(path)
    if private and front.to != FOR_ALL and (not front.to or min(front.to) < 1):
        raise PbmError(f"{path}: to: is missing; write to = [3] above, or move it to press/ for all to read.")
    if (front.to or front.held) and not private:
        raise PbmError(
            f"{path}: to: press for some players only belongs in the game's {PRIVATE_PRESS}/; move it there."
        )
    return front, text


def _parted(path: Path) -> tuple[Front, str]:
    text = read_text(path)
    if _YAML.match(text):
        raise PbmError(
            f'{path}: the front matter is YAML, between lines ---; write TOML between lines +++: title = "A word".'
        )
    if not text.startswith("+++\n"):
        return Front(), text
    head, mark, body = text[4:].partition("\n+++\n")
    if not mark:
        raise PbmError(f"{path}: the front matter has no closing line; end it with +++.")
    return read_strictly(head.encode(), Front, path), body.lstrip("\n")


Mistakes = dict[Path, str]
"""By file what is wrong with it; what is in none of them is made without them."""


def posts(
    folder: Path,
    *,
    numbered: bool = False,
    press: bool = False,
    private: bool = False,
    mistakes: Mistakes | None = None,
) -> tuple[Post, ...]:
    """The pieces of a folder, oldest first; `numbered` files are named by the turn that they belong to. `press`: the
    folder is that of what players wrote, whatever a piece says of itself; `private`: of what some alone read. PbmError
    for a piece with a mistake, where these are not gathered.
    """
    found = []
    for path in markdown_files(folder, mistakes):
        with gathered(path, mistakes):
            post = _post(path, numbered=numbered, press=press, private=private)
            found += [post] if post else []
    return tuple(sorted(found, key=lambda post: post.date))


def _post(path: Path, *, numbered: bool, press: bool, private: bool) -> Post | None:
    """A piece, or None where it is held back."""
    front, body = read_prose(path, private=private)
    if front.held:
        return None
    hidden = front.anonymous
    return Post(
        date=front.date,
        title=front.title,
        author="" if hidden else front.author,
        markdown=body,
        anonymous=hidden,
        player=0 if hidden else front.player,
        turn=turn_of(path, front, numbered=numbered),
        press=press,
        to=() if front.to == FOR_ALL else tuple(sorted(set(front.to))),
        by_card=bool(front.filed),
    )


@contextmanager
def gathered(path: Path, mistakes: Mistakes | None) -> Iterator[None]:
    """Within it what is wrong with a file is put among the mistakes, where these are gathered, and stops nothing."""
    try:
        yield
    except PbmError as error:
        if mistakes is None:
            raise
        mistakes[path] = str(error)


def turn_of(path: Path, front: Front, *, numbered: bool = True) -> int:
    """The turn that a piece belongs to, -1 for none; PbmError where it is none, or a `numbered` piece has none."""
    if front.turn is not msgspec.UNSET:
        if front.turn < 0:
            raise PbmError(f"{path}: turn: {front.turn} is not a turn; the first is 0.")
        return front.turn
    if not numbered:
        return -1
    if not re.fullmatch(r"[0-9]{1,3}", path.stem):
        raise PbmError(f"{path}: turn: is missing; write turn = 3 above, or name the file 003.md.")
    return int(path.stem)


def pages(folder: Path, mistakes: Mistakes | None = None, ours: Path | None = None) -> tuple[Page, ...]:
    """The pages of a folder by name; the title is the front matter's, or the first heading. All stand at the foot of
    every page, or, where index.md is there to lead to them, that one first and those that ask for it. Mistakes: as of
    posts. `ours`: the folder of those that come with pbm; one in `folder` takes the place of ours, and an empty one
    leaves it out.
    """
    found = []
    shipped = {path.name: path for path in markdown_files(ours)} if ours else {}
    paths = {**shipped, **{path.name: path for path in markdown_files(folder, mistakes)}}
    led = "index.md" in paths
    for name, path in sorted(paths.items(), key=lambda it: (it[0] != "index.md", it[0])):
        with gathered(path, mistakes):
            front, body = read_prose(path)
            if name in shipped and front == Front() and not body.strip():
                continue
            title = front.title or title_of(body) or path.stem.capitalize()
            found.append(Page(path.stem, title, body, at_foot=front.foot or not led or path.stem == "index"))
    return tuple(found)


def title_of(markdown: str) -> str:
    """The first heading of a text, or nothing."""
    heading = re.search(r"^# +(.+)$", _FENCED.sub("", markdown), re.MULTILINE)
    return heading[1].strip() if heading else ""


def markdown_files(folder: Path, mistakes: Mistakes | None = None) -> list[Path]:
    """The Markdown files of a folder that are for the site; a mistake is a name that cannot stand in an address."""
    found = []
    for name in Disk().names(folder):
        if name.endswith(".md") and not name.startswith((".", "_")):
            with gathered(folder / name, mistakes):
                if not re.fullmatch(r"[a-z0-9][a-z0-9_-]*\.md", name):
                    raise PbmError(f"{folder / name}: name it with small letters, digits and hyphens.")
                found.append(folder / name)
    return found
