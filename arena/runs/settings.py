"""All that defines a run: read from TOML or the command line, kept as JSON in the run's folder."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from boyi.arena import values
from boyi.arena.errors import ArenaError
from boyi.arena.game.adjudication import Adjudication
from boyi.arena.game.clock import TimeControl
from boyi.arena.game.openings import OpeningSuite
from boyi.arena.runs import engines as specs
from boyi.arena.runs.engines import EngineConfig
from boyi.arena.stats.sprt import Sprt
from boyi.engines import GAMES
from boyi.protocol.dialects import DIALECTS

FORMATS = ("match", "round robin", "gauntlet", "knock-out")
LOGS = ("faults", "all")
T = TypeVar("T")
PARTS = ("engines", "openings", "adjudication", "sprt")
LEAST = {"games": 1, "margin": 0, "patience": 0, "concurrency": 1, "restarts": 0, "speed": 0}


@dataclass(frozen=True)
class RunRules:
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
    speed: float = 0.0
    """Nodes per second of the machine that the time control is meant for; 0: each is as fast as any."""
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
        TimeControl.read(self.tc)


def _one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f"no {name} {value!r} (known: {', '.join(known)})")


@dataclass(frozen=True)
class RunSettings:
    """A whole run."""

    rules: RunRules
    engines: tuple[EngineConfig, ...]
    openings: OpeningSuite = field(default_factory=OpeningSuite)
    adjudication: Adjudication = field(default_factory=Adjudication)
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        """Refuse a run that can't be played."""
        specs.check_engines(self.engines, self.rules.game, self.rules.tc)
        if len(self.engines) < 2:
            raise ArenaError("a run needs two engines at least")
        if self.rules.format == "match" and len(self.engines) > 2:
            raise ArenaError("a match is between two engines; for more, format = 'round robin' or 'gauntlet'")
        if self.sprt is not None and self.rules.format != "match":
            raise ArenaError("a sequential test is a match between two engines")

    @property
    def timed(self) -> bool:
        """Whether anybody plays by the clock."""
        return any(engine.control(self.rules.tc).timed for engine in self.engines)

    def with_speed(self, speed: float) -> "RunSettings":
        """These settings, meant for a machine of so many nodes per second."""
        return dataclasses.replace(self, rules=dataclasses.replace(self.rules, speed=speed))

    @staticmethod
    def read(tables: Mapping[str, Any], where: str) -> "RunSettings":
        """From plain tables, as a TOML file or `settings.json` has them; `where` names them in complaints."""

        def part(kind: type[T], name: str) -> T:
            return values.make(kind, values.table(tables, name, where), f"{where}, {name}")

        rest = {name: value for name, value in tables.items() if name not in PARTS}
        return RunSettings(
            values.make(RunRules, rest, where),
            specs.from_list(tables.get("engines", []), where),
            part(OpeningSuite, "openings"),
            part(Adjudication, "adjudication"),
            part(Sprt, "sprt") if "sprt" in tables else None,
        )

    def to_json(self) -> dict[str, Any]:
        """The tables that `read` makes the settings of again."""
        tables = dataclasses.asdict(self.rules) | {
            "openings": dataclasses.asdict(self.openings),
            "adjudication": dataclasses.asdict(self.adjudication),
            "engines": [_without_none(dataclasses.asdict(engine)) for engine in self.engines],
        }
        return tables if self.sprt is None else tables | {"sprt": dataclasses.asdict(self.sprt)}

    def with_openings(self, shipped: str) -> "RunSettings":
        """These settings with openings that came with the project, where they name none and all can play from
        them: programs whose dialect begins with the usual start play from there."""
        if self.openings.file or not shipped or any(DIALECTS[e.dialect].request_reply for e in self.engines):
            return self
        return dataclasses.replace(self, openings=dataclasses.replace(self.openings, file=shipped))

    def with_full_paths(self) -> "RunSettings":
        """These settings with every engine's paths in full; ArenaError if one is known not to start."""
        return dataclasses.replace(self, engines=tuple(engine.with_full_paths() for engine in self.engines))


def _without_none(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table without what was left open."""
    return {name: value for name, value in table.items() if value is not None}
