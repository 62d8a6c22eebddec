"""A small engine that keeps every rule of UCCI but those named on its command line.

It plays chess, since the checks of the dialect know nothing of a game but its rules and samples.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.support.fakes.breaking import broken, crash_if, sleep_if, tell
from tests.support.fakes.broken_search import Search
from tests.support.fakes.rule_breaker import Engine, main

GREETING = """\
id name Rule Breaker
id author nobody
option hashsize type spin min 0 max 1024 default 16
option threads type spin min 0 max 8 default 1
option Level type spin min 0 max 10 default 3
option ponder type check default false
option usemillisec type check default false
option batch type check default false
option style type combo var solid var risky default solid
option bookfiles type string
option newgame type button
ucciok"""


class UcciSearch(Search):
    """A search in UCCI's words."""

    none, bare = "nobestmove", True
    banned: frozenset[str] = frozenset()
    coarse = False
    """Whether clocks count seconds."""

    def number(self, name: str, default: int = 0) -> int:
        return default if [name, "infinite"] == self.words[-2:] else super().number(name, default)

    def _allowed(self) -> set[str]:
        return {move.uci() for move in self.board.legal_moves} - self.banned if self.banned else set()

    def _held_by(self, best):
        return "go depth infinite" if "depth" in self.words else super()._held_by(best)

    def _think_on_the_clock(self) -> None:
        left = self.number("time") / (1 if self.coarse else 1000)
        rules = {"increment": "go time, increment", "movestogo": "go time, movestogo"}
        rule = next((rules[word] for word in self.words if word in rules), "go time")
        if self.coarse:
            sleep_if("go time in seconds", left + 0.03)
        elif left <= 0.001:
            sleep_if("go with no time left", 60)
        else:
            sleep_if("go time, opptime" if "oppincrement" in self.words else rule, left + 0.03)

    def _remark(self) -> str:
        return " agreed" if "draw" in self.words and broken("go draw") else ""


class UcciEngine(Engine):
    """What UCCI says otherwise than UCI."""

    hello, text, search_class = "ucci", GREETING, UcciSearch
    first_option, same_name = "option hashsize", "option HASHSIZE type button"
    banned: frozenset[str] = frozenset()
    milliseconds = batch = False

    def on_uci(self, words: list[str]) -> None:
        crash_if("ucci after uci")

    def on_ucci(self, words: list[str]) -> None:
        self.greet()

    def on_setoption(self, words: list[str]) -> None:
        crash_if("setoption in search", self.searching)
        name, value = [*words, "", ""][:2]
        crash_if("malformed setoption", len(words) < 2 and name != "newgame")
        crash_if("setoption as in UCI", name == "name")
        crash_if("unknown option", name == "Joho")
        crash_if("options that clients set blindly", name == "promotion")
        crash_if("hashsize", name == "hashsize" and value == "64")
        crash_if("option value that is no number", name == "hashsize" and value == "joho")
        crash_if("threads", name == "threads" and value == "2")
        crash_if("spins at their bounds", name == "Level" and value == "10")
        crash_if("newgame", name == "newgame")
        if name in ("usemillisec", "batch"):
            setattr(self, {"usemillisec": "milliseconds"}.get(name, name), value == "true")

    def on_position(self, words: list[str]) -> None:
        super().on_position(words)
        if not broken("position after banmoves"):
            self.banned = frozenset()

    def on_banmoves(self, words: list[str]) -> None:
        self.banned = frozenset(() if broken("banmoves") else words)

    def on_go(self, words: list[str]) -> None:
        if words == ["depth", "0"] and not broken("go depth 0"):
            tell("info depth 0 score 12\nnobestmove")
            return
        UcciSearch.banned, UcciSearch.coarse = self.banned, not self.milliseconds
        super().on_go(words)
        if self.batch and not broken("batch"):
            self.thread.join()

    def on_isready(self, words: list[str]) -> None:
        if self.batch and broken("batch"):
            tell("readyok")
            self.thread.join()
        else:
            super().on_isready(words)

    def stop_idle(self) -> None:
        if not broken("stop when idle"):
            tell("nobestmove")

    def on_ponderhit(self, words: list[str]) -> None:
        if words == ["draw"] and broken("ponderhit draw"):
            return
        super().on_ponderhit(words)

    def on_probe(self, words: list[str]) -> None:
        if not (self.searching and broken("probe in search")):
            tell("pophash bestmove e2e4 lowerbound " + ("high" if broken("probe") else "20 depth 4"))

    def on_quit(self, words: list[str]) -> None:
        if broken("quit in search" if self.searching else "quit"):
            return
        if not broken("bye"):
            tell("bye")
        os._exit(7 if broken("exit code") else 0)


if __name__ == "__main__":
    main(UcciEngine())
