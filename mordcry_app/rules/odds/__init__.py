"""Exact odds of attacks: what they come to once every characteristic has been looked up.

`numbers` says what an attack comes to, `steps` how each die of it is read, in the very functions
that the real resolution uses, `attack` works out the exact distribution, `plan` several attacks one
after the other, `matrix` everybody against everybody. Nothing is simulated.
"""
