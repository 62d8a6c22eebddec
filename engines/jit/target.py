"""The processor that kernels are compiled for: a level that many machines share, where this one has it.

On x86-64 that is level 3 (AVX2, BMI2, FMA), so that kernels can travel: they run as fast as those that are
compiled for this very processor (2.57 M against 2.56 M nodes a second on one with AVX-512).
"""

import os
import platform

import numba
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name

LEVEL_3 = "x86-64-v3"
NEEDED = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "xsave")
"""What tells level 3 from level 2."""
FEATURES = (
    "+64bit,+avx,+avx2,+bmi,+bmi2,+cmov,+crc32,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,"
    "+sahf,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+xsave"
)
SLOW_GATHERS = ("znver1", "znver2")
"""Processors whose pext and pdep take dozens of cycles."""


def _has_level_3() -> bool:
    features = get_host_cpu_features()
    return platform.machine().lower() in ("x86_64", "amd64") and all(features.get(name) for name in NEEDED)


GATHERS = bool(get_host_cpu_features().get("bmi2")) and get_host_cpu_name() not in SLOW_GATHERS
"""Whether pext and pdep are worth using."""
SHARED = "NUMBA_CPU_NAME" not in os.environ and _has_level_3()
"""Whether kernels are compiled for level 3."""
NAME = f"{LEVEL_3 if SHARED else get_host_cpu_name()}{'' if GATHERS else '-no-gathers'}"
"""What kernels are compiled for, in a word."""


def install() -> None:
    """Have numba compile for the chosen level; to be called before the first kernel is compiled."""
    if SHARED:
        numba.config.CPU_NAME, numba.config.CPU_FEATURES = LEVEL_3, FEATURES  # type: ignore[attr-defined]
