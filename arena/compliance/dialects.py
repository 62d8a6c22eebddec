"""The dialects whose rules an engine can be held to, each with the table of its checks."""

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial

from boyi.arena.compliance import cloudict, cyclone, ecui, sau, ucci, uci, xboard
from boyi.arena.compliance.check import Check, Result, SpeakerT
from boyi.arena.compliance.ecui_engine import EcuiEngine
from boyi.arena.compliance.examine import Examiner
from boyi.arena.compliance.interview import Interview
from boyi.arena.compliance.samples import Samples
from boyi.arena.compliance.samples_chess import CHESS
from boyi.arena.compliance.samples_xiangqi import XIANGQI
from boyi.arena.compliance.stones_engine import StonesEngine
from boyi.arena.compliance.uci_engine import UciEngine
from boyi.arena.compliance.uci_manner import CYCLONE, UCCI
from boyi.arena.compliance.xboard_engine import XBoardEngine
from boyi.engines.game import Game
from boyi.protocol.client import EngineSpec
from boyi.protocol.cloudict import DIALECT as CLOUDICT
from boyi.protocol.sau import DIALECT as SAU

Examination = Callable[[EngineSpec, Game], Generator[Result, None, None]]
"""Holds an engine to all checks of a dialect; close it to leave no process behind."""
MakeSpeaker = Callable[[Interview, EngineSpec, Game], SpeakerT]

SAMPLES: Mapping[str, Samples] = {"chess": CHESS, "xiangqi": XIANGQI}
"""Positions of the games that have dialects for whole positions."""


def with_samples(
    speaker: Callable[[Interview, EngineSpec, Game, Samples], SpeakerT],
) -> MakeSpeaker[SpeakerT]:
    """Who speaks a dialect in which positions of a game can be asked about."""
    return lambda interview, spec, game: speaker(interview, spec, game, SAMPLES[game.name])


def examination(speaker: MakeSpeaker[SpeakerT], checks: Sequence[Check[SpeakerT]]) -> Examination:
    """The examination of a dialect: who speaks it, and what is checked."""

    def examine(spec: EngineSpec, game: Game) -> Generator[Result, None, None]:
        with Examiner(spec, lambda interview: speaker(interview, spec, game)) as examiner:
            yield from examiner.examine(checks)

    return examine


DIALECTS: Mapping[str, Examination] = {
    "uci": examination(with_samples(UciEngine), uci.CHECKS),
    "xboard": examination(with_samples(XBoardEngine), xboard.CHECKS),
    "ucci": examination(with_samples(partial(UciEngine, manner=UCCI)), ucci.CHECKS),
    "cyclone": examination(with_samples(partial(UciEngine, manner=CYCLONE)), cyclone.CHECKS),
    "sau": examination(partial(StonesEngine, dialect=SAU), sau.CHECKS),
    "cloudict": examination(partial(StonesEngine, dialect=CLOUDICT), cloudict.CHECKS),
    "ecui": examination(EcuiEngine, ecui.CHECKS),
}
GAMES: Mapping[str, tuple[str, ...]] = {
    "uci": ("chess", "xiangqi"),
    "xboard": ("chess",),
    "ucci": ("xiangqi",),
    "cyclone": ("xiangqi",),
    "sau": ("connect6",),
    "cloudict": ("connect6",),
    "ecui": ("einstein",),
}
"""Dialect -> games in which it is checked; the first unless the engine is known to play another."""
OWN: Mapping[str, str] = {"chess": "uci", "xiangqi": "ucci", "connect6": "sau", "einstein": "ecui"}
"""Game -> the dialect in which our own engine of it is checked, unless another is asked for."""
