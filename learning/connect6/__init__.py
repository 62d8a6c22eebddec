"""What is particular to learning connect6."""
