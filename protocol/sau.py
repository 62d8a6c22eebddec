"""SAU: the dialect of the Shenyang Aerospace University platform for Connect6.

The platform reads stdout and stderr as one stream, in which any word `move` counts: nothing but
answers is ever said. A single stone is written JJ@@.
"""

from boyi.protocol.dialect import Dialect
from boyi.protocol.messages import (
    Command,
    Event,
    Hello,
    Quit,
    Reject,
    Unknown,
)
from boyi.protocol.stones import (
    END,
    SET_UP,
    SET_UP_AND_PLAY,
    answer_to,
    read_event,
    read_turn,
    render_answer,
    render_asked,
)
from boyi.protocol.words import quote

HELP = """\
name?                    who this is
new black | new white    a game in which we have that colour
move XYXY                the opponent's stones; ours are the answer
error                    our last move is refused; another is the answer
end, quit"""

PLAIN: dict[str, Command] = {
    "name?": Hello(),
    "new black": SET_UP_AND_PLAY,
    "new white": SET_UP,
    "error": Reject(),
    "end": END,
    "end black": END,
    "end white": END,
    "quit": Quit(),
}
SINGLE = 4
"""Letters of a single stone."""
IGNORED = ("accept", "refuse", "take", "taked")
"""Words of another game on the same platform."""


def greets(line: str) -> bool:
    """Whether a line is the platform's first."""
    return line.strip() == "name?"


def parse_command(line: str) -> Command:
    """What the platform asks for."""
    words = line.split()
    plain = PLAIN.get(" ".join(words))
    if plain:
        return plain
    stones = read_turn(words[1]) if len(words) == 2 and words[0] == "move" else None
    if stones:
        return answer_to(stones)
    ignored = words and words[0] in IGNORED
    return Unknown(line, f"{quote(line.strip())} {'is ignored' if ignored else 'means nothing here'}")


def render_event(event: Event) -> list[str]:
    """The platform hears a name and moves, nothing else."""
    return render_answer(event, SINGLE)


def render_command(command: Command) -> str:
    """The line that asks an engine for something; empty where the platform has no word for it."""
    return render_asked(command, PLAIN, SINGLE)


DIALECT = Dialect("sau", greets, HELP, parse_command, render_event, render_command, read_event, "one pipe")
