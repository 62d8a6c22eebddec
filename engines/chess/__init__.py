"""Chess: bitboards, a learned evaluation and a hand-crafted one, Polyglot books and Syzygy tables."""

from boyi.engines.game import Game
from boyi.engines.options import Option
from boyi.engines.strength import OPTIONS as STRENGTH

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

BENCH = (
    START,
    "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 4 8",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP3PP/R2Q1R1K w - - 2 12",
    "2r2rk1/1bq1bppp/p2p1n2/1p1Pp3/4P3/1PN2B2/P1P1QPPP/2BR1R1K b - - 0 16",
    "r4rk1/pp1q1ppp/2pb1n2/3p2B1/3P2b1/2NB1N2/PPQ2PPP/R4RK1 b - - 7 13",
    "3r1rk1/p4ppp/1pq1pn2/8/2PR4/1P2QN2/P4PPP/4R1K1 w - - 0 22",
    "8/5pk1/4p1p1/3bP2p/1p1B1P1P/1P1K2P1/8/8 w - - 4 44",
    "4r1k1/5ppp/8/2pP4/1p2R3/1P4P1/5PKP/8 b - - 1 33",
    "8/8/1p1k2p1/p2p3p/P2P3P/1P1K2P1/8/8 w - - 0 50",
    "r1b2rk1/ppq1bppp/2n2n2/3p4/8/1NN1B3/PPP1BPPP/R2Q1RK1 w - - 1 12",
    "1k1r3r/ppq2p2/2p1bp2/2b4p/4PP2/2NB2Q1/PPP3PP/3R1R1K b - - 3 19",
    "6k1/1p3pp1/p1n1p2p/3rP3/8/2R2NP1/PP3P1P/6K1 b - - 2 28",
)
"""Openings, middle games and endings of our own making."""

GAME = Game(
    name="chess",
    title="Boyi Chess",
    start=START,
    evaluators={
        "nnue": "boyi.engines.chess.evaluation.nnue:builtin",
        "handcrafted": "boyi.engines.chess.evaluation.weights:handcrafted",
        "material": "boyi.engines.chess.evaluation.weights:material",
    },
    costs={
        "Cost Check": 50,
        "Cost Forced Reply": 50,
        "Cost Recapture": 75,
        "Cost Passed Pawn": 75,
        "Cost Mate Threat": 75,
    },
    endgame=16,
    orderings={
        "history": "",
        "chessmaps": "boyi.engines.chess.chessmap:map_thread",
        "both": "boyi.engines.chess.chessmap:tie_thread",
    },
    search="boyi.engines.chess.endgame.searcher:TabledSearcher",
    warm="boyi.engines.chess.endgame.searcher:warm",
    settings=(
        Option("UCI_Chess960", "check", False, help="castling is written as the king taking its rook"),
        Option("UCI_AnalyseMode", "check", False, help="analysis, not a game: no book"),
        Option("UCI_ShowWDL", "check", False, help="show how many games such a score wins, draws and loses"),
        *STRENGTH,
        Option(
            "SyzygyPath",
            "string",
            "",
            help="folders of endgame tables, probed at the root",
            names_file=True,
        ),
        Option(
            "Endgame Tables",
            "combo",
            "four",
            choices=("none", "four"),
            help="exact endings of up to so many pieces; built in the background when first used",
        ),
    ),
    openings="books/chess_openings.epd",
    book="boyi.engines.chess.book:PolyglotBook",
    tables="boyi.engines.chess.syzygy:SyzygyTables",
    tables_option="SyzygyPath",
    wdl=(220.0, 75.0),
    bench=BENCH,
    bench_depth=13,
)
