"""Views show the right values, and every value explains itself."""

from __future__ import annotations

import pytest

from mordcry_app.model.tables import Member, Possession, Trait
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import undo
from mordcry_app.services.reading import (
    archetype_choices,
    campaign_view,
    item_choices,
    member_story,
    member_view,
    rolls_view,
    roster_view,
    trait_choices,
)
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import MemberView
from tests.services.worlds import fight, play, play_quietly

PRINTED = {
    "captain": ("5″", "6", "4", "4", "4", "5", "5", "3", "4", "4", "–"),
    "champion": ("5″", "5", "3", "3", "3", "4", "4", "2", "3", "3", "–"),
    "warrior": ("5″", "4", "3", "3", "3", "3", "3", "2", "3", "3", "–"),
    "youngblood": ("5″", "3", "3", "3", "3", "3", "2", "1", "3", "3", "–"),
}


def everybody(file: CampaignFile) -> list[MemberView]:
    return [m for r in campaign_view(file).rosters for m in (*r.members, *r.fallen)]


def test_the_campaign_as_a_whole(file: CampaignFile) -> None:
    view = campaign_view(file)
    assert (view.name, view.path, view.ruleset, view.ruleset_name) == (
        "The Test of Time",
        file.path,
        "mordcry",
        "Mordcry",
    )
    assert (view.battles_fought, view.after) == (0, "before battle 1")
    shorts = [column.short for column in view.columns]
    assert (shorts[0], shorts[-1], len(shorts)) == ("M", "Sv", 11)
    assert (view.drafts, view.advances_due, view.read_only) == ((), 0, "")


def test_printed_profiles(file: CampaignFile) -> None:
    for member in everybody(file):
        assert tuple(v.text for v in member.values) == PRINTED[member.archetype], member.name


def test_the_parts_of_every_value_add_up_to_it(file: CampaignFile) -> None:
    edits.add_trait(file, 1, "injury", "eye_injury", "A splinter")
    edits.add_modifier(file, 1, "ws", -30, "A curse")
    edits.give_item(file, "half_plate", member_id=1)
    _, draft = fight(file, {"Berta": None, "Cuno": None, "Odo": "Anselm"})
    play(file, draft)
    boards.finish(file, draft)
    for member in everybody(file):
        for value in member.values:
            assert sum(part.amount for part in value.parts) == value.total, member.name
            assert value.parts[0].kind == "base"
            assert value.total - value.base == value.change
    curse = member_view(file, 1).value("ws")
    assert curse.total == 1
    assert curse.parts[-1].label == "never below 1"


def test_a_value_says_where_it_comes_from(file: CampaignFile) -> None:
    edits.give_item(file, "half_plate", member_id=2)
    save = member_view(file, 2).value("sv")
    assert save.text == "6+"
    assert [part.label for part in save.parts] == ["Base", "Chainmail or Half Plate"]
    assert member_view(file, 2).value("ws").explanation == "Base 3, Champion’s training +2"
    assert member_view(file, 2).value("ws").change == 0
    with pytest.raises(KeyError):
        member_view(file, 2).value("charm")


def test_a_roster_knows_its_leader_strength_and_standing(file: CampaignFile) -> None:
    roster = roster_view(file, 1)
    assert [m.name for m in roster.members if m.leads] == ["Anselm"]
    assert roster.strength == 10 * 10 + 360
    assert (roster.fought, roster.won, roster.lost, roster.drawn) == (0, 0, 0, 0)
    edits.mark_dead(file, 1)
    roster = roster_view(file, 1)
    assert [m.name for m in roster.members if m.leads] == ["Berta"]
    assert roster.strength == 9 * 10 + 210
    assert [m.name for m in roster.fallen] == ["Anselm"]


def test_renown_of_a_warband_is_that_of_those_who_stand(file: CampaignFile) -> None:
    edits.adjust_resource(file, "renown", 3, "a song", member_id=1)
    edits.adjust_resource(file, "renown", 2, "a song", member_id=2)
    assert roster_view(file, 1).amount("renown") == 5
    edits.retire(file, 1)
    assert roster_view(file, 1).amount("renown") == 2
    assert roster_view(file, 1).amount("no such thing") == 0


def test_gear_is_listed_with_what_it_is(file: CampaignFile) -> None:
    for _ in range(2):
        edits.give_item(file, "dagger", member_id=1)
    edits.give_item(file, "light_shield", roster_id=1)
    member = member_view(file, 1)
    assert member.carries == "Dagger ×2"
    assert [(i.name, i.kind, i.quantity, i.label) for i in member.items] == [
        ("Dagger", "weapon", 2, "Dagger ×2")
    ]
    assert [line.name for line in member.attacks] == ["Dagger ×2"]
    assert [i.name for i in roster_view(file, 1).stash] == ["Light Shield or Buckler"]


def test_who_has_nothing_still_fights(file: CampaignFile) -> None:
    assert [line.name for line in member_view(file, 10).attacks] == ["Unarmed"]
    assert member_view(file, 10).carries == ""


