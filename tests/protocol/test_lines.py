"""Bytes become lines, however they are cut and whatever they hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boyi.protocol.lines import LONGEST, Lines


def cut(data: bytes, size: int, longest: int = LONGEST) -> list[str | None]:
    lines = Lines(longest)
    parts = [lines.feed(data[start : start + size]) for start in range(0, len(data), size)]
    return [line for part in parts for line in part] + lines.close()


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"uci\nisready\n", ["uci", "isready"]),
        (b"uci\r\n\r\n\tisready \r\n", ["uci", "", "isready"]),
        (b"uci", ["uci"]),
        (b"", []),
        (b"\xef\xbb\xbfuci\n", ["uci"]),
        (b"a\0b\n\xff\xfe\nuci\n", ["a\ufffdb", "\ufffd\ufffd", "uci"]),
        ("größe\n".encode(), ["größe"]),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_lines(data: bytes, lines: list[str], size: int) -> None:
    assert cut(data, size) == lines


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_line_too_long_is_dropped_and_the_next_is_whole(size: int) -> None:
    assert cut(b"a" * 10 + b"\n" + b"b" * 11 + b"\nuci\n" + b"c" * 500, size, longest=10) == [
        "a" * 10,
        None,
        "uci",
        None,
    ]


@given(st.binary(), st.integers(1, 9))
def test_the_cuts_do_not_matter(data: bytes, size: int) -> None:
    assert cut(data, size, longest=20) == cut(data, 1 << 16, longest=20)
