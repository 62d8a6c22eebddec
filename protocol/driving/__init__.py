"""Using an engine: a process, questions to it with deadlines, whatever the dialect."""
