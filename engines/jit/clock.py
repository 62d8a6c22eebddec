"""The clock of deadlines: Python sets them, kernels look at them, by one monotonic clock of the system."""

import ctypes
import sys
import time
from collections.abc import Callable
from typing import Any

import llvmlite.binding
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from boyi.engines.host import SYSTEM
from boyi.engines.jit import Int

I32, I64 = ir.IntType(32), ir.IntType(64)
SECOND = 10**9
CLOCK_MONOTONIC = getattr(time, "CLOCK_MONOTONIC", 1)
"""Linux's number, where Python does not name it."""
CLOCK_UPTIME_RAW = 8
"""Of macOS: the clock that `time.monotonic_ns` reads there."""
WINDOWS_CALLS = ("QueryPerformanceCounter", "QueryPerformanceFrequency")

# Python's monotonic clock on Windows ticks 64 times a second before 3.13; this one counts what kernels count.
_read = time.perf_counter_ns if SYSTEM == "win32" else time.monotonic_ns


def now() -> Int:
    """Nanoseconds of the monotonic clock."""
    return _read()


def _call(builder: Any, name: str, returned: Any, *arguments: Any) -> Any:
    """Call a function of the system."""
    kind = ir.FunctionType(returned, [argument.type for argument in arguments])
    function = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
    return builder.call(function, arguments)


def _room(builder: Any, words: int) -> Any:
    with builder.goto_entry_block():
        return builder.alloca(I64, words)


def read_posix(builder: Any) -> Any:
    """Have a kernel read the clock by `clock_gettime`."""
    spec = _room(builder, 2)
    _call(builder, "clock_gettime", I32, ir.Constant(I32, CLOCK_MONOTONIC), spec)
    nanos = builder.load(builder.gep(spec, [ir.Constant(I32, 1)]))
    return builder.add(builder.mul(builder.load(spec), ir.Constant(I64, SECOND)), nanos)


def read_macos(builder: Any) -> Any:
    """Have a kernel read the clock of macOS that stands still while the machine sleeps, as Python's does."""
    return _call(builder, "clock_gettime_nsec_np", I64, ir.Constant(I32, CLOCK_UPTIME_RAW))


def read_windows(builder: Any) -> Any:
    """Have a kernel read the performance counter; seconds and their rest apart, lest the product overflow."""
    ticks, frequency = (_ask(builder, name) for name in WINDOWS_CALLS)
    second = ir.Constant(I64, SECOND)
    rest = builder.sdiv(builder.mul(builder.srem(ticks, frequency), second), frequency)
    return builder.add(builder.mul(builder.sdiv(ticks, frequency), second), rest)


def _ask(builder: Any, name: str) -> Any:
    """The number that a function of Windows writes where it is told."""
    room = _room(builder, 1)
    _call(builder, name, I32, room)
    return builder.load(room)


READERS: dict[str, Callable[[Any], Any]] = {"darwin": read_macos, "win32": read_windows}
"""How kernels read the clock, by system; elsewhere as on Linux."""


def _name_calls() -> None:
    """Tell LLVM where the functions are, which it would not find by itself in a library."""
    if sys.platform == "win32" and sys.platform == SYSTEM:
        library = ctypes.WinDLL("kernel32")
        for name in WINDOWS_CALLS:
            place = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
            llvmlite.binding.add_symbol(name, place)


_name_calls()


@intrinsic
def _now(typingctx: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return READERS.get(SYSTEM, read_posix)(builder)

    return types.int64(), codegen


@overload(now, inline="always")
def _now_overload() -> Callable[..., Any]:
    def body() -> Any:
        return _now()  # type: ignore[call-arg]

    return body
