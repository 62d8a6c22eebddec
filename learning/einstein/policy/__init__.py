"""Policy networks for EinStein: positions, published shapes, teaching by JAX."""
