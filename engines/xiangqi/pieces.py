"""Colours and kinds of pieces, as numbers."""

RED, BLACK = 0, 1
PAWNS, ADVISORS, ELEPHANTS, HORSES, CANNONS, ROOKS, KINGS = range(7)
EMPTY = 7
"""On a position's `board` a piece is its kind + 8 for Black; EMPTY elsewhere."""
