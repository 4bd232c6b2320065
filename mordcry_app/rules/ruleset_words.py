"""Words that rulesets and the shared parts have in common."""

from __future__ import annotations

from typing import Literal

BattleResult = Literal["won", "lost", "drew", "retreated"]
"""How a battle ended for one side."""
