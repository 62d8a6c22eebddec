"""Playing below full strength: fewer nodes, and errors that are drawn by lot."""

import random

import pytest

from boyi.engines import load_game, strength
from boyi.engines.limits import Clock
from boyi.engines.options import Options
from boyi.engines.strength import STRONGEST, WEAKEST
from tests.support.engines.listening import Listener

RATINGS = range(WEAKEST, STRONGEST + 1, 50)


def test_full_strength_is_the_default():
    options = Options(strength.OPTIONS)
    assert strength.limited_elo(options) is None
    options.set("UCI_Elo", "1500")
    assert strength.limited_elo(options) is None
    options.set("UCI_LimitStrength", "true")
    assert strength.limited_elo(options) == 1500
    assert strength.limited_elo({}) is None


@pytest.mark.parametrize("game", ["chess", "einstein"])
def test_stronger_means_more_nodes_and_less_scatter(game):
    ladder = load_game(game).ladder
    ratings = [*range(ladder[0].elo, ladder[-1].elo, 50), ladder[-1].elo]
    nodes = [strength.nodes(elo, ladder) for elo in ratings]
    scatter = [strength.temperature(elo, ladder) for elo in ratings]
    assert nodes == sorted(nodes)
    assert scatter == sorted(scatter, reverse=True)
    assert scatter[0] > 0
    assert scatter[-1] == 0


def test_stronger_means_more_nodes_and_fewer_moves_overlooked():
    ladder = load_game("connect6").ladder
    ratings = [*range(ladder[0].elo, ladder[-1].elo, 50), ladder[-1].elo]
    on = [{"UCI_LimitStrength": True, "UCI_Elo": elo} for elo in ratings]
    shares = [strength.overlooked(options, ladder) for options in on]
    nodes = [strength.nodes(elo, ladder) for elo in ratings]
    assert nodes == sorted(nodes)
    assert shares == sorted(shares, reverse=True)
    assert 0.9 < shares[0] < 1
    assert shares[-1] == 0
    assert strength.overlooked({"UCI_LimitStrength": False, "UCI_Elo": 1190}, ladder) == 0


def test_a_share_of_the_moves_is_not_seen():
    rng, moves = random.Random(3), range(1000)
    counts = [len(strength.seen(moves, share, rng)) for share in (0, 0.3, 0.9, 1)]
    assert counts[0] == 1000
    assert 640 < counts[1] < 760
    assert 60 < counts[2] < 140
    assert counts[3] == 1, "there is always a move to play"
    assert strength.seen([], 0.5, rng) == []


def chosen(scores: list[int], elo: int, times: int = 2000) -> list[float]:
    """How often each of some moves is played."""
    rng = random.Random(5)
    picks = [strength.pick(scores, strength.temperature(elo), rng) for _ in range(times)]
    return [picks.count(index) / times for index in range(len(scores))]


def test_the_weakest_often_errs_a_little_and_seldom_much():
    shares = chosen([30, 0, -60, -900], WEAKEST)
    assert 0.2 < shares[0] < 0.8
    assert shares[0] > shares[1] > shares[2] > shares[3]
    assert shares[3] < 0.01


def test_the_strongest_does_not_err():
    assert chosen([30, 29, 28], STRONGEST) == [1, 0, 0]


def test_equal_moves_are_drawn_alike():
    assert all(0.4 < share < 0.6 for share in chosen([5, 5], WEAKEST))


@pytest.mark.parametrize("scores", [[0], [31_990, -31_990], [-31_990, 31_990, 0], [0, 700], [-900, 0, 5, 9]])
def test_any_scores_give_a_choice(scores):
    """Also such as are not in order: the lines may be of different iterations."""
    for elo in RATINGS:
        assert strength.pick(scores, strength.temperature(elo), random.Random(1)) in range(len(scores))


def test_a_limited_engine_uses_its_nodes_and_varies(chess_game):
    listener = Listener(chess_game, UCI_LimitStrength="true", UCI_Elo=WEAKEST)
    moves = {listener.best(movetime=2000).move for _ in range(12)}
    assert listener.infos[-1].nodes <= strength.nodes(WEAKEST)
    assert len(moves) > 1
    assert {info.multipv for info in listener.infos} == {1}, "the lines it chooses from are its own affair"


def test_who_overlooks_points_may_miss_a_win():
    """Five stones in a row, and two to place: any other engine wins at once."""
    listener = Listener(load_game("connect6"), UCI_LimitStrength="true", UCI_Elo=1190)
    start = "19/19/19/19/19/19/19/19/19/4bbbbb10/19/19/19/19/2w14w1/19/1w15w1/19/18w b 2 6 2"
    listener.engine.set_position(start, [])
    turns = {listener.best(movetime=2000).turn for _ in range(8)}
    assert len(turns) > 3


def test_a_limited_engine_of_a_game_with_a_ladder_of_its_own_keeps_to_that():
    settings = {"UCI_LimitStrength": "true", "UCI_Elo": 1070, "Endgame Tables": "none"}
    listener = Listener(load_game("einstein"), **settings)
    moves = {listener.best(movetime=2000).move for _ in range(20)}
    assert listener.infos[-1].nodes <= 20
    assert len(moves) > 3


def test_a_limited_engine_stays_so_when_its_guess_was_right(chess_game):
    listener = Listener(chess_game, UCI_LimitStrength="true", UCI_Elo=WEAKEST)
    moves = set()
    for _ in range(12):
        listener.go(ponder=True, clocks=(Clock(5000), Clock(5000)))
        listener.engine.ponder_hit()
        listener.engine.wait()
        moves.add(listener.bests[-1].move)
        assert listener.infos[-1].nodes <= strength.nodes(WEAKEST)
    assert len(moves) > 1


def test_an_analysis_is_not_limited(chess_game):
    listener = Listener(chess_game, UCI_LimitStrength="true", UCI_Elo=WEAKEST)
    listener.go(infinite=True)
    listener.until(lambda: bool(listener.infos) and listener.infos[-1].nodes > 5 * strength.nodes(WEAKEST))
    listener.close()
    assert len(listener.bests) == 1
