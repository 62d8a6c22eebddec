"""A stream of bytes, cut into lines of text that are fit to be parsed."""

LONGEST = 1 << 20
"""Bytes of a line; a longer one is dropped up to its end."""


class Lines:
    """Collects bytes and gives out whole lines; holds no more than the longest line in memory."""

    def __init__(self, longest: int = LONGEST, end: bytes = b"\n") -> None:
        """Start at the beginning of a stream whose lines end so."""
        self.longest = longest
        """Bytes of a line; may be changed between two pieces."""
        self._end = end
        self._part = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[str | None]:
        """The lines that the bytes complete; None for one that was too long."""
        first, *others = data.split(self._end)
        if others == [b""] and not self._part and not self._too_long and len(first) <= self.longest:
            return [_text(first)]  # one whole line, as most often
        self._add(first)
        lines = []
        for other in others:
            lines.append(self._take())
            self._add(other)
        return lines

    def close(self) -> list[str | None]:
        """What stands after the last line's end, if anything."""
        return [self._take()] if self._part or self._too_long else []

    def _add(self, data: bytes) -> None:
        self._too_long = self._too_long or len(self._part) + len(data) > self.longest
        if self._too_long:
            self._part.clear()
        else:
            self._part += data

    def _take(self) -> str | None:
        line = None if self._too_long else _text(self._part)
        self._part.clear()
        self._too_long = False
        return line


def _text(data: bytes | bytearray) -> str:
    return data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\0", "\ufffd").strip()
