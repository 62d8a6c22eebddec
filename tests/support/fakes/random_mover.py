"""A UCI engine that plays any legal move, as fast as it can: `python -P random_mover.py [SEED]`.

It keeps its position from one `position` to the next, and does in one kernel call what a turn needs: what it
costs is next to nothing, so that matches of it measure the arena.
"""

import os
import sys

import numpy as np

from boyi.engines import load_game
from boyi.engines.chess.position import CASTLE, TO_KNIGHT, TO_QUEEN, castling_goals, kind, source, target
from boyi.engines.jit import Int, Record, entry, inline
from boyi.engines.play import play
from boyi.engines.rules import MOST_MOVES, compact_history, generate, make

PROMOTIONS = b"-nbrq"
"""By the kind of a move, of which the first promotes to nothing."""
SQUARES = tuple(bytes((97 + square % 8, 49 + square // 8)) for square in range(64))
FACTOR, ADDEND = np.uint64(6364136223846793005), np.uint64(1442695040888963407)
"""Of a linear congruential generator of 64 bits, by Knuth."""
NONE = 0


@inline
def _spelt(move: Int) -> Int:
    """What tells a move in UCI, as one number: origin, goal, and what it promotes to."""
    origin, goal, what = source(move), target(move), kind(move)
    if what == CASTLE:
        goal = castling_goals(origin, goal)[0]
    return origin | goal << 6 | (what << 12 if TO_KNIGHT <= what <= TO_QUEEN else 0)


@entry
def advance(pos: Record, heard: Int, rng: np.ndarray, moves: np.ndarray) -> Int:
    """Play the move heard, if any, then one drawn by lot; that one as `spelt` has it, -1 without moves.

    A move heard that is not legal is passed over.
    """
    count = generate(pos, moves)
    if heard != NONE:
        for i in range(count):
            if _spelt(np.int64(moves[i])) == heard:
                make(pos, np.int64(moves[i]))
                compact_history(pos)
                break
        count = generate(pos, moves)
    if count == 0:
        return np.int64(-1)
    rng[0] = rng[0] * FACTOR + ADDEND
    move = np.int64(moves[np.int64(rng[0] >> np.uint64(33)) % count])
    make(pos, move)
    compact_history(pos)
    return _spelt(move)


def read(text: bytes) -> int:
    """The number of a move in UCI."""
    origin, goal = (text[i] - 97 + 8 * (text[i + 1] - 49) for i in (0, 2))
    return origin | goal << 6 | (PROMOTIONS.index(text[4]) << 12 if len(text) > 4 else 0)


def write(spelt: int) -> bytes:
    """A move in UCI, by its number."""
    if spelt < 0:
        return b"0000"
    promotion = PROMOTIONS[spelt >> 12 : (spelt >> 12) + 1] if spelt >> 12 else b""
    return SQUARES[spelt & 63] + SQUARES[spelt >> 6 & 63] + promotion


class Mover:
    """Knows the position of the last line and how many moves led to it."""

    def __init__(self, seed: str) -> None:
        """A seed gives the same games again."""
        self._game = load_game("chess")
        self._rng = np.array([int(seed)], np.uint64)
        self._moves = np.zeros(MOST_MOVES, np.int32)
        self._plies = 0
        self._start(b"position startpos")

    def answer(self, line: bytes) -> bytes:
        """The move for a position told by a line."""
        place, _, told = line.partition(b" moves ")
        count = told.count(b" ") + 1 if told else 0
        if place != self._place or count - self._plies not in (0, 1):
            self._start(place)
            for text in told.split()[:-1]:
                self._follow(text.decode())
        heard = read(told[told.rfind(b" ") + 1 :]) if count > self._plies else NONE
        self._plies = count + 1
        return write(advance(self._pos, heard, self._rng, self._moves))

    def _start(self, place: bytes) -> None:
        fen = place.partition(b" fen ")[2].decode()
        self._pos = self._game.notation.read(fen or self._game.start, {})
        self._place, self._plies = place, 0

    def _follow(self, text: str) -> None:
        play(self._pos, self._game.notation.move(self._pos, text))
        self._plies += 1


def main(seed: str = "0") -> None:
    mover, rest, place = Mover(seed), b"", b"position startpos"
    while data := os.read(0, 1 << 16):
        *lines, rest = (rest + data).split(b"\n")
        for line in map(bytes.rstrip, lines):
            if line.startswith(b"position"):
                place = line
            elif line.startswith(b"go"):
                os.write(1, b"bestmove %b\n" % mover.answer(place))
            elif line == b"isready":
                os.write(1, b"readyok\n")
            elif line == b"uci":
                os.write(1, b"id name random mover\nuciok\n")
            elif line == b"quit":
                return


if __name__ == "__main__":
    main(*sys.argv[1:2])
