"""What an XBoard engine tells: features, moves, thinking, results; lines from events and back."""

from boyi.engines.options import Option
from boyi.engines.report import Best, Ended, Info, Score
from boyi.protocol import messages as msg
from boyi.protocol.text import SHOWN, one_line
from boyi.protocol.xboard.parsing import MATE, parse_answer, parse_thought

FEATURES = (
    "ping=1 setboard=1 usermove=1 time=1 draw=1 playother=1 reuse=1 analyze=1 colors=0 san=0 ics=0 name=0",
    "sigint=0 sigterm=1 pause=0 nps=0 debug=1 memory=1 smp=1",
)
OTHERWISE = {"Hash", "Threads", "Ponder", "Batch", "Milliseconds"}
"""Options that have commands of their own, or no meaning here."""
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


def render_event(event: msg.Event, variant: str) -> list[str]:
    """The lines that tell an event of a game that XBoard calls so; none if there is no word for it."""
    match event:
        case msg.EngineName(name):
            return [
                f'feature myname="{name}" variants="{variant}"',
                *(f"feature {some}" for some in FEATURES),
            ]
        case msg.OptionOffer(option):
            return [] if option.name in OTHERWISE else [f'feature option="{_render_option(option)}"']
        case msg.Welcome():
            return ["feature done=1"]
        case Best(str(move), answer="resign"):
            return ["resign"]
        case Best(move, answer=answer, ended=ended):
            offer = ["offer draw"] if answer == "draw" else []
            return [*([f"move {move}"] if move else []), *offer, *_render_result(ended)]
        case Info():
            return [_render_thought(event)] if event.score.bound == "exact" else []
        case msg.Refused():
            return [_render_refusal(event)]
        case msg.Note(text) | msg.Text(text):
            return [f"# {line}" for line in text.splitlines()]
    return []


def parse_event(line: str) -> msg.Event | None:
    """What an engine's line tells; None if it is of no interest."""
    answer = parse_answer(line)
    if answer:
        return Best(answer.move, answer="resign" if answer.resigns else "")
    if line.startswith("pong "):
        return msg.Ready()
    if line == "feature done=1":
        return msg.Welcome()
    return msg.Note(line[2:]) if line.startswith("# ") else parse_thought(line)


def _render_option(option: Option) -> str:
    match option.kind:
        case "spin":
            return f"{option.name} -spin {option.default} {option.least} {option.most}"
        case "check":
            return f"{option.name} -check {int(bool(option.default))}"
        case "combo":
            choices = (("*" if choice == option.default else "") + choice for choice in option.choices)
            return f"{option.name} -combo {' /// '.join(choices)}"
        case "string":
            return f"{option.name} -string {option.default}"
        case "button":
            return f"{option.name} -button"


def _render_thought(info: Info) -> str:
    figures = f"{info.depth} {_render_score(info.score)} {info.time // 10} {info.nodes}"
    return f"{figures} {info.seldepth} {info.nps // 1000} {info.tbhits}\t{' '.join(info.pv)}"


def _render_score(score: Score) -> int:
    if score.mate is None:
        return score.value
    return MATE + score.mate if score.mate > 0 else score.mate - MATE


def _render_result(ended: Ended | None) -> list[str]:
    return [f"{RESULTS[ended.points]} {{{ended.reason}}}"] if ended else []


def find_fault(command: msg.Command) -> msg.Command:
    """The part of a command that can't be done which is the client's fault: the last that sets up or plays.

    What comes before a move is the game as it was, which has been possible all along.
    """
    parts = command.commands if isinstance(command, msg.Several) else (command,)
    return next((part for part in reversed(parts) if isinstance(part, msg.Advance | msg.Position)), command)


def _render_refusal(refused: msg.Refused) -> str:
    reason = one_line(refused.reason)
    match find_fault(refused.command):
        case msg.Advance((*_, move)) | msg.Position(_, (*_, move)):
            return f"Illegal move ({reason}): {move}"
        case msg.Position():
            return f"tellusererror Illegal position: {reason}"
        case msg.Unknown(text):
            return f"Error ({reason}): {text.strip()[:SHOWN]}"
    return f"Error ({reason})"
