"""An engine as the checks of a dialect speak to it."""

from abc import ABC, abstractmethod
from typing import TypeVar

from boyi.arena.compliance.base.process import ExaminedProcess
from boyi.engines.game import Game
from boyi.protocol.dialects import DIALECTS
from boyi.protocol.driving.spec import EngineSpec
from boyi.protocol.messages import Quit


class ExaminedEngine(ABC):
    """A conversation in one dialect; nothing the engine does wrong is mended or passed over."""

    def __init__(self, process: ExaminedProcess, spec: EngineSpec, game: Game) -> None:
        """Nothing is said yet."""
        self.process, self.spec, self.game = process, spec, game
        self.dialect = DIALECTS[spec.dialect].load(game)
        self.farewell = self.dialect.render_command(Quit())
        """The client's last word."""
        self.greeted = False
        """Whether it is ready, and may serve for the next check."""

    @abstractmethod
    def greet(self) -> None:
        """From a process to which nothing was said to one that is ready; Fault if it isn't."""

    @abstractmethod
    def settle(self) -> None:
        """Wait until all that was said is done; Fault if the engine does not say so."""

    @abstractmethod
    def ask(self) -> None:
        """Have it search for a move, which is not waited for."""


EngineT = TypeVar("EngineT", bound=ExaminedEngine)
EngineT_contra = TypeVar("EngineT_contra", bound=ExaminedEngine, contravariant=True)
