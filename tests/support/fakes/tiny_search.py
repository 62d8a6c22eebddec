"""A search of three plies for a small engine: it sees mates in one and counts material."""

from dataclasses import dataclass, field

import chess

from tests.support.fakes.breaking import broken

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


@dataclass(frozen=True)
class Line:
    """Moves, and what they are worth to the side that plays the first: centipawns, or moves to mate."""

    moves: tuple[str, ...]
    centipawns: int = 0
    mate: int | None = None
    plies: int = field(default=0)
    """To the mate."""


def material(board: chess.Board) -> int:
    """For the side to move, in centipawns."""
    values = [
        VALUES[p.piece_type] if p.color == board.turn else -VALUES[p.piece_type]
        for p in board.piece_map().values()
    ]
    return 100 * sum(values)


def mates(board: chess.Board) -> list[chess.Move]:
    """The moves that mate at once."""
    found = []
    for move in board.legal_moves:
        board.push(move)
        if board.is_checkmate():
            found.append(move)
        board.pop()
    return found


def lines(board: chess.Board, allowed: set[str]) -> list[Line]:
    """Every legal move, or those allowed, with a reply; best first."""
    mating, doomed, found = mates(board), is_doomed(board), []
    for move in sorted(board.legal_moves, key=chess.Move.uci):
        if allowed and move.uci() not in allowed:
            continue
        if move in mating:
            found.append(Line((move.uci(),), mate=1, plies=1))
        else:
            found.append(_line(board, move, doomed))
    return sorted(found, key=lambda line: line.mate != 1)


def is_doomed(board: chess.Board) -> bool:
    """Whether every move lets the opponent mate at once."""
    answers = []
    for move in board.legal_moves:
        board.push(move)
        answers.append(bool(mates(board)))
        board.pop()
        if not answers[-1]:
            break
    return bool(answers) and all(answers)


def _line(board: chess.Board, move: chess.Move, doomed: bool) -> Line:
    value = material(board)
    board.push(move)
    reply = next(iter(mates(board) if doomed else board.legal_moves), None)
    board.pop()
    moves = (move.uci(), reply.uci()) if reply else (move.uci(),)
    return Line(moves, value, -1 if doomed else None, 2 if doomed else 0)


def play_last(board: chess.Board, text: str) -> chess.Board:
    """Play a move; an engine that misreads castling or promotion does not see that it was made."""
    move = board.parse_uci(text)
    victim = chess.square(move.to_square % 8, move.from_square // 8) if board.is_en_passant(move) else None
    missed = (
        (board.is_castling(move) and broken("Chess960" if text in ("e1h1", "g1b1") else "castling"))
        or (move.promotion and broken("promotion"))
    )  # fmt: skip
    board.push(chess.Move.null() if missed else move)
    if victim is not None and broken("en passant"):
        board.set_piece_at(victim, chess.Piece(chess.PAWN, board.turn))
    return board
