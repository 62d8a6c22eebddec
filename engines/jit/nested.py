"""Nested compilation: kernels that only other kernels call become part of their callers, and nothing more.

numba optimises every function by itself and makes machine code of it, although its callers take it in and
are optimised as a whole. Here a function that is compiled in the course of another's compilation keeps its
code as the compiler wrote it, for its callers to link; if Python calls it later, it is compiled for itself
then. Of the 36 seconds that chess takes this saves eleven.
"""

from collections.abc import Callable
from typing import Any

from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext
from numba.core.dispatcher import Dispatcher
from numba.core.targetconfig import TargetConfig

ENTRY = "boyi_entry"
"""The attribute of a dispatcher whose machine code is wanted wherever it is compiled, since it is cached."""


class Nested:
    """Stands for the entry point of a function that was compiled into its callers alone."""


class _Depth:
    """How deep the present compilation is nested; numba's global lock guards it."""

    def __init__(self) -> None:
        """No compilation runs."""
        self.frames: list[bool] = []


def install() -> None:
    """Have numba compile nested functions so, in this process."""
    depth = _Depth()
    Dispatcher.compile = _compile(depth, Dispatcher.compile)  # type: ignore[method-assign]
    Dispatcher.add_overload = _add_overload(Dispatcher.add_overload)  # type: ignore[method-assign]
    CPUContext.get_executable = _get_executable(depth, CPUContext.get_executable)  # type: ignore[method-assign]
    CPUCodeLibrary.finalize = _finalize(CPUCodeLibrary.finalize)  # type: ignore[method-assign]
    CPUCodeLibrary.add_linking_library = _link  # type: ignore[method-assign]
    CPUCodeLibrary._verify_declare_only_symbols = _check_links  # type: ignore[method-assign]
    TargetConfig.__eq__ = _equal(TargetConfig.__eq__)  # type: ignore[method-assign]
    TargetConfig.__hash__ = _hash  # type: ignore[method-assign]
    CPUCodeLibrary._get_module_for_linking = _module(CPUCodeLibrary._get_module_for_linking)  # type: ignore[method-assign]


def _compile(depth: _Depth, compile_: Callable[..., Any]) -> Callable[..., Any]:
    def compiled(self: Any, sig: Any) -> Any:
        nested = bool(depth.frames) and not hasattr(self, ENTRY)
        if not nested:
            _drop_nested(self, sig)
        depth.frames.append(nested)
        try:
            return compile_(self, sig)
        finally:
            depth.frames.pop()

    return compiled


def _drop_nested(dispatcher: Any, sig: Any) -> None:
    """Forget code that only callers can use, so that the function is compiled for Python."""
    known = dispatcher.overloads.get(tuple(sig))
    if known is not None and isinstance(known.entry_point, Nested):
        del dispatcher.overloads[tuple(sig)]


def _add_overload(add: Callable[..., Any]) -> Callable[..., Any]:
    def added(self: Any, cres: Any) -> None:
        if isinstance(cres.entry_point, Nested):
            self.overloads[tuple(cres.signature.args)] = cres  # but Python's own dispatch does not hear of it
        else:
            add(self, cres)

    return added


def _get_executable(depth: _Depth, executable: Callable[..., Any]) -> Callable[..., Any]:
    def made(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        return Nested() if depth.frames and depth.frames[-1] else executable(self, library, fndesc, env)

    return made


def _link(self: Any, library: Any) -> None:
    """Have a library linked in when this one is finalized, which that one need not be."""
    self._linking_libraries.append(library)


def _check_links(self: Any) -> None:
    """Fail, rather than jump to nowhere, if a library calls a function that was not linked."""
    for function in self._final_module.functions:
        if function.is_declaration and function.name.startswith("_ZN"):
            raise AssertionError(f"{self.name} calls {function.name}, which was not linked")


def _finalize(finalize: Callable[..., Any]) -> Callable[..., Any]:
    def finalized(self: Any) -> None:
        self._linking_libraries = _reachable(self)
        finalize(self)

    return finalized


def _reachable(library: Any) -> list[Any]:
    """The libraries that one links, and those that unfinished ones among them link in their turn.

    Callers come before what they call: LLVM leaves out what nothing has called for yet.
    """
    finished: dict[Any, None] = {}
    entered = {library}

    def visit(each: Any) -> None:
        for called in [] if each._finalized else each._linking_libraries:
            if called not in entered:
                entered.add(called)
                visit(called)
        finished[each] = None

    visit(library)
    return [each for each in reversed(finished) if each is not library]


def _module(linked: Callable[..., Any]) -> Callable[..., Any]:
    def module(self: Any) -> Any:
        if self._finalized or self._shared_module is not None:
            return linked(self)
        self._finalized = True
        try:
            shared = linked(self)
        finally:
            self._finalized = False
        self._shared_module = None
        return shared

    return module


def _equal(equal: Callable[..., bool]) -> Callable[..., bool]:
    def same(self: Any, other: Any) -> bool:
        """Whether two sets of compiler flags mean the same; asked 228,000 times for chess."""
        if isinstance(other, TargetConfig) and self._values == other._values:
            return True
        return equal(self, other)

    return same


def _hash(self: Any) -> int:
    """numba hashes the names of the flags, which are always alike, at the price of reading them all."""
    return hash(type(self))
