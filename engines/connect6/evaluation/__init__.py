"""What a position of connect6 is worth: the roads that are still open, by four evaluators."""
