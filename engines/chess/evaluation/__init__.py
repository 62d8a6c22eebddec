"""What a position of chess is worth: by hand-crafted numbers, or by a network."""
