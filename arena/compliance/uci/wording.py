"""What tells dialects apart that are built like UCI, as far as the checks speak them."""

from collections.abc import Callable
from dataclasses import dataclass

from boyi.arena.compliance.uci import grammar
from boyi.protocol import uci
from boyi.protocol.dialect import Dialect
from boyi.protocol.messages import Hello, SetOption, Welcome


def _set_by_name(name: str, value: str | None) -> str:
    return uci.render_command(SetOption(name, value))


def _same(name: str) -> str:
    return name


@dataclass(frozen=True)
class UciWording:
    """A dialect, and its words for what the checks ask for."""

    dialect: Dialect
    variants: bool = False
    """Whether `UCI_Variant` is used to ask for a game."""
    option_name: Callable[[str], str] = _same
    """UCI's name of an option -> this dialect's."""
    setting: Callable[[str, str | None], str] = _set_by_name
    """The line that sets an option, by the name that the engine gave it."""
    clocks: str = "wtime {0} btime {0}"
    """So many milliseconds for either side."""
    milliseconds: str = ""
    """The option without which clocks count seconds."""
    answers: tuple[str, ...] = ("bestmove",)
    """The words that end a search."""
    info_fault: Callable[[str], str] = grammar.info_fault
    """What is wrong with an info line."""
    option_fault: Callable[[str], str] = grammar.option_fault
    """What is wrong with an option line."""
    best_fault: Callable[[str], str] = grammar.best_fault
    """What is wrong with the answer to a search."""

    @property
    def hello(self) -> str:
        """A client's first word."""
        return self.dialect.render_command(Hello())

    @property
    def welcome(self) -> str:
        """The word that ends the answer to it."""
        return self.dialect.render_event(Welcome())[-1]


UCI = UciWording(uci.DIALECT, variants=True)
