"""Dice on screen: to look at, to type, and the tray that is always at hand."""

from mordcry_app.ui.dice.entry import DiceEntry
from mordcry_app.ui.dice.faces import DiceRow, Die, DieFace, DieState, dice_of, paint_die
from mordcry_app.ui.dice.log import RollLine
from mordcry_app.ui.dice.tray import DiceTray

__all__ = [
    "DiceEntry",
    "DiceRow",
    "DiceTray",
    "Die",
    "DieFace",
    "DieState",
    "RollLine",
    "dice_of",
    "paint_die",
]
