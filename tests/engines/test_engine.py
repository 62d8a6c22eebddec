"""The engine's verbs: each go is answered once, whatever happens meanwhile."""

import threading
import time

import pytest

from boyi.engines.engine import Engine
from boyi.engines.limits import Clock, Limits
from boyi.engines.options import Options
from boyi.engines.report import Best
from tests.support.engines.listening import Listener
from tests.support.pulse import stretched

MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
STALEMATED = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"


def test_a_bounded_search_is_answered_once(listener):
    for limits in ({"depth": 4}, {"nodes": 500}, {"movetime": 30}, {"clocks": (Clock(500), Clock(500))}):
        assert listener.best(**limits).move
    assert len(listener.bests) == 4
    assert listener.notes == []


@pytest.mark.parametrize("limits", [{"depth": 0}, {"movetime": 0}, {"nodes": 0}, {"mate": 0}, {"depth": -3}])
def test_nothing_allowed_is_still_a_move_at_once(listener, limits):
    assert listener.seconds(**limits) < 0.1
    assert listener.bests[-1].move


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_answer_comes_with_the_line_that_was_told(listener, number):
    best = listener.best(depth=number + 3)
    assert listener.infos[-1].pv[:2] == tuple(name for name in (best.move, best.ponder) if name)
    assert listener.infos[-1].depth == number + 3


def test_a_search_broken_off_tells_what_it_plays_and_all_its_nodes(listener):
    for nodes in (3000, 5000, 20_000):
        best = listener.best(nodes=nodes)
        assert listener.infos[-1].nodes == nodes
        assert listener.infos[-1].pv[0] == best.move


def test_a_second_go_ends_the_first(listener):
    listener.go(infinite=True, moves=("a2a3",))
    listener.go(depth=3, moves=("b2b3",))
    listener.engine.wait()
    assert [best.move for best in listener.bests] == ["a2a3", "b2b3"]


def test_many_searches_in_a_row_are_answered_each(listener):
    for _ in range(30):
        listener.go(infinite=True)
    listener.close()
    assert len(listener.bests) == 30


def test_an_infinite_search_ends_when_told_and_not_before(listener):
    listener.engine.set_position("8/8/8/8/8/1k6/8/K6N w - - 0 1", [])
    listener.go(infinite=True)
    listener.until(lambda: bool(listener.infos) and listener.infos[-1].depth > 100)
    time.sleep(0.1)
    assert listener.bests == []
    assert listener.engine.searching
    start = time.monotonic()
    listener.close()
    assert time.monotonic() - start < stretched(0.05)
    assert len(listener.bests) == 1


def test_stop_is_heard_at_once_and_ignored_when_idle(listener):
    listener.engine.stop()
    listener.engine.stop()
    assert listener.bests == []
    listener.go(infinite=True)
    listener.until(lambda: bool(listener.infos))
    start = time.monotonic()
    listener.close()
    assert time.monotonic() - start < stretched(0.05)
    listener.engine.stop()
    assert len(listener.bests) == 1
    assert listener.best(depth=3).move


def test_what_is_set_during_a_search_is_taken_before_the_engine_is_ready_again(listener):
    listener.go(infinite=True)
    listener.options.set("Hash", "3")
    listener.engine.catch_up()
    assert listener.engine._parts.searcher.megabytes == 1, "a search runs"
    listener.engine.stop()
    listener.until(lambda: bool(listener.bests))
    listener.engine.catch_up()
    assert listener.engine._parts.searcher.megabytes == 3


def test_what_is_set_while_a_move_is_being_told_is_taken_at_once(chess_game):
    told, taken = threading.Event(), threading.Event()

    def tell(best: Best) -> None:
        told.set()
        taken.wait(0.2)

    options = Options(chess_game.options)
    engine = Engine(chess_game, options, lambda info: None, tell, lambda note: None)
    engine.load()
    engine.go(Limits(depth=1))
    assert told.wait(5)
    options.set("Hash", "3")
    assert engine._parts.searcher.megabytes == 3
    taken.set()
    engine.wait()


def test_without_time_to_search_the_move_that_was_found_before_is_played(listener, monkeypatch):
    best = listener.best(depth=10).move
    searcher = listener.engine._parts.searcher
    prepare = searcher.prepare

    def prepare_and_stop(*args):
        prepare(*args)
        searcher.stop()

    with monkeypatch.context() as patch:
        patch.setattr(searcher, "prepare", prepare_and_stop)
        listener.go(infinite=True)
        listener.engine.stop()
        listener.engine.wait()
    assert listener.bests[-1].move == best
    assert listener.best(nodes=1).move == best


