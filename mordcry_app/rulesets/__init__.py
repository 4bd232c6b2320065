"""One package a ruleset: its procedures and its battle engine, found by name and never listed."""
