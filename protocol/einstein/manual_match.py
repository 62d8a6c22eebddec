"""A championship match of EinStein as far as it has come: seven games, won with four.

A moves first in games 1, 4 and 5, B in the others. All that happens to a match is a function from one to the
next, so that slips can be taken back, also after the end of a game.
"""

from dataclasses import dataclass, replace

from boyi.protocol.records.einstein_game import LETTERS, EinsteinGame, EinsteinPly

GAMES, ENOUGH = 7, 4
A_FIRST = (1, 4, 5)
"""Games in which A moves first."""
CLOCK = 240.0
"""Seconds of a game for all moves of a side."""
HOMES = ((25, 24, 23, 20, 19, 15), (1, 2, 3, 6, 7, 11))
UNPLACED = (0,) * 6
DECIDED = "decided"
"""Why a game ended that the operator says was won."""


@dataclass(frozen=True)
class ManualMatch:
    """A match as far as it has come: who we are, games done, and the one that is played."""

    ours: str = "A"
    done: tuple[EinsteinGame, ...] = ()
    winners: tuple[str, ...] = ()
    """A or B, for each game done."""
    colour: int = 1
    """Our side in the present game."""
    game: EinsteinGame | None = None
    clocks: tuple[float, float] = (CLOCK, CLOCK)
    """Seconds left to blue and to red when the last move was made."""
    whole: float = CLOCK
    """Seconds that each side begins a game with."""
    teams: tuple[str, str] = ("", "")
    """What A and B are called."""
    place: str = ""
    event: str = ""

    @property
    def theirs(self) -> str:
        """Who the opponent is."""
        return "AB"[self.ours == "A"]

    @property
    def first(self) -> str:
        """Who moves first in the present or next game."""
        return "A" if len(self.done) + 1 in A_FIRST else "B"

    @property
    def turn(self) -> int:
        """The side to move in the present game."""
        begins = self.colour if self.first == self.ours else 1 - self.colour
        return begins ^ (len(self.game.plies) & 1 if self.game else 0)

    @property
    def placed(self) -> bool:
        """Whether a game is played and both layouts are known."""
        return self.game is not None and UNPLACED not in self.game.layouts

    @property
    def score(self) -> str:
        """Games won, A's first."""
        return f"A {self.winners.count('A')} : {self.winners.count('B')} B"

    @property
    def over(self) -> bool:
        """Whether somebody has won enough games."""
        return max(self.winners.count("A"), self.winners.count("B")) >= ENOUGH or len(self.done) >= GAMES

    def team(self, letter: str) -> str:
        """What A or B is called, in a record."""
        named = self.teams[letter == "B"]
        return named or f"{letter} {'we' if letter == self.ours else 'they'}"

    def present(self) -> EinsteinGame:
        """The game that is played; ValueError if there is none."""
        if self.game is None:
            raise ValueError("no game is being played; begin one with new")
        return self.game

    # -- what may happen -------------------------------------------------------------------------

    def begun(self, colour: int | None) -> "ManualMatch":
        """The next game begins; we are red if we move first, unless `colour` says otherwise."""
        if self.game is not None:
            raise ValueError("a game is being played; end it with won, or take it back with undo")
        if self.over:
            raise ValueError(f"the match is over: {self.score}")
        side = int(self.first == self.ours) if colour is None else colour
        game = EinsteinGame((UNPLACED, UNPLACED))
        return replace(self, colour=side, game=game, clocks=(self.whole, self.whole))

    def laid_out(self, side: int, squares: tuple[int, ...]) -> "ManualMatch":
        """A side's pieces stand on these squares."""
        game = self.present()
        if game.plies:
            raise ValueError("the game has begun")
        if sorted(squares) != sorted(HOMES[side]):
            raise ValueError(f"{LETTERS[side]} starts on {' '.join(map(str, sorted(HOMES[side])))}")
        layouts = (squares, game.layouts[1]) if side == 0 else (game.layouts[0], squares)
        return replace(self, game=replace(game, layouts=layouts))

    def moved(self, die: int, start: int, goal: int, seconds: float) -> "ManualMatch":
        """The side to move has moved, after so many seconds; the game may have its winner then."""
        game, side = self.playing(), self.turn
        if (start, goal) not in game.moves(side, die):
            legal = ", ".join(f"{a} {b}" for a, b in sorted(game.moves(side, die)))
            raise ValueError(f"{LETTERS[side]} may not move {start} {goal} with {die}, but {legal}")
        left = max(0.0, self.clocks[side] - seconds)
        game = replace(game, plies=(*game.plies, EinsteinPly(side, die, start, goal, left)))
        return replace(self.clocked(side, left), game=game.with_result())

    def playing(self) -> EinsteinGame:
        """The game that is played, with both layouts known; ValueError otherwise."""
        game = self.present()
        if not self.placed:
            raise ValueError("a layout is missing; give it with layout")
        return game

    def clocked(self, side: int, seconds: float) -> "ManualMatch":
        """A side has so many seconds left."""
        return replace(self, clocks=(seconds, self.clocks[1]) if side == 0 else (self.clocks[0], seconds))

    def finished(self, winner: int, reason: str = "") -> "ManualMatch":
        """The present game is won."""
        game = self.present()
        if reason:
            game = replace(game, winner=winner, reason=reason)
        letter = self.ours if winner == self.colour else self.theirs
        return replace(self, done=(*self.done, game), winners=(*self.winners, letter), game=None)

    # -- taking back -----------------------------------------------------------------------------

    def undone(self) -> tuple["ManualMatch", str]:
        """The match before what was done last, and what that was; ValueError if there is nothing."""
        if self.game is None:
            return self._reopened()
        if self.game.plies:
            return self._without_ply(), "the last move"
        if self.game.layouts != (UNPLACED, UNPLACED):
            return replace(self, game=EinsteinGame((UNPLACED, UNPLACED))), "the layouts"
        return replace(self, game=None), f"the beginning of game {len(self.done) + 1}"

    def _reopened(self) -> tuple["ManualMatch", str]:
        """The game done last goes on: without the word that it was won, or without the move that won it."""
        if not self.done:
            raise ValueError("there is nothing to take back")
        *done, game = self.done
        assert game.winner is not None
        colour = game.winner if self.winners[-1] == self.ours else 1 - game.winner
        open_game = replace(game, winner=None, reason="")
        match = replace(self, done=tuple(done), winners=self.winners[:-1], colour=colour, game=open_game)
        match = match._with_clocks_of_plies()
        if game.reason == DECIDED:
            return match, f"the end of game {len(done) + 1}"
        return match._without_ply(), f"the last move of game {len(done) + 1}"

    def _without_ply(self) -> "ManualMatch":
        game = self.present()
        game = replace(game, plies=game.plies[:-1], winner=None, reason="")
        return replace(self, game=game)._with_clocks_of_plies()

    def _with_clocks_of_plies(self) -> "ManualMatch":
        """The clocks as the last moves of both sides left them."""
        clocks = [self.whole, self.whole]
        for ply in self.present().plies:
            clocks[ply.side] = ply.left
        return replace(self, clocks=(clocks[0], clocks[1]))


def match_of(saved: dict[str, object]) -> ManualMatch:
    """The match that its fields, as JSON has them, describe; KeyError, TypeError or ValueError if none."""
    made = ManualMatch(**saved)  # type: ignore[arg-type]
    games = tuple(_game(game) for game in made.done)  # type: ignore[arg-type]
    present = None if made.game is None else _game(made.game)  # type: ignore[arg-type]
    blue, red = map(float, made.clocks)
    first, second = map(str, made.teams)
    if made.ours not in ("A", "B") or made.colour not in (0, 1) or len(made.winners) != len(games):
        raise ValueError("it makes no sense")
    return replace(
        made,
        done=games,
        winners=tuple(made.winners),
        game=present,
        clocks=(blue, red),
        teams=(first, second),
    )


def _game(saved: dict[str, list[object]]) -> EinsteinGame:
    blue, red = saved["layouts"]
    plies = tuple(EinsteinPly(**ply) for ply in saved["plies"])  # type: ignore[arg-type]
    game = EinsteinGame((tuple(blue), tuple(red)), plies, saved["winner"], saved["reason"])  # type: ignore[arg-type]
    list(game.boards())  # so that a ply of no piece is found
    return game
