"""Every check of Cloudict's dialect, in the order in which they are made."""

from boyi.arena.compliance.base import request_reply
from boyi.arena.compliance.base.check import Check, advisory
from boyi.arena.compliance.base.ends import END, WITHIN
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.base.request_reply import expect_silence, ignores
from boyi.arena.compliance.connect6 import games
from boyi.arena.compliance.connect6.engine import CENTRE, StonesEngine, Turns
from boyi.engines.report import Best
from boyi.protocol.connect6.turns import PLAY
from boyi.protocol.messages import Advance

GAMES: tuple[Turns, ...] = (
    (CENTRE,),
    (CENTRE, ("KJ", "JK")),
    (CENTRE, ("KJ", "JK"), ("HH", "LL")),
)
"""Games that are told from their start, for either side to go on."""
TEXT = 0.4
"""Seconds in which a text for people comes."""


def _next(engine: StonesEngine) -> None:
    for played in GAMES:
        _tell_game(engine, played)
        expect_silence(engine.process)
        engine.tell(PLAY)
        engine.hear(played)


def _tell_game(engine: StonesEngine, played: Turns) -> None:
    engine.process.say("new xxx")
    for number, turn in enumerate(played):
        engine.tell(Advance(turn, True, number % 2))


def _first_next(engine: StonesEngine) -> None:
    engine.process.say("new xxx")
    engine.tell(PLAY)
    engine.hear(())


def _go_on(engine: StonesEngine) -> None:
    """After its own move, a game goes on with either command."""
    _tell_game(engine, GAMES[0])
    engine.tell(PLAY)
    played: Turns = (CENTRE, engine.hear((CENTRE,)))
    engine.reply((*played, engine.free_turn(played)))


def _print(engine: StonesEngine) -> None:
    engine.play()
    engine.process.say("print", "help")
    for line in engine.process.listen(TEXT):
        if isinstance(engine.dialect.parse_event(line), Best):
            raise Fault(f"{line!r} could be taken for a move")
    engine.play()


def _exit(engine: StonesEngine) -> None:
    engine.process.say("exit")
    engine.process.exit_code(END)


OWN: tuple[Check[StonesEngine], ...] = (
    Check("black, white, next", "stones are set silently, then a legal turn for the side to move", _next),
    Check("next on an empty board", "one stone", _first_next),
    Check("move after next", "the game goes on", _go_on),
    Check("depth", "silence", ignores(b"depth 1", b"depth 2")),
    Check("vcf and unvcf", "silence", ignores(b"unvcf", b"vcf")),
    Check("print and help", "no line that could be taken for a move", _print, advisory("meant for people")),
    Check("exit", WITHIN, _exit, life="last"),
)

CHECKS: tuple[Check[StonesEngine], ...] = (
    *games.START,
    request_reply.SILENCE,
    *games.CHECKS,
    *OWN[:-1],
    *request_reply.NOISE,
    request_reply.STDERR,
    *OWN[-1:],
    *request_reply.ends("quit"),
)
