"""The arena: matches, tests and tournaments between engines, and what came of them.

    arena match A B --games 200 --tc 10+0.1 --openings FILE
    arena sprt A B --elo0 0 --elo1 5 --tc 10+0.1 --openings FILE
    arena tournament FILE.toml
    arena resume FOLDER
    arena stats FOLDER
    arena compliance ENGINE

An engine is a game of ours (chess?Hash=64), a command ("stockfish?UCI_Elo=2500"), or a name of FILE.toml.
A run is a folder. However it was ended, `resume` goes on with it.
"""

import os
import sys
from collections.abc import Sequence

from boyi.arena.cli import parser
from boyi.arena.errors import ArenaError
from boyi.engines import platforms

COMPLAINED, INTERRUPTED, UNHEARD = 2, 130, 141
"""Exit codes: of bad input, and of the signals for a key at the terminal and for a reader who went away."""


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    platforms.speak_plainly()
    arguments = parser(__doc__).parse_args(words)
    try:
        # Not before: help and complaints need not wait for numba.
        from boyi.arena.commands import COMMANDS  # noqa: PLC0415

        code = COMMANDS[arguments.command](arguments)
        sys.stdout.flush()
    except ArenaError as error:
        print(f"arena: {error}", file=sys.stderr)
        return COMPLAINED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return UNHEARD
    except OSError as error:
        _drop_output()
        print(f"arena: {error}", file=sys.stderr)
        return COMPLAINED
    return code


def _drop_output() -> None:
    """The interpreter flushes stdout once more at its end, and must find a place to write to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
