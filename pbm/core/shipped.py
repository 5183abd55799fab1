"""What comes with pbm and is no code: templates, worked cases, rule books, the manual."""

from pathlib import Path

import pbm

PACKAGE = Path(pbm.__file__).parent


def shipped(part: str, source: str = "") -> Path:
    """A folder that comes with pbm: inside an installed one, else `source` of the tree that pbm is run from. What has
    no `source` is in an installed pbm alone, and the folder may not be there.
    """
    inside = PACKAGE / "shipped" / part
    return PACKAGE.parent / source if source and not inside.is_dir() else inside
