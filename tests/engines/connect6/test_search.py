"""What the connect6 player must see: wins at hand, threats to stop, sequences; and the ends of the board."""

import itertools
import time

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.connect6 import notation
from boyi.engines.connect6.evaluation import weights
from boyi.engines.connect6.search.state import points
from boyi.engines.connect6.search.turns import best_pair
from boyi.engines.connect6.shape import CONNECT6, GOMOKU, Shape
from boyi.engines.jit import copy
from boyi.engines.limits import Budget, Limits
from boyi.engines.options import Value
from boyi.engines.play import bound_value, legal_moves, play, result, try_move
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON
from boyi.engines.search.table import MATE_BOUND
from boyi.engines.search.task import Task
from tests.support.engines.listening import Listener
from tests.support.engines.thinking import think
from tests.support.pulse import stretched

FIVE = "19/19/19/19/19/19/19/19/19/6bbbbb1w6/19/9w1w7/19/9w9/19/19/19/19/19 {side} 2 6 2"
SPLIT_FOUR = "19/19/19/19/19/19/19/9w9/9w9/6bb1bb8/8w10/8w10/19/19/19/19/19/19/19 {side} 2 6 2"
CROSS = "19/19/19/19/19/19/9b9/9b9/9b9/5bbb3w7/19/19/6w12/5w13/19/19/19/19/19 b 2 6 2"


@pytest.fixture(scope="module")
def game():
    return load_game("connect6")


@pytest.fixture(scope="module")
def player(game):
    listener = Listener(game, Hash=4)
    yield listener
    listener.close()


