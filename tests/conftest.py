"""The real chess engine, for tests that talk to it."""

from collections.abc import Iterator

import pytest

from tests.support.protocol.talking import Talk


@pytest.fixture(scope="module")
def shared() -> Iterator[Talk]:
    """One process for all rows that leave it running."""
    with Talk() as talk:
        talk.say("setoption name Hash value 4")
        talk.settle()
        yield talk


@pytest.fixture
def engine(shared: Talk) -> Talk:
    """The process as after its start."""
    shared.say("stop", "ucinewgame", "position startpos")
    shared.settle()
    return shared
