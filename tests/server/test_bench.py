"""`server bench`, with few sockets: it measures, and leaves nothing behind."""

import re

from boyi.server.__main__ import main
from boyi.server.bench import Measured


def test_a_few_sockets(capsys):
    assert main(["bench", "--sockets", "20", "--seconds", "1.5"]) == 0
    told = capsys.readouterr().out
    assert re.match(r"20 sockets, .* each; \d+ messages: p50 [\d.]+ ms, p99 [\d.]+ ms, slowest", told), told


def test_percentiles():
    measured = Measured(3, [float(number) for number in range(1, 101)], 25_600.0)
    assert (measured.percentile(0.5), measured.percentile(0.99), measured.percentile(1.0)) == (51, 100, 100)
    assert str(measured).startswith("3 sockets, 25.6 kB each; 100 messages: p50 51.00 ms")
