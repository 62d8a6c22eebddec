"""Well-formed weight files with absurd numbers: refused or played with, but no process dies of them."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation, choice_of
from boyi.engines.jit import Record, copy
from boyi.engines.weights import WeightError, WeightFile, load, save

EVALUATORS = [
    (game, evaluator)
    for game in ("chess", "xiangqi", "connect6", "einstein")
    for evaluator in load_game(game).evaluators
]


def absurd(weights: Record, rng: np.random.Generator) -> Record:
    """Weights of the same layout, any number of each field's type in it."""
    made = copy(weights)
    for name in made.dtype.names or ():
        values = np.atleast_1d(made[name])
        if values.dtype.kind == "f":
            made[name] = rng.normal(0, 1e30, values.shape).reshape(np.shape(made[name]))
        else:
            bounds = np.iinfo(values.dtype)
            drawn = rng.integers(bounds.min, bounds.max, values.shape, values.dtype, endpoint=True)
            made[name] = drawn.reshape(np.shape(made[name]))
    return made


@pytest.fixture
def file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    game, evaluator = request.param
    path = tmp_path / "absurd.safetensors"
    weights = choice_of(load_game(game), evaluator).weights
    save(path, WeightFile(game, evaluator, absurd(weights, np.random.default_rng(4))))
    return path


@pytest.mark.long
@pytest.mark.parametrize(("game", "evaluator", "file"), [(*e, e) for e in EVALUATORS], indirect=["file"])
def test_no_engine_dies_of_absurd_numbers(game: str, evaluator: str, file: Path):
    command = [sys.executable, "-P", "-m", f"boyi.engines.{game}"]
    lines = ["uci", f"setoption name Evaluator value {evaluator}", f"setoption name EvalFile value {file}"]
    lines += ["isready", "go nodes 3000"]
    if game == "einstein":
        lines = [*lines[:3], "setoption name Endgame Tables value none", *lines[3:]]
        lines.insert(-1, "position fen 25 24 23 20 19 15 1 2 3 6 7 11 b 3")
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0
    assert "bestmove " in done.stdout
    assert "bestmove 0000" not in done.stdout


@pytest.mark.parametrize("evaluator", ["tuples", "hybrid", "race", "rectangles"])
def test_einsteins_tables_are_looked_at_when_a_file_is_read(evaluator: str, tmp_path: Path):
    path, game = tmp_path / "absurd.safetensors", load_game("einstein")
    weights = choice_of(game, evaluator).weights
    save(path, WeightFile("einstein", evaluator, absurd(weights, np.random.default_rng(4))))
    evaluation = Evaluation(game)
    before = evaluation.choose(evaluator, "")
    assert "weights not taken, the old ones stay: absurd.safetensors: " in evaluation.choose(
        evaluator, str(path)
    )
    assert evaluation.describe() == before
    assert evaluation.weights.tobytes() == weights.tobytes()
    save(path, WeightFile("einstein", evaluator, weights))
    assert "training step 0" in evaluation.refresh()


def test_numbers_that_are_none_are_refused(tmp_path: Path):
    path, weights = tmp_path / "none.safetensors", copy(choice_of(load_game("einstein"), "policy").weights)
    weights.last[0, 0] = np.nan
    save(path, WeightFile("einstein", "policy", weights))
    with pytest.raises(WeightError, match="expected numbers, found last"):
        load(path, "einstein", "policy", weights.dtype)
