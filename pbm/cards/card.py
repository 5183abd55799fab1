"""Finding the card in a text, and the code that proves whose it is (design 4, security 3.1)."""

import hmac
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator

import msgspec

from pbm.cards.end import is_quoted, is_signature, letter_end, may_have_older
from pbm.cards.parts import Absence, Beside, PressBlock
from pbm.orders.form import OrderLine

NEAR = 6  # lines that keyed parts of one heading lie apart at most
_NEEDED = {"game", "turn", "player"}
LARGEST = 262_144  # bytes of text that are read
MOST_LINES = 5_000
NO_TEXT = "it is not plain text: save the card as plain text (.txt, UTF-8) and send that"
NO_HEADING = 'there is no heading line such as "EU-7 T-5 [1] Rosa Klein 7G2KQ-X4M9V-T"'

ODD_IN_HEADING = "The heading has no number from 1 to 999999999 after REV, and it was passed over."
NO_END = "there is a line ORDERS and no line END after it"
ENDS_ABOVE = "The card ends above a line ORDERS, and what stands there was not read."
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O, U
CODE_LENGTH = 10  # characters of 5 bits; an eleventh checks them
_CODE = re.compile(r"[0-9A-Za-z]{5}-?[0-9A-Za-z]{5}-?[0-9A-Za-z]")
_CLASSIC = re.compile(
    r"[ \t]*(?P<game>[A-Za-z0-9][A-Za-z0-9-]{0,19})[ \t,]+T-?(?P<turn>[0-9]{1,4})[ \t,]+"
    r"\[(?P<player>[0-9]{1,3})\](?P<rest>.*)",
    re.ASCII | re.IGNORECASE,
)
_KEYED = re.compile(r"[ \t]*(game|turn|player|code|rev|name)[ \t]*:[ \t]*(.*)", re.ASCII | re.IGNORECASE)
_REVISION = re.compile(r"(?<![A-Za-z0-9])REV[ \t:]*([0-9]{1,9})(?![-0-9A-Za-z_])", re.ASCII | re.IGNORECASE)
_KEY = re.compile(r"\b(?:game|turn|player|code|rev|name)[ \t]*:", re.ASCII | re.IGNORECASE)
_OPEN = re.compile(r"[ \t]*(BEGIN[ \t]+)?ORDERS[ \t]*", re.ASCII | re.IGNORECASE)
_END = re.compile(r"[ \t]*END([ \t]+ORDERS)?[ \t]*", re.ASCII | re.IGNORECASE)
_PASS = re.compile(r"[ \t]*(?:@[ \t]+)?PASS[ \t]*(;.*)?", re.ASCII | re.IGNORECASE)
_WORD = re.compile(r"[ \t]*(AMEND|TENTATIVE)[ \t]*(;.*)?", re.ASCII | re.IGNORECASE)
_SPECIAL = re.compile(r"\s*(?:ORDERS|BEGIN|END|REV|AMEND|TENTATIVE|(?:@[ \t]+)?PASS|--)", re.IGNORECASE)
"""What all lines that are more than orders begin with: one look at the others is enough."""
_BESIDE = re.compile(r"[ \t]*(?:PRESS|ABSENT)(?![A-Za-z0-9])", re.ASCII | re.IGNORECASE)
_NO_TEXTS = (b"PK\3\4", b"%PDF-", b"{\\rtf")  # what word processors write (.docx, .odt, .pdf, .rtf)
_PLACE = re.compile(r"[ \t]*@[A-Z0-9#]{0,5}(?:[ \t,]|$)", re.ASCII | re.IGNORECASE)
_STOP = re.compile(r"[ \t]*(?:END|--|[>|])", re.IGNORECASE)
_ODD_REVISION = re.compile(r"[ \t]*REV[ \t:]+[-+0-9][^ \t]{0,30}[ \t]*", re.ASCII | re.IGNORECASE)


class Card(msgspec.Struct, frozen=True):
    """A card as found in a text. Nothing in it has been checked.

    What the heading lacks is "" or 0. `revision` is the sender's REV n, 0 without one; `lines` are the
    order lines with their numbers in the text; `passes` says that PASS stands there; `amends`, that AMEND
    does: it replaces only the spaces that it names; `tentative`, that TENTATIVE does: it counts at the
    deadline, and nobody need hurry. `at` is the heading's line, `opened` that of ORDERS, 0 without one.
    `problem` is one sentence where the text holds no card that could be read ("" otherwise); `quoted` says
    that an older mail below, or quoted, has one. `notes` tell what was passed over, a sentence each.
    """

    game: str = ""
    turn: int = 0
    player: int = 0
    name: str = ""
    code: str = ""
    revision: int = 0
    lines: tuple[OrderLine, ...] = ()
    passes: bool = False
    amends: bool = False
    tentative: bool = False
    at: int = 0
    opened: int = 0
    problem: str = ""
    quoted: bool = False
    notes: tuple[str, ...] = ()
    press: tuple[PressBlock, ...] = ()
    absences: tuple[Absence, ...] = ()

    @property
    def is_aside(self) -> bool:
        """Whether it has press or absences and no orders: then it replaces no card."""
        return bool(self.press or self.absences) and not self.passes and not any(it.text.strip() for it in self.lines)


