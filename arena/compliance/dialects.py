"""The dialects whose rules an engine can be held to, each with the table of its checks."""

from collections.abc import Callable, Generator, Mapping, Sequence

from boyi.arena.compliance import uci, xboard
from boyi.arena.compliance.check import Check, Result, SpeakerT
from boyi.arena.compliance.examine import Examiner
from boyi.arena.compliance.interview import Interview
from boyi.arena.compliance.samples import Samples
from boyi.arena.compliance.uci_engine import UciEngine
from boyi.arena.compliance.xboard_engine import XBoardEngine
from boyi.engines.game import Game
from boyi.protocol.client import EngineSpec

Examination = Callable[[EngineSpec, Game, Samples], Generator[Result, None, None]]
"""Holds an engine to all checks of a dialect; close it to leave no process behind."""


def examination(
    speaker: Callable[[Interview, EngineSpec, Game, Samples], SpeakerT], checks: Sequence[Check[SpeakerT]]
) -> Examination:
    """The examination of a dialect: who speaks it, and what is checked."""

    def examine(spec: EngineSpec, game: Game, samples: Samples) -> Generator[Result, None, None]:
        with Examiner(spec, lambda interview: speaker(interview, spec, game, samples)) as examiner:
            yield from examiner.examine(checks)

    return examine


DIALECTS: Mapping[str, Examination] = {
    "uci": examination(UciEngine, uci.CHECKS),
    "xboard": examination(XBoardEngine, xboard.CHECKS),
}
