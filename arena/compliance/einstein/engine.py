"""An EinStein engine as the checks speak to it, in any dialect of its platforms."""

from collections.abc import Sequence

from boyi.arena.compliance.base.position import Setup, replay
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.base.request_reply import PATIENCE, SHORT, RequestReplyEngine
from boyi.engines.limits import Limits
from boyi.engines.play import legal_moves
from boyi.engines.report import Best
from boyi.protocol import messages as msg

HOMES = ((25, 24, 23, 20, 19, 15), (1, 2, 3, 6, 7, 11))
"""Where the pieces of blue and of red start."""
START = "25 24 23 20 19 15 1 2 3 6 7 11 b 3"
FORCED = "0 0 0 0 3 0 0 0 0 10 0 0 b 5"
"""One move can be played, which needs no thought."""


class EinsteinEngine(RequestReplyEngine):
    """A conversation of questions for a placing or a move, one line each way."""

    mark = ""
    """How a line begins that counts as an answer."""
    move_patience = PATIENCE
    """Seconds for a move."""

    def greet(self) -> None:
        """Ask for a first answer, for which the engine may have to get ready."""
        self._ask_something(self.spec.patience)
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
        return self.process.hear(self.mark, patience, "answer").last

    def place(self, side: int, patience: float = PATIENCE) -> tuple[str, ...]:
        """Where it places the pieces of a side; Fault unless that is allowed and well written."""
        self.process.say(self.dialect.render_command(_placing(side)))
        line = self.hear(patience)
        match self.dialect.parse_event(line):
            case msg.Placement(squares) if sorted(map(int, squares)) == sorted(
                HOMES[side]
            ) and self.dialect.render_event(msg.Placement(squares)) == [line]:
                return squares
        raise Fault(f"{line!r} is no placing of that side, square by square between single spaces")

    def question(self, position: str = START) -> str:
        """The line that asks for a move in a position of our notation."""
        return self.dialect.render_command(msg.Several((msg.Position(position), msg.Go(Limits()))))

    def move(self, position: str, patience: float | None = None) -> str:
        """Have the engine move in a position; Fault unless that is legal with the die."""
        self.process.say(self.question(position))
        return self.hear_move(position, patience)

    def hear_move(self, position: str, patience: float | None = None) -> str:
        """The move that it owes in a position, which must be told as the dialect tells it."""
        line = self.hear(self.move_patience if patience is None else patience)
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
        """Have the engine move in several positions."""
        for position in positions:
            self.move(position)

    def answer(self) -> None:
        """The move in the start."""
        self.hear_move(START)


def _placing(side: int) -> msg.Several:
    return msg.Several((msg.NewGame(), msg.Place(side)))
