"""Templates once they were compiled: kept in the cache folder, each with its sum before it."""

from contextlib import suppress
from pathlib import Path

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from pbm.core.stamps import put, recalled


class Compiled(BytecodeCache):
    """Jinja's own cache of this kind runs what the disk gives it: one bit that turned ended every build, some without a
    word. Nothing in here is needed: what is not there whole is compiled again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket with what was compiled of this template, if it is there."""
        with suppress(OSError):
            bucket.bytecode_from_string(recalled(self._folder / bucket.key))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled, if there is room."""
        with suppress(OSError):
            put(str(self._folder / bucket.key), bucket.bytecode_to_string())
