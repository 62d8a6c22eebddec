"""Board: the position that an engine stands in, how it came there, and what must not be played from it."""

from collections.abc import Sequence

from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.options import Options
from boyi.engines.play import play, result
from boyi.engines.report import Ended
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON

POINTS = {LOST: 0.0, DRAWN: 0.5, WON: 1.0}
"""What a game that has ended is worth to the side to move."""
UNKNOWN: tuple[str | None, tuple[str, ...]] = ("", ())
"""The way to a position that can't be gone on from where a `position` command left it."""


class Board:
    """One position, changed by moves that are checked. ValueError names what is wrong with one."""

    def __init__(self, game: Game, options: Options) -> None:
        """The game's start."""
        self._game, self._options, self._notation = game, options, game.notation
        self.pos = self._notation.read(game.start, options)
        self.banned: tuple[str, ...] = ()
        """Moves not to be played from here."""
        self._played = UNKNOWN
        self._own: tuple[Record, tuple[str, ...]] | None = None  # before our own last turn, and its moves

    @property
    def side(self) -> int:
        """Who is to move: 0 the first player, 1 the second."""
        return int(self.pos.side)

    def set(self, fen: str | None, moves: Sequence[str]) -> None:
        """Take up a position, the start if `fen` is None, and play moves from it.

        After a bad position the old one stays, after an illegal move the one before it.
        """
        start, played = self._played
        if fen == start and tuple(moves[: len(played)]) == played and played:
            pos, done = copy(self.pos), len(played)
        else:
            pos, done = self._notation.read(fen or self._game.start, self._options), 0
        self.banned, self._own = (), None
        try:
            while done < len(moves):
                play(pos, self._notation.move(pos, moves[done]))
                done += 1
        finally:
            self.pos, self._played = pos, (fen, tuple(moves[:done]))

    def lose_track(self) -> None:
        """Read the next position anew, whatever led to this one."""
        self._played = UNKNOWN

    def advance(self, moves: Sequence[str], whole: bool, side: int | None) -> None:
        """Play moves from here; after one that is not legal the position is the one before it.

        If they are to be a `whole` turn, or the turn of a `side`, and are not, it stays as it was.
        """
        if side is not None and side != self.side:
            raise ValueError("it is not that side's turn")
        pos = copy(self.pos) if whole else self.pos
        for name in moves:
            if whole and pos.side != self.pos.side:
                raise ValueError(f"{''.join(moves)[:20]!r} is more than a turn")
            play(pos, self._notation.move(pos, name))
            if not whole:
                self._go_on(pos)
        if whole and pos.side == self.pos.side and result(pos) == ONGOING:
            raise ValueError(f"{''.join(moves)[:20]!r} is not a whole turn")
        self._go_on(pos)

    def play_own(self, before: Record, moves: tuple[str, ...]) -> None:
        """Play a turn of our own, found in the position `before`; one that `reject` can take back."""
        if moves:
            self._own, self._played = (copy(before), moves), UNKNOWN
        for move in moves:
            play(self.pos, self._notation.move(self.pos, move))

    def close_game(self) -> None:
        """The game is over: our last turn in it can't be taken back any more."""
        self._own = None

    def reject(self) -> None:
        """Take back our own last turn, and ban it."""
        if self._own is None:
            raise ValueError("there is no move of ours to take back")
        (self.pos, moves), self._own = self._own, None
        self.banned = (*self.banned, *moves)

    def flip(self) -> None:
        """Exchange the two sides."""
        self.pos, self._played, self._own = self._notation.mirror(self.pos), UNKNOWN, None

    def ended(self) -> Ended | None:
        """How the game has ended here; None if it goes on."""
        points = POINTS.get(result(self.pos))
        if points is None:
            return None
        return Ended(1.0 - points if self.side else points, self._notation.ending(self.pos))

    def _go_on(self, pos: Record) -> None:
        """Take up a position in which others have moved."""
        self.pos, self.banned, self._own, self._played = pos, (), None, UNKNOWN
