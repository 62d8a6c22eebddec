"""EinStein by hand: championships without a platform, where an operator types dice, layouts and moves.

What happened is saved after every line, so that a match goes on where it was broken off; each finished game
is written as WTN. Whatever was mistyped can be taken back.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from boyi.protocol.einstein.manual_clock import ManualClock
from boyi.protocol.einstein.manual_files import MatchFiles
from boyi.protocol.einstein.manual_match import DECIDED, ManualMatch
from boyi.protocol.records.einstein_game import LETTERS
from boyi.protocol.records.wtn import square_of, square_wtn

HELP = """\
new [R|B]              begin the next game; our colour, red if we move first
layout R|B [SQUARES]   six squares of the pieces 1-6, as 1-25 or A5-E1; ours is chosen if left out
DIE                    the die of our turn: the engine moves
DIE FROM TO            a move made by hand, theirs or ours
undo                   take back what was done last: a move, the layouts, new, won
won R|B                the game is decided otherwise
clock [R|B SECONDS]    what is left to both sides, or set it; clock stop, clock run
team A|B NAME, place NAME, event NAME      for the records of games
show, score, help, quit"""
FORBIDDEN = "[];\r\n"
"""What would break the heading of a record."""
LONGEST_NAME = 80
LONGEST_CLOCK = 5
"""Digits of a clock's seconds."""

Think = Callable[[str, float], tuple[int, int]]
"""Our move in a position as text, with so many seconds left on our clock."""
Place = Callable[[int], Sequence[int]]
"""Our layout for a side."""


def today() -> str:
    """Date and time as WTN has them."""
    return time.strftime("%Y.%m.%d %H:%M")


