"""Chess positions and moves as text: FEN with every fault named, moves as UCI writes them.

Reading and validating FEN is python-chess' work; this file carries boards between it and records.
"""

import functools
from collections.abc import Mapping
from typing import Any

import chess
import numpy as np

import boyi.engines.chess.kernels  # noqa: F401  legal moves are its kernels' work
from boyi.engines.chess import draws
from boyi.engines.chess import position as p
from boyi.engines.jit import Record, in_python, new
from boyi.engines.play import legal_moves

FAULTS = {
    chess.STATUS_NO_WHITE_KING: "white has no king",
    chess.STATUS_NO_BLACK_KING: "black has no king",
    chess.STATUS_TOO_MANY_KINGS: "too many kings",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: "white has more than 8 pawns",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: "black has more than 8 pawns",
    chess.STATUS_PAWNS_ON_BACKRANK: "a pawn stands on the first or last rank",
    chess.STATUS_TOO_MANY_WHITE_PIECES: "white has more than 16 pieces",
    chess.STATUS_TOO_MANY_BLACK_PIECES: "black has more than 16 pieces",
    chess.STATUS_BAD_CASTLING_RIGHTS: "castling rights without king and rook in place",
    chess.STATUS_OPPOSITE_CHECK: "the side not to move is in check",
    chess.STATUS_EMPTY: "the board is empty",
}
MOST_NUMBER = 1 << 20
"""No game has more moves; a larger number in a FEN is cut."""

PROMOTIONS = {p.TO_KNIGHT: "n", p.TO_BISHOP: "b", p.TO_ROOK: "r", p.TO_QUEEN: "q"}

source, target, kind_of = in_python(p.source), in_python(p.target), in_python(p.kind)
castling_goals = in_python(p.castling_goals)


def read(fen: str, options: Mapping[str, Any] | None = None) -> Record:
    """The position of a FEN; ValueError names the fault."""
    board = chess.Board(None, chess960=True)
    board.set_fen(fen)
    faults = [text for flag, text in FAULTS.items() if board.status() & flag]
    if faults:
        raise ValueError(faults[0])
    if not _can_take_passing(board):
        board.ep_square = None
    pos = from_board(board)
    usual = chess.Board(board.fen(shredder=False)).clean_castling_rights() == board.clean_castling_rights()
    pos.chess960 = bool(options and options.get("UCI_Chess960")) or not usual
    return pos


def _can_take_passing(board: chess.Board) -> bool:
    """Whether the en passant square is empty, lies behind a pawn that may have passed it, and is of use."""
    if board.ep_square is None or board.status() & chess.STATUS_INVALID_EP_SQUARE:
        return False
    return board.piece_at(board.ep_square) is None and board.has_legal_en_passant()


def from_board(board: chess.Board) -> Record:
    """The record of a python-chess board, without its history."""
    pos = new(p.POSITION)
    pos.board[:] = p.EMPTY
    for square, piece in board.piece_map().items():
        kind, colour = piece.piece_type - 1, p.WHITE if piece.color else p.BLACK
        pos.board[square] = kind + 8 * colour
        pos.pieces[kind] |= np.uint64(1 << square)
        pos.colours[colour] |= np.uint64(1 << square)
    pos.side = p.WHITE if board.turn else p.BLACK
    pos.passant = p.NOWHERE if board.ep_square is None else board.ep_square
    pos.fifty = min(board.halfmove_clock, 2 * p.KEPT)
    pos.number = 2 * min(max(board.fullmove_number - 1, 0), MOST_NUMBER) + int(not board.turn)
    _set_castling(pos, board)
    pos.key = key(pos)
    pos.checkers = np.uint64(board.checkers_mask())
    return pos


