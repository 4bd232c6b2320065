"""The stored model: the tables that every ruleset shares, and the operation log."""
