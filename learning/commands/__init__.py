"""Commands of the trainer."""
