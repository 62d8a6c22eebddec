"""The checks of the dialects of EinStein's platforms."""
