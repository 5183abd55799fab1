"""Games that wait for players: content/waiting/EU-8.toml says how one will be founded, EU-8.jsonl who has signed up.

The list grows line by line. It holds names and addresses, and is its owner's alone; when the game is founded, both
files go, and what is on them is in the game's own.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
import tomlkit
from msgspec.structs import replace

from pbm import rules as registry
from pbm.cards.signup import SignUpText
from pbm.core.schedule import ScheduleFacts
from pbm.errors import PbmError, of_game
from pbm.store.disk import OPEN_FILE, Disk
from pbm.store.facts import GAME_ID, read_strictly, write_time
from pbm.store.jsonl import read_lines, set_torn_end_apart, torn_end, write_lines
from pbm.store.names import check_names, skeleton
from pbm.store.variants import load_rules

ELSEWHERE = "other"  # the list of those who asked for a game that does not wait
MOST = 200  # lines of a list: whoever signs up later is answered by nobody
JOIN = "write JOIN {game} and below it NAME with your name"


class Waiting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game that waits: how many seats it has, and how it will be founded (see `Founding`)."""

    title: str
    system: str
    variant: str
    seats: int
    deadline: str = ""
    resolve: Literal["deadline", "all-in"] = "deadline"
    nmr: Literal["public", "private"] = "public"
    options: dict[str, str] = {}
    schedule: ScheduleFacts | None = None


class SignUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of the list: when it came, the SHA-256 of what came, who it is, and the answer in sentences.

    taken: whether it counts. leaves: it takes back what the same person wrote before. answered: whether the answer may
    be mailed.
    """

    time: str
    sha256: str
    game: str
    name: str = ""
    address: str = ""
    wishes: tuple[str, ...] = ()
    shows: bool = False
    leaves: bool = False
    taken: bool = False
    answered: bool = False
    words: tuple[str, ...] = ()

    @property
    def person(self) -> str:
        """Who it is: by address, or where there is none by name."""
        return self.address or skeleton(self.name)


def waiting_path(root: Path) -> Path:
    """Where these files are; private."""
    return root / "content" / "waiting"


def waiting_games(root: Path, disk: Disk | None = None) -> dict[str, Waiting]:
    """All by id. PbmError names the file that cannot be read."""
    disk, place = disk or Disk(), waiting_path(root)
    found = {}
    for name in disk.names(place):
        game = name.removesuffix(".toml")
        if name.endswith(".toml") and GAME_ID.fullmatch(game):
            found[game] = read_strictly(disk.read(place / name), Waiting, place / name)
    return found


def let_wait(root: Path, game: str, facts: Waiting) -> Path:
    """Write the file of a game that waits from now on. PbmError where there is one of that name."""
    disk, path = Disk(), waiting_path(root) / f"{game}.toml"
    if not GAME_ID.fullmatch(game):
        raise PbmError(f"{game!r} is not a game id such as EU-7.")
    if path.exists():
        raise PbmError(f"{path}: {game} waits for players already.")
    disk.make_folder(path.parent)
    plain = msgspec.to_builtins(facts)
    if facts.schedule is not None:
        usual = msgspec.to_builtins(ScheduleFacts())
        plain["schedule"] = {key: value for key, value in plain["schedule"].items() if value != usual[key]}
    disk.create(path, tomlkit.dumps(plain).encode(), OPEN_FILE)
    return path


class Homes(msgspec.Struct, frozen=True):
    """The homes of a game that waits: all in the order of its variant, and those that it would have if nobody chose."""

    all: tuple[str, ...]
    usual: tuple[str, ...] = ()
    joined: Callable[[str], tuple[str, ...]] = lambda home: (home,)

    def seat(self, wish: str) -> tuple[str, ...]:
        """The homes that somebody asks for, one or several in one seat; none where that cannot be."""
        try:
            found = self.joined(wish)
        except ValueError:
            return ()
        return found if {*found} <= {*self.all} else ()


def all_homes(root: Path, game: str, facts: Waiting, seats: int) -> Homes:
    """The homes of a game with that many seats."""
    setup = registry.system(facts.system).setup
    with of_game(game):
        rules = load_rules(root, registry.system(facts.system), facts.variant, facts.options)
    usual = setup.usual(rules, seats)
    every = tuple(dict.fromkeys((*setup.homes(rules), *usual)))  # so many nations may have homes that no more have
    return Homes(every, usual, partial(setup.joined, rules))


def signups(root: Path, game: str, disk: Disk | None = None) -> list[SignUp]:
    """The whole list of a game, oldest first. PbmError names a damaged line."""
    disk, path = disk or Disk(), _list(root, game)
    return list(read_lines(disk.read(path), path, SignUp)) if path.exists() else []


def players(lines: Sequence[SignUp]) -> list[SignUp]:
    """Who is on the list: each person with the newest that they wrote, in the order in which they first came."""
    found: dict[str, SignUp] = {}
    for line in lines:
        if line.taken and line.leaves:
            found.pop(line.person, None)
        elif line.taken:
            found[line.person] = line
    return list(found.values())


def sign_up(
    root: Path,
    text: SignUpText,
    sha256: str,
    address: str,
    now: datetime,
    disk: Disk | None = None,
    *,
    answered: bool = False,
) -> SignUp | None:
    """Put what somebody wrote on the list of its game, with the answer; None where it is there already, or the list is
    full. Needs the lock of content/post.
    """
    disk = disk or Disk()
    games = waiting_games(root, disk)
    game = text.game if text.game in games else ELSEWHERE
    lines = signups(root, game, disk)
    if len(lines) >= MOST or any(line.sha256 == sha256 for line in lines):
        return None
    made = SignUp(write_time(now), sha256, text.game, text.name, address, text.wishes, text.shows, text.leaves)
    homes = all_homes(root, game, games[game], games[game].seats) if game in games else Homes(())
    made = replace(_answered(made, lines, games, homes), answered=answered)
    path = _list(root, game)
    disk.make_folder(path.parent)
    if path.exists() and torn_end(data := disk.read(path)):
        set_torn_end_apart(disk, path, data)
    disk.append(path, write_lines([made]))
    return made


def _answered(made: SignUp, lines: list[SignUp], games: Mapping[str, Waiting], homes: Homes) -> SignUp:
    """The line with its answer, and whether it counts. homes: those of its game."""
    game, there = made.game, players(lines)
    before = next((k for k, line in enumerate(there) if line.person == made.person), None)
    if game not in games:
        open_now = f" {', '.join(sorted(games))} {'waits' if len(games) == 1 else 'wait'} for players." if games else ""
        return replace(made, words=(f"{game} does not wait for players.{open_now}",))
    if made.leaves:
        if before is None:
            return replace(made, words=(f"You were not signed up for {game}, so there is nothing to take back.",))
        return replace(made, taken=True, words=(f"You are no longer signed up for {game}.",))
    if not made.name:
        return replace(made, words=(f"Your name is missing: {JOIN.format(game=game)}.",))
    try:
        check_names(enumerate([made.name, *(it.name for it in there if it.person != made.person)], 1))
    except PbmError:
        return replace(
            made, words=("Somebody with a name that looks like yours is signed up already; add an initial to yours.",)
        )
    known = [wish for wish in made.wishes if homes.seat(wish)]
    strange = [wish for wish in made.wishes if not homes.seat(wish)]
    seats, place = games[game].seats, (before if before is not None else len(there)) + 1
    words = [f"You are signed up for {game} as {made.name}{', instead of before' if before is not None else ''}."]
    if place > seats:
        words.append(f"All {seats} seats are taken; you are number {place - seats} of those who wait for one.")
    else:
        words.append(
            f"{max(place, len(there) + (before is None))} of {seats} seats are taken. The game begins when all are."
        )
    if known:
        words.append(f"You would like {' or '.join(known)}. Whoever signed up first gets their wish first.")
    if strange:
        words.append(f"There is no seat {' or '.join(strange)}; seats are {', '.join(homes.all[:40])}.")
    shown = "The site will show your name." if made.shows else "The site will not show your name; SHOW NAME allows it."
    return replace(made, taken=True, wishes=tuple(known), words=(*words, shown, f"LEAVE {game} takes this back."))


def seated(there: Sequence[SignUp], homes: Homes) -> list[tuple[str, SignUp]]:
    """Who gets which home: first wishes in the order in which people signed up, then second wishes, and so on; the rest
    get what is left, the usual homes first. In the order of the homes; several of one player as they were written.
    """
    free, seats = list(homes.all), dict[str, tuple[str, SignUp]]()
    waiting = list(there)
    for rank in range(max((len(it.wishes) for it in there), default=0)):
        for it in list(waiting):
            wish = it.wishes[rank] if rank < len(it.wishes) else ""
            parts = homes.seat(wish)
            if parts and {*parts} <= {*free}:
                seats[parts[0]] = (wish if len(parts) > 1 else parts[0], it)
                free = [home for home in free if home not in parts]
                waiting.remove(it)
    left = sorted(free, key=lambda home: home not in homes.usual)
    seats |= {home: (home, it) for home, it in zip(left, waiting, strict=False)}
    return [seats[home] for home in homes.all if home in seats]


def remove(root: Path, game: str, person: str | None = None) -> int:
    """Take somebody from the list of a game, whatever they wrote; or, with None, the game itself and its list. How many
    lines went. Needs the lock of content/post.
    """
    disk, lines = Disk(), signups(root, game)
    left = [line for line in lines if person is not None and line.person != person]
    if left:
        disk.replace(_list(root, game), write_lines(left))
    elif _list(root, game).exists():
        disk.remove(_list(root, game))
    path = waiting_path(root) / f"{game}.toml"
    if person is None and path.exists():
        disk.remove(path)
    return len(lines) - len(left)


def _list(root: Path, game: str) -> Path:
    return waiting_path(root) / f"{game}.jsonl"
