"""A small engine that keeps every rule of UCI but those named on its command line.

A rule has the name of the check that finds it broken. The engine needs python-chess.
"""

import os
import sys
import threading
import time
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.support.fakes.breaking import broken, crash_if, listen, sleep_if, tell
from tests.support.fakes.broken_search import Search
from tests.support.fakes.tiny_search import play_last

GREETING = """\
id name Rule Breaker
id author nobody
option name Hash type spin default 16 min 1 max 1024
option name Clear Hash type button
option name Threads type spin default 1 min 1 max 8
option name MultiPV type spin default 1 min 1 max 5
option name Level type spin default 3 min 0 max 10
option name Ponder type check default false
option name UCI_Chess960 type check default false
option name Style type combo default calm var calm var wild
option name Path type string default <empty>
uciok"""


class Engine:
    """Takes lines and does what they say."""

    hello, text = "uci", GREETING
    search_class = Search
    first_option, same_name = "option name Hash", "option name hash type button"

    def __init__(self) -> None:
        self.board: chess.Board | None = None
        self.search = Search(chess.Board(), [], 1, ended=True)
        self.thread = threading.Thread()
        self.options = {"multipv": 1}
        self.greeted = False
        self.last = ""
        """The last command."""

    @property
    def searching(self) -> bool:
        return not self.search.ended

    def take(self, raw: str) -> None:
        line = raw.removesuffix("\r")
        self._pass_over(line)
        if broken("CRLF") and raw != line:
            return
        if broken("white space") and ("  " in line or "\t" in line):
            return
        words = line.split()
        tried = words[:1] if broken("unknown word before a command") else words
        for at, word in enumerate(tried):
            if command := getattr(self, f"on_{word}", None):
                command(words[at + 1 :])
                self.last = word
                break

    def _pass_over(self, line: str) -> None:
        """Lines that mean nothing, and engines that die of them."""
        crash_if("blank lines", not line.strip())
        crash_if("unknown command", line == "joho")
        crash_if("debug and register", line == "debug on")
        crash_if("a long line", len(line) > 10_000)
        crash_if("bytes that are no text", "\ufffd" in line)

    def on_uci(self, words: list[str]) -> None:
        self.greet()

    def greet(self) -> None:
        welcome = f"{self.hello}ok"
        if broken(welcome) or (self.greeted and broken(f"{self.hello} again")):
            return
        self.greeted = True
        text = self.text
        if broken("identity"):
            text = text.replace("id author nobody\n", "")
        if broken("greeting"):
            text = text.replace(self.first_option, f"hello\n{self.first_option}")
        if broken("option lines"):
            text = text.replace("default 3", "default 30")
        if broken("option names"):
            text = text.replace(welcome, f"{self.same_name}\n{welcome}")
        tell(text)

    def on_isready(self, words: list[str]) -> None:
        if broken("first readyok") or (self.searching and broken("isready in search")):
            return
        if self.last == "isready":
            sleep_if("isready", 0.3)
        tell("readyok")

    def on_setoption(self, words: list[str]) -> None:
        crash_if("setoption in search", self.searching)
        name, _, value = " ".join(words).removeprefix("name ").partition(" value ")
        known = [option.partition(" type")[0][len("option name ") :] for option in GREETING.splitlines()]
        crash_if("malformed setoption", words[:1] != ["name"] or not words[1:])
        crash_if("unknown option", name.startswith("Joho"))
        crash_if("Hash", name == "Hash" and value == "64")
        crash_if("option value that is no number", name == "Hash" and value == "joho")
        crash_if("Clear Hash", name == "Clear Hash")
        crash_if("Threads", name == "Threads" and value == "2")
        crash_if("spins at their bounds", name == "Level" and value == "10")
        if broken("option names in any case") and name not in known:
            return
        if name.lower() == "multipv":
            self.options["multipv"] = int(value)

    def on_ucinewgame(self, words: list[str]) -> None:
        crash_if("ucinewgame")
        self.board = chess.Board()

    def on_position(self, words: list[str]) -> None:
        crash_if("position in search", self.searching)
        crash_if("position without a position", words in ([], ["fen"]))
        crash_if("garbage for a position", "joho" in words)
        crash_if("impossible position", "8/8/8/8/8/8/8/8" in words)
        before, _, moves = " ".join(words).partition(" moves ")
        fen = before.removeprefix("fen ") if before != "startpos" else chess.STARTING_FEN
        crash_if("fen of four fields", len(fen.split()) == 4)
        try:
            board = chess.Board(fen, chess960=True)
        except ValueError:
            return
        if board.king(chess.WHITE) is None:
            return
        if len(moves.split()) > 100:
            sleep_if("long game", 0.5)
        self.board = play(board, moves.split())

    def on_go(self, words: list[str]) -> None:
        if self.searching:
            if broken("go in search"):
                time.sleep(60)
            self.on_stop([])
            self.thread.join()
        if broken("unknown word after go") and "joho" in words:
            return
        if self.board is None and broken("go before position"):
            return
        self.search = self.search_class((self.board or chess.Board()).copy(), words, self.options["multipv"])
        self.search.endless = "infinite" in words or "ponder" in words
        self.thread = threading.Thread(target=self.search.run, daemon=True)
        self.thread.start()

    def on_stop(self, words: list[str]) -> None:
        idle = not self.searching
        self.search.stopped.set()
        if self.thread.ident:
            self.thread.join()
        again = {("go", False): "stop as a search ends", ("stop", True): "stop twice"}
        if broken(again.get((self.last, self.search.endless), "")):
            tell("bestmove e2e4")
        elif idle:
            self.stop_idle()

    def stop_idle(self) -> None:
        if broken("stop when idle"):
            tell("bestmove e2e4")

    def on_ponderhit(self, words: list[str]) -> None:
        if not self.searching and broken("ponderhit when idle"):
            tell("bestmove e2e4")
        if not broken("go ponder, ponderhit"):
            self.search.stopped.set()

    def on_quit(self, words: list[str]) -> None:
        if not broken("quit in search" if self.searching else "quit"):
            os._exit(7 if broken("exit code") else 0)


def play(board: chess.Board, moves: list[str]) -> chess.Board:
    """Play moves as far as they are legal; the last one may be misread."""
    *earlier, last = moves or [""]
    try:
        for text in earlier:
            board.push_uci(text)
        return play_last(board, last) if last else board
    except ValueError:
        crash_if("illegal move in a list")
        return board


def main(engine: Engine) -> None:
    if broken(f"silent before {engine.hello}"):
        tell("Rule Breaker, a small engine")
    if broken("stderr"):
        os.write(2, b"noise\n")
    listen(engine.take)
    if broken("end of input in search" if engine.searching else "end of input"):
        time.sleep(60)
    os._exit(0)


if __name__ == "__main__":
    main(Engine())
