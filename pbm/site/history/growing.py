"""Files that tell of every turn: a head, a piece of each turn, a tail. They are written piece by piece, never held."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from pbm.site.batch import Batch
from pbm.site.history.turn_series import Leaf, Texts


class Growing(msgspec.Struct, frozen=True):
    """Such a file: its name, and its title where it is listed; what makes a turn's piece, of what is known of the turn
    and of its texts: None for none. `between` stands between two pieces.
    """

    name: str
    head: bytes
    piece: Callable[[Leaf, Texts], bytes | None]
    between: bytes = b""
    tail: bytes = b""
    title: str = ""


def write(batch: Batch, files: Sequence[Growing], leaves: Sequence[Leaf], texts: Iterable[Texts]) -> list[int]:
    """Write them all, going once through the turns' texts. Returns their sizes in bytes."""
    outs = [batch.pieces(file.name) for file in files]
    try:
        for out, file in zip(outs, files, strict=True):
            out.write(file.head)
        begun = [False] * len(files)
        for leaf, text in zip(leaves, texts, strict=True):
            for at, (out, file) in enumerate(zip(outs, files, strict=True)):
                piece = file.piece(leaf, text)
                if piece is not None:
                    out.write(file.between + piece if begun[at] and file.between else piece)
                    begun[at] = True
        for out, file in zip(outs, files, strict=True):
            out.write(file.tail)
    except BaseException:
        for out in outs:
            out.drop()
        raise
    return [out.close() for out in outs]
