"""The table of routes. The document of the interface is made from it, too."""

from typing import Any

from msgspec import Struct

from boyi.server import messages as m
from boyi.server.analysis import lines, review
from boyi.server.games.finished import GameSummary
from boyi.server.games.state import GameState
from boyi.server.records.positions import PositionAnswer
from boyi.server.runs import views
from boyi.server.web import analysis_calls, game_calls, game_socket, lookups
from boyi.server.web.table import Call, Socket

GET, POST = "GET", "POST"
LONG_BODY = 320 << 10
"""Bytes of a request that may hold a file."""
GAME, RUN = "/api/games/{id}", "/api/runs/{id}"


class PongMessage(Struct, tag_field="type", tag="pong"):
    """Somebody is there."""


CALLS: tuple[Call, ...] = (
    Call(GET, "/healthz", "Whether the server is well", lookups.health, answer=lookups.HealthView),
    Call(GET, "/metrics", "Figures for Prometheus", lookups.metrics, media="text/plain"),
    Call(GET, "/api/engines", "Engines and their options", lookups.engines, answer=list[lookups.EngineView]),
    Call(
        GET, "/api/formats", "Formats by game", lookups.known_formats, answer=dict[str, lookups.FormatsView]
    ),
    Call(
        POST, "/api/positions", "Read a position, or a record in any format", lookups.position,
        m.PositionWish, PositionAnswer, most=LONG_BODY,
    ),
    Call(
        POST, "/api/records", "Write a game in a format", lookups.record, m.RecordWish, lookups.RecordText,
        most=LONG_BODY,
    ),
    Call(
        POST, "/api/analysis", "Search a position; the answer is a line of JSON for each event",
        analysis_calls.analyse, m.AnalysisWish, media=analysis_calls.NDJSON,
    ),
    Call(GET, "/api/games", "Public games, the newest first", game_calls.listed, answer=list[GameSummary]),
    Call(POST, "/api/games", "Create a game", game_calls.create, m.GameWish, m.GameCreated, status=201),
    Call(GET, GAME, "The state of a game", game_calls.look, answer=GameState),
    Call(POST, f"{GAME}/join", "Take the open seat", game_calls.join, m.JoinWish, m.GameJoined),
    Call(POST, f"{GAME}/moves", "Make a move", game_calls.move, m.MoveWish, GameState, seat=True),
    Call(POST, f"{GAME}/die", "Enter a thrown die", game_calls.throw, m.DieWish, GameState, seat=True),
    Call(
        POST, f"{GAME}/takeback", "Have the last move back, or give it back", game_calls.take_back,
        answer=GameState, seat=True,
    ),
    Call(POST, f"{GAME}/draw", "Offer a draw, or take one", game_calls.draw, answer=GameState, seat=True),
    Call(POST, f"{GAME}/resign", "Give the game up", game_calls.resign, answer=GameState, seat=True),
    Call(
        POST, f"{GAME}/rematch", "Play again with colours swapped", game_calls.rematch, answer=m.RematchMade,
        seat=True,
    ),
    Call(GET, f"{GAME}/record", "The record, `?format=` as listed", game_calls.record, media="text/plain"),
    Call(GET, "/api/runs", "Runs of arena and trainer", lookups.runs, answer=list[views.RunSummary]),
    Call(GET, RUN, "A run and its tables", lookups.run, answer=views.RunAnswer),
    Call(GET, f"{RUN}/games", "Finished games, `?from=` a number", lookups.run_games, answer=views.RunGames),
    Call(GET, f"{RUN}/curves", "The curves of a training run", lookups.run_curves, answer=views.RunCurves),
    Call(GET, f"{RUN}/report", "The page of a run", lookups.run_report, media="text/html"),
)  # fmt: skip

SOCKETS: tuple[Socket, ...] = (
    Socket(
        f"{GAME}/stream", "A game as it goes on, and its players' wishes", game_socket.stream,
        m.GameMessage, (GameState, lines.ErrorEvent, PongMessage),
    ),
    Socket(
        "/api/analysis", "Searches, one after the other", analysis_calls.analysis, m.AnalysisMessage,
        (lines.WaitingEvent, lines.InfoEvent, lines.BestEvent, lines.ErrorEvent, PongMessage),
    ),
    Socket(
        "/api/review", "What went wrong in a game", analysis_calls.review, m.AnalysisMessage,
        (review.PlyEvent, review.DoneEvent, lines.ErrorEvent, PongMessage),
    ),
    Socket(f"{RUN}/stream", "A run as it grows", lookups.run_stream, m.PingWish, (PongMessage,)),
    Socket("/api/echo", "Says everything back", analysis_calls.echo, m.EchoWish, (m.EchoWish,)),
)  # fmt: skip


def types() -> list[Any]:
    """Every type that comes or goes."""
    found = [kind for call in CALLS for kind in (call.body, call.answer)]
    found += [kind for socket in SOCKETS for kind in (socket.hears, *socket.tells)]
    return [kind for kind in (*found, m.ErrorAnswer) if kind is not None]
