"""The terminal around EinStein by hand: an engine of one's own, lines in, lines out."""

import os
import sys
from pathlib import Path

from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.options import Options
from boyi.engines.report import Best
from boyi.protocol.einstein import common
from boyi.protocol.einstein.manual import HELP, ManualSession
from boyi.protocol.einstein.manual_match import ManualMatch
from boyi.protocol.serving.session import find_engine
from boyi.protocol.serving.settings import StartSettings
from boyi.protocol.serving.time_allowance import movetime

INTERRUPTED = 130
"""The exit code of a process that Ctrl-C has ended."""


def operate(game: Game, settings: StartSettings, ours: str, folder: Path) -> None:
    """Play by hand at a terminal as A or B until quit or the end of input. Blocks.

    Ctrl-C ends the process; the match is saved after every line, so nothing is lost.
    """
    try:
        _operate(game, settings, ours, folder)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        # Without the interpreter's own shutdown, which would wait for a search that still runs.
        os._exit(INTERRUPTED)


def _operate(game: Game, settings: StartSettings, ours: str, folder: Path) -> None:
    options, bests = Options(game.options), list[Best]()
    settings.apply(options)
    print("loading …", file=sys.stderr)
    engine = find_engine()(game, options, lambda info: None, bests.append, _note)
    engine.load()

    def think(position: str, left: float) -> tuple[int, int]:
        engine.set_position(position, ())
        engine.go(Limits(movetime=movetime(options.number("Move Time"), left)))
        engine.wait()
        move = bests.pop().move
        if move is None:
            raise ValueError("there is no legal move")
        return common.ends(move)

    def place(side: int) -> list[int]:
        return [int(square) for square in engine.place(side)]

    hand = ManualSession(think, place, folder, ManualMatch(ours=ours))
    print(HELP, *hand.resume(), sep="\n", flush=True)
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        print("\n".join(hand.handle(line)), flush=True)


def _note(text: str) -> None:
    print(text, file=sys.stderr)
