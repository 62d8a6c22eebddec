"""Processes on Windows: a job object holds a child and all that it starts, bounds them and ends them."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from ctypes import wintypes

from boyi.engines.platforms.children import NO_BOUNDS, Bounds, Launch

assert sys.platform == "win32"

TERMINATION = (signal.SIGINT, signal.SIGTERM, signal.SIGBREAK)
"""The signals that ask a process to end."""
SIGNAL_GLANCE: float | None = 0.1
"""Seconds after which a thread that waits must look for signals, for they do not interrupt it here."""
PARENT_CHECK = 1.0
"""Seconds to sleep where the parent can't be waited for."""

CREATE_SUSPENDED = 0x4
BREAKAWAY_FROM_JOB = 0x01000000
"""CREATE_BREAKAWAY_FROM_JOB: a client's job object does not end the process."""
SYNCHRONIZE = 0x00100000
CHILD_RIGHTS = 0x0001 | 0x0100 | 0x0800
"""PROCESS_TERMINATE, PROCESS_SET_QUOTA and PROCESS_SUSPEND_RESUME."""
NO_SUCH_PROCESS = 87
"""ERROR_INVALID_PARAMETER, OpenProcess' word for a process that is gone."""
FOREVER = 0xFFFFFFFF
EXTENDED_LIMITS = 9
"""JobObjectExtendedLimitInformation."""
LIMITS = 0x2000 | 0x0800 | 0x0400
"""KILL_ON_JOB_CLOSE, for when we die; BREAKAWAY_OK, for detached processes; DIE_ON_UNHANDLED_EXCEPTION."""
JOB_MEMORY, JOB_PRIORITY = 0x0200, 0x0020
KILLED = 1
"""The exit code of what is killed."""

KERNEL = ctypes.WinDLL("kernel32", use_last_error=True)
NATIVE = ctypes.WinDLL("ntdll")
for returned in (KERNEL.OpenProcess, KERNEL.CreateJobObjectW, KERNEL.GetCurrentProcess):
    returned.restype = wintypes.HANDLE


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("smallest_working_set", ctypes.c_size_t),
        ("largest_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", BasicLimits),
        ("counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peaks", ctypes.c_size_t * 2),
    )


def launch(command: Sequence[str], bounds: Bounds = NO_BOUNDS) -> Launch:
    """How to start a child in a group of its own, which waits until `adopt` has put it into a job."""
    return Launch(list(command), {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | CREATE_SUSPENDED})


class JobObject:
    """A child and all that it starts; the system ends them when their last handle goes: when we die."""

    def __init__(self, pid: int) -> None:
        """Put a process that waits for its begin into a job of its own."""
        self._pid = pid
        self._process = wintypes.HANDLE(KERNEL.OpenProcess(CHILD_RIGHTS, False, pid))
        self._job = wintypes.HANDLE(KERNEL.CreateJobObjectW(None, None))
        self._open = True
        self._bound(NO_BOUNDS)
        KERNEL.AssignProcessToJobObject(self._job, self._process)

    def begin(self, bounds: Bounds) -> None:
        """Bound the memory and the rank of all of it, and let it run."""
        self._bound(bounds)
        NATIVE.NtResumeProcess(self._process)

    def terminate(self) -> None:
        """Ask all of it to end as a key at its console would; without effect where there is no console."""
        with contextlib.suppress(OSError):
            os.kill(self._pid, signal.CTRL_BREAK_EVENT)

    def kill(self) -> None:
        """End all of it, if any of it is left; may be called again."""
        if self._open:
            self._open = False
            KERNEL.TerminateJobObject(self._job, KILLED)
            KERNEL.TerminateProcess(self._process, KILLED)  # in case it never got into the job
            KERNEL.CloseHandle(self._job)
            KERNEL.CloseHandle(self._process)

    def _bound(self, bounds: Bounds) -> None:
        limits = ExtendedLimits()
        limits.basic.flags = LIMITS | (JOB_MEMORY if bounds.memory is not None else 0)
        limits.job_memory = bounds.memory or 0
        if bounds.polite:
            limits.basic.flags |= JOB_PRIORITY
            limits.basic.priority = subprocess.BELOW_NORMAL_PRIORITY_CLASS
        size = ctypes.sizeof(limits)
        KERNEL.SetInformationJobObject(self._job, EXTENDED_LIMITS, ctypes.byref(limits), size)


adopt = JobObject


def start_detached(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Start a process without input and output that outlives this one, its group and its console."""
    nowhere, flags = subprocess.DEVNULL, subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    try:
        return subprocess.Popen(
            command, stdin=nowhere, stdout=nowhere, stderr=nowhere, creationflags=flags | BREAKAWAY_FROM_JOB
        )
    except PermissionError:  # a client's job may hold all that we start
        return subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, creationflags=flags)


def give_way() -> None:
    """Let other processes go first."""
    KERNEL.SetPriorityClass(
        wintypes.HANDLE(KERNEL.GetCurrentProcess()), subprocess.BELOW_NORMAL_PRIORITY_CLASS
    )


def wait_for_parent(parent: int) -> None:
    """Block until the process that has started this one has ended; for ever if that can't be told."""
    handle = KERNEL.OpenProcess(SYNCHRONIZE, False, parent)
    if handle:
        KERNEL.WaitForSingleObject(wintypes.HANDLE(handle), wintypes.DWORD(FOREVER))
        return
    while ctypes.get_last_error() != NO_SUCH_PROCESS:
        time.sleep(PARENT_CHECK)
