"""Windows, as far as Python's own names go: what Unix has is missing, what Windows alone has is played."""

import asyncio
import ctypes
import mmap
import os
import pathlib
import signal
import subprocess
import sys
import time
from typing import Any

from tests.support.systems import fake_kernel32, fake_msvcrt
from tests.support.systems.hiding import hide_from_us, hide_modules, hide_names

assert sys.platform == "linux"

UNIX_MODULES = ("fcntl", "resource", "uvloop", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline")
UNIX_CALLS = (
    *(
        "killpg",
        "getpgid",
        "getsid",
        "setsid",
        "geteuid",
        "getuid",
        "getgid",
        "fork",
        "nice",
        "sysconf",
        "uname",
    ),
    *("set_blocking", "get_blocking", "chown", "mkfifo", "openpty", "sched_getaffinity", "statvfs", "wait4"),
)
WINDOWS_SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"}
FLAGS = {"CREATE_NEW_PROCESS_GROUP": 0x200, "DETACHED_PROCESS": 8, "BELOW_NORMAL_PRIORITY_CLASS": 0x4000}
BREAK = signal.SIGUSR2
"""Stands for SIGBREAK."""


def install() -> None:
    """Act as Windows from now on."""
    sys.platform, os.name = "win32", "nt"
    pathlib.WindowsPath = pathlib.PosixPath  # type: ignore[misc,assignment]
    hide_from_us(os, UNIX_CALLS)
    hide_names(time, [name for name in dir(time) if name.startswith(("CLOCK_", "clock_", "pthread_"))])
    hide_names(mmap, [name for name in dir(mmap) if name.startswith(("MAP_", "MADV_", "PROT_"))])
    _replace_processes()
    _replace_signals()
    hide_modules(UNIX_MODULES)
    sys.modules["msvcrt"] = fake_msvcrt
    setattr(ctypes, "WinDLL", fake_kernel32.FakeLibrary)  # noqa: B010  a name of Windows alone
    setattr(ctypes, "get_last_error", lambda: fake_kernel32.NO_SUCH_PROCESS)  # noqa: B010


def _replace_processes() -> None:
    """Processes take the flags of Windows, and nothing of Unix; one that is to be suspended is stopped."""
    real, kill, stop = subprocess.Popen.__init__, signal.SIGKILL, signal.SIGSTOP
    for name, value in FLAGS.items():
        setattr(subprocess, name, value)

    def start(self: Any, *words: Any, creationflags: int = 0, **named: Any) -> None:
        if named.get("preexec_fn") is not None:
            raise ValueError("preexec_fn is not supported on Windows platforms")
        if named.pop("start_new_session", False):
            raise ValueError("a session is asked for, which Windows would pass over")
        real(self, *words, start_new_session=bool(creationflags & 0x208), **named)
        if creationflags & fake_kernel32.CREATE_SUSPENDED:
            os.kill(self.pid, stop)

    subprocess.Popen.__init__ = start  # type: ignore[method-assign,assignment,unused-ignore]
    subprocess.Popen.kill = lambda self: self.send_signal(kill)  # type: ignore[method-assign,assignment,unused-ignore]


def _replace_signals() -> None:
    """The signals of Windows; a key of the console goes to a group. Loops of events hear none."""
    fake_kernel32.remember_signals()
    real = os.kill
    hide_names(signal, [each.name for each in signal.Signals if each.name not in WINDOWS_SIGNALS])
    signal.SIGBREAK = BREAK  # type: ignore[attr-defined]
    signal.CTRL_BREAK_EVENT = "a key of the console"  # type: ignore[attr-defined]

    def kill(pid: int, number: Any) -> None:
        if number == "a key of the console":
            fake_kernel32.to_group(pid, BREAK)
        else:
            real(pid, number)

    def add_signal_handler(*words: Any) -> None:
        raise NotImplementedError

    os.kill = kill
    asyncio.SelectorEventLoop.add_signal_handler = add_signal_handler  # type: ignore[method-assign,assignment,unused-ignore]
