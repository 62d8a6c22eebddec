"""The dialects of connect6's platforms, both sides."""
