"""A Connect6 engine as the checks speak to it, in either dialect of its platforms."""

from boyi.arena.compliance.base.position import Setup, is_legal
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.base.request_reply import PATIENCE, SHORT, RequestReplyEngine, expect_silence
from boyi.engines.report import Best
from boyi.protocol.connect6.turns import SET_UP, SET_UP_AND_PLAY, answer_to
from boyi.protocol.messages import Command, EngineName, Hello

CENTRE = ("JJ",)
REPLIES = (("AA", "SA"), ("AS", "SS"), ("CB", "QB"), ("CR", "QR"), ("BB", "RB"), ("BR", "RR"))
"""Turns in the corners, where no engine that wants to win has placed stones."""

Turns = tuple[tuple[str, ...], ...]


class StonesEngine(RequestReplyEngine):
    """A conversation in which whole turns are told and answered."""

    def greet(self) -> None:
        """Ask for the name, and for a first turn, for which the engine may have to get ready."""
        line = self.name(self.spec.patience)
        if not isinstance(self.dialect.parse_event(line), EngineName):
            raise Fault(f"{line!r} is no name")
        self.tell(SET_UP_AND_PLAY)
        self.hear((), self.spec.patience)
        self.greeted = True

    def settle(self) -> None:
        """Ask for the name; what comes before it is left over from earlier questions."""
        self.tell(Hello())
        self.process.hear("name ", SHORT, "name")

    def name(self, patience: float) -> str:
        """The engine's answer to the question for its name."""
        self.tell(Hello())
        return self.process.hear(".", patience, "name").last

    def tell(self, command: Command) -> None:
        """Say something in the dialect's words."""
        self.process.say(self.dialect.render_command(command))

    def hear(self, played: Turns, patience: float = PATIENCE) -> tuple[str, ...]:
        """The turn that answers those played so far; Fault unless it is legal, and nothing else was said."""
        line = self.process.hear(".", patience, "move").last
        best = self.dialect.parse_event(line)
        if not isinstance(best, Best) or self.dialect.render_event(best) != [line]:
            raise Fault(f"{line!r} is no move")
        stones = [stone for turn in played for stone in turn]
        due = 2 if played else 1
        if len(best.turn) != due or not is_legal(self.game, Setup(None, tuple(stones)), *best.turn):
            raise Fault(f"{line!r} is not legal")
        return best.turn

    def reply(self, played: Turns) -> tuple[str, ...]:
        """The answer to the last turn of those played, which is told."""
        self.tell(answer_to(played[-1]))
        return self.hear(played)

    def free_turn(self, played: Turns) -> tuple[str, ...]:
        """A turn of ours on points that are empty."""
        taken = {stone for turn in played for stone in turn}
        return next(turn for turn in REPLIES if not taken.intersection(turn))

    def as_white(self) -> Turns:
        """A game up to our first turn, which is still to be told."""
        self.tell(SET_UP)
        expect_silence(self.process)
        return (CENTRE,)

    def question(self) -> str:
        """Begin a game; the line that tells our first turn."""
        self.tell(SET_UP)
        return self.dialect.render_command(answer_to(CENTRE))

    def answer(self) -> None:
        """The engine's first turn."""
        self.hear((CENTRE,))
