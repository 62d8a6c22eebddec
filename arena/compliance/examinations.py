"""How engines are held to the rules of each dialect: who speaks it, and the checks."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic

from boyi.arena.compliance.base.check import Check, Result
from boyi.arena.compliance.base.engine import EngineT
from boyi.arena.compliance.base.process import ExaminedProcess
from boyi.arena.compliance.base.runner import CheckRunner, MakeEngine, StartProcess
from boyi.arena.compliance.base.tcp_process import HOST, PORT, ExaminedTcpProcess
from boyi.arena.compliance.connect6 import botzone, cloudict, sau
from boyi.arena.compliance.connect6.botzone_engine import BotzoneEngine
from boyi.arena.compliance.connect6.engine import StonesEngine
from boyi.arena.compliance.einstein import course, ecui, nanjing, ntu
from boyi.arena.compliance.einstein.engine import EinsteinEngine
from boyi.arena.compliance.ucci import checks as ucci
from boyi.arena.compliance.ucci import cyclone
from boyi.arena.compliance.ucci.engine import UcciEngine
from boyi.arena.compliance.uci import checks as uci
from boyi.arena.compliance.uci.engine import UciEngine
from boyi.arena.compliance.xboard import checks as xboard
from boyi.arena.compliance.xboard.engine import XBoardEngine
from boyi.engines.game import Game
from boyi.protocol.driving.spec import EngineSpec


@dataclass(frozen=True)
class Examination(Generic[EngineT]):
    """The checks of a dialect, and what they need."""

    make_engine: MakeEngine[EngineT]
    checks: Sequence[Check[EngineT]]
    start_process: StartProcess = ExaminedProcess
    words: tuple[str, ...] = ()
    """Words of our own engine's command that make it speak so."""

    def run(self, spec: EngineSpec, game: Game) -> Generator[Result, None, None]:
        """Hold an engine to all checks; close it to leave no process behind."""
        with CheckRunner(spec, game, self.make_engine, self.start_process) as runner:
            yield from runner.run(self.checks)


EXAMINATIONS: Mapping[str, Examination[Any]] = {
    "uci": Examination(UciEngine, uci.CHECKS),
    "xboard": Examination(XBoardEngine, xboard.CHECKS),
    "ucci": Examination(UcciEngine, ucci.CHECKS),
    "cyclone": Examination(cyclone.CycloneEngine, cyclone.CHECKS),
    "sau": Examination(StonesEngine, sau.CHECKS),
    "cloudict": Examination(StonesEngine, cloudict.CHECKS),
    "botzone": Examination(BotzoneEngine, botzone.CHECKS),
    "ecui": Examination(EinsteinEngine, ecui.CHECKS),
    "course": Examination(course.CourseEngine, course.CHECKS),
    "ntu": Examination(ntu.NtuEngine, ntu.CHECKS, partial(ExaminedProcess, answers="stderr")),
    "nanjing": Examination(
        nanjing.NanjingEngine, nanjing.CHECKS, ExaminedTcpProcess, ("--connect", f"{HOST}:{PORT}")
    ),
}
"""By the dialect's name."""
