"""The players of EinStein: what they must find, what they must never do, and that their searches agree."""

import functools
import random

import numpy as np
import pytest

from boyi.arena.tools.einstein_speed import play_out
from boyi.engines import load_game
from boyi.engines.einstein import PLAYERS, PLAYOUTS
from boyi.engines.einstein.endgame.lookup import NONE
from boyi.engines.einstein.evaluation.race import RACE, TURNS, UNIT, race
from boyi.engines.einstein.moves import roll
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.placement import layout
from boyi.engines.einstein.search import expectimax as x
from boyi.engines.einstein.search.players import Players
from boyi.engines.einstein.search.playouts import MANNERS
from boyi.engines.einstein.squares import MOVERS
from boyi.engines.jit import Record, copy, new
from boyi.engines.limits import Budget
from boyi.engines.play import bound_value, legal_moves, play, result, take_back, try_move
from boyi.engines.rules import LOST, ONGOING
from boyi.engines.search.task import Line, Task

GAME = load_game("einstein")
NOTATION = GAME.notation
WIN = "7 0 0 0 0 20 2 24 19 0 0 0 b 1"
"""7-1 wins at once; red is about to win with two pieces."""


def think(
    text: str, player: str, nodes: int = 3000, lines: int = 1, **options: object
) -> tuple[str, list[Line]]:
    """The move that a player chooses, and what it tells."""
    thinker, told, pos = GAME.thinker(), list[Line](), read(text)
    named = {name.replace("_", " "): value for name, value in options.items()}
    threads = int(str(named.get("Threads", 1)))
    thinker.set_threads(threads)
    thinker.resize(2)
    budget = Budget(nodes=nodes)
    thinker.prepare(budget, ())
    task = Task(
        pos, WEIGHTS, tuple(legal_moves(pos)), True, budget, lines, told.append,
        {"Player": player, "Seed": 3, **named},  # type: ignore[dict-item]
    )  # fmt: skip
    return NOTATION.text(pos, thinker.think(task).moves[0]), told


WEIGHTS = race()


@pytest.mark.parametrize("player", [name for name in PLAYERS if name != "random"])
def test_a_win_at_once_is_taken(player):
    assert think(WIN, player)[0] == "1:7-1"


@pytest.mark.parametrize("playout", PLAYOUTS)
def test_every_manner_of_playout_finds_a_win_at_once(playout):
    assert think(WIN, "mcts", Playout=playout)[0] == "1:7-1"
    assert think(WIN, "mc", Playout=playout)[0] == "1:7-1"


@pytest.mark.parametrize("threads", [1, 2])
def test_trees_of_several_threads_are_added_up(threads):
    assert think(WIN, "mcts", Threads=threads)[0] == "1:7-1"


@pytest.mark.parametrize("player", PLAYERS)
def test_several_lines_are_told_in_their_order(player):
    _, told = think(GAME.bench[1], player, lines=3)
    last = told[-3:]
    assert [line.rank for line in last] == [0, 1, 2]
    assert len({line.moves for line in last}) == 3
    if player not in ("mcts", "rules", "random"):
        assert last[0].score >= last[1].score >= last[2].score


def test_random_plays_every_move_in_time():
    seen = {think(GAME.bench[0], "random", Seed=seed)[0] for seed in range(1, 200)}
    assert len(seen) == 18


def test_an_evaluator_may_judge_the_leaves():
    assert think(WIN, "mcts", Leaf="evaluator")[0] == "1:7-1"


@pytest.mark.parametrize("player", ["mcts", "expectimax"])
def test_a_deadline_is_kept(player):
    thinker, pos = GAME.thinker(), read(GAME.start)
    thinker.resize(4)
    budget = Budget(hard=60_000_000)
    thinker.prepare(budget, ())
    thinker.start_clock(budget)
    thinker.think(
        Task(pos, WEIGHTS, tuple(legal_moves(pos)), True, budget, 1, lambda line: None, {"Player": player})
    )
    assert 0 < thinker.nodes < 5_000_000


# -- expectimax ----------------------------------------------------------------------------------


def full_width(pos: Record, depth: int) -> float:
    """The chance of the side about to roll, without any pruning."""
    if depth == 0:
        return 0.5 + int(bound_value(copy(pos), WEIGHTS)) / 20_000
    side, best = int(pos.side), dict[int, float]()
    for move in legal_moves(pos):
        try_move(pos, move)
        value = 1.0 if result(pos) == LOST else 1 - full_width(pos, depth - 1)
        take_back(pos, move)
        piece = (move & 15) % 6
        best[piece] = max(best.get(piece, 0.0), value)
    alive = int(pos.alive[side])
    return sum(max(best[p] for p in best if MOVERS[alive, die] >> p & 1) for die in range(1, 7)) / 6


@pytest.mark.parametrize("text", GAME.bench[2:14:3])
def test_expectimax_prunes_nothing_that_counts(text):
    pos = read(" ".join([*text.split()[:-1], "0"]))
    for depth in (1, 2, 3):
        thread, table = new(x.THREAD), np.zeros(1 << 12, x.ENTRY)
        thread.limit = 1 << 60
        value = x.assess(pos, WEIGHTS, thread, table, NONE, depth)
        assert value == pytest.approx(full_width(pos, depth), abs=1e-6)
        again = x.assess(pos, WEIGHTS, thread, table, NONE, depth)
        assert again == pytest.approx(value, abs=1e-6), "the table remembers the same"


