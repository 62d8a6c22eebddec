"""The checks of the dialects of connect6's platforms."""
