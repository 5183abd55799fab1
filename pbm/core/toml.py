"""TOML that people write: whatever is wrong with it is one sentence."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbm.errors import PbmError

# A key of so many parts is a table within a table a hundred times, and costs Python the square of their number.
_DEEP = re.compile(r"""(?:\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){100}""")


def parse_toml(raw: bytes, path: str | Path, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The tables of a file of TOML 1.0; PbmError names the file and what is wrong with it.

    `parse_float` makes a number of a text with a point (https://toml.io).
    """
    try:
        text = raw.decode("utf-8-sig")
        if _DEEP.search(text):
            raise RecursionError
        return tomllib.loads(text, parse_float=parse_float)
    except UnicodeDecodeError:
        raise PbmError(f"{path}: is not UTF-8 text.") from None
    except RecursionError:
        raise PbmError(f"{path}: has tables nested without end.") from None
    except tomllib.TOMLDecodeError as error:
        lacks_marks = str(error).startswith(("Invalid value", "Illegal character"))
        hint = " A text stands between two quotation marks, on one line." if lacks_marks else ""
        raise PbmError(f"{path}: is not valid TOML: {error}.{hint}") from None
    except ValueError:  # of Python's numbers: none is read that has more than 4,300 digits
        raise PbmError(f"{path}: has a number of thousands of digits.") from None
