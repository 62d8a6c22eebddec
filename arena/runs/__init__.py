"""A run of many games: its settings, its ledger, and what plays it."""
