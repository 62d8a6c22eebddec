"""Sums of rows of 16-bit numbers by vector instructions: plain Python functions with compiled twins.

Written out as vectors, since a compiler that has to find them for itself can't know that rows do not
overlap, and since it widens every product to 64 bits. Rows have a multiple of LANES numbers.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from boyi.engines.jit import Int

LANES = 32
"""Numbers of a vector; processors with narrower ones take it in parts."""
SHORT = ir.IntType(16)
VECTOR = ir.VectorType(SHORT, LANES)
PAIRS = ir.VectorType(ir.IntType(32), LANES // 2)


def moved(before: np.ndarray, after: np.ndarray, gone: np.ndarray, come: np.ndarray) -> None:
    """The accumulator after one feature has gone and one has come."""
    after[:] = before - gone + come


def taken(
    before: np.ndarray, after: np.ndarray, gone: np.ndarray, other: np.ndarray, come: np.ndarray
) -> None:
    """The accumulator after two features have gone and one has come."""
    after[:] = before - gone - other + come


def added(accumulator: np.ndarray, row: np.ndarray) -> None:
    """One more feature is present."""
    accumulator += row


def removed(accumulator: np.ndarray, row: np.ndarray) -> None:
    """One feature less is present."""
    accumulator -= row


def squared(accumulator: np.ndarray, weights: np.ndarray, top: Int) -> Int:
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


@intrinsic
def _moved(typingctx: Any, before: Any, after: Any, gone: Any, come: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        with _each(context, builder, sig.args, args) as (source, goal, less, more):
            rest = builder.sub(_load(builder, source), _load(builder, less))
            builder.store(builder.add(rest, _load(builder, more)), goal, align=2)
        return context.get_dummy_value()

    return types.void(before, after, gone, come), codegen


@intrinsic
def _taken(typingctx: Any, before: Any, after: Any, gone: Any, other: Any, come: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        with _each(context, builder, sig.args, args) as (source, goal, less, too, more):
            rest = builder.sub(_load(builder, source), _load(builder, less))
            change = builder.sub(_load(builder, more), _load(builder, too))
            builder.store(builder.add(rest, change), goal, align=2)
        return context.get_dummy_value()

    return types.void(before, after, gone, other, come), codegen


def _changed(change: Callable[..., Any]) -> Callable[..., Any]:
    """The code that changes an accumulator by a row, number by number."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        with _each(context, builder, sig.args, args) as (goal, row):
            builder.store(change(builder, _load(builder, goal), _load(builder, row)), goal, align=2)
        return context.get_dummy_value()

    return codegen


@intrinsic
def _added(typingctx: Any, accumulator: Any, row: Any) -> Any:
    return types.void(accumulator, row), _changed(ir.IRBuilder.add)


@intrinsic
def _removed(typingctx: Any, accumulator: Any, row: Any) -> Any:
    return types.void(accumulator, row), _changed(ir.IRBuilder.sub)


def _fill(builder: Any, number: Any) -> Any:
    """A vector of one number."""
    single = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
    return builder.shuffle_vector(single, ir.Constant(VECTOR, ir.Undefined), zeros)


def _clipped(builder: Any, numbers: Any, top: Any) -> Any:
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


@intrinsic
def _squared(typingctx: Any, accumulator: Any, weights: Any, top: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        total = cgutils.alloca_once_value(builder, ir.Constant(PAIRS, None))  # type: ignore[no-untyped-call]
        most = _fill(builder, builder.trunc(args[2], SHORT))
        with _each(context, builder, sig.args[:2], args[:2]) as (numbers, factors):
            active = _clipped(builder, _load(builder, numbers), most)
            weighted = builder.mul(active, _load(builder, factors))
            builder.store(builder.add(builder.load(total), _products(builder, active, weighted)), total)
        kind = ir.FunctionType(ir.IntType(32), [PAIRS])
        name = f"llvm.vector.reduce.add.v{LANES // 2}i32"
        reduce = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
        return builder.sext(builder.call(reduce, [builder.load(total)]), ir.IntType(64))

    return types.int64(accumulator, weights, types.int64), codegen


@overload(moved, inline="always")
def _moved_overload(before: Any, after: Any, gone: Any, come: Any) -> Callable[..., Any]:
    def body(before: Any, after: Any, gone: Any, come: Any) -> Any:
        _moved(before, after, gone, come)  # type: ignore[call-arg]

    return body


@overload(taken, inline="always")
def _taken_overload(before: Any, after: Any, gone: Any, other: Any, come: Any) -> Callable[..., Any]:
    def body(before: Any, after: Any, gone: Any, other: Any, come: Any) -> Any:
        _taken(before, after, gone, other, come)  # type: ignore[call-arg]

    return body


@overload(added, inline="always")
def _added_overload(accumulator: Any, row: Any) -> Callable[..., Any]:
    def body(accumulator: Any, row: Any) -> Any:
        _added(accumulator, row)  # type: ignore[call-arg]

    return body


@overload(removed, inline="always")
def _removed_overload(accumulator: Any, row: Any) -> Callable[..., Any]:
    def body(accumulator: Any, row: Any) -> Any:
        _removed(accumulator, row)  # type: ignore[call-arg]

    return body


@overload(squared, inline="always")
def _squared_overload(accumulator: Any, weights: Any, top: Any) -> Callable[..., Any]:
    def body(accumulator: Any, weights: Any, top: Any) -> Any:
        return _squared(accumulator, weights, top)  # type: ignore[call-arg]

    return body
