"""A client's side of UCCI: built like UCI, with clocks of the mover and the opponent, options of one word."""

from dataclasses import replace

from boyi.engines.limits import Clock, Limits
from boyi.protocol.driving.options import find_option
from boyi.protocol.driving.spec import Turn
from boyi.protocol.messages import Go
from boyi.protocol.uci import ucci
from boyi.protocol.uci.client import IS_READY, UciDriver
from boyi.protocol.uci.ucci_options import to_theirs

MILLISECONDS = "usemillisec"
SECOND = 1000


class UcciDriver(UciDriver):
    """Speaks UCCI to one engine. Clocks are told in milliseconds where it offers that, else in seconds.

    An engine that counts milliseconds without offering it, as Fairy-Stockfish does, needs `usemillisec=true`.
    """

    dialect = ucci.DIALECT
    _coarse = True
    """Whether clocks are told in seconds."""

    def _go(self, turn: Turn) -> Go:
        mine, theirs = turn.limits.clocks[turn.side], turn.limits.clocks[1 - turn.side]
        limits = replace(turn.limits, clocks=(mine, theirs))
        return Go(_in_seconds(limits) if self._coarse else limits, relative=True, coarse=True)

    def _new_game_lines(self) -> tuple[str, ...]:
        return ("setoption newgame",) if "newgame" in self._offered else ()

    async def _end_search(self, patience: float) -> None:
        """End it; a `stop` that came too late is answered, too, which must not be taken for a move."""
        if self._pending:
            await super()._end_search(patience)
            await self._conversation.ask((IS_READY,), self._hear_ready, patience, "ending an earlier search")

    def _options(self) -> dict[str, str]:
        """Milliseconds, where they can be asked for; who asks for them elsewhere knows his engine."""
        options, offered = dict(self._spec.options), MILLISECONDS in self._offered
        name = next((name for name in options if name.lower() == MILLISECONDS), MILLISECONDS)
        self._coarse = options.setdefault(name, str(offered).lower()) != "true"
        if not offered:
            del options[name]
        return options

    def _choose_variant(self) -> None:
        """Moves are spelt in one way only."""

    def _setting(self, name: str, value: str) -> str:
        """An option under the name that the engine gave it, found by ours as well."""
        word = name if name.lower() in self._offered else to_theirs(name)
        option = find_option(self._spec.name, self._offered, word, value)
        return f"setoption {option.name}" if option.kind == "button" else f"setoption {option.name} {value}"


def _in_seconds(limits: Limits) -> Limits:
    """The clocks in whole seconds, rounded down: nobody is told more than there is."""
    first, second = (
        clock and Clock(clock.time // SECOND, clock.increment // SECOND) for clock in limits.clocks
    )
    return replace(limits, clocks=(first, second))
