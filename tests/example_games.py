"""Makes the example games of content/games again, byte for byte: `python -m tests.example_games FOLDER`.

All are games of house players. Those that are revealed are over; of the others the next turn's cards wait in
the inbox. Keys, phrases and seeds are drawn from the games' names: they are examples that everybody can read.
"""

import hashlib
import shutil
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Literal, NamedTuple
from unittest.mock import patch

from pbm.cards.card import make_code
from pbm.core.dice import Dice
from pbm.intake import inbox
from pbm.seal import cipher
from pbm.seal.phrases import draw_phrase
from pbm.seal.ring import Epoch, Ring, make_epoch
from pbm.store.founding import Founder, Founding, found
from pbm.store.lock import locked
from pbm.store.play import GameTable, lay_table, resolve_turn
from tests.quick_keys import SHIPPED_ROUNDS

REMARK = "An example: everybody can read this. A real game's keys and seed are drawn by `pbm new`."
PEOPLE = (
    "Rosa Klein",
    "Margaux Ferrand",
    "Igor Sokol",
    "Thea Ashby",
    "Luca Bassi",
    "Jutta Weber",
    "Inés Ortega",
    "Otto Lindqvist",
    "Hanna Virtanen",
    "Paulo Serra",
    "Maeve Doyle",
    "Tomasz Wilk",
    "Anneke de Vries",
    "Samuel Okoro",
    "Lucie Marchand",
    "Dimitri Pappas",
    "Ingrid Solheim",
    "Noah Feldman",
    "Bettina Krause",
    "Rafael Quintana",
    "Freya Lund",
    "Emil Horvath",
    "Grace Whitfield",
    "Jonas Brandt",
    "Amélie Rousseau",
    "Viktor Hasek",
    "Nadia Haddad",
    "Piet Jansen",
)
PROSE = ("news", "press", "private/press")  # what nothing makes again
START = datetime(2026, 3, 6, 20, tzinfo=UTC)
FORTNIGHT = timedelta(days=14)


class Example(NamedTuple):
    """A game: where its seats are, how many turns are resolved, the first turn's date, and what it is then. numbers: of
    the players; from 1 where there are none.
    """

    game: str
    title: str
    system: str
    variant: str
    homes: tuple[str, ...]
    resolve: Literal["deadline", "all-in"]
    turns: int
    start: datetime
    ends: Literal["revealed", "running"]
    options: Mapping[str, str] = {}
    numbers: tuple[int, ...] = ()


