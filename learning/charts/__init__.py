"""Charts of the board: sectors that moves will influence, learned from masters' games."""
