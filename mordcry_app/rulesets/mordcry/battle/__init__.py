"""Mordcry’s battles: rounds, activations, attacks, abilities, and how a battle ends."""
