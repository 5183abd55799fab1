"""Makes the example games of content/games again, byte for byte: `python -m tests.example_games FOLDER [GAME ...]`.

All are games of house players. Those that are revealed are over; of the others the next turn's cards wait in
the inbox. Keys, phrases and seeds are drawn from the games' names: they are examples that everybody can read.
"""

import hashlib
import shutil
import sys
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
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
from tests.example_cards import ABSENT, EXTRA
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
    the players; from 1 where there are none. seed: another one where the first gave a game with little to look at.
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
    seed: int = 1


EUROPE = ("TU", "FR", "RU", "GB", "IT", "GE", "SP")
ISLES = ("ARV", "CAR", "ESK", "GWE", "MOR", "QUI", "ROS", "VER")
LAST = {"last": "16"}
POWERS = tuple(f"{number:02}" for number in range(1, 29))
SHORES = ("A", "B", "C", "D", "E", "F")
ROLLED = tuple(f"dice-{number}" for number in range(1, 11))
COASTS = ("14", "33", "40", "02", "09", "38", "21", "19")
SOME = (3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16)
EXAMPLES = (
    Example("EU-1", "The long spring", "battle-plan", "europe", EUROPE, "deadline", 16, START, "revealed", seed=7),
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
    Example(
        "ED-1",
        "Four unknown shores",
        "empire-deluxe",
        "advanced",
        SHORES[:4],
        "deadline",
        37,
        datetime(2024, 9, 6, 20, tzinfo=UTC),
        "revealed",
        {"size": "46x34", "share": "51/2"},
        seed=48,
    ),
    Example(
        "ED-2",
        "Round the world",
        "empire-deluxe",
        "standard",
        SHORES[:5],
        "all-in",
        3,
        START + 12 * FORTNIGHT,
        "running",
        {"wrap": "on", "size": "46x34", "pace": "12,12,12,5"},
        seed=35,
    ),
    Example(
        "NW-1",
        "Ten flags, one sea",
        "naval-warfare",
        "chart",
        ROLLED[:10],
        "deadline",
        26,
        datetime(2025, 2, 7, 20, tzinfo=UTC),
        "revealed",
        seed=1,
    ),
    Example(
        "NW-2",
        "Eight even keels",
        "naval-warfare",
        "level",
        COASTS,
        "all-in",
        3,
        START + 12 * FORTNIGHT,
        "running",
        {"treaties": "3"},
    ),
)


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
        seed=secret(it.game, "seed", it.seed),
        resolve=it.resolve,
        options=it.options,
        remark=REMARK,
        ring=Ring(keys, REMARK) if keys else None,
    )


def card(table: GameTable, player: int, turn: int) -> str:
    """A player's card for the turn: heading with code, the house's orders, what else they wrote."""
    folder = table.folder
    view = table.system.view(table.state(turn - 1), player, table.rules)
    orders = table.system.house(view, table.rules, Dice(secret(folder.game, "house"), "house", turn))
    facts = folder.players[player]
    code = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
    extra = EXTRA.get((folder.game, turn, player), "")
    if table.system.name == "empire-deluxe":
        orders = without(orders, extra)
    text = [f"{folder.game} T-{turn} [{player}] {facts.name}  {code}", *orders.split("\n"), *extra.split("\n"), "END"]
    return "\n".join(filter(None, text)) + "\n"


def without(orders: str, extra: str) -> str:
    """The house's orders, but for those under a heading that the player wrote too, as two products would make a plan;
    and no PASS beside orders.
    """
    headings = {line.split()[0] for line in extra.split("\n") if line.startswith("@")}
    left_out = headings - {"@"} | ({"PASS"} if headings else set())
    return "\n".join(line for line in orders.split("\n") if line.split()[0] not in left_out)


def write_cards(table: GameTable, turn: int) -> None:
    """Everybody's card into the inbox, but for those who missed the turn."""
    folder = table.folder
    for player in table.system.course.awaited(table.state(turn - 1)):
        if player not in ABSENT.get((folder.game, turn), ()):
            (folder.inbox / f"{player}.txt").write_text(card(table, player, turn), "utf-8")


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


def make(root: Path, games: Collection[str] = ()) -> None:
    """These games below root/content/games, all of them where none is named."""
    for it in EXAMPLES:
        if it.game in games or not games:
            make_game(root, it)


def main(root: Path, games: Collection[str]) -> None:
    """Make games in a folder, where they take the place of what was there; prose beside them stays."""
    games = games or [it.game for it in EXAMPLES]
    with TemporaryDirectory() as aside:
        make(Path(aside), games)
        for game in games:
            place, made = root / "content/games" / game, Path(aside, "content/games", game)
            for path in kept_prose(place):
                (made / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(place / path, made / path)
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(made, place, ignore=shutil.ignore_patterns(".lock"))


def kept_prose(place: Path) -> list[Path]:
    """What a moderator wrote beside a game, as paths within it: no press that came with cards, which is made again."""
    found = [path for name in PROSE for path in sorted((place / name).glob("*"))]
    return [path.relative_to(place) for path in found if "\nfiled = " not in path.read_text("utf-8")]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
