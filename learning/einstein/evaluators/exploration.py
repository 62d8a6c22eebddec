"""How games go on from which is learned: by the best move that a search found, now and then by any."""

import numpy as np

from boyi.engines.einstein.endgame.lookup import probe
from boyi.engines.einstein.position import pack, target
from boyi.engines.einstein.search.expectimax import wins_at_once
from boyi.engines.einstein.search.playouts import NTH, SET_SIZE, draw, first_of, restore, second_of
from boyi.engines.einstein.squares import ALL, DIRECTIONS, MOVERS, NOWHERE, PIECES, TARGET
from boyi.engines.jit import Int, Record, inline
from boyi.engines.rules import make

EXPLORATION = 0.2
"""Share of moves drawn at random."""


@inline
def choose_move(pos: Record, state: np.ndarray, looks: np.ndarray, first: Int) -> Int:
    """The move to play after a roll; what each is worth stands in `looks`, from a place on."""
    side, word = np.int64(pos.side & 1), draw(state)
    among = np.int64(MOVERS[pos.alive[side] & ALL, first_of(word, PIECES) + 1])
    explores = second_of(word, np.int64(1 << 20)) < EXPLORATION * (1 << 20)
    best, most = np.int64(0), -1.0
    for i in range(SET_SIZE[among]):
        number = np.int64(NTH[among, i])
        square = np.int64(pos.squares[side * PIECES + number])
        for direction in range(DIRECTIONS):
            goal = np.int64(TARGET[side, square, direction])
            if goal == NOWHERE:
                continue
            urge = 1.0 * looks[first + number * DIRECTIONS + direction]
            if explores:
                urge = 1.0 * first_of(draw(state), np.int64(1 << 20))
            if urge > most:
                taken, piece = np.int64(pos.board[goal]), side * PIECES + number
                best, most = pack(piece, np.int64(direction), square, taken, np.int64(0)), urge
    return best


@inline
def play_on(pos: Record, move: Int, origins: np.ndarray, state: np.ndarray, endings: np.ndarray) -> None:
    """Play a move; where the game is over, or the tables know all, another one begins."""
    ended = wins_at_once(pos, np.int64(pos.side & 1), target(move))
    make(pos, move)
    if ended or probe(endings, pos) >= 0:
        origin: Record = origins[first_of(draw(state), np.int64(origins.size))]
        restore(pos, origin)
        pos.key, pos.die = origin.key, 0
