"""Connect6 and its family Connect(m,n,k,p,q): roads, threats, a search over turns of two stones."""

from boyi.engines.game import Game
from boyi.engines.options import PLATFORM, Option
from boyi.engines.strength import Rung, options_for

START = "/".join(["19"] * 19) + " b 1 6 2"

BENCH = (
    "15/15/15/15/15/15/15/7b7/6w1w6/15/15/15/15/15/15 b 2 6 2",
    "19/19/19/19/19/19/12b6/9b9/7wb1ww7/9b1w7/19/8b10/19/19/19/19/19/19/19 w 2 6 2",
    "19/19/19/19/19/19/19/9w9/8w10/7wbb9/6bb11/11w7/12b6/19/19/19/19/19/19 w 2 6 2",
    "15/15/15/15/15/15/6b8/7b7/6bw7/9w5/15/15/15/15/15 w 2 6 2",
    START,
    "15/15/15/15/15/6b8/5wbw7/6wbb6/6wb7/15/15/15/15/15/15 w 1 5 1",
)
"""Openings and middle games of our own making, on three boards; the last is gomoku."""

LADDER = (
    Rung(1190, 200, 0, 0.97),
    Rung(1400, 400, 0, 0.93),
    Rung(1520, 600, 0, 0.87),
    Rung(1570, 1000, 0, 0.8),
    Rung(1800, 1000, 0, 0.7),
    Rung(1950, 1000, 0, 0.6),
    Rung(2180, 1000, 0, 0.5),
    Rung(2330, 1000, 0, 0.4),
    Rung(2430, 2000, 0, 0.15),
    Rung(2980, 4000, 0, 0),
    Rung(3290, 20_000, 0, 0),
)
"""Set by games between neighbours (`bin/run boyi.arena.inprocess.ladder connect6`).

A player by lot is to have 0, but that is too far below for games to tell it well. The numbers are of these
rungs among themselves, not of people.
"""

GAME = Game(
    name="connect6",
    title="Boyi Connect6",
    start=START,
    evaluators={
        "roads": "boyi.engines.connect6.evaluation.weights:roads",
        "learned": "boyi.engines.connect6.evaluation.weights:learned",
        "bold": "boyi.engines.connect6.evaluation.weights:bold",
        "stages": "boyi.engines.connect6.evaluation.weights:stages",
        "matrix": "boyi.engines.connect6.evaluation.weights:matrix",
        "patterns": "boyi.engines.connect6.evaluation.weights:patterns",
    },
    costs={},
    search="boyi.engines.connect6.search.searcher:TurnSearcher",
    settings=(
        *PLATFORM,
        Option("Player", "combo", "search", choices=("search", "greedy"), help="who chooses the stones"),
        *options_for(LADDER, 1800),
        Option("Depth", "spin", 0, 0, 39, help="turns to look ahead at most, 0 for no bound"),
        Option("Threat Sequences", "check", True, help="look for wins by turns that all threaten"),
        Option(
            "Draw Weights",
            "check",
            False,
            help="draw a row of the matrix evaluator's weights for each game",
        ),
    ),
    openings="books/connect6_openings.txt",
    book="boyi.engines.connect6.book:TurnBook",
    ladder=LADDER,
    bench=BENCH,
    bench_depth=6,
)
