"""The EinStein engine: on a platform's stdin and stdout, on a server, or for people at a terminal."""

import os
from pathlib import Path
from typing import NoReturn

from boyi.engines.einstein import GAME
from boyi.protocol import course, ecui, einstein_terminal, nanjing, ntu, settings, uci
from boyi.protocol.stdio import serve

DIALECTS = (ecui.DIALECT, course.DIALECT, ntu.DIALECT, uci.DIALECT)
"""Told apart by the first line; the first one where nothing tells."""


def main() -> None:
    """Play EinStein with whoever asks, until told to end."""
    parser = settings.parser(GAME, DIALECTS)
    parser.add_argument("--build-tables", action="store_true", help="build the endgame tables and end")
    parser.add_argument("--connect", metavar="HOST:PORT", help="play on a server of Nanjing's dialect")
    parser.add_argument("--hand", choices=("A", "B"), help="a match by hand at this terminal, as A or B")
    arguments, given = settings.from_command_line(GAME, DIALECTS, parser)
    if arguments.build_tables:
        GAME.part("boyi.engines.einstein.endgame:build_loudly")(4)
    elif arguments.connect:
        _connect(arguments.connect, given)
    elif arguments.hand:
        einstein_terminal.operate(GAME, given, arguments.hand, Path.cwd())
    else:
        serve(GAME, DIALECTS, settings=given)


def _connect(place: str, given: settings.Settings) -> NoReturn:
    host, _, port = place.rpartition(":")
    if not host or not port.isdecimal():
        settings.fail(GAME, f"--connect wants HOST:PORT, not {place[:60]!r}")
    try:
        nanjing.connect(GAME, host, int(port), given)
    except (OSError, OverflowError) as error:
        settings.fail(GAME, f"{place}: {error}")
    # At once, as on stdin: the interpreter's own end would wait for kernels that nobody needs any more.
    os._exit(0)


if __name__ == "__main__":
    main()