def test_what_was_best_is_tried_first_and_saves_nodes():
    pos = read(" ".join([*GAME.bench[3].split()[:-1], "0"]))
    thread, table, nodes = new(x.THREAD), np.zeros(1 << 16, x.ENTRY), list[int]()
    thread.limit = 1 << 60
    for depths in ((4,), (1, 2, 3, 4)):
        table[:] = np.zeros(1, x.ENTRY)
        for depth in depths:
            thread.nodes = 0
            x.assess(pos, WEIGHTS, thread, table, NONE, depth)
        nodes.append(int(thread.nodes))
    assert nodes[1] < 0.9 * nodes[0]


def test_an_entry_that_two_threads_wrote_at_once_is_the_entry_of_no_position():
    pos = read(" ".join([*GAME.bench[3].split()[:-1], "0"]))
    thread, table = new(x.THREAD), np.zeros(1 << 12, x.ENTRY)
    thread.limit = 1 << 60
    value = x.assess(pos, WEIGHTS, thread, table, NONE, 2)
    table["payload"] ^= np.uint64(1 << 20)  # another value beside the same lock
    assert x.assess(pos, WEIGHTS, thread, table, NONE, 2) == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("threads", [2, 3])
def test_expectimax_by_several_threads(threads):
    assert think(WIN, "expectimax", Threads=threads)[0] == "1:7-1"
    ending = "19 0 0 15 0 0 7 0 0 0 3 0 b 2"  # which is searched to its end
    lines = think(ending, "expectimax", 1 << 20, 2, Threads=threads)[1][-2:]
    alone = think(ending, "expectimax", 1 << 20, 2)[1][-2:]
    assert [line.moves for line in lines] == [line.moves for line in alone]
    for line, wanted in zip(lines, alone, strict=True):
        assert line.score == pytest.approx(wanted.score, abs=1)


# -- playouts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("manner", range(len(MANNERS)))
def test_playouts_end_with_a_result_and_favour_the_first_mover(manner):
    origin, state = read(GAME.start), np.array([4711], np.uint64)
    pos = copy(origin)
    chance = play_out(pos, origin, state, manner, 20_000) / 20_000
    assert 0.51 < chance < 0.57
    shown = read(NOTATION.write(pos))
    assert result(shown) == LOST
    assert shown.board.tobytes() == pos.board.tobytes()


def test_a_biased_playout_draws_as_it_says():
    """Five faces let piece 1 win at once; by the sixth, piece 6 takes the last enemy with weight 4 of 6."""
    origin = read("7 0 0 0 0 25 0 0 0 0 0 19 b 0")
    state = np.array([99], np.uint64)
    share = play_out(copy(origin), origin, state, MANNERS.index("biased"), 40_000) / 40_000
    assert share == pytest.approx(5 / 6 + 1 / 6 * 4 / 6, abs=0.005)


# -- the race ------------------------------------------------------------------------------------


@functools.cache
def turns(distances: tuple[int, ...]) -> tuple[float, tuple[float, ...]]:
    """The turns expected, and the chance of each number of them, by plain recursion."""
    alive = sum(1 << i for i, d in enumerate(distances) if d)
    expected, chances = 1.0, [0.0] * 40
    for die in range(1, 7):
        options = []
        for piece in range(6):
            if MOVERS[alive, die] >> piece & 1:
                nearer = tuple(d - (i == piece) for i, d in enumerate(distances))
                options.append((0.0, (1.0,)) if not nearer[piece] else turns(nearer))
        soonest = min(options, key=lambda option: option[0])
        expected += soonest[0] / 6
        for turn, share in enumerate(soonest[1][:39]):
            chances[turn + 1] += share / 6
    return expected, tuple(chances)


RACES = [(4, 0, 0, 0, 0, 0), (2, 0, 3, 0, 0, 1), (4, 4, 4, 4, 4, 4), (1, 2, 3, 4, 3, 2)]


@pytest.mark.parametrize("distances", RACES)
def test_the_race_is_that_of_a_plain_recursion(distances):
    vector = sum(d * 5**i for i, d in enumerate(distances))
    found = WEIGHTS.sooner[vector] / UNIT
    wanted = np.array(turns(distances)[1])[1 : TURNS + 1]
    assert np.allclose(found[:-1], wanted[:-1], atol=1 / UNIT)
    assert WEIGHTS.sooner[vector].sum() == pytest.approx(UNIT, abs=8)
    assert WEIGHTS.dtype == RACE


# -- strength ------------------------------------------------------------------------------------


def points(first: str, second: str, games: int) -> float:
    """The share of the first player, in pairs with equal luck."""
    total = 0
    for seed in range(games):
        for players in ((first, second), (second, first)):
            rng = random.Random(seed)
            pos, mover = read(layout(rng)), 0
            while True:
                roll(pos, rng)
                if result(pos) != ONGOING:
                    break
                name = think(NOTATION.write(pos), players[mover], 600, Seed=rng.randrange(1, 1000))[0]
                play(pos, NOTATION.move(pos, name))
                mover = 1 - mover
            total += players[1 - mover] == first
    return total / (2 * games)


ORDERED = [("rules", "random"), ("mc", "rules"), ("expectimax", "random")]


@pytest.mark.parametrize(("better", "worse"), ORDERED)
def test_the_better_player_wins_more(better, worse):
    assert points(better, worse, 15) > 0.55


def test_a_memory_that_there_is_no_room_for_is_smaller(monkeypatch):
    thinker, had = Players(0), list[float]()

    def allot(megabytes):
        if megabytes > 10:
            raise MemoryError
        had.append(megabytes)

    monkeypatch.setattr(thinker._expectimax, "resize", allot)
    assert thinker.resize(100) == 12
    assert (had, thinker.megabytes) == ([6.0], 12)