def card_in(text: str | bytes) -> Card:
    """The card in a mail or in what somebody typed; never raises. What stands in an older mail below is not read."""
    if len(text) > LARGEST:
        return read_card(text)
    data = text if isinstance(text, bytes) else b""
    if isinstance(text, bytes):
        text = _decoded(text)
    text = text.removeprefix("\ufeff")
    lines, beside = _orders_alone(split_lines(text))
    if may_have_older(text):
        from pbm.cards.oldermail import own_text  # its patterns are large

        found, _, begun = _heading(lines, 0)
        own = own_text(lines, begun if found else len(lines))
        text, beside = "\n".join(own), beside.above(len(own))
    elif beside.press or beside.absences:
        text = "\n".join(lines)
    card = read_card(text)
    if card.problem != NO_HEADING:
        own_card = _own_lines(card)
        if beside.press or beside.absences:
            return msgspec.structs.replace(own_card, press=beside.press, absences=beside.absences)
        return own_card
    if b"\0" in data or data.startswith(_NO_TEXTS):
        return Card(problem=NO_TEXT)
    unquoted = [line.lstrip(" \t>|") for line in lines]
    return msgspec.structs.replace(card, quoted=_heading(unquoted, 0)[0] is not None)


def without_press(text: str) -> str:
    """A card's text with press and absences made empty lines; as it was where it has none."""
    lines, beside = _orders_alone(split_lines(text.removeprefix("\ufeff")))
    return "\n".join(lines) if beside.press or beside.absences else text


def _orders_alone(lines: list[str]) -> tuple[list[str], Beside]:
    """The lines without what the card says beside its orders, and that."""
    if not any(map(_BESIDE.match, lines)):
        return lines, Beside()
    heading, _, after = _heading(lines, 0)
    if heading is None:
        return lines, Beside()
    from pbm.cards.beside import cut  # few cards need it

    return cut(lines, after, _other_heading(lines, after, heading)[0])


def _own_lines(card: Card) -> Card:
    """The card without the lines between ORDERS and END that are quoted, without a greeting at the end of a card that
    has no such fence, and with a word on these and on blanks that are not plain. Done where a card comes in, and not
    in `read_card`: what the archive keeps is read as it was.
    """
    quoted = [line.number for line in card.lines if is_quoted(line.text)]
    kept = tuple(line for line in card.lines if line.number not in quoted) if quoted else card.lines
    notes = list(card.notes)
    if quoted:
        notes.append(f"What is quoted between ORDERS and END was not read: line {', '.join(map(str, quoted[:9]))}.")
    last = len(kept) if card.opened else letter_end([line.text for line in kept])
    if last < len(kept):
        notes.append(f"Your letter ends in line {kept[last].number}: from there on no orders were read.")
        kept = kept[:last]
    odd = next((line.number for line in kept if "\u00a0" in line.text.partition(";")[0]), 0)
    if odd:
        notes.append(f"Line {odd} has a no-break space (U+00A0), which is read as a blank.")
    return card if tuple(notes) == card.notes else msgspec.structs.replace(card, lines=kept, notes=tuple(notes))


def read_card(text: str | bytes) -> Card:
    """The card in a text; never raises. Bytes are read as UTF-8, else as Windows-1252; as UTF-16 where its mark of byte
    order stands first, for so old editors write what they call Unicode.
    """
    if len(text) > LARGEST:
        what = "bytes" if isinstance(text, bytes) else "characters"
        return Card(problem=f"the text is longer than {LARGEST} {what}")
    if isinstance(text, bytes):
        text = _decoded(text)
    lines = split_lines(text.removeprefix("\ufeff"))
    heading, _, after = _heading(lines, 0)
    if heading is None:
        return Card(problem=NO_HEADING)
    limit, notes = _other_heading(lines, after, heading)
    head, start, end, problem, note = _order_lines(lines, after, limit)
    notes += [told for told in (note, "" if note or problem else _unread(lines, start, end, limit)) if told]
    if end - start > MOST_LINES:
        return msgspec.structs.replace(heading, problem=f"there are more than {MOST_LINES} lines of orders")
    revision, amends, tentative = heading.revision, heading.amends, heading.tentative
    kept = []
    for k in (*range(after, head), *range(start, end)):
        line = lines[k]
        if not _SPECIAL.match(line):
            kept += [OrderLine(k + 1, line)] if k >= start else []
            continue
        revised, word = _REVISION.fullmatch(line.strip()), _WORD.fullmatch(line)
        if revised and int(revised[1]):
            revision = max(revision, int(revised[1]))
        elif word:
            amends |= word[1].upper() == "AMEND"
            tentative |= word[1].upper() == "TENTATIVE"
        elif revised or _ODD_REVISION.fullmatch(line):
            notes.append(f"Line {k + 1} has no number from 1 to 999999999 after REV, and was passed over.")
        elif k >= start:
            kept.append(OrderLine(k + 1, line))
    return msgspec.structs.replace(
        heading,
        lines=tuple(kept),
        passes=any(_SPECIAL.match(line.text) and _PASS.fullmatch(line.text) for line in kept),
        revision=revision,
        amends=amends,
        tentative=tentative,
        at=after,
        opened=start if start > after else 0,
        problem=problem,
        notes=(*heading.notes, *notes),
    )


