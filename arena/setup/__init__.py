"""The first steps on a machine: kernels compiled, every engine tried, what to type into a GUI; and wheels."""
