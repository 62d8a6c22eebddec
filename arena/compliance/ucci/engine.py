"""An engine as the checks speak to it in UCCI."""

from boyi.arena.compliance.ucci import grammar
from boyi.arena.compliance.uci.engine import UciEngine
from boyi.arena.compliance.uci.wording import UciWording
from boyi.protocol.uci.ucci import DIALECT
from boyi.protocol.uci.ucci_options import to_theirs


def _set_bare(name: str, value: str | None) -> str:
    return f"setoption {name}" if value is None else f"setoption {name} {value}"


UCCI = UciWording(
    DIALECT,
    option_name=to_theirs,
    setting=_set_bare,
    clocks="time {0} opptime {0}",
    milliseconds="usemillisec",
    answers=("bestmove", "nobestmove"),
    info_fault=grammar.info_fault,
    option_fault=grammar.option_fault,
    best_fault=grammar.best_fault,
)


class UcciEngine(UciEngine):
    """A conversation about one game in UCCI."""

    wording = UCCI
