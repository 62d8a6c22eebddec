"""What the machinery around the search promises of any game: it repeats itself, it stops, it shares work."""

import itertools
import threading
import time

from boyi.engines import bench
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves, play
from boyi.engines.search import deepening
from boyi.engines.search.table import INFINITE
from boyi.engines.search.task import Line, Task
from tests.support.engines.thinking import position, think
from tests.support.pulse import stretched


def test_the_signature_is_the_same_every_time(game):
    first, seconds = bench.signature(game, 6)
    again, _ = bench.signature(game, 6)
    assert first == again > len(game.bench)
    assert seconds > 0


def test_a_deeper_signature_takes_more_nodes(game):
    assert bench.signature(game, 7)[0] > bench.signature(game, 4)[0]


def searching(game, evaluation, threads):
    """A search without bounds in a thread of its own, and its searcher."""
    pos, searcher = position(game, game.bench[0]), game.thinker()
    searcher.set_threads(threads)
    searcher.prepare(Budget(), tuple(game.costs.values()))
    task = Task(pos, evaluation.weights, tuple(legal_moves(pos)), True, Budget(), 1, lambda line: None)
    thread = threading.Thread(target=searcher.think, args=(task,))
    thread.start()
    return thread, searcher


def test_the_stop_flag_ends_a_search_at_once(game, evaluation):
    for threads in (1, 2, 1):
        thread, searcher = searching(game, evaluation, threads)
        time.sleep(0.2)
        assert thread.is_alive()
        start = time.monotonic()
        searcher.stop()
        thread.join()
        assert time.monotonic() - start < stretched(0.05)


def test_a_stop_before_the_search_is_not_lost(game, evaluation):
    pos, searcher, budget = position(game, ""), game.thinker(), Budget()
    searcher.prepare(budget, tuple(game.costs.values()))
    searcher.stop()
    roots = tuple(legal_moves(pos))
    line = searcher.think(Task(pos, evaluation.weights, roots, True, budget, 1, lambda line: None))
    assert line.moves[0] in roots


def test_a_search_leaves_the_position_as_it_was(game, evaluation):
    pos = position(game, game.bench[2])
    before = pos.tobytes()
    think(game, pos, Budget(depth=7))
    assert pos.tobytes() == before


def test_threads_come_and_go(game, evaluation):
    pos, searcher, budget = position(game, game.bench[0]), game.thinker(), Budget(depth=5)
    for threads in (3, 1, 2):
        searcher.set_threads(threads)
        searcher.prepare(budget, tuple(game.costs.values()))
        task = Task(pos, evaluation.weights, tuple(legal_moves(pos)), True, budget, 1, lambda line: None)
        assert searcher.think(task).depth == 5


FORGETFUL = {"einstein"}
"""Games whose search keeps nothing for the next one: their dice will fall otherwise."""


def test_what_was_forgotten_is_searched_anew(game, evaluation):
    pos, searcher, budget = position(game, game.bench[3]), game.thinker(), Budget(depth=7)
    counts = []
    for forget in (True, False, True):
        if forget:
            searcher.forget()
        searcher.prepare(budget, tuple(game.costs.values()))
        searcher.think(
            Task(pos, evaluation.weights, tuple(legal_moves(pos)), True, budget, 1, lambda line: None)
        )
        counts.append(searcher.nodes)
    assert counts[0] == counts[2]
    assert (counts[0] != counts[1]) == (game.name not in FORGETFUL)


def test_a_table_can_be_filled_and_resized(game):
    thought = think(game, game.bench[0], Budget(nodes=300_000))
    assert 0 < thought.searcher.fullness <= 1000
    assert thought.searcher.resize(2) == thought.searcher.megabytes == 2
    assert thought.searcher.fullness == 0


def test_a_game_of_any_length_takes_linear_time(game, rng):
    """5,000 plies, the game begun anew in the same record when it ends by mate or the like."""
    pos, marks = position(game, ""), [time.monotonic()]
    for ply in range(5000):
        moves = legal_moves(pos)
        if not moves:
            pos = position(game, "")
            moves = legal_moves(pos)
        play(pos, rng.choice(moves))
        if ply % 1000 == 999:
            marks.append(time.monotonic())
    parts = [later - earlier for earlier, later in itertools.pairwise(marks)]
    assert max(parts) < 3 * min(parts) + 0.2


def test_lines_are_ranked_by_their_scores_after_every_depth(chess_game, evaluation, monkeypatch):
    pos, searcher, budget = position(chess_game, ""), chess_game.thinker(), Budget(depth=3)
    roots, told = tuple(legal_moves(pos)), list[Line]()
    worth = {roots[0]: (10, 30, 0), roots[1]: (20, 20, 5), roots[2]: (30, 10, 9)}

    def search(own, weights, thread, table, alpha, beta, depth):
        """Finds the first of the moves given, and changes its mind about it depth by depth."""
        move = int(thread.root[0])
        thread.lengths[0], thread.lines[0, 0] = 1, move
        return worth[move][thread.iteration - 1]

    monkeypatch.setattr(deepening, "search", search)
    searcher.prepare(budget, tuple(chess_game.costs.values()))
    line = searcher.think(Task(pos, evaluation.weights, roots[:3], True, budget, 3, told.append))
    for depth in (1, 2, 3):
        newest = {line.rank: line for line in told if line.depth == depth}
        scores = [newest[rank].score for rank in range(3)]
        assert scores == sorted(scores, reverse=True)
        assert {newest[rank].moves[0] for rank in range(3)} == set(roots[:3])
    assert line.moves == (roots[2],)


def test_a_line_that_comes_from_a_lower_rank_leaves_its_place_to_the_one_it_passes():
    found = [
        Line(3, 3, rank, score, "exact", (move,)) for rank, score, move in ((0, 9, 5), (1, 8, 6), (2, 7, 7))
    ]
    deepening._insert(found, Line(4, 4, 0, 12, "exact", (7,)))
    assert [(line.rank, line.moves, line.score) for line in found] == [
        (0, (7,), 12),
        (1, (6,), 8),
        (2, (5,), 9),
    ]


def test_every_thread_has_the_deadline(chess_game):
    searcher = chess_game.thinker()
    searcher.set_threads(3)
    searcher.start_clock(Budget(hard=10**9))
    assert len({int(thread.deadline) for thread in searcher.threads}) == 1
    assert int(searcher.threads[2].deadline) > time.monotonic_ns()


def test_a_move_that_beat_the_window_is_played_if_time_runs_out_then(chess_game, evaluation, monkeypatch):
    pos, searcher, budget = position(chess_game, ""), chess_game.thinker(), Budget()
    roots, led, told = tuple(legal_moves(pos)), list[int](), list[Line]()

    def search(own, weights, thread, table, alpha, beta, depth):
        led.append(int(thread.root[0]))
        surprise = beta < INFINITE
        thread.lengths[0], thread.lines[0, 0] = 1, roots[7 if surprise else 0]
        if len(told) and told[-1].bound == "lower":
            thread.lengths[0], thread.stop = 0, 1
        return beta + 60 if surprise else 0

    monkeypatch.setattr(deepening, "search", search)
    searcher.prepare(budget, tuple(chess_game.costs.values()))
    line = searcher.think(Task(pos, evaluation.weights, roots, True, budget, 1, told.append))
    assert (line.moves, line.bound, line.score) == ((roots[7],), "lower", told[-1].score)
    assert led[-2:] == [roots[0], roots[7]], "the surprise is looked at first, the second time"