def is_special(line: str) -> bool:
    """Whether a line begins as those do that are more than orders: END, REV 2, PASS."""
    return _SPECIAL.match(line) is not None


def split_lines(text: str) -> list[str]:
    """Lines end with CR LF, LF or CR and with nothing else: str.splitlines() would split at VT, NEL or
    U+2028 too.
    """
    return re.split("\r\n|\n|\r", text)


def _decoded(data: bytes) -> str:
    wide = ("utf-16",) if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else ()
    for codec in (*wide, "utf-8", "cp1252"):
        try:
            return data.decode(codec)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _other_heading(lines: list[str], after: int, card: Card) -> tuple[int, list[str]]:
    """Where the heading of another card ends this one, and what is said of that."""
    k = after
    while True:
        other, begins, behind = _heading(lines, k)
        if other is None:
            return len(lines), []
        if (other.game, other.turn, other.player) != (card.game, card.turn, card.player):
            note = f"A second card begins in line {begins + 1} and was not read; send each card by itself."
            return begins, [note]
        k = behind


def _heading(lines: list[str], begin: int) -> tuple[Card | None, int, int]:
    """The heading, where it begins and where the line after it: the first classic line, or keyed lines together.

    A keyed word alone ("Name: Rosa" in a greeting) is no heading and hides none.
    """
    keyed: dict[str, str] = {}
    first = last = 0
    for k in range(begin, len(lines)):
        line = lines[k]
        if (":" not in line and "[" not in line) or len(line) > 1000 or is_quoted(line):
            continue
        whole, near = keyed.keys() >= _NEEDED, k - last <= NEAR
        if whole and not near:
            break  # nothing below is a part of it; to go on to the end from each of many would take hours
        classic = _CLASSIC.match(line) if "[" in line and not whole else None
        if classic:
            return _from_classic(classic), k, k + 1
        found = {}
        for part in _keyed_parts(line) if ":" in line else ():
            match = _KEYED.fullmatch(part)
            if match:
                found[match[1].lower()] = match[2].strip().rstrip(",")
        if not near:
            keyed = {}
        fresh = {key: value for key, value in found.items() if key not in keyed}
        if fresh and (not keyed or near):
            first = first if keyed else k
            keyed |= fresh
            last = k
    if not keyed.keys() >= _NEEDED:
        return None, 0, 0
    card = Card(
        game=keyed["game"][:20].upper(),
        turn=_number(keyed["turn"].upper().removeprefix("T").removeprefix("-")),
        player=_number(keyed["player"].strip("[]")),
        name=keyed.get("name", "")[:100],
        code=keyed.get("code", "")[:40],
        revision=_number(keyed.get("rev", "")),
    )
    if keyed.get("rev") and not card.revision:
        card = msgspec.structs.replace(card, notes=(ODD_IN_HEADING,))
    return card, first, last + 1


def _from_classic(match: re.Match[str]) -> Card:
    """The classic heading: the last thing that looks like a code is the code, what stands before it the
    name.
    """
    rest = match["rest"].partition(";")[0]
    revised = _REVISION.search(rest)
    if revised:
        rest = rest[: revised.start()] + " " + rest[revised.end() :]
    odd = re.search(r"(?<![A-Za-z0-9])REV[ \t:]+[-+0-9][^ \t,]*", rest, re.ASCII | re.IGNORECASE)
    if odd:
        rest = rest[: odd.start()] + " " + rest[odd.end() :]
    revision = int(revised[1]) if revised else 0
    notes = (ODD_IN_HEADING,) if odd or (revised and not revision) else ()
    words = rest.replace(",", " ").split()
    amends, tentative = "AMEND" in words, "TENTATIVE" in words
    words = [word for word in words if word not in ("AMEND", "TENTATIVE")]
    code = ""
    for k in range(len(words) - 1, -1, -1):
        for width in (1, 2, 3):  # a code typed with blanks for its hyphens
            tail = words[k : k + width]
            typed = "-".join(tail).rstrip(".")
            if len(tail) == width and _CODE.fullmatch(typed):
                code, words = typed, words[:k] + words[k + width :]
                break
        if code:
            break
    return Card(
        game=match["game"].upper(),
        turn=_number(match["turn"]),
        player=_number(match["player"]),
        name=" ".join(words)[:100],
        code=code,
        revision=revision,
        amends=amends,
        tentative=tentative,
        notes=notes,
    )


