"""What a client asks and what an engine answers, free of any dialect's wording.

A dialect reads and writes these; the session acts on commands and tells events. `Info` and `Best`
come from the engine as they are and count as events, and so does `Memory`.
"""

from dataclasses import dataclass

from boyi.engines.limits import Limits
from boyi.engines.options import Option
from boyi.engines.report import Best, Info, Memory


@dataclass(frozen=True)
class Hello:
    """Who are you and what can be set?"""


@dataclass(frozen=True)
class IsReady:
    """Answer once all that came before is done."""


@dataclass(frozen=True)
class SetOption:
    """Give an option a value; None where the command named no value, as for buttons."""

    name: str
    value: str | None = None


@dataclass(frozen=True)
class NewGame:
    """What follows belongs to another game; a search that runs ends with its move told."""

    abandon: bool = False
    """Whether that move is not told, since nobody waits for it any more."""


@dataclass(frozen=True)
class Position:
    """Set up a position (None: where the game starts) and play moves from it."""

    fen: str | None
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Advance:
    """Play moves from the present position."""

    moves: tuple[str, ...]
    whole: bool = False
    """Whether they are one turn: all of them are played and the turn passes, or none."""
    side: int | None = None
    """Whose moves they are, if the client says so; then they must be that side's to make."""


@dataclass(frozen=True)
class Place:
    """Choose where the pieces of a side (0 the first player, 1 the second) start."""

    side: int


@dataclass(frozen=True)
class Ban:
    """Moves that must not be played from the present position."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class Go:
    """Search. `notes` say which fields could not be read and were left out.

    Limits that say nothing at all leave the time to the engine's own settings.
    """

    limits: Limits
    notes: tuple[str, ...] = ()
    relative: bool = False
    """Whether the clocks are the mover's and the opponent's, not the first and the second player's."""
    own: bool = False
    """Whether the move found is played at once in the engine's own position."""
    coarse: bool = False
    """Whether clocks count seconds, unless the option for milliseconds is on."""


@dataclass(frozen=True)
class Reject:
    """The engine's last own move is not accepted: take it back and play another."""


@dataclass(frozen=True)
class Appraise:
    """Tell the static value of the position; no move is wanted."""


@dataclass(frozen=True)
class Probe:
    """Tell what earlier searches remember of a position."""

    fen: str | None
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Perft:
    """Count the positions that lie so many plies ahead."""

    depth: int


@dataclass(frozen=True)
class PonderHit:
    """The expected move was played: go on with the search on one's own time."""

    draw: bool = False
    """Whether a draw was offered with it."""


@dataclass(frozen=True)
class Stop:
    """End the search and tell its move."""


@dataclass(frozen=True)
class Quit:
    """End the process."""


@dataclass(frozen=True)
class Show:
    """Draw the position."""


@dataclass(frozen=True)
class Explain:
    """Take the evaluation of the position apart."""


@dataclass(frozen=True)
class Bench:
    """Run the fixed searches whose node count signs the engine."""


@dataclass(frozen=True)
class Version:
    """Which version is this?"""


@dataclass(frozen=True)
class Flip:
    """Exchange the sides of the position."""


@dataclass(frozen=True)
class Debug:
    """Tell more, or less."""

    on: bool


@dataclass(frozen=True)
class Help:
    """What can be said?"""


@dataclass(frozen=True)
class Unknown:
    """A line that means nothing, and why, in a short sentence."""

    text: str
    reason: str


@dataclass(frozen=True)
class Several:
    """What one line asks for, one after the other; if a part can't be done, the rest is not either."""

    commands: "tuple[Command, ...]"


Command = (
    Several | Hello | IsReady | SetOption | NewGame | Position | Advance | Place | Ban | Go | Reject
    | Appraise | Probe | Perft | PonderHit | Stop | Quit | Show | Explain | Bench | Version | Flip | Debug
    | Help | Unknown
)  # fmt: skip


@dataclass(frozen=True)
class EngineName:
    """The engine's name."""

    name: str


@dataclass(frozen=True)
class EngineAuthor:
    """Who made the engine."""

    author: str


@dataclass(frozen=True)
class OptionOffer:
    """One option that can be set."""

    option: Option


@dataclass(frozen=True)
class Welcome:
    """The answer to Hello is complete."""


@dataclass(frozen=True)
class Ready:
    """All that came before IsReady is done."""


@dataclass(frozen=True)
class EngineVersion:
    """The engine's version."""

    version: str


@dataclass(frozen=True)
class Placement:
    """Where the pieces of a side start, in the order of the game's notation."""

    squares: tuple[str, ...]


@dataclass(frozen=True)
class PerftCount:
    """How many positions a perft has found behind a move."""

    move: str
    positions: int


@dataclass(frozen=True)
class Idle:
    """Nothing to stop: no search is running."""


@dataclass(frozen=True)
class Refused:
    """A command that can't be done, and why, in one line."""

    command: Command
    reason: str


@dataclass(frozen=True)
class Note:
    """A remark for the user, one line."""

    text: str


@dataclass(frozen=True)
class Text:
    """Lines for a person at a terminal; a client passes over them."""

    text: str


@dataclass(frozen=True)
class Bye:
    """The last word before the process ends."""


Event = (
    EngineName | EngineAuthor | OptionOffer | Welcome | Ready | EngineVersion | Placement | PerftCount | Idle
    | Info | Best | Memory | Refused | Note | Text | Bye
)  # fmt: skip
