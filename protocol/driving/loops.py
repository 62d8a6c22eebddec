"""Event loops in which engines are driven: which kind, and how they hear that the process is to end."""

import asyncio
import importlib
import signal
from collections.abc import Callable

from boyi.engines import platforms


def fastest_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    """What makes event loops: uvloop where it exists, which is not on Windows."""
    try:
        uvloop = importlib.import_module("uvloop")
    except ImportError:
        return asyncio.new_event_loop
    make: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return make


def hear_termination(end: Callable[[int], None]) -> None:
    """Have the running loop call `end` with the number of each signal that asks this process to end."""
    loop = asyncio.get_running_loop()
    for number in platforms.TERMINATION:
        try:
            loop.add_signal_handler(number, end, number)
        except NotImplementedError:  # the loop of Windows, which a handler of Python's wakes up
            signal.signal(number, lambda number, _: _wake(loop, end, number))


def _wake(loop: asyncio.AbstractEventLoop, end: Callable[[int], None], number: int) -> None:
    """Call `end` in a loop; not if it has ended."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(end, number)
