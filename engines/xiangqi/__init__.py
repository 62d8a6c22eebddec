"""Xiangqi: two-word bitboards, a traditional and two neural evaluations, the rules of repetition."""

from boyi.engines.game import Game
from boyi.engines.options import BATCH, MILLISECONDS, Option
from boyi.engines.strength import OPTIONS as STRENGTH
from boyi.engines.strength import RANDOM_OPTION, SKILL_OPTION
from boyi.engines.xiangqi.conduct.rulesets import OPTIONS as RULES

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

BENCH = (
    START,
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 3",
    "r1bakab2/9/1cn2rnc1/p3p1p1p/2p6/9/P1P1P1P1P/N1C1C1N2/9/1RBAKAB1R w - - 0 6",
    "2bakabr1/r8/2n1c1nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/R8/2BAKABR1 w - - 4 8",
    "3akab2/1r7/4b1n2/p1p1p3p/2n3pc1/2P3P2/P1N1P3P/4C1N2/4A4/2B1KABR1 b - - 2 15",
    "4kab2/4a4/4b4/p3p1n1p/2r6/4P1P2/P1R5P/4C1N2/4A4/2BAK1B2 w - - 6 22",
    "3ak4/4a4/4b4/4p3p/2b3n2/4P1P2/2n5P/2N1B1N2/4A4/2B1KA3 b - - 3 31",
    "4ka3/4a4/4b4/8p/5R3/2P5P/4r4/4B4/4A4/2BAK4 w - - 11 38",
    "3k1a3/4a4/9/4P4/9/6B2/9/1R7/4A4/3AK1Br1 w - - 5 45",
    "4ka3/4a4/b3b4/9/6P2/9/4p4/3AB4/4A4/3K2B1N w - - 8 52",
)
"""Openings, middle games and endings of our own making."""

GAME = Game(
    name="xiangqi",
    title="Boyi Xiangqi",
    start=START,
    evaluators={
        "nnue": "boyi.engines.xiangqi.evaluation.nnue:builtin",
        "traditional": "boyi.engines.xiangqi.evaluation.weights:traditional",
        "mlp30": "boyi.engines.xiangqi.evaluation.networks:mlp30",
        "mlp50": "boyi.engines.xiangqi.evaluation.networks:mlp50",
        "mlp80": "boyi.engines.xiangqi.evaluation.networks:mlp80",
        "mlp100": "boyi.engines.xiangqi.evaluation.networks:mlp100",
    },
    costs={
        "Cost Check": 50,
        "Cost Forced Reply": 50,
        "Cost Recapture": 75,
        "Cost Pawn Advance": 75,
        "Cost Mate Threat": 75,
    },
    endgame=16,
    orderings={
        "history": "",
        "chessmaps": "boyi.engines.xiangqi.chessmap:map_thread",
        "both": "boyi.engines.xiangqi.chessmap:tie_thread",
    },
    settings=(
        *RULES,
        *(
            Option(f"Eval {part}", "check", True, help="whether this part of traditional evaluation counts")
            for part in ("Material", "Position", "Mobility", "Threats")
        ),
        *STRENGTH,
        SKILL_OPTION,
        RANDOM_OPTION,
        Option("Resign", "spin", 0, 0, 30000, help="centipawns behind at which to give up; 0 for never"),
        Option(MILLISECONDS, "check", False, help="clocks count milliseconds, not seconds (UCCI)"),
        Option(BATCH, "check", False, help="take no input while a search runs"),
        Option(
            "UCI_Variant",
            "combo",
            "cyclone",
            choices=("cyclone", "xiangqi"),
            help="ranks run from 0 to 9, or from 1 to 10 (UCI)",
        ),
        Option("UCI_ShowWDL", "check", False, help="show how many games such a score wins, draws and loses"),
    ),
    openings="books/xiangqi_openings.txt",
    book="boyi.engines.xiangqi.books:Books",
    record="boyi.protocol.records.xiangqi_pgn:RECORD",
    fitted="boyi.engines.xiangqi.evaluation.weights:apply_options",
    wdl=(220.0, 75.0),
    bench=BENCH,
    bench_depth=10,
)
