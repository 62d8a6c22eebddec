"""Sources of games: every format, what is left out and why, and games that follow from seed and number."""

import gzip
import json
import time
from itertools import islice

import pytest

from boyi.engines import load_game
from boyi.engines.xiangqi.evaluation import networks
from boyi.learning.data.games import GameReader, TrainingGame
from boyi.learning.data.sources import RecordFault
from boyi.learning.data.sources.engine_log import read_games
from boyi.learning.data.sources.files import RecordFiles
from boyi.learning.data.sources.formats import read_file
from boyi.learning.data.sources.live_games import LiveGames
from boyi.learning.data.sources.self_games import RandomPlay, SelfPlay
from tests.support.pulse import stretched

ICCS = ("h2e2", "h9g7", "h0g2", "i9h9")
XIANGQI_PGN = """[Game "Chinese Chess"]
[Result "1-0"]
[Format "ICCS"]

1. H2-E2 {炮二平五} H9-G7
2. H0-G2 I9-H9 1-0

[Game "Chinese Chess"]
[Result "1/2-1/2"]

1. 炮二平五 馬８進７ 2. 马二进三 車９平８ 1/2-1/2

[Game "Chinese Chess"]
[Result "*"]

1. C2.5 H8+7 *

[Game "Chinese Chess"]
[Result "0-1"]

1. C2.5 H8+7 {a remark}2.H2+3 R9.8 0-1
"""
CHESS_PGN = '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Result "1-0"]\n\n1. e4 Ke5 1-0\n'
MATED = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1"


def _found(tmp_path, name, text, game):
    path = tmp_path / name
    content = text.encode()
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    return list(read_file(path, game))


@pytest.mark.parametrize("name", ["games.pgn", "games.pgn.gz"])
def test_xiangqi_in_every_notation(tmp_path, name):
    first, second, third, fourth = _found(tmp_path, name, XIANGQI_PGN, "xiangqi")
    assert (first.moves, first.result) == (ICCS, 1)
    reader = GameReader(load_game("xiangqi"))
    for other, points in ((second, 0), (fourth, -1)):
        assert other.result == points
        assert (reader.positions(first)["board"] == reader.positions(other)["board"]).all()
    assert (third.kind, third.origin) == ("unfinished", f"{tmp_path / name}, line 13")


def test_chess_with_an_illegal_move(tmp_path):
    lesson, flaw = _found(tmp_path, "games.pgn", CHESS_PGN, "chess")
    assert (lesson.moves, lesson.result) == (("f2f3", "e7e5", "g2g4", "d8h4"), -1)
    assert flaw.kind == "broken"
    assert "line 5" in str(flaw)


def test_lines_of_json_and_of_moves(tmp_path):
    lines = [
        json.dumps({"moves": "h2e2 h9g7", "result": "1-0"}),
        json.dumps({"record": [None, [["h2e2", 5], ["h9g7", 7]]], "score": 0.5}),
        json.dumps({"record": [None, [["h2e2", 5]]], "score": 0.0, "fault": "it lied"}),
        json.dumps({"moves": "h2e2", "result": "2-0"}),
        "{",
    ]
    found = _found(tmp_path, "games.jsonl", "\n".join(lines), "xiangqi")
    assert [each.result for each in found[:2]] == [1, 0]
    assert [each.kind for each in found[2:]] == ["unfinished", "unfinished", "broken"]
    assert "line 5" in found[4].origin
    (row,) = _found(tmp_path, "games.iccs", "h2e2 h9g7 0-1\n", "xiangqi")
    assert (row.moves, row.result) == (("h2e2", "h9g7"), -1)


def test_connect6_and_einstein(tmp_path):
    csv = 'game_id,moves,winner\n1,"j10,k11,i11",white\n2,"j10,z99",black\n'
    lesson, flaw = _found(tmp_path, "games.csv", csv, "connect6")
    assert (len(lesson.moves), lesson.result) == (3, -1)
    assert "line 3" in str(flaw)
    (game,) = _found(tmp_path, "game.sgf", "(;FF[4]RE[B+];B[JJ];W[JI];W[IJ])", "connect6")
    assert (game.moves, game.result) == (("JJ", "JI", "IJ"), 1)
    line = "(R)(5)(25 24 20 23 19 15)(1 2 3 6 7 11)(7)(13)"
    (example,) = _found(tmp_path, "lines.txt", line, "einstein")
    assert example.result == -1
    assert len(GameReader(load_game("einstein")).positions(example)) == 2


def test_what_is_no_format_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"no format of chess games \(known: \.iccs \.jsonl \.moves \.pgn"):
        _found(tmp_path, "games.doc", "", "chess")
    (tmp_path / "games.pgn.gz").write_bytes(b"no gzip")
    with pytest.raises(ValueError, match=r"games\.pgn\.gz: Not a gzipped file"):
        list(read_file(tmp_path / "games.pgn.gz", "chess"))


