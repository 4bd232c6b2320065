"""The twelve victory conditions, sorted by what they are about."""