EUROPE = ("TU", "FR", "RU", "GB", "IT", "GE", "SP")
ISLES = ("ARV", "CAR", "ESK", "GWE", "MOR", "QUI", "ROS", "VER")
LAST = {"last": "16"}
POWERS = tuple(f"{number:02}" for number in range(1, 29))
SOME = (3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16)
EXAMPLES = (
    Example("EU-1", "The long spring", "battle-plan", "europe", EUROPE, "deadline", 16, START, "revealed"),
    Example(
        "EU-2", "Seven at the table", "battle-plan", "europe", EUROPE, "all-in", 3, START + 12 * FORTNIGHT, "running"
    ),
    Example(
        "TT-1", "Gulls and thieves", "trust-a-thief", "archipelago", ISLES, "deadline", 16, START, "revealed", LAST
    ),
    Example(
        "GB-1",
        "The Landed Sea",
        "gunboat-empires",
        "romin-jhors",
        POWERS,
        "deadline",
        36,
        datetime(2024, 11, 8, 20, tzinfo=UTC),
        "revealed",
        {"setup": "cards"},
    ),
    Example(
        "GB-2",
        "Twelve on the lakes",
        "gunboat-empires",
        "romin-jhors",
        tuple(f"{number:02}" for number in SOME),
        "all-in",
        3,
        START + 12 * FORTNIGHT,
        "running",
        numbers=SOME,
    ),
)
ABSENT = {("EU-1", 4): (2,), ("EU-1", 9): (7, 4), ("EU-1", 13): (5,), ("TT-1", 5): (6,), ("TT-1", 12): (2, 5)}
ABSENT |= {("GB-1", turn): (7,) for turn in range(5, 37)}  # who went away, and whose country fell
ABSENT |= {("GB-1", 1): (11, 22), ("GB-1", 8): (7, 14), ("GB-1", 17): (7, 3, 26), ("GB-1", 29): (7, 2)}
# What a player wrote beside the house's orders: a permit, a gift, a message, and the slips of real life.
EXTRA: dict[tuple[str, int, int], str] = {
    **{("GB-1", turn, 28): "@41-03 B1HI" for turn in range(18, 36)},
    **{("GB-1", turn, 8): "@92-01 B1HI" for turn in range(18, 36)},
    ("EU-1", 2, 1): "@ 3K 5K 7K 0M1",
    ("EU-1", 3, 4): "@ 2D10 2A\n@GB FS4UX",
    ("EU-1", 5, 6): "@ 1M4 U2",
    ("EU-1", 6, 3): "@ 1F BF30 BA70",
    ("EU-1", 7, 5): "@TZ AC5BU",
    ("EU-1", 8, 2): "@ 4M16 7N\n@FR BA2 BA1",
    ("EU-1", 11, 1): "@ 3X 6H",
    ("EU-1", 12, 6): "@ RM12 0M22",
    ("TT-1", 2, 5): "@ /2/6S1/2",
    ("TT-1", 4, 3): "@ 4K9 4G12",
    ("TT-1", 6, 8): "@ 1K3 1G2",
    ("TT-1", 7, 1): "@ 8SX2 ; two may pass",
    ("TT-1", 9, 1): "@ARV BC BT",
    ("TT-1", 13, 2): "@ 6SA",
    ("TT-1", 15, 7): "@ /1/6SX1",
    ("EU-2", 2, 5): "@ 1M2 1A",
    ("EU-2", 4, 1): "@ 3K 4M1\n@TU AC9UX ; Ukraine?",
    ("EU-2", 4, 2): "@FR FA99BE NT2MED",
    ("EU-2", 4, 3): "@ 1M4 99A",
    ("EU-2", 4, 5): "@IT /1/BA999 /7/BA2",
    ("EU-2", 4, 7): "@SP BА5 ; a letter from another alphabet",
    # Set-up cards: advantages, points, another capital and port, names.
    ("GB-1", 1, 3): "@ MALAB MIHIN MILIN MDENE U2HI 2BB",
    ("GB-1", 1, 6): "@ MAHIN MILIN MILAB MDENE U3HI 4LI CAP06-07 PRT06-02\n@ N1 Falkenland\n@ N8 Otto O'Hara-Smith",
    ("GB-1", 1, 9): "@ MAFAR MILAB MIMIN MDLIN U10LI\n@ N2 Istravic\n@ N9 Doge",
    ("GB-1", 1, 17): "@ U4SL 1BB",
    ("GB-1", 1, 20): "@ MAMIN MIENE MIHIN MDLAB U6HI\n@ N1 Grand Tervania\n@ N6 Port Amélie",
    # Standing orders: what is sold, an export, a queue of technologies; of one region, and one taken back.
    ("GB-1", 3, 2): "@ /1/S300LP /2/X17:100AP",
    ("GB-1", 4, 9): "@ /1/S400EP 200MP /2/RTNK",
    ("GB-1", 6, 20): "@ /3/I5ARM\n@20-06 /1/B1LI",
    ("GB-1", 15, 2): "@ /2/",
    # Slips of real life, and a ferry that never was.
    ("GB-1", 10, 12): "@ S999999SP 1KX\n@12-01 GA4LI:99-99",
    ("GB-1", 14, 4): "@04‐01 B1LI ; a hyphen from a word processor",
    ("GB-1", 21, 25): "@ RAAA\n@25-01 NA2BB:AO-01",
    ("GB-2", 2, 6): "@ /1/S500LP",
    ("GB-2", 4, 3): "@ S999999SP 2KX ; more than there is, and goods that are not",
    ("GB-2", 4, 7): "@07-01 GA4LI:99-99",
    ("GB-2", 4, 8): "@08‐01 B1LI ; a hyphen from a word processor",
    ("GB-2", 4, 12): "@12-03 GA99HI:12-04\n@ RXXX",
    ("GB-2", 4, 15): "@ X29:500SP",
}


