"""The second dialect of Connect6, spoken by the engine of that name and by ConnectMore.

A client may send a whole game as `black …` and `white …` and then say `next`. A single stone is
answered as JJ; JJJJ and JJ@@ are understood, too.
"""

from boyi.protocol import messages as msg
from boyi.protocol.connect6 import turns
from boyi.protocol.dialect import Dialect
from boyi.protocol.text import number, quote

HELP = """\
name                         who this is
new black | new white        a game in which we have that colour
new ANYTHING                 an empty board
move XXXX                    the opponent's stones; ours are the answer
black XXXX, white XXXX       place the stones of a colour, which is to move
next                         play for the side to move
depth N                      look N turns ahead at most, 0 for no bound
vcf, unvcf                   look for sequences of threats, or don't
print, help, exit, quit"""

SINGLE = 2
"""Letters of a single stone."""
COLOURS = {"black": 0, "white": 1}
PLAIN: dict[str, msg.Command] = {
    "name": msg.Hello(),
    "new black": turns.SET_UP_AND_PLAY,
    "new white": turns.SET_UP,
    "next": turns.PLAY,
    "error": msg.Reject(),
    "vcf": msg.SetOption("Threat Sequences", "true"),
    "unvcf": msg.SetOption("Threat Sequences", "false"),
    "print": msg.Show(),
    "help": msg.Help(),
    "exit": msg.Quit(),
    "quit": msg.Quit(),
}


def greets(line: str) -> bool:
    """Whether a line is one that only clients of this dialect begin with."""
    words = line.split()
    return words == ["name"] or words == ["new", "xxx"] or words[:1] == ["black"]


def parse_command(line: str) -> msg.Command:
    """What a client asks for."""
    words = line.split()
    plain = PLAIN.get(" ".join(words))
    if plain:
        return plain
    stones = turns.read_turn(words[1]) if len(words) == 2 else None
    match words:
        case ["new", _]:
            return turns.SET_UP
        case ["move", _] if stones:
            return turns.answer_to(stones)
        case [("black" | "white") as colour, _] if stones:
            return msg.Advance(stones, whole=True, side=COLOURS[colour])
        case ["depth", depth] if number(depth) is not None:
            return msg.SetOption("Depth", depth)
    return msg.Unknown(line, f"{quote(line.strip())} means nothing here")


def render_event(event: msg.Event) -> list[str]:
    """The lines that tell an event; none for what the dialect has no word for."""
    return event.text.splitlines() if isinstance(event, msg.Text) else turns.render_event(event, SINGLE)


def render_command(command: msg.Command) -> str:
    """The line that asks an engine for something; empty where the dialect has no word for it."""
    match command:
        case msg.Advance(stones, _, int(side)):
            return f"{('black', 'white')[side]} {''.join(stones * (3 - len(stones)))}"
        case msg.SetOption("Depth", str(depth)):
            return f"depth {depth}"
    return turns.render_command(command, PLAIN, SINGLE)


DIALECT = Dialect(
    "cloudict", greets, HELP, parse_command, render_event, render_command, turns.parse_event, "one pipe"
)
