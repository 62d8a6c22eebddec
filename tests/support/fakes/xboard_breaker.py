"""A small engine that keeps every rule of XBoard's protocol but those named on its command line.

A rule has the name of the check that finds it broken. The engine needs python-chess.
"""

import os
import select
import sys
import time
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.support.fakes.breaking import broken, crash_if, sleep_if, tell
from tests.support.fakes.tiny_search import lines, play_last

MUCH_TIME = 10_000
"""Centiseconds: with more than that on its clock the engine thinks until it is told to move."""
COMMANDS_WITHOUT_MOVE = (
    "xboard", "accepted", "rejected", "random", "hard", "easy", "otim", "name", "rating", "computer", "draw",
    "sd", "result",
)  # fmt: skip


class Engine:
    """Takes lines and does what they say; a move that is thought over waits for a further line."""

    def __init__(self) -> None:
        self.board = chess.Board()
        self.forced = False
        self.post = False
        self.time = 100
        self.level = ""
        self.thinking = False
        self.answers = 0
        self.editing = ""

    def take(self, line: str) -> None:
        crash_if("a long line", len(line) > 10_000)
        crash_if("blank lines", not line.strip())
        word, *words = line.split() or [""]
        if self.editing:
            self.edit(line)
        elif command := getattr(self, f"on_{word}", None):
            command(words)
        elif word == "?":
            self.move_now()
        elif word in COMMANDS_WITHOUT_MOVE:
            self.pass_over(word, words)
        elif word and not broken("unknown command"):
            tell(f"Error (unknown command): {word}")

    def pass_over(self, word: str, words: list[str]) -> None:
        crash_if("rejected", word == "rejected" and words == ["joho"])
        crash_if("commands that ask for nothing", word == "random")
        if word == "result" and broken("result"):
            tell("move e2e4")

    def on_protover(self, words: list[str]) -> None:
        if broken("features"):
            return
        modern = "" if broken("ping, setboard, usermove") else " usermove=1"
        name = "" if broken("myname") else ' myname="Rule Breaker"'
        default = 30 if broken("options") else 3
        tell(f'feature ping=1 setboard=1 sigint=0 colors=0{modern}{name} option="Level -spin {default} 0 10"')
        tell("feature reuse=1" if broken("done") else "feature done=1")

    def on_ping(self, words: list[str]) -> None:
        sleep_if("ping", 0.3)
        tell(f"pong {words[0]}")

    def on_new(self, words: list[str]) -> None:
        self.board, self.forced, self.thinking, self.level, self.answers = chess.Board(), False, False, "", 0

    def on_force(self, words: list[str]) -> None:
        self.forced, self.thinking = True, False

    def on_post(self, words: list[str]) -> None:
        self.post = not broken("post")

    def on_nopost(self, words: list[str]) -> None:
        self.post = broken("nopost")

    def on_setboard(self, words: list[str]) -> None:
        self.board = chess.Board(" ".join(words), chess960=True)
        if broken("positions") and len(self.board.piece_map()) > 20:
            self.board.turn = not self.board.turn

    def on_edit(self, words: list[str]) -> None:
        self.editing = "K"

    def edit(self, line: str) -> None:
        """Change the board; `editing` is a piece of the colour that is put on it."""
        if line == ".":
            self.editing = ""
            kept = chess.Board().castling_rights & (self.board.rooks | chess.BB_EMPTY)
            self.board.castling_rights = kept
        elif line == "#":
            turn, self.board = self.board.turn, chess.Board(None)
            self.board.turn = turn != broken("edit")
        elif line == "c":
            self.editing = self.editing.swapcase()
        else:
            letter = line[0] if self.editing == "K" else line[0].lower()
            self.board.set_piece_at(chess.parse_square(line[1:]), chess.Piece.from_symbol(letter))

    def on_level(self, words: list[str]) -> None:
        self.level = "moves" if words[0] != "0" else "increment" if words[2] != "0" else "time"

    def on_st(self, words: list[str]) -> None:
        self.level, self.time = "st", 100

    def on_time(self, words: list[str]) -> None:
        self.time = int(words[0])

    def on_undo(self, words: list[str]) -> None:
        if not broken("undo"):
            self.board.pop()

    def on_usermove(self, words: list[str]) -> None:
        text = words[0]
        try:
            self.board.parse_uci(text)
        except ValueError:
            if not broken("illegal move"):
                tell(f"Illegal move: {text}")
            if broken("after an illegal move"):
                self.board.turn = not self.board.turn
            return
        self.board = play_last(self.board, text)
        if not self.forced and not (broken("reply") and text == "e2e4"):
            self.think()

    def on_go(self, words: list[str]) -> None:
        self.forced = False
        self.think()

    def think(self) -> None:
        if self.time > MUCH_TIME:
            self.thinking = True
            return
        over = self.time / 100 + 0.03
        rules = {"time": "level and time", "increment": "level with increment", "moves": "level with moves"}
        sleep_if(rules.get(self.level, "") if self.time < 100 else "", over)
        sleep_if("st" if self.level == "st" else "", 1.3)
        sleep_if("sd" if not self.level else "", 4.1)
        self.answer()

    def move_now(self) -> None:
        if self.thinking:
            sleep_if("?", 0.4)
            self.answer()
        elif broken("? when idle"):
            tell("move e2e4")

    def answer(self) -> None:
        self.thinking = False
        best = lines(self.board, set())[0]
        if self.post:
            tell(f"1 {best.centipawns} 0 100 {' '.join(best.moves)}")
        illegal = (broken("go") and self.board == chess.Board()) or (
            broken("second reply") and self.answers > 0
        )
        move = "a1a1" if illegal else best.moves[0]
        tell(f"My move is: {move}" if broken("form of moves") else f"move {move}")
        self.answers += 1
        self.board.push_uci(best.moves[0])
        if self.board.is_checkmate() and not broken("mate"):
            tell(f"{self.board.result()} {{mate}}")

    def on_quit(self, words: list[str]) -> None:
        if not broken("quit in search" if self.thinking else "quit"):
            os._exit(7 if broken("exit code") else 0)


def read(engine: Engine) -> bytes:
    """What comes next; an engine that does not know force mode moves by itself if nothing comes."""
    if broken("force") and engine.forced and len(engine.board.move_stack) == 3:
        ready, _, _ = select.select([0], [], [], 0.04)
        if not ready:
            tell("move b8c6")
    return os.read(0, 1 << 16)


def main() -> None:
    engine, unread = Engine(), b""
    while data := read(engine):
        *whole, unread = (unread + data).split(b"\n")
        for line in whole[:1] if broken("several lines at once") and whole[0] == b"new" else whole:
            engine.take(line.decode("utf-8", "replace"))
    if broken("end of input"):
        time.sleep(60)
    os._exit(0)


if __name__ == "__main__":
    main()
