"""Into a branch of a git repository, for hosts that show one, such as GitHub Pages.

Nothing is checked out: the commit is made in a repository of our own in the cache folder, and pushed. So no
work tree of the moderator's is looked at or touched, however it stands. The host changes at once, as a whole.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from pbm.core.stamps import cache_folder, digest
from pbm.deploy.cargo import LIST, Cargo, read_list, write_list
from pbm.deploy.plan import Plan, Watch, hold_against_ours
from pbm.deploy.program import run, without_password
from pbm.errors import PbmError

JEKYLL = ".nojekyll"  # without it GitHub leaves out files such as _headers
MESSAGE = "The site"
_QUIET = ("core.hooksPath=/dev/null", "gc.pruneExpire=now", "core.autocrlf=false", "push.gpgSign=false")
_THERE = "refs/pbm/there"

T = TypeVar("T")
Tree = Mapping[str, tuple[str, str]]
"""Mode and object of each file, by name."""


class Branch:
    """A branch. `history`: each deploy follows the one before; else it stands alone and no old file lingers."""

    def __init__(self, url: str, branch: str, now: datetime, *, history: bool = False) -> None:
        self.url, self.branch, self.now, self.history = url, branch, now, history
        self.words = f"{without_password(url)}, branch {branch}"
        self._own = cache_folder()
        self._temporary = tempfile.TemporaryDirectory(prefix="pbm-")
        place = self._own / "deploy" if self._own else Path(self._temporary.name)
        self._repository = place / f"{digest([url, branch])[:32]}.git"
        self._head = ""
        self._tree = ""
        self._is_ours = False

    def plan(self, cargo: Cargo) -> Plan:
        """Fetch what the branch holds, make the tree that it should hold, and compare."""
        return self._unharmed(lambda: self._plan(cargo))

    def _plan(self, cargo: Cargo) -> Plan:
        self._git("init", "--quiet", "--bare", str(self._repository), bare=False)
        os.utime(self._repository)  # it is in use: nobody takes it away as old
        there = self._fetch()
        data = self._git("cat-file", "blob", there[LIST][1]) if LIST in there else b""
        listed = read_list(data, self.words) if data else ()
        hold_against_ours(there, listed, self.words)
        self._is_ours = bool(data)
        final = write_list(cargo.names)
        objects = self._git(
            "hash-object", "-w", "--no-filters", "--stdin-paths",
            data="".join(f"{name}\n" for name in cargo.names).encode(), folder=cargo.site.resolve(),
        ).decode().split()  # fmt: skip
        wanted = {name: ("100644", made) for name, made in zip(cargo.names, objects, strict=True)}
        strange = {name: entry for name, entry in there.items() if name not in {*listed, *wanted, LIST, JEKYLL}}
        for name, content in ((LIST, final), (JEKYLL, b"")):
            made = self._git("hash-object", "-w", "--no-filters", "--stdin", data=content).decode().strip()
            wanted[name] = ("100644", made)
        self._tree = self._make_tree({**strange, **wanted})
        return Plan(
            new=tuple(name for name in cargo.names if name not in there),
            changed=tuple(name for name in cargo.names if name in there and there[name] != wanted[name]),
            gone=tuple(name for name in listed if name in there and name not in wanted),
            listed=listed,
            strange=len(strange),
            stale=there != {**strange, **wanted},
        )

    def carry(self, cargo: Cargo, plan: Plan, watch: Watch) -> None:
        """One commit, pushed only onto what was looked at; a history that is not ours is never cut off."""
        if plan.does_something or plan.stale:
            self._unharmed(lambda: self._push(watch), lambda: self._plan(cargo))

    def _push(self, watch: Watch) -> None:
        parent = ["-p", self._head] if self._head and (self.history or not self._is_ours) else []
        stamp = f"{int(self.now.timestamp())} +0000"
        who = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in (
            ("NAME", "pbm"), ("EMAIL", "pbm@localhost"), ("DATE", stamp))}  # fmt: skip
        words = ("commit-tree", self._tree, *parent, "-m", MESSAGE)
        commit = self._git(*words, env=who).decode().strip()
        name = f"refs/heads/{self.branch}"
        for _ in watch([self.branch], "Pushing"):
            lease = f"--force-with-lease={name}:{self._head}"
            self._git("push", "--quiet", "--no-verify", lease, self.url, f"{commit}:{name}")
        if self._own:
            self._git("gc", "--auto", "--quiet")

    def _unharmed(self, act: Callable[[], T], before: Callable[[], object] = lambda: None) -> T:
        """Do it; where that failed and the repository of our own is spoiled, once more in a new one, after what comes
        before. A run that was killed leaves git's locks there, and git waits for nobody.
        """
        try:
            return act()
        except PbmError:
            if not self._is_harmed():
                raise
        harmed, self._own, self._head = self._repository, None, ""
        self._repository = Path(self._temporary.name) / harmed.name
        before()
        done = act()
        with suppress(OSError):  # the next run makes a whole one there
            shutil.rmtree(harmed) if harmed.is_dir() else harmed.unlink()
        return done

    def _is_harmed(self) -> bool:
        if not self._own:
            return False
        if any(self._repository.rglob("*.lock")):
            return True
        try:
            self._git("fsck", "--no-dangling", "--no-progress")
        except PbmError:
            return True
        return False

    def _fetch(self) -> Tree:
        """The branch as it is; empty where there is none yet."""
        name = f"refs/heads/{self.branch}"
        told = self._git("ls-remote", self.url, name).decode().split()
        if not told:
            return {}
        self._head = told[0]
        self._git("fetch", "--quiet", "--no-tags", "--depth=1", self.url, f"+{name}:{_THERE}")
        if self._git("rev-parse", _THERE).decode().strip() != self._head:
            raise PbmError(f"{self.words}: is being changed just now; try again.")
        found = {}
        for entry in self._git("ls-tree", "-r", "-z", "--full-tree", _THERE).decode("utf-8", "replace").split("\0"):
            if entry:
                head, _, path = entry.partition("\t")
                mode, _, made = head.split(" ")
                found[path] = (mode, made)
        return found

    def _make_tree(self, wanted: Tree) -> str:
        lines = "".join(f"{mode} {made}\t{name}\0" for name, (mode, made) in sorted(wanted.items()))
        with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
            env = {"GIT_INDEX_FILE": os.path.join(folder, "index")}
            self._git("update-index", "-z", "--index-info", data=lines.encode(), env=env)
            return self._git("write-tree", env=env).decode().strip()

    def _git(
        self,
        *words: str,
        data: bytes = b"",
        folder: Path | None = None,
        env: Mapping[str, str] | None = None,
        bare: bool = True,
    ) -> bytes:
        options = [word for setting in _QUIET for word in ("-c", setting)]
        where = ["--git-dir", str(self._repository.resolve())] if bare else []
        # Of the kinds of address that git knows, some run a program: none of those.
        safe = {"GIT_ALLOW_PROTOCOL": os.environ.get("GIT_ALLOW_PROTOCOL", "file:git:http:https:ssh")}
        return run(["git", *options, *where, *words], data=data, folder=folder, env={**safe, **(env or {})})


def remote_address(root: Path, name: str) -> str:
    """The address of a remote of the repository that holds the root."""
    return run(["git", "-C", str(root), "remote", "get-url", name]).decode().strip()
