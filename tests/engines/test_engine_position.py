"""The engine between searches: positions, options that wait for their time, new games, looks."""

import time

import chess
import pytest

from tests.support.engines.listening import Listener

START = chess.STARTING_FEN


def fen(listener: Listener) -> str:
    return listener.engine._notation.write(listener.engine._board.pos)


def after(*moves: str) -> str:
    board = chess.Board()
    for name in moves:
        board.push_uci(name)
    return board.fen()


def legal_names(position: str) -> list[str]:
    return [move.uci() for move in chess.Board(position).legal_moves]


def test_the_start_is_the_first_position(listener):
    assert fen(listener) == START
    assert listener.engine.side == 0


def test_a_position_is_set_with_its_moves(listener):
    listener.engine.set_position(None, ["e2e4", "e7e5", "g1f3"])
    assert fen(listener) == after("e2e4", "e7e5", "g1f3")
    assert listener.engine.side == 1


def test_a_game_played_on_is_the_game_read_anew(listener):
    """Clients send the whole game with each move: longer, shorter, or another one."""
    games: tuple[list[str], ...] = (
        ["e2e4"],
        ["e2e4", "e7e5"],
        ["e2e4", "e7e5", "g1f3"],
        ["e2e4", "c7c5"],
        ["e2e4"],
        [],
        ["d2d4", "d7d5"],
        ["e2e4", "e7e5"],
    )
    for moves in games:
        listener.engine.set_position(None, moves)
        assert fen(listener) == after(*moves)
    listener.engine.set_position(after("e2e4"), ["e7e5"])
    assert fen(listener) == after("e2e4", "e7e5")


def test_an_option_that_changes_how_positions_are_read_is_heeded_at_once(listener):
    castling = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"
    listener.engine.set_position(castling, ["e2e4"])
    listener.options.set("UCI_Chess960", "true")
    listener.engine.set_position(castling, ["e2e4", "e8e7"])
    names = dict(listener.engine.perft(1))
    assert "e1h1" in names


@pytest.mark.parametrize(
    "bad",
    ["rubbish", "8/8/8/8/8/8/8/8 w - - 0 1", START.replace("K", "Q", 1), "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"],
)
def test_a_bad_position_leaves_the_old_one(listener, bad):
    listener.engine.set_position(None, ["e2e4"])
    with pytest.raises(ValueError):
        listener.engine.set_position(bad, ["e2e4"])
    assert fen(listener) == after("e2e4")
    listener.engine.set_position(None, ["e2e4", "e7e5"])
    assert fen(listener) == after("e2e4", "e7e5")


def test_an_illegal_move_leaves_the_position_before_it(listener):
    with pytest.raises(ValueError, match="e7e4"):
        listener.engine.set_position(None, ["e2e4", "e7e4", "g1f3"])
    assert fen(listener) == after("e2e4")
    listener.engine.set_position(None, ["e2e4", "e7e5"])
    assert fen(listener) == after("e2e4", "e7e5")


def test_a_position_set_during_a_search_is_for_the_next(listener):
    listener.engine.set_position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", [])
    listener.go(infinite=True)
    listener.engine.set_position("k7/8/1R6/8/8/8/8/7K b - - 0 1", [])
    listener.until(lambda: bool(listener.infos))
    listener.close()
    assert listener.bests[0].move == "a1a8"
    assert listener.best(depth=2).move == "a8a7"


def test_a_bad_position_during_a_search_does_not_touch_it(listener):
    listener.go(infinite=True)
    with pytest.raises(ValueError):
        listener.engine.set_position("rubbish", [])
    listener.close()
    assert listener.bests[0].move


def test_the_game_s_history_counts(listener):
    """A rook up, but every move back would be the third time: the engine sees the draw coming."""
    shuffle = ["a1b1", "g8f8", "b1a1", "f8g8", "a1b1", "g8f8", "b1a1"]
    listener.engine.set_position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", shuffle)
    assert listener.best(depth=6).move == "f8g8"
    assert listener.infos[-1].score.value == 0


def test_flip_exchanges_the_sides(listener):
    listener.engine.set_position("4k3/8/8/8/8/8/8/4K2R w K - 3 7", [])
    listener.engine.flip()
    assert fen(listener) == "4k2r/8/8/8/8/8/8/4K3 b k - 3 7"
    listener.engine.set_position(None, ["e2e4"])
    assert fen(listener) == after("e2e4")


def test_options_set_in_a_search_are_taken_after_it(listener):
    listener.go(infinite=True)
    listener.until(lambda: bool(listener.infos))
    for name, value in {"Hash": "3", "Threads": "2", "MultiPV": "2"}.items():
        listener.options.set(name, value)
    assert listener.engine.searching
    assert listener.engine._parts.searcher.megabytes == 1
    listener.close()
    assert listener.engine._parts.searcher.megabytes == 3
    assert len(listener.engine._parts.searcher.threads) == 2


def test_options_set_before_loading_are_taken_when_loading(chess_game):
    assert Listener(chess_game, Hash=5).engine._parts.searcher.megabytes == 5


def test_options_set_in_a_search_that_a_go_ends_are_taken_first(listener):
    listener.go(infinite=True)
    listener.options.set("Hash", "2")
    listener.go(depth=2)
    assert listener.engine._parts.searcher.megabytes == 2


def test_a_smaller_table_than_asked_for_is_said(listener, monkeypatch):
    monkeypatch.setattr(listener.engine._parts.searcher, "resize", lambda megabytes: 7)
    listener.options.set("Hash", "64")
    assert "7 MB" in listener.notes[0]


def test_a_new_game_forgets_and_ends_a_search(listener):
    nodes = []
    for _ in range(2):
        listener.best(depth=7)
        nodes.append(listener.infos[-1].nodes)
        listener.go(infinite=True)
        listener.engine.new_game()
    assert nodes[0] == nodes[1]
    assert len(listener.bests) == 4


def test_clear_hash_forgets(listener):
    listener.best(depth=7)
    first = listener.infos[-1].nodes
    listener.options.set("Clear Hash", "")
    listener.best(depth=7)
    assert listener.infos[-1].nodes == first


def test_looks(listener):
    listener.engine.set_position(None, ["e2e4"])
    assert after("e2e4") in listener.engine.picture()
    assert "value" in listener.engine.explain()
    assert dict(listener.engine.perft(1)) == dict.fromkeys(legal_names(after("e2e4")), 1)


def test_a_long_game_is_set_in_linear_time(listener):
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    took = []
    for plies in (1000, 5000):
        start = time.monotonic()
        listener.engine.set_position(START, (shuffle * 1250)[:plies])
        took.append(time.monotonic() - start)
    assert took[1] < 8 * took[0] + 0.2
    assert listener.best(depth=3).move
