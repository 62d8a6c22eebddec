"""The rules of a game as the referees of a run share them, and the referee of one game."""

import random
from collections.abc import Callable, Sequence

import numpy as np

from boyi.arena.game.adjudication import Verdict, points
from boyi.arena.game.openings import Opening
from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, copy, entry
from boyi.engines.play import play
from boyi.engines.rules import MOST_MOVES, NO_MOVE, ONGOING, blocked, compact_history, generate, make, outcome

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
        compact_history(pos)
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

    def set_up(self, opening: Opening, rng: random.Random) -> tuple[Record, int, list[int]]:
        """An opening's position, how the game stands there, and the legal moves; ValueError names a fault.

        No dice are thrown for the moves of an opening, so that those of any throw may be among them.
        """
        pos = self.notation.read(opening.start or self.game.start, {})
        for text in opening.moves:
            play(pos, self.notation.move(pos, text))
        return pos, *self.advance(pos, NO_MOVE, rng)

    def check(self, opening: Opening) -> None:
        """ValueError if no game can be played from an opening."""
        _, outcome, _ = self.set_up(opening, random.Random(0))
        if outcome != ONGOING:
            raise ValueError("the game is over")

    def advance(self, pos: Record, move: int, rng: random.Random) -> tuple[int, list[int]]:
        """Play a move, throw the dice of a game that has them; how it stands now, and the legal moves."""
        if self._chance is None:
            return self._step(pos, move)
        if move != NO_MOVE:
            play(pos, move)
        self._chance(pos, rng)
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


class Referee:
    """Applies the rules to what the players of one game say, on one position advanced move by move."""

    def __init__(self, rules: Rulebook, opening: Opening, rng: random.Random) -> None:
        """Set up the opening; `rng` throws the dice of games that have them."""
        self._rules = rules
        self._rng = rng
        self.pos, self._outcome, self._legal = rules.set_up(opening, rng)
        self.side = int(self.pos.side)
        """Who is to move: 0 the first player, 1 the second."""

    @property
    def die(self) -> int:
        """What was thrown for the side to move; 0 in games without dice."""
        return int(self.pos["die"]) if self._rules.game.chance else 0

    @property
    def legal(self) -> list[str]:
        """The legal moves, in the game's own spelling."""
        return [self._rules.notation.text(self.pos, move) for move in self._legal]

    def now(self) -> str:
        """The position as text."""
        return self._rules.notation.write(self.pos)

    def enter_die(self, die: int) -> None:
        """Take what was thrown by hand for the side to move."""
        self.pos["die"] = die
        self._outcome, self._legal = self._rules.advance(self.pos, NO_MOVE, self._rng)

    def play(self, text: str) -> str:
        """Play the legal move that a player means, and throw the dice for the next; its text, in the game's
        own spelling. ValueError if there is no such move; the position then stays."""
        move, spelt = self._rules.find(self.pos, self._legal, text)
        self._outcome, self._legal = self._rules.advance(self.pos, move, self._rng)
        self.side = int(self.pos["side"])  # an item takes a tenth of the time of an attribute
        return spelt

    def ended(self) -> Verdict | None:
        """How the game ended by its rules; None while it goes on."""
        if self._outcome == ONGOING:
            return None
        return Verdict(points(self._outcome, self.side), self._rules.notation.ending(self.pos))
