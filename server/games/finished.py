"""A finished game as a line of a ledger of the arena, so that trainers read it as they read others.

What the arena does not know stands under `server`: where the game came from, whether engines may learn from
it, and what is needed to show it again. A game that counts for nobody has a `fault`; trainers leave it out.
"""

import json
from typing import Any

import msgspec
from msgspec import Struct

from boyi.arena.game.record import GamePly
from boyi.arena.game.result import GameResult
from boyi.arena.game.rules import Rulebook
from boyi.protocol.records.wording import in_words
from boyi.server.games import events as ev
from boyi.server.games.boards import GameBoard
from boyi.server.games.game import LiveGame
from boyi.server.games.players import Seat

USUAL, OTHER = "startpos", "set up"
"""What the arena calls a game's beginning."""


class ServedGame(Struct):
    """What the server adds to a line of the arena."""

    id: str
    game: str
    consent: bool
    origin: str
    take_backs: int
    begun: ev.Begun
    seats: tuple[Seat, Seat]
    result: ev.GameResultView
    rematch: str | None


class FinishedGame(Struct):
    """What the server needs of a line."""

    server: ServedGame
    record: tuple[str | None, list[tuple[str, int | None, int | None, int | None, int | None, int, int]]]


LINE = msgspec.json.Decoder(FinishedGame)


class GameSummary(Struct):
    """A line of a list of games."""

    id: str
    game: str
    players: tuple[str, str]
    plies: int
    result: ev.GameResultView | None
    started: str


def line_of(game: LiveGame, number: int) -> bytes:
    """The line of a game that is over; `number` is no other's in its file."""
    begun, view = game.begun, game.result or ev.GameResultView(None, "abandoned")
    result = GameResult(
        number,
        number // 2,
        (game.seats[0].name, game.seats[1].name),
        0.5 if view.score is None else view.score,
        view.reason,
        len(game.plies),
        USUAL if begun.start is None else OTHER,
        round(sum(ply.played.spent for ply in game.plies) / 1000, 3),
        view.reason if view.score is None else "",
        started=begun.at,
    )
    served = ServedGame(
        game.id, begun.game, begun.consent, begun.origin, game.take_backs, begun,
        (game.seats[0], game.seats[1]), view, game.rematch,
    )  # fmt: skip
    plies = [ply_of(game, at) for at in range(len(game.plies))]
    values = result.to_json() | {"record": (begun.start, plies), "server": msgspec.to_builtins(served)}
    return json.dumps(values, ensure_ascii=False).encode("utf-8", "replace")


def ply_of(game: LiveGame, number: int) -> GamePly:
    """A move as the arena keeps it."""
    played = game.plies[number].played
    left = played.clocks[played.side]
    return GamePly(
        played.move, played.spent, None if left is None else round(left), played.score, played.mate,
        played.depth, played.die,
    )  # fmt: skip


def summary_of(values: FinishedGame) -> GameSummary:
    """What a list tells of a finished game."""
    served = values.server
    names = served.seats[0].name, served.seats[1].name
    return GameSummary(served.id, served.game, names, len(values.record[1]), served.result, served.begun.at)


def revive(line: bytes, rules: Rulebook) -> LiveGame:
    """The game of a line, to be looked at again."""
    values = LINE.decode(line)
    served = values.server
    game = LiveGame(served.id, served.begun)
    game.seats = list(served.seats)
    game.rematch = served.rematch
    plies = [GamePly(*ply) for ply in values.record[1]]
    board = GameBoard(rules, served.begun.start, game.by_hand, plies[0].die if plies else served.begun.die)
    clocks: list[Any] = list(game.clock.left)
    for number, ply in enumerate(plies):
        referee = board.referee
        if game.by_hand and ply.die:
            referee.enter_die(ply.die)
        side, text = (
            referee.side,
            in_words(rules.game, referee.pos, rules.notation.move(referee.pos, ply.move)),
        )
        thrown = plies[number + 1].die if number + 1 < len(plies) else 0
        board.play(ply.move, 0 if game.by_hand else thrown)
        clocks[side] = ply.left
        played = ev.Played(
            side, ply.move, text, ply.spent or 0, (clocks[0], clocks[1]), ply.score, ply.mate, ply.depth,
            ply.die, thrown,
        )  # fmt: skip
        game.apply(played, 0.0)
    game.apply(ev.Over(served.result), 0.0)
    return game
