"""What engines that break rules share: which rules, and how they speak, die and misread moves."""

import os
import sys
import time

import chess

BROKEN = frozenset(sys.argv[1:])
"""The rules to be broken, by the names of the checks that find them so."""


def broken(rule: str) -> bool:
    return rule in BROKEN


def tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def crash_if(rule: str, condition: bool = True) -> None:
    if condition and broken(rule):
        os._exit(9)


def sleep_if(rule: str, seconds: float) -> None:
    if broken(rule):
        time.sleep(seconds)


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
