"""Games between players of this process: no clock runs, and what comes of a game is fixed by its seed."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from boyi.arena.inprocess.pairs import Pair
from boyi.engines.board import POINTS
from boyi.engines.jit import Record, copy
from boyi.engines.play import play, result
from boyi.engines.rules import DRAWN, ONGOING


class Choice(NamedTuple):
    """The moves of a player's turn, and their value to the player."""

    moves: tuple[int, ...]
    score: int


class InprocessPlayer(Protocol):
    """Whoever chooses moves within a budget of its own."""

    def forget(self) -> None:
        """Lose all that earlier searches found."""

    def think(self, pos: Record) -> Choice:
        """The turn to play in a position that has legal moves. Blocks."""


@dataclass(frozen=True)
class GameTerms:
    """What there is to a game beside its players' moves."""

    chance: Callable[[Record, random.Random], None] = lambda pos, rng: None
    """Throws the dice before each turn."""
    adjudicate: Callable[[Sequence[int]], int] = lambda scores: ONGOING
    """How the game stands for who thought last, given the scores of all turns; asked before the turn is
    played."""
    length: int | None = None
    """Turns after which a game is drawn."""


class InprocessGame:
    """A game of two players, the first of whom is to move at its start."""

    def __init__(
        self, players: Sequence[InprocessPlayer], start: Record, terms: GameTerms, seed: int = 0
    ) -> None:
        """Nothing is played yet; the dice come from the seed."""
        self._players, self._terms, self._rng = players, terms, random.Random(seed)
        self.pos: Record = copy(start)
        """How far the game has come."""
        self.points = 0.5
        """Of the first player, once all turns are played."""

    def turns(self) -> Iterator[Choice]:
        """Play the game to its end; yields every choice before it is played. Blocks."""
        pos, first, scores = self.pos, int(self.pos.side), list[int]()
        while (ended := self._ended(len(scores))) == ONGOING:
            choice = self._players[int(pos.side) ^ first].think(pos)
            yield choice
            scores.append(choice.score)
            ended = self._terms.adjudicate(scores)
            if ended != ONGOING:
                break
            for move in choice.moves:
                play(pos, move)
        self.points = POINTS[ended] if pos.side == first else 1 - POINTS[ended]

    def _ended(self, turns: int) -> int:
        self._terms.chance(self.pos, self._rng)
        ended = result(self.pos)
        return DRAWN if ended == ONGOING and turns == self._terms.length else ended


DEFAULT_TERMS = GameTerms()


def play_game(
    players: Sequence[InprocessPlayer],
    start: Record,
    terms: GameTerms = DEFAULT_TERMS,
    seed: int = 0,
) -> float:
    """Points of the first of two players, who is to move at the start; both forget earlier games. Blocks."""
    for player in players:
        player.forget()
    game = InprocessGame(players, start, terms, seed)
    for _ in game.turns():
        pass
    return game.points


def play_pair(players: Sequence[InprocessPlayer], start: Record, terms: GameTerms = DEFAULT_TERMS) -> Pair:
    """Points of the first of two players in two games from one start, the sides changed. Blocks."""
    first, second = players
    return play_game((first, second), start, terms), 1 - play_game((second, first), start, terms)
