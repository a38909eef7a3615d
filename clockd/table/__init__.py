"""The shell for one board: what waits, reads and writes around the pure game."""
