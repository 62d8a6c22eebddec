"""One finished game, as it stands on a line of a run's `games.jsonl`."""

from dataclasses import asdict, dataclass, fields
from typing import Any

SCORES = (0.0, 0.5, 1.0)
BESIDE = {"record", "server"}
"""What else stands on a line: the game move by move; of games of the server, where they came from."""
PAIRS = {"players", "pv_faults"}
"""What JSON has as lists."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game of a schedule went."""

    number: int
    """Index in the schedule, from 0; no two results of a run share it."""
    pair: int
    """Games of one pair share the opening (and the dice), with colours swapped."""
    players: tuple[str, str]
    """Names of the first and of the second mover."""
    score: float
    """1.0, 0.5 or 0.0 for `players[0]`."""
    reason: str
    """What ended the game: "mate", "time", "illegal move", "crash", "stall", "adjudicated: score" …"""
    plies: int
    opening: str
    seconds: float
    fault: str = ""
    """Which rule was broken and by what line; empty if none."""
    overhead_ms: float = 0.0
    """Median of the arena's own time between an answer and the next `go`."""
    pv_faults: tuple[int, int] = (0, 0)
    """How many principal variations of each player held an illegal move."""
    started: str = ""
    """ISO time, UTC."""
    pace: float = 1.0
    """How much more time than the run's time control says both players had, since their machine is slower."""

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON values."""
        return asdict(self)

    @staticmethod
    def from_json(values: dict[str, Any]) -> "GameResult":
        """The result of a line; ValueError names what is missing, unknown or wrong."""
        known = {item.name for item in fields(GameResult)}
        if unknown := sorted(values.keys() - known - BESIDE):
            raise ValueError(f"unknown field {unknown[0]} of a game")
        known_values: dict[str, Any] = {name: value for name, value in values.items() if name in known}
        try:
            for name in PAIRS & known_values.keys():
                first, second = known_values[name]
                known_values[name] = (first, second)
            result = GameResult(**known_values)
        except (TypeError, ValueError) as error:
            raise ValueError(f"a game's line lacks something: {error}") from None
        if result.score not in SCORES or not isinstance(result.number, int):
            raise ValueError(f"game {result.number} makes no sense: it gave {result.score} points")
        return result
