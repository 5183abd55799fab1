"""Files of JSON lines that only grow: read with the number of a damaged line, and a torn end set apart.

A run that was killed while it added a line leaves half of one. What stands before it is whole, and goes on.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from pbm.errors import PbmError
from pbm.store.disk import Disk


def read_lines(data: bytes, path: Path, kind: Any) -> Iterator[Any]:
    """The record of each whole line, as msgspec reads that type. PbmError names a line that is damaged."""
    decoder = msgspec.json.Decoder(kind)
    number, at = 0, 0
    while (end := data.find(b"\n", at)) >= 0:
        number += 1
        try:
            yield decoder.decode(data[at:end])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise damaged(path, number) from None
        at = end + 1


def damaged(path: Path, number: int) -> PbmError:
    """That a line is not as it was written."""
    return PbmError(f"{path}: line {number} is damaged.")


def torn_end(data: bytes) -> bytes:
    """What stands after the last whole line; nothing in a file that is whole."""
    return data[data.rfind(b"\n") + 1 :]


def write_lines(records: Iterable[Any]) -> bytes:
    """The lines of records, each with sorted keys."""
    return b"".join(msgspec.json.encode(record, order="sorted") + b"\n" for record in records)


def keep_torn_end(disk: Disk, path: Path, data: bytes) -> None:
    """Keep the torn end of these bytes in a file of its own, which is named after the line that it was to be."""
    torn = torn_end(data)
    line = data.count(b"\n") + 1
    disk.replace(path.with_name(f"{path.name}.torn-{line}"), torn)


def set_torn_end_apart(disk: Disk, path: Path, data: bytes) -> None:
    """The same, and the file goes on without it."""
    keep_torn_end(disk, path, data)
    disk.replace(path, data[: len(data) - len(torn_end(data))])
