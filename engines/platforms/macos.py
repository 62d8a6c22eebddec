"""Children on macOS and other Unix: a shell that waits at a pipe's end kills them when we die.

The kernel has no order for that, and bounds a process only from inside.
"""

import contextlib
import resource
import subprocess
import sys
from collections.abc import Sequence
from functools import partial

from boyi.engines.platforms import groups
from boyi.engines.platforms.children import NO_BOUNDS, Bounds, Launch

assert sys.platform != "win32"

GUARD = 'read -r word || kill -9 "-$1"'
"""Reads a word from us; the pipe's end without one says that we are dead, and the group has to follow."""


def launch(command: Sequence[str], bounds: Bounds = NO_BOUNDS) -> Launch:
    """How to start a child that bounds itself; `adopt` sees to it that it dies with us."""
    return Launch(list(command), {"start_new_session": True, "preexec_fn": partial(_bound_self, bounds)})


def _bound_self(bounds: Bounds) -> None:
    """Bound the calling process; what the system refuses is left unbounded, for a fork can't complain."""
    kinds = {
        resource.RLIMIT_AS: bounds.memory,
        resource.RLIMIT_FSIZE: bounds.largest_file,
        resource.RLIMIT_NOFILE: bounds.descriptors,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in kinds.items():
        if most is not None:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(kind, (most, most))
    if bounds.polite:
        groups.give_way()


class GuardedGroup(groups.ProcessGroup):
    """A process group that a guard kills when we die."""

    def __init__(self, pid: int) -> None:
        """Take up a process that has just been started."""
        super().__init__(pid)
        self._leader = pid
        self._guard: subprocess.Popen[bytes] | None = None

    def begin(self, bounds: Bounds) -> None:
        """Set the guard; OSError if that can't be. Its bounds it has set itself."""
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", GUARD, "guard", str(self._leader)],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    def kill(self) -> None:
        """End all of it, if any of it is left and ours, and let the guard go."""
        super().kill()
        if self._guard is not None:
            self._guard.communicate(b"done\n")
            self._guard = None


adopt = GuardedGroup
