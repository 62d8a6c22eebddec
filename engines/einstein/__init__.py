"""EinStein würfelt nicht!: dice, exact endings, Monte Carlo and expectimax."""

from boyi.engines.game import Game
from boyi.engines.options import PLATFORM, Option
from boyi.engines.strength import Rung, options_for

START = "25 24 23 20 19 15 1 2 3 6 7 11 b 0"

BENCH = (
    START,
    "24 0 23 15 20 19 0 6 3 11 2 7 b 2",
    "0 19 23 25 0 15 0 7 2 1 3 17 b 6",
    "0 19 0 24 15 22 13 6 2 0 17 3 r 6",
    "14 19 15 23 24 0 12 8 6 9 7 11 b 5",
    "0 23 15 19 7 0 0 3 16 0 18 0 b 3",
    "21 0 25 12 0 14 3 11 0 20 0 7 r 3",
    "25 23 19 24 15 14 1 3 7 2 12 6 b 4",
    "18 19 17 25 15 20 0 7 3 2 11 12 b 1",
    "25 0 12 20 9 23 1 19 2 0 11 3 r 3",
    "19 10 20 24 22 0 7 12 0 2 3 0 b 3",
    "0 20 0 8 17 19 0 6 12 18 0 2 b 6",
    "0 17 19 0 15 0 2 12 7 10 0 22 r 6",
    "24 19 15 0 20 23 3 7 11 6 1 0 b 2",
    "23 0 13 15 24 25 3 8 7 11 2 1 b 4",
    "25 24 22 0 18 15 1 2 3 8 6 0 r 4",
    "0 13 18 24 9 20 0 11 4 7 0 0 b 3",
    "14 15 20 0 13 24 6 11 2 7 10 4 b 3",
    "24 20 14 13 0 0 8 3 0 0 18 7 r 4",
    "24 20 25 14 19 23 0 6 2 11 7 3 b 1",
    "24 23 20 0 19 15 2 3 1 7 6 17 b 6",
    "0 19 23 20 24 3 7 0 0 12 0 11 r 3",
    "23 19 15 20 12 0 3 16 0 1 2 9 b 5",
    "0 25 16 20 24 9 12 2 3 8 0 0 b 3",
    "0 7 24 18 17 25 11 8 2 20 9 1 r 5",
    "19 23 25 24 15 14 7 3 1 8 11 6 b 1",
    "0 15 23 24 19 0 6 11 3 7 0 0 b 2",
    "25 20 17 24 10 13 1 11 9 7 0 0 r 6",
    "24 15 22 25 14 0 2 6 4 1 11 18 b 3",
    "15 25 10 24 23 2 11 0 0 0 9 13 b 4",
    "10 0 16 25 13 19 17 0 0 7 8 2 r 3",
    "22 20 25 19 15 24 3 6 1 12 11 2 b 6",
)
"""From random games with random layouts, 2 to 12 plies after their start."""

PLAYERS = ("expectimax", "mcts", "mc", "minmax", "guided", "rules", "random")
"""The strongest first, by match; minmax and guided are about as strong as mc."""
PLAYOUTS = ("biased", "stepwise", "die", "piece", "uniform", "scored")

LADDER = (
    Rung(1070, 20, 20_000),
    Rung(1275, 20, 3_000),
    Rung(1385, 50, 1_200),
    Rung(1480, 200, 500),
    Rung(1510, 50_000, 0),
)
"""Set by a round robin (`bin/run boyi.arena.inprocess.ladder einstein`), in which the random player has 1000.

Scores count in ten-thousandths, twice the chance of winning less one. Luck leaves the random player one game
of twenty against anybody, so that there is little room above.
"""

GAME = Game(
    name="einstein",
    title="Boyi EinStein",
    start=START,
    evaluators={
        "hybrid": "boyi.engines.einstein.evaluation.hybrid:hybrid",
        "tuples": "boyi.engines.einstein.evaluation.tuples:tuples",
        "race": "boyi.engines.einstein.evaluation.race:race",
        "rectangles": "boyi.engines.einstein.evaluation.rectangles:rectangles",
        "network": "boyi.engines.einstein.evaluation.network:network",
        "policy": "boyi.engines.einstein.evaluation.policy:network",
    },
    soundness={
        "tuples": "boyi.engines.einstein.evaluation.soundness:check_race",
        "hybrid": "boyi.engines.einstein.evaluation.soundness:check_race",
        "race": "boyi.engines.einstein.evaluation.soundness:check_race",
        "rectangles": "boyi.engines.einstein.evaluation.soundness:check_counts",
    },
    costs={},
    search="boyi.engines.einstein.search.players:Players",
    warm="boyi.engines.einstein.search.players:warm",
    settings=(
        Option("Player", "combo", PLAYERS[0], choices=PLAYERS, help="who plays"),
        Option(
            "Playout",
            "combo",
            "auto",
            choices=("auto", *PLAYOUTS),
            help="how games are played to their end by lot; auto: biased in mcts, else stepwise",
        ),
        Option("Tree Depth", "spin", 3, 1, 5, help="plies of the trees of minmax and guided"),
        Option("Leaf", "combo", "playout", choices=("playout", "evaluator"), help="what judges mcts' leaves"),
        Option("Exploration", "spin", 40, 0, 500, help="percent: mcts' bonus for moves seldom tried"),
        Option("Prior Visits", "spin", 10, 1, 10_000, help="imagined visits of a new move in mcts"),
        Option("Prior Bias", "spin", 0, 0, 100_000, help="percent: a move's first look, over its visits"),
        Option(
            "Endgame Tables",
            "combo",
            "four",
            choices=("none", "four", "five", "six"),
            help="exact endings of up to so many pieces; built in the background when first used, but six",
        ),
        Option("Seed", "spin", 0, 0, 1 << 31, help="start of random numbers; 0 for other ones each time"),
        Option("Identity", "string", "boyi", help="who we are, for a server that asks (--connect)"),
        Option(
            "Move Time",
            "spin",
            0,
            0,
            600_000,
            help="milliseconds a move where no clock is told; 0: a share of Game Time, a second without one",
        ),
        *options_for(LADDER, 1250),
        *(option for option in PLATFORM if option.name != "Move Time"),
    ),
    chance="boyi.engines.einstein.moves:roll",
    starts="boyi.engines.einstein.placement:layout",
    placement="boyi.engines.einstein.placement:choose",
    ladder=LADDER,
    bench=BENCH,
    bench_depth=6,
)
