"""How kernels are compiled, chosen by the game, and cached: the only file that configures numba.

Everything a kernel touches is one NumPy record, and the record's dtype is the game:
`record` makes such a dtype, `kernel` / `lean` / `inline` / `entry` compile a function, `generic` lets one
function have a body per game. With NUMBA_DISABLE_JIT=1 the very same code runs as plain Python.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

import numba
import numpy as np
from numba.extending import overload

from boyi.engines.jit import nested, target, unboxing
from boyi.engines.jit.cache import KernelCache
from boyi.engines.jit.reach import Bodies

target.install()
nested.install()
unboxing.install()

F = TypeVar("F", bound=Callable[..., Any])
Record = Any
"""One element of a record dtype: `np.record` in Python, a pointer in a kernel."""
Int = Any
"""A whole number in a kernel: Python's, or one of the machine's, which type checkers would not mix."""
Real = Any
"""A number with a fraction in a kernel, single or double."""
Word = Any
"""64 unsigned bits."""
Bool = Any
"""A truth value in a kernel."""
Dtype = np.dtype[Any]

LINE = 64
"""Bytes of a cache line."""
COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]

BODIES = Bodies()
"""Where every body of a generic kernel stands, so that compiled code is known by its sources."""

if not COMPILED:
    np.seterr(over="ignore")  # 64-bit keys and bitboards wrap around on purpose


def entry(function: F) -> F:
    """Compile an entry point: cached on disk, runs without the interpreter lock."""
    dispatcher = numba.njit(nogil=True)(function)
    if COMPILED:
        setattr(dispatcher, nested.ENTRY, True)
        dispatcher._cache = KernelCache(function, BODIES)  # type: ignore[attr-defined]
    return cast(F, dispatcher)


def kernel(function: F) -> F:
    """Compile a function that only other kernels call."""
    return cast(F, numba.njit(nogil=True)(function))


def lean(function: F) -> F:
    """Compile a kernel that makes no arrays and hands none back, nor does anything that it calls.

    So references to arrays are not counted there, which threads would do by turns, all in the same place.
    """
    return cast(F, numba.njit(nogil=True, _nrt=False)(function))  # type: ignore[call-overload]


def inline(function: F) -> F:
    """Compile a small function that dissolves into its callers."""
    return cast(F, numba.njit(nogil=True, forceinline=True)(function))


def in_python(kernel: F) -> F:
    """The Python function behind a small kernel, for use outside of kernels: a call would compile it."""
    return cast(F, getattr(kernel, "py_func", kernel))


def record(*fields: tuple[Any, ...]) -> Dtype:
    """The dtype of a record whose fields read as attributes, here and in kernels."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def new(dtype: Dtype) -> Record:
    """A record of zeros; kernels change it in place."""
    return _room(dtype)[0]


def _room(dtype: Dtype) -> np.ndarray:
    """Zeros for one record that begins with a cache line, as vectors within it then do."""
    room = np.zeros(dtype.itemsize + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + dtype.itemsize].view(dtype)


def copy(source: Record) -> Record:
    """A record of its own with the same bytes."""
    target = _room(source.dtype)
    target.view(np.uint8)[:] = _bytes(source)
    return target[0]


def assign(target: Record, source: Record) -> None:
    """Overwrite every byte of `target` with those of `source`, which has the same dtype."""
    _bytes(target)[:] = _bytes(source)


def _bytes(source: Record) -> np.ndarray:
    """All bytes of a record, also those between its fields, in place."""
    whole: np.ndarray = source.view(np.ndarray).reshape(1)
    return whole.view(np.uint8)


class Generic(Protocol):
    """A kernel with a body per game."""

    def __call__(self, *args: Any) -> Any:
        """Run the body of the arguments' game."""

    def register(self, *dtypes: Dtype) -> Callable[[F], F]:
        """Enter a body for records of these dtypes; a second one for the same is refused."""


def generic(*, required: bool = False, apart: bool = False) -> Callable[[Callable[..., Any]], Generic]:
    """Like functools.singledispatch, for kernels: the types of the record arguments choose the body.

    Arguments that are not records take no part in the choice. The decorated function is what runs
    where no game registered its own, unless one is `required`. A body dissolves into its callers,
    or stays `apart` where it is large: inlining it everywhere would multiply compile time.
    """
    return functools.partial(_dispatcher, required, apart)


def _dispatcher(required: bool, apart: bool, stub: Callable[..., Any]) -> Generic:
    default = None if required else stub
    signature = inspect.signature(stub)
    bodies: dict[tuple[Any, ...], Callable[..., Any]] = {}

    def body(key: tuple[Any, ...]) -> Callable[..., Any]:
        found = bodies.get(key, default)
        if found is None:
            raise TypeError(f"{stub.__name__} has no body for {key}")
        return found

    @functools.wraps(stub)
    def call(*args: Any) -> Any:
        return body(tuple(a.dtype for a in args if isinstance(a, np.void)))(*args)

    def choose(*args: Any) -> Callable[..., Any]:
        return body(tuple(a for a in args if isinstance(a, numba.types.Record)))

    choose.__signature__ = signature  # type: ignore[attr-defined]
    overload(call, jit_options={} if apart else {"forceinline": True})(choose)

    def register(*dtypes: Dtype) -> Callable[[F], F]:
        # numba's record types are structural: two games with equal fields would be one type
        types = tuple(numba.from_dtype(dtype) for dtype in dtypes)

        def enter(function: F) -> F:
            if inspect.signature(function).parameters != signature.parameters:
                raise TypeError(f"{function.__qualname__} must take {signature}")
            if types in bodies:
                raise TypeError(f"{stub.__name__} already has {bodies[types].__qualname__}")
            bodies[types] = bodies[dtypes] = function
            BODIES.enter(cast(Any, types), function.__module__)
            return function

        return enter

    call.register = register  # type: ignore[attr-defined]
    return cast(Generic, call)
