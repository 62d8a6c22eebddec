"""How a chess game ends: mate, stalemate, repetition, fifty moves, too little material."""

import numpy as np

from boyi.engines.chess.position import BISHOPS, KNIGHTS, PAWNS, POSITION, QUEENS, ROOKS
from boyi.engines.chess.squares import LIGHT
from boyi.engines.jit import Bool, Int, Record, inline
from boyi.engines.jit.intrinsics import ZERO, several
from boyi.engines.rules import DRAWN, LOST, ONGOING, blocked, generate, idleness, in_check, outcome

FIFTY = 100
"""Plies without capture or pawn move after which the game is drawn."""


@inline
def repetitions(pos: Record, within: Int) -> Int:
    """Times the position stood on the board before; once within the last `within` plies counts as two."""
    height = np.int64(pos.height)
    times = 0
    for back in range(4, min(np.int64(pos.fifty), height) + 1, 2):
        if pos.keys[height - back] == pos.key:
            times += 2 if back <= within else 1
            if times >= 2:
                break
    return times


@inline
def insufficient(pos: Record) -> Bool:
    """Whether no sequence of moves can mate."""
    pieces = pos.pieces
    if pieces[PAWNS] | pieces[ROOKS] | pieces[QUEENS]:
        return False
    minors = pieces[KNIGHTS] | pieces[BISHOPS]
    if not several(minors):
        return True
    return not pieces[KNIGHTS] and (not minors & LIGHT or not minors & ~LIGHT)


@in_check.register(POSITION)
def _in_check(pos: Record) -> Bool:
    return pos.checkers != ZERO


@outcome.register(POSITION)
def _outcome(pos: Record, ply: Int) -> Int:
    # mate on the hundredth ply wins
    if pos.fifty >= FIFTY and (not pos.checkers or generate(pos, pos.scratch) > 0):
        return DRAWN
    if pos.fifty >= 4 and repetitions(pos, ply) >= 2:
        return DRAWN
    return DRAWN if insufficient(pos) else ONGOING


@idleness.register(POSITION)
def _idleness(pos: Record) -> Int:
    return np.int64(pos.fifty) * 100 // FIFTY


@blocked.register(POSITION)
def _blocked(pos: Record) -> Int:
    return LOST if pos.checkers else DRAWN
