"""Records: a game move by move, kept in `games.jsonl` and written in the game's own format.

A record writer is a file's suffix and a function `(tags, start, plies) -> text`: tags as PGN names
them, the position where the game began (None: the usual start), the plies as here. A game names its
writer in `Game.record`; chess' is here and those of platforms beside it, since engines know no
records. A game without one has its moves in `games.jsonl` all the same.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import chess
import chess.pgn

from boyi.arena.einstein_records import ecui
from boyi.arena.outcome import GameResult
from boyi.engines.game import Game
from boyi.engines.report import Info
from boyi.protocol.connect6_records import write_arena_game
from boyi.protocol.words import one_line

POINTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
TERMINATIONS = {
    "time": "time forfeit",
    "illegal move": "rules infraction",
    "no move": "rules infraction",
    "false claim": "rules infraction",
    "protocol": "rules infraction",
    "crash": "abandoned",
    "stall": "abandoned",
}
"""What PGN calls the ways to end a game off the board; `adjudication` and `normal` are the others."""


class Ply(NamedTuple):
    """One move: how long it took, what was left, and what its player thought. Times are milliseconds."""

    move: str
    spent: int | None = None
    """None for the moves of the opening."""
    left: int | None = None
    """On the clock after the move; None without a clock."""
    score: int | None = None
    """Centipawns for the player of the move."""
    mate: int | None = None
    depth: int = 0
    die: int = 0
    """What was thrown for the move; 0 in games without dice."""

    @staticmethod
    def of(move: str, seconds: float, left: float | None, info: Info | None, die: int = 0) -> "Ply":
        """What is worth keeping of a reply."""
        spent, rest = round(seconds * 1000), None if left is None else round(left * 1000)
        if info is None:
            return Ply(move, spent, rest, die=die)
        return Ply(move, spent, rest, info.score.value, info.score.mate, info.depth, die)


class GameRecord(NamedTuple):
    """Where a game began and what was played."""

    start: str | None
    plies: tuple[Ply, ...]

    @staticmethod
    def from_json(values: Sequence[Any]) -> "GameRecord":
        """The record that was written as JSON, where a record is a list of lists."""
        start, plies = values
        return GameRecord(start, tuple(Ply(*ply) for ply in plies))


Write = Callable[[Mapping[str, str], str | None, Sequence[Ply]], str]
Writer = tuple[str, Write]


def writer(game: Game) -> Writer | None:
    """The suffix and the function of a game's records; None if it has none."""
    if game.record:
        suffix, write = game.part(game.record)
        return suffix.lstrip("."), write
    return WRITERS.get(game.name)


def tags(event: str, result: GameResult, record: GameRecord) -> dict[str, str]:
    """A game's heading: the seven tags that PGN asks for, and what else is known."""
    adjudicated = result.reason.startswith("adjudicated")
    ended = "adjudication" if adjudicated else TERMINATIONS.get(result.reason, "normal")
    heading = {
        "Event": event,
        "Site": "?",
        "Date": result.started[:10].replace("-", ".") or "????.??.??",
        "Round": f"{result.pair + 1}.{result.number + 1}",
        "White": result.players[0],
        "Black": result.players[1],
        "Result": POINTS[result.score],
        "Opening": result.opening,
        "PlyCount": str(len(record.plies)),
        "Termination": ended,
        "Reason": f"{result.reason}: {result.fault}" if result.fault else result.reason,
        "UTCDate": result.started[:10].replace("-", "."),
        "UTCTime": result.started[11:19],
    }
    return {name: value for name, value in heading.items() if value}


class Exporter(chess.pgn.StringExporter):
    """Writes a game as it is played: the library's own way would play each move three times."""

    def visit_and_push(self, board: chess.Board, move: chess.Move) -> None:
        """Write a move, with its number where PGN wants one, and play it."""
        if board.turn == chess.WHITE or self.force_movenumber:
            self.write_token(f"{board.fullmove_number}{'.' if board.turn else '...'} ")
        self.write_token(board.san_and_push(move) + " ")
        self.force_movenumber = False


def pgn(tags: Mapping[str, str], start: str | None, plies: Sequence[Ply]) -> str:
    """A game of chess as PGN, with clocks and values as comments."""
    board = chess.Board() if start is None else chess.Board(start, chess960=_needs_960(start))
    exporter = Exporter()
    exporter.begin_game()
    exporter.begin_headers()
    for name, value in {**tags, **_setup(board, start)}.items():
        # python-chess writes a value as it is, and PGN has no line breaks in it
        exporter.visit_header(name, one_line(value).replace('"', "'"))
    exporter.end_headers()
    for ply in plies:
        exporter.visit_and_push(board, chess.Move.from_uci(ply.move))
        if comment := _comment(ply, not board.turn):
            exporter.visit_comment(comment)
    exporter.visit_result(tags["Result"])
    exporter.end_game()
    return str(exporter) + "\n\n"


def _needs_960(fen: str) -> bool:
    """Whether a right to castle is not one of the usual game's."""
    boards = chess.Board(fen), chess.Board(fen, chess960=True)
    return boards[0].clean_castling_rights() != boards[1].clean_castling_rights()


def _setup(board: chess.Board, start: str | None) -> dict[str, str]:
    if start is None:
        return {}
    variant = {"Variant": "Chess960"} if board.chess960 else {}
    return {"SetUp": "1", "FEN": board.fen(), **variant}


def _comment(ply: Ply, white: bool) -> str:
    """Value (from White's side, as PGN has it) and clock, in the words of PGN's commands."""
    sign = 1 if white else -1
    words = []
    if ply.mate is not None:
        words.append(f"[%eval #{sign * ply.mate},{ply.depth}]")
    elif ply.score is not None:
        words.append(f"[%eval {sign * ply.score / 100:.2f},{ply.depth}]")
    if ply.left is not None:
        words.append(f"[%clk {_hours(ply.left)}]")
    return " ".join(words)


def _hours(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest:03}"


WRITERS: Mapping[str, Writer] = {
    "chess": ("pgn", pgn),
    "connect6": ("sgf", write_arena_game),
    "einstein": ("txt", ecui),
}
