"""What an XBoard engine says it can do and wants to be told."""

import re
from collections.abc import Collection

from boyi.engines.options import Kind, Option
from boyi.protocol.text import number

DEFAULTS = {
    "ping": "0",
    "setboard": "0",
    "san": "0",
    "usermove": "0",
    "time": "1",
    "colors": "1",
    "reuse": "1",
    "memory": "0",
    "smp": "0",
    "myname": "",
    "variants": "",
    "done": "",
}
"""Features that we act on, and what holds where an engine says nothing."""

WELCOME = {*DEFAULTS, "option", "analyze", "debug", "draw", "playother", "sigint", "sigterm"}
"""Features that we accept, since at least they bind us to nothing; all others are rejected."""

FEATURE = re.compile(r'([A-Za-z]\w*)=("[^"]*"|\S*)')

KINDS: dict[str, Kind] = {
    "spin": "spin",
    "slider": "spin",
    "check": "check",
    "combo": "combo",
    "string": "string",
    "file": "string",
    "path": "string",
    "button": "button",
    "save": "button",
    "reset": "button",
}

AMOUNTS = {"memory": ("memory", "hash"), "smp": ("cores", "threads")}
"""Features that come with a command of their own: what it and its kin in other dialects are called."""


class Features:
    """What one engine has told of itself so far."""

    def __init__(self) -> None:
        """Nothing told: an engine of the protocol's first version."""
        self._values = dict(DEFAULTS)
        self.told = False
        """Whether it has told any."""
        self.options: dict[str, Option] = {}
        """By name in lower case."""

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def has(self, name: str) -> bool:
        """Whether a feature of the kind that is or is not there is there."""
        return self._values[name] == "1"

    def take(self, line: str, refused: Collection[str]) -> list[str]:
        """Read a `feature` line, but for those refused; how it is to be answered."""
        return [self._take(name, text.strip('"'), refused) for name, text in FEATURE.findall(line)]

    def _take(self, name: str, text: str, refused: Collection[str]) -> str:
        self.told = True
        if name not in WELCOME or name in refused:
            return f"rejected {name}"
        if name == "option":
            option = read_option(text)
            self.options[option.name.lower()] = option
        elif name in DEFAULTS:
            self._values[name] = text
        return f"accepted {name}"

    def setting(self, option: Option, value: str) -> str:
        """The command that sets an option of the engine's own."""
        match option.kind:
            case "button":
                return f"option {option.name}"
            case "check":
                return f"option {option.name}={int(bool(option.read(value)[0]))}"
        return f"option {option.name}={value}"

    def amount(self, name: str) -> str:
        """The command that sets memory or cores under any of its names; empty if there is none."""
        return next(
            (names[0] for feature, names in AMOUNTS.items() if name.lower() in names and self.has(feature)),
            "",
        )


def read_option(text: str) -> Option:
    """An option as a feature tells it: its name, its kind behind a dash, then default and bounds."""
    name, _, rest = text.partition(" -")
    kind, _, values = rest.partition(" ")
    match KINDS.get(kind, "string"):
        case "spin":
            default, least, most = ([number(word) or 0 for word in values.split()] + [0, 0, 0])[:3]
            return Option(name, "spin", default, least, most)
        case "check":
            return Option(name, "check", values.strip() == "1")
        case "combo":
            choices = [choice.strip() for choice in values.split("///")]
            default_choice = next((choice for choice in choices if choice.startswith("*")), choices[0])
            names = tuple(choice.removeprefix("*") for choice in choices)
            return Option(name, "combo", default_choice.removeprefix("*"), choices=names)
        case "button":
            return Option(name, "button")
    return Option(name, "string", values)
