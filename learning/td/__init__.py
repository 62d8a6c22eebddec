"""Temporal differences: the algorithms, the small networks that they train, a run of them."""
