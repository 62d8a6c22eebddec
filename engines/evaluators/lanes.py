"""Sums of rows of 16-bit numbers by vector instructions: plain Python functions with compiled twins.

Written out as vectors, since a compiler that has to find them for itself can't know that rows do not
overlap, and since it widens every product to 64 bits. Rows have a multiple of LANES numbers.
"""

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import lower_builtin, type_callable

from boyi.engines.jit import Int

LANES = 32
"""Numbers of a vector; processors with narrower ones take it in parts."""
SHORT = ir.IntType(16)
VECTOR = ir.VectorType(SHORT, LANES)
PAIRS = ir.VectorType(ir.IntType(32), LANES // 2)


def move_feature(before: np.ndarray, after: np.ndarray, gone: np.ndarray, come: np.ndarray) -> None:
    """The accumulator after one feature has gone and one has come."""
    after[:] = before - gone + come


def capture_feature(
    before: np.ndarray, after: np.ndarray, gone: np.ndarray, other: np.ndarray, come: np.ndarray
) -> None:
    """The accumulator after two features have gone and one has come."""
    after[:] = before - gone - other + come


def add_feature(accumulator: np.ndarray, row: np.ndarray) -> None:
    """One more feature is present."""
    accumulator += row


def remove_feature(accumulator: np.ndarray, row: np.ndarray) -> None:
    """One feature less is present."""
    accumulator -= row


def screlu_dot(accumulator: np.ndarray, weights: np.ndarray, top: Int) -> Int:
    """The sum of the weighted squares of numbers clipped to 0..top.

    Each product of a weight and `top` must fit 16 bits, the sum 32.
    """
    active = np.clip(accumulator, 0, top).astype(np.int64)
    return int((active * active * weights).sum())


@contextmanager
def _each(context: Any, builder: Any, kinds: Any, rows: Any) -> Iterator[list[Any]]:
    """A loop over the vectors of rows: where each row has its next one."""
    arrays = [context.make_array(kind)(context, builder, row) for kind, row in zip(kinds, rows, strict=True)]
    count = builder.udiv(arrays[0].nitems, ir.Constant(arrays[0].nitems.type, LANES))
    with cgutils.for_range(builder, count) as loop:
        place = builder.mul(loop.index, ir.Constant(loop.index.type, LANES))
        yield [builder.bitcast(builder.gep(row.data, [place]), VECTOR.as_pointer()) for row in arrays]


def _load(builder: Any, place: Any) -> Any:
    return builder.load(place, align=2)


def _compile_sum(function: Callable[..., None], goal: int, plus: Sequence[int], minus: Sequence[int]) -> None:
    """Compile a function of rows that writes a sum into one of them; rows are named by their places."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        with _each(context, builder, sig.args, args) as places:
            total = ir.Constant(VECTOR, None)
            for place in plus:
                total = builder.add(total, _load(builder, places[place]))
            for place in minus:
                total = builder.sub(total, _load(builder, places[place]))
            builder.store(total, places[goal], align=2)
        return context.get_dummy_value()

    rows = [types.Array] * len(inspect.signature(function).parameters)
    lower_builtin(function, *rows)(code)  # type: ignore[no-untyped-call]
    type_callable(function)(lambda context: functools.wraps(function)(lambda *rows: types.void))


_compile_sum(move_feature, 1, plus=(0, 3), minus=(2,))
_compile_sum(capture_feature, 1, plus=(0, 4), minus=(2, 3))
_compile_sum(add_feature, 0, plus=(0, 1), minus=())
_compile_sum(remove_feature, 0, plus=(0,), minus=(1,))


def _fill(builder: Any, number: Any) -> Any:
    """A vector of one number."""
    single = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
    return builder.shuffle_vector(single, ir.Constant(VECTOR, ir.Undefined), zeros)


def _clip(builder: Any, numbers: Any, top: Any) -> Any:
    zero = ir.Constant(VECTOR, None)
    positive = builder.select(builder.icmp_signed(">", numbers, zero), numbers, zero)
    return builder.select(builder.icmp_signed("<", positive, top), positive, top)


def _products(builder: Any, left: Any, right: Any) -> Any:
    """Products with 32 bits, each added to its neighbour: one instruction of most processors."""
    wide = ir.VectorType(ir.IntType(32), LANES)
    products = builder.mul(builder.sext(left, wide), builder.sext(right, wide), flags=("nsw",))
    places = [ir.Constant(PAIRS, list(range(first, LANES, 2))) for first in (0, 1)]
    nothing = ir.Constant(wide, ir.Undefined)
    return builder.add(*(builder.shuffle_vector(products, nothing, chosen) for chosen in places))


def _screlu_code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    total = cgutils.alloca_once_value(builder, ir.Constant(PAIRS, None))  # type: ignore[no-untyped-call]
    most = _fill(builder, builder.trunc(args[2], SHORT))
    with _each(context, builder, sig.args[:2], args[:2]) as (numbers, factors):
        active = _clip(builder, _load(builder, numbers), most)
        weighted = builder.mul(active, _load(builder, factors))
        builder.store(builder.add(builder.load(total), _products(builder, active, weighted)), total)
    kind = ir.FunctionType(ir.IntType(32), [PAIRS])
    name = f"llvm.vector.reduce.add.v{LANES // 2}i32"
    reduce = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
    return builder.sext(builder.call(reduce, [builder.load(total)]), ir.IntType(64))


lower_builtin(screlu_dot, types.Array, types.Array, types.Integer)(_screlu_code)  # type: ignore[no-untyped-call]
type_callable(screlu_dot)(lambda context: lambda accumulator, weights, top: types.int64)
