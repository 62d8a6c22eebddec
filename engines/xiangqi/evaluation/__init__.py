"""What a position of xiangqi is worth: by the traditional numbers, or by networks."""
