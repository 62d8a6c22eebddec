"""What our code calls of kernel32 and ntdll, played by Unix; a handle of a process is its number."""

import contextlib
import itertools
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

assert sys.platform == "linux", "imported before anything is simulated"

NO_SUCH_PROCESS = 87
CREATE_SUSPENDED = 4
KILL_ON_JOB_CLOSE = 0x2000
_killpg = os.killpg
_kill = os.kill
_signals = dict[str, signal.Signals]()
_jobs = dict[int, int]()
_numbers = itertools.count(1 << 40)


def remember_signals() -> None:
    """Know the signals of Unix before they are hidden."""
    _signals.update({each.name: each for each in signal.Signals})


def to_group(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process and all of its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        _killpg(pid, number)


class FakeLibrary:
    """A library whose functions are those below; what is not there fails as in a wrong DLL."""

    def __init__(self, name: str, use_last_error: bool = False) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        function = CALLS[self._name].get(name)
        if function is None:
            raise AttributeError(f"function {name!r} not found in {self._name}")
        return FakeFunction(function)


class FakeFunction:
    """A function of a library, whose arguments are numbers and values of ctypes."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.restype: Any = None

    def __call__(self, *words: Any) -> Any:
        return self._function(*(getattr(word, "value", word) for word in words))


def _open_process(rights: int, inherit: bool, pid: int) -> int | None:
    return pid if os.path.exists(f"/proc/{pid}") else None  # noqa: PTH110


def _create_job(security: None, name: None) -> int:
    return next(_numbers)


def _set_information(job: int, kind: int, limits: Any, size: int) -> int:
    assert (kind, size) == (9, 144), "JOBOBJECT_EXTENDED_LIMIT_INFORMATION has 144 bytes"
    told = limits._obj
    assert told.basic.flags & KILL_ON_JOB_CLOSE
    assert bool(told.basic.flags & 0x200) == (told.job_memory > 0)
    return 1


def _assign(job: int, process: int) -> int:
    assert os.getpgid(process) == process, "a group of its own"
    _jobs[job] = process
    return 1


def _end_job(job: int, code: int) -> int:
    to_group(_jobs[job], _signals["SIGKILL"])
    return 1


def _end_process(process: int, code: int) -> int:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        _kill(process, _signals["SIGKILL"])
    return 1


def _close(handle: int) -> int:
    if handle in _jobs:
        to_group(_jobs.pop(handle), _signals["SIGKILL"])  # as KILL_ON_JOB_CLOSE says
    return 1


def _wait(process: int, milliseconds: int) -> int:
    while os.path.exists(f"/proc/{process}"):  # noqa: PTH110
        time.sleep(0.02)
    return 0


def _resume(process: int) -> int:
    assert process in _jobs.values(), "in a job before it runs"
    to_group(process, _signals["SIGCONT"])
    return 0


def _tell_memory(status: Any) -> int:
    told = status._obj
    assert told.length == 64, "MEMORYSTATUSEX has 64 bytes"
    told.available_physical, told.available_page_file = 4 << 30, 8 << 30
    return 1


CALLS: dict[str, dict[str, Callable[..., Any]]] = {
    "kernel32": {
        "OpenProcess": _open_process,
        "CreateJobObjectW": _create_job,
        "SetInformationJobObject": _set_information,
        "AssignProcessToJobObject": _assign,
        "TerminateJobObject": _end_job,
        "TerminateProcess": _end_process,
        "CloseHandle": _close,
        "WaitForSingleObject": _wait,
        "GetCurrentProcess": os.getpid,
        "GlobalMemoryStatusEx": _tell_memory,
        "SetPriorityClass": lambda process, priority: 1,
    },
    "ntdll": {"NtResumeProcess": _resume},
}
