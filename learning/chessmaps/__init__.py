"""Which sectors of the board a move will influence, learned from masters' games."""
