"""What move classes should cost: learned from suites and from games."""
