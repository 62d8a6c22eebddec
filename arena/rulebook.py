"""Rulebook: the rules of a game as the referees of a run share them."""

import random
from collections.abc import Callable, Sequence

import numpy as np

from boyi.arena.openings import Opening
from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, copy, entry
from boyi.engines.play import play
from boyi.engines.rules import MOST_MOVES, NO_MOVE, ONGOING, blocked, generate, make, outcome, settle

LONGEST_LINE = 100
"""How many moves of a line are looked at: enough for honest engines, bounded for others."""
MOST_GUESSES = 1 << 16

Chance = Callable[[Record, random.Random], None]


@entry
def _advance(pos: Record, move: Int, moves: np.ndarray) -> Int:
    """Play a move, if it is one; how many legal ones follow, or the negative outcome if the game is over.

    All in one call, since a call costs more than the work.
    """
    if move != NO_MOVE:
        make(pos, move)
        settle(pos)
    ended = outcome(pos, np.int64(0))
    if ended != ONGOING:
        return -np.int64(ended)
    count = np.int64(generate(pos, moves))
    return count if count > 0 else -np.int64(blocked(pos))


class Rulebook:
    """What may be played, and what it means."""

    def __init__(self, game: Game) -> None:
        """Load the game's kernels and use them once, so that no engine waits while one compiles."""
        self.game = game
        self.notation = game.notation
        self._chance: Chance | None = game.part(game.chance) if game.chance else None
        self._moves = np.zeros(MOST_MOVES, np.int32)
        self._guesses: dict[str, int] = {}
        """What a text meant when it was last heard."""
        pos, outcome, legal = self.set_up(Opening(), random.Random(0))
        assert outcome == ONGOING
        self.playable(pos, [self.notation.text(pos, legal[0])])

    def set_up(self, opening: Opening, lot: random.Random) -> tuple[Record, int, list[int]]:
        """An opening's position, how the game stands there, and the legal moves; ValueError names a fault.

        No dice are thrown for the moves of an opening, so that those of any throw may be among them.
        """
        pos = self.notation.read(opening.start or self.game.start, {})
        for text in opening.moves:
            play(pos, self.notation.move(pos, text))
        return pos, *self.advance(pos, NO_MOVE, lot)

    def check(self, opening: Opening) -> None:
        """ValueError if no game can be played from an opening."""
        _, outcome, _ = self.set_up(opening, random.Random(0))
        if outcome != ONGOING:
            raise ValueError("the game is over")

    def advance(self, pos: Record, move: int, lot: random.Random) -> tuple[int, list[int]]:
        """Play a move, throw the dice of a game that has them; how it stands now, and the legal moves."""
        if self._chance is None:
            return self._step(pos, move)
        if move != NO_MOVE:
            play(pos, move)
        self._chance(pos, lot)
        return self._step(pos, NO_MOVE)

    def _step(self, pos: Record, move: int) -> tuple[int, list[int]]:
        count = _advance(pos, move, self._moves)
        return (-count, []) if count < 0 else (ONGOING, self._moves[:count].tolist())

    def find(self, pos: Record, legal: Sequence[int], text: str) -> tuple[int, str]:
        """The legal move that a text means, and its text in the game's own spelling; ValueError if none.

        Spelling all of them would take longer than the rest of a referee's work, so a guess comes first.
        """
        guess = self._guesses.get(text)
        if guess is not None and guess in legal and self.notation.text(pos, guess) == text:
            return guess, text
        move = self.notation.move(pos, text)
        if len(self._guesses) < MOST_GUESSES:
            self._guesses[text] = move
        return move, self.notation.text(pos, move)

    def playable(self, pos: Record, line: Sequence[str]) -> bool:
        """Whether the moves of a line can be played one after the other; `pos` is left as it was.

        Behind a throw of dice nothing is known, so that of games with dice only the first move counts.
        """
        scratch = copy(pos)
        _, legal = self._step(scratch, NO_MOVE)
        try:
            for text in line[: LONGEST_LINE if self._chance is None else 1]:
                _, legal = self._step(scratch, self.find(scratch, legal, text)[0])
        except ValueError:
            return False
        return True
