"""What results tell: differences in strength, sequential tests, ratings."""
