"""The clock: one for Python and kernels, read as each system wants it."""

import ctypes
import time
from typing import Any

import llvmlite.binding
import numba
import pytest
from numba.core import types
from numba.extending import intrinsic

from boyi.engines.jit import COMPILED, entry
from boyi.engines.jit.clock import now, read_macos, read_windows

FREQUENCY = 10_000_000
TICKS = FREQUENCY * 86400 * 400 + 1_234_567
"""Of a machine that has been on for more than a year: ticks times a thousand million would overflow."""
WRITES = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int64))
READS = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint32)


@entry
def kernel_now() -> Any:
    return now()


def writes(number: int) -> Any:
    def write(place: Any) -> int:
        place[0] = number
        return 1

    return WRITES(write)


CALLS = {
    "QueryPerformanceCounter": writes(TICKS),
    "QueryPerformanceFrequency": writes(FREQUENCY),
    "clock_gettime_nsec_np": READS(lambda clock: 5 if clock == 8 else 0),
}


@intrinsic
def _windows(typingctx: Any) -> Any:
    return types.int64(), lambda context, builder, sig, args: read_windows(builder)


@intrinsic
def _macos(typingctx: Any) -> Any:
    return types.int64(), lambda context, builder, sig, args: read_macos(builder)


def test_kernels_and_python_read_one_clock():
    before, between, after = now(), kernel_now(), now()
    assert before <= between <= after


def test_it_is_monotonic_time():
    assert abs(now() - time.monotonic_ns()) < 10**9


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("read", "nanoseconds"), [(_windows, TICKS * 10**9 // FREQUENCY), (_macos, 5)], ids=["windows", "macos"]
)
def test_kernels_read_the_clocks_of_other_systems(read, nanoseconds):
    """Their functions are played by ours."""
    for name, call in CALLS.items():
        llvmlite.binding.add_symbol(name, ctypes.cast(call, ctypes.c_void_p).value)

    @numba.njit
    def run():
        return read()

    assert run() == nanoseconds
