"""The letter that brings a player his six words: plain text, one page, to be sent once (security 5.2)."""

import textwrap

import msgspec

WIDTH = 72
FORM_FEED = "\f"


class Letter(msgspec.Struct, frozen=True):
    """Whom a letter is for and what it brings. `where` is the page's address, or its path on the site where that has
    none; `league` is the league's name.
    """

    game: str
    title: str
    player: int
    country: str
    name: str
    phrase: str
    where: str
    epoch: int = 1
    since: int = 0
    has_past: bool = True
    league: str = ""


def write_letter(letter: Letter) -> str:
    """The letter as text."""
    head = letter.game if letter.title == letter.game else f"{letter.game}  {letter.title}"
    who = f"[{letter.player}] {letter.country}"
    league = f"{letter.league}\n" if letter.league else ""
    place = f"\n\n     {letter.where}" if "://" in letter.where else f"  {letter.where}"
    numbered = [f"{k}  {word}" for k, word in enumerate(letter.phrase.split(), 1)]
    half = (len(numbered) + 1) // 2
    rows = [f"     {a:<22}{b}" for a, b in zip(numbered[:half], [*numbered[half:], ""], strict=False)]
    parts = [
        f"{league}{head}\n{who}{f'  {letter.name}' if letter.name else ''}",
        "Your printouts are on the game's site, sealed. These six words open them:",
        "\n".join(rows),
        f"Your page on the site:{place}",
        _wrap(
            "Open the page, type the words in this order, and press Open. Capitals, blanks and hyphens do not "
            "matter. It takes about a second and happens on your own device: nothing is sent, and nothing is "
            "kept unless your browser's password manager keeps it. The page also opens from a disk."
        ),
        _wrap(_reach(letter)),
        _wrap(
            "Whoever has these words can read what you read. Tell nobody, do not publish them, and keep this letter "
            "until the game is over. If they are lost or known to others, write to the moderator, who can send "
            "the same words again, or new ones."
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _reach(letter: Letter) -> str:
    """Which turns the words open."""
    if letter.epoch == 1:
        return "The same words open every turn of the game."
    if letter.has_past:
        return "They replace the earlier words, and open every turn of the game."
    return f"They open turn {letter.since} and every turn after it; the turns before stay with the earlier words."


def write_letters(letters: list[Letter]) -> str:
    """All letters, each on a page of its own when printed."""
    return FORM_FEED.join(map(write_letter, letters))


def _wrap(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_on_hyphens=False)
