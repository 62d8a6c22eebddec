"""Kernels with a body per game: who may enter one, and which of them runs."""

import numpy as np
import pytest
from numba.core.errors import NumbaError

from boyi.engines.jit import (
    COMPILED,
    Int,
    Record,
    assign,
    copy,
    entry,
    generic,
    inline,
    kernel,
    lean,
    new,
    record,
)

APPLE = record(("weight", np.int64), ("apple", np.uint8, (2, 3)))
PEAR = record(("weight", np.int64), ("pear", np.uint8))
BASKET = record(("basket", np.int32))


@generic()
def price(fruit: Record, count: Int) -> Int:
    """What some fruits cost."""
    return count


@generic(required=True, apart=True)
def taste(fruit: Record, basket: Record) -> Int:
    """How it tastes from a basket."""


@price.register(APPLE)
def _price_apple(fruit: Record, count: Int) -> Int:
    return fruit.weight * count


@taste.register(APPLE, BASKET)
def _taste_apple(fruit: Record, basket: Record) -> Int:
    return 10 * fruit.weight + basket.basket


@entry
def _bill(fruit: Record, count: Int) -> Int:
    return price(fruit, count) + 1


@entry
def _sense(fruit: Record, basket: Record) -> Int:
    return taste(fruit, basket)


@pytest.fixture
def apple():
    fruit = new(APPLE)
    fruit.weight = 7
    return fruit


def test_the_record_chooses_the_body(apple):
    assert (price(apple, 3), _bill(apple, 3)) == (21, 22)


def test_without_a_body_of_its_own_a_game_has_the_default():
    assert (price(new(PEAR), 3), _bill(new(PEAR), 3)) == (3, 4)


def test_two_records_choose_together(apple):
    basket = new(BASKET)
    basket.basket = 5
    assert (taste(apple, basket), _sense(apple, basket)) == (75, 75)


@pytest.mark.parametrize("call", [taste, _sense])
def test_a_required_body_that_is_missing_is_named(call):
    with pytest.raises(Exception, match="taste has no body for"):
        call(new(PEAR), new(BASKET))


def test_a_second_body_is_refused():
    with pytest.raises(TypeError, match="price already has _price_apple"):

        @price.register(APPLE)
        def _again(fruit: Record, count: Int) -> Int:
            return 0


def test_records_with_the_same_fields_are_the_same_game():
    twin = record(("weight", np.int64), ("apple", np.uint8, (2, 3)))
    with pytest.raises(TypeError, match="already has"):

        @price.register(twin)
        def _twin(fruit: Record, count: Int) -> Int:
            return 0


def test_a_body_with_another_signature_is_refused():
    with pytest.raises(TypeError, match=r"must take \(fruit"):

        @price.register(PEAR)
        def _odd(pear: Record, count: Int) -> Int:
            return 0

    assert price(new(PEAR), 3) == 3


def test_a_generic_keeps_its_name_and_contract():
    assert getattr(price, "__name__", "") == "price"
    assert price.__doc__ == "What some fruits cost."


def test_records_are_changed_in_place_and_copied_whole(apple):
    apple.apple[1, 2] = 9
    twin = copy(apple)
    twin.weight, twin.apple[0, 0] = 1, 4
    assert (apple.weight, apple.apple[0, 0], twin.apple[1, 2]) == (7, 0, 9)
    assign(apple, twin)
    assert apple.tobytes() == twin.tobytes()


@inline
def _double(number: Int) -> Int:
    return 2 * number


@kernel
def _grow(fruit: Record, number: Int) -> None:
    fruit.weight += _double(number)


@entry
def _season(fruit: Record) -> None:
    for month in range(3):
        _grow(fruit, month)


def test_kernels_change_the_record_they_are_given(apple):
    _season(apple)
    assert apple.weight == 7 + 6


def _doubled(count: Int) -> Int:
    return np.full(2, count, np.int64).sum()


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_lean_kernels_make_no_arrays():
    assert kernel(_doubled)(21) == 42
    with pytest.raises(NumbaError):
        lean(_doubled)(21)
