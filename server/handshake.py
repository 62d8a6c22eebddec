"""What is said over the gate before and after the engine itself: a few lines of text, alike in all dialects.

    auth TOKEN              if the server wants a token
    engine NAME [DIALECT]   without a dialect: any that the engine is greeted in
    ok NAME GAME DIALECT    the answer, after which every line is the engine's or its client's; or
    error REASON            and the end

Either side may end the conversation with a line that begins with END: a client that has nothing more to
say, as a process whose input ends, and the server with the reason, if there is one to complain of.
"""

import hmac
from dataclasses import dataclass

from boyi.server.errors import NotServed

AUTH, ENGINE, OK, ERROR = "auth", "engine", "ok", "error"
END = "\x04"
ANY = "any"
"""What stands for a dialect that is chosen by greeting."""
LONGEST = 1024
"""Bytes of a line before the engine's own."""
WRONG_TOKEN = "this is not the token of this server"


@dataclass(frozen=True)
class EngineRequest:
    """Which engine a client wants, in which dialect; empty: any that it will be greeted in."""

    engine: str
    dialect: str = ""


class Doorkeeper:
    """Hears a client's first lines, until they name an engine."""

    def __init__(self, token: str) -> None:
        """With an empty token everybody is let in."""
        self._token = token
        self._known = not token

    def hear(self, line: str) -> EngineRequest | None:
        """What a line asks for; None if another has to follow. NotServed says what is wrong."""
        match line.split():
            case ["auth", token]:
                self._check(token)
                return None
            case ["engine", _, *_] | ["engine"] if not self._known:
                raise NotServed(f"this server wants a token first: {AUTH} TOKEN")
            case ["engine", engine]:
                return EngineRequest(engine)
            case ["engine", engine, dialect]:
                return EngineRequest(engine, "" if dialect == ANY else dialect)
        raise NotServed(f"expected {'' if self._known else f'{AUTH} TOKEN, then '}{ENGINE} NAME [DIALECT]")

    def _check(self, token: str) -> None:
        if self._token and not hmac.compare_digest(token.encode(), self._token.encode()):
            raise NotServed(WRONG_TOKEN)
        self._known = True
