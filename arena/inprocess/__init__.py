"""Players in this very process: a quick search, matches and pairs without engine processes."""
