"""Numbers found by play or by fitting: search parameters, hand-crafted evaluations."""
