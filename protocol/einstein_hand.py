"""EinStein by hand: championships without a platform, where an operator types dice, layouts and moves.

What happened is saved after every line, so that a match goes on where it was broken off; each finished game
is written as WTN.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from boyi.protocol.einstein_match import CLOCK, Match, match_of
from boyi.protocol.einstein_played import LETTERS, Played, Ply
from boyi.protocol.wtn import Heading, square_of, square_wtn, write_wtn

HOMES = ((25, 24, 23, 20, 19, 15), (1, 2, 3, 6, 7, 11))
UNPLACED = (0,) * 6

HELP = """\
new [R|B]              begin the next game; our colour, red if we move first
layout R|B [SQUARES]   six squares of the pieces 1-6, as 1-25 or A5-E1; ours is chosen if left out
DIE                    the die of our turn: the engine moves
DIE FROM TO            a move made by hand, theirs or ours
undo                   take back the last move
won R|B                the game is decided otherwise
show, score, help, quit"""

Think = Callable[[str, float], tuple[int, int]]
"""Our move in a position as text, within so many seconds."""
Place = Callable[[int], Sequence[int]]
"""Our layout for a side."""


@dataclass
class Hand:
    """Takes an operator's lines and gives back what to show; never raises."""

    think: Think
    place: Place
    folder: Path
    match: Match = field(default_factory=Match)
    clock: Callable[[], float] = time.monotonic

    def handle(self, line: str) -> list[str]:
        """Act on a line; what to show."""
        try:
            shown = self._act(line.split())
        except ValueError as error:
            return [f"? {error}"]
        return shown + self._save()

    def _act(self, words: list[str]) -> list[str]:
        match words:
            case []:
                return []
            case ["help"]:
                return HELP.splitlines()
            case ["score"]:
                return [self.match.score]
            case ["show"]:
                return self._show()
            case ["new", *colour]:
                return self._new(colour)
            case ["layout", side, *squares]:
                return self._layout(_side(side), squares)
            case ["undo"]:
                return self._undo()
            case ["won", side]:
                return self._finish(replace(self._present(), winner=_side(side), reason="decided"))
            case [die]:
                return self._ours(_die(die))
            case [die, start, goal]:
                return self._move(_die(die), square_of(start), square_of(goal))
        raise ValueError(f"not understood: {' '.join(words)[:60]!r}; try help")

    def _present(self) -> Played:
        if self.match.game is None:
            raise ValueError("no game is being played; begin one with new")
        return self.match.game

    def _placed(self) -> Played:
        game = self._present()
        if UNPLACED in game.layouts:
            raise ValueError("a layout is missing; give it with layout")
        return game

    def _new(self, colour: list[str]) -> list[str]:
        if self.match.game is not None:
            raise ValueError("a game is being played; end it with won")
        if self.match.over:
            raise ValueError(f"the match is over: {self.match.score}")
        side = _side(colour[0]) if colour else int(self.match.first == self.match.ours)
        self.match = replace(self.match, colour=side, game=Played((UNPLACED, UNPLACED)), left=CLOCK)
        number = len(self.match.done) + 1
        return [
            f"game {number}: {self.match.first} moves first, we are {self.match.ours} with {LETTERS[side]}"
        ]

    def _layout(self, side: int, words: list[str]) -> list[str]:
        game = self._present()
        if game.plies:
            raise ValueError("the game has begun")
        squares = tuple(square_of(word) for word in words) or tuple(self.place(side))
        if sorted(squares) != sorted(HOMES[side]):
            raise ValueError(f"{LETTERS[side]} starts on {' '.join(map(str, sorted(HOMES[side])))}")
        layouts = (squares, game.layouts[1]) if side == 0 else (game.layouts[0], squares)
        self.match = replace(self.match, game=replace(game, layouts=layouts))
        placed = ";".join(f"{square_wtn(square)}-{piece}" for piece, square in enumerate(squares, 1))
        return [f"{LETTERS[side]}: {' '.join(map(str, squares))}   {placed}"]

    def _ours(self, die: int) -> list[str]:
        game, side = self._placed(), self.match.turn
        if side != self.match.colour:
            raise ValueError(f"it is the opponent's turn: {die} FROM TO")
        blue, red = list(game.boards())[-1]
        start = self.clock()
        text = " ".join(map(str, [*blue, *red, LETTERS[side].lower(), die]))
        move = self.think(text, self.match.left)
        self.match = replace(self.match, left=max(0.0, self.match.left - (self.clock() - start)))
        return self._move(die, *move)

    def _move(self, die: int, start: int, goal: int) -> list[str]:
        game, side = self._placed(), self.match.turn
        if (start, goal) not in game.moves(side, die):
            legal = ", ".join(f"{a} {b}" for a, b in sorted(game.moves(side, die)))
            raise ValueError(f"{LETTERS[side]} may not move {start} {goal} with {die}, but {legal}")
        game = replace(game, plies=(*game.plies, Ply(side, die, start, goal, self.match.left))).ended()
        number = len(game.plies) - 1
        named = f"({LETTERS[side]}{game.piece(number)},{square_wtn(goal)})"
        told = [f"{number + 1}: {die} {start} {goal}   {named}   {self.match.left:.0f} s left"]
        if game.winner is not None:
            return told + self._finish(game)
        self.match = replace(self.match, game=game)
        return told

    def _undo(self) -> list[str]:
        game = self._present()
        if not game.plies:
            raise ValueError("there is no move to take back")
        self.match = replace(self.match, game=replace(game, plies=game.plies[:-1], winner=None, reason=""))
        return [f"taken back; {LETTERS[self.match.turn]} is to move"]

    def _finish(self, game: Played) -> list[str]:
        winner = self.match.ours if game.winner == self.match.colour else "AB"[self.match.ours == "A"]
        number = len(self.match.done) + 1
        teams = {self.match.ours: "we", "AB"[self.match.ours == "A"]: "they"}
        red = self.match.ours if self.match.colour == 1 else "AB"[self.match.ours == "A"]
        blue = "AB"[red == "A"]
        heading = Heading(f"{red} {teams[red]}", f"{blue} {teams[blue]}", "", f"game {number}")
        saved = self._record(f"einstein-game-{number}.wtn", write_wtn(game, heading))
        match = replace(self.match, done=(*self.match.done, game), winners=(*self.match.winners, winner))
        self.match = replace(match, game=None)
        ended = f"; {winner} wins the match" if self.match.over else ""
        return [f"{winner} wins game {number}: {self.match.score}{ended}   {saved}"]

    def _show(self) -> list[str]:
        blue, red = list(self._present().boards())[-1]
        names = {square: f"b{i}" for i, square in enumerate(blue, 1) if square}
        names |= {square: f"r{i}" for i, square in enumerate(red, 1) if square}
        rows = [" ".join(names.get(row + c, " .").rjust(2) for c in range(1, 6)) for row in range(0, 25, 5)]
        turn = "we move" if self.match.turn == self.match.colour else "they move"
        return [
            *rows,
            f"{turn} ({LETTERS[self.match.turn]}), {self.match.left:.0f} s left, {self.match.score}",
        ]

    # -- saving ----------------------------------------------------------------------------------

    @property
    def _path(self) -> Path:
        return self.folder / "einstein-match.json"

    def _save(self) -> list[str]:
        """Save the match; what to show if that can't be done, for the game goes on all the same."""
        part = self._path.with_suffix(".part")
        try:
            part.write_text(json.dumps(asdict(self.match)), encoding="utf-8")
            part.replace(self._path)
        except OSError as error:
            return [f"? the match is not saved: {error}"]
        return []

    def _record(self, name: str, text: str) -> str:
        """Write a finished game; what to say of it."""
        try:
            (self.folder / name).write_text(text, encoding="utf-8")
        except OSError as error:
            return f"not saved: {error}"
        return f"saved as {name}"

    def resume(self) -> str:
        """Go on with the match saved in the folder, if there is one that is not over; what to say of it."""
        try:
            saved = match_of(json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return ""
        except (OSError, ValueError, KeyError, TypeError) as error:
            return f"{self._path.name} can't be read and will be replaced: {error}"
        if saved.over:
            return ""
        self.match = saved
        return f"going on with the match of {self._path.name}: {saved.score}"


def _side(letter: str) -> int:
    if letter.upper() not in LETTERS:
        raise ValueError(f"a colour is R or B, not {letter[:20]!r}")
    return LETTERS.index(letter.upper())


def _die(text: str) -> int:
    if text not in ("1", "2", "3", "4", "5", "6"):
        raise ValueError(f"a die shows 1 to 6, not {text[:20]!r}; try help")
    return int(text)
