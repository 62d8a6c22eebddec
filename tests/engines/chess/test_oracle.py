"""Chess against python-chess, which plays the same games by rules of its own."""

import random
from collections.abc import Iterator

import chess
import pytest

from boyi.engines.chess import notation
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import DRAWN, LOST, ONGOING
from tests.support.engines import kernels

SPARSE = (
    "8/8/8/3k4/8/3K1N2/8/8 w - - 60 90",
    "8/4k3/8/8/2B5/8/5pK1/8 w - - 0 60",
    "8/2k5/8/4b3/8/3B4/5K2/8 b - - 0 1",
    "8/8/3k4/8/2K5/1N6/1n6/8 w - - 80 90",
    "7k/8/8/8/8/8/R7/K7 w - - 84 100",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
)
"""Positions from which random games end in every way that a game can end."""


def expected(board: chess.Board) -> int:
    """How a game stands for the side to move, by python-chess."""
    if board.is_checkmate():
        return LOST
    drawn = (
        board.is_stalemate()
        or board.is_insufficient_material()
        or board.is_fifty_moves()
        or board.is_repetition(3)
    )
    return DRAWN if drawn else ONGOING


def boards(rng: random.Random) -> Iterator[chess.Board]:
    """Starts of games: the usual one, any of Chess960, and endings."""
    for number in range(240):
        if number % 3 == 0:
            yield chess.Board()
        elif number % 3 == 1:
            yield chess.Board.from_chess960_pos(rng.randrange(960))
        else:
            yield chess.Board(rng.choice(SPARSE))


def follow(board: chess.Board, rng: random.Random) -> Iterator[tuple[chess.Board, object, dict[str, int]]]:
    """A random game on both boards at once: board, record, and our moves by name."""
    pos = notation.read(board.fen(), {"UCI_Chess960": board.chess960})
    for _ in range(110):
        names = {notation.text(pos, move): move for move in legal_moves(pos)}
        yield board, pos, names
        if expected(board) != ONGOING:
            return
        # captures a little more often than chance has them, so that games come to an end
        moves = list(board.generate_legal_captures()) if rng.random() < 0.3 else []
        move = rng.choice(moves or list(board.legal_moves))
        play(pos, names[board.uci(move)])
        board.push(move)


def test_random_games_agree_in_moves_checks_results_and_text(rng):
    ends = []
    for start in boards(rng):
        for board, pos, names in follow(start, rng):
            fen = board.fen()
            assert set(names) == {board.uci(move) for move in board.legal_moves}, fen
            assert kernels.in_check(pos) == board.is_check(), fen
            assert result(pos) == expected(board), fen
            assert notation.write(pos) == fen
        ends.append(expected(board))
    assert ends.count(LOST) >= 3
    assert ends.count(DRAWN) >= 20


SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


@pytest.mark.parametrize("plies", [4, 7, 8, 9])
def test_the_third_occurrence_is_a_draw_and_not_the_second(plies):
    board, pos = chess.Board(), notation.read(chess.STARTING_FEN)
    for ply in range(plies):
        play(pos, notation.move(pos, SHUFFLE[ply % 4]))
        board.push_uci(SHUFFLE[ply % 4])
    assert result(pos) == expected(board)
    assert (result(pos) == DRAWN) == (plies >= 8)


def test_a_return_within_the_tree_is_a_draw_at_once():
    pos = notation.read(chess.STARTING_FEN)
    for name in SHUFFLE:
        play(pos, notation.move(pos, name))
    assert kernels.outcome(pos, 0) == ONGOING
    assert kernels.outcome(pos, 3) == ONGOING
    assert kernels.outcome(pos, 5) == DRAWN


def to_and_fro(board: chess.Board, rng: random.Random) -> chess.Move:
    """A move that goes back where it can, or now and then a pawn's, so that fifty moves never pass."""
    quiet = [move for move in board.legal_moves if not board.is_capture(move)]
    pawns = [move for move in quiet if board.piece_type_at(move.from_square) == chess.PAWN]
    if board.ply() % 60 < 2 and pawns:
        return rng.choice(pawns)
    pieces = [move for move in quiet if move not in pawns]
    last = board.move_stack[-2] if len(board.move_stack) > 1 else chess.Move.null()
    back = chess.Move(last.to_square, last.from_square)
    return back if back in pieces else rng.choice(pieces or quiet)


def test_repetitions_are_seen_however_long_the_game_was(rng):
    """The record makes room for itself now and then; what is needed of the past stays."""
    board, pos, repeated = chess.Board(), notation.read(chess.STARTING_FEN), 0
    for _ in range(800):
        move = to_and_fro(board, rng)
        play(pos, notation.move(pos, board.uci(move)))
        board.push(move)
        assert board.halfmove_clock < 100
        assert (result(pos) == DRAWN) == board.is_repetition(3), board.ply()
        repeated += board.is_repetition(3)
    assert repeated > 300


def test_losing_the_right_to_castle_makes_another_position():
    pos = notation.read("4k3/p7/8/8/8/8/P7/4K2R w K - 0 1")
    for ply, name in enumerate(("h1h2", "e8e7", "h2h1", "e7e8") * 2):
        play(pos, notation.move(pos, name))
        assert result(pos) == ONGOING, ply
    play(pos, notation.move(pos, "h1h2"))
    assert result(pos) == DRAWN


def test_a_mate_on_the_hundredth_ply_wins():
    pos = notation.read("7k/8/6K1/8/8/8/8/R7 w - - 99 80")
    play(pos, notation.move(pos, "a1a8"))
    assert result(pos) == LOST


def test_fifty_moves_are_a_draw_even_in_check():
    pos = notation.read("7k/8/8/6K1/8/8/8/R7 w - - 99 80")
    play(pos, notation.move(pos, "a1a8"))
    assert result(pos) == DRAWN


def test_an_en_passant_capture_that_a_pin_forbids_is_no_part_of_the_position():
    """Such a position is the same as without the right, and repeats as the same."""
    with_right = notation.read("8/8/8/K1Pp3r/8/8/8/4k3 w - d6 0 1")
    without = notation.read("8/8/8/K1Pp3r/8/8/8/4k3 w - - 0 1")
    assert int(with_right.key) == int(without.key)
    assert notation.write(with_right) == notation.write(without)


def test_an_en_passant_capture_forbidden_in_the_game_is_none_either():
    pos = notation.read("4k3/3p4/8/K1P4r/8/8/8/8 b - - 0 1")
    play(pos, notation.move(pos, "d7d5"))
    assert int(pos.key) == int(notation.read(notation.write(pos)).key)
