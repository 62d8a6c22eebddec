"""Processes on Linux and macOS: children in sessions of their own, ended as process groups; their pipes."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import IO

from boyi.engines.platforms.children import Bounds

assert sys.platform != "win32"

TERMINATION = (signal.SIGINT, signal.SIGTERM)
"""The signals that ask a process to end."""
SIGNAL_GLANCE: float | None = None
"""Seconds after which a thread that waits must look for signals; None: they interrupt it."""
POLITENESS = 10
PARENT_CHECK = 1.0
"""Seconds between two looks whether the parent is there."""


class ProcessGroup:
    """A child that leads a session of its own, and all that it starts there."""

    def __init__(self, pid: int) -> None:
        """Take up a process that has just been started as the leader of a session."""
        self._pid = pid

    def begin(self, bounds: Bounds) -> None:
        """Nothing: it runs already."""

    def give_way(self) -> None:
        """Let other processes go first: call it before it has threads, which inherit this."""
        with contextlib.suppress(ProcessLookupError):
            niceness = os.getpriority(os.PRIO_PROCESS, self._pid) + POLITENESS
            os.setpriority(os.PRIO_PROCESS, self._pid, niceness)

    def terminate(self) -> None:
        """Ask all of it to end, if any of it is left and ours."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """End all of it, if any of it is left and ours; may be called again."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, number)


class PipeOutlet:
    """Where to send what a child should read, without ever waiting."""

    def __init__(self, pipe: IO[bytes]) -> None:
        """Take over the writing end of a child's pipe, which has no buffer."""
        self._pipe = pipe
        os.set_blocking(pipe.fileno(), False)

    def send(self, data: memoryview) -> int:
        """Write what there is room for; how many bytes. BlockingIOError if there is no room."""
        return os.write(self._pipe.fileno(), data)

    def close(self) -> None:
        """End the child's input."""
        self._pipe.close()


outlet = PipeOutlet


def selectable(pipe: IO[bytes]) -> IO[bytes]:
    """What comes from the reading end of a child's pipe, as `selectors` can wait for it."""
    return pipe


def start_detached(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Start a process without input and output that outlives this one, its group and its terminal."""
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True)


def give_way() -> None:
    """Let other processes go first."""
    os.nice(POLITENESS)


def wait_for_parent(parent: int) -> None:
    """Block until the process that has started this one has ended.

    Polled, since the kernel's own signal is tied to the *thread* that started us.
    """
    while os.getppid() == parent:
        time.sleep(PARENT_CHECK)
