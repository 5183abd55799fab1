"""How a game folder comes to be: facts, keys, seed and the first position, all at once."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from pbm import __version__
from pbm import rules as registry
from pbm.core.dice import Dice
from pbm.core.schedule import ScheduleFacts
from pbm.engine import turn
from pbm.engine.system import EDITION, GivenText, Rules, Seat, Sheet, System
from pbm.errors import PbmError
from pbm.seal.ring import Ring
from pbm.store.disk import OPEN_FILE, OPEN_FOLDER, Disk
from pbm.store.edit import toml
from pbm.store.facts import GAME_ID, GameFacts, PlayerFacts, SeatFacts, write_time
from pbm.store.folder import ASIDE, Folder, TurnFiles, build_turn, games_path, write_json, write_turn
from pbm.store.hues import deal
from pbm.store.lock import locked
from pbm.store.loss import HEAD, LEDGER
from pbm.store.names import check_names
from pbm.store.play import sealed
from pbm.store.record import Record
from pbm.store.seeds import commitment
from pbm.store.seen import NAME
from pbm.store.texts import given_texts, kept_name, public_options
from pbm.store.variants import load_rules


class Founder(msgspec.Struct, frozen=True):
    """Who takes a seat: number, home, the name to be shown, name and address for the moderator, his key."""

    number: int
    home: str
    key: bytes
    name: str = ""
    shown: str = ""
    address: str = ""
    country: str = ""


class Founding(msgspec.Struct, frozen=True):
    """A game to be founded. options: those that are files have their paths."""

    game: str
    title: str
    system: str
    variant: str
    founders: tuple[Founder, ...]
    seed: bytes
    deadline: str = ""
    resolve: Literal["deadline", "all-in"] = "deadline"
    nmr: Literal["public", "private"] = "public"
    options: Mapping[str, str] = {}
    schedule: ScheduleFacts | None = None
    remark: str = ""  # stands as a comment above keys and seed, e.g. that they are examples
    ring: Ring | None = None  # the keys of sealed printouts; without them the site has none


def found(root: Path, plan: Founding, now: datetime, disk: Disk | None = None) -> Folder:
    """Make the folder of a new game, with turn 0 in it. It is there as a whole, or not at all. PbmError where the plan
    cannot be, and where there is a game of that name.
    """
    disk = disk or Disk()
    place = games_path(root) / plan.game
    if not GAME_ID.fullmatch(plan.game):
        form = "a capital, up to 7 more capitals or digits, a hyphen, and a number of up to 4 digits"
        raise PbmError(f"{plan.game!r} is not a game id: {form}, such as EU-7.")
    system = registry.system(plan.system)
    texts = given_texts(system, plan.options)
    plan = replace(plan, options=public_options(system, plan.options))
    facts = _facts(plan)
    check_names((seat.number, seat.name) for seat in facts.seats)
    check_names((founder.number, founder.name) for founder in plan.founders)
    rules = replace(load_rules(root, system, plan.variant, plan.options), texts=texts)
    if rules.nameless and any(seat.name for seat in facts.seats):
        raise PbmError(f"In {plan.variant!r} no player's name is shown: give seats without names.")
    dice = Dice(plan.seed, plan.game, 0)
    start = begin(system, rules, tuple(Seat(s.number, s.home, s.name) for s in facts.seats), dice)
    facts = _shown(facts, system, rules, start)
    placed = set(system.course.living(start))
    for seat in facts.seats:
        if seat.number not in placed:
            known = ", ".join(system.setup.homes(rules)[:3])
            told = f"The home {seat.home!r} of player {seat.number} is not one of {plan.variant!r}"
            raise PbmError(f"{told}; its homes are codes such as {known}.")
    record = Record(turn=0, date=write_time(now), version=__version__, deadline="", cards={}, rolls=dice.rolls)
    in_rows = system.words.in_rows
    state = write_turn(system.words.to_words(start), in_rows)
    files = sealed(plan.seed, plan.game, record, state, write_turn([], in_rows), {}, "")
    disk.make_folder(games_path(root), OPEN_FOLDER)
    with locked(games_path(root), "pbm new", "the folder of games"):
        if place.exists() or place.is_symlink():
            raise PbmError(f"{place}: there is a game of this name already.")
        _write(place, plan, facts, files, texts, disk)
    return Folder(root, plan.game, disk)


def begin(system: System, rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> Any:
    """The first position of a game. PbmError where there cannot be one."""
    unfit = system.setup.unfit(rules)
    if unfit:
        raise PbmError(unfit)
    try:
        return system.start(rules, seats, dice)
    except (ValueError, KeyError) as error:
        known = ", ".join(system.setup.homes(rules)[:3])
        raise PbmError(f"The game cannot start like this: {error}; homes are codes such as {known}.") from None


def _write(
    place: Path, plan: Founding, facts: GameFacts, files: TurnFiles, texts: Mapping[str, GivenText], disk: Disk
) -> None:
    """Write the folder aside and move it into its place. Needs the lock of content/games."""
    aside = place.with_name(f"{ASIDE}{plan.game}")
    if aside.exists():
        disk.remove_folder(aside)
    disk.make_folder(aside, OPEN_FOLDER)
    disk.create(aside / "game.toml", game_toml(facts).encode(), OPEN_FILE)
    private = aside / "private"
    disk.make_folder(private / "turns")
    disk.make_folder(aside / "inbox")
    disk.create(private / "players.toml", players_toml(plan).encode())
    remark = f"# {plan.remark}\n" if plan.remark else ""
    disk.create(private / "seed", f"{remark}{plan.seed.hex()}\n".encode())
    disk.create(private / LEDGER, b"")
    disk.create(private / HEAD, b"\n")
    for option, given in texts.items():
        disk.create(private / kept_name(option), given.text.encode())
    if plan.deadline:
        disk.create(private / NAME, msgspec.json.encode([plan.deadline]) + b"\n")
    if plan.ring:
        disk.create(private / "keys.json", write_json(plan.ring))
    build_turn(disk, private / "turns" / "000", files)
    for folder in (private / "turns", private, aside):
        disk.sync_folder(folder)
    disk.rename(aside, place)


def _facts(plan: Founding) -> GameFacts:
    seats = tuple(
        SeatFacts(f.number, f.home, f.country, f.shown) for f in sorted(plan.founders, key=lambda f: f.number)
    )
    return GameFacts(
        title=plan.title,
        system=plan.system,
        variant=plan.variant,
        status="running",
        seed_commitment=commitment(plan.seed),
        seats=seats,
        deadline=plan.deadline,
        resolve=plan.resolve,
        nmr=plan.nmr,
        options=dict(plan.options),
        schedule=plan.schedule,
        edition=EDITION,
        id=plan.game,
    )


def _shown(facts: GameFacts, system: System, rules: Rules, start: Any) -> GameFacts:
    """The facts with what the public map of turn 0 tells of the seats: their countries' names, and their hues."""
    sheet = Sheet("", facts.title, ())
    spaces = turn.printouts(system, rules, start, (), {}, sheet, (0,))[0].spaces
    names = {space.code: space.name for space in spaces}
    homes = {s.number: {s.home, *(space.code for space in spaces if space.owner == s.number)} for s in facts.seats}
    drawn = rules.geometry.get("spaces", {})
    relations = rules.geometry.get("relations", ())
    hues = deal(homes, {code: tuple(x for name in relations for x in it.get(name, ())) for code, it in drawn.items()})
    first = {space.owner: space.name for space in reversed(spaces) if space.owner}  # where dice found the seat its home
    called = {
        s.home: s.country
        or system.setup.called(rules, s.home)
        or names.get(s.home, "")
        or first.get(s.number, "")
        or s.home
        for s in facts.seats
    }
    seats = (replace(s, country=called[s.home], hue=hues[s.number]) for s in facts.seats)
    return replace(facts, seats=tuple(seats))


