"""The dialects whose rules an engine can be held to, each with the table of its checks."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic

from boyi.arena.compliance import (
    botzone,
    cloudict,
    course,
    cyclone,
    ecui,
    nanjing,
    ntu,
    sau,
    ucci,
    uci,
    xboard,
)
from boyi.arena.compliance.botzone_engine import BotzoneEngine
from boyi.arena.compliance.check import Check, Result, SpeakerT
from boyi.arena.compliance.course import CourseEngine
from boyi.arena.compliance.einstein_engine import EinsteinEngine
from boyi.arena.compliance.examine import Examiner, Meet
from boyi.arena.compliance.interview import Interview
from boyi.arena.compliance.nanjing import NanjingEngine
from boyi.arena.compliance.samples import Samples
from boyi.arena.compliance.samples_chess import CHESS
from boyi.arena.compliance.samples_connect6 import CONNECT6
from boyi.arena.compliance.samples_einstein import EINSTEIN
from boyi.arena.compliance.samples_xiangqi import XIANGQI
from boyi.arena.compliance.server import HOST, PORT, ServerInterview
from boyi.arena.compliance.stones_engine import StonesEngine
from boyi.arena.compliance.uci_engine import UciEngine
from boyi.arena.compliance.uci_manner import CYCLONE, UCCI
from boyi.arena.compliance.xboard_engine import XBoardEngine
from boyi.engines.game import Game
from boyi.protocol.client import EngineSpec
from boyi.protocol.cloudict import DIALECT as CLOUDICT
from boyi.protocol.course import DIALECT as COURSE
from boyi.protocol.ecui import DIALECT as ECUI
from boyi.protocol.ntu import DIALECT as NTU
from boyi.protocol.ntu import MARK
from boyi.protocol.sau import DIALECT as SAU

MakeSpeaker = Callable[[Interview, EngineSpec, Game], SpeakerT]

SAMPLES: Mapping[str, Samples] = {
    "chess": CHESS,
    "xiangqi": XIANGQI,
    "connect6": CONNECT6,
    "einstein": EINSTEIN,
}
"""Positions of the games that have dialects for whole positions."""


def with_samples(
    speaker: Callable[[Interview, EngineSpec, Game, Samples], SpeakerT],
) -> MakeSpeaker[SpeakerT]:
    """Who speaks a dialect in which positions of a game can be asked about."""
    return lambda interview, spec, game: speaker(interview, spec, game, SAMPLES[game.name])


@dataclass(frozen=True)
class Examination(Generic[SpeakerT]):
    """The examination in a dialect."""

    speaker: MakeSpeaker[SpeakerT]
    """Who speaks it."""
    checks: Sequence[Check[SpeakerT]]
    games: tuple[str, ...]
    """In which it is spoken; the first unless the engine is known to play another."""
    interview: Meet = Interview
    """How an engine is met."""
    words: tuple[str, ...] | None = None
    """Words of our own engine's command that make it speak so; then its options stand there, too."""

    def examine(self, spec: EngineSpec, game: Game) -> Generator[Result, None, None]:
        """Hold an engine to all checks; close it to leave no process behind."""
        with Examiner(spec, lambda met: self.speaker(met, spec, game), self.interview) as examiner:
            yield from examiner.examine(self.checks)


DIALECTS: Mapping[str, Examination[Any]] = {
    "uci": Examination(with_samples(UciEngine), uci.CHECKS, tuple(SAMPLES)),
    "xboard": Examination(with_samples(XBoardEngine), xboard.CHECKS, ("chess", "xiangqi")),
    "ucci": Examination(with_samples(partial(UciEngine, manner=UCCI)), ucci.CHECKS, ("xiangqi",)),
    "cyclone": Examination(with_samples(partial(UciEngine, manner=CYCLONE)), cyclone.CHECKS, ("xiangqi",)),
    "sau": Examination(partial(StonesEngine, dialect=SAU), sau.CHECKS, ("connect6",)),
    "cloudict": Examination(partial(StonesEngine, dialect=CLOUDICT), cloudict.CHECKS, ("connect6",)),
    "botzone": Examination(BotzoneEngine, botzone.CHECKS, ("connect6",), words=()),
    "ecui": Examination(partial(EinsteinEngine, dialect=ECUI), ecui.CHECKS, ("einstein",)),
    "course": Examination(partial(CourseEngine, dialect=COURSE), course.CHECKS, ("einstein",), words=()),
    "ntu": Examination(
        partial(EinsteinEngine, dialect=NTU, mark=MARK),
        ntu.CHECKS,
        ("einstein",),
        partial(Interview, answers="stderr"),
        (),
    ),
    "nanjing": Examination(
        NanjingEngine, nanjing.CHECKS, ("einstein",), ServerInterview, ("--connect", f"{HOST}:{PORT}")
    ),
}
OWN: Mapping[str, str] = {"chess": "uci", "xiangqi": "ucci", "connect6": "sau", "einstein": "ecui"}
"""Game -> the dialect in which our own engine of it is checked, unless another is asked for."""
