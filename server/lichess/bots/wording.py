"""A game of this server, as lichess tells of it."""

from collections.abc import Mapping
from typing import Any

import chess

from boyi.server.lichess.bots.accounts import Account
from boyi.server.lichess.bots.live import State, read_move
from boyi.server.lichess.bots.terms import COLOURS, LONG, Terms, user_words

STATUS_IDS = {
    "started": 20,
    "aborted": 25,
    "mate": 30,
    "resign": 31,
    "stalemate": 32,
    "draw": 34,
    "outoftime": 35,
}
ENDINGS = (
    ("abort", "aborted"),
    ("stalemate", "stalemate"),
    ("mate", "mate"),
    ("resignation", "resign"),
    ("time", "outoftime"),
)
"""How lichess calls a result, by a word in its reason; the first counts."""


def status_of(state: State) -> str:
    """How a game stands, in lichess' words."""
    result = state["result"]
    if result is None:
        return "started"
    reason = "aborted" if result["score"] is None else str(result["reason"])
    for word, status in ENDINGS:
        if word in reason:
            return status
    return "draw" if result["score"] == 0.5 else "resign"


def state_words(terms: Terms, state: State) -> dict[str, Any]:
    """How a game stands: an event `gameState`."""
    white, black = (LONG if clock is None else max(0, int(clock)) for clock in state["clocks"])
    increment = 1000 * terms.increment
    told: dict[str, Any] = {
        "type": "gameState",
        "moves": " ".join(moves_of(terms, state)),
        "wtime": white,
        "btime": black,
        "winc": increment,
        "binc": increment,
        "status": status_of(state),
    }
    for what, side in state["offers"].items():
        if side is not None:
            told[f"{COLOURS[side][0]}{what}"] = True
    if winner := winner_of(state):
        told["winner"] = winner
    return told


def winner_of(state: State) -> str | None:
    """The colour that has won; None while nobody has."""
    result = state["result"]
    return None if result is None or result["winner"] is None else COLOURS[result["winner"]]


def moves_of(terms: Terms, state: State) -> list[str]:
    """The moves as lichess spells them: in Chess960 the king takes its rook, else it moves two squares."""
    board = board_of(terms)
    moves = []
    for played in state["moves"]:
        move = read_move(board, played["move"])
        moves.append(board.uci(move))
        board.push(move)
    return moves


def board_of(terms: Terms) -> chess.Board:
    """Where a game begins."""
    return chess.Board(terms.fen or chess.STARTING_FEN, chess960=terms.chess960)


def full_words(
    id: str, created: int, terms: Terms, players: tuple[Account, Account], state: State
) -> dict[str, Any]:
    """A whole game: an event `gameFull`."""
    white, black = players
    told = {
        "type": "gameFull",
        "id": id,
        **terms.words,
        "createdAt": created,
        "white": user_words(white),
        "black": user_words(black),
        "initialFen": terms.fen or "startpos",
        "state": state_words(terms, state),
    }
    if terms.limit is not None:
        told["clock"] = {"initial": 1000 * terms.limit, "increment": 1000 * terms.increment}
    return told


def summary_words(
    id: str, terms: Terms, players: tuple[Account, Account], viewer: Account, state: State
) -> dict[str, Any]:
    """A game in short, for one of its players."""
    side = 0 if viewer.id == players[0].id else 1
    moves, status, clock = moves_of(terms, state), status_of(state), state["clocks"][side]
    board = board_of(terms)
    for text in moves:
        board.push_uci(text)
    told: dict[str, Any] = {
        "fullId": id,
        "gameId": id,
        "id": id,
        "fen": board.fen(),
        "color": COLOURS[side],
        "lastMove": moves[-1] if moves else "",
        "source": "friend",
        "status": {"id": STATUS_IDS[status], "name": status},
        "variant": terms.words["variant"],
        "speed": terms.speed,
        "perf": terms.speed,
        "rated": False,
        "hasMoved": len(moves) > side,
        "opponent": user_words(players[1 - side]),
        "isMyTurn": status == "started" and board.turn == (side == 0),
        "compat": {"bot": True, "board": True},
    }
    if clock is not None:
        told["secondsLeft"] = max(0, int(clock)) // 1000
    if winner := winner_of(state):
        told["winner"] = winner
    return told


def profile(account: Account, url: str) -> Mapping[str, Any]:
    """An account, as lichess tells of it."""
    speeds = ("ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence", "chess960")
    perf = {"games": 0, "rating": 1500, "rd": 500, "prog": 0, "prov": True}
    return {
        "id": account.id,
        "username": account.name,
        "title": "BOT",
        "perfs": dict.fromkeys(speeds, perf),
        "createdAt": account.created,
        "seenAt": account.created,
        "playTime": {"total": 0, "tv": 0},
        "url": f"{url}/@/{account.name}",
        "count": {"all": 0, "rated": 0, "win": 0, "loss": 0, "draw": 0},
    }
