"""The learned chess evaluation: kept up move by move, it says what a plain sum over the board says."""

import random

import numpy as np
import pytest

from boyi.engines.chess.evaluation import nnue as net
from boyi.engines.chess.evaluation.endings import FEW, WHOLE, ending_scale
from boyi.engines.chess.position import KNIGHTS, QUEENS, ROOKS
from boyi.engines.evaluators import nnue
from boyi.engines.jit import Int, Record, copy, entry
from boyi.engines.play import bound_value, legal_moves, take_back, try_move
from boyi.engines.rules import evaluate, skip, unskip
from tests.support.engines.thinking import position


@entry
def _value(pos: Record, weights: Record) -> Int:
    return evaluate(pos, weights)


@entry
def _value_after_skip(pos: Record, weights: Record) -> Int:
    if not skip(pos):
        return np.int64(0)
    found = evaluate(pos, weights)
    unskip(pos)
    return -found


@entry
def _ending_scale(pos: Record, leader: Int) -> Int:
    return ending_scale(pos, leader)


def _view(pos: Record, weights: Record, view: int) -> np.ndarray:
    pieces = [(int(piece), square) for square, piece in enumerate(pos.board) if piece != 6]
    king = next(square for piece, square in pieces if piece == 5 + 8 * view)
    turn = 56 * view ^ (7 if king % 8 >= 4 else 0)
    rank, file = divmod(king ^ turn, 8)
    first = 768 * (min(rank + 1, 3) if rank else int(file >= 2))
    own = [(piece ^ 8 * view, square ^ turn) for piece, square in pieces]
    rows = [first + (piece >> 3) * 384 + (piece & 7) * 64 + square for piece, square in own]
    total: np.ndarray = weights.bias.astype(np.int64) + weights.rows[rows].astype(np.int64).sum(axis=0)
    clipped: np.ndarray = np.clip(total, 0, 255)
    return clipped


def _plain(pos: Record, weights: Record) -> int:
    count = int(np.count_nonzero(pos.board != 6))
    bucket, side = min((count - 2) // 4, 7), int(pos.side)
    sums = [
        int((_view(pos, weights, side ^ seat) ** 2 * weights.output[bucket, seat].astype(np.int64)).sum())
        for seat in range(2)
    ]
    total = sum(sums) // 255 + int(weights.output_bias[bucket])
    value = total * int(weights.scale) // (255 * 64)
    return value * _scale(pos, side if value > 0 else 1 - side) // int(WHOLE)


def _scale(pos: Record, leader: int) -> int:
    """How much of an advantage is real; many pieces, with others than bishops, are not looked at."""
    many = int(np.count_nonzero(pos.board != 6)) > FEW
    if many and (pos.pieces[KNIGHTS] | pos.pieces[ROOKS] | pos.pieces[QUEENS]):
        return int(WHOLE)
    return int(_ending_scale(pos, np.int64(leader)))


@pytest.fixture(params=["untrained", "built in"])
def weights(request) -> Record:
    return net.builtin() if request.param == "built in" else nnue.random_network(net.NET, 7, 200)


def test_values_kept_up_through_wandering_lines(chess_game, weights):
    rng, met = random.Random(3), 0
    for _ in range(30):
        pos, line = position(chess_game, ""), list[int]()
        bound_value(pos, weights)
        for _ in range(150):
            if line and rng.random() < 0.25:
                take_back(pos, line.pop())
            elif moves := legal_moves(pos):
                line.append(rng.choice(moves))
                try_move(pos, line[-1])
            if rng.random() < 0.5:
                met += 1
                assert _value(pos, weights) == _plain(pos, weights), chess_game.notation.write(pos)
    assert met > 1000


SPECIAL = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castling, kings that cross the middle"),
    ("4k3/8/8/8/8/8/3K4/8 w - - 0 1", "kings that go to another region"),
    ("8/P6k/8/8/8/8/p6K/8 w - - 0 1", "promotion"),
    ("7k/8/8/pP6/8/8/8/K7 w - a6 0 1", "en passant"),
    ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "promotion by capture"),
]


@pytest.mark.parametrize("fen", [fen for fen, _ in SPECIAL], ids=[what for _, what in SPECIAL])
def test_values_after_special_moves(chess_game, weights, fen):
    pos = position(chess_game, fen)
    bound_value(pos, weights)
    for move in legal_moves(pos):
        try_move(pos, move)
        assert _value(pos, weights) == _plain(pos, weights), chess_game.notation.text(pos, move)
        for reply in legal_moves(pos):
            try_move(pos, reply)
            assert _value(pos, weights) == _plain(pos, weights)
            take_back(pos, reply)
        take_back(pos, move)


def test_other_weights_know_nothing_of_what_was_summed_up_before(chess_game, weights):
    pos, other = (
        position(chess_game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        nnue.random_network(net.NET, 8, 200),
    )
    for now in (weights, other, weights):
        assert bound_value(pos, now) == _plain(pos, now)
        for move in legal_moves(pos):
            try_move(pos, move)
            assert _value(pos, now) == _plain(pos, now)
            take_back(pos, move)


def test_a_skipped_turn_changes_who_is_asked_alone(chess_game, weights):
    pos = position(chess_game, chess_game.bench[2])
    bound_value(pos, weights)
    other = copy(pos)
    other.side ^= 1
    assert _value_after_skip(pos, weights) == -_plain(other, weights)


def test_the_mirrored_position_has_the_same_value(chess_game, weights):
    for fen in chess_game.bench:
        pos = position(chess_game, fen)
        mirrored = chess_game.notation.mirror(pos)
        assert bound_value(pos, weights) == bound_value(mirrored, weights)
