"""Static exchange evaluation against a slow one that follows every capture by recursion."""

import chess
import pytest

from boyi.engines.chess import notation
from boyi.engines.chess.tactics import WORTH
from boyi.engines.play import legal_moves
from tests.support.engines import kernels
from tests.support.engines.walks import walks

KINDS = range(chess.PAWN, chess.KING + 1)
PAWN_WORTH = int(WORTH[0])


def worth(kind: chess.PieceType | None) -> int:
    return int(WORTH[kind - 1]) if kind else 0


def best_gain(board: chess.Board, square: int, stake: int, side: chess.Color, occupied: int) -> int:
    """What a side wins by taking on a square, or by leaving it: the piece there is worth `stake`.

    The least valuable piece takes first; lines open as pieces leave; pins are not heeded. The king
    takes last, and never where it could be taken.
    """
    takers = board.attackers_mask(side, square, occupied) & occupied
    for kind in KINDS:
        if own := takers & board.pieces_mask(kind, side):
            break
    else:
        return 0
    if kind == chess.KING and board.attackers_mask(not side, square, occupied) & occupied:
        return 0
    left = occupied & ~(own & -own)
    return max(0, stake - best_gain(board, square, worth(kind), not side, left))


def exchange_value(board: chess.Board, move: chess.Move) -> int:
    """What a move wins once all exchanges on its target are over."""
    if board.is_castling(move):
        return 0
    kind = board.piece_type_at(move.from_square)
    gain = worth(board.piece_type_at(move.to_square))
    occupied = board.occupied & ~chess.BB_SQUARES[move.from_square] | chess.BB_SQUARES[move.to_square]
    if board.is_en_passant(move):
        gain = PAWN_WORTH
        occupied &= ~chess.BB_SQUARES[move.to_square ^ 8]
    if move.promotion:
        gain, kind = gain + worth(move.promotion) - PAWN_WORTH, move.promotion
    return gain - best_gain(board, move.to_square, worth(kind), not board.turn, occupied)


def test_exchanges_are_worth_what_following_them_shows(chess_game, rng):
    """Each threshold around the true value, for all moves of random positions."""
    met, values = 0, set()
    for pos in walks(chess_game, rng, games=8, plies=100):
        board = notation.to_board(pos)
        for move in legal_moves(pos):
            value = exchange_value(board, notation.to_move(pos, move))
            if not kernels.noisy(pos, move) and rng.random() < 0.9:
                continue
            met += 1
            values.add(value)
            for threshold in {-1000, -330, -100, 0, 1, 100, value - 1, value, value + 1}:
                found = kernels.see(pos, move, threshold)
                assert found == (value >= threshold), (
                    board.fen(),
                    notation.text(pos, move),
                    value,
                    threshold,
                )
    assert met > 3000
    assert len(values) > 30


EXCHANGES = {
    "nothing guards": ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", "p"),
    "a pawn guards": ("4k3/4p3/3p4/8/8/8/8/3RK3 w - - 0 1", "d1d6", "pr"),
    "two rooks": ("3rk3/8/3p4/8/8/8/3R4/3RK3 w - - 0 1", "d2d6", "prr"),
    "lines open on both sides": ("3rk3/3r4/3p4/8/8/8/3R4/3RK3 w - - 0 1", "d2d6", "pr"),
    "queen behind a bishop": ("4k3/8/5p2/4n3/8/8/1B6/Q3K3 w - - 0 1", "b2e5", "nbp"),
    "en passant": ("4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1", "c5b6", "p"),
    "a king takes": ("4k3/8/8/8/8/5n2/4K3/8 w - - 0 1", "e2f3", "n"),
}


@pytest.mark.parametrize(("fen", "name", "balance"), EXCHANGES.values(), ids=EXCHANGES)
def test_exchanges_by_hand(fen, name, balance):
    """`balance` names the pieces won and lost by turns."""
    pos, value = notation.read(fen), 0
    for number, letter in enumerate(balance):
        value += worth(chess.PIECE_SYMBOLS.index(letter)) * (-1) ** number
    move = notation.move(pos, name)
    assert kernels.see(pos, move, value)
    assert not kernels.see(pos, move, value + 1)


def test_a_pinned_guard_counts_as_a_guard():
    """Known and wanted: looking at pins would cost more than it gains."""
    pos = notation.read("4k3/4n3/8/3p4/8/8/8/3QR1K1 w - - 0 1")
    assert not kernels.see(pos, notation.move(pos, "d1d5"), 0)


def test_castling_exchanges_nothing():
    pos = notation.read("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    move = notation.move(pos, "e1g1")
    assert kernels.see(pos, move, 0)
    assert not kernels.see(pos, move, 1)
