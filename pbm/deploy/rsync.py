"""To a host by rsync: a run for each stage, with a list of files on its standard input.

rsync puts each file aside and moves it. What the host has that is not ours is never taken away.
"""

import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from pbm.deploy.cargo import LIST, Cargo, read_list, write_list
from pbm.deploy.plan import Plan, Watch, hold_against_ours
from pbm.deploy.program import NotThereError, run, without_password
from pbm.errors import PbmError

_LINE = re.compile(r"([-a-z])\S{9,11} +[0-9,.']+ [0-9]{4}/[0-9]{2}/[0-9]{2} [0-9:]{8} (.+)")
_SENT = re.compile(r"[<>c]f(\S+) (.+)")
_SPECIAL = re.compile(r"[*?\[\\]")
_RIGHTS = ("-p", "--chmod=D755,F644")
_COPY = ("-r", "--checksum", *_RIGHTS, "--from0", "--files-from=-")


class Rsync:
    """host:path, host::module/path, rsync://… or a folder, as rsync understands it."""

    def __init__(self, to: str) -> None:
        self.to = to.rstrip("/") + "/"
        self.words = without_password(to)

    def plan(self, cargo: Cargo) -> Plan:
        """Ask the host what it has, and compare checksums. PbmError where something there is no plain file."""
        kinds = self._there()
        there = {name for name, kind in kinds.items() if kind == "-"}
        ours = {"/".join(name.split("/")[:k]) for name in cargo.names for k in range(1, name.count("/") + 2)}
        for name, kind in kinds.items():
            if kind not in "-d" and name in ours:
                raise PbmError(f"{self.words}: {name} is not a regular file there; nothing was uploaded.")
        data = self._listed() if LIST in there else b""
        listed = read_list(data, f"{self.words}/{LIST}") if data else ()
        hold_against_ours(there, listed, self.words)
        known = [name for name in cargo.names if name in there]
        changed = self._differing(cargo, known)
        return Plan(
            new=tuple(name for name in cargo.names if name not in there),
            changed=tuple(sorted(changed)),
            gone=tuple(name for name in listed if name in there and name not in set(cargo.names)),
            listed=listed,
            strange=len(there - {*listed, *cargo.names, LIST}),
            stale=data != write_list(cargo.names),
        )

    def carry(self, cargo: Cargo, plan: Plan, watch: Watch) -> None:
        """A run for each stage, then one that takes away what is no more."""
        if plan.does_something:
            self._put_list(write_list({*plan.listed, *cargo.names}), is_first=not plan.listed)
        stages = {f"stage {k}": names for k, names in enumerate(plan.stages, 1)}
        for label in watch(stages, "Uploading"):
            self._rsync([*_COPY, "--", f"{cargo.site}/", self.to], stages[label])
        if plan.gone:
            self._take_away(plan.gone)
        if plan.does_something or plan.stale:
            self._put_list(write_list(cargo.names))

    def _take_away(self, names: Sequence[str]) -> None:
        """rsync deletes what its filter lets it see and an empty folder does not have: the named files alone.
        `--delete-missing-args` would say so directly; Debian's rsync 3.2.7-1+deb12u6 breaks off at it.
        """
        seen = dict.fromkeys(
            f"/{'/'.join(name.split('/')[:k])}/" for name in names for k in range(1, name.count("/") + 1)
        )
        with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
            for parent in seen:
                Path(f"{folder}{parent}").mkdir(parents=True, exist_ok=True)
            rules = [_SPECIAL.sub(r"\\\g<0>", rule) for rule in (*seen, *(f"/{name}" for name in names))]
            words = ["-r", *_RIGHTS, "--from0", "--delete", "--include-from=-", "--exclude=*"]
            self._rsync([*words, "--", f"{folder}/", self.to], rules)

    def _there(self) -> dict[str, str]:
        """What lies at the host, with its kind as `ls` has it: - file, d folder, l link."""
        try:
            told = run(["rsync", "-r", "--list-only", "--", self.to]).decode("utf-8", "replace")
        except NotThereError:
            return {}
        found = {}
        for line in told.splitlines():
            match = _LINE.fullmatch(line)
            if match and match[2] != ".":
                name = match[2].partition(" -> ")[0] if match[1] == "l" else match[2]
                found[name] = match[1]
        return found

    def _listed(self) -> bytes:
        with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
            run(["rsync", "--", f"{self.to}{LIST}", f"{folder}/"])
            return (Path(folder) / LIST).read_bytes()

    def _differing(self, cargo: Cargo, names: Sequence[str]) -> list[str]:
        if not names:
            return []
        words = [*_COPY, "--dry-run", "--out-format=%i %n", "--", f"{cargo.site}/", self.to]
        told = self._rsync(words, names).decode("utf-8", "replace").splitlines()
        return [match[2] for match in map(_SENT.fullmatch, told) if match]

    def _put_list(self, data: bytes, *, is_first: bool = False) -> None:
        with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
            (Path(folder) / LIST).write_bytes(data)
            path = ["--mkpath"] if is_first else []
            self._rsync([*_COPY, *path, "--", f"{folder}/", self.to], [LIST])

    def _rsync(self, words: Iterable[str], names: Iterable[str]) -> bytes:
        return run(["rsync", *words], data=b"".join(name.encode() + b"\0" for name in names))
