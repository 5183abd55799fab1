"""The text of an HTML mail, as its reader saw it (security 3.3).

No tree is built: what HTML asks a parser to do with unclosed tags makes three million elements of forty kilobytes.
The text goes by once, from tag to tag as HTML's own scanner does it, and costs as much as it is long.
"""

import html
import re
from dataclasses import dataclass, field
from itertools import pairwise

_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]{0,60})")
_ATTRIBUTE = re.compile(r"[\s/]*+([^\s/>=][^\s/>=]*+)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>\"'][^\s>]*+)))?")
_OPEN_QUOTE = re.compile(r"\s*+=\s*+[\"']")
_TELLING = re.compile(r"style|hidden|class|id", re.IGNORECASE)  # the attributes that may hide an element
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_HUGE = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")
_SELECTED = re.compile(r"[.#][A-Za-z_][\w-]*")
_ZERO = r":[-+]?0*\.?0*(?:[a-z%]{1,3})?(?:[;!]|$)"
_HIDING = re.compile(
    r"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all|clip:|clip-path:|text-indent:-[0-9]"
    rf"|(?:opacity|font-size){_ZERO}|(?:left|top|right|bottom|margin[a-z-]*):-[0-9]{{3}})"
)
_FLAT = re.compile(rf"(?:^|;)(?:max-)?(?:height|width){_ZERO}")

RAW = {"script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp", "template"}
VOID = {"br", "hr", "img", "input", "meta", "link", "wbr", "area", "base", "col", "embed", "source", "track"}
BLOCK = {
    *("address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dir", "div", "dl", "dt"),
    *("fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li"),
    *("main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul"),
}
QUOTES = "blockquote"


@dataclass
class _Reader:
    """What is known while the text goes by. hidden: the open element that hides, and how often it stands in itself."""

    out: list[str] = field(default_factory=list)
    hides: set[str] = field(default_factory=set)
    hidden: str = ""
    depth: int = 0
    pre: int = 0
    quoted: int = 0
    hid_something: bool = False

    def text(self, raw: str) -> None:
        if self.hidden:
            self.hid_something = self.hid_something or bool(raw.strip())
            return
        plain = html.unescape(_HUGE.sub("\ufffd", raw))
        if self.pre:
            self.out.append(re.sub("\r\n|\n|\r", "\n" + self._marks(), plain))
        else:
            self.out.append(_BLANKS.sub(" ", plain))

    def line(self) -> None:
        self.out.append("\n" + self._marks())

    def _marks(self) -> str:
        return "> " * min(self.quoted, 5)

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        if self.hidden:
            self.depth += name == self.hidden
            if not (name in BLOCK and self.hidden == "p"):
                return
            self.hidden = ""  # a paragraph ends where the next block begins
        if name not in VOID and self._is_hidden(attributes):
            self.hidden, self.depth = name, 1
            return
        self.quoted += name == QUOTES
        self.pre += name == "pre"
        if name == "br" or name in BLOCK:
            self.line()
        elif name in ("td", "th"):
            self.out.append(" ")

    def closed(self, name: str) -> None:
        if self.hidden:
            self.depth -= name == self.hidden
            if self.depth <= 0:
                self.hidden = ""
            return
        self.quoted = max(0, self.quoted - (name == QUOTES))
        self.pre = max(0, self.pre - (name == "pre"))
        if name in BLOCK:
            self.line()

    def _is_hidden(self, attributes: dict[str, str]) -> bool:
        if not attributes:
            return False
        if "hidden" in attributes or _hides(attributes.get("style", "")):
            return True
        if not self.hides:
            return False
        names = [f".{word}" for word in attributes.get("class", "").split()[:50]] + [f"#{attributes.get('id', '')}"]
        return any(name in self.hides for name in names)


def read_html(source: str) -> tuple[str, bool]:
    """The visible text of HTML, with a line for each block, and whether some was hidden; quotations have > marks."""
    reader = _Reader()
    at, end = 0, len(source)
    while at < end:
        sign = source.find("<", at)
        if sign < 0:
            reader.text(source[at:])
            break
        if sign > at:
            reader.text(source[at:sign])
        at = _after(source, sign, reader)
    return _tidy("".join(reader.out)), reader.hid_something


def _after(source: str, sign: int, reader: _Reader) -> int:
    """Take in what begins with this <; returns where it ends. What is never closed ends with the text."""
    end = len(source)
    if source.startswith("<!--", sign):
        close = source.find("-->", sign + 2)
        return end if close < 0 else close + 3
    tag = _TAG.match(source, sign)
    if not tag:
        if source.startswith(("<!", "<?", "</"), sign):
            close = source.find(">", sign)
            return end if close < 0 else close + 1
        reader.text("<")
        return sign + 1
    name = tag[2].lower()
    attributes, at = _attributes(source, tag.end())
    if at > end:
        return end
    if tag[1]:
        reader.closed(name)
    elif name in RAW:
        closing = re.compile(rf"</{name}[\s/>]", re.IGNORECASE).search(source, at)
        stop = closing.start() if closing else end
        if name == "style":
            reader.hides |= _hiding_names(source[at:stop])
        return stop
    else:
        reader.opened(name, attributes)
    return at


def _attributes(source: str, at: int) -> tuple[dict[str, str], int]:
    """The attributes of a tag whose name ends here, and the place after it; beyond the text where it never ends."""
    end = len(source)
    close = source.find(">", at)
    if close < 0:
        return {}, end + 1
    written = source[at:close]
    if not ('"' in written or "'" in written or _TELLING.search(written)):
        return {}, close + 1
    attributes: dict[str, str] = {}
    while found := _ATTRIBUTE.match(source, at):
        if len(attributes) < 50:
            value = next((given for given in found.groups()[1:] if given is not None), "")
            attributes.setdefault(found[1].lower(), value)
        at = found.end()
        if _OPEN_QUOTE.match(source, at):
            return {}, end + 1
    close = source.find(">", at)
    return attributes, (close if close >= 0 else end) + 1


def _hides(style: str) -> bool:
    """Whether a style hides its element; one with escapes is not for people."""
    if not style:
        return False
    plain = re.sub(r"/\*.*?(?:\*/|\Z)|\s+", "", html.unescape(_HUGE.sub("", style)), flags=re.DOTALL).lower()
    return "\\" in plain or bool(_HIDING.search(plain)) or ("overflow:hidden" in plain and bool(_FLAT.search(plain)))


def _hiding_names(sheet: str) -> set[str]:
    """The classes and ids that a style sheet hides."""
    names: set[str] = set()
    pieces = sheet[:65_536].split("{")
    for before, after in pairwise(pieces[:2_000]):
        if _hides(after.partition("}")[0]):
            names.update(_SELECTED.findall(before.rpartition("}")[2]))
    return names


def _tidy(text: str) -> str:
    """Blanks at line ends gone, at most one empty line in a row; a no-break space is a blank."""
    lines = [line.strip(" ") for line in text.replace("\u00a0", " ").split("\n")]
    kept: list[str] = []
    for line in lines:
        if line.strip("> ") or (kept and kept[-1].strip("> ")):
            kept.append(line if line.strip("> ") else "")
    return "\n".join(kept).strip("\n")
