"""Live games: seats and tokens, clocks, dice, offers, a ledger of all that was accepted, watchers."""
