"""The checks of UCCI and UCI-Cyclone, many of which are those of UCI."""
