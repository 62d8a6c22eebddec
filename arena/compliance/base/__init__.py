"""What the checks of every dialect are made of."""
