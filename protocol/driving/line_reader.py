"""What an engine writes, cut into lines, at a rate that leaves time and disk to others."""

import time
from collections.abc import Callable

from boyi.protocol.lines import LONGEST, Lines

LINE_COST = 128
"""Bytes that a line counts beside its own: what takes time is lines more than bytes."""


class ReadAllowance:
    """So many bytes at once, and so many a second for long."""

    def __init__(self, burst: int, rate: int) -> None:
        """Nothing is spent yet."""
        self._slack = burst / rate
        self._rate = rate
        self._paid_until = 0.0

    def spend(self, cost: int, now: float) -> float:
        """Take from it, at a time of the monotonic clock; the seconds until the debt is paid, 0 if none."""
        paid = self._paid_until if self._paid_until > now else now
        self._paid_until = paid + cost / self._rate
        debt = self._paid_until - now - self._slack
        return debt if debt > 0 else 0.0


class LineReader:
    """One pipe's bytes; keeps no more than one line of them."""

    def __init__(self, take: Callable[[str], None], remark: Callable[[str], None]) -> None:
        """Lines that are not empty go to `take`, what is worth saying about them to `remark`."""
        self.flooded = False
        """Whether more comes than is worth a log; it is heard all the same."""
        self._lines = Lines()
        self._take = take
        self._remark = remark
        # A quarter of a core; engines that think write less than a hundredth of it.
        self._reading = ReadAllowance(4 << 20, 64 << 20)
        self._logging = ReadAllowance(4 << 20, 1 << 20)

    def feed(self, data: bytes) -> float:
        """Pass on the lines that the bytes complete; the seconds for which nothing more should be read."""
        lines = self._lines.feed(data)
        cost, now = len(data) + LINE_COST * len(lines), time.monotonic()
        flooded = self._logging.spend(cost, now) > 0
        if flooded and not self.flooded:
            self._remark("a flood: its lines are heard, but not logged")
        self.flooded = flooded
        self._pass_on(lines)
        return self._reading.spend(cost, now)

    def close(self) -> None:
        """Pass on what stands after the last line break."""
        self._pass_on(self._lines.close())

    def _pass_on(self, lines: list[str | None]) -> None:
        for line in lines:
            if line:
                self._take(line)
            elif line is None:
                self._remark(f"a line of more than {LONGEST} bytes was dropped")
