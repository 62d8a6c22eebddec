"""A Connect6 bot as the checks speak to it, in Botzone's JSON."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress

from boyi.arena.compliance.base.check import NotOffered
from boyi.arena.compliance.base.position import Setup, is_legal
from boyi.arena.compliance.base.process import PAUSE, ExaminedProcess, Fault
from boyi.arena.compliance.base.request_reply import PATIENCE, SILENCE_TIME, RequestReplyEngine
from boyi.engines.game import Game
from boyi.engines.report import Best
from boyi.protocol.connect6.botzone import KEEP_RUNNING, PLAY, START, parse_event, render_command
from boyi.protocol.driving.spec import EngineSpec
from boyi.protocol.messages import Advance, NewGame, Position, Several

REPLIES = (("AA", "OA"), ("AO", "OO"), ("CB", "MB"), ("CN", "MN"))
"""Turns near the corners, where no bot that wants to win has placed stones."""
TURNS = 3
"""Turns of the bot with Black: so few that it can't have won."""
ANSWER = f"(?!{re.escape(KEEP_RUNNING)})."
"""How a line begins that is an answer."""


class BotzoneEngine(RequestReplyEngine):
    """A game in which the bot has Black, unless it is asked about another one instead."""

    def __init__(self, process: ExaminedProcess, spec: EngineSpec, game: Game) -> None:
        """Nothing is said yet."""
        super().__init__(process, spec, game)
        self.seconds = 0.0
        """What the last answer took."""
        self._stones: tuple[str, ...] = ()
        self._turns = 0
        self._kept = False

    def greet(self) -> None:
        """Ask for Black's first stone, and see whether the bot wants to be kept running."""
        self.ask_whole(())
        self.answer(self.spec.patience)
        with suppress(Fault):
            self.process.hear(re.escape(KEEP_RUNNING), SILENCE_TIME)
            self._kept = True
        self.greeted = True

    def settle(self) -> None:
        """A process plays one game: Fault if that has been played, or the bot may have ended."""
        if not self._kept or self._turns >= TURNS:
            raise Fault("a new game needs a new process")

    def ask_whole(self, stones: tuple[str, ...], more: Mapping[str, object] | None = None) -> None:
        """Send all of a game, as to a bot that has just been started, and perhaps further fields."""
        self._stones = stones
        asked = json.loads(render_command(Several((NewGame(), Position(START, stones), PLAY))))
        self.process.say(json.dumps(asked | dict(more or {})))

    def question(self) -> str:
        """The line that tells a bot which is kept running of our next turn; NotOffered if it is not."""
        if not self._kept:
            raise NotOffered("it does not ask to be kept running")
        turn = next(turn for turn in REPLIES if not set(turn) & set(self._stones))
        self._stones += turn
        return render_command(Several((Advance(turn, whole=True), PLAY)))

    def answer(self, patience: float = PATIENCE) -> None:
        """The bot's turn; Fault unless it is well written and legal."""
        heard = self.process.hear(ANSWER, patience, "response")
        best = parse_event(heard.last)
        if not isinstance(best, Best):
            raise Fault(f"{heard.last!r} is no response of x0, y0, x1 and y1")
        due = 2 if self._stones else 1
        if len(best.turn) != due or not is_legal(self.game, Setup(START, self._stones), *best.turn):
            raise Fault(f"{heard.last!r} is not legal")
        self._stones += best.turn
        self._turns += 1
        self.seconds = heard.seconds
        self._pass_over_wish()

    def _pass_over_wish(self) -> None:
        """A bot may ask to be kept running once, or after every turn."""
        if self._kept:
            for line in self.process.listen(PAUSE):
                if line not in ("", KEEP_RUNNING):
                    raise Fault(f"it said {line!r}")
