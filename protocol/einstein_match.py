"""A championship match of EinStein as far as it has come: seven games, won with four.

A moves first in games 1, 4 and 5, B in the others.
"""

from dataclasses import dataclass, replace

from boyi.protocol.einstein_played import Played, Ply

GAMES, ENOUGH = 7, 4
A_FIRST = (1, 4, 5)
"""Games in which A moves first."""
CLOCK = 240.0
"""Seconds of a game for all our moves."""


@dataclass(frozen=True)
class Match:
    """A match as far as it has come: who we are, games done, and the one that is played."""

    ours: str = "A"
    done: tuple[Played, ...] = ()
    winners: tuple[str, ...] = ()
    """A or B, for each game done."""
    colour: int = 1
    """Our side in the present game."""
    game: Played | None = None
    left: float = CLOCK

    @property
    def first(self) -> str:
        """Who moves first in the present or next game."""
        return "A" if len(self.done) + 1 in A_FIRST else "B"

    @property
    def turn(self) -> int:
        """The side to move in the present game."""
        begins = self.colour if self.first == self.ours else 1 - self.colour
        return begins ^ (len(self.game.plies) & 1 if self.game else 0)

    @property
    def score(self) -> str:
        """Games won, A's first."""
        return f"A {self.winners.count('A')} : {self.winners.count('B')} B"

    @property
    def over(self) -> bool:
        """Whether somebody has won enough games."""
        return max(self.winners.count("A"), self.winners.count("B")) >= ENOUGH or len(self.done) >= GAMES


def match_of(saved: dict[str, object]) -> Match:
    """The match that its fields, as JSON has them, describe; KeyError, TypeError or ValueError if none."""
    made = Match(**saved)  # type: ignore[arg-type]
    games = tuple(_game(game) for game in made.done)  # type: ignore[arg-type]
    present = None if made.game is None else _game(made.game)  # type: ignore[arg-type]
    return replace(made, done=games, winners=tuple(made.winners), game=present)


def _game(saved: dict[str, list[object]]) -> Played:
    blue, red = saved["layouts"]
    plies = tuple(Ply(**ply) for ply in saved["plies"])  # type: ignore[arg-type]
    return Played((tuple(blue), tuple(red)), plies, saved["winner"], saved["reason"])  # type: ignore[arg-type]
