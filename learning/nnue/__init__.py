"""Networks fitted to samples: one specification per game, the trainer, the whole recipe."""
