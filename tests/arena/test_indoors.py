"""Matches inside one process: fair pairs, honest error bars, faults in one line."""

import subprocess
import sys

import pytest

from boyi.arena.indoors import Plan, Player, game_points, main, play_share, table
from boyi.arena.pairs import Pairs
from boyi.engines import load_game
from boyi.engines.limits import Budget

GAME = load_game("einstein")
FEW = Budget(nodes=50)


def played(path, *players, games):
    """The score of the first of two players."""
    plan = Plan("einstein", players, "", games, 200, 3)
    play_share(plan, path, 0, 1)
    ((_, _, name),) = plan.pairings()
    return Pairs(path).score(name)


def test_a_player_against_itself_has_the_same_luck_twice(tmp_path):
    """The second game of a pair is the first with the names exchanged, where play is not random."""
    score = played(tmp_path / "pairs", "rules", "rules?Threads=1", games=20)
    assert score.games[::2] == tuple(1 - points for points in score.games[1::2])
    assert (score.share, score.error) == (0.5, 0.0)


def test_the_better_player_gets_more_points(tmp_path):
    assert played(tmp_path / "pairs", "rules", "random?Seed=3", games=40).share > 0.55


def test_a_game_is_the_same_again():
    players = Player(GAME, "rules"), Player(GAME, "expectimax?Endgame Tables=none")
    points = {game_points(GAME, *players, GAME.start, 7, FEW) for _ in range(3)}
    assert len(points) == 1


def test_shares_make_a_whole_and_are_not_played_again(tmp_path, capsys):
    whole, shared = tmp_path / "whole", tmp_path / "shared"
    plan = Plan("einstein", ("rules", "expectimax@50?Endgame Tables=none"), "", 12, 200, 5)
    play_share(plan, whole, 0, 1)
    for share in (1, 0):
        play_share(plan, shared, share, 2)
    assert sorted(whole.read_text().splitlines()) == sorted(shared.read_text().splitlines())
    before, words = whole.read_bytes(), [*plan.players, "--games", "12", "--seed", "5", "--file", str(whole)]
    capsys.readouterr()
    assert main(words) == 0
    assert whole.read_bytes() == before
    assert capsys.readouterr().out == table(plan, Pairs(whole)) + "\n"


def test_the_table_shows_both_views(tmp_path):
    plan, pairs = Plan("einstein", ("a", "b"), "", 4, 200, 1), Pairs(tmp_path / "pairs")
    ((_, _, name),) = plan.pairings()
    for number, pair in enumerate([(1.0, 1.0), (1.0, 0.0), (0.0, 0.0)]):
        pairs.enter(name, number, pair)
    lines = table(plan, pairs).splitlines()
    assert lines[2:] == ["| a | – | 75.0 ± 49.0 |", "| b | 25.0 ± 49.0 | – |"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["nobody"],
        ["rules?Nonsense=1"],
        ["rules?EvalFile=nowhere.safetensors"],
        ["rules", "--game", "nothing"],
        ["rules", "random", "--games", "1"],
    ],
)
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


class Noted(Player):
    """A player that notes which side it moves for."""

    sides: set[int]

    def move(self, pos, budget):
        self.sides.add(int(pos.side))
        return super().move(pos, budget)


def test_a_turn_of_several_moves_is_one_player_s():
    game = load_game("connect6")
    players = Noted(game, "greedy"), Noted(game, "greedy")
    for player in players:
        player.sides = set()
    game_points(game, *players, game.start, 1, FEW)
    assert [player.sides for player in players] == [{0}, {1}]
