"""The dialects of EinStein's platforms, both sides, and matches by hand."""
