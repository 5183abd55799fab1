"""Which pbm this is: what a worker has must be what its client has."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pbm
from pbm.core.shipped import shipped
from pbm.core.stamps import LIBRARIES

CODE = (".py", ".toml", ".json", ".csv", ".html", ".css", ".js", ".svg")


@cache
def edition(*rooms: str) -> str:
    """This pbm: its version, and a fingerprint of its code and data, so that one that was changed is another. Of these
    rooms alone, or of all with the templates and the libraries that make pages.
    """
    made, package = sha256(), Path(pbm.__file__).parent
    for folder in [package / room for room in rooms] or [package, shipped("site_templates", "site_templates")]:
        for path in sorted(folder.rglob("*")):
            if path.suffix in CODE and "shipped" not in path.relative_to(folder).parts:
                made.update(path.relative_to(folder).as_posix().encode() + b"\n" + path.read_bytes())
    if not rooms:
        made.update("\n".join(_libraries()).encode())
    return f"{pbm.__version__} ({made.hexdigest()[:12]})"


def _libraries() -> Iterator[str]:
    for name in LIBRARIES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield name
