"""Text files that a moderator gives with an option: read at the founding, and kept in the game's private folder."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbm.engine.system import GivenText, Rules, System
from pbm.errors import PbmError
from pbm.store.disk import Disk

OWN = "own"
"""What game.toml has for such an option: the file's path is the moderator's alone."""
MOST_BYTES = 1_000_000  # of a file; what is larger is not read


def file_options(system: System, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Those of the options that name a file."""
    return tuple(it.name for it in system.setup.free if it.is_file and options.get(it.name))


def placed(system: System, options: Mapping[str, str]) -> dict[str, str]:
    """The options with the whole path of each file, whatever folder a later command is run in."""
    return {**options, **{name: os.path.abspath(options[name]) for name in file_options(system, options)}}


def given_texts(system: System, options: Mapping[str, str]) -> dict[str, GivenText]:
    """The files that options name, by option. PbmError where one is not there, too large or no text."""
    return {name: _read(Path(options[name])) for name in file_options(system, options)}


def public_options(system: System, options: Mapping[str, str]) -> dict[str, str]:
    """The options as all may see them."""
    return {**options, **dict.fromkeys(file_options(system, options), OWN)}


def kept_name(option: str) -> str:
    """The name of the file's copy in the private folder of a game."""
    return f"option-{option}.txt"


def kept_texts(system: System, rules: Rules, private: Path) -> dict[str, GivenText]:
    """The copies that a game was founded with."""
    return {name: _read(private / kept_name(name)) for name in file_options(system, rules.options)}


def _read(path: Path) -> GivenText:
    real = Path(os.path.realpath(path))  # it is in no game folder, and may be a link
    if not real.exists():
        raise PbmError(f"{path}: there is no such file.")
    data = Disk().read(real, MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise PbmError(f"{path}: is larger than {MOST_BYTES // 1_000_000} MB and is not read.")
    try:
        return GivenText(str(path), data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PbmError(f"{path}: line {line}: is not UTF-8 text; save the file as plain text.") from None
