"""What an XBoard engine knows of a game, and what it has still to be told."""

from boyi.protocol.driving.errors import ProtocolError
from boyi.protocol.driving.spec import Turn
from boyi.protocol.xboard.client_features import Features
from boyi.protocol.xboard.parsing import USUAL, spell, time_control, time_left

COLOURS = ("white", "black")


class KnownGame:
    """An engine's own board, as far as we know it."""

    def __init__(self, engine: str, features: Features, variant: str) -> None:
        """No game yet."""
        self._engine = engine
        self.concerns: set[str] = set()
        """The words of the last lines that an engine has no right to complain about."""
        self._features = features
        self._variant = variant
        self._in_step = False
        """Whether the board is known; not while a move is awaited."""
        self._start: str | None = None
        self._moves: tuple[str, ...] = ()
        self._playing = False
        """Whether the engine moves by itself after the opponent's move."""
        self._control: tuple[str, ...] = ()

    def begin(self, start: str | None) -> list[str]:
        """The lines that begin a game; ProtocolError if the engine can't begin from that position."""
        if start is not None and not self._features.has("setboard"):
            raise ProtocolError(f"{self._engine}: it can't be given a position (it has no setboard)")
        self._start, self._moves, self._control = start, (), ()
        self._playing, self._in_step = False, True
        self.concerns = {"setboard", "position", "new", "variant"}
        variant = [] if self._variant == USUAL else [f"variant {self._variant}"]
        board = [] if start is None else [f"setboard {start}"]
        return ["new", *variant, "force", "easy", "post", *board]

    def catch_up(self, turn: Turn) -> tuple[str, ...]:
        """The lines that make the engine think about its turn."""
        control = time_control(turn.limits, turn.side)
        known = len(self._moves)
        opening = []
        if not self._in_step or turn.start != self._start or turn.moves[:known] != self._moves:
            opening, known = self.begin(turn.start), 0
        self._in_step = False
        clocks = [*self._changed(control), *self._clocks(turn)]
        moves = self._words(turn)[known:]
        self.concerns = {"go", "usermove", "setboard", "position", *moves, *turn.moves[known:]}
        words = [f"usermove {move}" if self._features.has("usermove") else move for move in moves]
        if self._playing and len(words) == 1:
            return *clocks, *words
        colour = [COLOURS[turn.side]] if self._features.has("colors") else []
        halt = ["force"] if self._playing else []
        return *opening, *halt, *words, *clocks, *colour, "go"

    def take_move(self, turn: Turn, move: str) -> None:
        """Take account of the engine's own move."""
        self._moves = (*turn.moves, move)
        self._in_step = self._playing = True

    def _words(self, turn: Turn) -> list[str]:
        return spell(turn.start, turn.moves) if self._features.has("san") else list(turn.moves)

    def _clocks(self, turn: Turn) -> tuple[str, ...]:
        return time_left(turn.limits, turn.side) if self._features.has("time") else ()

    def _changed(self, control: tuple[str, ...]) -> tuple[str, ...]:
        """The time control, if it is another; `level` is told once a game, for it holds the base time."""
        kinds = tuple(line.split()[0] if line.startswith("level") else line for line in control)
        if kinds == self._control:
            return ()
        self._control = kinds
        return control
