"""Connect6: whether an engine plays by the rules, and speaks only when it is asked."""

from boyi.arena.compliance.base.check import Check, milliseconds
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.base.request_reply import CRLF, ONE_ANSWER, PATIENCE, expect_silence, in_pieces
from boyi.arena.compliance.connect6.engine import CENTRE, StonesEngine, Turns
from boyi.protocol.connect6.turns import SET_UP, SET_UP_AND_PLAY
from boyi.protocol.messages import EngineName

GREETING = 4.0
TURNS = 2
"""Turns of the engine after its first stone: so few that it can't have won."""


def _name(engine: StonesEngine) -> str:
    line = engine.name(GREETING)
    event = engine.dialect.parse_event(line)
    if not isinstance(event, EngineName) or not event.name:
        raise Fault(f"{line!r} is not of the form name TEXT")
    return f"{event.name}, {milliseconds(engine.process.seconds)}"


def _first(engine: StonesEngine) -> str:
    engine.greet()
    return milliseconds(engine.process.seconds)


def _black(engine: StonesEngine) -> None:
    engine.tell(SET_UP_AND_PLAY)
    engine.hear(())


def _white(engine: StonesEngine) -> None:
    engine.tell(SET_UP)
    expect_silence(engine.process)


def _reply(engine: StonesEngine) -> str:
    engine.reply(engine.as_white())
    return milliseconds(engine.process.seconds)


def _game(engine: StonesEngine) -> None:
    engine.tell(SET_UP_AND_PLAY)
    played: Turns = (engine.hear(()),)
    for _ in range(TURNS):
        played = (*played, engine.free_turn(played))
        played = (*played, engine.reply(played))


def _new_again(engine: StonesEngine) -> None:
    """A game that begins while another has not ended: its board is empty."""
    engine.play()
    _black(engine)


def _many_games(engine: StonesEngine) -> None:
    for _ in range(2):
        _black(engine)
        engine.play()


def _spellings(engine: StonesEngine) -> None:
    for spelling in ("JJ@@", "JJ", "JJJJ"):
        engine.as_white()
        engine.process.say(f"move {spelling}")
        engine.hear((CENTRE,))


START: tuple[Check[StonesEngine], ...] = (
    Check("name", f"name TEXT within {GREETING:g} s", _name, life="first"),
    Check("first move", "new black is answered, however late", _first, life="first"),
)
CHECKS: tuple[Check[StonesEngine], ...] = (
    Check("new black", "one stone, spelt as in this dialect", _black),
    Check("new white", "silence", _white),
    Check("move", f"two stones on empty points within {PATIENCE:g} s", _reply),
    Check("a game", "legal turns, one after the other", _game),
    ONE_ANSWER,
    Check("new in a game", "the board is empty again", _new_again),
    Check("colours in turn", "one process plays games as black and as white", _many_games),
    Check("spellings of a single stone", "JJ@@, JJ and JJJJ mean the same", _spellings),
    CRLF,
    in_pieces(3),
)
