"""The checks of UCI."""
