"""Games of a league and archive files proved one by one, here or by workers; what is wrong with one is said of it."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from pbm.archive.opening import Watch, opened, proved, read_file
from pbm.errors import PbmError
from pbm.store.folder import Folder
from pbm.store.play import lay_table, verify


class GameProof(msgspec.Struct, frozen=True):
    """What came of a proof: the game or the file as it was named, the game's title, its turns, where the chain ends,
    the seed's fingerprint, how many corrections were made again. error: what is wrong, and nothing else is told.
    """

    name: str
    game: str = ""
    title: str = ""
    turns: int = 0
    chain: str = ""
    fingerprint: str = ""
    corrections: int = 0
    is_file: bool = False
    error: str = ""


class AskedProof(msgspec.Struct, frozen=True):
    """What is to be proved: a game's id, or the name of an archive file and its bytes. number: its place among others;
    error: why it cannot be read.
    """

    name: str
    data: bytes | None = None
    number: int = 0
    error: str = ""


def is_file(name: str) -> bool:
    """Whether an archive file is meant, and not a game of the league."""
    return name.lower().endswith(".zip") or os.path.isfile(name)


def asked(name: str, number: int = 0) -> AskedProof:
    """What a worker needs: a game of the league is where the league is, a file may lie on this machine alone.
    PbmError where it cannot be read.
    """
    return (
        AskedProof(Path(name).name, read_file(Path(name)), number) if is_file(name) else AskedProof(name, None, number)
    )


def asked_safely(numbered: tuple[int, str]) -> AskedProof:
    """The same of one among others; one that cannot be read says so when its turn comes."""
    number, name = numbered
    try:
        return asked(name, number)
    except PbmError as error:
        return AskedProof(Path(name).name, None, number, str(error))


def prove(root: Path, wanted: AskedProof, watch: Watch) -> GameProof:
    """Play every turn again. PbmError names the first difference."""
    if wanted.data is None:
        table = lay_table(Folder(root, wanted.name))
        folder, facts = table.folder, table.folder.facts
        links = list(watch(verify(table), folder.last + 1))
        made = sum(len(folder.corrections(number)) for number in range(folder.last + 1))
        return GameProof(wanted.name, wanted.name, facts.title, folder.last, links[-1][1], facts.seed_commitment, made)
    with opened(wanted.name, wanted.data) as archive:
        found = proved(archive, watch)
        title = found.table.folder.facts.title
    proof = found.turns, found.chain, found.fingerprint, found.corrections
    return GameProof(archive.name, archive.game, title, *proof, is_file=True)


def prove_one(root: str, wanted: AskedProof) -> GameProof:
    """The same on a worker, which must see the league under the same path; what is wrong comes back with the proof."""
    try:
        if wanted.error:
            raise PbmError(wanted.error)
        return prove(Path(root), wanted, lambda links, count: links)
    except PbmError as error:
        return GameProof(wanted.name, error=str(error))


def in_order(done: Iterable[tuple[int, GameProof]]) -> Iterator[GameProof]:
    """Proofs in the order of their numbers, which begin with 0, each as soon as those before it are there."""
    waiting: dict[int, GameProof] = {}
    following = 0
    for number, proof in done:
        waiting[number] = proof
        while following in waiting:
            yield waiting.pop(following)
            following += 1
