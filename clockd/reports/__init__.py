"""An event with its games in one file a person can edit (EVENT.toml), and the tournament report (TRF) made from it."""
