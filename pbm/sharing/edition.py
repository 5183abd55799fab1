"""Which pbm this is: what a worker has must be what its client has."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import pbm


@cache
def edition() -> str:
    """This pbm: its version, and a fingerprint of its code and data, so that one that was changed is another."""
    made, folder = sha256(), Path(pbm.__file__).parent
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".toml", ".json", ".csv") and "shipped" not in path.parts:
            made.update(path.relative_to(folder).as_posix().encode() + b"\n" + path.read_bytes())
    return f"{pbm.__version__} ({made.hexdigest()[:12]})"
