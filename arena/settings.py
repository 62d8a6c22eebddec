"""Settings: all that defines a run. Read from TOML or the command line, kept as JSON in the run's folder."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from boyi.arena import specs, values
from boyi.arena.adjudication import Adjudication
from boyi.arena.clock import Control
from boyi.arena.errors import ArenaError
from boyi.arena.openings import Suite
from boyi.arena.specs import Contender
from boyi.arena.sprt import Sprt
from boyi.engines import GAMES

FORMATS = ("match", "round robin", "gauntlet", "knock-out")
LOGS = ("faults", "all")
LEAST = {"games": 1, "margin": 0, "patience": 0, "concurrency": 1, "restarts": 0}


@dataclass(frozen=True)
class Rules:
    """What is plain: numbers and words that hold for the whole run."""

    game: str = "chess"
    format: str = "match"
    games: int = 100
    """Of each couple of engines; of a test, at most."""
    tc: str = "10+0.1"
    margin: float = 0.05
    """Seconds that a player may overstep its clock by: pipes and a busy machine cost it some."""
    patience: float = 60.0
    """Seconds for a move without a clock."""
    concurrency: int = 1
    seed: int = 1
    restarts: int = 3
    """How often in a row an engine may fail to start again before the run stops."""
    log: str = "faults"
    """What engine logs keep: the lines before each fault, or all."""
    event: str = "boyi arena"

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        _one_of("game", self.game, tuple(GAMES))
        _one_of("format", self.format, FORMATS)
        _one_of("log", self.log, LOGS)
        for name, least in LEAST.items():
            if not getattr(self, name) >= least:  # which a number that is none is not either
                raise ValueError(f"{name} is at least {least}, not {getattr(self, name)}")
        Control.read(self.tc)


def _one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f"no {name} {value!r} (known: {', '.join(known)})")


@dataclass(frozen=True)
class Settings:
    """A whole run."""

    rules: Rules
    engines: tuple[Contender, ...]
    openings: Suite = field(default_factory=Suite)
    adjudication: Adjudication = field(default_factory=Adjudication)
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        """Refuse a run that can't be played."""
        specs.distinct(self.engines)
        specs.fitting(self.engines, self.rules.game)
        specs.bounded(self.engines, self.rules.tc)
        if len(self.engines) < 2:
            raise ArenaError("a run needs two engines at least")
        if self.rules.format == "match" and len(self.engines) > 2:
            raise ArenaError("a match is between two engines; for more, format = 'round robin' or 'gauntlet'")
        if self.sprt is not None and self.rules.format != "match":
            raise ArenaError("a sequential test is a match between two engines")

    @staticmethod
    def read(told: Mapping[str, Any], where: str) -> "Settings":
        """From plain tables, as a TOML file or `settings.json` has them; `where` names them in complaints."""
        tables = {name: values.table(told, name, where) for name in ("openings", "adjudication")}
        rest = {name: value for name, value in told.items() if name not in (*tables, "engines", "sprt")}
        trial = values.make(Sprt, values.table(told, "sprt", where), f"{where}, sprt")
        return Settings(
            values.make(Rules, rest, where),
            specs.from_list(told.get("engines", []), where),
            values.make(Suite, tables["openings"], f"{where}, openings"),
            values.make(Adjudication, tables["adjudication"], f"{where}, adjudication"),
            trial if "sprt" in told else None,
        )

    def to_json(self) -> dict[str, Any]:
        """The tables that `read` makes the settings of again."""
        told = dataclasses.asdict(self.rules) | {
            "openings": dataclasses.asdict(self.openings),
            "adjudication": dataclasses.asdict(self.adjudication),
            "engines": [_said(dataclasses.asdict(engine)) for engine in self.engines],
        }
        return told if self.sprt is None else told | {"sprt": dataclasses.asdict(self.sprt)}

    def anchored(self) -> "Settings":
        """The same with every engine's paths in full; ArenaError if one is known not to start."""
        return dataclasses.replace(self, engines=tuple(engine.anchored() for engine in self.engines))


def _said(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table without what was left open."""
    return {name: value for name, value in table.items() if value is not None}
