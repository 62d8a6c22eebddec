"""Single machine instructions that kernels need, each a plain Python function with a compiled twin."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from boyi.engines.jit import COMPILED, Bool, Int, Word, inline, target

ZERO = np.uint64(0)
GATHERS = COMPILED and target.GATHERS
"""Whether `gather` and `scatter` are worth using: single instructions, and not the slow ones of early Zen."""
ONE = np.uint64(1)
SPREAD = np.array(
    [
        0x9E3779B97F4A7C15,
        0xD6E8FEB86659FD93,
        0xC2B2AE3D27D4EB4F,
        0xA0761D6478BD642F,
        0xE7037ED1A0B428DB,
        0x8EBC6AF09C88C6E3,
    ],
    np.uint64,
)
"""Odd multipliers: words multiplied by them and joined make a key."""


def lowest(bits: Word) -> Int:
    """Index of the lowest set bit; `bits` must not be zero."""
    value = int(bits)
    return (value & -value).bit_length() - 1


def highest(bits: Word) -> Int:
    """Index of the highest set bit; `bits` must not be zero."""
    return int(bits).bit_length() - 1


def count(bits: Word) -> Int:
    """Number of set bits."""
    return int(bits).bit_count()


def gather(bits: Word, mask: Word) -> Word:
    """The bits of a word that a mask selects, moved together at the low end."""
    places = [place for place in range(64) if int(mask) >> place & 1]
    return np.uint64(sum((int(bits) >> place & 1) << i for i, place in enumerate(places)))


def scatter(bits: Word, mask: Word) -> Word:
    """The low bits of a word, spread over the places that a mask selects."""
    places = [place for place in range(64) if int(mask) >> place & 1]
    return np.uint64(sum((int(bits) >> i & 1) << place for i, place in enumerate(places)))


def byte_at(address: Word, index: Int) -> Int:
    """A byte of memory that whoever gave its address keeps."""
    return ctypes.c_uint8.from_address(int(address) + int(index)).value


def prefetch(words: np.ndarray, index: Int) -> None:
    """Start fetching a word of an array of 64-bit words into the cache."""


@inline
def bit(index: Int) -> Word:
    """The word with this one bit set."""
    return ONE << np.uint64(index)


@inline
def several(bits: Word) -> Bool:
    """Whether more than one bit is set."""
    return (bits & (bits - ONE)) != ZERO


def _function(module: Any, kind: Any, name: str) -> Any:
    """A function of the C library or of LLVM."""
    return cgutils.get_or_insert_function(module, kind, name)  # type: ignore[no-untyped-call]


@intrinsic
def _lowest(typingctx: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@intrinsic
def _highest(typingctx: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        leading = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.xor(leading, ir.Constant(ir.IntType(64), 63))

    return types.int64(types.uint64), codegen


@intrinsic
def _count(typingctx: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


def _two_words(builder: Any, name: str, args: Any) -> Any:
    word = ir.IntType(64)
    return builder.call(_function(builder.module, ir.FunctionType(word, [word, word]), name), args)


@intrinsic
def _gather(typingctx: Any, bits: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _two_words(builder, "llvm.x86.bmi.pext.64", args)

    return types.uint64(types.uint64, types.uint64), codegen


@intrinsic
def _scatter(typingctx: Any, bits: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _two_words(builder, "llvm.x86.bmi.pdep.64", args)

    return types.uint64(types.uint64, types.uint64), codegen


@intrinsic
def _prefetch(typingctx: Any, words: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        i32, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), pointer)
        kind = ir.FunctionType(ir.VoidType(), [pointer, i32, i32, i32])
        fetch = _function(builder.module, kind, "llvm.prefetch.p0")
        # for reading, to be kept in every cache level, data
        builder.call(fetch, [place, ir.Constant(i32, 0), ir.Constant(i32, 3), ir.Constant(i32, 1)])
        return context.get_dummy_value()

    return types.void(words, types.int64), codegen


@intrinsic
def _byte_at(typingctx: Any, address: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = builder.inttoptr(builder.add(args[0], args[1]), ir.IntType(8).as_pointer())
        return builder.load(place)

    return types.uint8(types.uint64, types.int64), codegen


@overload(byte_at, inline="always")
def _byte_at_overload(address: Any, index: Any) -> Callable[..., Any]:
    def body(address: Any, index: Any) -> Any:
        return _byte_at(address, index)  # type: ignore[call-arg]

    return body


@overload(lowest, inline="always")
def _lowest_overload(bits: Any) -> Callable[..., Any]:
    def body(bits: Any) -> Any:
        return _lowest(bits)  # type: ignore[call-arg]

    return body


@overload(highest, inline="always")
def _highest_overload(bits: Any) -> Callable[..., Any]:
    def body(bits: Any) -> Any:
        return _highest(bits)  # type: ignore[call-arg]

    return body


@overload(count, inline="always")
def _count_overload(bits: Any) -> Callable[..., Any]:
    def body(bits: Any) -> Any:
        return _count(bits)  # type: ignore[call-arg]

    return body


@overload(gather, inline="always")
def _gather_overload(bits: Any, mask: Any) -> Callable[..., Any]:
    def body(bits: Any, mask: Any) -> Any:
        return _gather(bits, mask)  # type: ignore[call-arg]

    return body


@overload(scatter, inline="always")
def _scatter_overload(bits: Any, mask: Any) -> Callable[..., Any]:
    def body(bits: Any, mask: Any) -> Any:
        return _scatter(bits, mask)  # type: ignore[call-arg]

    return body


@overload(prefetch, inline="always")
def _prefetch_overload(words: Any, index: Any) -> Callable[..., Any]:
    def body(words: Any, index: Any) -> Any:
        _prefetch(words, index)  # type: ignore[call-arg]

    return body
