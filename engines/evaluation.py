"""Which weights play: an evaluator's built-in ones, or those of a file that may be replaced at any time."""

from pathlib import Path

from boyi.engines.files import user_path
from boyi.engines.game import Game
from boyi.engines.jit import Dtype, Record
from boyi.engines.weights import Watch, WeightError, WeightFile, load

OLD_STAY, BUILTIN_PLAY = "the old ones stay", "the built-in ones play"
"""What the user is told when weights are not taken."""


class Evaluation:
    """The weights in use. A bad file leaves them as they are."""

    def __init__(self, game: Game) -> None:
        """Start with the default evaluator's built-in weights."""
        self._game = game
        self._watch: Watch | None = None
        self.evaluator = next(iter(game.evaluators))
        self.file: WeightFile | None = None
        self._name = ""
        self.weights: Record = self._builtin()

    def _builtin(self) -> Record:
        made: Record = self._game.part(self._game.evaluators[self.evaluator])()
        return made

    def choose(self, evaluator: str, path: str) -> str:
        """Play with an evaluator, and with a weight file if a path is given; what to tell the user."""
        changed = evaluator != self.evaluator
        if changed or not path:
            self.evaluator, self.file = evaluator, None
            self.weights = self._builtin()
        self._watch = Watch(user_path(path)) if path else None
        if self._watch is None:
            return self.describe()
        self._watch.changed()
        return self._take(self._watch.path, BUILTIN_PLAY if changed else OLD_STAY)

    def describe(self) -> str:
        """Which weights play."""
        if self.file is None:
            return f"{self.evaluator}: built-in weights"
        return f"{self.evaluator}: weights of {self._name}, training step {self.file.step}"

    @property
    def costs(self) -> list[int]:
        """Prices of move classes, percent of a ply, that came with the weights in use; none if none did."""
        return [] if self.file is None or self.file.costs is None else self.file.costs.tolist()

    def refresh(self) -> str:
        """Take the file in use again if it was replaced on disk; what to tell the user, or nothing."""
        return self._take(self._watch.path, OLD_STAY) if self._watch and self._watch.changed() else ""

    def _check(self, path: Path, weights: Record) -> None:
        """WeightError for numbers that kernels could not rely on."""
        if self.evaluator in self._game.soundness:
            try:
                self._game.part(self._game.soundness[self.evaluator])(weights)
            except ValueError as error:
                raise WeightError(f"{path.name}: {error}") from None

    def _take(self, path: Path, otherwise: str) -> str:
        """Play with a file; what to tell the user: of the weights, or `otherwise`."""
        dtype: Dtype = self.weights.dtype
        try:
            file = load(path, self._game.name, self.evaluator, dtype)
            self._check(path, file.weights)
        except WeightError as error:
            return f"weights not taken, {otherwise}: {error}"
        self.file = file
        self.weights, self._name = self.file.weights, path.name
        return self.describe()


def choice_of(game: Game, evaluator: str = "", file: str = "") -> Evaluation:
    """An evaluator's weights, or those of a file; the default one's if none is named. ValueError names what
    can't be had."""
    evaluation = Evaluation(game)
    if evaluator not in ("", *game.evaluators):
        raise ValueError(f"{game.name} has no evaluator {evaluator!r} (known: {', '.join(game.evaluators)})")
    if evaluator or file:
        told = evaluation.choose(evaluator or evaluation.evaluator, file)
        if file and evaluation.file is None:
            raise ValueError(told)
    return evaluation
