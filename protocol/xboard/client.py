"""A client's side of XBoard's protocol (CECP), version 2, and version 1 where an engine knows no better."""

import contextlib
import time

from boyi.engines.game import Game
from boyi.protocol.driving.conversation import Conversation
from boyi.protocol.driving.driver import Driver
from boyi.protocol.driving.errors import EngineSilent, ProtocolError
from boyi.protocol.driving.options import find_option
from boyi.protocol.driving.spec import Reply, Turn
from boyi.protocol.text import quote
from boyi.protocol.xboard.client_features import Features
from boyi.protocol.xboard.client_game import KnownGame
from boyi.protocol.xboard.parsing import VARIANTS, Answer, parse_answer, parse_thought, read_move

FEATURE_PATIENCE = 2.0
"""Seconds from its first line after which an engine is taken to have no features, as the protocol says."""
SLEEP = 5.0
"""Seconds from its start after which it is taken so, if it says nothing at all."""
NUDGE = 0.5
"""Seconds after which it gets an empty line: GNU Chess 6 may sleep over its first lines until more come."""
UCI_WORDS = ("uciok", "id name ", "option name ", "Unknown command: 'xboard", "Unknown command: xboard")
"""What an engine that speaks UCI says to a greeting it does not know."""
COMPLAINTS = ("illegal", "invalid", "error (", "tellusererror")


