"""Which weights play: chosen, replaced on disk, or kept when what comes is bad."""

from pathlib import Path

import numpy as np
import pytest

from boyi.engines import warmup
from boyi.engines.chess.evaluation import nnue
from boyi.engines.chess.evaluation.weights import HANDCRAFTED, handcrafted, material
from boyi.engines.evaluation import Evaluation
from boyi.engines.weights import WeightFile, save
from tests.support.engines.listening import Listener


def write(path: Path, step: int, bonus: int = 0) -> Path:
    """A file of the hand-crafted weights, all pieces worth a little more."""
    weights = handcrafted()
    weights.value[:5] += bonus
    save(path, WeightFile("chess", "handcrafted", weights, step=step))
    return path


@pytest.fixture
def fresh(chess_game) -> Evaluation:
    evaluation = Evaluation(chess_game)
    evaluation.choose("handcrafted", "")
    return evaluation


def test_the_default_is_built_in(chess_game):
    fresh = Evaluation(chess_game)
    assert fresh.describe() == "nnue: built-in weights"
    assert fresh.weights.tobytes() == nnue.builtin().tobytes()
    assert fresh.refresh() == ""


def test_a_file_is_taken_and_told_by_name_and_step(fresh, tmp_path):
    path = write(tmp_path / "first.safetensors", 3, bonus=5)
    assert (
        fresh.choose("handcrafted", str(path)) == "handcrafted: weights of first.safetensors, training step 3"
    )
    assert fresh.weights.value[0, 0] == handcrafted().value[0, 0] + 5


def test_a_replaced_file_is_taken_once(fresh, tmp_path):
    path = write(tmp_path / "first", 3)
    fresh.choose("handcrafted", str(path))
    assert fresh.refresh() == ""
    write(path, 4, bonus=9)
    assert fresh.refresh() == "handcrafted: weights of first, training step 4"
    assert fresh.weights.value[0, 0] == handcrafted().value[0, 0] + 9
    assert fresh.refresh() == ""


def test_a_bad_replacement_leaves_the_old_weights_and_says_why(fresh, tmp_path):
    path = write(tmp_path / "first", 3, bonus=5)
    fresh.choose("handcrafted", str(path))
    before = fresh.weights.tobytes()
    path.write_bytes(path.read_bytes()[:-10])
    assert "the old ones stay" in fresh.refresh()
    assert fresh.weights.tobytes() == before
    assert fresh.refresh() == "", "a complaint once is enough"
    path.unlink()
    assert fresh.refresh() == ""
    assert fresh.weights.tobytes() == before


def test_a_path_to_nothing_leaves_the_old_weights_and_says_why(fresh, tmp_path):
    note = fresh.choose("handcrafted", str(tmp_path / "nowhere"))
    assert "the old ones stay" in note
    assert "No such file" in note
    assert fresh.describe() == "handcrafted: built-in weights"


def test_weights_are_told_by_the_file_they_are_from(fresh, tmp_path):
    """Also after another file was refused."""
    fresh.choose("handcrafted", str(write(tmp_path / "good", 3)))
    (tmp_path / "bad").write_bytes(b"rubbish")
    fresh.choose("handcrafted", str(tmp_path / "bad"))
    assert fresh.describe() == "handcrafted: weights of good, training step 3"


def test_an_empty_path_goes_back_to_the_built_in_weights(fresh, tmp_path):
    fresh.choose("handcrafted", str(write(tmp_path / "good", 3, bonus=5)))
    assert fresh.choose("handcrafted", "") == "handcrafted: built-in weights"
    assert fresh.weights.tobytes() == handcrafted().tobytes()


def test_another_evaluator_has_its_own_weights(fresh, tmp_path):
    path = write(tmp_path / "good", 3)
    note = fresh.choose("material", str(path))
    assert "the built-in ones play" in note
    assert "expected evaluator material, found handcrafted" in note
    assert fresh.weights.tobytes() == material().tobytes()
    assert fresh.choose("handcrafted", str(path)).endswith("step 3")
    assert fresh.weights.dtype == HANDCRAFTED


