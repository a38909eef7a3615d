"""Devices: boards, buttons, displays. Each driver is one file, found by its name."""
