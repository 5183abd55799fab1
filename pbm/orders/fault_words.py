"""The words of faults and warnings, for the engine and for the composer in the browser, which reads them as data.

A sentence in braces' terms: {code} stands for the fact of that name, and nothing else is marked.
"""

import unicodedata

WORDS = {
    # the card
    "long-line": "a line has at most {most} characters; write the rest on the next",
    "many": "a card has at most {most} orders",
    "no-break": "a no-break space (U+00A0) is read as a blank",
    "no-heading": "write @ or @ and a space's code before the first order",
    "closed": "it is under @{code}, where you have nothing to order",
    "closed-unknown": "it is under @{code}, which is not a space of this map",
    "no-numbered": "you have no {code} that can act; you have {has}",
    "off-map": "{code} is off the map, which ends at {last}",
    "range-off": "{text} is not a row of numbers; write the lower one first, as {sign}3-7",
    "itself": "{code} is this {noun} itself",
    "many-places": "a heading opens at most {most}; write the rest behind a second one",
    "many-judged": "the card has orders for too many units at once; at most {most} are read",
    "of-these": "{codes}: {message}",
    "no-zero": "write @{code}, without the 0",
    "no-orders-there": "you have nothing to order in {code}; you may order in {places}",
    # the token
    "control": "it holds the control character {point}; write letters and digits",
    "odd": "{point}{name} is not ASCII{like}; {right}",
    "odd-right": "type plain letters and digits",
    "odd-meant": "write {text}",
    "odd-name": " ({name})",
    "odd-like": " and looks like {like}",
    "elsewhere": "{title} is given under: {where}",
    "no-repeat": "a number and a code alone repeat the order before, and there is none to repeat",
    "no-order": "this is not an order; the rule book lists all orders",
    "no-order-near": "this is not an order; similar: {forms}",
    "words": "these words are not orders; a remark goes behind a ;",
    "ambiguous": "it may be {forms}; write it so that only one fits",
    "or": " or ",
    # what looks like an order, written otherwise
    "in-one": "write it in one, without blanks or commas: {text}",
    "write-at": "write @{code} before the orders of {code}",
    "write-without": "write {text}, without the {sign} behind it",
    "write-digits": "a letter is where a digit is meant; write {text}",
    "write-code": "the letter {letter} is not a digit; write the whole number in digits, and {code} behind it",
    "write-so": "its parts are in another order: write {text}",
    "no-all": "all is not a number; write how many (a standing order may say 999: what is left acts)",
    "at-blank": "write @ {text}, with a blank behind @",
    "comment": "a ; begins a comment: {text} behind it is not read; part orders by blanks",
    # its operands
    "no-space": "there is no space {code}{nearest}",
    "no-space-form": "there is no space {code}{nearest}; the form is {form}",
    "missing-space": "the space is missing{nearest}; the form is {form}",
    "nearest": "; nearest are {codes}",
    "nearest-one": "; the nearest is {codes}",
    "named": "; {names}",
    "is": "{name} is {code}",
    "see-list": "; see the map's list of codes",
    "missing-number": "the number is missing; the form is {form}",
    "no-number": "{text} is not a whole number; use digits; the form is {form}",
    "form": "the form is {form}",
    "form-too": "; the form is {form}",
    "no-word": "there is no {title} {text}; write one of {words}",
    "long-number": "the number is too long; it has at most {most} digits",
    "read-as": "{text} is read as {number}",
    "one-or-more": "the number is 1 or more",
    "at-least": "the number is {low} or more",
    "range": "the number is {low} to {high}",
    "nobody": "player 0 is not possible here; choose one of {players}",
    "no-player": "there is no player {number}; players are {players}",
    "yourself": "that is your own number; name another player",
    "twice": "{text} is written twice; write it once",
    "many-parts": "{number} parts; at most {most} may follow each other",
    "last-sign": "{sign} ends the orders; nothing follows it",
    "no-own": "you have no {noun} {number}; you have {has}",
    "not-free": "{noun} {number} is taken already; write another number",
    "long-text": "the text has {number} characters; write at most {most}",
    "no-text": "the text is missing; write it behind the order, up to the end of the line",
    "odd-text": "the text holds {point}; write letters, digits, blanks and - ' .",
    "hidden-text": "the text holds {point}, which cannot be seen; write plain text",
    # what is allowed
    "lacks": "{code} has no {trait}, which this order needs",
    "here": "{title}: {code} is where the order is given{possible}",
    "own": "{title}: {code} is your own{possible}",
    "safe": "{title}: {code} is safe from all but its own player{possible}",
    "out-of-reach": "{title}: {code} cannot be named{start}{possible}",
    "from": " from {code}",
    "possible": "; possible: {codes}",
    "none-possible": "; no space is possible",
    "not-allowed": "{title} {word} is not possible{possible}",
    "not-near": "{code} does not touch {before}",
    "no-pass": "{code} cannot be passed{possible}",
    "long-chain": "{number} are passed; at most {most} may be",
    "cannot-enter": "{code} is {terrain}; {title} cannot go there",
    "no-attack": "{code} is not yours; {title} does not take it",
    "over-budget": "this is one too many of {title}; {most} may be ordered",
    "nothing-left": "nothing is left of {units}",
    "same": "{text} (line {line}) is the same order; write one for all",
    "own-forces": "{code} may not fight its own forces: {text} (line {line}) goes there too",
    "too-much": "{number} is more than is left{where}: {units}",
    "in": " in {code}",
    "reduced": "; that many will act",
    "shared": "{has} there{where}; {number} are ordered",
    "replaced": "the orders {text} are replaced",
    "cut-to": "cut to {able}; {units} left",
    "not-enough": "{number} needed; {units} left",
    "cut": "cut to {able}, all that is left",
    "same-matter": "{text} is about the same thing; the last one counts",
    "passed": "PASS means no orders; those of this card act all the same",
    # standing orders
    "same-slot": "/{slot}/ is here twice; the last one counts",
    "standing-form": "a standing order is written /1/ and an order",
    "standing-slot": "the number between the slashes is 1 to {slots}",
    "standing-place": "standing orders are given under: {where}",
    "standing-lacks": "{code} has no {trait}; this can never be legal",
    "standing-never": "this can never be legal: {why}",
    # what a card leaves undone
    "idle": "{code}: {units} without orders; they defend.",
    "none": "none",
}

LOOKS = dict(zip("АВСЕНІКМОРТХУЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABCEHIKMOPTXYSJABEZHIKMNOPTYX", strict=True))
LOOKS |= dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
"""Letters and signs of other alphabets that the eye takes for ASCII."""

_NAMED = "‘’“”„«»…·×ſıİ\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\ufffd"
_WIDE = "".join(map(chr, range(0xFF01, 0xFF5F)))  # ASCII in the width of Chinese signs
_DIGITS = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९\u212a\u212b"
_CURLY = dict.fromkeys("‘’‚“”„", "a curly quote, as word processors write it")
NAMES = {sign: unicodedata.name(sign) for sign in [*LOOKS, *_NAMED, *_WIDE, *_DIGITS]} | _CURLY
"""The names of the characters that come up in cards, told beside their number."""


def said(key: str, **facts: object) -> str:
    """The sentence of that name with its facts filled in."""
    return WORDS[key].format(**facts)
