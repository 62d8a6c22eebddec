"""EinsteinEngine: an EinStein engine as the checks speak to it, in any dialect of its platforms."""

from collections.abc import Sequence

from boyi.arena.compliance.interview import Fault, Interview
from boyi.arena.compliance.plain import PATIENCE, SHORT
from boyi.arena.compliance.setup import Setup, replay
from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.play import legal_moves
from boyi.engines.report import Best
from boyi.protocol.client import EngineSpec
from boyi.protocol.dialect import Dialect
from boyi.protocol.messages import Go, NewGame, Place, Placed, Position, Quit, Several

HOMES = ((25, 24, 23, 20, 19, 15), (1, 2, 3, 6, 7, 11))
"""Where the pieces of blue and of red start."""
START = "25 24 23 20 19 15 1 2 3 6 7 11 b 3"
FORCED = "0 0 0 0 3 0 0 0 0 10 0 0 b 5"
"""One move can be played, which needs no thought."""


class EinsteinEngine:
    """A conversation of questions for a placing or a move, one line each way."""

    def __init__(
        self,
        interview: Interview,
        spec: EngineSpec,
        game: Game,
        dialect: Dialect,
        mark: str = "",
        granted: float = PATIENCE,
    ) -> None:
        """Nothing is said yet. Options belong into the engine's command.

        A line that does not begin with the mark is no answer; a move has so many seconds.
        """
        self.interview = interview
        self.game = game
        self.dialect = dialect
        self.greeted = False
        self.farewell = dialect.render_command(Quit())
        self.patience = spec.patience
        """Seconds for its first answer."""
        self.granted = granted
        self._mark = mark

    def greet(self) -> None:
        """Ask for a first answer, for which the engine may have to get ready."""
        self._ask_something(self.patience)
        self.greeted = True

    def settle(self) -> None:
        """Ask for what needs no thought."""
        self._ask_something(SHORT)

    def _ask_something(self, patience: float) -> None:
        if self.dialect.render_command(_placing(0)):
            self.place(0, patience)
        else:
            self.move(FORCED, patience)

    def hear(self, patience: float) -> str:
        """The next line that counts as an answer."""
        return self.interview.hear(self._mark, patience, "answer").last

    def place(self, side: int, patience: float = PATIENCE) -> tuple[str, ...]:
        """Where it places the pieces of a side; Fault unless that is allowed and well written."""
        self.interview.say(self.dialect.render_command(_placing(side)))
        line = self.hear(patience)
        match self.dialect.parse_event(line):
            case Placed(squares) if sorted(map(int, squares)) == sorted(
                HOMES[side]
            ) and self.dialect.render_event(Placed(squares)) == [line]:
                return squares
        raise Fault(f"{line!r} is no placing of that side, square by square between single spaces")

    def question(self, position: str) -> str:
        """The line that asks for a move in a position of our notation."""
        return self.dialect.render_command(Several((Position(position), Go(Limits()))))

    def move(self, position: str, patience: float | None = None) -> str:
        """Its move in a position; Fault unless that is legal with the die."""
        self.interview.say(self.question(position))
        return self.moved(position, patience)

    def moved(self, position: str, patience: float | None = None) -> str:
        """The move that it owes in a position, which must be told as the dialect tells it."""
        line = self.hear(self.granted if patience is None else patience)
        legal = self._legal(position)
        if line not in legal:
            raise Fault(f"{line!r} is none of {', '.join(legal)}, the legal moves as they are written")
        return legal[line]

    def _legal(self, position: str) -> dict[str, str]:
        """Every legal move by the line that tells it."""
        pos = replay(self.game, Setup(position))
        moves = (self.game.notation.text(pos, move) for move in legal_moves(pos))
        return {self.dialect.render_event(Best(move))[0]: move for move in moves}

    def moves(self, positions: Sequence[str]) -> None:
        """Its moves in several positions."""
        for position in positions:
            self.move(position)

    def ask(self) -> None:
        """Ask for a move, which is not waited for."""
        self.interview.say(self.question(START))

    def play(self) -> None:
        """A question and its answer."""
        self.move(START)


def _placing(side: int) -> Several:
    return Several((NewGame(), Place(side)))
