"""What is known of a run so far: the finished games, and the state of its test."""

from boyi.arena.game.result import GameResult
from boyi.arena.stats.counts import pair_kinds
from boyi.arena.stats.sprt import Decision, Sprt, Walk


class RunState:
    """Grows game by game, at a cost that does not grow with it."""

    def __init__(self, test: Sprt | None, names: tuple[str, str]) -> None:
        """`names` are the first two players, whom a test is about."""
        self.results: dict[int, GameResult] = {}
        """Finished games by number, in the order they ended."""
        self.walk = Walk(test) if test else None
        if test:
            test.prepare()
        self._names = names
        self._waiting: dict[int, GameResult] = {}
        """Games whose partner is not finished, by pair."""

    def count(self, result: GameResult) -> None:
        """Take a finished game."""
        self.results[result.number] = result
        if self.walk is None:
            return
        partner = self._waiting.pop(result.pair, None)
        if partner is None:
            self._waiting[result.pair] = result
            return
        for kind in pair_kinds((partner, result), *self._names):
            self.walk = self.walk.after(kind)

    @property
    def decision(self) -> Decision:
        """What the test has found so far."""
        return self.walk.decision if self.walk else ""

    @property
    def decided(self) -> bool:
        """Whether the test has ended the run."""
        return self.walk is not None and bool(self.walk.decision)
