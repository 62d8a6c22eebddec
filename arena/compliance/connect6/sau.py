"""Every check of the SAU platform's dialect, in the order in which they are made."""

from boyi.arena.compliance.base import request_reply
from boyi.arena.compliance.base.check import Check, advisory, with_weight
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.base.request_reply import expect_silence, ignores
from boyi.arena.compliance.connect6 import games
from boyi.arena.compliance.connect6.engine import CENTRE, StonesEngine
from boyi.protocol.messages import Reject

REFUSALS = 3


def _error(engine: StonesEngine) -> None:
    """Each move that is refused is followed by another one."""
    engine.ask()
    refused = [set(engine.hear((CENTRE,)))]
    for _ in range(REFUSALS):
        engine.tell(Reject())
        refused.append(set(engine.hear((CENTRE,))))
        if refused[-1] in refused[:-1]:
            raise Fault(f"{' '.join(sorted(refused[-1]))} again, which was refused")


def _game_after_error(engine: StonesEngine) -> None:
    """The refused stones are not on the board, those of the second attempt are."""
    engine.ask()
    engine.hear((CENTRE,))
    engine.tell(Reject())
    played = (CENTRE, engine.hear((CENTRE,)))
    engine.reply((*played, engine.free_turn(played)))


def _end(engine: StonesEngine) -> None:
    for line in ("end", "end black", "end white"):
        engine.play()
        engine.process.say(line)
        expect_silence(engine.process)
    engine.play()


def _last_stone(engine: StonesEngine) -> None:
    """Somebody wins with one stone, and `end` follows at once; whatever is answered comes too late."""
    engine.play()
    engine.process.say("move AA@@", "end")
    engine.process.listen(request_reply.SILENCE_TIME)
    engine.settle()
    engine.play()


def _illegal(engine: StonesEngine) -> None:
    engine.play()
    engine.process.say("move JJKK", "move ZZ99", "move", "move AA BB", "move jjkk", "new", "new green")
    expect_silence(engine.process)
    engine.play()


OWN: tuple[Check[StonesEngine], ...] = (
    Check("error", "another legal move, none twice", _error),
    Check("game after error", "the refused stones are gone, the new ones stay", _game_after_error),
    Check("end", "silence, also with a colour", _end),
    Check("a single stone and end", "the next game goes well", _last_stone),
    Check("words of another game", "silence", ignores(b"accept", b"refuse", b"take", b"taked")),
    Check("moves that can't be", "silence, and the next game goes well", _illegal,
          advisory("the platform checks what it sends")),
)  # fmt: skip

CHECKS: tuple[Check[StonesEngine], ...] = (
    *games.START,
    request_reply.SILENCE,
    *games.CHECKS,
    *OWN,
    *with_weight(request_reply.NOISE),
    request_reply.STDERR,
    *request_reply.ends("quit"),
)
