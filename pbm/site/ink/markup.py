"""What people write: Markdown made into safe HTML, cached by hash.

Raw HTML is off for everybody: what looks like a tag is shown as text. The moderator and the rule books
may link, to pages of the site and to https and mailto addresses; players' press has no links, headings
or pictures, and no fenced code, since a line of tildes is an ornament there (security 5.6). What Markdown yields goes
through nh3 all the same.
"""

import hashlib
import re
from pathlib import Path
from typing import Any, Literal

import msgspec
from markupsafe import Markup, escape

from pbm.core.plain import unwrapped, visible, within_limits
from pbm.core.stamps import libraries, put, recalled

Voice = Literal["moderator", "player", "book"]

EDITION = "6"  # of this module's output; a new one empties nobody's cache and meets none of it
MOST_BRACKETS = 400  # "[" in a paragraph whose links are looked for: each costs a walk through the rest of it

# Compiled when there is new prose that needs them: most runs have none.
_RULE = r"(?:HR-\d+|[0-9]{1,2}[A-Z]?(?:\.[0-9]+[a-z]?)*|[0-9]{1,2}[A-Z][0-9]?)(?=[\s:.]|$)"
_SHORT_CODE = r"(?<!<pre>)<code>([^<\n]{1,18})</code>"  # a command or an order: not broken at its hyphens
_SITE_PATH = r"/?(?:\.\./)*([A-Za-z0-9_-][A-Za-z0-9_./-]*)?(?:#([A-Za-z0-9_.-]+))?"
_OUTSIDE = r"(?:https://[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][^\s\"<>]*)?|mailto:[^\s\"<>]+)"
_FENCE = ("```", "~~~")

_TEXT_TAGS = {"p", "br", "em", "strong", "ul", "ol", "li", "blockquote", "code", "pre", "hr"}
_MORE_TAGS = {
    "a",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "dl",
    "dt",
    "dd",
}
_NOT_FOR_PLAYERS = (
    "reference", "link", "image_link", "image_reference", "short_reference", "short_image_ref", "autolink",
    "automail", "entity",
)  # fmt: skip
_LINKS = ("reference", "link", "short_reference")
_NOT_FOR_ANYBODY = ("image_link", "image_reference", "short_image_ref", "html")


class Heading(msgspec.Struct, frozen=True):
    """A heading of a piece of prose: level 2 to 6, anchor, text."""

    level: int
    anchor: str
    text: str


class Prose(msgspec.Struct, frozen=True):
    """Safe HTML, with the anchors that it has and the places of the site that it links to.

    A link within the site stands in `html` as `site:path#anchor`; `placed` makes it relative.
    """

    html: str
    headings: tuple[Heading, ...] = ()
    links: tuple[tuple[str, str], ...] = ()


def rule_anchor(number: str) -> str:
    """The anchor of a rule: its number, as it is printed."""
    return number.strip().rstrip(".:")


class Press:
    """Turns Markdown into Prose; remembers on the disk what it has done before."""

    def __init__(self, cache: Path | None) -> None:
        self._cache = cache / "prose" if cache else None
        self._engines: dict[Voice, Any] = {}
        self._known: dict[str, Prose] = {}

    def render(self, text: str, voice: Voice) -> Prose:
        """The text as HTML. Never raises for what a player wrote."""
        text = unwrapped(within_limits(text)) if voice == "player" else visible(text)
        key = hashlib.sha256(f"{EDITION}\0{libraries()}\0{voice}\0{text}".encode()).hexdigest()
        prose = self._known.get(key) or self._recall(key)
        if prose is None:
            prose = self._convert(text, voice)
            self._keep(key, prose)
        self._known[key] = prose
        return prose

    def _recall(self, key: str) -> Prose | None:
        if self._cache is None:
            return None
        try:
            return msgspec.json.decode(recalled(self._cache / key), type=Prose)
        except (OSError, msgspec.MsgspecError):
            return None

    def _keep(self, key: str, prose: Prose) -> None:
        if self._cache is None:
            return
        try:
            self._cache.mkdir(exist_ok=True)
            put(f"{self._cache}/{key}", msgspec.json.encode(prose))
        except OSError:
            self._cache = None

    def _convert(self, text: str, voice: Voice) -> Prose:
        engine = self._engines.get(voice)
        if engine is None:
            engine = self._engines[voice] = _engine(voice)
        if voice != "player" and any(fence in text for fence in _FENCE) and "fences" not in engine.preprocessors:
            _read_fences(engine)
        try:
            html = engine.reset().convert(text)
        except (RecursionError, ValueError, AssertionError, IndexError):
            # A library's limit, met by a text made for it: the text stands as it was written.
            html = "".join(f"<p>{escape(part)}</p>\n" for part in text.split("\n\n"))
            engine.headings = []
        return _sanitised(html, voice, tuple(engine.headings))


