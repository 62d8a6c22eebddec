"""Make everything ready for the first game, check it, and tell what to type into a GUI.

Compiles the games, has each engine play a move as a GUI would ask for it, and prints where each is found.
"""

import argparse
import io
import sys
from collections.abc import Sequence

from boyi.engines import GAMES
from boyi.engines.command_line import add_version

FAILED, INTERRUPTED = 1, 130


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        "bin/setup", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--game", action="append", choices=GAMES, help="this one alone; may be repeated")
    add_version(made)
    return made


def main(words: Sequence[str] | None = None) -> int:
    """Exit code 0, or 1 if an engine can't play, which is told in one line."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # folders may have names that no terminal shows
    names = list(dict.fromkeys(parser().parse_args(words).game or GAMES))
    try:
        return set_up(names)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        print(f"setup: {error}", file=sys.stderr)
        return FAILED


def set_up(names: Sequence[str]) -> int:
    """Compile, check, and tell, for some games; the exit code. Blocks, perhaps for minutes."""
    # Not before: help and complaints need not wait for numba.
    from boyi.arena.setup import guis  # noqa: PLC0415
    from boyi.arena.setup.asking import ask, usual_dialect  # noqa: PLC0415
    from boyi.arena.setup.compiling import compile_games  # noqa: PLC0415
    from boyi.arena.setup.launching import for_gui  # noqa: PLC0415

    compile_games(names)
    answers = {name: ask(name, usual_dialect(name)) for name in names}
    for name, answer in answers.items():
        if answer.fault:
            print(f"setup: {answer.fault}", file=sys.stderr)
        else:
            told = f"played {answer.move} by {answer.dialect}, {answer.seconds:.1f} s after its start"
            print("", f"{name}: ready; {told}", *guis.lines(name, for_gui(name)), sep="\n")
    return FAILED if any(answer.fault for answer in answers.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