def test_records_leave_out_what_teaches_nothing(tmp_path):
    (tmp_path / "a.pgn").write_text(XIANGQI_PGN)
    lines = [{"moves": "h2e2 h9g7 h0g2 i9h9", "result": "0-1"}, {"moves": "h2e2 h9h2", "result": "0-1"}]
    (tmp_path / "b.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (tmp_path / "README").write_text("games of ours")
    told = list[str]()
    records = RecordFiles(load_game("xiangqi"), [tmp_path], complain=told.append)
    assert records.summary() == {"games": 6, "unfinished": 1, "duplicate": 1, "broken": 1}
    assert told == [f"{tmp_path / 'b.jsonl'}, line 2: illegal move h9h2"]
    assert len(records.train) + len(records.test) == 3


def test_passes_are_orders_of_their_own_that_can_be_taken_up(tmp_path):
    moves = ["a3a4", "c3c4", "e3e4", "g3g4", "i3i4", "b2b3", "h2h3", "b0c2"]
    lines = (json.dumps({"moves": move, "result": "1-0"}) for move in moves)
    (tmp_path / "games.jsonl").write_text("\n".join(lines))
    records = RecordFiles(load_game("xiangqi"), [tmp_path / "games.jsonl"])
    size = len(records.train)
    games = list(islice(records.games(0), 3 * size))
    assert games[:size] != games[size : 2 * size]
    assert {game.moves for game in games[:size]} == {game.moves for game in games[size : 2 * size]}
    for first in (1, size, 2 * size - 1):
        assert list(islice(records.games(first), 4)) == games[first : first + 4]


def test_games_in_process_follow_from_seed_and_number():
    game, weights = load_game("xiangqi"), networks.random_mlp(100)
    for source in (RandomPlay(game, 1), SelfPlay(game, lambda: weights, 1, 1)):
        games = list(islice(source.games(0), 3))
        assert list(islice(source.games(2), 1)) == games[2:]
        assert len({lesson.moves for lesson in games}) == 3
        assert source.summary()["games"] == 4
        for lesson in games:
            GameReader(game).positions(lesson)


def test_a_ledger_is_followed_while_it_grows(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps({"moves": "h2e2", "result": "1-0"}) + "\n" + '{"moves": "h9')

    def going():
        if path.stat().st_size < 60:
            path.write_text(path.read_text() + 'g7", "result": "0-1"}\n')
            return True
        return False

    assert [lesson.moves for lesson in LiveGames(load_game("xiangqi"), path, going).games(0)] == [
        ("h2e2",),
        ("h9g7",),
    ]


def test_a_session_is_learned_from_while_it_goes_on(tmp_path):
    path = tmp_path / "session.log"
    log = [
        f"10:00:00.000 > position fen {MATED}",
        "10:00:01.000 < bestmove a0d0",
        "10:00:02.000 > ucinewgame",
        "10:00:03.000 > position startpos moves h2e2",
        "10:00:04.000 < bestmove h9g7",
        "10:00:05.000 > quit",
    ]
    path.write_text("\n".join(log) + "\n")
    ends = iter([True, False])
    source = LiveGames(load_game("xiangqi"), path, lambda: next(ends))
    begun = time.monotonic()
    (lesson,) = source.games(0)
    assert time.monotonic() - begun < stretched(5)
    assert lesson == TrainingGame(MATED, ("a0d0",), 1, f"{path}, line 4")
    assert source.summary() == {"games": 2, "unfinished": 1}


LOST_GAME = [
    "10:00:00.000 > position startpos moves {first}",
    "10:00:01.000 < info depth 3 score {thought} nodes 9 pv {second}",
    "10:00:01.000 < bestmove {second} ponder a0a1",
    "10:00:02.000 > quit",
]


@pytest.mark.parametrize(
    ("thought", "points"),
    [("mate -1", 1), ("cp -1500", 1), ("cp 1500", -1), ("mate 2", -1), ("1000", -1), ("cp -999", None)],
)
@pytest.mark.parametrize(("first", "second"), [("h2e2", "h9g7"), ("h3e3", "h10g8")])
def test_a_game_that_broke_off_ends_as_the_engine_thought(thought, points, first, second):
    log = [line.format(first=first, second=second, thought=thought) for line in LOST_GAME]
    (found,) = read_games(load_game("xiangqi"), log, "log")
    if points is None:
        assert found == RecordFault("unfinished", "log, line 4", "the game was left before its end")
    else:
        assert found == TrainingGame("", ("h2e2", "h9g7"), points, "log, line 4")


def test_a_move_told_after_the_last_thought_changes_nothing():
    words = {"first": "h2e2", "second": "h9g7", "thought": "cp -1500"}
    log = [line.format(**words) for line in LOST_GAME]
    log.insert(3, "10:00:01.500 > position startpos moves h2e2 h9g7 b2b9")
    (found,) = read_games(load_game("xiangqi"), log, "log")
    assert found == TrainingGame("", ("h2e2", "h9g7", "b2b9"), 1, "log, line 5")


def test_what_was_thought_of_a_game_is_forgotten_with_it():
    words = {"first": "h2e2", "second": "h9g7"}
    log = [line.format(**words, thought="mate -1") for line in LOST_GAME[:3]]
    log += ["10:00:03.000 > position startpos moves b2e2", "10:00:04.000 < bestmove b9c7", LOST_GAME[3]]
    first, second = read_games(load_game("xiangqi"), log, "log")
    assert isinstance(first, TrainingGame)
    assert isinstance(second, RecordFault)


PONDERED = [
    "10:00:00.000 > position startpos moves h2e2",
    "10:00:01.000 < bestmove h9g7 ponder h0g2",
    "10:00:02.000 > position startpos moves h2e2 h9g7 h0g2",
    "10:00:02.000 > go ponder wtime 1000 btime 1000",
    "10:00:03.000 < info depth 3 score mate 2 nodes 9 pv i9h9",
]


@pytest.mark.parametrize("late", [False, True])
def test_what_was_pondered_on_in_vain_was_not_played(late):
    answer = ["10:00:05 > stop", "10:00:05 < info depth 4 score mate 1", "10:00:05 < bestmove i9h9"]
    real = ["10:00:06.000 > position startpos moves h2e2 h9g7 b2b9", "10:00:06.000 > go wtime 1000 btime 900"]
    log = [*PONDERED, answer[0], *real, *answer[1:]] if late else [*PONDERED, *answer, *real]
    log += ["10:00:07.000 < info depth 3 score cp -1500 nodes 9", "10:00:07.000 < bestmove a9b9"]
    (found,) = read_games(load_game("xiangqi"), [*log, LOST_GAME[3]], "log")
    assert found == TrainingGame("", ("h2e2", "h9g7", "b2b9", "a9b9"), 1, f"log, line {len(log) + 1}")


def test_what_was_pondered_on_and_played_counts():
    log = [*PONDERED, "10:00:05.000 > ponderhit", "10:00:06.000 < bestmove i9h9", LOST_GAME[3]]
    (found,) = read_games(load_game("xiangqi"), log, "log")
    assert found == TrainingGame("", ("h2e2", "h9g7", "h0g2", "i9h9"), -1, "log, line 8")


def test_a_game_that_ends_while_its_engine_ponders_ends_before_the_guess():
    (found,) = read_games(load_game("xiangqi"), [*PONDERED, LOST_GAME[3]], "log")
    assert found == RecordFault("unfinished", "log, line 6", "the game was left before its end")


def test_a_position_without_its_first_word_is_understood():
    log = [f"10:00:00.000 > fen {MATED}", "10:00:01.000 < bestmove a0d0", LOST_GAME[3]]
    assert list(read_games(load_game("xiangqi"), log, "log")) == [
        TrainingGame(MATED, ("a0d0",), 1, "log, line 3")
    ]


@pytest.mark.parametrize(
    "forged",
    [
        ["> foo score mate 1", "< info string unknown command: foo score mate 1"],
        ["> foo score mate 1", "< info message unknown command: foo score mate 1"],
        ["> position startpos moves h2e2 h9g7 h0g2 i9h9", "> position startpos moves h2e2 h9g7"],
    ],
)
def test_nothing_is_learned_from_a_game_that_the_engine_did_not_play(forged):
    log = [*forged, "> position startpos moves h2e2 h9g7", "> quit"]
    found = list(read_games(load_game("xiangqi"), [f"10:00:00.000 {line}" for line in log], "log"))
    assert found
    assert all(isinstance(each, RecordFault) for each in found)


def test_what_a_remark_repeats_decides_no_game():
    log = [
        "> position startpos moves h2e2",
        "< info depth 1 score cp 5",
        "< bestmove h9g7",
        "> x score mate 1",
        "< info string no command: x score mate 1",
        "> quit",
    ]
    (found,) = read_games(load_game("xiangqi"), [f"10:00:00.000 {line}" for line in log], "log")
    assert isinstance(found, RecordFault)


def test_a_game_with_other_moves_than_the_engines_is_left_out():
    words = {"first": "h2e2", "second": "h9g7", "thought": "cp -1500"}
    log = [line.format(**words) for line in LOST_GAME]
    log.insert(3, "10:00:01.500 > position startpos moves h2e2 h9g7 b2b9 a9b9 h0g2")
    (found,) = read_games(load_game("xiangqi"), log, "log")
    assert found == RecordFault(
        "unfinished", "log, line 5", "the engine did not choose all moves of its side"
    )


def test_moves_that_were_only_told_are_not_learned_from():
    log = [
        "10:00:00.000 > position startpos moves h2e2 h9g7 h0g2 i9h9",
        "10:00:01.000 < info depth 3 score mate 2 nodes 9",
        "10:00:01.000 < bestmove i0h0",
        "10:00:02.000 > quit",
    ]
    (found,) = read_games(load_game("xiangqi"), log, "log")
    assert isinstance(found, TrainingGame)
    assert found.moves == ("i0h0",)
    assert found.result == 1
    assert found.start.startswith("rnbakabr1/9/1c4nc1/")