@dataclass
class ManualSession:
    """Takes an operator's lines and gives back what to show; never raises."""

    think: Think
    place: Place
    folder: Path
    match: ManualMatch = field(default_factory=ManualMatch)
    clock: ManualClock = field(default_factory=ManualClock)
    date: Callable[[], str] = today
    _saved: ManualMatch | None = None
    """A match of the folder that the operator has still to be asked about."""

    # -- beginning -------------------------------------------------------------------------------

    def resume(self) -> list[str]:
        """Go on with the match saved in the folder, if there is one that is not over; what to show."""
        files = MatchFiles(self.folder)
        try:
            saved = files.read()
        except ValueError as error:
            return [
                f"{files.path.name} can't be read, and is kept as {files.set_aside()}: {error}",
                self._who(),
            ]
        if saved is None or saved.over:
            return [self._who()]
        if saved.ours != self.match.ours:
            self._saved = saved
            return self._question()
        return self._go_on(saved)

    def _go_on(self, saved: ManualMatch) -> list[str]:
        self.match = saved
        self.clock.run(saved)
        told = [f"going on with the match of {MatchFiles(self.folder).path.name}: {saved.score}", self._who()]
        return told + (self._show() if saved.placed else [])

    def _who(self) -> str:
        return f"a match of seven, we are {self.match.ours}"

    def _question(self) -> list[str]:
        assert self._saved
        return [
            f"the match saved here ({self._saved.score}) has us as {self._saved.ours}, "
            f"and you say {self.match.ours}:",
            f"type {self._saved.ours} to go on with it as {self._saved.ours}, "
            f"or {self.match.ours} to begin another as {self.match.ours}; the old one is kept",
        ]

    def _answer(self, words: list[str]) -> list[str]:
        """What to do with the match saved here, as the operator says."""
        saved, wanted = self._saved, " ".join(words).upper()
        assert saved
        if wanted not in (saved.ours, self.match.ours):
            return self._question()
        self._saved = None
        if wanted == saved.ours:
            return self._go_on(saved)
        kept = MatchFiles(self.folder).set_aside()
        return [f"the old match is kept as {kept}", self._who()]

    # -- lines -----------------------------------------------------------------------------------

    def handle(self, line: str) -> list[str]:
        """Act on a line; what to show."""
        words = line.split()
        if not words:
            return []
        try:
            shown = self._answer(words) if self._saved else self._act(words)
        except ValueError as error:
            return [f"? {error}"]
        return shown if self._saved else shown + MatchFiles(self.folder).save(self.match)

    def _act(self, words: list[str]) -> list[str]:
        match words:
            case ["help"]:
                return HELP.splitlines()
            case ["score"]:
                return [f"{self.match.score}, we are {self.match.ours}"]
            case ["show"]:
                return self._show()
            case ["new", *colour] if len(colour) < 2:
                return self._new(colour)
            case ["layout", side, *squares]:
                return self._layout(_side(side), squares)
            case ["undo"]:
                return self._undo()
            case ["won", side]:
                return self._finish(self.match.finished(_side(side), DECIDED))
            case ["clock", *rest]:
                return self._set_clock(rest)
            case ["team" | "place" | "event" as what, *names]:
                return self._name(what, names)
            case [die]:
                return self._ours(_die(die))
            case [die, start, goal]:
                return self._move(_die(die), square_of(start), square_of(goal))
        raise ValueError(f"not understood: {' '.join(words)[:60]!r}; try help")

    def _new(self, colour: list[str]) -> list[str]:
        self.match = self.match.begun(_side(colour[0]) if colour else None)
        self.clock.stop()
        number, side = len(self.match.done) + 1, LETTERS[self.match.colour]
        return [f"game {number}: {self.match.first} moves first, we are {self.match.ours} with {side}"]

    def _layout(self, side: int, words: list[str]) -> list[str]:
        self.match.present()
        squares = tuple(square_of(word) for word in words) or tuple(self.place(side))
        self.match = self.match.laid_out(side, squares)
        self.clock.run(self.match)
        placed = ";".join(f"{square_wtn(square)}-{piece}" for piece, square in enumerate(squares, 1))
        return [f"{LETTERS[side]}: {' '.join(map(str, squares))}   {placed}"]

    def _ours(self, die: int) -> list[str]:
        game, side = self.match.playing(), self.match.turn
        if side != self.match.colour:
            raise ValueError(f"it is the opponent's turn: {die} FROM TO")
        blue, red = list(game.boards())[-1]
        text = " ".join(map(str, [*blue, *red, LETTERS[side].lower(), die]))
        return self._move(die, *self.think(text, self.clock.left(self.match, side)))

    def _move(self, die: int, start: int, goal: int) -> list[str]:
        mover = self.match.turn if self.match.game else 0
        self.match = self.match.moved(die, start, goal, self.clock.spent())
        if self.clock.running:
            self.clock.run(self.match)
        game = self.match.present()
        number = len(game.plies) - 1
        named = f"({LETTERS[mover]}{game.piece(number)},{square_wtn(goal)})"
        left = self.match.clocks[mover]
        told = [f"{number + 1}: {die} {start} {goal}   {named}   {left:.0f} s left to {LETTERS[mover]}"]
        if game.winner is not None:
            return [*told, *self._board(), *self._finish(self.match.finished(game.winner))]
        return told + self._show()

    def _finish(self, match: ManualMatch) -> list[str]:
        self.match = match
        self.clock.stop()
        number, winner = len(match.done), match.winners[-1]
        saved = MatchFiles(self.folder).record(match, self.date())
        ended = f"; {winner} wins the match" if match.over else ""
        return [f"{winner} wins game {number}: {match.score}{ended}   {saved}"]

    def _undo(self) -> list[str]:
        self.match, what = self.match.undone()
        self.clock.run(self.match)
        if self.match.game is None:
            return [f"taken back: {what}; {self.match.score}"]
        shown = self._show() if self.match.placed else []
        return [f"taken back: {what}; {LETTERS[self.match.turn]} is to move", *shown]

    def _name(self, what: str, names: list[str]) -> list[str]:
        """Take what a record's heading is to say."""
        if what == "team":
            letter, *names = names or [""]
            if letter.upper() not in ("A", "B"):
                raise ValueError(f"a team is A or B, not {letter[:20]!r}")
        text = " ".join(names)
        if not text or len(text) > LONGEST_NAME or any(letter in FORBIDDEN for letter in text):
            raise ValueError(f"a name has 1 to {LONGEST_NAME} letters, none of [ ] ;")
        if what == "team":
            first, second = self.match.teams
            self.match = replace(self.match, teams=(text, second) if letter.upper() == "A" else (first, text))
        elif what == "place":
            self.match = replace(self.match, place=text)
        else:
            self.match = replace(self.match, event=text)
        return [f"{self.match.team('A')} - {self.match.team('B')}, {self.match.place}, {self.match.event}"]

    def _set_clock(self, words: list[str]) -> list[str]:
        match words:
            case []:
                pass
            case ["stop" | "run" as what]:
                self.match = self.clock.settle(self.match)
                self.clock.stop() if what == "stop" else self.clock.run(self.match)
            case [side, seconds] if seconds.isdecimal() and len(seconds) <= LONGEST_CLOCK:
                self.match = self.clock.set(self.match, _side(side), float(seconds))
            case _:
                raise ValueError("clock R|B SECONDS, clock stop or clock run")
        return [self.clock.told(self.match)]

    # -- showing ---------------------------------------------------------------------------------

    def _board(self) -> list[str]:
        blue, red = list(self.match.present().boards())[-1]
        names = {square: f"b{i}" for i, square in enumerate(blue, 1) if square}
        names |= {square: f"r{i}" for i, square in enumerate(red, 1) if square}
        return [" ".join(names.get(row + c, " .").rjust(2) for c in range(1, 6)) for row in range(0, 25, 5)]

    def _show(self) -> list[str]:
        turn = "we move" if self.match.turn == self.match.colour else "they move"
        told = f"{turn} ({LETTERS[self.match.turn]}), {self.clock.told(self.match)}, {self.match.score}"
        return [*self._board(), told]


def _side(letter: str) -> int:
    if letter.upper() not in tuple(LETTERS):
        raise ValueError(f"a colour is R or B, not {letter[:20]!r}")
    return LETTERS.index(letter.upper())


def _die(text: str) -> int:
    if text not in ("1", "2", "3", "4", "5", "6"):
        raise ValueError(f"a die shows 1 to 6, not {text[:20]!r}; try help")
    return int(text)
