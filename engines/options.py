"""Options: declared once, served to every dialect, the arena and the page."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Value = bool | int | str
Kind = Literal["check", "spin", "combo", "string", "button"]


MILLISECONDS = "Milliseconds"
"""Option of games whose dialects count seconds unless it is on."""
BATCH = "Batch"
"""Option of games whose dialects can put off all input until a search has ended."""


def _key(name: str) -> str:
    """A name as it is looked up: some dialects allow no spaces in it."""
    return name.lower().replace(" ", "")


@dataclass(frozen=True)
class Option:
    """What can be set: its name, its kind, its default and its bounds."""

    name: str
    kind: Kind
    default: Value = ""
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    help: str = ""
    names_file: bool = False
    """Whether its value is the path of a file or a folder, or several of them."""
    offered: bool = True
    """Whether it can be set; else it keeps its default, and nobody is told of it."""

    def read(self, text: str) -> tuple[Value, str]:
        """The value a text stands for, and a complaint if it had to be bent; ValueError if it has none."""
        match self.kind:
            case "check":
                return self._read_check(text), ""
            case "spin":
                return self._read_spin(text)
            case "combo":
                return self._read_combo(text), ""
            case "string":
                return ("" if text == "<empty>" else text), ""
            case "button":
                return "", ""

    def _read_check(self, text: str) -> bool:
        match text.lower():
            case "true" | "on" | "1" | "yes":
                return True
            case "false" | "off" | "0" | "no":
                return False
        raise ValueError(f"option {self.name} takes true or false, not {text[:40]!r}")

    def _read_spin(self, text: str) -> tuple[int, str]:
        try:
            value = int(text[:24])
        except ValueError:
            raise ValueError(f"option {self.name} takes a whole number, not {text[:40]!r}") from None
        bent = max(self.least, min(self.most, value))
        if bent == value:
            return value, ""
        return bent, f"option {self.name} takes {self.least} to {self.most}; set to {bent}"

    def _read_combo(self, text: str) -> str:
        for choice in self.choices:
            if choice.lower() == text.lower():
                return choice
        raise ValueError(f"option {self.name} takes one of {', '.join(self.choices)}, not {text[:40]!r}")


COMMON = (
    Option("Hash", "spin", 64, 1, 65536, help="megabytes of transposition table"),
    Option("Clear Hash", "button", help="forget all that earlier searches found"),
    Option("Threads", "spin", 1, 1, 256, help="search threads"),
    Option("MultiPV", "spin", 1, 1, 256, help="how many best lines to show"),
    Option("Ponder", "check", False, help="the opponent's time may be used for thinking"),
    Option("Move Overhead", "spin", 30, 0, 5000, help="milliseconds kept back for each move's way"),
    Option("OwnBook", "check", False, help="play from BookFile"),
    Option("BookFile", "string", "", help="path of an opening book", names_file=True),
    Option(
        "EvalFile",
        "string",
        "",
        help="path of a weight file; empty for the built-in weights",
        names_file=True,
    ),
    Option(
        "Log File",
        "string",
        "",
        help="path of a file that takes every line said and heard",
        names_file=True,
    ),
)
"""What every engine offers."""

PLATFORM = (
    Option("Move Time", "spin", 1000, 1, 600_000, help="milliseconds a move, where no clock is told"),
    Option("Game Time", "spin", 0, 0, 36_000, help="seconds for all moves of a game, 0 for no such limit"),
)
"""What an engine offers besides if it speaks dialects that tell no clocks."""


PATHS = "paths"
"""What stands for every option that names a file, where options are forbidden."""


@dataclass(frozen=True)
class Ceilings:
    """What whoever sets options may not do, whatever the way in which they are set."""

    caps: tuple[tuple[str, int], ...] = ()
    """Options that are numbers, and the most that each may be."""
    forbidden: tuple[str, ...] = ()
    """Options that can't be set; `PATHS` stands for all that name a file."""

    def check(self, table: Iterable[Option]) -> None:
        """ValueError for a name that no option has, and for a cap that is out of its bounds."""
        options = {_key(option.name): option for option in table}
        for name in (*(name for name, _ in self.caps), *self.forbidden):
            if name != PATHS and _key(name) not in options:
                raise ValueError(f"no option {name[:60]!r}")
        for name, most in self.caps:
            option = options[_key(name)]
            if option.kind != "spin":
                raise ValueError(f"option {option.name} is no number, so that it has no ceiling")
            if most < option.least:
                raise ValueError(f"option {option.name} can't be below {option.least}")

    def over(self, table: Iterable[Option]) -> tuple[Option, ...]:
        """The options as they are offered under these ceilings: maximum and default bent, or not at all."""
        caps = {_key(name): most for name, most in self.caps}
        return tuple(self._bend(option, caps) for option in table)

    def _bend(self, option: Option, caps: Mapping[str, int]) -> Option:
        key = _key(option.name)
        if key in map(_key, self.forbidden) or (option.names_file and PATHS in self.forbidden):
            return replace(option, offered=False)
        if key in caps and option.kind == "spin":
            most = max(option.least, min(option.most, caps[key]))
            return replace(option, most=most, default=min(int(option.default), most))
        return option


NO_CEILINGS = Ceilings()


@dataclass
class Options(Mapping[str, Value]):
    """A table of options and their present values; names are looked up without regard to case and spaces."""

    table: Iterable[Option]
    on_change: Callable[[str, Value], None] = lambda name, value: None
    _options: dict[str, Option] = field(init=False)
    _values: dict[str, Value] = field(init=False)

    def __post_init__(self) -> None:
        """Start from the defaults."""
        self._options = {_key(option.name): option for option in self.table}
        self._values = {option.name: option.default for option in self._options.values()}

    def __getitem__(self, name: str) -> Value:
        return self._values[self._options[_key(name)].name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def number(self, name: str) -> int:
        """The value of a spin."""
        return int(self[name])

    def string(self, name: str) -> str:
        """The value of a string or combo."""
        return str(self[name])

    def set(self, name: str, text: str, by_owner: bool = False) -> str:
        """Take a value from text and tell `on_change`; a complaint if it was bent, else nothing.

        ValueError for an unknown name or a text that means nothing; the old value then stays. What is not
        offered is known to the engine's owner alone.
        """
        option = self._options.get(_key(name))
        if option is None or not (option.offered or by_owner):
            raise ValueError(f"no option {name[:60]!r}")
        value, complaint = option.read(text.strip())
        self._values[option.name] = value
        self.on_change(option.name, value)
        return complaint
