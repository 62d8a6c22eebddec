"""Rules of conduct: repetition, perpetual check and chase, the natural limit, and their options."""
