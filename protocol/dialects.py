"""Every dialect in one table: a new one takes its own module, and a line here.

Engines, clients, the arena and the checks of compliance read it. It names modules as text, which are
loaded on first use: an engine has to answer long before all of them could be.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boyi.engines.game import Game
from boyi.protocol.dialect import Dialect

if TYPE_CHECKING:
    from boyi.protocol.driving.driver import Driver


@dataclass(frozen=True)
class DialectEntry:
    """What can be known of a dialect before it is loaded."""

    games: tuple[str, ...]
    """In which it is spoken; the first unless an engine is known to play another."""
    dialect: str
    """Where its `Dialect` is, or a function that makes one for a `Game`: module and name under `protocol`."""
    driver: str = ""
    """Where its `Driver` is; empty if there is no client's side."""
    request_reply: bool = False
    """Whether it has no words for options, which belong into the engine's command, nor for limits."""
    replaces: str = ""
    """The dialect of several games that our engine of this game speaks in this form."""
    tcp: bool = False
    """Whether an engine connects to a server, instead of speaking on stdin and stdout."""

    def fits(self, game: str) -> bool:
        """Whether it may be spoken in a game: one of several games may be in any other, too."""
        return len(self.games) > 1 or game in self.games

    def load(self, game: Game) -> Dialect:
        """The dialect's wording, for one conversation about a game."""
        found = _load(self.dialect)
        made: Dialect = found if isinstance(found, Dialect) else found(game)
        return made

    def load_driver(self) -> "type[Driver]":
        """The client's side of the dialect, which not every one has."""
        driver: type[Driver] = _load(self.driver)
        return driver


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(f"boyi.protocol.{module}"), name)


CHESS, XIANGQI, CONNECT6, EINSTEIN = ("chess",), ("xiangqi",), ("connect6",), ("einstein",)
DIALECTS: Mapping[str, DialectEntry] = {
    "uci": DialectEntry((*CHESS, *XIANGQI, *CONNECT6, *EINSTEIN), "uci:DIALECT", "uci.client:UciDriver"),
    "xboard": DialectEntry((*CHESS, *XIANGQI), "xboard:dialect", "xboard.client:XBoardDriver"),
    "ucci": DialectEntry(XIANGQI, "uci.ucci:DIALECT", "uci.ucci_client:UcciDriver"),
    "cyclone": DialectEntry(XIANGQI, "uci.cyclone:DIALECT", replaces="uci"),
    "uci-variant": DialectEntry(XIANGQI, "uci.cyclone:VARIANT_DIALECT", replaces="uci"),
    "sau": DialectEntry(CONNECT6, "connect6.sau:DIALECT", "connect6.client:SauDriver", True),
    "cloudict": DialectEntry(CONNECT6, "connect6.cloudict:DIALECT", "connect6.client:CloudictDriver", True),
    "botzone": DialectEntry(CONNECT6, "connect6.botzone:DIALECT", request_reply=True),
    "ecui": DialectEntry(EINSTEIN, "einstein.ecui:DIALECT", "einstein.client:EcuiDriver", True),
    "course": DialectEntry(EINSTEIN, "einstein.course:DIALECT", request_reply=True),
    "ntu": DialectEntry(EINSTEIN, "einstein.ntu:DIALECT", request_reply=True),
    "nanjing": DialectEntry(EINSTEIN, "einstein.nanjing:DIALECT", request_reply=True, tcp=True),
}
"""By name. Where several are served, the earlier is asked first whether a greeting is its own."""
DRIVEN = tuple(name for name, entry in DIALECTS.items() if entry.driver)
"""The dialects that a client speaks."""


def served_names(game: str) -> list[str]:
    """The dialects that our engine of a game serves on stdin and stdout, those of the game alone first."""
    entries = {name: entry for name, entry in DIALECTS.items() if game in entry.games and not entry.tcp}
    replaced = {entry.replaces for entry in entries.values()}
    names = [name for name in entries if name not in replaced]
    return sorted(names, key=lambda name: len(entries[name].games) > 1)


def load_served(game: Game) -> list[Dialect]:
    """The dialects that our engine of a game serves; the first one until a client greets in another."""
    return [DIALECTS[name].load(game) for name in served_names(game.name)]
