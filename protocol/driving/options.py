"""What is to be set, held against what an engine offers."""

from collections.abc import Mapping

from boyi.engines.options import Option
from boyi.protocol.driving.errors import ProtocolError
from boyi.protocol.text import quote

SHOWN = 12
"""How many of the offered options a complaint names."""


def find_option(engine: str, offered: Mapping[str, Option], name: str, value: str) -> Option:
    """The offered option of that name, in lower case in `offered`; ProtocolError if it can't take the value.

    A value out of bounds is refused, not bent: a match is worth nothing if the settings are not those asked.
    """
    option = offered.get(name.lower())
    if option is None:
        names = ", ".join([option.name for option in offered.values()][:SHOWN]) or "none at all"
        raise ProtocolError(f"{engine}: it offers no option {quote(name)}; it offers {names}")
    if option.kind == "spin" and option.least >= option.most:
        return option  # a foreign engine that tells no bounds
    try:
        _, complaint = option.read(value)
    except ValueError as error:
        raise ProtocolError(f"{engine}: {error}") from None
    if complaint:
        raise ProtocolError(
            f"{engine}: option {option.name} takes {option.least} to {option.most}, not {quote(value)}"
        )
    return option