def _keyed_parts(line: str) -> Iterator[str]:
    """The parts of a line of which each begins with a word such as "game:", without the comma between them."""
    begin = 0
    for key in _KEY.finditer(line):
        yield line[begin : key.start()].rstrip(" \t").removesuffix(",")
        begin = key.start()
    yield line[begin:]


def _order_lines(lines: list[str], after: int, limit: int) -> tuple[int, int, int, str, str]:
    """Where the first ORDERS stands, from where to where the orders go, what is wrong, and what is to be told.

    Of whole pairs of ORDERS and END the last counts, and without one all from the heading on. An ORDERS without END
    is told, also below a whole pair: the rest of the card that was meant may have been cut off on its way. Below an
    END that no ORDERS precedes, or a signature, there is nothing: what a mail program put there is another's.
    """
    blocks: list[tuple[int, int]] = []
    head = opened = -1
    for k in range(after, limit):
        if not _SPECIAL.match(lines[k]):
            continue
        if _OPEN.fullmatch(lines[k]):
            opened = k + 1
            head = k if head < 0 else head
        elif _END.fullmatch(lines[k]):
            if opened >= 0:
                blocks.append((opened, k))
            elif not blocks:
                break
            opened = -1
        elif opened < 0 and is_signature(lines[k]):
            break
    if blocks:
        several = "There are several blocks from ORDERS to END; the last one counts." if len(blocks) > 1 else ""
        return head, *blocks[-1], NO_END if opened >= 0 else "", several
    if opened >= 0:
        return after, after, after, NO_END, ""
    for k in range(after, limit):
        if _STOP.match(lines[k]) and (_END.fullmatch(lines[k]) or is_quoted(lines[k]) or is_signature(lines[k])):
            more = any(_OPEN.fullmatch(line) for line in lines[k:limit] if _SPECIAL.match(line))
            return after, after, k, "", ENDS_ABOVE if more else ""
    return after, after, limit, "", ""


def _unread(lines: list[str], start: int, end: int, limit: int) -> str:
    """What is to be told of orders below END, and of a card that is quoted whole: neither is read."""
    if end < limit and _END.fullmatch(lines[end]):
        below = next((k for k in range(end + 1, limit) if _PLACE.match(lines[k])), -1)
        return f"Line {below + 1} stands below END, and was not read; write all orders above it." if below >= 0 else ""
    if not any(line.strip() for line in lines[start:end]):
        quoted = any(is_quoted(line) and _PLACE.match(line.lstrip(" \t>|")) for line in lines[end:limit])
        return "All orders stand behind > and were not read; send them without it." if quoted else ""
    return ""


def _number(text: str) -> int:
    """A short plain number, else 0."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0


def make_code(key: bytes, game: str, turn: int, epoch: int = 0) -> str:
    """The code of a card: 50 bits of HMAC-SHA256(key, "card|<game>|<turn>|<epoch>") and a check character."""
    digest = hmac.digest(key, f"card|{game}|{turn}|{epoch}".encode(), "sha256")
    bits = int.from_bytes(digest, "big") >> (256 - 5 * CODE_LENGTH)
    signs = "".join(ALPHABET[bits >> shift & 31] for shift in range(5 * CODE_LENGTH - 5, -1, -5))
    return f"{signs[:5]}-{signs[5:]}-{check_character(signs)}"


def check_character(signs: str) -> str:
    """One character that changes with any one mistyped (but Z for 0) or any two swapped neighbours: weighted
    sum modulo 31.
    """
    return ALPHABET[sum((k + 1) * ALPHABET.index(sign) for k, sign in enumerate(signs)) % 31]


def plain_code(given: str) -> str:
    """A code as typed, made plain: capitals, O is 0, I and L are 1, blanks and hyphens dropped."""
    signs = "".join(sign for sign in given if sign not in " \t-")
    if not signs.isascii():
        return ""
    return signs.upper().replace("O", "0").replace("I", "1").replace("L", "1")


def code_matches(given: str, expected: str) -> bool:
    """Whether it is the code; compared in constant time (security 3.1)."""
    return hmac.compare_digest(plain_code(given).encode(), plain_code(expected).encode())
