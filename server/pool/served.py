"""Which engines there are: ours of all games, and those that the owner lists in a file.

The file is one of the arena's (`bin/arena --engines`): a table `[[engines]]` for each. An engine that is
not ours may say there which `game` it plays; else it is the first one of its dialect.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from boyi.arena.errors import ArenaError
from boyi.arena.runs.engines import EngineConfig, from_table
from boyi.engines import GAMES, load_game
from boyi.engines.files import read_toml
from boyi.engines.game import Game
from boyi.engines.options import PATHS
from boyi.protocol.dialects import DIALECTS, served_names
from boyi.protocol.driving.spec import EngineSpec
from boyi.server.errors import NotServed, ServerError
from boyi.server.settings import ServerSettings

GREETED = ("uci", "ucci")
"""Dialects in which a foreign engine may be greeted twice, so that it can be made ready beforehand."""
LARGEST_FILE = 64
"""Megabytes of the largest file that an engine may write."""
START_PATIENCE = 300.0
"""Seconds for the start of one of ours, which may have to compile on a busy machine."""


@dataclass(frozen=True)
class ServedEngine:
    """An engine that clients may use, under a name."""

    name: str
    game: str
    spec: EngineSpec
    own: bool
    """Whether it is one of ours, which speaks every dialect of its game."""

    @property
    def dialects(self) -> tuple[str, ...]:
        """What it speaks over the gate, the usual one first."""
        if self.own:
            return tuple(served_names(self.game))
        return (self.spec.dialect,) if self.spec.dialect in GREETED else ()

    def spoken(self, dialect: str) -> tuple[str, ...]:
        """The dialects that a client means by a name, all with an empty one; NotServed if it has none."""
        names = [name for name in self.dialects if dialect in ("", name, DIALECTS[name].replaces)]
        if not names:
            offer = ", ".join(self.dialects) or "nothing over the gate"
            raise NotServed(f"{self.name} does not speak {dialect[:40]!r} here, but {offer}")
        return tuple(names)

    @cached_property
    def rules(self) -> Game:
        """The game that it plays."""
        return load_game(self.game)


def find_engines(settings: ServerSettings) -> Mapping[str, ServedEngine]:
    """Every engine by its name; ServerError names what is wrong with the owner's file."""
    own = (_ours(EngineConfig(game, game), settings) for game in GAMES)
    listed = _read(settings.engines, settings) if settings.engines else []
    return {engine.name: engine for engine in (*own, *listed)}


def _read(path: Path, settings: ServerSettings) -> list[ServedEngine]:
    try:
        tables = read_toml(path).get("engines", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise ServerError(f"{path}: engines are tables: [[engines]]")
        return [_listed(table, f"{path}, engine {i}", settings) for i, table in enumerate(tables, 1)]
    except (OSError, ValueError) as error:
        raise ServerError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    except ArenaError as error:
        raise ServerError(str(error)) from None


def _listed(table: Mapping[str, Any], where: str, settings: ServerSettings) -> ServedEngine:
    """The engine of a table of the owner's file."""
    game = table.get("game")
    config = from_table({name: value for name, value in table.items() if name != "game"}, where)
    if config.command in GAMES:
        return _ours(config, settings)
    game = game or DIALECTS[config.dialect].games[0]
    if game not in GAMES or not DIALECTS[config.dialect].fits(game):
        raise ServerError(f"{where}: {game!r} is no game that is played in {config.dialect}")
    return ServedEngine(config.name, game, _bound(config.spec(), settings), own=False)


def _ours(config: EngineConfig, settings: ServerSettings) -> ServedEngine:
    """One of our own engines: it is lent, keeps below the ceilings, and has its options in its command."""
    words = [word for name, value in config.options.items() for word in ("--set", f"{name}={value}")]
    command = (
        sys.executable,
        "-P",
        "-m",
        GAMES[config.command],
        "--lent",
        *words,
        *_ceilings(config, settings),
    )
    spec = EngineSpec(config.name, command, patience=START_PATIENCE, memory=config.memory)
    return ServedEngine(config.name, config.command, _bound(spec, settings), own=True)


def _ceilings(config: EngineConfig, settings: ServerSettings) -> list[str]:
    """The words that set the ceilings; those that mean nothing in this game are left out."""
    known = {option.name.lower() for option in load_game(config.command).options}
    longest = int(settings.quotas.longest_search * 1000)
    caps = {"Move Time": longest, "Game Time": 36_000, **settings.caps}
    words = [("--cap", f"{name}={most}") for name, most in caps.items() if name.lower() in known]
    words += [("--forbid", name) for name in settings.forbidden if name == PATHS or name.lower() in known]
    return [word for pair in words for word in pair]


def _bound(spec: EngineSpec, settings: ServerSettings) -> EngineSpec:
    memory = spec.memory or settings.quotas.memory + settings.caps.get("Hash", 0)
    return replace(spec, memory=memory, largest_file=LARGEST_FILE, polite=True)