class XBoardDriver(Driver):
    """Speaks XBoard to one engine. No search is begun before the move of the last one has come."""

    def __init__(self, conversation: Conversation, game: Game) -> None:
        """Nothing is said yet."""
        super().__init__(conversation, game)
        self._is_chess = game.name == "chess"
        self._variant = VARIANTS.get(game.name, game.name)
        self._features = Features()
        self._known = KnownGame(self._spec.name, self._features, self._variant)
        self._awake: float | None = None
        """When it said its first line."""
        self._pings = 0
        self._form: int | None = None
        """How it tells its moves; some engines tell each one twice, in two forms."""
        self._unasked: Answer | None = None
        """A result that it claimed, or its resignation, when it had not been asked for a move."""
        self._last_thought = ""
        conversation.overhear = self._overhear

    async def greet(self) -> str:
        """`xboard`, `protover`, the options; the engine's own name for itself.

        ProtocolError for an option that it does not offer, or a game that it does not play.
        """
        end = time.monotonic() + self._spec.patience
        await self._hear_all_features(end)
        self._check_variant()
        settings = [self._setting(name, value) for name, value in self._spec.options.items()]
        await self._say(settings, end - time.monotonic(), "getting ready")
        return self._features["myname"] or self._spec.name

    async def new_game(self, start: str | None) -> None:
        """`new`, `force`, `setboard`, and `ping` to wait for it."""
        await self._end_search(self._new_game_patience)
        await self._say(self._known.begin(start), self._new_game_patience, "beginning a game")
        self._unasked = None

    async def play(self, turn: Turn, patience: float) -> Reply:
        """The opponent's move, or all that it missed and `go`; its move, resignation or claim."""
        await self._end_search(patience)
        if self._unasked:
            return Reply(None, 0.0, None, self._unasked.resigns, self._unasked.claims)
        lines = self._known.catch_up(turn)
        self._last_thought = ""
        self._pending = True
        answer = await self._conversation.ask(lines, self._hear_turn, patience, "searching")
        seconds = self._conversation.seconds
        move = answer.move and read_move(answer.move, turn.now, self._is_chess)
        if move:
            self._known.take_move(turn, move)
        return Reply(move, seconds, parse_thought(self._last_thought), answer.resigns, answer.claims)

    def farewell(self) -> tuple[str, ...]:
        """`quit`."""
        return ("quit",)

    @property
    def reusable(self) -> bool:
        """Whether the engine says that it can play a second game."""
        return self._features.has("reuse")

    async def _hear_all_features(self, end: float) -> None:
        """Wait until `done` is told, for good with 1, with 0 as long as it takes, or time is up."""
        begun = time.monotonic()
        await self._greet(NUDGE, "xboard", "protover 2")
        while not self._features["done"] and time.monotonic() < min(end, self._time_is_up(begun)):
            await self._greet(NUDGE, *([] if self._features.told else [""]))
        if not self._features.told:
            # Last of all, for it would turn those that speak both dialects to the other.
            await self._greet(FEATURE_PATIENCE, "uci")
        while self._features["done"] == "0":
            await self._conversation.ask((), self._hear_done, end - time.monotonic(), "telling its features")

    def _time_is_up(self, begun: float) -> float:
        return begun + SLEEP if self._awake is None else self._awake + FEATURE_PATIENCE

    async def _greet(self, patience: float, *lines: str) -> None:
        with contextlib.suppress(EngineSilent):
            await self._conversation.ask(lines, self._hear_features, patience, "greeting in XBoard")

    async def _end_search(self, patience: float) -> None:
        """Get the answer that is still owed, so that none can be taken for another."""
        if self._pending:
            await self._conversation.ask(("?",), self._hear_answer, patience, "ending an earlier search")

    async def _say(self, lines: list[str], patience: float, state: str) -> None:
        """Send lines, and wait until they are done if the engine can say so."""
        if self._features.has("ping"):
            self._pings += 1
            await self._conversation.ask((*lines, f"ping {self._pings}"), self._hear_pong, patience, state)
        elif lines:
            self._conversation.say(*lines)

    def _check_variant(self) -> None:
        played = self._features["variants"].replace(" ", "").split(",")
        if played != [""] and self._variant not in played and not (self._is_chess and "chess" in played):
            raise ProtocolError(f"{self._spec.name}: it plays {', '.join(played)}, but not {self._variant}")

    def _setting(self, name: str, value: str) -> str:
        if command := self._features.amount(name):
            return f"{command} {value}"
        return self._features.setting(
            find_option(self._spec.name, self._features.options, name, value), value
        )

    def _hear_features(self, line: str) -> bool | None:
        self._awake = self._awake or time.monotonic()
        if line.startswith(UCI_WORDS):
            raise self._conversation.lie(f"it does not speak XBoard; it says {quote(line)}")
        self._take_features(line)
        return bool(self._features["done"]) or None

    def _hear_done(self, line: str) -> bool | None:
        self._take_features(line)
        return self._features.has("done") or None

    def _take_features(self, line: str) -> None:
        """Learn of features, at any time, for there are engines that tell them late."""
        if line.startswith("feature "):
            # Short algebraic notation is known to us for chess only.
            answers = self._features.take(line, refused=() if self._is_chess else ("san",))
            if answers:
                self._conversation.say(*answers)

    def _hear_pong(self, line: str) -> bool | None:
        if line.split() == ["pong", str(self._pings)]:
            return True
        self._object(line)
        self._overhear(line)
        return None

    def _hear_turn(self, line: str) -> Answer | None:
        answer = self._hear_answer(line)
        if answer is None:
            self._take_features(line)
            self._object(line)
            if parse_thought(line):
                self._last_thought = line
        return answer

    def _hear_answer(self, line: str) -> Answer | None:
        answer = parse_answer(line)
        if answer is None or (answer.move and self._form not in (None, answer.form)):
            return None
        self._form = answer.form if answer.move else self._form
        self._pending = False
        return answer

    def _overhear(self, line: str) -> None:
        """Keep account of what comes unasked: a late move is owed no longer, a claim is kept."""
        self._take_features(line)
        answer = self._hear_answer(line)
        if answer and not answer.move:
            self._unasked = answer

    def _object(self, line: str) -> None:
        """Don't put up with a complaint about a move, which the referee knows to be legal."""
        if line.lower().startswith(COMPLAINTS) and not self._known.concerns.isdisjoint(line.split()):
            raise self._conversation.lie(f"it refuses what it is told: {quote(line)}")
