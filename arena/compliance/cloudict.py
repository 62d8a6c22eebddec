"""Every check of Cloudict's dialect, in the order in which they are made."""

from boyi.arena.compliance import plain, stones_games
from boyi.arena.compliance.check import Check, advisory
from boyi.arena.compliance.ends import END, WITHIN
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.plain import hush, silent_over
from boyi.arena.compliance.stones_engine import CENTRE, StonesEngine, Turns
from boyi.engines.report import Best
from boyi.protocol.messages import Advance
from boyi.protocol.stones import PLAY

GAMES: tuple[Turns, ...] = (
    (CENTRE,),
    (CENTRE, ("KJ", "JK")),
    (CENTRE, ("KJ", "JK"), ("HH", "LL")),
)
"""Games that are told from their start, for either side to go on."""
TEXT = 0.4
"""Seconds in which a text for people comes."""


def _next(engine: StonesEngine) -> str:
    for played in GAMES:
        _tell_game(engine, played)
        hush(engine.interview)
        engine.tell(PLAY)
        engine.hear(played)
    return ""


def _tell_game(engine: StonesEngine, played: Turns) -> None:
    engine.interview.say("new xxx")
    for number, turn in enumerate(played):
        engine.tell(Advance(turn, True, number % 2))


def _first_next(engine: StonesEngine) -> str:
    engine.interview.say("new xxx")
    engine.tell(PLAY)
    engine.hear(())
    return ""


def _go_on(engine: StonesEngine) -> str:
    """After its own move, a game goes on with either command."""
    _tell_game(engine, GAMES[0])
    engine.tell(PLAY)
    played: Turns = (CENTRE, engine.hear((CENTRE,)))
    engine.reply((*played, engine.free_turn(played)))
    return ""


def _print(engine: StonesEngine) -> str:
    engine.play()
    engine.interview.say("print", "help")
    for line in engine.interview.listen(TEXT):
        if isinstance(engine.dialect.parse_event(line), Best):
            raise Fault(f"{line!r} could be taken for a move")
    engine.play()
    return ""


def _exit(engine: StonesEngine) -> str:
    engine.interview.say("exit")
    engine.interview.exit_code(END)
    return ""


OWN: tuple[Check[StonesEngine], ...] = (
    Check("black, white, next", "stones are set silently, then a legal turn for the side to move", _next),
    Check("next on an empty board", "one stone", _first_next),
    Check("move after next", "the game goes on", _go_on),
    Check("depth", "silence", silent_over(b"depth 1", b"depth 2")),
    Check("vcf and unvcf", "silence", silent_over(b"unvcf", b"vcf")),
    Check("print and help", "no line that could be taken for a move", _print, advisory("meant for people")),
    Check("exit", WITHIN, _exit, life="last"),
)

CHECKS: tuple[Check[StonesEngine], ...] = (
    *stones_games.START,
    plain.SILENCE,
    *stones_games.CHECKS,
    *OWN[:-1],
    *plain.NOISE,
    plain.STDERR,
    *OWN[-1:],
    *plain.ends("quit"),
)