def game_toml(facts: GameFacts) -> str:
    """A new game.toml; from now on the moderator writes in it, and commands change single lines."""
    lines = [
        *([f"id = {toml(facts.id)}    # the folder's name; codes and dice go by it"] if facts.id else []),
        f"title = {toml(facts.title)}",
        f"system = {toml(facts.system)}",
        f"variant = {toml(facts.variant)}",
        f'status = "{facts.status}"    # running, finished (over, still secret) or revealed',
        f"deadline = {toml(facts.deadline)}    # last time for cards, as 2026-11-21T20:00:00+00:00",
        f'resolve = "{facts.resolve}"    # deadline, or all-in: as soon as every card is there',
        f'nmr = "{facts.nmr}"    # whether missed turns are public or private',
        f"edition = {facts.edition}    # of the rules, as the game was founded; leave it as it is",
        f'seed_commitment = "{facts.seed_commitment}"    # SHA-256 of the secret seed',
    ]
    for seat in facts.seats:
        lines += ["", "[[seats]]", f"number = {seat.number}", f"home = {toml(seat.home)}"]
        lines += [
            f"country = {toml(seat.country)}",
            f"name = {toml(seat.name)}    # as shown to all; may be empty",
        ]
        lines += [f"hue = {seat.hue}    # the colour, 0 to 8"] if seat.hue is not None else []
    lines += ["", "[options]    # house rules, where they are not the usual ones"]
    lines += [f"{toml(key)} = {toml(value)}" for key, value in sorted(facts.options.items())]
    if facts.schedule:
        told = msgspec.to_builtins(facts.schedule)
        usual = msgspec.to_builtins(ScheduleFacts())
        lines += ["", "[schedule]    # how the deadlines after the first are set"]
        lines += [f"{key} = {toml(value)}" for key, value in told.items() if value != usual[key]]
    return "\n".join(lines) + "\n"


def players_toml(plan: Founding) -> str:
    """A new private/players.toml."""
    lines = [f"# {plan.remark}"] if plan.remark else []
    lines += ["# Nothing in this file may be shown. A new epoch makes new codes (a stand-in, a lost printout)."]
    for f in sorted(plan.founders, key=lambda f: f.number):
        player = PlayerFacts(f.number, f.key.hex(), f.name, f.address)
        lines += ["", "[[players]]", f"number = {player.number}", f"name = {toml(player.name)}"]
        lines += [
            f"address = {toml(player.address)}",
            f"key = {toml(player.key)}",
            f"epoch = {player.epoch}",
        ]
    return "\n".join(lines) + "\n"
