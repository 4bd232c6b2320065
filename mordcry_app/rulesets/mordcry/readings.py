"""The content as a campaign reads it: some house rules change what a table or an injury does.

Everything that shows or carries out a row goes through `content_under`, so that what is read, what
is rolled and what happens are the same under every setting.
Rules: mordcry.txt, "Determine Injuries"; rulings 47, 48, 56 and 57.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mordcry_app.rules.catalogue import Content, HouseRules, TraitDefinition
from mordcry_app.rules.table import Table
from mordcry_app.rulesets.mordcry.content import BLIND_AT, EYE_INJURY, INJURY
from mordcry_app.rulesets.mordcry.wares import with_blanks

CONTENT_RULES = ("blindness", "injury_stacking", "injury_dice", "rare_blanks", "libram_price")
"""The house rules that change the content."""

INJURY_DICE: Mapping[str | int, str] = {"literal": "d66", "uniform": "d56+10"}
"""The dice of the injury table: two D6 as tens and units, or each of 11 to 66 alike."""

LIBRAM = "libram_of_lost_saints"
LIKELY_PRICE_OF_LIBRAM = 250
"""In crowns; 25 are printed."""


def content_under(content: Content, rules: HouseRules) -> Content:
    """Return the content under the house rules of a campaign."""
    traits = {
        key: _stacking(trait, rules["injury_stacking"]) if trait.kind == INJURY else trait
        for key, trait in content.traits.items()
    }
    traits[INJURY, EYE_INJURY] = _blinding(traits[INJURY, EYE_INJURY], rules["blindness"])
    injuries = _with_dice(content.tables[INJURY], INJURY_DICE[rules["injury_dice"]])
    changed = replace(content, traits=traits, tables={**content.tables, INJURY: injuries})
    if rules["libram_price"] == "likely" and LIBRAM in content.items:
        priced = content.items[LIBRAM].model_copy(update={"price": LIKELY_PRICE_OF_LIBRAM})
        changed = replace(changed, items={**content.items, LIBRAM: priced})
    return with_blanks(changed, rules["rare_blanks"])


def _blinding(eyes: TraitDefinition, reading: str | int) -> TraitDefinition:
    """Return the eye injury that blinds at the level of the reading, or never."""
    printed, blind_modifiers = next(iter(eyes.at_level.items()))
    blind = eyes.name_at(int(printed))
    level = BLIND_AT[reading]
    lost = {"2": eyes.name_at(2)}
    return eyes.model_copy(
        update={
            "at_level": {} if level is None else {str(level): blind_modifiers},
            "level_names": lost if level is None else lost | {str(level): blind},
        }
    )


def _stacking(injury: TraitDefinition, reading: str | int) -> TraitDefinition:
    """Return an injury that weighs once, unless it has a limit of its own or all of them stack.

    The printed limits are those of eyes, arms and legs, which have names for what is lost.
    """
    if reading == "stack" or injury.level_names:
        return injury
    return injury.model_copy(update={"most_levels": 1})


def _with_dice(table: Table, dice: str) -> Table:
    """Return a table with other dice, checked anew: its rows must cover them."""
    return table if table.dice == dice else Table.model_validate({**dict(table), "dice": dice})
