"""What items do in a battle, in short words."""

from __future__ import annotations

import pytest

from mordcry_app.rulesets.mordcry.item_words import in_battle
from mordcry_app.rulesets.mordcry.wares import AFTER_BATTLE_ONLY, Does, Moment
from tests.rulesets.mordcry.helpers import book_with, mordcry

LONGEST = 110


def words(ref: str, **rules: str) -> tuple[str, ...]:
    content = mordcry().content
    return in_battle(content.items[ref], content, book_with(**rules).rules)


@pytest.mark.parametrize(
    ("ref", "told"),
    [
        ("club", ()),
        ("half_plate", ()),
        ("light_shield", ("6+ stops the first melee wound each round",)),
        ("heavy_shield", ("4+ stops the first wound each round",)),
        (
            "mirror_shard_shield",
            ("D6 for a shot at the bearer: on a 6 the shooter takes D3 damage",),
        ),
        ("warpaint_vials", ("+1 Will, +1 M in the first round",)),
        ("quick_draw_sheath", ()),
        ("hammerhead_amulet", ()),
        (
            "potion_of_vigor",
            ("+1 Movement and +1 Attack to the end of the round, then D3 damage; one draught",),
        ),
        ("iron_spikes", ("A fall does no damage (once a battle)",)),
        ("crown_of_thorns", ("The bearer takes 1 damage (each round)",)),
        ("tarnished_blade", ("The first 1 that is rolled to hit breaks the blade",)),
        ("scriveners_gloves", ()),
        ("talisman_of_reversal", ()),
        ("armor_of_the_lost_baron", ()),
    ],
)
def test_what_is_told_of_an_item(ref: str, told: tuple[str, ...]) -> None:
    assert words(ref) == told


def test_fear_is_told_where_a_house_rule_gives_it_effect() -> None:
    assert words("armor_of_the_lost_baron", cursed_fear="on") == (
        "An enemy within 3″ tests Willpower before it charges or attacks the bearer",
    )


def test_every_use_that_can_come_in_a_battle_is_told_and_short() -> None:
    for item in mordcry().content.items.values():
        told = words(item.id)
        for use in item.uses:
            is_told = any(text.startswith(use.text.removesuffix(".")) for text in told)
            assert is_told == (Moment(use.moment) not in AFTER_BATTLE_ONLY), item.id
        assert all(0 < len(text) <= LONGEST and not text.endswith(".") for text in told), told


def test_what_can_be_used_once_says_so_itself() -> None:
    for item in mordcry().content.items.values():
        for use in item.uses:
            if use.per == "once":
                says = any(word in use.text for word in ("gone", "one draught", "breaks"))
                assert says or use.does == Does.BREAK, item.id
