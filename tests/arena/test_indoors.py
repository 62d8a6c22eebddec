"""Matches inside one process: fair pairs, honest error bars, faults in one line."""

import subprocess
import sys

import pytest

from boyi.arena.indoors import Player, Score, game_points, match, table
from boyi.engines import load_game
from boyi.engines.einstein.placement import layout
from boyi.engines.limits import Budget

GAME = load_game("einstein")
FEW = Budget(nodes=50)


def test_a_player_against_itself_has_the_same_luck_twice():
    """The second game of a pair is the first with the names exchanged, where play is not random."""
    score = match(GAME, Player(GAME, "rules"), Player(GAME, "rules"), 20, FEW, layout, 3)
    assert score.pairs == (1.0,) * 10
    assert (score.share, score.error) == (0.5, 0.0)


def test_the_better_player_gets_more_points():
    better, worse = Player(GAME, "rules"), Player(GAME, "random?Seed=3")
    assert match(GAME, better, worse, 40, FEW, layout, 4).share > 0.55


def test_a_game_is_the_same_again():
    players = Player(GAME, "rules"), Player(GAME, "expectimax?Endgame Tables=none")
    points = {game_points(GAME, *players, GAME.start, 7, FEW) for _ in range(3)}
    assert len(points) == 1


def test_scores_and_their_bars():
    score = Score((2.0, 1.0, 0.0, 1.0, 2.0, 2.0, 1.0, 1.0))
    assert score.share == 10 / 16
    assert score.error == pytest.approx(1.96 * 0.3536 / 8**0.5, abs=0.01)
    assert str(score) == "62.5 ± 24.5"


def test_the_table_shows_both_views():
    text = table(["a", "b"], {("a", "b"): Score((2.0, 1.0))})
    assert text.splitlines()[2:] == ["| a | – | 75.0 ± 49.0 |", "| b | 25.0 ± 49.0 | – |"]


@pytest.mark.parametrize("arguments", [["nobody"], ["rules?Nonsense=1"], ["rules", "--game", "nothing"]])
def test_faults_are_one_line_and_code_2(arguments):
    done = subprocess.run(
        [sys.executable, "-P", "-m", "boyi.arena.indoors", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "error" in done.stderr.splitlines()[-1]