def test_a_home_directory_may_be_written_as_a_tilde(fresh, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    write(tmp_path / "good", 5)
    assert fresh.choose("handcrafted", "~/good").endswith("step 5")


def test_an_engine_takes_a_replaced_file_between_two_searches(chess_game, tmp_path):
    path = write(tmp_path / "mine.safetensors", 1)
    listener = Listener(chess_game, Evaluator="handcrafted", EvalFile=path)
    assert listener.notes[-1] == "handcrafted: weights of mine.safetensors, training step 1"
    listener.notes.clear()
    listener.go(infinite=True)
    write(path, 2, bonus=300)
    listener.until(lambda: bool(listener.infos))
    listener.close()
    assert not listener.notes, "not during a search"
    first = listener.engine.explain()
    listener.best(depth=4)
    assert listener.notes == ["handcrafted: weights of mine.safetensors, training step 2"]
    assert listener.engine.explain() != first
    path.write_bytes(b"rubbish")
    assert listener.best(depth=4).move
    assert "mine.safetensors" in listener.notes[1]
    listener.best(depth=4)
    assert len(listener.notes) == 2


def test_prices_of_moves_that_come_with_weights_are_taken_with_them(chess_game, tmp_path):
    prices = [11, 22, 33, 44, 55]
    save(tmp_path / "priced", WeightFile("chess", "handcrafted", handcrafted(), np.array(prices)))
    listener = Listener(chess_game, Evaluator="handcrafted", EvalFile=tmp_path / "priced")
    assert [listener.options.number(name) for name in chess_game.costs] == prices
    assert listener.best(depth=4).move


def test_prices_go_with_the_weights_they_came_with(chess_game, tmp_path):
    usual = list(chess_game.costs.values())
    save(
        tmp_path / "priced", WeightFile("chess", "handcrafted", handcrafted(), np.array([11, 22, 33, 44, 55]))
    )
    listener = Listener(chess_game, Evaluator="handcrafted", EvalFile=tmp_path / "priced")
    listener.options.set("EvalFile", str(tmp_path / "nowhere"))
    assert listener.options.number("Cost Check") == 11, "the weights stay, and so do their prices"
    listener.options.set("EvalFile", "")
    assert [listener.options.number(name) for name in chess_game.costs] == usual
    listener.options.set("Cost Check", "77")
    listener.options.set("EvalFile", str(write(tmp_path / "unpriced", 1)))
    assert listener.options.number("Cost Check") == 77, "a price of the user's own"


def test_a_file_whose_prices_are_no_row_of_numbers_is_refused(fresh, tmp_path):
    for costs in (np.ones((2, 2)), np.array(7)):
        save(tmp_path / "odd", WeightFile("chess", "handcrafted", handcrafted(), costs))
        assert "costs" in fresh.choose("handcrafted", str(tmp_path / "odd"))
        assert fresh.file is None


def test_what_other_weights_found_is_forgotten(chess_game, tmp_path):
    path = write(tmp_path / "mine", 1)
    listener = Listener(chess_game, Evaluator="handcrafted", EvalFile=path)
    listener.best(depth=6)
    assert listener.engine.recall(None, ()).move
    listener.options.set("EvalFile", str(tmp_path / "nowhere"))
    assert listener.engine.recall(None, ()).move, "the same weights play on"
    listener.options.set("Evaluator", "material")
    assert listener.engine.recall(None, ()).move is None
    listener.best(depth=6)
    assert listener.engine.recall(None, ()).move


def test_weights_chosen_from_the_start_are_the_only_ones_made_ready(chess_game, monkeypatch):
    ready = list[str]()
    monkeypatch.setattr(warmup, "ensure", lambda game, evaluation, *rest: ready.append(evaluation.evaluator))
    Listener(chess_game, Evaluator="material")
    assert ready == ["material"]


def test_no_replaced_file_whatever_keeps_an_engine_from_moving(chess_game, tmp_path):
    """The numbers are good, the header is spoiled where no checksum covers it."""
    path = write(tmp_path / "mine", 7)
    listener = Listener(chess_game, Evaluator="handcrafted", EvalFile=path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"step":"7"', b'"step":"x"'))
    assert path.read_bytes() != content
    assert listener.best(depth=3).move
    assert "mine" in listener.notes[-1]
