"""The dialect of the Shenyang Aerospace University (SAU) platform for Connect6.

The platform reads stdout and stderr as one stream, in which any word `move` counts: nothing but
answers is ever said. A single stone is written JJ@@.
"""

from functools import partial

from boyi.protocol import messages as msg
from boyi.protocol.connect6 import turns
from boyi.protocol.dialect import Dialect
from boyi.protocol.text import quote

HELP = """\
name?                    who this is
new black | new white    a game in which we have that colour
move XYXY                the opponent's stones; ours are the answer
error                    our last move is refused; another is the answer
end, quit"""

PLAIN: dict[str, msg.Command] = {
    "name?": msg.Hello(),
    "new black": turns.SET_UP_AND_PLAY,
    "new white": turns.SET_UP,
    "error": msg.Reject(),
    "end": turns.END,
    "end black": turns.END,
    "end white": turns.END,
    "quit": msg.Quit(),
}
SINGLE = 4
"""Letters of a single stone."""
IGNORED = ("accept", "refuse", "take", "taked")
"""Words of another game on the same platform."""


def greets(line: str) -> bool:
    """Whether a line is the platform's first."""
    return line.strip() == "name?"


def parse_command(line: str) -> msg.Command:
    """What the platform asks for."""
    words = line.split()
    plain = PLAIN.get(" ".join(words))
    if plain:
        return plain
    stones = turns.read_turn(words[1]) if len(words) == 2 and words[0] == "move" else None
    if stones:
        return turns.answer_to(stones)
    ignored = words and words[0] in IGNORED
    return msg.Unknown(line, f"{quote(line.strip())} {'is ignored' if ignored else 'means nothing here'}")


render_event = partial(turns.render_event, width=SINGLE)
render_command = partial(turns.render_command, plain=PLAIN, width=SINGLE)
DIALECT = Dialect(
    "sau", greets, HELP, parse_command, render_event, render_command, turns.parse_event, "one pipe"
)
