"""Changes by hand: each is one operation in words, with a reason, or is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import undo
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.reading import campaign_view, member_view, roster_view
from mordcry_app.services.views import MemberView, Touched
from tests.services.worlds import dump, fingerprint, operations

HUGE = 10**5000
HOSTILE = [
    '<b>R&D</b> "x"',
    "Żółw Жнец 山田",
    "☠ 😀 👨‍👩‍👧",
    "x" * 200,
    "e\u0301" * 200,
    "′″½≥",
    "{name} %s \\n",
]


def anselm(file: CampaignFile) -> MemberView:
    return member_view(file, 1)


def label(file: CampaignFile) -> str:
    return operations(file.path)[-1][1]


def refused(file: CampaignFile, call: Callable[[], Touched], sentence: str) -> None:
    """Check that a call is refused with a sentence and leaves the file as it was."""
    before = fingerprint(file.path)
    with pytest.raises(Refusal, match=sentence) as refusal:
        call()
    assert refusal.value.sentence.endswith(".")
    assert fingerprint(file.path) == before


# ---------------------------------------------------------------------------- names and texts


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_can_be_given(file: CampaignFile, name: str) -> None:
    edits.rename_member(file, 1, name)
    edits.edit_roster(file, 1, name=name, motto=name, player=name)
    edits.rename_campaign(file, name)
    view = campaign_view(file)
    kept = name.replace("e\u0301", "é")
    assert view.name == view.rosters[0].name == view.rosters[0].motto == kept
    assert view.rosters[0].player == view.rosters[0].members[0].name == kept


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""),
        ("   ", ""),
        ("  two   words ", "two words"),
        ("line\nbreak\ttab", "line break tab"),
        ("bell\x07 nul\x00 esc\x1b", "bell nul esc"),
        ("half \ud800 pair", "half pair"),
        ("never \ufffe\uffff\ufdd0", "never"),
    ],
)
def test_names_are_cleaned(file: CampaignFile, typed: str, kept: str) -> None:
    edits.rename_member(file, 1, typed)
    assert anselm(file).name == kept
    assert anselm(file).shown_name == (kept or "unnamed Captain")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda f: edits.rename_member(f, 1, "x" * 201), "A fighter’s name has 200 letters at mo"),
        (lambda f: edits.rename_player(f, 1, "x" * 201), "A player’s name has 200 letters"),
        (lambda f: edits.rename_campaign(f, "x" * 201), "A campaign’s name has 200 letters"),
        (lambda f: edits.rename_campaign(f, " \x00 "), "A campaign needs a name"),
        (lambda f: edits.edit_roster(f, 1, name="x" * 201), "A warband’s name has 200 letters"),
        (lambda f: edits.edit_roster(f, 1, motto="x" * 201), "A motto has 200 letters at most"),
        (lambda f: edits.edit_roster(f, 1, player="x" * 201), "A player’s name has 200"),
        (lambda f: edits.recruit(f, 1, "youngblood", "x" * 201), "A fighter’s name has 200"),
        (lambda f: edits.set_notes(f, 1, "x" * 20_001), "At most 20,000 letters fit here"),
        (lambda f: edits.add_modifier(f, 1, "ws", 1, "x" * 201), "A reason has 200 letters"),
        (lambda f: edits.mark_dead(f, 1, reason="x" * 201), "A reason has 200 letters"),
        (lambda f: edits.rename_member(f, 99, "x"), "fighter is no longer there"),
        (lambda f: edits.rename_player(f, 9, "x"), "warband is no longer there"),
        (lambda f: edits.edit_roster(f, 9, name="x"), "warband is no longer there"),
        (lambda f: edits.set_notes(f, 99, "x"), "fighter is no longer there"),
        (lambda f: edits.set_tags(f, 99, ["x"]), "fighter is no longer there"),
        (lambda f: edits.move_member(f, 99, 0), "fighter is no longer there"),
    ],
)
def test_names_and_texts_that_cannot_be(
    file: CampaignFile, call: Callable[[CampaignFile], Touched], sentence: str
) -> None:
    refused(file, lambda: call(file), sentence)


def test_labels_of_names_and_texts(file: CampaignFile) -> None:
    edits.rename_campaign(file, "Autumn")
    assert label(file) == "Renamed the campaign to “Autumn”"
    edits.rename_player(file, 1, "Mirabel")
    assert label(file) == "Renamed a player to “Mirabel”"
    edits.rename_member(file, 1, "Ansgar")
    assert label(file) == "Renamed Anselm to “Ansgar”"
    edits.rename_member(file, 1, "")
    assert label(file) == "Took the name from Ansgar"
    edits.rename_member(file, 1, "Anselm")
    assert label(file) == "Renamed a fighter to “Anselm”"
    edits.edit_roster(file, 1, name="Watch", motto="Awake.", theme="river_folk")
    assert label(file) == "Renamed Vigil to “Watch”"
    edits.edit_roster(file, 1, name="Watch", motto="Asleep.")
    assert label(file) == "Changed the motto of Watch"
    edits.edit_roster(file, 1, theme="night_watch")
    assert label(file) == "Changed Watch"
    edits.set_notes(file, 1, "x")
    assert label(file) == "Anselm: notes changed"
    edits.set_tags(file, 1, ["x"])
    assert label(file) == "Anselm: tags changed"
    edits.move_member(file, 1, 3)
    assert label(file) == "Moved Anselm on the roster"


def test_what_is_none_stays(file: CampaignFile) -> None:
    before = roster_view(file, 1)
    assert edits.edit_roster(file, 1).is_nothing
    edits.edit_roster(file, 1, motto="")
    after = roster_view(file, 1)
    assert (after.motto, after.name, after.theme, after.player) == (
        "",
        before.name,
        before.theme,
        before.player,
    )


def test_notes_keep_their_lines(file: CampaignFile) -> None:
    edits.set_notes(file, 1, "one\r\n  two\rthree\tfour\x00\n")
    assert anselm(file).notes == "one\n  two\nthree\tfour\n"
    edits.set_notes(file, 1, "n" * 20_000)
    assert len(anselm(file).notes) == 20_000


def test_tags(file: CampaignFile) -> None:
    edits.set_tags(file, 1, ["Brave", "two words", "x_1", "brave", " ", ""])
    assert anselm(file).tags == ("brave", "two_words", "x_1")
    edits.set_tags(file, 1, ["x_1", "new"])
    assert anselm(file).tags == ("new", "x_1")
    assert edits.set_tags(file, 1, ["new", "x 1"]).is_nothing
    for tag in ("1st", "Żółw", "semi;colon", "_x", "x" * 65):
        refused(file, lambda tag=tag: edits.set_tags(file, 1, [tag]), "cannot be a tag; use")
    many = [f"tag{number}" for number in range(31)]
    refused(file, lambda: edits.set_tags(file, 1, many), "at most 30 tags")
    edits.set_tags(file, 1, [])
    assert anselm(file).tags == ()


@pytest.mark.parametrize(
    ("place", "order"),
    [(0, "BACDE"), (1, "ABCDE"), (3, "ACDBE"), (-5, "BACDE"), (HUGE, "ACDEB")],
    ids=["first", "where it is", "fourth", "before the first", "far behind the last"],
)
def test_the_order_of_a_roster(file: CampaignFile, place: int, order: str) -> None:
    for member in range(6, 11):
        edits.retire(file, member)
    edits.move_member(file, 2, place)
    assert "".join(m.name[0] for m in roster_view(file, 1).members) == order
    edits.restore(file, 6)
    assert roster_view(file, 1).members[-1].name == "Frida"


def test_the_fallen_can_be_moved_without_disorder(file: CampaignFile) -> None:
    edits.mark_dead(file, 2)
    edits.move_member(file, 2, 0)
    edits.restore(file, 2)
    assert [m.name for m in roster_view(file, 1).members][:3] == ["Berta", "Anselm", "Cuno"]


# ---------------------------------------------------------------------------- values


def test_a_value_is_corrected_by_a_modifier_with_a_reason(file: CampaignFile) -> None:
    edits.correct_stat(file, 1, "ws", 4, "Bad back")
    value = anselm(file).value("ws")
    assert value.explanation == "Base 3, Captain’s training +3, Bad back −2"
    assert [part.by_hand for part in value.parts] == [False, False, True]
    assert label(file) == "Anselm: Weapon Skill corrected to 4"
    edits.correct_stat(file, 1, "ws", 7, "")
    assert anselm(file).value("ws").total == 7
    assert anselm(file).value("ws").parts[-1].label == "Corrected by hand"
    assert edits.correct_stat(file, 1, "ws", 7, "again").is_nothing


def test_a_value_below_its_floor_is_corrected_all_the_same(file: CampaignFile) -> None:
    """Ten below the floor it shows the floor, and one more must show one more."""
    edits.add_modifier(file, 1, "ws", -16, "A curse")
    floor = anselm(file).value("ws").total
    edits.correct_stat(file, 1, "ws", floor + 1, "Half lifted")
    assert anselm(file).value("ws").total == floor + 1
    edits.correct_stat(file, 1, "ws", 5, "Lifted")
    assert anselm(file).value("ws").total == 5


def test_a_save_is_corrected_to_what_a_save_can_be(file: CampaignFile) -> None:
    edits.correct_stat(file, 1, "sv", 5, "Thick hide")
    assert anselm(file).value("sv").text == "5+"
    for value in (1, 7):
        refused(
            file, lambda value=value: edits.correct_stat(file, 1, "sv", value, ""), "0 for none"
        )
    edits.correct_stat(file, 1, "sv", 0, "Shaved")
    assert anselm(file).value("sv").text == "–"


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0, "Weapon Skill must be 1 to 20"),
        (21, "Weapon Skill must be 1 to 20"),
        (-1, "Weapon Skill goes from 0 to 999"),
        (1000, "Weapon Skill goes from 0 to 999"),
        (HUGE, "Weapon Skill goes from 0 to 999"),
        (-HUGE, "Weapon Skill goes from 0 to 999"),
    ],
    ids=["0", "21", "below 0", "1000", "huge", "huge below 0"],
)
def test_values_out_of_range(file: CampaignFile, value: int, sentence: str) -> None:
    refused(file, lambda: edits.correct_stat(file, 1, "ws", value, ""), sentence)


def test_too_far_off_to_correct(file: CampaignFile) -> None:
    for _ in range(11):
        edits.add_modifier(file, 1, "ws", -99, "A curse")
    refused(file, lambda: edits.correct_stat(file, 1, "ws", 5, ""), "goes from −999 to 999")


def test_modifiers_by_hand_come_and_go(file: CampaignFile) -> None:
    edits.add_modifier(file, 1, "a", 2, "Two swords")
    assert label(file) == "Anselm: +2 A"
    edits.add_modifier(file, 1, "a", -1, "")
    assert label(file) == "Anselm: −1 A"
    edits.add_modifier(file, 1, "a", 3, "Two swords")
    edits.remove_modifier(file, 1, "a", "Two swords")
    assert label(file) == "Anselm: removed “Two swords”"
    assert [p.signed for p in anselm(file).value("a").parts if p.by_hand] == ["+2", "−1"]
    refused(
        file,
        lambda: edits.remove_modifier(file, 1, "a", "Captain’s training"),
        "Only what was entered by hand",
    )
    refused(file, lambda: edits.remove_modifier(file, 1, "a", "x"), "Only what was entered")
    refused(file, lambda: edits.add_modifier(file, 1, "a", 0, "x"), "A modifier of 0 changes no")
    for amount in (100, -100, HUGE):
        refused(
            file, lambda n=amount: edits.add_modifier(file, 1, "a", n, "x"), "goes from −99 to 99"
        )
    for call in (edits.add_modifier, edits.correct_stat):
        refused(file, lambda c=call: c(file, 1, "charm", 1, ""), "no (such )?characteristic")
        refused(file, lambda c=call: c(file, 99, "a", 1, ""), "fighter is no longer there")


def test_traits_bring_and_take_what_they_change(file: CampaignFile) -> None:
    edits.add_trait(file, 1, "injury", "eye_injury", "A splinter")
    assert label(file) == "Anselm: gained Eye injury (A splinter)"
    assert anselm(file).value("bs").explanation.endswith("Eye injury, A splinter −1")
    edits.add_trait(file, 1, "injury", "eye_injury")
    [injury] = anselm(file).injuries
    assert (injury.name, injury.level, injury.effect) == ("Lost eye", 2, "−2 BS")
    edits.remove_trait(file, 1, "injury", "eye_injury", "A miracle")
    assert label(file) == "Anselm: Lost eye removed (A miracle)"
    assert anselm(file).injuries == ()
    assert anselm(file).value("bs").change == 0
    undo(file)
    assert anselm(file).injuries[0].effect == "−2 BS"


def test_skills_are_learnt_once(file: CampaignFile) -> None:
    edits.add_trait(file, 1, "skill", "healing_hands")
    [skill] = anselm(file).skills
    assert (skill.name, skill.source) == ("Healing Hands", "by hand")
    refused(
        file,
        lambda: edits.add_trait(file, 1, "skill", "healing_hands"),
        "Anselm already has Healing Hands",
    )
    edits.remove_trait(file, 1, "skill", "healing_hands")
    assert label(file) == "Anselm: Healing Hands removed"
    refused(
        file, lambda: edits.remove_trait(file, 1, "skill", "healing_hands"), "does not have that"
    )
    refused(file, lambda: edits.add_trait(file, 1, "skill", "x"), "rules know nothing of that")
    refused(file, lambda: edits.add_trait(file, 1, "\x00", "x"), "rules know nothing of that")
    refused(file, lambda: edits.add_trait(file, 99, "skill", "x"), "fighter is no longer there")


# ---------------------------------------------------------------------------- gear and ledgers


def test_gear_is_bought_from_the_purse(file: CampaignFile) -> None:
    edits.adjust_resource(file, "crowns", 50, "found", roster_id=1)
    edits.give_item(file, "long_sword", member_id=1, price=30)
    assert label(file) == "Anselm: bought Long Sword"
    assert roster_view(file, 1).amount("crowns") == 20
    assert ledger_view(file, 1, "crowns")[0].reason == "Bought Long Sword"
    refused(
        file,
        lambda: edits.give_item(file, "dagger", member_id=1, price=21),
        "has 20 crowns; 21 are needed",
    )
    edits.drop_item(file, "long_sword", member_id=1, refund=15, reason="A fool bought it")
    assert label(file) == "Anselm: sold Long Sword"
    assert ledger_view(file, 1, "crowns")[0].reason == "A fool bought it"
    assert roster_view(file, 1).amount("crowns") == 35
    for price in (-1, 1_000_001, HUGE, -HUGE):
        refused(
            file,
            lambda p=price: edits.give_item(file, "dagger", member_id=1, price=p),
            "A price goes from 0 to 1,000,000",
        )
    edits.give_item(file, "dagger", roster_id=1)
    assert label(file) == "Vigil’s stash: received Dagger"
    refused(
        file,
        lambda: edits.drop_item(file, "dagger", roster_id=1, refund=-1),
        "A refund goes from 0 to 1,000,000",
    )
    edits.drop_item(file, "dagger", roster_id=1)
    assert label(file) == "Vigil’s stash: dropped Dagger"


def test_gear_that_cannot_be_carried(file: CampaignFile) -> None:
    edits.give_item(file, "longbow", member_id=1)
    edits.give_item(file, "dagger", roster_id=1)
    edits.give_item(file, "light_shield", roster_id=1)
    refused(
        file,
        lambda: edits.move_item(file, "light_shield", 1, to_member=1),
        "Anselm needs both hands for the Longbow",
    )
    edits.give_item(file, "dagger", member_id=1)
    refused(file, lambda: edits.move_item(file, "dagger", 1, to_member=1), "two weapons at most")
    edits.mark_dead(file, 2)
    refused(
        file,
        lambda: edits.give_item(file, "dagger", member_id=2),
        "Berta does not stand on the roster any more, so carries nothing",
    )


def test_gear_moves_within_one_warband(file: CampaignFile) -> None:
    edits.give_item(file, "dagger", member_id=1)
    edits.move_item(file, "dagger", 1, from_member=1)
    assert label(file) == "Dagger: from Anselm to Vigil’s stash"
    assert [i.name for i in roster_view(file, 1).stash] == ["Dagger"]
    edits.move_item(file, "dagger", 1, to_member=2)
    edits.move_item(file, "dagger", 1, from_member=2, to_member=3)
    assert label(file) == "Dagger: from Berta to Cuno"
    between = {"from_member": 3, "to_member": 11}
    for sentence, call in (
        ("within one warband", lambda: edits.move_item(file, "dagger", 1, **between)),
        ("within one warband", lambda: edits.move_item(file, "dagger", 2, **between)),
        ("within one warband", lambda: edits.move_item(file, "dagger", 2, from_member=3)),
        ("already there", lambda: edits.move_item(file, "dagger", 1, from_member=3, to_member=3)),
        ("already there", lambda: edits.move_item(file, "dagger", 1)),
        ("Dagger is no longer there", lambda: edits.move_item(file, "dagger", 1, to_member=1)),
        ("Magic wand is no longer", lambda: edits.move_item(file, "magic_wand", 1, to_member=1)),
        ("fighter is no longer", lambda: edits.move_item(file, "dagger", 1, to_member=99)),
        ("warband is no longer", lambda: edits.move_item(file, "dagger", 9)),
        ("knows? no item", lambda: edits.give_item(file, "magic_wand", member_id=1)),
        ("warband is no longer", lambda: edits.give_item(file, "dagger")),
        ("Dagger is no longer there", lambda: edits.drop_item(file, "dagger", member_id=1)),
    ):  # fmt: skip
        refused(file, call, sentence)


def test_ledgers_are_corrected_with_a_reason(file: CampaignFile) -> None:
    edits.adjust_resource(file, "xp", 7, "A long lesson", member_id=1)
    assert label(file) == "Anselm: +7 XP, A long lesson"
    edits.adjust_resource(file, "xp", -2, "", member_id=1)
    assert label(file) == "Anselm: −2 XP, Corrected by hand"
    edits.adjust_resource(file, "crowns", 1_000_000, "A dragon", roster_id=1)
    assert label(file) == "Vigil: +1,000,000 crowns, A dragon"
    entries = ledger_view(file, 1, "xp", 1)
    assert [(e.amount, e.balance, e.reason) for e in entries] == [
        (-2, 155, "Corrected by hand"),
        (7, 157, "A long lesson"),
        (150, 150, "Starting experience"),
    ]
    for sentence, call in (
        ("An amount of 0", lambda: edits.adjust_resource(file, "xp", 0, "", member_id=1)),
        ("has 155 XP, so 156", lambda: edits.adjust_resource(file, "xp", -156, "", member_id=1)),
        ("from −1,000,000", lambda: edits.adjust_resource(file, "xp", HUGE, "", member_id=1)),
        ("from −1,000,000", lambda: edits.adjust_resource(file, "xp", -HUGE, "", member_id=1)),
        ("belongs to a fighter", lambda: edits.adjust_resource(file, "xp", 1, "", roster_id=1)),
        ("belongs to a warband", lambda: edits.adjust_resource(file, "crowns", 1, "", member_id=1)),
        ("no such ledger", lambda: edits.adjust_resource(file, "luck", 1, "", member_id=1)),
        ("no such ledger", lambda: edits.adjust_resource(file, "advances", 1, "", member_id=1)),
        ("warband is no longer", lambda: edits.adjust_resource(file, "xp", 1, "")),
        ("fighter is no longer", lambda: edits.adjust_resource(file, "xp", 1, "", member_id=99)),
    ):  # fmt: skip
        refused(file, call, sentence)


# ---------------------------------------------------------------------------- coming and going


def test_a_recruit_joins_at_the_end_and_is_paid_for(file: CampaignFile) -> None:
    refused(
        file,
        lambda: edits.recruit(file, 1, "youngblood"),
        "Vigil can have 10 fighters at most",
    )
    edits.retire(file, 10)
    edits.adjust_resource(file, "crowns", 40, "found", roster_id=1)
    touched = edits.recruit(file, 1, "warrior", "Kunz", 25)
    assert label(file) == "Recruited Kunz"
    member = roster_view(file, 1).members[-1]
    assert (member.id, member.name, member.archetype) == (
        touched.created["member"],
        "Kunz",
        "warrior",
    )
    assert member.value("ws").explanation == "Base 3, Warrior’s training +1"
    assert ledger_view(file, 1, "crowns")[0].reason == "Recruited Kunz"
    edits.retire(file, 9)
    edits.recruit(file, 1, "youngblood")
    assert label(file) == "Recruited a Youngblood"
    edits.retire(file, 8)
    for sentence, call in (
        ("has 15 crowns; 16 are", lambda: edits.recruit(file, 1, "youngblood", "", 16)),
        ("A price goes from 0", lambda: edits.recruit(file, 1, "youngblood", "", -5)),
        ("no fighter of that kind", lambda: edits.recruit(file, 1, "wizard")),
        ("warband is no longer", lambda: edits.recruit(file, 9, "youngblood")),
    ):
        refused(file, call, sentence)


def test_the_dead_leave_their_gear_or_lose_it(file: CampaignFile) -> None:
    for member in (1, 2, 3):
        edits.give_item(file, "dagger", member_id=member)
    edits.mark_dead(file, 1, reason="Fell off a roof")
    assert label(file) == "Anselm died (Fell off a roof)"
    edits.mark_dead(file, 2, gear_lost=True)
    assert label(file) == "Berta died"
    edits.retire(file, 3)
    assert label(file) == "Cuno retired"
    view = roster_view(file, 1)
    assert [(i.name, i.quantity) for i in view.stash] == [("Dagger", 2)]
    assert [(m.name, m.state, m.fate, m.fell_in_battle, m.items) for m in view.fallen] == [
        ("Anselm", "dead", "Fell", None, ()),
        ("Berta", "dead", "Fell", None, ()),
        ("Cuno", "retired", "Retired", None, ()),
    ]
    for call in (edits.mark_dead, edits.retire):
        refused(file, lambda c=call: c(file, 1), "Anselm does not stand on the roster any more")
        refused(file, lambda c=call: c(file, 99), "fighter is no longer there")


def test_the_dead_come_back_while_there_is_room(file: CampaignFile) -> None:
    edits.mark_dead(file, 1)
    edits.restore(file, 1, "It was only a dream")
    assert label(file) == "Anselm stands on the roster again (It was only a dream)"
    refused(file, lambda: edits.restore(file, 1), "Anselm already stands on the roster")
    refused(file, lambda: edits.restore(file, 99), "fighter is no longer there")
    edits.mark_dead(file, 1)
    set_house_rule(file, "most_fighters", 9)
    refused(file, lambda: edits.restore(file, 1), "can have 9 fighters at most")


def test_every_edit_can_be_taken_back(file: CampaignFile) -> None:
    start = dump(file.path)
    edits.adjust_resource(file, "crowns", 40, "found", roster_id=1)
    edits.give_item(file, "dagger", member_id=1, price=5)
    edits.mark_dead(file, 1)
    edits.recruit(file, 1, "youngblood", "Kunz", 5)
    edits.move_item(file, "dagger", 1, to_member=21)
    edits.add_trait(file, 21, "injury", "eye_injury")
    edits.set_tags(file, 21, ["new"])
    edits.move_member(file, 21, 0)
    for _ in range(8):
        undo(file)
    assert dump(file.path) == start


def test_touched_says_whom_an_edit_is_about(file: CampaignFile) -> None:
    edits.give_item(file, "dagger", member_id=1)
    touched = edits.move_item(file, "dagger", 1, from_member=1)
    assert (touched.members, touched.rosters) == ({1}, {1})
    assert edits.rename_player(file, 2, "Johanna").rosters == {2}
    assert edits.add_modifier(file, 5, "ws", 1, "x").members == {5}


def test_a_label_begins_with_a_large_letter_also_for_the_unnamed(file: CampaignFile) -> None:
    edits.rename_member(file, 1, "")
    assert edits.set_notes(file, 1, "Limps.").label[0].isupper()
    touched = edits.retire(file, 1)
    assert touched.label.startswith("Unnamed ")
    assert label(file) == touched.label
