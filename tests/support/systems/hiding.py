"""Modules and names that another system has not, though the standard library here goes on using them."""

import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

OURS = "boyi."


def hide_modules(names: Iterable[str]) -> None:
    """Have these modules fail to be imported from now on."""
    for name in names:
        sys.modules[name] = None  # type: ignore[assignment]


def hide_names(module: ModuleType, names: Iterable[str]) -> None:
    """Take names away from everybody."""
    for name in names:
        if hasattr(module, name):
            delattr(module, name)


def hide_from_us(module: ModuleType, names: Iterable[str]) -> None:
    """Have functions fail where our own code calls them."""
    for name in names:
        if hasattr(module, name):
            setattr(module, name, _guarded(f"{module.__name__}.{name}", getattr(module, name)))


def _guarded(title: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def call(*words: Any, **named: Any) -> Any:
        caller = sys._getframe(1).f_globals.get("__name__", "")
        if caller.startswith(OURS):
            raise AttributeError(f"{caller} called {title}, which {sys.platform} has not")
        return real(*words, **named)

    return call
