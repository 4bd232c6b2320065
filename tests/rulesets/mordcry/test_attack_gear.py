"""What gear adds to attack lines: always with its source, or as a note under its condition."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.ruleset import AttackCell
from mordcry_app.rules.state import Carried, Member, Modifier
from mordcry_app.rulesets.mordcry.attack_gear import AttackGear
from mordcry_app.rulesets.mordcry.attacks import attack_lines
from mordcry_app.rulesets.mordcry.content import Weapon
from mordcry_app.rulesets.mordcry.rulebook import Rulebook
from mordcry_app.rulesets.mordcry.wares import AttackBonus, Trinket
from tests.rulesets.mordcry.helpers import book_with, fighter, mordcry

MELEE = "3+ 4+ 5+ 5+ 6+"
FOUND = {
    # dice, hit, strength, wound, damage, speed and range of a Youngblood with each found weapon
    "tarnished_blade": ("2", "2+ 3+ 4+ 5+ 5+", "3", "3+ 4+ 5+ 6+ 6+", "1", "3", "melee"),
    "hunters_bow": ("2", "4+", "3", "3+ 4+ 5+ 6+ 6+", "1", "4", "25″"),
    "old_sighted_musket": ("1", "3+", "5", "2+ 2+ 3+ 4+ 5+", "2", "2", "12″"),
    "runescribed_greatblade": ("1", "2+ 3+ 3+ 4+ 5+", "4", "2+ 3+ 4+ 5+ 6+", "4", "1", "melee"),
    "hexed_musket": ("1", "4+", "3", "3+ 4+ 5+ 6+ 6+", "D3+1", "3", "16″"),
    "celestine_blade": ("2", MELEE, "3", "3+ 4+ 5+ 6+ 6+", "1", "3", "melee"),
    "crucible_rifle": ("2", "4+", "3", "3+ 4+ 5+ 6+ 6+", "D6", "3", "12″"),
    "dragonbone_bow": ("1", "4+", "3", "3+ 4+ 5+ 6+ 6+", "2", "3", "18″"),
    "relic_pistol": ("1", "4+", "3", "3+ 4+ 5+ 6+ 6+", "2", "3", "10″"),
    "cursed_weapon": ("2", "4+ 5+ 6+ 6+ 6+", "3", "3+ 4+ 5+ 6+ 6+", "3", "3", "melee"),
}


def cells(member: Member, line: int = 0, book: Rulebook | None = None) -> dict[str, AttackCell]:
    found = attack_lines(book or book_with(), member)[line]
    return {cell.heading: cell for cell in found.cells}


@pytest.mark.parametrize("ref", FOUND)
def test_found_weapons_in_the_hands_of_a_youngblood(ref: str) -> None:
    (line,) = attack_lines(book_with(), fighter(1, carried=[ref]))
    assert line.name == mordcry().content.items[ref].name
    assert tuple(cell.text for cell in line.cells if cell.heading != "Traits") == FOUND[ref]


def test_what_a_weapon_adds_counts_for_that_weapon_only() -> None:
    member = fighter(1, carried=["old_sighted_musket", "sling"])
    musket, sling = cells(member), cells(member, 1)
    assert (musket["Hit"].text, sling["Hit"].text) == ("3+", "4+")
    assert musket["Hit"].note == "BS 4, of it +1 Old Sighted Musket"
    assert sling["Hit"].note == "BS 3"


@pytest.mark.parametrize("attacks", [1, 3])
def test_a_rifle_with_dice_of_its_own(attacks: int) -> None:
    member = fighter(1, carried=["crucible_rifle"])
    member = replace(member, stats={**member.stats, "a": attacks})
    dice = cells(member)["Dice"]
    assert dice.text == "2"
    assert dice.note == "2 with the Crucible Rifle, whoever shoots; 3 shots a battle (house rule)"
    assert dice.exception
    more = cells(member, book=book_with(limited_ammo=5))["Dice"]
    assert more.note.endswith("5 shots a battle (house rule)")


def test_special_weapons_say_what_they_do() -> None:
    for ref in ("dragonbone_bow", "relic_pistol", "celestine_blade", "hexed_musket"):
        (use,) = mordcry().content.items[ref].uses
        found = cells(fighter(1, carried=[ref]))
        assert found["Traits"].text == use.text.removesuffix(".")
        assert (found["Range"].note, found["Range"].exception) == ("", False)
    assert "Traits" not in cells(fighter(1, carried=["hunters_bow"]))


def test_a_serrated_edge_is_for_melee_weapons() -> None:
    member = fighter(1, carried=["club", "sling", "serrated_edge"])
    club, sling = cells(member), cells(member, 1)
    assert (club["Dmg"].text, club["Spd"].text) == ("3", "1")
    assert club["Dmg"].note == "For each wound that nothing stops, +1 Serrated Edge"
    assert club["Spd"].note.endswith("−1 Club, −1 Serrated Edge")
    assert (sling["Dmg"].text, sling["Spd"].text) == ("1", "3")
    fists = cells(fighter(1, carried=["serrated_edge"]))
    assert (fists["Dmg"].text, fists["Spd"].text) == ("1", "3")


def test_an_item_acts_once_however_many_there_are() -> None:
    member = replace(
        fighter(1, carried=["club"]), carried=(Carried("club"), Carried("serrated_edge", 3))
    )
    assert cells(member)["Dmg"].text == "3"


def test_bare_hands_with_wraps_and_gauntlet() -> None:
    fists = cells(fighter(1, carried=["brawlers_wraps", "plated_gauntlet"]))
    assert (fists["Dice"].text, fists["Dmg"].text) == ("2", "D3")
    assert fists["Dice"].note == "Attacks 1, +1 Brawler’s Wraps"
    assert fists["Dmg"].note == "For each wound that nothing stops; D3 Plated Gauntlet"
    armed = cells(fighter(1, carried=["brawlers_wraps", "plated_gauntlet", "club"]))
    assert (armed["Dice"].text, armed["Dmg"].text) == ("1", "2")


@pytest.mark.parametrize(
    ("item", "heading", "note"),
    [
        ("quick_draw_sheath", "Spd", "+1 S in the first round: Quick-Draw Sheath"),
        ("hammerhead_amulet", "Str", "+1 OS against a tougher enemy: Hammerhead Amulet"),
        ("potion_of_vigor", "Dice", "+1 A for one round: Potion of Vigor"),
        ("saints_nail", "Hit", "+1 WS for one round: Saint’s Nail"),
        (
            "engraved_buckler",
            "Wound",
            "when attacked, +1 DS against the first melee attack: Engraved Buckler",
        ),
        (
            "mirror_shard_shield",
            "Wound",
            "when attacked, +2 DS against missiles: Mirror-Shard Shield",
        ),
    ],
)
def test_what_counts_at_times_is_a_note(item: str, heading: str, note: str) -> None:
    plain = cells(fighter(1, carried=["dagger"]))
    bearer = cells(fighter(1, carried=["dagger", item]))
    assert {h: cell.text for h, cell in bearer.items()} == {h: c.text for h, c in plain.items()}
    assert bearer[heading].note == f"{plain[heading].note}; {note}"
    assert bearer[heading].exception
    assert not plain[heading].exception


def test_shots_have_the_notes_for_ballistic_skill() -> None:
    hit = cells(fighter(1, carried=["sling", "saints_nail"]))["Hit"]
    assert hit.note == "BS 3; +1 BS for one round: Saint’s Nail"


def test_what_waits_under_a_condition_is_a_note_too() -> None:
    member = fighter(1, carried=["dagger"])
    charm = Modifier("ws", 2, "A charm", condition="first_round")
    hit = cells(replace(member, modifiers=(charm,)))["Hit"]
    assert hit.text == MELEE
    assert hit.note.endswith("; +2 WS in the first round: A charm")


# ---------------------------------------------------------------- what groups may write themselves


def own(*bonuses: AttackBonus) -> Rulebook:
    """Return a rulebook in which an item of a group's own has these bonuses."""
    book = book_with()
    ring = Trinket(id="ring", name="Ring", bonuses=bonuses)
    return replace(book, content=replace(book.content, items={**book.content.items, "ring": ring}))


