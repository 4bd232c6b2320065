"""Mordcry: warbands of ten in linked skirmishes, with injuries, experience and crowns."""