def _engine(voice: Voice) -> Any:
    """A Markdown converter for this voice."""
    from markdown import Markdown
    from markdown.extensions.def_list import DefListExtension
    from markdown.extensions.sane_lists import SaneListExtension
    from markdown.extensions.tables import TableExtension
    from markdown.treeprocessors import Treeprocessor

    # By name they would be looked for among all that is installed, for a third of the engine's time.
    extensions = [] if voice == "player" else [TableExtension(), DefListExtension(), SaneListExtension()]
    md: Any = Markdown(extensions=extensions, output_format="html")
    md.preprocessors.deregister("html_block")

    md.headings = []
    banned = set(_NOT_FOR_ANYBODY) | (set(_NOT_FOR_PLAYERS) if voice == "player" else set())
    for name in banned:
        md.inlinePatterns.deregister(name, strict=False)
    for name in _LINKS:
        if name in md.inlinePatterns:
            _bound(md.inlinePatterns[name])
    if voice == "player":
        for name in ("reference", "hashheader", "setextheader"):
            md.parser.blockprocessors.deregister(name, strict=False)
        from markdown.extensions.nl2br import Nl2BrExtension

        Nl2BrExtension().extendMarkdown(md)

    class Headings(Treeprocessor):
        """Gives headings their level and anchor, and keeps a list of them."""

        def run(self, root: Any) -> None:
            md.headings = []
            taken: set[str] = set()
            for element in root.iter():
                if re.fullmatch("h[1-6]", element.tag):
                    text = "".join(element.itertext())
                    level = int(element.tag[1])
                    level = max(level, 2) if voice == "book" else min(level + 2, 6)
                    anchor = _anchor(text, taken) if voice == "book" else ""
                    element.tag = f"h{level}"
                    if anchor:
                        element.set("id", anchor)
                        md.headings.append(Heading(level, anchor, text))

    md.treeprocessors.register(Headings(md), "pbm-headings", 5)
    return md


def _read_fences(md: Any) -> None:
    """Have the converter read code between fences; it loads half as much as all else, and few texts have any."""
    from markdown.extensions.fenced_code import FencedBlockPreprocessor

    class Fences(FencedBlockPreprocessor):
        """Code between fences keeps its lines, in a box that scrolls: so it is reached by key."""

        def run(self, lines: list[str]) -> list[str]:
            left = super().run(lines)
            blocks = md.htmlStash.rawHtmlBlocks  # of them alone: HTML is off
            blocks[:] = [f'<pre tabindex="0"{block.removeprefix("<pre")}' for block in blocks]
            return left

    md.preprocessors.register(Fences(md, {}), "fences", 25)


def _bound(pattern: Any) -> None:
    """See that this kind of link is not looked for in a paragraph of very many brackets: they are text there."""
    handle = pattern.handleMatch

    def bounded(match: Any, data: str) -> Any:
        return (None, None, None) if data.count("[") > MOST_BRACKETS else handle(match, data)

    pattern.handleMatch = bounded


def _anchor(text: str, taken: set[str]) -> str:
    """A rule number where the heading begins with one, else the heading's words; never twice."""
    match = re.match(_RULE, text)
    base = rule_anchor(match[0]) if match else re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"
    anchor, serial = base, 2
    while anchor in taken:
        anchor, serial = f"{base}-{serial}", serial + 1
    taken.add(anchor)
    return anchor


def _sanitised(html: str, voice: Voice, headings: tuple[Heading, ...]) -> Prose:
    import nh3

    links: dict[tuple[str, str], None] = {}

    def attribute(tag: str, name: str, value: str) -> str | None:
        if tag == "a" and name == "href":
            if re.fullmatch(_OUTSIDE, value):
                return value
            match = re.fullmatch(_SITE_PATH, value)
            if not match or not (match[1] or match[2]) or ".." in (match[1] or ""):
                return None
            link = (match[1] or "", match[2] or "")
            links[link] = None
            return f"site:{link[0]}" + (f"#{link[1]}" if link[1] else "")
        if name == "id" and voice == "book":
            return value
        if tag == "pre" and name == "tabindex":
            return value
        return None

    player = voice == "player"
    safe = nh3.clean(
        html,
        tags=_TEXT_TAGS if player else _TEXT_TAGS | _MORE_TAGS,
        attributes={} if player else {"a": {"href"}, "pre": {"tabindex"}, **{f"h{n}": {"id"} for n in range(2, 7)}},
        attribute_filter=attribute,
        url_schemes=set() if player else {"https", "mailto", "site"},
        link_rel="noopener noreferrer",
        strip_comments=True,
    )
    if not player:  # what the page needs around what they wrote; a player's text stays as it was cleaned
        safe = re.sub(_SHORT_CODE, r'<code class="unbroken">\1</code>', safe)
        safe = safe.replace("<th></th>", "<td></td>")  # over a column that needs none: an empty head is read out
        safe = safe.replace("<table>", '<div class="scroll"><table>').replace("</table>", "</table></div>")
    return Prose(html=safe, headings=headings, links=tuple(links))


_PLACE = re.compile(r'<a href="site:([^"#]*)(#[^"]*)?"(?: rel="[^"]*")?>')


def placed(prose: Prose, relative: Any) -> Markup:
    """The prose's HTML on a page: `relative(path, anchor)` tells how this page links there."""
    if not prose.links:
        return Markup(prose.html)
    return Markup(
        _PLACE.sub(
            lambda m: f'<a href="{escape(relative(m[1], (m[2] or "#")[1:]))}">',
            prose.html,
        )
    )
