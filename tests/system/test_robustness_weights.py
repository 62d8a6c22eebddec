"""Weight files that are missing, bad or replaced, against the real chess engine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from boyi.engines.chess.evaluation.nnue import builtin
from boyi.engines.chess.evaluation.weights import material
from boyi.engines.weights import WeightFile, save
from tests.support.protocol.talking import Talk


def write(path: Path, step: int) -> Path:
    save(path, WeightFile("chess", "nnue", builtin(), step=step))
    return path


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return write(tmp_path / "good.safetensors", 1)


@pytest.fixture
def engine(shared: Talk, good: Path) -> Iterator[Talk]:
    """A process that plays with a good file."""
    shared.say(f"setoption name EvalFile value {good}")
    assert "good.safetensors, training step 1" in shared.settle()[0]
    yield shared
    shared.say("stop", "setoption name EvalFile value <empty>")
    shared.settle()


def spoil_nothing(path: Path) -> None:
    path.unlink()


def spoil_content(path: Path) -> None:
    path.write_bytes(b"no weights" * 99)


def spoil_architecture(path: Path) -> None:
    save(path, WeightFile("chess", "material", material()))


def spoil_game(path: Path) -> None:
    save(path, WeightFile("xiangqi", "nnue", builtin()))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (spoil_nothing, ["No such file"]),
        (spoil_content, ["expected a weight file"]),
        (spoil_architecture, ["expected evaluator nnue", "found material"]),
        (spoil_game, ["expected game chess", "found xiangqi"]),
    ],
)
def test_row_29_a_bad_file_is_said_and_the_old_weights_stay(engine, tmp_path, spoil, words):
    other = write(tmp_path / "other.safetensors", 2)
    spoil(other)
    engine.say(f"setoption name EvalFile value {other}")
    told = engine.settle()
    assert len(told) == 1
    assert all(word in told[0] for word in [*words, "the old ones stay"])
    assert engine.ask("go depth 4")[-1].startswith("bestmove ")


def test_row_30_a_file_replaced_during_a_search_is_taken_between_searches(engine, good):
    engine.say("go infinite")
    engine.hear("^info depth 4")
    write(good, 2)
    assert not any("string" in line for line in engine.ask("stop"))
    told = engine.ask("go depth 4")
    assert told[0] == "info string nnue: weights of good.safetensors, training step 2"


def test_row_31_a_file_truncated_in_place(engine, good):
    before = [line for line in engine.ask("ucinewgame", "go depth 6") if "depth 6" in line][-1].split(
        " time "
    )[0]
    with good.open("r+b") as opened:
        opened.truncate(good.stat().st_size // 2)
    told = engine.ask("ucinewgame", "go depth 6")
    assert "the old ones stay" in told[0]
    after = [line for line in told if "depth 6" in line][-1].split(" time ")[0]
    assert after.split(" nps ")[0] == before.split(" nps ")[0]
