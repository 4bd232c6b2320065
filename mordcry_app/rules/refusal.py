"""The one kind of error that is meant for the player.

A service or a rule that will not do what was asked raises a `Refusal`. It carries one plain
sentence, and whoever raises it has changed nothing. Every other exception is a bug of ours.
"""

from __future__ import annotations


class Refusal(Exception):
    """A request that is turned down, with one sentence for the player.

    The sentence begins with a large letter even where it begins with “unnamed Youngblood”.
    """

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence[:1].upper() + sentence[1:]
        super().__init__(self.sentence)
