"""Prices of move classes that differ between middle game and endgame."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.weights import WeightFile, load, save

MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9"
ENDGAME = "6k1/5pp1/7p/1r6/8/4R2P/5PP1/6K1 w - - 0 1"


def nodes(listener, fen: str) -> int:
    """What a search to a fixed depth takes."""
    listener.engine.new_game()
    listener.engine.set_position(fen, [])
    listener.best(depth=7)
    return int(listener.infos[-1].nodes)


@pytest.mark.parametrize(("fen", "late"), [(MIDDLE, False), (ENDGAME, True)])
def test_prices_of_the_endgame_hold_there_alone(listener, fen, late):
    usual = nodes(listener, fen)
    listener.engine.options.set("Endgame Cost Check", "0")
    assert (nodes(listener, fen) != usual) == late
    listener.engine.options.set("Endgame Cost Check", "50")
    assert nodes(listener, fen) == usual  # the same as the price that holds everywhere


def test_a_weight_file_may_bring_both(listener, tmp_path):
    options, costs = listener.engine.options, np.arange(10, 20, dtype=np.int32)
    weights = listener.engine.game.part(listener.engine.game.evaluators["handcrafted"])()
    save(tmp_path / "own.safetensors", WeightFile("chess", "handcrafted", weights, costs))
    options.set("Evaluator", "handcrafted")
    options.set("EvalFile", str(tmp_path / "own.safetensors"))
    assert [options.number(name) for name in listener.engine.game.costs] == [10, 11, 12, 13, 14]
    assert [options.number(name) for name in listener.engine.game.endgame_costs] == [15, 16, 17, 18, 19]


@pytest.mark.parametrize(("name", "evaluator"), [("chess", "handcrafted"), ("xiangqi", "traditional")])
def test_learned_prices_come_along_as_a_weight_file(name, evaluator):
    game = load_game(name)
    path = Path(import_module(f"boyi.engines.{name}").__file__ or "").with_name("extensions.safetensors")
    file = load(path, name, evaluator, game.part(game.evaluators[evaluator])().dtype)
    assert file.costs is not None
    assert len(file.costs) == len(game.costs)
    assert all(0 <= cost <= 100 for cost in file.costs)
    assert file.provenance["method"] == "offline"