def test_no_move_is_played_that_was_not_looked_at(listener):
    listener.engine.set_position("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", [])
    assert listener.best(movetime=0).move == "e3d5"
    listener.engine.new_game()
    listener.go(infinite=True)
    listener.engine.stop()
    listener.engine.wait()
    assert listener.bests[-1].move == "e3d5"


def test_pondering_goes_on_until_the_hit_and_then_keeps_the_clock(listener):
    listener.go(ponder=True, clocks=(Clock(2000), Clock(2000)))
    assert not listener.engine.bounded
    time.sleep(0.4)
    assert listener.bests == []
    start = time.monotonic()
    listener.engine.ponder_hit()
    assert listener.engine.bounded
    listener.engine.wait()
    assert 0.01 < time.monotonic() - start < stretched(1)
    assert len(listener.bests) == 1


def test_a_ponder_that_ended_by_itself_waits_for_the_hit(listener):
    listener.go(ponder=True, depth=2)
    time.sleep(0.2)
    assert listener.bests == []
    listener.engine.ponder_hit()
    listener.engine.wait()
    assert len(listener.bests) == 1


@pytest.mark.parametrize(("draw", "answer"), [(True, "draw"), (False, "")])
def test_a_draw_may_be_offered_with_the_move_pondered_on(listener, draw, answer):
    listener.engine.set_position("7k/8/8/8/8/8/8/K7 w - - 0 1", [])
    listener.go(ponder=True, depth=3)
    listener.engine.ponder_hit(draw)
    listener.engine.wait()
    assert listener.bests[-1].answer == answer


def test_a_ponder_is_stopped_with_a_move(listener):
    listener.go(ponder=True, clocks=(Clock(2000), Clock(2000)))
    listener.close()
    assert len(listener.bests) == 1


def test_a_hit_without_pondering_changes_nothing(listener):
    listener.engine.ponder_hit()
    assert listener.best(depth=3).move
    start = time.monotonic()
    listener.go(movetime=500)
    time.sleep(0.3)
    listener.engine.ponder_hit()
    listener.engine.wait()
    assert time.monotonic() - start < stretched(0.65)


@pytest.mark.parametrize("fen", [MATED, STALEMATED], ids=["mate", "stalemate"])
@pytest.mark.parametrize("limits", [{"depth": 5}, {"movetime": 2000}, {"clocks": (Clock(10_000), None)}])
def test_without_a_legal_move_there_is_none_to_tell(listener, fen, limits):
    listener.engine.set_position(fen, [])
    assert listener.best(**limits) == Best(None)
    assert listener.infos == []
    assert listener.notes == []


@pytest.mark.parametrize("fen", [MATED, STALEMATED])
def test_without_a_legal_move_an_analysis_waits_for_its_end(listener, fen):
    listener.engine.set_position(fen, [])
    listener.go(infinite=True)
    time.sleep(0.1)
    assert listener.bests == []
    listener.close()
    assert listener.bests == [Best(None)]


def test_an_option_set_in_a_search_is_none_of_its_business(listener):
    """However early it is set."""
    for _ in range(20):
        listener.go(depth=3)
        listener.options.set("MultiPV", "3")
        listener.engine.wait()
        listener.options.set("MultiPV", "1")
    assert {info.multipv for info in listener.infos} == {1}


def test_as_many_lines_as_asked_for(listener):
    listener.options.set("MultiPV", "3")
    listener.best(depth=5)
    last = {info.multipv: info for info in listener.infos if info.depth == 5 and info.score.bound == "exact"}
    assert sorted(last) == [1, 2, 3]
    assert len({info.pv[0] for info in last.values()}) == 3
    assert listener.bests[0].move == last[1].pv[0]


def test_two_threads_tell_one_move(chess_game):
    listener = Listener(chess_game, Threads=2)
    listener.engine.set_position("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", [])
    assert listener.best(depth=9).move == "f6a6"
    assert listener.infos[-1].score.mate == 3


def test_a_failure_inside_still_gives_a_legal_move(listener):
    """The searcher breaks; the answer is late or early, but it is one."""

    def fail(task: object) -> None:
        raise RuntimeError("broken")

    listener.engine._parts.searcher.think = fail
    assert listener.best(depth=3).move
    assert "broken" in listener.notes[0]
