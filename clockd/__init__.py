"""clockd: the game at the board, and the tournament behind it."""

__version__ = "0.1.0"
