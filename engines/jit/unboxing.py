"""Unboxing: how a record gets from Python into a kernel.

numba asks NumPy for a buffer of the record, and NumPy spells out the whole dtype for it at every call: 30 µs
for a position of chess, where the call itself takes two. The address stands in the record's object, at a
place that NumPy's public headers fix; it is read from there.
"""

import ctypes
from typing import Any

import numba.core.boxing  # noqa: F401  it enters numba's own way, which is replaced
import numpy as np
from numba import types
from numba.core import pythonapi
from numba.extending import NativeValue

DATA = object.__basicsize__ + np.dtype(np.intp).itemsize
"""Where `PyVoidScalarObject` keeps its data pointer: behind the object's head and its size."""


def install() -> None:
    """Have kernels take records by their address, unless NumPy keeps it elsewhere."""
    pair = np.zeros(2, np.dtype((np.record, [("field", np.int64)])))
    second = pair[1]
    if ctypes.c_void_p.from_address(id(second) + DATA).value == pair.ctypes.data + pair.itemsize:
        # Not numba.extending.unbox, which registers new types but replaces nothing.
        pythonapi._unboxers.functions[types.Record] = _address


def _address(kind: Any, obj: Any, context: Any) -> NativeValue:
    """The code that reads a record's address; the caller's reference keeps it alive during the call."""
    builder, wanted = context.builder, context.context.get_value_type(kind)
    place = builder.gep(obj, [context.context.get_constant(types.intp, DATA)])
    address = builder.load(builder.bitcast(place, wanted.as_pointer()))
    return NativeValue(address)  # type: ignore[no-untyped-call]