def drawn_board(shape: Shape, empty: int) -> str:
    """A board on which nobody has six, filled but for its last points."""
    grid = itertools.product(range(shape.rows), range(shape.columns))
    stones = ["bw"[(x // 2 + y) % 2] for y, x in grid]
    return "".join(stones[: len(stones) - empty]) + "." * empty


@pytest.mark.parametrize("position", [FIVE, SPLIT_FOUR])
def test_a_win_at_hand_is_played(game, position):
    thought = think(game, position.format(side="b"), Budget(nodes=1000))
    for move in thought.best.moves[:2]:
        play(thought.pos, move)
    assert result(thought.pos) == LOST
    assert thought.best.score > MATE_BOUND


@pytest.mark.parametrize("position", [FIVE, SPLIT_FOUR])
def test_a_threat_is_stopped(game, position):
    thought = think(game, position.format(side="w"), Budget(nodes=3000))
    for move in thought.best.moves[:2]:
        play(thought.pos, move)
    assert think(game, thought.pos, Budget(nodes=1)).best.score < MATE_BOUND


def test_a_sequence_of_threats_is_announced_and_played_to_the_end(game):
    pos = notation.read(CROSS)
    for _ in range(12):
        if result(pos) != ONGOING:
            break
        thought = think(game, copy(pos), Budget(nodes=5000))
        assert pos.side or thought.best.score > MATE_BOUND
        for move in thought.best.moves[: int(pos.left)]:
            play(pos, move)
    assert result(pos) == LOST
    assert pos.side == 1


def test_the_first_stone_goes_to_the_centre(game):
    thought = think(game, game.start, Budget(depth=5))
    assert thought.names[0] == "JJ"


@pytest.mark.parametrize("evaluator", ["roads", "learned", "stages", "matrix", "patterns"])
def test_greedy_tries_every_pair(game, evaluator):
    made, pos = game.part(game.evaluators[evaluator])(), notation.read("4/1b2/2w1/4/2bw/4 b 2 4 2")
    values = {}
    for one, other in itertools.combinations(legal_moves(pos), 2):
        own = copy(pos)
        try_move(own, one)
        if result(own) == ONGOING:
            try_move(own, other)
            values[one, other] = -bound_value(own, made)
    turn, value = best_pair(pos, made, np.ones(pos.points, np.int64))
    assert value == max(values.values())
    assert values[(turn & 511) + 1, (turn >> 9) + 1] == value


def test_greedy_takes_no_point_that_is_not_allowed(game):
    start, made = "4/1b2/2w1/4/2bw/4 b 2 4 2", weights.roads()
    pos = notation.read(start)
    everywhere = np.ones(pos.points, np.int64)
    banned = set(points(best_pair(copy(pos), made, everywhere)[0]))
    allowed = everywhere.copy()
    allowed[list(banned)] = 0
    assert banned.isdisjoint(points(best_pair(copy(pos), made, allowed)[0]))
    only = np.zeros_like(everywhere)
    only[0] = 1
    assert 0 in points(best_pair(copy(pos), made, only)[0])


def test_the_second_stone_of_a_turn_is_told_and_an_analysis_looks_at_it_anew(game):
    listener = Listener(game, Hash=1)
    listener.engine.set_position(game.bench[1], [])
    first, second = listener.best(nodes=3000).turn
    told = len(listener.infos)
    listener.engine.set_position(game.bench[1], [first])
    assert listener.best(nodes=3000).move == second
    assert [info.pv[0] for info in listener.infos[told:]] == [second]
    listener.best(depth=3)
    assert listener.infos[-1].nodes > 100
    listener.close()


def test_greedy_is_a_player_of_its_own(game):
    greedy = Listener(game, Hash=1, Player="greedy")
    greedy.engine.set_position(game.bench[1], [])
    best = greedy.best(movetime=1000)
    pos = notation.read(game.bench[1])
    turn, _ = best_pair(copy(pos), weights.roads(), np.ones(pos.points, np.int64))
    assert best.turn == tuple(notation.text(pos, point + 1) for point in (turn & 511, turn >> 9))
    greedy.close()


def test_a_row_of_weights_is_drawn_for_each_game(game):
    """Among thirty games some play otherwise than others, and each keeps to its own row."""
    pos, made, thinker, budget = notation.read(game.bench[2]), weights.matrix(), game.thinker(), Budget()
    options: dict[str, Value] = {"Player": "greedy", "Draw Weights": True}
    task = Task(pos, made, tuple(legal_moves(pos)), True, budget, 1, lambda line: None, options)
    values = []
    for _ in range(30):
        thinker.forget()
        values.append(thinker.think(task).score)
        assert thinker.think(task).score == values[-1]
    assert len(set(values)) > 3
    assert made.row == 0


@pytest.mark.parametrize("empty", [1, 2, 3, 5])
def test_a_full_board_is_a_draw(game, player, empty):
    side = 0
    pos = notation.place(CONNECT6, drawn_board(CONNECT6, empty), side, 1 if empty % 2 else 2)
    player.engine.set_position(notation.write(pos), [])
    while result(pos) == ONGOING:
        best = player.best(movetime=50)
        for name in best.turn:
            play(pos, notation.move(pos, name))
        player.engine.advance(best.turn)
    assert result(pos) == DRAWN
    assert notation.ending(pos) == "full board"
    assert player.best(movetime=50).turn == ()


HOPELESS = "19/19/19/19/4w14/4bbbb1w9/4b2w11/4b14/4b1b12/7b11/8b10/9b9/19/3w15/2w16/19/19/19/19 w 2 6 2"


@pytest.mark.parametrize("position", [FIVE.format(side="w"), CROSS, HOPELESS])
def test_an_answer_comes_in_time(player, position):
    """Within 50 ms of the time allowed; the best of three, for machines stumble."""
    player.engine.set_position(position, [])
    assert min(player.seconds(movetime=200) for _ in range(3)) < 0.25


@pytest.mark.parametrize("empty", [40, 12, 4])
def test_an_answer_comes_in_time_on_a_nearly_full_board(player, empty):
    pos = notation.place(CONNECT6, drawn_board(CONNECT6, empty), 0, 2)
    player.engine.set_position(notation.write(pos), [])
    assert min(player.seconds(movetime=200) for _ in range(3)) < 0.25


def test_clients_that_ask_for_single_stones_get_both_of_a_turn(player, game):
    player.engine.new_game()
    player.engine.set_position(game.bench[1], [])
    both = player.best(movetime=100).turn
    player.engine.set_position(game.bench[1], both[:1])
    start = time.monotonic()
    assert player.best(movetime=2000).turn == both[1:]
    assert time.monotonic() - start < stretched(1)


def test_a_turn_refused_is_not_played_again(player, game):
    player.engine.set_position(game.bench[2], [])
    refused = set()
    for _ in range(4):
        before = len(player.bests)
        player.engine.go(Limits(movetime=50), own=True)
        player.engine.wait()
        turn = frozenset(player.bests[before].turn)
        assert len(turn) == 2
        assert turn not in refused
        refused.add(turn)
        player.engine.reject()


def test_gomoku_is_played_by_the_same_code(game):
    """White has an open three to stop, or loses."""
    pos = notation.read("15/15/15/15/15/15/15/6bbb6/15/9w5/5w9/15/15/15/15 w 1 5 1")
    thought = think(game, pos, Budget(nodes=20_000))
    assert thought.names[0] in {"EH", "FH", "JH", "KH"}
    assert notation.read(GOMOKU.start).left == 1


def test_tic_tac_toe_between_searchers_is_a_draw(game):
    pos = notation.read("3/3/3 b 1 3 1")
    while result(pos) == ONGOING:
        play(pos, think(game, copy(pos), Budget(depth=9)).best.moves[0])
    assert result(pos) == DRAWN


def test_a_side_that_wins_in_mid_turn_has_won(game):
    pos = notation.read(FIVE.format(side="b"))
    play(pos, notation.move(pos, "LJ"))
    assert result(pos) == WON
    assert legal_moves(pos) == []
    assert notation.ending(pos) == "six in a row"
