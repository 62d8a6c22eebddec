"""The page as a person uses it: beginning games, moving by mouse or keys, knowing where squares are."""

import json
import random
import urllib.request
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import chess

from tests.support.server.browser import Browser

LETTERS = "ABCDEFGHIJKLMNOPQRS"
STANDARD = {"chess": (8, 8), "xiangqi": (9, 10), "connect6": (19, 19), "einstein": (5, 5)}


def cells_of(game: str, move: str, columns: int = 0) -> list[int]:
    """The cells of the board that a move is entered by, counted from the top left."""
    width, height = STANDARD[game]
    match game:
        case "chess" | "xiangqi":
            lowest = 1 if game == "chess" else 0
            places = [(ord(place[0]) - 97, int(place[1:])) for place in (move[:2], move[2:4]) if place]
            return [(height - 1 + lowest - row) * width + column for column, row in places]
        case "connect6":
            stones = [move[at : at + 2] for at in range(0, len(move), 2)]
            return [
                LETTERS.index(stone[1]) * (columns or width) + LETTERS.index(stone[0]) for stone in stones
            ]
    start, _, goal = move.partition(":")[2].partition("-")
    return [int(start) - 1, int(goal) - 1]


class Visitor:
    """Somebody with a browser at a server."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        """Call the server without the page."""
        headers = {"Content-Type": "application/json", "Origin": self.url.rstrip("/")}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(
            urllib.request.Request(self.url + path, data, headers), timeout=60
        ) as answer:
            return json.load(answer)

    def begin(self, **wish: Any) -> dict[str, Any]:
        """Create a game by the interface and go to its first seat, or to watch it."""
        made: dict[str, Any] = self.ask("api/games", wish)
        side = next((side for side, token in enumerate(made["tokens"]) if token), None)
        seat = "" if side is None else f"/{side}/{made['tokens'][side]}"
        self.go(f"#/game/{made['id']}{seat}")
        self.browser.find(".board .cell")
        return made

    def go(self, hash: str) -> None:
        self.browser.open(self.url + hash)

    @property
    def game(self) -> str:
        """The game that is shown, by its id."""
        return urlsplit(self.browser.driver.current_url).fragment.split("/")[2]

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.ask(f"api/games/{self.game}")
        return state

    def until_moves(self, count: int) -> None:
        """Wait until so many moves were made."""
        self.browser.until(lambda: len(self.state()["moves"]) >= count)

    def until_text(self, css: str, text: str) -> None:
        """Wait until an element holds a text."""
        self.browser.until(lambda: text in self.browser.text(css))

    def move(self, game: str, move: str, keys: bool = False, columns: int = 0) -> None:
        """Enter a move by the mouse or by the keyboard alone."""
        cells = cells_of(game, move, columns)
        if not keys:
            self.browser.tap(*cells)
            return
        self.browser.run("document.querySelector('.board .cell[tabindex=\"0\"]').focus()")
        for cell in cells:
            self.browser.walk(cell)

    def choice(self, state: dict[str, Any], rng: random.Random) -> str:
        """A move to play; in connect6 a turn on empty points, in chess a mate where there is one."""
        if state["game"] == "chess":
            return str(rng.choice(mates(state["position"]) or state["legal"]))
        if state["legal"] is not None:
            return str(rng.choice(state["legal"]))
        rows, _, left, *_ = state["position"].split()
        return "".join(rng.sample(empty_points(rows), int(left)))


def mates(fen: str) -> list[str]:
    """The moves that mate."""
    board, found = chess.Board(fen), []
    for move in board.legal_moves:
        board.push(move)
        if board.is_checkmate():
            found.append(move.uci())
        board.pop()
    return found


def empty_points(rows: str) -> Sequence[str]:
    """The points of a connect6 position on which no stone stands."""
    found = []
    for y, row in enumerate(rows.split("/")):
        x = 0
        number = ""
        for sign in [*row, "b"]:
            if sign.isdigit():
                number += sign
                continue
            found += [LETTERS[column] + LETTERS[y] for column in range(x, x + int(number or 0))]
            x, number = x + int(number or 0) + 1, ""
    return found
