"""A game move by move, as it is kept in `games.jsonl` and written in the game's own format.

A record writer is a file's suffix and a function `(tags, start, plies) -> text`: tags as PGN names
them, the position where the game began (None: the usual start), the plies as here. A game names its
writer in `Game.record`; those of our games are here, since engines know no records. A game without one
has its moves in `games.jsonl` all the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import chess
import chess.pgn

from boyi.arena.game.result import GameResult
from boyi.engines.einstein import START
from boyi.engines.game import Game
from boyi.engines.report import Info
from boyi.protocol.einstein.common import LETTERS, PIECES, ends
from boyi.protocol.records.connect6 import write_arena_game
from boyi.protocol.records.ecui import write_ecui
from boyi.protocol.records.einstein_game import EinsteinGame, EinsteinPly
from boyi.protocol.text import one_line

WINNERS = {"1-0": 0, "0-1": 1}
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


class GamePly(NamedTuple):
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
    def of(move: str, seconds: float, left: float | None, info: Info | None, die: int = 0) -> "GamePly":
        """What is worth keeping of a reply."""
        spent, rest = round(seconds * 1000), None if left is None else round(left * 1000)
        if info is None:
            return GamePly(move, spent, rest, die=die)
        return GamePly(move, spent, rest, info.score.value, info.score.mate, info.depth, die)


class GameRecord(NamedTuple):
    """Where a game began and what was played."""

    start: str | None
    plies: tuple[GamePly, ...]

    @staticmethod
    def from_json(values: Sequence[Any]) -> "GameRecord":
        """The record that was written as JSON, where a record is a list of lists."""
        start, plies = values
        return GameRecord(start, tuple(GamePly(*ply) for ply in plies))


Write = Callable[[Mapping[str, str], str | None, Sequence[GamePly]], str]
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


class PgnExporter(chess.pgn.StringExporter):
    """Writes a game as it is played: the library's own way would play each move three times."""

    def visit_and_push(self, board: chess.Board, move: chess.Move) -> None:
        """Write a move, with its number where PGN wants one, and play it."""
        if board.turn == chess.WHITE or self.force_movenumber:
            self.write_token(f"{board.fullmove_number}{'.' if board.turn else '...'} ")
        self.write_token(board.san_and_push(move) + " ")
        self.force_movenumber = False


def pgn(tags: Mapping[str, str], start: str | None, plies: Sequence[GamePly]) -> str:
    """A game of chess as PGN, with clocks and values as comments."""
    board = chess.Board() if start is None else chess.Board(start, chess960=_needs_960(start))
    exporter = PgnExporter()
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


def _comment(ply: GamePly, white: bool) -> str:
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


def ecui(tags: Mapping[str, str], start: str | None, plies: Sequence[GamePly]) -> str:
    """A game of EinStein as its platform keeps it; a blank line ends the game."""
    *words, letter, _ = (start or START).split()
    squares, first = tuple(map(int, words)), LETTERS.index(letter.upper())
    moved = tuple(
        EinsteinPly((first + number) % 2, ply.die, *ends(ply.move), (ply.left or 0) / 1000)
        for number, ply in enumerate(plies)
    )
    game = EinsteinGame((squares[:PIECES], squares[PIECES:]), moved).with_result()
    if game.winner is None and tags["Result"] in WINNERS:
        game = replace(game, winner=WINNERS[tags["Result"]], reason=one_line(tags.get("Reason", "")))
    return write_ecui([game]) + "\n"


WRITERS: Mapping[str, Writer] = {
    "chess": ("pgn", pgn),
    "connect6": ("sgf", write_arena_game),
    "einstein": ("txt", ecui),
}
