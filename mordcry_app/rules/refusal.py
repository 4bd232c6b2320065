"""The one kind of error that is meant for the player.

A service or a rule that will not do what was asked raises a `Refusal`. It carries one plain
sentence, and whoever raises it has changed nothing. Every other exception is a bug of ours.
"""

from __future__ import annotations


class Refusal(Exception):
    """A request that is turned down, with one sentence for the player."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
