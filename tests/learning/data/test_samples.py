"""Samples keep their positions, and damaged shards are named."""

import numpy as np
import pytest

from boyi.engines.jit import Int, Record, entry
from boyi.learning.data.samples import (
    CARD,
    load,
    mirror_files,
    pack,
    piece_at,
    sample_dtype,
    save_shard,
    unused_seed,
)
from boyi.learning.nnue.networks import CHESS
from tests.support.learning.positions import samples, walk


@entry
def _piece(sample: Record, square: Int) -> Int:
    return piece_at(sample, square)


def test_a_packed_board_gives_back_every_piece():
    for pos in walk(50, seed=3):
        sample = np.zeros(1, CHESS.sample)[0]
        sample.board[:] = pack(pos.board)
        assert [_piece(sample, square) for square in range(64)] == list(pos.board)


def test_boards_with_an_odd_number_of_squares_are_packed_too():
    board = np.arange(9, dtype=np.uint8)
    sample = np.zeros(1, sample_dtype(9))[0]
    sample.board[:] = pack(board)
    assert [_piece(sample, square) for square in range(9)] == list(board)


def test_boards_are_mirrored_file_by_file_and_back():
    made = samples(50, name="xiangqi")
    before = made["board"].copy()
    mirror_files(made, 9)
    for old, new in zip(before, made["board"], strict=True):
        cells = [np.stack([board & 15, board >> 4], 1).reshape(10, 9) for board in (old, new)]
        assert (cells[0] == cells[1][:, ::-1]).all()
    mirror_files(made, 9)
    assert (made["board"] == before).all()


def test_shards_are_read_back_in_order(tmp_path):
    first, second = samples(30, seed=1), samples(50, seed=2)
    save_shard(tmp_path, "a", first, {"seed": 1})
    save_shard(tmp_path, "b", second, {"seed": 2})
    read = load(CHESS.sample, tmp_path)
    assert read.dtype == CHESS.sample
    assert read.tobytes() == first.tobytes() + second.tobytes()


def test_a_damaged_shard_is_named(tmp_path):
    save_shard(tmp_path, "a", samples(30), {})
    path = tmp_path / "a.npy"
    content = bytearray(path.read_bytes())
    content[-5] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"a\.npy is damaged"):
        load(CHESS.sample, tmp_path)


def test_samples_of_another_game_are_refused(tmp_path):
    save_shard(tmp_path, "a", np.zeros(10, sample_dtype(90)), {})
    with pytest.raises(ValueError, match="other samples"):
        load(CHESS.sample, tmp_path)


def test_a_shard_that_was_not_entered_does_not_count(tmp_path):
    save_shard(tmp_path, "a", samples(30), {})
    (tmp_path / "b.partial").write_bytes(b"half")
    assert len(load(CHESS.sample, tmp_path)) == 30
    assert len((tmp_path / CARD).read_text().splitlines()) == 1


def test_a_name_is_given_once(tmp_path):
    save_shard(tmp_path, "a", samples(30), {})
    with pytest.raises(ValueError, match=r"a\.npy is there already"):
        save_shard(tmp_path, "a", samples(20), {})
    assert len(load(CHESS.sample, tmp_path)) == 30


def test_no_seed_is_used_twice(tmp_path):
    assert unused_seed(tmp_path / "nowhere", 4) == 4
    for name in ("000001-000000000", "strays-000002-000500000", "labels-0007-0001", "other"):
        save_shard(tmp_path, name, samples(10), {})
    assert [unused_seed(tmp_path, wanted) for wanted in (1, 7, 8, 20)] == [8, 8, 8, 20]


def test_half_a_line_of_a_card_is_passed_over_and_cut_off(tmp_path):
    save_shard(tmp_path, "a", samples(30), {})
    save_shard(tmp_path, "b", samples(20, seed=2), {})
    whole = (tmp_path / CARD).read_bytes()
    (tmp_path / CARD).write_bytes(whole[:-9])
    assert len(load(CHESS.sample, tmp_path)) == 30
    save_shard(tmp_path, "c", samples(10, seed=3), {})
    assert len(load(CHESS.sample, tmp_path)) == 40
    assert (tmp_path / CARD).read_bytes().startswith(whole.splitlines(keepends=True)[0])
    assert (tmp_path / "b.npy").exists()


def test_a_line_of_a_card_that_makes_no_sense_is_named(tmp_path):
    save_shard(tmp_path, "a", samples(30), {})
    with (tmp_path / CARD).open("a") as card:
        card.write('{"shard": "b.npy"}\n')
    with pytest.raises(ValueError, match=r"card\.jsonl, line 2: "):
        load(CHESS.sample, tmp_path)


def test_a_shard_that_the_card_does_not_name_keeps_its_seed(tmp_path):
    save_shard(tmp_path, "000004-000000000", samples(10), {})
    (tmp_path / CARD).unlink()
    assert unused_seed(tmp_path, 4) == 5


def test_equal_samples_are_equal_files(tmp_path):
    """Whatever lay in the gaps of their records."""
    one = samples(30)
    other = one.copy()
    gaps = np.ones(CHESS.sample.itemsize, bool)
    for kind, offset, *_ in dict(CHESS.sample.fields or {}).values():
        gaps[offset : offset + kind.itemsize] = False
    assert gaps.any()
    other.view(np.uint8).reshape(len(one), -1)[:, gaps] = 0xAA
    for name, part in {"a": one, "b": other}.items():
        save_shard(tmp_path, name, part, {})
    assert (tmp_path / "a.npy").read_bytes() == (tmp_path / "b.npy").read_bytes()
