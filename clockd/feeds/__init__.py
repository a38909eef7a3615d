"""What leaves for the world: PGN and, later, the live feeds. Views of facts and snapshots only."""
