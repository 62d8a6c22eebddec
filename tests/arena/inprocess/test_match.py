"""Matches inside one process: fair pairs, honest error bars, faults in one line."""

import subprocess
import sys

import pytest

from boyi.arena.farm.farm import InlineFarm
from boyi.arena.farm.processes import ProcessFarm
from boyi.arena.inprocess.engine_player import EnginePlayer
from boyi.arena.inprocess.game import GameTerms, play_game
from boyi.arena.inprocess.match import InprocessTournament, main, play_all, score_table
from boyi.arena.inprocess.pairs import PairFile
from boyi.engines import load_game
from boyi.engines.limits import Budget

GAME = load_game("einstein")
FEW = Budget(nodes=50)


def played(path, *players, games):
    """The score of the first of two players."""
    plan = InprocessTournament("einstein", players, "", games, 200, 3)
    play_all(plan, path, InlineFarm())
    ((_, _, name),) = plan.pairings()
    return PairFile(path).score(name)


def test_a_player_against_itself_has_the_same_luck_twice(tmp_path):
    """The second game of a pair is the first with the names exchanged, where play is not random."""
    score = played(tmp_path / "pairs", "rules", "rules?Threads=1", games=20)
    assert score.games[::2] == tuple(1 - points for points in score.games[1::2])
    assert (score.share, score.error) == (0.5, 0.0)


def test_the_better_player_gets_more_points(tmp_path):
    assert played(tmp_path / "pairs", "rules", "random?Seed=3", games=40).share > 0.55


def test_a_game_is_the_same_again():
    players = EnginePlayer(GAME, "rules", FEW), EnginePlayer(GAME, "expectimax?Endgame Tables=none", FEW)
    terms, start = GameTerms(GAME.part(GAME.chance)), GAME.notation.read(GAME.start, {})
    points = {play_game(players, start, terms, 7) for _ in range(3)}
    assert len(points) == 1


def test_workers_play_what_one_would_and_nothing_again(tmp_path, capsys):
    whole, shared = tmp_path / "whole", tmp_path / "shared"
    plan = InprocessTournament("einstein", ("rules", "expectimax@50?Endgame Tables=none"), "", 12, 200, 5)
    play_all(plan, whole, InlineFarm())
    with ProcessFarm(2) as farm:
        play_all(plan, shared, farm)
    assert whole.read_bytes() == shared.read_bytes()
    before, words = whole.read_bytes(), [*plan.players, "--games", "12", "--seed", "5", "--file", str(whole)]
    capsys.readouterr()
    assert main(words) == 0
    assert whole.read_bytes() == before
    assert capsys.readouterr().out == score_table(plan, PairFile(whole)) + "\n"


def test_the_table_shows_both_views(tmp_path):
    plan, pairs = InprocessTournament("einstein", ("a", "b"), "", 4, 200, 1), PairFile(tmp_path / "pairs")
    ((_, _, name),) = plan.pairings()
    for number, pair in enumerate([(1.0, 1.0), (1.0, 0.0), (0.0, 0.0)]):
        pairs.add(name, number, pair)
    lines = score_table(plan, pairs).splitlines()
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
        [sys.executable, "-P", "-m", "boyi.arena.inprocess.match", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "error" in done.stderr.splitlines()[-1]


class Noted(EnginePlayer):
    """A player that notes which side it moves for."""

    sides: set[int]

    def think(self, pos):
        self.sides.add(int(pos.side))
        return super().think(pos)


def test_a_turn_of_several_moves_is_one_player_s():
    game = load_game("connect6")
    players = Noted(game, "greedy", FEW), Noted(game, "greedy", FEW)
    for player in players:
        player.sides = set()
    play_game(players, game.notation.read(game.start, {}))
    assert [player.sides for player in players] == [{0}, {1}]


@pytest.mark.parametrize("first", ["search@300", "search@300?Evaluator=learned"])
def test_a_match_gives_each_opening_to_both_colours(first, tmp_path, capsys):
    openings, records = tmp_path / "openings", tmp_path / "records"
    text = "19/19/19/19/19/19/19/11w7/19/9b9/19/19/10w8/19/19/19/19/19/19 b 2 6 2"
    openings.write_text(f"# one\n\n{text}\n")
    files = ["--openings", str(openings), "--records", str(records)]
    assert main([first, "search@1", "--game", "connect6", "--games", "2", *files]) == 0
    games = [line.split(" | ") for line in records.read_text().splitlines()]
    assert [game[:2] for game in games] == [[text, f"{first} - search@1"], [text, f"search@1 - {first}"]]
    assert all(game[2] in ("0", "0.5", "1") and len(game[3].split()[0]) == 4 for game in games)
    assert "1 of 1 pairs" in capsys.readouterr().err


def test_an_opening_that_is_none_is_named(tmp_path, capsys):
    path = tmp_path / "openings"
    for text in ("# nothing\n", "no position\n"):
        path.write_text(text)
        with pytest.raises(SystemExit):
            main(["greedy", "greedy", "--game", "connect6", "--openings", str(path)])
        assert "error" in capsys.readouterr().err