def _set_castling(pos: Record, board: chess.Board) -> None:
    pos.losses[:] = 15
    for colour, kings_bit in ((p.WHITE, chess.WHITE), (p.BLACK, chess.BLACK)):
        king = board.king(kings_bit) or 0
        rights = board.clean_castling_rights() & (chess.BB_RANK_1 if kings_bit else chess.BB_RANK_8)
        for rook in chess.scan_forward(rights):
            right = 2 * colour + (0 if rook > king else 1)
            pos.castling |= 1 << right
            pos.rooks[right] = rook
            pos.losses[rook] &= 15 ^ (1 << right)
            pos.losses[king] &= 15 ^ (1 << right)


def key(pos: Record) -> np.uint64:
    """The Zobrist key worked out from the whole position."""
    value = p.CASTLING_KEY[pos.castling] ^ p.PASSANT_KEY[pos.passant]
    for square in range(64):
        if pos.board[square] != p.EMPTY:
            value ^= p.PIECE_KEY[pos.board[square], square]
    return np.uint64(value ^ p.SIDE_KEY if pos.side else value)


def to_board(pos: Record) -> chess.Board:
    """The python-chess board of a record, without its history."""
    board = chess.Board(None, chess960=bool(pos.chess960))
    for square, cell in enumerate(pos["board"].tolist()):  # a list: items of a record cost a microsecond each
        if cell != p.EMPTY:
            board.set_piece_at(square, chess.Piece((cell & 7) + 1, cell < 8))
    board.turn = bool(pos.side == p.WHITE)
    board.castling_rights = sum(1 << int(pos.rooks[i]) for i in range(4) if pos.castling >> i & 1)
    board.ep_square = None if pos.passant == p.NOWHERE else int(pos.passant)
    board.halfmove_clock = int(pos.fifty)
    board.fullmove_number = int(pos.number) // 2 + 1
    return board


def write(pos: Record) -> str:
    """The FEN of a position."""
    return to_board(pos).fen()


def text(pos: Record, move: int) -> str:
    """A legal move as UCI writes it."""
    return _uci(move, bool(pos["chess960"]))


@functools.cache
def _uci(move: int, chess960: bool) -> str:
    origin, goal, kind = source(move), target(move), kind_of(move)
    if kind == p.CASTLE and not chess960:
        goal = castling_goals(origin, goal)[0]
    return chess.SQUARE_NAMES[origin] + chess.SQUARE_NAMES[goal] + PROMOTIONS.get(kind, "")


def to_move(pos: Record, move: int) -> chess.Move:
    """A legal move as python-chess has it."""
    return chess.Move.from_uci(text(pos, move))


@functools.cache
def _names(move: int, chess960: bool) -> frozenset[str]:
    """Every way a legal move may be written: castling by the rook, too, if that is not the usual one."""
    castles = kind_of(move) == p.CASTLE
    return frozenset({_uci(move, chess960), *((_uci(move, True),) if castles else ())})


def move(pos: Record, name: str) -> int:
    """The legal move that a text names; ValueError if there is none."""
    chess960 = bool(pos["chess960"])
    for candidate in legal_moves(pos):
        if name.lower() in _names(candidate, chess960):
            return candidate
    raise ValueError(f"illegal move {name[:20]}")


def mirror(pos: Record) -> Record:
    """The position with colours exchanged and the board turned over."""
    mirrored = from_board(to_board(pos).mirror())
    mirrored.chess960 = pos.chess960
    return mirrored


def draw(pos: Record) -> str:
    """The board as a picture of letters, with its FEN."""
    board = to_board(pos)
    checkers = " ".join(chess.SQUARE_NAMES[square] for square in board.checkers())
    return f"{board}\n\nfen {board.fen()}\nkey {int(pos.key):016X}\ncheckers {checkers}"


def ending(pos: Record) -> str:
    """Why the game is over in a position where it is."""
    if not legal_moves(pos):
        return "mate" if pos.checkers else "stalemate"
    if pos.fifty >= draws.FIFTY:
        return "fifty moves"
    if to_board(pos).is_insufficient_material():
        return "insufficient material"
    return "threefold repetition"
