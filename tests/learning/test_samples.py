"""Samples keep their positions, and damaged shards are named."""

import numpy as np
import pytest

from boyi.engines.jit import Int, Record, entry
from boyi.learning.nets.chess import SAMPLE
from boyi.learning.samples import CARD, load, pack, piece_at, sample_dtype, save_shard, unused_seed
from tests.learning.positions import samples, walk


@entry
def _piece(sample: Record, square: Int) -> Int:
    return piece_at(sample, square)


def test_a_packed_board_gives_back_every_piece():
    for pos in walk(50, seed=3):
        sample = np.zeros(1, SAMPLE)[0]
        sample.board[:] = pack(pos.board)
        assert [_piece(sample, square) for square in range(64)] == list(pos.board)


def test_boards_with_an_odd_number_of_squares_are_packed_too():
    board = np.arange(9, dtype=np.uint8)
    sample = np.zeros(1, sample_dtype(9))[0]
    sample.board[:] = pack(board)
    assert [_piece(sample, square) for square in range(9)] == list(board)


def test_shards_are_read_back_in_order(tmp_path):
    first, second = samples(30, seed=1), samples(50, seed=2)
    save_shard(tmp_path, "a", first, {"seed": 1})
    save_shard(tmp_path, "b", second, {"seed": 2})
    read = load(SAMPLE, tmp_path)
    assert read.dtype == SAMPLE
    assert read.tobytes() == first.tobytes() + second.tobytes()


def test_a_damaged_shard_is_named(tmp_path):
    save_shard(tmp_path, "a", samples(30), {})
    path = tmp_path / "a.npy"
    content = bytearray(path.read_bytes())
    content[-5] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"a\.npy is damaged"):
        load(SAMPLE, tmp_path)


def test_samples_of_another_game_are_refused(tmp_path):
    save_shard(tmp_path, "a", np.zeros(10, sample_dtype(90)), {})
    with pytest.raises(ValueError, match="other samples"):
        load(SAMPLE, tmp_path)


def test_a_shard_that_was_not_entered_does_not_count(tmp_path):
    save_shard(tmp_path, "a", samples(30), {})
    (tmp_path / "b.partial").write_bytes(b"half")
    assert len(load(SAMPLE, tmp_path)) == 30
    assert len((tmp_path / CARD).read_text().splitlines()) == 1


def test_a_name_is_given_once(tmp_path):
    save_shard(tmp_path, "a", samples(30), {})
    with pytest.raises(ValueError, match=r"a\.npy is there already"):
        save_shard(tmp_path, "a", samples(20), {})
    assert len(load(SAMPLE, tmp_path)) == 30


def test_no_seed_is_used_twice(tmp_path):
    assert unused_seed(tmp_path / "nowhere", 4) == 4
    for name in ("000001-000000000", "strays-000002-000500000", "labels-0007-0001", "other"):
        save_shard(tmp_path, name, samples(10), {})
    assert [unused_seed(tmp_path, wanted) for wanted in (1, 7, 8, 20)] == [8, 8, 8, 20]
