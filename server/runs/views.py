"""What clients are told of runs."""

from typing import Literal

from msgspec import Struct

Kind = Literal["arena", "training"]
RunState = Literal["running", "finished", "stopped"]


class RunSummary(Struct):
    """A line of the list of runs."""

    id: str
    name: str
    kind: Kind
    game: str
    games: int
    total: int | None
    state: RunState
    updated: str


class Standing(Struct):
    """A player of a run, and the rating with its 95 % error; None where that is not known."""

    name: str
    points: float
    games: int
    elo: float | None
    error: float | None


class PairingView(Struct):
    """All that the games of two players tell, in words."""

    first: str
    second: str
    facts: dict[str, str]


class RunAnswer(Struct):
    """A run of the arena, or of the trainer."""

    run: RunSummary
    standings: list[Standing]
    pairings: list[PairingView]
    players: list[str]
    settings: dict[str, str]


class RunGame(Struct):
    """A finished game of a run."""

    number: int
    players: tuple[str, str]
    score: float
    reason: str
    fault: str
    opening: str
    started: str
    start: str | None
    moves: list[str]
    scores: list[int | None]
    dice: list[int]
    left: list[int | None]


class RunPlaying(Struct):
    """A game of a run that is being played."""

    number: int
    players: tuple[str, str]
    start: str | None
    moves: list[str]
    dice: list[int]
    left: list[int | None]


class RunGames(Struct):
    """Finished games from one on, in the order in which they ended."""

    games: list[RunGame]
    next: int
    total: int


class RunCurves(Struct):
    """The numbers of a training run by name, each over its steps."""

    curves: dict[str, list[tuple[float, float]]]
