"""Makes the example games of content/games again, byte for byte: `python -m tests.example_games FOLDER`.

EU-1 is a finished and revealed game of house players, EU-2 a running one whose cards wait in its inbox.
Keys, phrases and seeds are drawn from the games' names: they are examples that everybody can read.
"""

import hashlib
import shutil
import sys
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from pbm import inbox
from pbm.card import make_code
from pbm.dice import Dice
from pbm.seal.ring import Epoch, Ring, make_epoch
from pbm.seal.words import draw_phrase
from pbm.store.folder import Folder
from pbm.store.founding import Founder, Founding, found
from pbm.store.lock import locked
from pbm.store.play import Table, lay_table, resolve_turn

CONTENT = Path(__file__).parent.parent / "content"
REMARK = "An example: everybody can read this. A real game's keys and seed are drawn by `pbm new`."
PEOPLE = ("Rosa Klein", "Margaux Ferrand", "Igor Sokol", "Thea Ashby", "Luca Bassi", "Jutta Weber", "Inés Ortega")
START = datetime(2026, 3, 6, 20, tzinfo=UTC)
FORTNIGHT = timedelta(days=14)

EU1_TURNS = 16
EU2_TURNS = 3
ABSENT = {("EU-1", 4): (2,), ("EU-1", 9): (7, 4), ("EU-1", 13): (5,)}
# What a player wrote beside the house's orders: a permit, a gift, a message, and the slips of real life.
EXTRA: dict[tuple[str, int, int], str] = {
    ("EU-1", 2, 1): "@ 3K 5K 7K 0M1",
    ("EU-1", 3, 4): "@ 2D10 2A\n@GB FS4UX",
    ("EU-1", 5, 6): "@ 1M4 U2",
    ("EU-1", 6, 3): "@ 1F BF30 BA70",
    ("EU-1", 7, 5): "@TZ AC5BU",
    ("EU-1", 8, 2): "@ 4M16 7N\n@FR BA2 BA1",
    ("EU-1", 11, 1): "@ 3X 6H",
    ("EU-1", 12, 6): "@ RM12 0M22",
    ("EU-2", 2, 5): "@ 1M2 1A",
    ("EU-2", 4, 1): "@ 3K 4M1\n@TU AC9UX ; Ukraine?",
    ("EU-2", 4, 2): "@FR FA99BE NT2MED",
    ("EU-2", 4, 3): "@ 1M4 99A",
    ("EU-2", 4, 5): "@IT /1/BA999 /7/BA2",
    ("EU-2", 4, 7): "@SP BА5 ; a letter from another alphabet",
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

    return make_epoch(game, player, draw=draw, phrase=draw_phrase(below))


def plan(game: str, title: str, resolve: str, *, sealed: bool = False) -> Founding:
    """Seven players at their usual homes."""
    homes = ("TU", "FR", "RU", "GB", "IT", "GE", "SP")
    seats = enumerate(zip(homes, PEOPLE, strict=True), 1)
    founders = tuple(Founder(n, home, secret(game, "key", n), name, name) for n, (home, name) in seats)
    return Founding(
        game=game,
        title=title,
        system="battle-plan",
        variant="europe",
        founders=founders,
        seed=secret(game, "seed", SEEDS[game]),
        resolve=resolve,  # type: ignore[arg-type]  # one of the two words
        remark=REMARK,
        ring=Ring({f.number: (example_keys(game, f.number),) for f in founders}, REMARK) if sealed else None,
    )


SEEDS = {"EU-1": 1, "EU-2": 1}


def card(table: Table, player: int, turn: int) -> str:
    """A player's card for the turn: heading with code, the house's orders, what else he wrote."""
    folder = table.folder
    view = table.system.view(table.state(turn - 1), player, table.rules)
    orders = table.system.house(view, table.rules, Dice(secret(folder.game, "house"), "house", turn))
    facts = folder.players[player]
    code = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
    extra = EXTRA.get((folder.game, turn, player), "")
    text = [f"{folder.game} T-{turn} [{player}] {facts.name}  {code}", *orders.split("\n"), *extra.split("\n"), "END"]
    return "\n".join(filter(None, text)) + "\n"


def write_cards(table: Table, turn: int) -> None:
    """Everybody's card into the inbox, but for those who missed the turn."""
    folder = table.folder
    for player in table.system.awaited(table.state(turn - 1)):
        if player not in ABSENT.get((folder.game, turn), ()):
            (folder.inbox / f"{player}.txt").write_text(card(table, player, turn), "utf-8")


def play_turns(folder: Folder, turns: int) -> None:
    """Cards in, turn resolved, a fortnight later the next."""
    for turn in range(1, turns + 1):
        now = START + turn * FORTNIGHT
        table = lay_table(folder)
        if folder.facts.status != "running":
            return
        write_cards(table, turn)
        with locked(folder.private, "the example games"):
            inbox.ingest(table, now)
            resolve_turn(table, inbox.waiting_cards(folder), now)
        folder.refresh()


def make(root: Path) -> None:
    """Both games below root/content/games."""
    first = found(root, plan("EU-1", "The long spring", "deadline"), START)
    play_turns(first, EU1_TURNS)
    first.set_status("revealed")
    second = found(root, plan("EU-2", "Seven at the table", "all-in", sealed=True), START + 12 * FORTNIGHT)
    for turn in range(1, EU2_TURNS + 1):
        table = lay_table(second)
        now = START + (12 + turn) * FORTNIGHT
        write_cards(table, turn)
        with locked(second.private, "the example games"):
            inbox.ingest(table, now)
            resolve_turn(table, inbox.waiting_cards(second), now)
        second.refresh()
    write_cards(lay_table(second), EU2_TURNS + 1)


def main() -> None:
    """Make the games in a folder and put them into its content; prose beside them stays."""
    root = Path(sys.argv[1])
    for game in ("EU-1", "EU-2"):
        place = root / "content" / "games" / game
        kept = {name: place / name for name in ("news", "press") if (place / name).exists()}
        aside = root / f".{game}-prose"
        for name, path in kept.items():
            aside.mkdir(exist_ok=True)
            shutil.move(path, aside / name)
        shutil.rmtree(place, ignore_errors=True)
    make(root)
    for game in ("EU-1", "EU-2"):
        aside = root / f".{game}-prose"
        if aside.exists():
            for path in sorted(aside.iterdir()):
                shutil.move(path, root / "content" / "games" / game / path.name)
            aside.rmdir()


if __name__ == "__main__":
    main()
