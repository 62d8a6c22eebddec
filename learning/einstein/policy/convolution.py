"""Small convolutional networks over the 5 x 5 board that learn: by JAX and optax, the extra `train`.

Only `train.py` imports this, when a network is to be trained. Convolutions fill up the edges with zeros; a
dense layer with dropout follows, and the outputs; all but the last are rectified. On one machine the same
seed and the same boards give the same numbers.
"""

import functools
import math
from collections.abc import Mapping

import jax
import jax.numpy as jnp
import numpy as np
import optax

from boyi.engines.einstein.squares import SIDE, SQUARES
from boyi.engines.evaluators.cnn import Layer
from boyi.learning.einstein.policy.shapes import PolicyShape

RATE = 1e-3
AXES = ("NHWC", "HWIO", "NHWC")
"""Boards by number, row, column and plane; windows by row, column, input and unit."""

Layers = list[tuple[jax.Array, jax.Array]]
"""Weights and biases."""


def random_layers(shape: PolicyShape, planes: int, seed: int) -> Layers:
    """A network for boards of so many planes, at random."""
    sizes, inputs = list[tuple[int, ...]](), planes
    for width, units in shape.convolutions:
        sizes.append((width, width, inputs, units))
        inputs = units
    sizes += [(SQUARES * inputs, shape.dense), (shape.dense, shape.outputs)]
    keys = jax.random.split(jax.random.key(seed), len(sizes))
    spread = [math.sqrt(2 / math.prod(size[:-1])) for size in sizes]
    return [
        (jax.random.normal(key, size) * by, jnp.zeros(size[-1]))
        for key, size, by in zip(keys, sizes, spread, strict=True)
    ]


def outputs(layers: Layers, boards: jax.Array, dropout: float, key: jax.Array | None) -> jax.Array:
    """What a network says of boards, (boards, 25, planes); with a key, some of the dense units drop out."""
    units = boards.reshape(-1, SIDE, SIDE, boards.shape[-1])
    for weights, bias in layers[:-2]:
        seen = jax.lax.conv_general_dilated(units, weights, (1, 1), "SAME", dimension_numbers=AXES)
        units = jax.nn.relu(seen + bias)
    (dense, dense_bias), (last, last_bias) = layers[-2:]
    hidden = jax.nn.relu(units.reshape(len(units), -1) @ dense + dense_bias)
    if key is not None and dropout > 0:
        hidden *= jax.random.bernoulli(key, 1 - dropout, hidden.shape) / (1 - dropout)
    return hidden @ last + last_bias


def _loss(
    layers: Layers, boards: jax.Array, allowed: jax.Array, choices: jax.Array, dropout: float, key: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """The cross entropy of choices among those allowed, and the share of those met."""
    among = jnp.where(allowed, outputs(layers, boards, dropout, key), -jnp.inf)
    met = jnp.mean(jnp.argmax(among, axis=1) == choices)
    return optax.softmax_cross_entropy_with_integer_labels(among, choices).mean(), met


def _optimiser(steps: int) -> optax.GradientTransformation:
    """Adam, with steps that become smaller."""
    return optax.adam(optax.linear_schedule(RATE, 0, steps))


def _step(
    layers: Layers, state: optax.OptState, boards: jax.Array, allowed: jax.Array, choices: jax.Array,
    key: jax.Array, dropout: float, steps: int,
) -> tuple[Layers, optax.OptState, jax.Array]:  # fmt: skip
    """Layers and optimiser after a step, and the share of choices met before it."""
    slopes, met = jax.grad(_loss, has_aux=True)(layers, boards, allowed, choices, dropout, key)
    changes, state = _optimiser(steps).update(slopes, state)
    return optax.apply_updates(layers, changes), state, met


STEP = jax.jit(_step, static_argnames=("dropout", "steps"), donate_argnames=("layers", "state"))
SAY = jax.jit(functools.partial(outputs, dropout=0.0, key=None))


class ConvolutionalNetwork:
    """A network that learns for a number of steps."""

    def __init__(self, shape: PolicyShape, planes: int, seed: int, steps: int) -> None:
        """Draw its numbers for boards of so many planes."""
        self._shape, self._steps, self._done = shape, steps, 0
        self._key, self._layers = jax.random.key(seed), random_layers(shape, planes, seed)
        self._state = _optimiser(steps).init(self._layers)

    def learn(self, boards: np.ndarray, allowed: np.ndarray, choices: np.ndarray) -> float:
        """Take a step towards choices among those allowed; the share of them it met before."""
        key, self._done = jax.random.fold_in(self._key, self._done), self._done + 1
        self._layers, self._state, met = STEP(
            self._layers, self._state, boards, allowed, choices, key,
            dropout=self._shape.dropout, steps=self._steps,
        )  # fmt: skip
        return float(met)

    def say(self, boards: np.ndarray) -> np.ndarray:
        """Its outputs for boards, (boards, 25, planes)."""
        return np.asarray(SAY(self._layers, boards))

    def numbers(self) -> dict[str, np.ndarray]:
        """All that learning changes, by name."""
        leaves = jax.tree.leaves((self._layers, self._state))
        return {"done": np.array(self._done)} | {f"{i:03}": np.asarray(leaf) for i, leaf in enumerate(leaves)}

    def take_up(self, numbers: Mapping[str, np.ndarray]) -> None:
        """Go on from numbers that a network of this shape gave."""
        leaves, form = jax.tree.flatten((self._layers, self._state))
        kept = [jnp.asarray(numbers[f"{i:03}"]) for i in range(len(leaves))]
        self._layers, self._state = jax.tree.unflatten(form, kept)
        self._done = int(numbers["done"])

    def layers(self) -> list[Layer]:
        """Weights and biases of every layer."""
        return [(np.asarray(weights), np.asarray(bias)) for weights, bias in self._layers]
