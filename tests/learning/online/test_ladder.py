"""A learner against a ladder of opponents, what it learns from that, and what it is rated."""

from itertools import islice

import numpy as np
import pytest

from boyi.arena.inprocess.pairs import PairScore
from boyi.arena.stats.statistics import expected
from boyi.engines import load_game
from boyi.engines.chess.evaluation.weights import handcrafted
from boyi.learning.__main__ import main
from boyi.learning.data.games import GameReader
from boyi.learning.online.ladder import LearnerMatches, OpponentGames
from boyi.learning.reproductions.online import rating_of
from boyi.learning.tuning.linear import LinearLearner, material_only


@pytest.fixture(scope="module")
def matches():
    return LearnerMatches(load_game("chess"), material_only(handcrafted()), nodes=50, seed=1)


def test_a_game_depends_on_its_number_alone(matches):
    once, other = matches.play(1300, 0), matches.play(1300, 1)
    assert once.moves != other.moves
    assert matches.play(1300, 0) == once
    first, second = matches.pair(1300, 0)
    assert (first, second) == ((1 + once.result) / 2, (1 - other.result) / 2)


def test_games_to_learn_from_go_on_where_they_were(matches):
    weights = material_only(handcrafted())
    games = list(islice(OpponentGames(matches, lambda: weights, (1200, 1400), 1).games(0), 3))
    source = OpponentGames(matches, lambda: weights, (1200, 1400), 1)
    assert next(source.games(2)) == games[2]
    assert sum(source.summary().values()) == 1


def test_a_handcrafted_evaluation_knows_its_slopes(matches):
    learner = LinearLearner("chess", material_only(handcrafted()))
    positions = GameReader(load_game("chess")).positions(matches.play(1300, 0))[10:14]
    seen, credits = learner.see(positions), np.array([1.0, -0.5, 0.25, 2.0])
    change, before = seen.pull(credits), float(credits @ seen.values)
    strongest = int(np.argmax(np.abs(change)))
    learner.numbers[strongest] += 20
    found = float(credits @ learner.see(positions).values) - before
    assert found == pytest.approx(20 * change[strongest], rel=0.15)


def test_material_alone_is_left():
    bare = material_only(handcrafted())
    assert (bare.value == handcrafted().value).all()
    assert not bare.square.any()
    assert not bare.tempo.any()


def test_a_rating_is_what_explains_the_points():
    opponents = (1200, 1400, 1600)
    shares = [expected(1500 - other) for other in opponents]
    scores = [
        PairScore(tuple(np.repeat([1.0, 0.0], [round(1000 * s), 1000 - round(1000 * s)]))) for s in shares
    ]
    assert rating_of(opponents, scores).value == pytest.approx(1500, abs=2)
    assert rating_of((1200,), [PairScore((1.0, 0.0, 0.5, 0.5))]).value == pytest.approx(1200, abs=1)


def test_the_experiment_goes_on_where_it_was(tmp_path, capsys):
    command = ["reproduce", "online", str(tmp_path), "--only", "chess", "--games", "2", "--pairs", "1"]
    assert main([*command, "--nodes", "50"]) == 0
    table = capsys.readouterr().out.splitlines()[-1]
    assert table.startswith("| chess | 1650 → 2150 in 308 games |")
    assert main([*command, "--nodes", "50"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == table
    assert main([*command, "--nodes", "0"]) == 2
