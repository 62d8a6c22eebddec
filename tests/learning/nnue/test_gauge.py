"""The gauge: ranks and chances, judgements that are asked for once, and the command."""

import sys

import pytest

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.play import bound_value
from boyi.learning.__main__ import main
from boyi.learning.nnue.gauge import HIGHEST, Judgements, foreign_judge, read_gauge
from tests.support.learning.positions import walk

SCALE = 200


@pytest.fixture(scope="module")
def static():
    """The built-in network and its values of some positions."""
    game = load_game("chess")
    weights = Evaluation(game).weights
    fens = [game.notation.write(pos) for pos in walk(60, 3)]
    return game, weights, {fen: bound_value(game.notation.read(fen, {}), weights) for fen in fens}


def test_who_says_the_same_has_no_error(static):
    game, weights, values = static
    found = read_gauge(game, weights, values, SCALE)
    assert found.positions == len(values)
    assert found.error == pytest.approx(0, abs=1e-9)
    assert found.correlation == pytest.approx(1)


def test_another_unit_is_no_error_and_the_opposite_is(static):
    game, weights, values = static
    doubled = read_gauge(game, weights, {fen: 2 * value for fen, value in values.items()}, SCALE)
    assert doubled.correlation == pytest.approx(1)
    assert doubled.error == pytest.approx(0, abs=1e-6)
    contrary = read_gauge(game, weights, {fen: -value for fen, value in values.items()}, SCALE)
    assert contrary.correlation == pytest.approx(-1)
    assert contrary.error > 0.1


def test_judgements_are_kept_and_bounded(tmp_path):
    path = tmp_path / "judgements.jsonl"
    kept = Judgements(path)
    kept.add("one", "a", 31_000)
    kept.add("two", "b", -7)
    with path.open("a") as file:
        file.write('["one", "c"')
    again = Judgements(path)
    assert again.scores == {"one": {"a": HIGHEST}, "two": {"b": -7}}
    assert again.fens == ["a", "b"]
    path.write_text('["one"]\n')
    with pytest.raises(ValueError, match="line 1"):
        Judgements(path)


def test_the_command_asks_once_and_prints_a_row_for_each_judge(tmp_path, capsys):
    path = tmp_path / "judgements.jsonl"
    words = ["gauge", "chess", str(path), "--positions", "4", "--nodes", "300", "--evaluators", "material"]
    assert main(words) == 0
    first, printed = path.read_bytes(), capsys.readouterr().out
    assert len(first.splitlines()) == 4
    assert printed.count("| search, 300 nodes | 4 |") == 2
    assert main(words) == 0
    assert path.read_bytes() == first


def test_an_engine_that_is_none_is_one_line(tmp_path, capsys):
    words = ["gauge", "chess", str(tmp_path / "file"), "--positions", "1", "--nodes", "100"]
    assert main([*words, "--engine", "no-such-engine"]) == 2
    assert "no-such-engine" in capsys.readouterr().err


def test_another_engine_judges_by_its_last_score():
    game = load_game("chess")
    judge = foreign_judge(game, f"{sys.executable} -P -m boyi.engines.chess", 500)
    assert judge("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1") == HIGHEST