def secret(*names: object) -> bytes:
    """Bytes that look drawn and are not."""
    return hashlib.sha256("/".join(map(str, ("pbm example", *names))).encode()).digest()


def example_keys(game: str, player: int) -> Epoch:
    """Words and keys of a player's first epoch."""
    serial = count()

    def draw(length: int) -> bytes:
        return secret(game, "keys", player, next(serial))[:length]

    def below(limit: int) -> int:
        return int.from_bytes(draw(32), "big") % limit

    with patch.object(cipher, "ROUNDS", SHIPPED_ROUNDS):
        return make_epoch(game, player, draw=draw, phrase=draw_phrase(below))


def plan(it: Example) -> Founding:
    """One player in each of the homes; printouts of a running game are sealed."""
    numbers = it.numbers or range(1, len(it.homes) + 1)
    seats = zip(numbers, it.homes, PEOPLE, strict=False)
    founders = tuple(Founder(n, home, secret(it.game, "key", n), name, name) for n, home, name in seats)
    sealed = founders if it.ends == "running" else ()
    keys: dict[int, tuple[Epoch, ...]] = {f.number: (example_keys(it.game, f.number),) for f in sealed}
    return Founding(
        game=it.game,
        title=it.title,
        system=it.system,
        variant=it.variant,
        founders=founders,
        seed=secret(it.game, "seed", 1),
        resolve=it.resolve,
        options=it.options,
        remark=REMARK,
        ring=Ring(keys, REMARK) if keys else None,
    )


def card(table: GameTable, player: int, turn: int) -> str:
    """A player's card for the turn: heading with code, the house's orders, what else he wrote."""
    folder = table.folder
    view = table.system.view(table.state(turn - 1), player, table.rules)
    orders = table.system.house(view, table.rules, Dice(secret(folder.game, "house"), "house", turn))
    facts = folder.players[player]
    code = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
    extra = EXTRA.get((folder.game, turn, player), "")
    text = [f"{folder.game} T-{turn} [{player}] {facts.name}  {code}", *orders.split("\n"), *extra.split("\n"), "END"]
    return "\n".join(filter(None, text)) + "\n"


def write_cards(table: GameTable, turn: int) -> None:
    """Everybody's card into the inbox, but for those who missed the turn."""
    folder = table.folder
    for player in table.system.course.awaited(table.state(turn - 1)):
        if player not in ABSENT.get((folder.game, turn), ()):
            (folder.inbox / f"{player}.txt").write_text(card(table, player, turn), "utf-8")


def make(root: Path) -> None:
    """All games below root/content/games."""
    for it in EXAMPLES:
        make_game(root, it)


def make_game(root: Path, it: Example) -> None:
    """A game: cards in, turn resolved, a fortnight later the next; then it is revealed, or the next cards wait."""
    folder = found(root, plan(it), it.start)
    for turn in range(1, it.turns + 1):
        table, now = lay_table(folder), it.start + turn * FORTNIGHT
        if folder.facts.status != "running":
            break
        write_cards(table, turn)
        with locked(folder.private, "the example games"):
            inbox.ingest(table, now)
            resolve_turn(table, inbox.waiting_cards(table), now)
        folder.refresh()
    if it.ends == "revealed":
        folder.set_status("revealed")
    else:
        write_cards(lay_table(folder), it.turns + 1)


def main() -> None:
    """Make the games in a folder and put them into its content; prose beside them stays."""
    root = Path(sys.argv[1])
    for game in (it.game for it in EXAMPLES):
        place = root / "content" / "games" / game
        kept = {name.replace("/", "+"): place / name for name in PROSE if (place / name).exists()}
        aside = root / f".{game}-prose"
        for name, path in kept.items():
            aside.mkdir(exist_ok=True)
            shutil.move(path, aside / name)
        shutil.rmtree(place, ignore_errors=True)
    make(root)
    for game in (it.game for it in EXAMPLES):
        aside = root / f".{game}-prose"
        if aside.exists():
            for path in sorted(aside.iterdir()):
                shutil.move(path, root / "content" / "games" / game / path.name.replace("+", "/"))
            aside.rmdir()


if __name__ == "__main__":
    main()
