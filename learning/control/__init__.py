"""Search control: what classes of moves should cost, learned from suites and games."""
