"""UCI: whether an engine takes positions and moves as they are meant."""

from collections.abc import Callable, Sequence

from boyi.arena.compliance.base.check import Check, advisory, measure, offered, special_moves
from boyi.arena.compliance.base.position import Setup, random_game
from boyi.arena.compliance.uci.engine import SHORT, UciEngine

LONG_GAME_TIME = 0.3
"""Seconds in which so many moves are taken: linear time, with room for slow machines."""
FIELDS = 6
"""Of a FEN, the last two of which count moves."""


def _answers(engine: UciEngine, setups: Sequence[Setup]) -> None:
    for setup in offered(engine, setups):
        engine.search(setup, "depth 2")


def new_game(engine: UciEngine) -> None:
    """Whether it plays after a new game was announced."""
    engine.new_game()
    engine.settle()
    _answers(engine, [Setup()])


def _chess960(engine: UciEngine) -> None:
    engine.option("UCI_Chess960")
    engine.set("UCI_Chess960", True)
    _answers(engine, engine.samples.shuffled)
    engine.set("UCI_Chess960", False)


def _long_game(engine: UciEngine) -> str:
    setup = random_game(engine.game, engine.samples.long_game_plies, engine.samples.long_game_seed)

    def take() -> float:
        engine.process.say(engine.position(setup))
        return engine.ready().seconds

    took = measure(LONG_GAME_TIME, take)
    engine.search(setup, "depth 2")
    return took


def _short_fen(engine: UciEngine) -> None:
    fields = [setup.fen.split() for setup in engine.samples.openings if setup.fen]
    _answers(engine, [Setup(" ".join(some[:4])) for some in fields if len(some) == FIELDS])


def _survives(*lines: str) -> Callable[[UciEngine], None]:
    """Whether the engine takes bad lines and plays on; names in braces stand for samples."""

    def check(engine: UciEngine) -> None:
        illegal, impossible = engine.spelled(engine.samples.illegal_move), engine.samples.impossible
        engine.process.say(*(line.format(illegal=illegal, impossible=impossible) for line in lines))
        engine.settle()
        _answers(engine, [Setup()])

    return check


def _at_once(engine: UciEngine) -> None:
    engine.process.say("go depth 2")
    engine.finish(Setup(), SHORT)


SILENT = advisory("the protocol leaves it to the client to tell positions that can be")
CHECKS: tuple[Check[UciEngine], ...] = (
    Check("go before position", "a legal answer from the start", _at_once,
          advisory("the protocol promises a position first")),
    Check("ucinewgame", "ready, and plays from the start", new_game),
    Check("position startpos", "a legal answer", lambda engine: _answers(engine, [Setup()])),
    Check("position with moves, and fen", "legal answers",
          lambda engine: _answers(engine, engine.samples.openings)),
    *special_moves(_answers),
    Check("Chess960", "legal answers to castling written as king takes rook", _chess960),
    Check("long game", f"hundreds of plies, if a game may last so long, are taken within "
          f"{LONG_GAME_TIME * 1000:.0f} ms", _long_game),
    Check("fen of four fields", "counters may be left out", _short_fen,
          advisory("the protocol refers to the whole of FEN")),
    Check("position without a position", "passed over", _survives("position", "position fen"), SILENT),
    Check("garbage for a position", "passed over", _survives("position fen joho", "position joho"), SILENT),
    Check("impossible position", "passed over", _survives("position fen {impossible}"), SILENT),
    Check("illegal move in a list", "passed over",
          _survives("position startpos moves {illegal}"), SILENT),
)  # fmt: skip
