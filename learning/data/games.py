"""Finished games to learn from, and the positions of a game as packed samples."""

import hashlib
from dataclasses import dataclass

import numpy as np

from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, copy, entry, inline
from boyi.engines.rules import compact_history, legal, make
from boyi.learning.data.samples import sample_dtype

SEARCHED = ("chess", "xiangqi")
"""Games that the shared search plays."""
UNKNOWN_MOVE = 0
"""No move: one whose text was not met before."""
TEST_SHARE = 0.02
"""Share of games that are for validation alone, unless another is given."""


class TrainingGameError(ValueError):
    """A game that can't be learned from; the text says where it stands and what is wrong."""


@dataclass(frozen=True)
class TrainingGame:
    """A finished game: where it began, its moves, and its result for the first player (1, 0 or -1)."""

    start: str
    """As the game's notation has it; empty for the usual start."""
    moves: tuple[str, ...]
    result: int
    origin: str = ""
    """File and line, or seed and number: what complaints name."""

    def mark(self, plies: int | None = None) -> int:
        """A number that two games share if they are the same for so many plies."""
        text = " ".join((self.start, *self.moves[:plies]))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())

    def is_validation_game(self, plies: int, share: float = TEST_SHARE) -> bool:
        """Whether the game is for testing: games with the same first plies are on the same side."""
        return self.mark(plies) < share * 2**64


@inline
def keep(pos: Record, sample: Record, ply: Int) -> None:
    """Pack a position into a sample."""
    size = pos.board.size
    for i in range(0, size, 2):
        upper = pos.board[i + 1] if i + 1 < size else np.uint8(0)
        sample.board[i >> 1] = np.uint8(pos.board[i] | upper << np.uint8(4))
    sample.side = pos.side
    sample.result = 1
    sample.ply = ply


@entry
def play_out(pos: Record, moves: np.ndarray, samples: np.ndarray, ply: Int) -> Int:
    """Play moves from the `ply`-th on as long as they are legal, keeping every position; where that ends."""
    while ply < moves.size and legal(pos, np.int64(moves[ply])):
        keep(pos, samples[ply], ply)
        make(pos, np.int64(moves[ply]))
        compact_history(pos)
        ply += 1
    keep(pos, samples[ply], ply)
    return ply


class GameReader:
    """Plays training games out; remembers what texts mean: looking among all legal moves takes long."""

    def __init__(self, game: Game) -> None:
        """For one game, whose kernels are loaded."""
        self._notation = game.notation
        self._start = self._notation.read(game.start, {})
        self._meaning: dict[str, int] = {}
        self.dtype = sample_dtype(self._start.board.size)

    def positions(self, game: TrainingGame) -> np.ndarray:
        """Every position of a game, the last one too; TrainingGameError names a move that can't be."""
        samples = np.zeros(len(game.moves) + 1, self.dtype)
        samples["result"] = 1
        try:
            self._play(game, samples)
        except ValueError as error:
            raise TrainingGameError(f"{game.origin}: {error}") from None
        return samples

    def _play(self, game: TrainingGame, samples: np.ndarray) -> None:
        pos = self._notation.read(game.start, {}) if game.start else copy(self._start)
        moves = np.array([self._meaning.get(text, UNKNOWN_MOVE) for text in game.moves], np.int32)
        at = 0
        while (at := play_out(pos, moves, samples, at)) < len(moves):
            text = game.moves[at]
            moves[at] = self._notation.move(pos, text)
            if self._notation.text(pos, int(moves[at])) == text:  # others depend on the position
                self._meaning[text] = int(moves[at])
