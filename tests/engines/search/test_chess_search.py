"""What the search of chess must find: mates, draws, repetitions, the lines it was asked for."""

import pytest

from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves
from boyi.engines.search.table import MATE, MATE_BOUND
from tests.support.engines.thinking import names, position, think

MATES = {
    "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1": 1,
    "k7/2Q5/1K6/8/8/8/8/8 w - - 0 1": 1,
    "7k/6pp/8/6N1/8/1Q6/8/6K1 w - - 0 1": 1,
    "8/8/8/8/8/2k5/3q4/K7 b - - 0 1": 1,
    "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1": 2,
    "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1": 2,
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1": 3,
}
"""Positions and the moves to mate."""
MATE_IN_THREE = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"
ROOK_UP = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
SHUFFLE = ("a1b1", "g8f8", "b1a1", "f8g8", "a1b1", "g8f8")


@pytest.mark.parametrize(("fen", "moves"), MATES.items())
def test_mates_are_found_with_their_distance(chess_game, fen, moves):
    thought = think(chess_game, fen, Budget(depth=2 * moves + 4, nodes=3_000_000))
    assert MATE - thought.best.score == 2 * moves - 1, thought.names
    assert len(thought.names) == 2 * moves - 1
    assert not legal_moves(position(chess_game, fen, thought.names))


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_find_the_same_mate(chess_game, threads):
    thought = think(chess_game, MATE_IN_THREE, Budget(depth=10), threads=threads)
    assert (thought.best.score, thought.names[0]) == (MATE - 5, "f6a6")


def test_being_mated_is_told_with_its_distance(chess_game):
    thought = think(chess_game, "7k/8/6K1/8/8/8/8/R7 b - - 0 1", Budget(depth=8))
    assert MATE + thought.best.score == 2


@pytest.mark.parametrize(
    "fen",
    [
        "k7/P7/1K6/8/8/8/8/8 w - - 0 1",
        "6k1/6p1/8/7Q/8/8/q1r5/7K w - - 0 1",
        "8/8/8/3k4/8/3K4/3p4/8 w - - 0 1",
    ],
    ids=["stalemate", "perpetual check", "the last pawn is taken"],
)
def test_draws_are_worth_nothing(chess_game, fen):
    assert abs(think(chess_game, fen, Budget(depth=14)).best.score) <= 20


def test_fifty_moves_end_an_advantage(chess_game):
    """Two plies are left, and White has no mate, no capture and no pawn."""
    pos = position(chess_game, "8/8/8/3k4/8/8/1Q6/K7 w - - 98 90")
    assert think(chess_game, pos, Budget(depth=6)).best.score == 0
    assert think(chess_game, "8/8/8/3k4/8/8/1Q6/K7 w - - 0 90", Budget(depth=6)).best.score > 500


def test_an_advantage_fades_with_idle_moves(chess_game):
    early, late = (
        think(chess_game, f"8/8/8/3k4/8/8/1Q6/K7 w - - {idle} 90", Budget(depth=3)).best.score
        for idle in (0, 80)
    )
    assert 0 < late < 0.7 * early


def test_a_winning_side_avoids_repetition(chess_game):
    pos = position(chess_game, ROOK_UP, SHUFFLE)
    forced = think(chess_game, pos, Budget(depth=8), only=["b1a1"])
    free = think(chess_game, pos, Budget(depth=8))
    assert forced.best.score == 0
    assert free.best.score > 300
    assert free.names[0] != "b1a1"


def test_a_losing_side_seeks_repetition(chess_game):
    thought = think(chess_game, position(chess_game, ROOK_UP, (*SHUFFLE, "b1a1")), Budget(depth=8))
    assert (thought.best.score, thought.names[0]) == (0, "f8g8")


@pytest.mark.parametrize("only", [["a2a3"], ["h2h4", "a2a3"], ["g1h3", "b1a3", "f2f3"]])
def test_only_the_moves_asked_for_are_searched(chess_game, only):
    thought = think(chess_game, "", Budget(depth=7), only=only)
    firsts = {names(chess_game, thought.pos, line.moves)[0] for line in thought.told}
    assert firsts <= set(only)
    assert thought.names[0] in only


@pytest.mark.parametrize("fen", ["", MATE_IN_THREE, ROOK_UP, "k7/8/1R6/8/8/8/8/7K b - - 0 1"])
@pytest.mark.parametrize("lines", [1, 2, 4, 250])
def test_as_many_lines_as_asked_for_or_as_there_are_moves(chess_game, fen, lines):
    thought = think(chess_game, fen, Budget(depth=6), lines=lines)
    last = thought.last
    assert len(last) == min(lines, len(legal_moves(thought.pos)))
    assert [line.rank for line in last] == list(range(len(last)))
    assert len({line.moves[0] for line in last}) == len(last)
    assert {line.depth for line in last} == {6}
    assert thought.best == last[0]


def test_lines_are_told_best_first(chess_game):
    """Strictly so in a position where nothing is left to chance: mate in 2, then mates in 3."""
    thought = think(chess_game, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", Budget(depth=8), lines=6)
    scores = [line.score for line in thought.last]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == MATE - 3


def test_every_line_told_is_a_line_of_legal_moves(chess_game):
    for fen in chess_game.bench:
        thought = think(chess_game, fen, Budget(depth=8), lines=2)
        for line in thought.told:
            assert names(chess_game, thought.pos, line.moves)


def test_scores_out_of_the_window_are_told_as_bounds(chess_game):
    """An iteration ends with an exact score; a bound lies inside the range of scores."""
    for fen in chess_game.bench:
        told = think(chess_game, fen, Budget(depth=9)).told
        assert [line.depth for line in told] == sorted(line.depth for line in told)
        assert [line.depth for line in told if line.bound == "exact"] == list(range(1, 10))
        assert all(abs(line.score) < MATE_BOUND for line in told)
        assert told[-1].bound == "exact"
        assert all(line.deepest >= line.depth - 1 for line in told)
