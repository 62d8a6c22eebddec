"""Game records: every file format in which games are kept, read and written."""
