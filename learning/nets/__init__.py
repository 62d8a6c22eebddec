"""Networks fitted to samples: their trainer, what it is taught, and the recipe for one."""
