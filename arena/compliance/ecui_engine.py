"""EcuiEngine: an EinStein engine as the checks speak to it, in the dialect of the NTNU platform."""

from collections.abc import Sequence

from boyi.arena.compliance.interview import Fault, Interview
from boyi.arena.compliance.plain import PATIENCE, SHORT
from boyi.arena.compliance.setup import Setup, is_legal
from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.report import Best
from boyi.protocol.client import EngineSpec
from boyi.protocol.ecui import parse_event, render_command, render_event
from boyi.protocol.messages import Event, Go, NewGame, Place, Placed, Position, Several

HOMES = ((25, 24, 23, 20, 19, 15), (1, 2, 3, 6, 7, 11))
"""Where the pieces of blue and of red start."""
START = "25 24 23 20 19 15 1 2 3 6 7 11 b 3"


class EcuiEngine:
    """A conversation of questions for a placing or a move, one line each way."""

    farewell = "exit"

    def __init__(self, interview: Interview, spec: EngineSpec, game: Game) -> None:
        """Nothing is said yet. Options belong into the engine's command."""
        self.interview = interview
        self.game = game
        self.greeted = False
        self.patience = spec.patience
        """Seconds for its first answer."""

    def greet(self) -> None:
        """Ask for a placing, for which the engine may have to get ready."""
        self.place(0, self.patience)
        self.greeted = True

    def settle(self) -> None:
        """Ask for a placing."""
        self.place(0, SHORT)

    def answer(self, patience: float) -> Event:
        """The next line, as the platform reads it: whatever it can't read loses the game."""
        line = self.interview.hear("", patience, "answer").last
        event = parse_event(line)
        if event is None or render_event(event) != [line]:
            raise Fault(f"{line!r} is not numbers between single spaces")
        return event

    def place(self, side: int, patience: float = PATIENCE) -> tuple[str, ...]:
        """Where it places the pieces of a side; Fault unless that is allowed."""
        self.interview.say(render_command(Several((NewGame(), Place(side)))))
        match self.answer(patience):
            case Placed(squares) if sorted(map(int, squares)) == sorted(HOMES[side]):
                return squares
            case event:
                raise Fault(f"{' '.join(render_event(event))!r} is no placing of that side")

    def question(self, position: str) -> str:
        """The line that asks for a move in a position of our notation."""
        return render_command(Several((Position(position), Go(Limits()))))

    def move(self, position: str, patience: float = PATIENCE) -> str:
        """Its move in a position; Fault unless that is legal with the die."""
        self.interview.say(self.question(position))
        return self.moved(position, patience)

    def moved(self, position: str, patience: float = PATIENCE) -> str:
        """The move that it owes in a position."""
        match self.answer(patience):
            case Best(str(move)) if is_legal(self.game, Setup(position), move):
                return move
            case event:
                raise Fault(f"{' '.join(render_event(event))!r} is not legal in {self.question(position)!r}")

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
