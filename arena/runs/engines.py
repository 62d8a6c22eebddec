"""The engines of a run, as they are named on the command line or in a TOML file.

    chess                                   our own engine of a game, by the game's name
    chess?Evaluator=material&Hash=16        the same with options
    "stockfish?UCI_Elo=2500&name=sf"        any command; a few small words are settings, not options
    "gnuchess --xboard?dialect=xboard"
    connect6?dialect=sau&Depth=2            a dialect without options: they go into our engine's command

In a file, each `[[engines]]` has the same settings as keys, and its options in a table of their own.
"""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from boyi.arena import values
from boyi.arena.errors import ArenaError
from boyi.arena.game.clock import TimeControl
from boyi.engines import GAMES, load_game, platforms
from boyi.engines.evaluation import choice_of
from boyi.engines.files import user_path
from boyi.protocol.dialects import DIALECTS, DRIVEN
from boyi.protocol.driving.launch import find_program, is_path
from boyi.protocol.engines import EngineSpec

PATIENCE, OWN_PATIENCE = 90.0, 300.0
"""Seconds for the start of an engine, and of one of ours, which may have to compile on a busy machine."""
GAMES_FOLDERS = ("/usr/games", "/usr/local/games")
"""Where Debian puts engines, often not on the path."""


@dataclass(frozen=True)
class EngineConfig:
    """An engine as the user names it: a line of the settings."""

    name: str
    command: str
    dialect: str = "uci"
    tc: str = ""
    """Its own time control; empty: that of the run."""
    directory: str = ""
    patience: float | None = None
    """Seconds for its start."""
    memory: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if not self.name.strip() or not self.command.strip():
            raise ValueError("an engine needs a name and a command")
        if self.dialect not in DRIVEN:
            raise ValueError(f"no dialect {self.dialect!r} (known: {', '.join(DRIVEN)})")
        if self.tc:
            TimeControl.read(self.tc)

    def control(self, usual: str) -> TimeControl:
        """Its time control, given that of the run."""
        return TimeControl.read(self.tc or usual)

    def spec(self) -> EngineSpec:
        """How its process is started; ArenaError if that is known not to work."""
        spec = EngineSpec(
            self.name,
            (*_command(self.command, self.name), *self._arguments),
            self.dialect,
            {} if self._arguments else self.options,
            user_path(self.directory).absolute() if self.directory else None,
            self._patience,
            self.memory,
        )
        try:
            return replace(spec, command=(find_program(spec), *spec.command[1:]))
        except OSError as error:
            raise ArenaError(f"{self.name}: {error}") from None

    @property
    def _arguments(self) -> list[str]:
        """The options as words of the command: of our own engine, where its dialect can't set them."""
        if self.command not in GAMES or not DIALECTS[self.dialect].request_reply:
            return []
        return option_words(self.options)

    @property
    def _patience(self) -> float:
        if self.patience is not None:
            return self.patience
        return OWN_PATIENCE if self.command in GAMES else PATIENCE

    def with_full_paths(self) -> "EngineConfig":
        """This engine with full paths, so that a run may go on from another folder.

        ArenaError if a file of our own engine is none: it would say so, and play on without.
        """
        spec = self.spec()
        folder = spec.directory or Path.cwd()
        if self.command not in GAMES:
            return replace(self, command=platforms.join_words(list(spec.command)), directory=str(folder))
        self._check_files(folder)
        return replace(self, directory=str(folder))

    def _check_files(self, folder: Path) -> None:
        """Refuse a book that is not there, and weights that would not be taken."""
        for name in filter(None, self.options.get("BookFile", "").split(";")):
            if not (folder / user_path(name.strip())).is_file():
                raise ArenaError(f"{self.name}: there is no book {name.strip()}")
        if file := self.options.get("EvalFile"):
            evaluator = self.options.get("Evaluator", "")
            try:
                choice_of(load_game(self.command), evaluator, str(folder / user_path(file)))
            except ValueError as error:
                raise ArenaError(f"{self.name}: {error}") from None


def option_words(options: Mapping[str, str]) -> list[str]:
    """Options as our own engines take them on their command line."""
    return [word for name, value in options.items() for word in ("--set", f"{name}={value}")]


SETTINGS = {"name": str, "dialect": str, "tc": str, "directory": str, "patience": float, "memory": int}
"""What `?` may set beside options, and how it is read."""


def from_text(text: str) -> EngineConfig:
    """The engine that a word of the command line describes."""
    command, _, query = text.partition("?")
    table: dict[str, Any] = {"name": text, "command": command}
    options: dict[str, str] = {}
    for item in filter(None, query.split("&")):
        name, _, value = item.partition("=")
        if name in SETTINGS:
            table[name] = _setting(name, value, text)
        else:
            options[name] = value
    return from_table(table | {"options": options}, text)


def _setting(name: str, value: str, text: str) -> Any:
    try:
        return SETTINGS[name](value)
    except ValueError:
        raise ArenaError(f"{text}: {name} is a number, not {value!r}") from None


def from_table(table: Mapping[str, Any], where: str) -> EngineConfig:
    """The engine of a table of settings; a command may be a list of words, an option any plain value."""
    command, changed = table.get("command"), dict[str, Any]()
    if isinstance(command, list):
        changed["command"] = platforms.join_words([str(word) for word in command])
    options = values.table(table, "options", where)
    changed["options"] = {name: _plain(value) for name, value in options.items()}
    return values.make(EngineConfig, {**table, **changed}, where)


def from_list(tables: Any, where: str) -> tuple[EngineConfig, ...]:
    """The engines of a list of tables."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ArenaError(f"{where}: engines are tables: [[engines]]")
    return tuple(from_table(table, f"{where}, engine {i}") for i, table in enumerate(tables, 1))


def _plain(value: Any) -> str:
    """An option's value as engines read it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_engines(engines: Sequence[EngineConfig], game: str, tc: str) -> None:
    """Refuse two engines of one name, and what is known not to work for a game and a run's time control."""
    names = [engine.name for engine in engines]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ArenaError(f"two engines are called {twice[0]!r}; tell them apart with ?name=…")
    for engine in engines:
        if engine.command in GAMES and engine.command != game:
            raise ArenaError(f"{engine.name}: our engine of {engine.command} does not play {game}")
        if not DIALECTS[engine.dialect].fits(game):
            raise ArenaError(f"{engine.name}: {engine.dialect} is no dialect of {game}")
        control = engine.control(tc)
        if DIALECTS[engine.dialect].request_reply and (control.nodes or control.depth):
            raise ArenaError(f"{engine.name}: {engine.dialect} has no words for nodes or depth")


def _command(text: str, name: str) -> tuple[str, ...]:
    """The words of a command; a program of Debian's folder of games needs no path."""
    if text in GAMES:
        return (sys.executable, "-P", "-m", GAMES[text])
    try:
        program, *words = platforms.split_words(text)
    except ValueError as error:
        raise ArenaError(f"{name}: {text!r} is no command: {error}") from None
    if not is_path(program) and shutil.which(program) is None:
        program = shutil.which(program, path=os.pathsep.join(GAMES_FOLDERS)) or program
    return (program, *words)
