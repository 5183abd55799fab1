"""The rules of a game: a system's own variant, or a folder in content/variants, read strictly, handed over as data."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pbm import rules as registry
from pbm.core.toml import parse_toml
from pbm.engine.system import Rules, System
from pbm.errors import PbmError
from pbm.store.disk import Disk
from pbm.store.keylines import KeyLines

MOST_BYTES = 4_000_000  # of a file; what is larger is not read
MOST_DEPTH = 20  # of tables within tables
FILES = {"variant": "variant.toml", "map": "map.json", "geometry": "geometry.json"}
NEEDED = ("variant", "map")


def variants_path(root: Path) -> Path:
    """Where a moderator's own variants lie."""
    return root / "content" / "variants"


def load_rules(root: Path, system: System, variant: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a variant: the system's own, or one of the folders. PbmError says what is wrong."""
    folder = variants_path(root) / variant
    if variant in system.variants or not is_variant_name(variant) or not folder.is_dir():
        own = _own_names(root) if system.setup.load_folder else []
        if variant not in system.variants and own:
            known = f"{', '.join(sorted(system.variants))}, and in {variants_path(root)} {', '.join(own)}"
            raise PbmError(f"{system.title} has no variant {variant!r}; known are: {known}.")
        return system.setup.load(variant, options)
    if system.setup.load_folder is None:
        raise PbmError(f"{folder}: {system.title} has no variants of your own.")
    data = read_folder(folder)
    wrong = faults(system, data)
    if wrong:
        raise PbmError(
            f"{folder}: {wrong[0].rstrip('.')}. `pbm check-variant {folder}` shows everything that is wrong."
        )
    return system.setup.load_folder(variant, options, data)


def named_system(table: Mapping[str, Any]) -> str:
    """The system that a variant.toml names, or the first where it names none, for which it is then found wrong."""
    named = str(table.get("system", ""))
    return named if named in registry.SYSTEMS else registry.FIRST


def system_with(root: Path, variant: str) -> str:
    """The system of a variant of one's own, else the first that comes with one of this name. PbmError lists what there
    is.
    """
    folder = variants_path(root) / variant
    if is_variant_name(variant) and folder.is_dir():
        return named_system(read_folder(folder)["variant"])
    systems = {name: registry.system(name) for name in registry.SYSTEMS}
    for name, system in systems.items():
        if variant in system.variants:
            return name
    known = [f"{', '.join(system.variants)} ({system.title})" for system in systems.values()]
    own = _own_names(root)
    if own:
        known.append(f"{', '.join(own)} (in {variants_path(root)})")
    raise PbmError(f"There is no variant {variant!r}; known are: {'; '.join(known)}.")


def _own_names(root: Path) -> list[str]:
    """The names of the folders with variants of one's own."""
    place = variants_path(root)
    names = Disk().names(place) if place.is_dir() else []
    return [name for name in names if is_variant_name(name) and (place / name).is_dir()]


def load_rules_near(file: Path, root: Path, system: System, variant: str, options: Mapping[str, Any]) -> Rules:
    """The rules for a scenario file. A variant that `root` has not is looked for in the folders above the file: so a
    file in the folder of a game is played wherever one stands.
    """
    places = (root, *file.absolute().parents) if is_variant_name(variant) else ()
    found = next((place for place in places if (variants_path(place) / variant).is_dir()), root)
    return load_rules(found, system, variant, options)


def faults(system: System, data: Mapping[str, Any]) -> tuple[str, ...]:
    """What is wrong with the files of a folder, a sentence each."""
    if system.setup.check_folder is None:
        return (f"{system.title} has no variants of your own.",)
    return tuple([f"{fault.file}: {fault.said}" for fault in system.setup.check_folder(data)])


def faults_with_lines(system: System, data: Mapping[str, Any], folder: Path) -> list[str]:
    """The same with the files' paths, and line and column of each key that is in its file. PbmError where the files
    cannot be read at all.
    """
    if system.setup.check_folder is None:
        raise PbmError(f"{folder}: {faults(system, data)[0]}")
    files: dict[str, KeyLines] = {}
    found = []
    for fault in system.setup.check_folder(data):
        path = folder / fault.file
        if path.name not in files:
            text = Disk().read(path).decode("utf-8-sig")
            files[path.name] = KeyLines(text, is_json=path.suffix == ".json")
        found.append(f"{path}: {fault.said}{_at(files[path.name].place(fault.key))}")
    return found


def _at(place: tuple[int, int] | None) -> str:
    return f" (at line {place[0]}, column {place[1]})" if place else ""


def read_folder(folder: Path) -> dict[str, Any]:
    """The files of a variant folder as plain data; PbmError names file and line where one cannot be read."""
    disk, data = Disk(), {}
    names = set(disk.names(folder))
    for key, name in FILES.items():
        path = folder / name
        if name not in names:
            if key in NEEDED:
                raise PbmError(f"{path}: is missing.")
            continue
        if path.stat().st_size > MOST_BYTES:
            raise PbmError(f"{path}: is larger than {MOST_BYTES // 1_000_000} MB and is not read.")
        data[key] = _read(path, disk.read(path))
    odd = sorted(names - {*FILES.values(), "README.md"})
    if odd:
        raise PbmError(f"{folder / odd[0]}: does not belong here; a variant has {', '.join(FILES.values())}.")
    return data


def _read(path: Path, raw: bytes) -> Any:
    value = parse_toml(raw, path) if path.suffix == ".toml" else _read_json(path, raw)
    if not isinstance(value, dict):
        raise PbmError(f"{path}: must be one table.")
    _bound(path, value)
    return value


def _read_json(path: Path, raw: bytes) -> Any:
    text = ""
    try:
        text = raw.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_once)
    except UnicodeDecodeError:
        raise PbmError(f"{path}: is not UTF-8 text.") from None
    except _TwiceError as error:
        key = error.args[0]
        place = _at(KeyLines(text, is_json=True).second(key))
        raise PbmError(
            f"{path}: is not valid JSON: the key {key[:40]!r} is twice in one table{place}; keep one."
        ) from None
    except RecursionError:
        raise PbmError(f"{path}: has tables nested without end.") from None
    except ValueError as error:
        raise PbmError(f"{path}: is not valid JSON: {error}.") from None


class _TwiceError(ValueError):
    """A key that stands twice in one table."""


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no key stands twice."""
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise _TwiceError(key)
        table[key] = value
    return table


def _bound(path: Path, value: Any) -> None:
    """Refuse what is nested deeper than any variant needs."""
    level = [value]
    for _ in range(MOST_DEPTH):
        level = [inner for it in level for inner in (it.values() if isinstance(it, dict) else it)]
        level = [inner for inner in level if isinstance(inner, dict | list)]
        if not level:
            return
    raise PbmError(f"{path}: has tables nested more than {MOST_DEPTH} deep.")


def is_variant_name(variant: str) -> bool:
    """Whether a folder of a variant may have this name."""
    return bool(variant) and variant[0].isalnum() and all(c.isalnum() or c in "-_" for c in variant)
