"""Learning: what writes weight files."""
