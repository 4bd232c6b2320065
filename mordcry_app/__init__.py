"""Mordcry campaign manager: everything between and during linked skirmish games, on one machine."""

__version__ = "0.1.0"
