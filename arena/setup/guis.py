"""What to type into which GUI, for every game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Gui:
    """A user interface or platform, where engines are entered there, and what as."""

    name: str
    where: str
    protocol: str


GUIS: Mapping[str, tuple[Gui, ...]] = {
    "chess": (
        Gui("Cute Chess", "Tools > Settings > Engines > + > Command", "UCI"),
        Gui("Arena", "Engines > Install New Engine", "UCI"),
        Gui("En Croissant", "Engines > Add New > Local > Binary file", "UCI"),
        Gui("BanksiaGUI", "Engines > Add", "UCI"),
    ),
    "xiangqi": (
        Gui("UCCI GUIs (XiangQi Wizard, BHGUI)", "engine settings", "UCCI"),
        Gui("UCI-Cyclone GUIs (BanksiaGUI, SharkXiangqi)", "engine settings", "UCI"),
    ),
    "connect6": (Gui("SAU Game Platform", "load engine", "found by the engine itself"),),
    "einstein": (Gui("ECUI platform", "engine of either side", "found by the engine itself"),),
}
"""By game, those that are used most first."""


def lines(game: str, program: Path) -> Iterator[str]:
    """The command of a game's engine on a line of its own, and where it goes."""
    yield f"    {program}"
    for gui in GUIS[game]:
        yield f"  {gui.name}: {gui.where}; protocol: {gui.protocol}"