def test_where_a_fighter_stands_on_the_way_to_the_next_advance(file: CampaignFile) -> None:
    hilde = member_view(file, 8)
    assert (hilde.amount("xp"), hilde.next_advance_at, hilde.advances_due) == (0, 10, 0)
    edits.adjust_resource(file, "xp", 25, "taught", member_id=8)
    hilde = member_view(file, 8)
    assert (hilde.amount("xp"), hilde.next_advance_at, hilde.advances_due) == (25, 30, 2)
    assert campaign_view(file).advances_due == 2
    edits.retire(file, 8)
    assert member_view(file, 8).advances_due == 0
    assert campaign_view(file).advances_due == 0


def test_what_waits_for_the_next_battle_is_shown(file: CampaignFile) -> None:
    _, draft = fight(file, {"Jost": None, "Imma": None}, winner=1)
    boards.type_faces(file, draft, "injury/10/roll", "16")
    play_quietly(file, draft)
    boards.finish(file, draft)
    jost = member_view(file, 10)
    assert jost.misses_next_battle
    assert [(p.words, p.source) for p in jost.pending] == [
        ("Misses the next battle", "Grievously wounded, battle 1")
    ]
    assert jost.injuries == ()


def test_the_fallen_say_in_which_battle(file: CampaignFile) -> None:
    """Not in the last battle in which they were put out, but in the one that killed them."""
    for battle, faces in enumerate(("65", "13"), 1):
        _, draft = fight(file, {"Jost": None}, winner=1)
        boards.type_faces(file, draft, "injury/10/roll", faces)
        play_quietly(file, draft)
        boards.finish(file, draft)
        assert member_view(file, 10).fell_in_battle == (battle if faces == "13" else None)
    assert member_view(file, 10).fate == "Fell"
    undo(file)
    assert member_view(file, 10).fell_in_battle is None
    edits.mark_dead(file, 10, reason="Old age")
    assert (member_view(file, 10).state, member_view(file, 10).fell_in_battle) == ("dead", None)


def test_the_story_of_a_fighter_is_told_newest_first(file: CampaignFile) -> None:
    for faces in ("31", "26"):
        _, draft = fight(file, {"Jost": None}, winner=1)
        boards.type_faces(file, draft, "injury/10/roll", faces)
        play_quietly(file, draft)
        boards.finish(file, draft)
    hurt = [line for line in member_story(file, 10) if "hurt" in line.text]
    assert [(line.text, line.battle_number) for line in hurt] == [
        ("Jost was hurt in the eye in battle 2.", 2),
        ("Jost was hurt in the arm in battle 1.", 1),
    ]
    numbers = [line.battle_number for line in member_story(file, 10)]
    assert numbers == sorted(numbers, key=lambda number: -(number or 0))
    assert not any("hurt" in line.text for line in member_story(file, 1))


def test_rolls_are_listed_newest_first_and_not_without_end(file: CampaignFile) -> None:
    _, draft = fight(file)
    boards.type_faces(file, draft, "income/1/roll", "11")
    boards.type_faces(file, draft, "income/2/roll", "12")
    assert [roll.faces for roll in rolls_view(file)] == [(1, 2), (1, 1)]
    assert [roll.faces for roll in rolls_view(file, limit=1)] == [(1, 2)]


def test_what_can_be_picked(file: CampaignFile) -> None:
    assert [a.id for a in archetype_choices(file)] == [
        "captain",
        "champion",
        "warrior",
        "youngblood",
        "hound",
    ]
    assert len(item_choices(file)) == 85
    assert {i.kind for i in item_choices(file)} == {"weapon", "shield", "armour", "item"}
    assert [len(trait_choices(file, k)) for k in ("skill", "ability", "injury", "x")] == [
        39,
        8,
        9,
        0,
    ]


def test_who_is_not_there(file: CampaignFile) -> None:
    with pytest.raises(Refusal, match="fighter is no longer there"):
        member_view(file, 99)
    with pytest.raises(Refusal, match="warband is no longer there"):
        roster_view(file, 99)


def test_what_the_rules_do_not_know_is_shown_by_its_id(file: CampaignFile) -> None:
    """A later content may drop an item or an injury; a campaign that has it still opens."""
    with unit_of_work(file, "Strange", "test") as work:
        work.add(Possession, member_id=1, ref="magic_wand")
        work.add(Trait, member_id=1, kind="injury", ref="cursed", name="Cursed", source="a witch")
        work.add(Trait, member_id=1, kind="mood", ref="gloomy", name="Gloomy")
        work.change(Member, 2, archetype="wizard")
    anselm, wizard = member_view(file, 1), member_view(file, 2)
    assert anselm.carries == "magic wand"
    assert [(t.name, t.text, t.source) for t in anselm.injuries] == [("Cursed", "", "a witch")]
    assert [t.name for t in anselm.other_traits] == ["Gloomy"]
    assert wizard.archetype_name == "wizard"
    edits.rename_member(file, 2, "")
    assert member_view(file, 2).shown_name == "unnamed fighter"
