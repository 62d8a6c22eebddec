"""One game between two engines, from the opening to the verdict and its record."""
