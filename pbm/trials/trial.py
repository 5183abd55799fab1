"""What is played in a trial: a variant under options, its seats, a seed, or the present position of a game."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm import rules as registry
from pbm.core.dice import Dice
from pbm.engine.system import EDITION, GivenText, Rules, Seat, System
from pbm.errors import PbmError
from pbm.store.disk import FILE, OPEN_FILE
from pbm.store.folder import Folder
from pbm.store.founding import begin
from pbm.store.play import lay_table
from pbm.store.texts import given_texts, public_options
from pbm.store.variants import load_rules, read_folder, variants_path

GAME = "SIM-1"
"""What dice are labelled with: no game of a league is called so, and none of its seeds is used."""


class Trial(msgspec.Struct, frozen=True):
    """Everything that a worker needs, as plain data. files: those of a moderator's own variant. given: the position
    that every game begins with, as words; None: each begins anew. begun: the turn of that position.
    """

    system: str
    variant: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    seed: bytes
    turns: int
    edition: int = EDITION
    files: dict[str, Any] | None = None
    texts: dict[str, GivenText] = {}
    given: dict[str, Any] | None = None
    begun: int = 0


class Laid(msgspec.Struct, frozen=True):
    """A trial that is ready to be played."""

    trial: Trial
    system: System
    rules: Rules


def seed_from(text: str) -> bytes:
    """The seed of a trial: SHA-256 of any text."""
    return sha256(text.encode()).digest()


def game_seed(seed: bytes, number: int) -> bytes:
    """The seed of game `number` (from 1), drawn from the trial's seed and the number alone: SHA-256 of the seed and
    the number in 8 bytes, big-endian.
    """
    return sha256(seed + number.to_bytes(8, "big")).digest()


def drawn_numbers(laid: Laid, seed: bytes) -> list[int]:
    """The number under which each seat plays in the game of this seed, by lot: what comes of a number alone, such as
    who is attacked first of equals, shall not pass for what a home is worth. None are drawn where they are the homes',
    or those of a game that is played on.
    """
    if laid.trial.given is not None or laid.system.setup.numbered:
        return []
    return Dice(seed, f"{GAME}/numbers", 0).shuffle("numbers", [seat.player for seat in laid.trial.seats])


def of_variant(
    root: Path,
    system: System,
    variant: str,
    options: Mapping[str, str],
    seats: tuple[Seat, ...],
    seed: bytes,
    turns: int,
) -> Trial:
    """A trial of a variant of the system, or of a folder in content/variants. PbmError where it cannot begin."""
    load_rules(root, system, variant, options)  # says what is wrong
    trial = Trial(
        system=system.name,
        variant=variant,
        options=dict(public_options(system, options)),
        seats=seats,
        seed=seed,
        turns=turns,
        files=_own_files(root, system, variant),
        texts=given_texts(system, options),
    )
    laid = lay(encoded(trial))
    if system.course.over(begin(system, laid.rules, seats, Dice(game_seed(seed, 1), GAME, 0))):
        raise PbmError(f"With {len(seats)} of its seats a game is over before its first turn; give more.")
    return trial


def of_game(folder: Folder, seed: bytes, turns: int) -> Trial:
    """A trial from the present position of a game. Its own seed is not used, so that no die of its next turn shows.
    PbmError where the game is over.
    """
    table, facts = lay_table(folder), folder.facts
    state = table.state(folder.last)
    if facts.status != "running" or table.system.course.over(state):
        raise PbmError(f"{folder.game} is over; only the rest of a running game can be played.")
    return Trial(
        system=table.system.name,
        variant=facts.variant,
        options=dict(facts.options),
        seats=table.seats,
        seed=seed,
        turns=turns,
        edition=facts.edition,
        files=_own_files(folder.root, table.system, facts.variant),
        given=table.words(folder.last),
        begun=folder.last,
    )


def _own_files(root: Path, system: System, variant: str) -> dict[str, Any] | None:
    """The files of a moderator's own variant, which was found good; None where it is the system's."""
    return None if variant in system.variants else read_folder(variants_path(root) / variant)


def mode_of(trial: Trial) -> int:
    """Who may read what a trial found: its moderator alone, where it began from the position of a game."""
    return OPEN_FILE if trial.given is None else FILE


def encoded(trial: Trial) -> bytes:
    """The trial as bytes: for workers, and to tell it from another one."""
    return msgspec.json.encode(trial, order="deterministic")


@lru_cache(2)
def lay(data: bytes) -> Laid:
    """The trial of these bytes, laid out. What a worker is given again and again is read once."""
    trial = msgspec.json.decode(data, type=Trial)
    system = registry.system(trial.system)
    if trial.files is None:
        rules = system.setup.load(trial.variant, trial.options)
    else:
        assert system.setup.load_folder is not None
        rules = system.setup.load_folder(trial.variant, trial.options, trial.files)
    return Laid(trial, system, replace(rules, edition=trial.edition, texts=trial.texts))
