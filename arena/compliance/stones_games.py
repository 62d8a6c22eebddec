"""Connect6: whether an engine plays by the rules, and speaks only when it is asked."""

from boyi.arena.compliance.check import Check, milliseconds
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.plain import PATIENCE, hush
from boyi.arena.compliance.stones_engine import CENTRE, StonesEngine, Turns
from boyi.protocol.messages import Named
from boyi.protocol.stones import SET_UP, SET_UP_AND_PLAY, answer_to

GREETING = 4.0
TURNS = 2
"""Turns of the engine after its first stone: so few that it can't have won."""


def _name(engine: StonesEngine) -> str:
    line = engine.name(GREETING)
    event = engine.dialect.parse_event(line)
    if not isinstance(event, Named) or not event.name:
        raise Fault(f"{line!r} is not of the form name TEXT")
    return f"{event.name}, {milliseconds(engine.interview.seconds)}"


def _first(engine: StonesEngine) -> str:
    engine.greet()
    return milliseconds(engine.interview.seconds)


def _black(engine: StonesEngine) -> str:
    engine.tell(SET_UP_AND_PLAY)
    engine.hear(())
    return ""


def _white(engine: StonesEngine) -> str:
    engine.tell(SET_UP)
    hush(engine.interview)
    return ""


def _reply(engine: StonesEngine) -> str:
    engine.reply(engine.as_white())
    return milliseconds(engine.interview.seconds)


def _game(engine: StonesEngine) -> str:
    engine.tell(SET_UP_AND_PLAY)
    played: Turns = (engine.hear(()),)
    for _ in range(TURNS):
        played = (*played, engine.free_turn(played))
        played = (*played, engine.reply(played))
    return ""


def _one_answer(engine: StonesEngine) -> str:
    engine.play()
    hush(engine.interview)
    return ""


def _new_again(engine: StonesEngine) -> str:
    """A game that begins while another has not ended: its board is empty."""
    engine.play()
    return _black(engine)


def _many_games(engine: StonesEngine) -> str:
    for _ in range(2):
        _black(engine)
        engine.play()
    return ""


def _spellings(engine: StonesEngine) -> str:
    for spelling in ("JJ@@", "JJ", "JJJJ"):
        engine.as_white()
        engine.interview.say(f"move {spelling}")
        engine.hear((CENTRE,))
    return ""


def _crlf(engine: StonesEngine) -> str:
    engine.as_white()
    engine.interview.send(f"{engine.dialect.render_command(answer_to(CENTRE))}\r\n".encode())
    engine.hear((CENTRE,))
    return ""


def _in_pieces(engine: StonesEngine) -> str:
    engine.as_white()
    engine.interview.say_in_pieces(engine.dialect.render_command(answer_to(CENTRE)), 3)
    engine.hear((CENTRE,))
    return ""


START: tuple[Check[StonesEngine], ...] = (
    Check("name", f"name TEXT within {GREETING:g} s", _name, life="first"),
    Check("first move", "new black is answered, however late", _first, life="first"),
)
CHECKS: tuple[Check[StonesEngine], ...] = (
    Check("new black", "one stone, spelt as in this dialect", _black),
    Check("new white", "silence", _white),
    Check("move", f"two stones on empty points within {PATIENCE:g} s", _reply),
    Check("a game", "legal turns, one after the other", _game),
    Check("one answer", "nothing after the move", _one_answer),
    Check("new in a game", "the board is empty again", _new_again),
    Check("colours in turn", "one process plays games as black and as white", _many_games),
    Check("spellings of a single stone", "JJ@@, JJ and JJJJ mean the same", _spellings),
    Check("CRLF", "lines may end so", _crlf),
    Check("a line in pieces", "understood once it is whole", _in_pieces),
)
