"""How busy the machine is, so that bounds of time hold on a busy one and bind on a quiet one."""

import time

BEAT = 0.02
"""Seconds of processor time that a measurement takes."""
BEATS = 3


def pulse() -> float:
    """How many times longer than on a quiet machine work takes just now, at the worst of a few looks."""
    return max(1.0, *(_beat() for _ in range(BEATS)))


def _beat() -> float:
    begun, spent = time.monotonic(), time.process_time()
    while time.process_time() - spent < BEAT:
        pass
    return (time.monotonic() - begun) / BEAT


def stretched(seconds: float, grace: float = 0.25) -> float:
    """A bound of time for this machine: so many seconds and a turn of waiting for a processor, by its pulse.

    Measure it after the work that it binds, in whose company the machine was as busy.
    """
    measured = pulse()
    return seconds * measured + grace * (measured - 1)
