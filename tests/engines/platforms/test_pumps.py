"""Pumps: pipes of a child as sockets."""

import selectors
import socket
import subprocess
import sys

import pytest

from boyi.engines.platforms.pumps import outlet, selectable

LATE = 20.0
ECHO = "import sys; data = sys.stdin.buffer.read(); sys.stdout.buffer.write(data[::-1])"


def start(script: str) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-I", "-S", "-c", script], stdin=pipe, stdout=pipe, bufsize=0)


def everything(source: socket.socket) -> bytes:
    heard = b""
    with selectors.DefaultSelector() as selector:
        selector.register(source, selectors.EVENT_READ)
        while selector.select(LATE) and (data := source.recv(1 << 16)):
            heard += data
    return heard


def test_all_bytes_go_through_and_the_end_is_seen():
    said = bytes(range(256)) * 4000
    with start(ECHO) as child:
        assert child.stdin
        assert child.stdout
        source, drain = selectable(child.stdout), outlet(child.stdin)
        rest = memoryview(said)
        while rest:
            try:
                rest = rest[drain.send(rest) :]
            except BlockingIOError:
                with selectors.DefaultSelector() as selector:
                    selector.register(drain, selectors.EVENT_WRITE)
                    assert selector.select(LATE)
        drain.close()
        assert everything(source) == said[::-1]
        source.close()


def test_a_child_that_does_not_read_never_makes_us_wait():
    with start("import time; time.sleep(100)") as child:
        assert child.stdin
        drain = outlet(child.stdin)
        with pytest.raises(BlockingIOError):
            while True:
                drain.send(bytes(1 << 20))
        child.kill()
        drain.close()


def test_a_child_that_is_gone_is_noticed():
    with start("") as child:
        assert child.stdin
        child.wait()
        drain = outlet(child.stdin)
        drain.setblocking(True)
        with pytest.raises(OSError, match=r"Broken pipe|reset"):
            while True:
                drain.send(b"x")
        drain.close()
