"""What is installed on demand only: JAX and optax, which train convolutional networks."""

import importlib.util

TRAIN = ("jax", "optax")


class MissingExtraError(ValueError):
    """Something is asked for that needs an extra which is not installed."""


def require_train() -> None:
    """MissingExtraError, which says what to do, unless the extra `train` is there. Imports nothing."""
    absent = [name for name in TRAIN if importlib.util.find_spec(name) is None]
    if absent:
        raise MissingExtraError(
            f"no {' and no '.join(absent)} here: convolutional networks are taught with the extra `train`, "
            "which `bin/run --train` sets up"
        )
