"""The older mail that a mail program puts below an answer, in the languages that we know and in others. Loaded only for
a text that may have one.
"""

import re

from pbm.cards.end import SENDER, is_quoted

_OLDER = re.compile(
    r"[ \t]*-{2,}[ \t]*(?:Original Message|Forwarded message|Urspr(?:ü|ue)ngliche Nachricht|Weitergeleitete Nachricht"
    r"|Message d'origine|Message original|Oorspronkelijk bericht|Messaggio originale|Mensaje original|Mensagem original"
    r"|Wiadomość oryginalna|Ursprungligt meddelande|Oprindelig meddelelse|Opprinnelig melding|Alkuperäinen viesti"
    r"|Původní zpráva)[ \t]*-{2,}[ \t]*",
    re.IGNORECASE,
)
# "On Monday Rosa wrote:" in the languages of most mail programs.
_SAYS = (
    "On .{5,200} wrote",
    "Am .{5,200} schrieb.{0,100}",
    "Le .{5,200} a écrit",
    "Op .{5,200} schreef.{0,100}",
    "Il .{5,200} ha scritto",
    "El .{5,200} escribió",
    "Em .{5,200} escreveu",
    "(?:W dniu|Dnia) .{5,200} (?:pisze|napisał).{0,100}",
    "(?:Den|På) .{5,200} (?:skrev|skrifar).{0,100}",
    ".{5,200} kirjoitti",
    "Dne .{5,200} napsal.{0,100}",
)
_WROTE = re.compile(rf"[ \t]*(?:{'|'.join(_SAYS)})[ \t\u00a0]*:[ \t]*")
# The head of an older mail: "From:" in those languages, and what stands beside it.
_FROM = re.compile(SENDER)
_BESIDE = re.compile(
    r"[ \t*]*(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|Objet|À|Verzonden|Aan|Onderwerp|Inviato|Data|A"
    r"|Oggetto|Enviad[oa](?: e[lm])?|Fecha|Para|Asunto|Assunto|Wysłan[oey]|Do|Temat|DW|Skickat|Till|Kopia|Ämne|Sendt"
    r"|Til|Emne|Dato|Lähetetty|Vastaanottaja|Aihe|Odesláno|Komu|Předmět|Elküldve|Címzett|Tárgy|Tarih|Kime|Konu"
    r"|Отправлено|Дата|Кому|Тема)[ \t\u00a0*]*:"
)
# In any other: a word, a colon and an address of mail, and below it more words with a colon.
_ADDRESSED = re.compile(
    r"[ \t*]*[^\W\d_]{2,20}[ \t\u00a0*]*:[^\n@]{0,200}[<(\[\s:][^\s@<>]{1,64}@[^\s@<>]{1,255}[>)\]]?"
)
_WORDED = re.compile(r"[ \t*]*[^\W\d_][^\W\d_ ]{0,20}[ \t\u00a0*]*:[ \t\u00a0]*\S")
_MAILBOX = re.compile(r"[^\s@<>\"',;:()\[\]]@[A-Za-z0-9-]{1,63}\.[A-Za-z]")
_CLOSING = re.compile(r"[ \t]*END(?:[ \t]+ORDERS)?[ \t]*", re.ASCII | re.IGNORECASE)
_OF_CARDS = re.compile(r"[ \t]*(?:game|turn|player|code|rev|name)[ \t]*:", re.ASCII | re.IGNORECASE)


def is_older_mail(lines: list[str], k: int) -> bool:
    """Whether an older mail begins with this line, as a mail program puts it below an answer."""
    line = lines[k]
    if len(line) > 400:
        return False
    if _OLDER.fullmatch(line):
        return True
    below = lines[k + 1 : k + 6]
    return bool(_FROM.match(line)) and sum(bool(_BESIDE.match(it[:40])) for it in below) >= 2


def may_be_older_mail(lines: list[str], k: int) -> bool:
    """Whether this line looks like the head of an older mail in a language that we do not know."""
    line, below = lines[k], lines[k + 1 : k + 6]
    if len(line) > 400 or not _ADDRESSED.fullmatch(line.rstrip()) or any(map(_OF_CARDS.match, (line, *below))):
        return False
    return sum(bool(_WORDED.match(it[:80])) for it in below[:3]) >= 2


def _attributes(lines: list[str], k: int) -> int:
    """How many lines say "On Monday Rosa wrote:" from here on: one, two where a program broke it, or none."""
    whole = lines[k]
    if len(whole) < 400 and _WROTE.fullmatch(whole):
        return 1
    if not whole[:1].isalpha() or k + 1 >= len(lines) or is_quoted(lines[k + 1]):
        return 0
    whole = f"{whole} {lines[k + 1].strip()}"
    return 2 if len(whole) < 400 and _WROTE.fullmatch(whole) else 0


def own_text(lines: list[str], begun: int) -> list[str]:
    """The lines above an older mail, if there is one below. `begun`: where his own card has begun; above it he may
    write his address as he likes. Below an END that closes orders of his an address tells of one in any language.

    One that is marked line by line is left, and only what stands above it, "On Monday Rosa wrote:", made empty: below
    it the writer may go on.
    """
    own = list(lines)
    closed = False
    for k in range(len(lines)):
        if is_older_mail(lines, k) or (k >= begun and may_be_older_mail(lines, k)):
            return own[:k]
        closed = closed or (k >= begun and _CLOSING.fullmatch(lines[k]) is not None)
        width = _attributes(lines, k)
        if closed and not width and not is_quoted(own[k]) and _MAILBOX.search(own[k]):
            width = 1
        if width:
            rest = [line for line in lines[k + width : k + width + 5] if line.strip()]
            if rest and not any(map(is_quoted, rest)):
                return own[:k]
            own[k : k + width] = [""] * width
    return own
