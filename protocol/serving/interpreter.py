"""What each command means to an engine, and what it answers."""

import time
from collections.abc import Callable
from dataclasses import replace

from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.options import BATCH, MILLISECONDS, Options
from boyi.engines.report import Best, Info, Score
from boyi.protocol import messages as msg
from boyi.protocol.serving.activity import Activity
from boyi.protocol.serving.engine_api import EngineApi, EngineMaker
from boyi.protocol.serving.long_commands import LongCommands, perft_events
from boyi.protocol.serving.output import Output, reason_of
from boyi.protocol.serving.settings import StartSettings
from boyi.protocol.serving.time_allowance import TimeAllowance
from boyi.protocol.text import shorten

AUTHOR = "the boyi developers"
LONG_WAIT = 50
"""Milliseconds that a search has to wait, for the engine to be loaded, before its time is cut by them."""


def _version() -> str:
    from importlib import metadata  # noqa: PLC0415  slow to import, hardly ever asked for

    return metadata.version("boyi")


def _longest_move(game: Game) -> int | None:
    """Milliseconds that the option `Move Time` may be at most, in a game that has it."""
    return next((option.most for option in game.options if option.name == "Move Time"), None)


class Interpreter:
    """Acts on commands, one at a time, and puts out what is to be told."""

    def __init__(self, game: Game, output: Output) -> None:
        """No engine is made yet."""
        self.options = Options(game.options)
        self.long_commands = LongCommands(self.tell)
        self._engine: EngineApi | None = None
        """None until it is ready to play, and for ever if it could not be made so."""
        self._game, self._output, self._allowance = game, output, TimeAllowance(most=_longest_move(game))
        self.activity = Activity()
        """What whoever lends this process is told."""
        self._arrival = 0.0
        self._abandoning = False
        """Whether the search that is being ended has nobody who waits for its move."""
        self._heard_early = False
        """Whether a stop that is yet to be obeyed in its turn has ended a search already."""
        self._mate_alone = False
        """Whether nothing but a mate, which there may not be, ends the search."""

    def load(self, make_engine: EngineMaker) -> None:
        """Make the engine and get it ready, which may take seconds."""
        engine = make_engine(self._game, self.options, self.tell, self.tell, self._output.remark)
        engine.load()
        self._engine = engine

    def tell(self, *events: msg.Event) -> None:
        """Put events into words; a move ends the time that it was granted, and is not told if abandoned."""
        ends = any(isinstance(event, Best) for event in events)
        if ends:
            self._allowance.stop()
        if not (ends and self._abandoning):
            self._output.tell(*events)
        if ends:
            self.activity.answered()

    def prepare(self, settings: StartSettings) -> None:
        """Take the settings of the start; ValueError names a fault."""
        for complaint in settings.apply(self.options):
            self._output.remark(complaint)
        self._name_log()

    def obey(self, command: msg.Command, arrival: float) -> None:
        """Act on a command; if that can't be done, say why, and the conversation goes on.

        `arrival` is when the command came, on the monotonic clock: the client's clocks run since then.
        """
        self._arrival = arrival
        try:
            self.perform(command)
        except Exception as error:
            self._refuse(command, reason_of(error))

    def try_to(self, action: Callable[[], None], failure: str = "") -> None:
        """Do something; whatever goes wrong becomes one remark, and the conversation goes on."""
        try:
            action()
        except Exception as error:
            self._fail(error, failure)

    def _refuse(self, command: msg.Command, reason: str) -> None:
        self.tell(msg.Refused(command, shorten(reason)))

    def _fail(self, error: Exception, failure: str = "") -> None:
        self._output.remark(f"{failure}{reason_of(error)}")

    @property
    def loaded(self) -> bool:
        """Whether the engine is ready to play."""
        return self._engine is not None

    @property
    def searching(self) -> bool:
        """Whether a search runs or its move has yet to be told."""
        return self._engine is not None and self._engine.searching

    def break_off(self) -> None:
        """End the search, a bench or a perft, and any that is asked for before the next stop is obeyed.

        Returns at once, from any thread.
        """
        self.long_commands.break_off()
        if self._engine:
            self._heard_early |= self._engine.searching
            self._engine.stop()

    def let_search_end(self) -> None:
        """Wait until a search that ends by itself has done so, or at the stop that is yet to be obeyed."""
        if self._engine is not None and self.long_commands.broken_off and self._engine.searching:
            self._heard_early = True
            self._engine.stop()
        self.wait_for_search(stop_endless=False)

    @property
    def in_batch(self) -> bool:
        """Whether the client wants nothing acted on before the last search has ended."""
        return bool(self.options.get(BATCH))

    def wait_for_search(self, stop_endless: bool) -> None:
        """Wait until no search runs; one that may never end by itself is stopped or else not waited for."""
        if self._engine is None:
            return
        if not self._engine.bounded or self._mate_alone:
            if not stop_endless:
                return
            self._engine.stop()
        self._engine.wait()

    def perform(self, command: msg.Command) -> None:
        """Act on a command; ValueError if it can't be done."""
        match command:
            case msg.Hello():
                offers = (msg.OptionOffer(option) for option in self._game.options if option.offered)
                self.tell(msg.EngineName(self._game.title), msg.EngineAuthor(AUTHOR), *offers, msg.Welcome())
            case msg.IsReady():
                self._loaded().catch_up()
                self.tell(msg.Ready())
            case msg.SetOption(name, value):
                self._output.remark(self.options.set(name, value or ""))
                self._name_log()
            case msg.NewGame(abandon):
                self._begin(abandon)
            case msg.Position(fen, moves):
                self._loaded().set_position(fen, moves)
            case msg.Advance(moves, whole, side):
                self._loaded().advance(moves, whole, side)
            case msg.Place(side):
                self.tell(msg.Placement(self._loaded().place(side)))
            case msg.Ban(moves):
                self._loaded().ban(moves)
            case msg.Go():
                self._go(command)
            case msg.Reject():
                self._loaded().reject()
                self._go(msg.Go(Limits(), own=True))
            case msg.Appraise():
                self._appraise()
            case msg.Probe(fen, moves):
                self.tell(self._loaded().recall(fen, moves))
            case msg.PonderHit(draw):
                self._loaded().ponder_hit(draw)
            case msg.Stop():
                self._stop()
            case msg.Show():
                self.tell(msg.Text(self._loaded().picture()))
            case msg.Explain():
                self.tell(msg.Text(self._loaded().explain()))
            case msg.Flip():
                self._loaded().flip()
            case msg.Perft(depth):
                self.long_commands.run(perft_events(self._loaded().perft(depth)))
            case msg.Bench():
                self.long_commands.run(map(msg.Text, self._loaded().bench()))
            case msg.Version():
                self.tell(msg.EngineVersion(_version()))
            case msg.Help():
                settings = [f"{option.name}: {option.help}" for option in self._game.options if option.help]
                self.tell(msg.Text("\n".join([self._output.dialect.help, "", *settings])))
            case msg.Unknown(_, reason):
                self._refuse(command, reason)
            case msg.Several(commands):
                for part in commands:
                    self.perform(part)
            case msg.Debug() | msg.Quit():
                pass  # nothing that an engine could do

    def _loaded(self) -> EngineApi:
        if self._engine is None:
            raise ValueError("the engine could not be loaded; only setoption and quit are of use")
        return self._engine

    def _begin(self, abandon: bool) -> None:
        """Begin another game; returns when the search of the last one has ended."""
        engine = self._loaded()
        self._abandoning = abandon
        try:
            engine.stop()
            engine.new_game()
        finally:
            self._abandoning = False
        self._allowance.begin()

    def _go(self, command: msg.Go) -> None:
        engine, limits = self._loaded(), command.limits
        self.tell(*(msg.Note(shorten(note)) for note in command.notes))
        if command.relative and engine.side == 1:
            mine, theirs = limits.clocks
            limits = replace(limits, clocks=(theirs, mine))
        if command.coarse and not self.options.get(MILLISECONDS):
            limits = limits.scaled(1000)
        self._mate_alone = limits.mate is not None and replace(limits, mate=None, ponder=False).silent
        granted = self._allowance.grant(limits, self.options)
        waited = int(1000 * (time.monotonic() - self._arrival))
        self.activity.began()
        try:
            engine.go(granted.after(waited) if waited >= LONG_WAIT else granted, command.own)
        except BaseException:
            self.activity.answered()
            raise

    def _name_log(self) -> None:
        """Write the log where the options say."""
        self._output.remark(self._output.log.name(str(self.options.get("Log File", ""))))

    def _appraise(self) -> None:
        engine = self._loaded()
        engine.stop()
        engine.wait()
        self.activity.began()
        self.tell(Info(0, 0, 1, Score(engine.appraise()), 0, 0, 0, 0, 0, ()), Best(None))

    def _stop(self) -> None:
        self.long_commands.go_on()
        engine = self._loaded()
        if engine.searching:
            engine.stop()
        elif not self._heard_early:
            self.tell(msg.Idle())
        self._heard_early = False
