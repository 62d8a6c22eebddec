"""A double of Nanjing's EinStein server: it waits for two names, plays games, and sends as networks do.

Messages come whole, in pieces, or glued to the next one; a fault of a player is raised.
"""

import random
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass

from boyi.protocol.records.einstein_game import EinsteinGame, EinsteinPly

STEPS = {"right": 1, "down": 5, "rightdown": 6, "left": -1, "up": -5, "leftup": -6}
PATIENCE = 200.0
HOMES = ((25, 24, 23, 20, 19, 15), (1, 2, 3, 6, 7, 11))


class NanjingFaultError(AssertionError):
    """What loses a game on the server."""


@dataclass
class NanjingPlayer:
    """A connection that was accepted, once its name has come: until then the server does nothing else."""

    link: socket.socket
    name: str = ""
    unread: bytes = b""

    @staticmethod
    def accepted(server: socket.socket) -> "NanjingPlayer":
        server.settimeout(PATIENCE)
        player = NanjingPlayer(server.accept()[0])
        player.link.settimeout(PATIENCE)
        player.name = player.heard()
        return player

    def heard(self) -> str:
        while b"\0" not in self.unread:
            data = self.link.recv(1 << 12)
            if not data:
                raise NanjingFaultError(f"{self.name or 'a player'} hung up")
            self.unread += data
        text, _, self.unread = self.unread.partition(b"\0")
        return text.decode()


def message(boards: tuple[Sequence[int], Sequence[int]], side: int, die: int) -> bytes:
    """The board and the die as the server writes them."""
    board = [0] * 25
    for piece, square in enumerate((*boards[1], *boards[0]), 1):
        if square:
            board[square - 1] = piece
    rows = [board[row : row + 5] for row in range(0, 25, 5)]
    return f"{rows}|{die + 6 * (side == 0)}".encode()


@dataclass
class NanjingServer:
    """Plays games between two players, the first of whom has blue."""

    players: Sequence[NanjingPlayer]
    rng: random.Random
    glued: int = 0
    """Questions that were sent twice in one packet."""

    def play(self, first: int) -> EinsteinGame:
        blue, red = (tuple(self.rng.sample(home, 6)) for home in HOMES)
        game, side = EinsteinGame((blue, red)), first
        while game.winner is None:
            game = self._moved(game, side, self.rng.randint(1, 6)).with_result()
            side = 1 - side
        return game

    def close(self) -> None:
        """End the match; one player hears it in two pieces."""
        for player, parts in zip(self.players, ((b"close",), (b"clo", b"se")), strict=True):
            for part in parts:
                player.link.sendall(part)
                time.sleep(0.01)
            player.link.close()

    def _moved(self, game: EinsteinGame, side: int, die: int) -> EinsteinGame:
        text, player = message(list(game.boards())[-1], side, die), self.players[side]
        answer = self._ask(player, text, self.rng.choice(("whole", "pieces", "glued")))
        ply = self._read(game, side, die, answer)
        return EinsteinGame(game.layouts, (*game.plies, ply))

    def _ask(self, player: NanjingPlayer, text: bytes, manner: str) -> str:
        if manner == "glued":
            self.glued += 1
            player.link.sendall(text * 2)
            player.heard()
        elif manner == "pieces":
            cut = self.rng.randrange(1, len(text))
            player.link.sendall(text[:cut])
            time.sleep(0.005)
            player.link.sendall(text[cut:])
        else:
            player.link.sendall(text)
        return player.heard()

    def _read(self, game: EinsteinGame, side: int, die: int, answer: str) -> EinsteinPly:
        number, _, way = answer.partition("|")
        own = list(game.boards())[-1][side]
        piece = int(number) - (6 if side == 0 else 0)
        if not 1 <= piece <= 6 or way not in STEPS or not own[piece - 1]:
            raise NanjingFaultError(f"{answer!r} moves nothing in {own}")
        start = own[piece - 1]
        if (start, start + STEPS[way]) not in game.moves(side, die):
            raise NanjingFaultError(f"{answer!r} with {die} is not legal in {own}")
        return EinsteinPly(side, die, start, start + STEPS[way])
