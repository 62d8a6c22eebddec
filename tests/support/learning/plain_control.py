"""What charts, plain searches and solvers find, worked out in plain Python: compiling them would take longer.

Run as a program with NUMBA_DISABLE_JIT=1 it prints the facts as JSON.
"""

import json
from typing import Any

import chess
import numpy as np

from boyi.arena.suites import Puzzle
from boyi.engines import load_game
from boyi.engines.chess import chessmap
from boyi.engines.chessmaps import control as charts
from boyi.engines.chessmaps import ordering
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import new
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves
from boyi.engines.search.deepening import Searcher
from boyi.engines.search.task import Task
from boyi.learning.chessmaps.plain_search import FIXED, MAP, RANDOM, MoveOrdering, count_nodes
from boyi.learning.chessmaps.sectors import blank_control_map, layout_of, map_of
from boyi.learning.costs.online import GrowthMeter, line_classes
from boyi.learning.costs.situations import Situation
from boyi.learning.costs.solving import Solver, SuiteSolver

GUARDED = "7k/8/4p3/3p4/8/8/3Q4/7K w - - 0 1"
SQUARES = {
    "a piece alone": ("4k3/8/8/8/8/8/8/R3K3", "a1"),
    "a piece defended": ("4k3/8/8/8/8/8/8/R3K3", "e1"),
    "an empty square that a rook can reach": ("4k3/8/8/8/8/8/8/R3K3", "a8"),
    "an empty square that the other king can reach": ("4k3/8/8/8/8/8/8/R3K3", "d8"),
    "an empty square that nobody can reach": ("4k3/8/8/8/8/8/8/R3K3", "c4"),
    "an enemy piece attacked and not defended": ("4k3/8/8/1n6/8/3B4/8/4K3", "b5"),
    "an even trade": ("4k3/8/p7/1n6/8/3B4/8/4K3", "b5"),
    "an enemy pawn that would cost a piece": ("4k3/8/p7/1p6/8/3B4/8/4K3", "b5"),
    "a square where the rook would be lost and the knight would not": ("3rk3/8/8/8/8/4PN2/8/4K3", "d4"),
    "a square where queen and rook would both be lost": ("3rk3/8/8/8/8/8/8/3QK3", "d4"),
    "a square behind the first taker": ("3rk3/3r4/8/3p4/8/8/3R4/3RK3", "d5"),
    "a pawn's push, not its attack": ("4k3/8/8/8/8/8/4P3/K7", "e4"),
    "a pawn's attack alone": ("4k3/8/8/8/8/8/4P3/K7", "d3"),
}
MATES = (
    Puzzle("back rank", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", best=("a1a8",)),
    Puzzle("anything else", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", avoided=("a1a8",)),
    Puzzle("proof", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", mate=1),
)
BUDGET = 60


def controls() -> dict[str, list[int]]:
    """Who controls each of SQUARES, as White and then as Black sees it, the colours exchanged."""
    game, chart, found = load_game("chess"), blank_control_map("chess"), dict[str, list[int]]()
    for name, (board, square) in SQUARES.items():
        found[name] = []
        for pos in (game.notation.read(f"{board} w - - 0 1", {}),):
            for side in (pos, game.notation.mirror(pos)):
                charts.compute_control(side, chart)
                found[name].append(int(chart.control[chess.parse_square(square)]))
    return found


def influences() -> list[list[Any]]:
    """Position, move and influenced squares of all moves of some positions."""
    game, found = load_game("chess"), list[list[Any]]()
    for text in (game.bench[2], game.bench[4], "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1"):
        pos = game.notation.read(text, {})
        for move in legal_moves(pos):
            near, _ = charts.influence(pos, move)
            found.append([text, game.notation.text(pos, move), int(near)])
    return found


def nets(game: str) -> Any:
    """A network by lot over the game's first layout."""
    net, chance = new(map_of(game).NET), np.random.default_rng(5)
    net.sector[:], net.method[0] = layout_of(game, ""), charts.NETWORK
    for name in ("first", "bias", "last", "last_bias"):
        net[name] = chance.normal(size=net[name].shape)
    return net


def orders() -> dict[str, list[list[int]]]:
    """Nodes and values of plain searches in several orders, by game."""
    found = {}
    for name, place in (("chess", 6), ("xiangqi", 8)):
        game, net = load_game(name), nets(name)
        ways = (MoveOrdering(RANDOM), MoveOrdering(FIXED), MoveOrdering(MAP, sectors=True, killers=True))
        found[name] = [list(count_nodes(name, game.bench[place], 2, way, net)) for way in ways]
    return found


def settled() -> list[list[int]]:
    """Nodes and values of a position in which a pawn is guarded, by orders, its captures being played out."""
    ways = (
        MoveOrdering(RANDOM),
        MoveOrdering(MAP, sectors=True),
        MoveOrdering(MAP, sectors=True, worth=True),
    )
    return [list(count_nodes("chess", GUARDED, 1, way, nets("chess"), True)) for way in ways]


def greedy() -> int:
    """The value of the same position where leaves are valued as they stand."""
    return count_nodes("chess", GUARDED, 1, MoveOrdering(RANDOM), nets("chess"))[1]


def relevant() -> list[int]:
    """By each way to count, the first sector: one is the mover's, two the other's, the rest nobody's."""
    found = []
    for method in (charts.COUNTING, charts.OPPOSED):
        net = nets("chess")
        net.method[0], net.last_bias[:] = method, np.linspace(0.5, 0, 16)
        chart = charts.new_control_map(net, chessmap.WORDS)
        chart.control[net.sector == 0] = charts.OWN
        chart.control[np.isin(net.sector, (1, 2))] = charts.ENEMY
        charts.rank_sectors(chart)
        found.append(int(chart.ranking[0]))
    return found


def solved() -> dict[str, Any]:
    """What puzzles cost, and which searches were spared."""
    solver, costs = Solver("chess", BUDGET), (30, 30, 45, 45, 45)
    efforts = [solver.solve(puzzle, costs) for puzzle in MATES]
    examiner = SuiteSolver("chess", MATES[:1], BUDGET)
    searched = []
    for some in (costs, costs, (30, 30, 45, 0, 45), (0, 30, 45, 45, 45)):
        examiner.total(some)
        searched.append(examiner.searched)
    return {
        "efforts": [[effort.nodes, effort.solved, sorted(effort.met)] for effort in efforts],
        "searched": searched,
    }


def mapped_searches() -> list[int]:
    """Scores of a mate in one, searched with quiet moves ordered by the map alone, and among equals."""
    game, net, found = load_game("chess"), nets("chess"), list[int]()
    for manner in (ordering.MAP_ALONE, ordering.BREAK_TIES):
        thread = chessmap.CHESSMAPS.new_thread(net, manner)
        searcher, budget = Searcher(game.history_size, thread=thread), Budget(depth=2)
        pos = game.notation.read("7k/1R6/8/8/8/8/8/R5K1 w - - 0 1", {})
        searcher.prepare(budget, tuple(game.costs.values()))
        roots = tuple(legal_moves(pos))
        line = searcher.think(Task(pos, Evaluation(game).weights, roots, True, budget, 1, lambda line: None))
        found.append(line.score)
    return found


def online() -> dict[str, Any]:
    """Classes of a line, and how fast the search of a position grows."""
    game, line = load_game("chess"), ("a1a8", "g8h7", "a8a7", "h7g8")
    classes = line_classes(game, Situation("6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1", line, True))
    grown = GrowthMeter(game, 120).growth("6k1/8/8/8/8/8/8/Q5K1 w - - 0 1", (1.0,) * 5, 1.0, 0)
    assert grown is not None
    return {"classes": classes, "rate": grown.rate, "slopes": grown.slopes}


if __name__ == "__main__":
    facts = (controls, influences, orders, settled, greedy, relevant, solved, mapped_searches, online)
    print(json.dumps({fact.__name__: fact() for fact in facts}))