def bonus(of: str, amount: int = 1, only: str = "any", when: str = "") -> AttackBonus:
    return AttackBonus.model_validate({"of": of, "amount": amount, "only": only, "when": when})


@pytest.mark.parametrize(
    ("of", "heading", "melee", "shot"),
    [
        ("dice", "Dice", "4", "2"),
        ("hit", "Hit", "2+ 3+ 4+ 4+ 5+", "3+"),
        ("strength", "Str", "4", "4"),
        ("damage", "Dmg", "2", "2"),
        ("speed", "Spd", "6", "4"),
        ("range", "Range", "melee", "19″"),
    ],
)
@pytest.mark.parametrize("only", ["any", "melee", "ranged", "unarmed", "this"])
def test_each_bonus_counts_where_it_says(
    of: str, heading: str, melee: str, shot: str, only: str
) -> None:
    book = own(bonus(of, only=only))
    member = fighter(1, carried=["dagger", "sling"])
    with_ring = replace(member, carried=(*member.carried, Carried("ring")))
    plain = cells(member)[heading].text, cells(member, 1)[heading].text
    changed = {"any": (melee, shot), "melee": (melee, plain[1]), "ranged": (plain[0], shot)}
    found = cells(with_ring, 0, book)[heading], cells(with_ring, 1, book)[heading]
    assert tuple(cell.text for cell in found) == changed.get(only, plain)
    for cell, before in zip(found, plain, strict=True):
        assert ("Ring" in cell.note) == (cell.text != before)


@pytest.mark.parametrize("of", ["dice", "hit", "strength", "damage", "speed", "range"])
def test_each_bonus_may_have_a_condition(of: str) -> None:
    book = own(bonus(of, 2, when="first_round"))
    member = fighter(1, carried=["sling", "ring"])
    plain = cells(fighter(1, carried=["sling"]))
    found = cells(member, book=book)
    assert {h: c.text for h, c in found.items()} == {h: c.text for h, c in plain.items()}
    notes = [cell.note for cell in found.values() if "Ring" in cell.note]
    assert len(notes) == 1
    assert notes[0].endswith(f"+2 {of} in the first round: Ring")


def test_hits_stay_between_two_and_six() -> None:
    member = fighter(1, carried=["dagger", "ring"])
    assert cells(member, book=own(bonus("hit", 9)))["Hit"].text == "2+ 2+ 2+ 2+ 2+"
    assert cells(member, book=own(bonus("hit", -9)))["Hit"].text == "6+ 6+ 6+ 6+ 6+"


def test_the_weapon_itself_may_have_a_bonus() -> None:
    book = book_with()
    club = book.content.items["club"]
    spiked = club.model_copy(update={"bonuses": (bonus("strength", 2, "this"),)})
    items = {**book.content.items, "club": spiked}
    book = replace(book, content=replace(book.content, items=items))
    member = fighter(1, carried=["club", "dagger"])
    assert cells(member, 0, book)["Str"].text == "6"
    assert cells(member, 1, book)["Str"].text == "3"
    assert isinstance(spiked, Weapon)
    assert AttackGear(book, member, spiked).added("strength") == ((2, "Club"),)
