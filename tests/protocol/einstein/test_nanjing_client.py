"""Messages out of a stream of bytes, however the network cuts and glues them."""

import random

import pytest

from boyi.protocol.einstein.nanjing_client import MOST, MessageStream

BOARD = "[[1, 2, 0, 0, 0], [4, 0, 0, 3, 0], [6, 0, 10, 0, 9], [0, 0, 0, 0, 12], [0, 0, 7, 11, 0]]|"
QUESTIONS = [f"{BOARD}{die}" for die in (8, 12, 3, 1, 10, 7)]


@pytest.mark.parametrize("between", ["", "\0", "\r\n", " "])
def test_glued_messages_are_told_apart(between):
    stream = MessageStream()
    told = stream.feed(between.join([*QUESTIONS, "close"]).encode())
    assert told == [*QUESTIONS, "close"]
    assert not stream.waiting


def test_a_stream_may_be_cut_anywhere():
    data, rng = "".join([*QUESTIONS, "close"]).encode(), random.Random(1)
    for _ in range(50):
        cuts = sorted(rng.sample(range(1, len(data)), 6))
        stream = MessageStream()
        parts = [data[i:j] for i, j in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        told = [message for part in parts for message in stream.feed(part)]
        # a cut between the digits of 12 or 10 is not noticed before the rest has come
        assert told == [*QUESTIONS, "close"]


def test_a_die_that_may_grow_is_waited_for():
    stream = MessageStream()
    assert stream.feed(f"{BOARD}1".encode()) == []
    assert stream.waiting
    assert stream.feed(b"2") == [f"{BOARD}12"]
    assert stream.feed(f"{BOARD}1".encode()) == []
    assert stream.flush() == [f"{BOARD}1"]
    assert stream.feed(f"{BOARD}7".encode()) == [f"{BOARD}7"]


def test_noise_is_a_message_and_is_not_kept_for_ever():
    stream = MessageStream()
    assert stream.feed(b"hello" + QUESTIONS[0].encode()) == ["hello", QUESTIONS[0]]
    assert stream.feed(b"\xff\xfe") == []
    assert stream.flush() == ["\ufffd\ufffd"]
    assert stream.feed(b"x" * (MOST + 1)) == ["x" * MOST]
    assert stream.flush() == []
