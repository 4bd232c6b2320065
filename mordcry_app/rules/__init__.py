"""The pure rules core: dice, tables, effects, procedures and derived values."""
