"""What a deploy does to a target, and in which order: as the build itself moves files (site/folder)."""

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from pbm.deploy.cargo import Cargo
from pbm.errors import PbmError
from pbm.site.output.site_folder import MARK, stage

Watch = Callable[[Iterable[str], str], Iterable[str]]
"""Names that are being worked at, handed through; a terminal shows a bar of them, with this label."""


class Plan(msgspec.Struct, frozen=True):
    """Names of files that are new, that changed, and that are taken away; `listed` is what we had put there.

    strange: files that are not ours; they are left alone. stale: only the list at the target is not as it
    should be, as after a run that was killed.
    """

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    strange: int = 0
    stale: bool = False

    @property
    def does_something(self) -> bool:
        """Whether anything is to be carried or taken away."""
        return bool(self.new or self.changed or self.gone)

    @property
    def stages(self) -> list[tuple[str, ...]]:
        """What is put there, in this order."""
        steps: list[list[str]] = [[], [], [], []]
        for names, is_new in ((self.new, True), (self.changed, False)):
            for name in sorted(names):
                steps[stage(name, is_new=is_new)].append(name)
        return [tuple(step) for step in steps if step]


class Target(Protocol):
    """A place to put a site on."""

    @property
    def words(self) -> str:
        """How it is named to the moderator; no password is in it."""

    def plan(self, cargo: Cargo) -> Plan:
        """What would have to be done; nothing is changed."""

    def carry(self, cargo: Cargo, plan: Plan, watch: Watch) -> None:
        """Do it."""


def hold_against_ours(there: Iterable[str], listed: Iterable[str], words: str) -> None:
    """PbmError if a target that holds files holds no site of ours: it must not be mixed with one."""
    if there and not list(listed) and MARK not in set(there):
        raise PbmError(f"{words}: holds files that are not a site of pbm; choose an empty folder.")
