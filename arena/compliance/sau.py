"""Every check of the SAU platform's dialect, in the order in which they are made."""

from boyi.arena.compliance import plain, stones_games
from boyi.arena.compliance.check import Check, advisory, weighed
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.plain import hush, silent_over
from boyi.arena.compliance.stones_engine import CENTRE, StonesEngine
from boyi.protocol.messages import Reject

REFUSALS = 3


def _error(engine: StonesEngine) -> str:
    """Each move that is refused is followed by another one."""
    engine.ask()
    refused = [set(engine.hear((CENTRE,)))]
    for _ in range(REFUSALS):
        engine.tell(Reject())
        refused.append(set(engine.hear((CENTRE,))))
        if refused[-1] in refused[:-1]:
            raise Fault(f"{' '.join(sorted(refused[-1]))} again, which was refused")
    return ""


def _game_after_error(engine: StonesEngine) -> str:
    """The refused stones are not on the board, those of the second attempt are."""
    engine.ask()
    engine.hear((CENTRE,))
    engine.tell(Reject())
    played = (CENTRE, engine.hear((CENTRE,)))
    engine.reply((*played, engine.free_turn(played)))
    return ""


def _end(engine: StonesEngine) -> str:
    for line in ("end", "end black", "end white"):
        engine.play()
        engine.interview.say(line)
        hush(engine.interview)
    engine.play()
    return ""


def _last_stone(engine: StonesEngine) -> str:
    """Somebody wins with one stone, and `end` follows at once; whatever is answered comes too late."""
    engine.play()
    engine.interview.say("move AA@@", "end")
    engine.interview.listen(plain.HUSH)
    engine.settle()
    engine.play()
    return ""


def _illegal(engine: StonesEngine) -> str:
    engine.play()
    engine.interview.say("move JJKK", "move ZZ99", "move", "move AA BB", "move jjkk", "new", "new green")
    hush(engine.interview)
    engine.play()
    return ""


OWN: tuple[Check[StonesEngine], ...] = (
    Check("error", "another legal move, none twice", _error),
    Check("game after error", "the refused stones are gone, the new ones stay", _game_after_error),
    Check("end", "silence, also with a colour", _end),
    Check("a single stone and end", "the next game goes well", _last_stone),
    Check("words of another game", "silence", silent_over(b"accept", b"refuse", b"take", b"taked")),
    Check("moves that can't be", "silence, and the next game goes well", _illegal,
          advisory("the platform checks what it sends")),
)  # fmt: skip

CHECKS: tuple[Check[StonesEngine], ...] = (
    *stones_games.START,
    plain.SILENCE,
    *stones_games.CHECKS,
    *OWN,
    *weighed(plain.NOISE),
    plain.STDERR,
    *plain.ends("quit"),
)
