"""One fighter on the roster sheet: figures, footnotes, gear, and what is new."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from mordcry_app.rules.paper import TickBox
from mordcry_app.rules.ruleset import AttackCell, AttackLine
from mordcry_app.services.views import TraitView, ValueView
from mordcry_app.sheets.fighter import starts_with
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.roster_sheet import make_roster_sheets
from tests.sheets.printing import DAY, NEWS, USES, block, printed
from tests.sheets.reading import holds, lines, missing_words, texts
from tests.sheets.warbands import (
    HIT,
    ashen_vigil,
    attack,
    fighter,
    figures_of,
    injury,
    item,
    material,
    of_other_rules,
    pending,
    roster,
    skill,
)

GOLDEN_NEWS = (
    "Sister Ilse Varr | Captain, leads · XP 158/170 ▶+12 | 12 renown | wounds | "
    "st dn head leg arm acted | "
    "M 5″ WS 6 BS 4 OS 4 DS 5▶ 6¹ S 4² W 5 A 3 Will 4▶ 5³ Int 4 Sv 6+⁴ | "
    "▶ Long Sword Dice 3 Hit 2+ 2+ 3+ 3+ 4+ Str 5 Wound 2+ 2+ 2+ 3+ 4+ Dmg 2 Spd 3 Range melee | "
    "▶ Half Plate — T Unbowed · ▶ T Penance"
)


def test_every_changed_value_has_a_footnote_that_explains_it() -> None:
    read = " ".join(lines(printed(ashen_vigil())))
    assert "1 DS 6 Base 3, Captain’s training +1, Half Plate +2" in read
    assert (
        "5 WS 6 Base 3, Champion’s training +2, Advance after battle 5 +1, Tarnished Blade +1, "
        "Arm or hand wound −1" in read
    )
    assert "14 M 6″ Base 5, Old map +1" in read


def test_equal_explanations_share_a_footnote() -> None:
    leather = [("ds", 1, "Leather")]
    view = roster([fighter(n, f"Name{n}", changes=leather) for n in range(3)])
    read = " ".join(lines(printed(view)))
    assert read.count("DS 4¹") == 3
    assert read.count("Base 3, Leather +1") == 1


def test_a_value_whose_changes_balance_out_is_explained_too() -> None:
    changes = [("ws", 1, "Advance"), ("ws", -1, "Arm wound")]
    read = " ".join(lines(printed(roster([fighter(1, "Even", changes=changes)]))))
    assert "WS 4¹" in read
    assert "1 WS 4 Base 3, Warrior’s training +1, Advance +1, Arm wound −1" in read


def test_footnotes_can_be_left_out() -> None:
    read = "\n".join(texts(printed(ashen_vigil(), SheetOptions(footnotes=False))))
    assert "Tarnished Blade" not in read
    assert "¹" not in read


def test_attack_lines_can_be_explained_except_for_what_the_key_says() -> None:
    view = roster(
        [fighter(1, "Pell", attacks=[attack("Spear", "2", HIT[3], 4, "2+", 1, 5, "melee")])]
    )
    read = " ".join(lines(printed(view, SheetOptions(attack_notes=True)))).replace("\u00a0", " ")
    assert "Spear¹" in read
    assert "1 Spear Dice 2 = 2 Attacks, weapon included; Str 4 = 3 Base, +1 Spear" in read
    assert "WS 4 against" not in read


def test_an_exception_in_an_attack_line_has_a_footnote_of_its_own() -> None:
    read = " ".join(lines(printed(ashen_vigil())))
    explained = "Attacks 1, −1 weapon, but at least one die (house rule)"
    assert f"9 Hammer ×2, Dice 1 {explained}" in read
    assert f"15 Club, Dice 1 {explained}" in read
    assert "weapon included" not in read


def test_what_skills_injuries_and_gear_do_can_be_printed_once_each() -> None:
    texted = skill("Unbowed", "triple", "At half wounds or fewer, fight harder.")
    members = [
        fighter(n, f"Name{n}", skills=[texted], items=[item("Club", text="Crude and heavy.")])
        for n in range(2)
    ]
    view = roster(
        [*members, fighter(3, "Hurt", injuries=[injury("Old wound", "", "Aches in the rain.")])]
    )
    read = " ".join(lines(printed(view, SheetOptions(rules_text=True))))
    assert read.count("At half wounds or fewer, fight harder.") == 1
    assert "T Unbowed At half wounds" in read
    assert "Club Crude and heavy." in read
    assert "1 Old wound Aches in the rain." in read
    bare = printed(view, SheetOptions(rules_text=True, footnotes=False))
    assert "Old wound Aches in the rain." in " ".join(lines(bare))
    assert "Crude" not in " ".join(texts(printed(view)))


def test_an_unnamed_fighter_gets_a_line_to_write_on() -> None:
    view = roster([fighter(1, "", "Youngblood")])
    assert lines(printed(view))[4] == "Youngblood · XP 0/10"


def test_the_next_advance_and_the_leader_are_named() -> None:
    leader = fighter(1, "Ilse", "Captain", xp=158, next_at=170, leads=True, advances_due=2)
    read = " ".join(lines(printed(roster([leader]))))
    assert "Captain, leads · XP 158/170 2 advances to roll" in read


@pytest.mark.parametrize(("taken", "ticked"), [(1, 1), (2, 2), (3, 2), (9, 2)])
def test_wounds_that_are_carried_leave_one(taken: int, ticked: int) -> None:
    hurt = pending("starts_wounded", f"Starts with {taken} wounds taken", "", taken)
    member = fighter(1, "Ilse", pending=[hurt])
    assert member.value("w").total == 3
    assert starts_with(member, 3) == ticked


def test_a_fighter_that_misses_the_battle_is_marked_twice() -> None:
    misses = pending("misses_battle", "Misses the next battle")
    read = " ".join(lines(printed(roster([fighter(1, "Tam", pending=[misses])]))))
    assert "☐ Tam misses it" in read
    assert "Warrior · misses the next battle" in read


def test_notes_tags_and_other_traits_are_printed() -> None:
    view = roster(
        [
            fighter(
                1,
                "Ilse",
                notes="Owes three crowns.\n\nHates rats.",
                tags=("holy", "rider"),
                other_traits=[TraitView("boon", "x", "Blessed", "", level=2)],
            )
        ]
    )
    read = " ".join(lines(printed(view)))
    assert "Note Owes three crowns. · Hates rats." in read
    assert "Also Blessed ×2 · Tags holy, rider" in read


def test_any_headings_are_laid_out() -> None:
    boxes = (
        TickBox(id="bleeding", label="bleeding", text="1 wound a round"),
        TickBox(id="long", label="a rather long label"),
    )
    member, plan = of_other_rules(boxes)
    data = make_roster_sheets(material(roster([member]), paper=plan), SheetOptions(), DAY)
    pages = texts(data)
    for figure in figures_of(member):
        assert missing_words(pages, figure) == []
    assert missing_words(pages, "bleeding 1 wound a round H3 third stat 5") == []


def test_a_huge_number_of_wounds_is_written_instead_of_drawn() -> None:
    value = ValueView("w", "W", "Wounds", "900", 900, 900, ())
    member = replace(fighter(1, "Hulk"), values=(value,))
    assert "900 wounds, lost" in " ".join(lines(printed(roster([member]))))


def test_what_gear_does_in_battle_is_a_footnote() -> None:
    data = printed(ashen_vigil(), item_uses=USES)
    read = " ".join(lines(data))
    assert re.search("Medium Shield[⁰-⁹¹²³]+ — Q Grim Resolve", read)
    assert re.search(r"\d+ Medium Shield 5\+ stops the first wound each round\.", read)
    assert "Light Shield 6+ stops the first melee wound each round. Loud when struck." in read
    assert "Never printed" not in read
    bare = " ".join(lines(printed(ashen_vigil(), SheetOptions(footnotes=False), item_uses=USES)))
    assert "— Q Grim Resolve" in bare
    assert "Medium Shield 5+ stops the first wound each round." in bare
    everything = SheetOptions(rules_text=True)
    assert "5+ stops" not in " ".join(lines(printed(ashen_vigil(), everything, item_uses=USES)))


def test_skills_are_explained_where_there_is_room() -> None:
    read = " ".join(lines(printed(ashen_vigil())))
    assert "T Unbowed At half wounds or fewer: +1 WS and +1 Attack." in read
    told = skill("Unbowed", "triple", "At half wounds or fewer: +1 WS. " * 30)
    crowded = [
        fighter(n, f"Name{n}", skills=[replace(told, name=f"Unbowed{n}")]) for n in range(12)
    ]
    data = printed(roster(crowded))
    assert len(texts(data)) == 1
    assert "At half wounds" not in " ".join(lines(data))
    data = printed(roster(crowded), SheetOptions(rules_text=True))
    assert len(texts(data)) > 1
    assert holds(texts(data), "At half wounds or fewer")


def test_what_a_weapon_does_besides_its_numbers_stands_below_them() -> None:
    line = attack("Blade", "3", HIT[3], 4, "2+ 3+ 4+ 5+ 6+", 1, 5, "melee")
    traits = AttackCell("Traits", "The first 1 that is rolled to hit breaks the blade")
    special = replace(line, cells=(*line.cells, traits))
    plain = attack("Club", "1", HIT[3], 4, "2+ 3+ 4+ 5+ 6+", 2, 5, "melee")
    view = roster([fighter(1, "Ilse", attacks=[special, plain]), fighter(2, "Tam")])
    read = block(printed(view), "Ilse", "Tam")
    assert "Blade Dice 3 Hit 2+ 3+ 4+ 5+ 5+ Str 4 Wound 2+ 3+ 4+ 5+ 6+ Dmg 1 Spd 5 Range melee" in (
        " ".join(read)
    )
    assert "Traits The first 1 that is rolled to hit breaks the blade" in read


def test_of_known_headings_only_the_rule_of_an_exception_is_told() -> None:
    cells = (
        AttackCell("Dice", "1", "Attacks 1; at least one", exception=True, rule="at least one"),
        AttackCell("Hit", "3+", "WS 4 against WS 2; +1 at night", exception=True, rule="at night"),
    )
    view = roster([fighter(1, "Ilse", attacks=[AttackLine("Knife", cells)])])
    read = " ".join(lines(printed(view)))
    assert "1 Knife, Dice 1 Attacks 1; at least one" in read
    assert "2 Knife, Hit at night" in read


def test_an_injury_that_only_says_its_effect_has_no_footnote() -> None:
    hurt = [
        injury("Head wound", "−1 Int", "−1 Intelligence."),
        injury("Spinal injury", "−1 DS", "−1 DS. No treasures."),
    ]
    read = " ".join(lines(printed(roster([fighter(1, "Ilse", injuries=hurt)]))))
    assert "Injuries Head wound (−1 Int), Spinal injury¹ (−1 DS)" in read
    assert "−1 Intelligence." not in read


def test_what_is_new_since_the_last_battle_is_marked_and_explained() -> None:
    data = printed(ashen_vigil(), news=NEWS)
    ilse = " ".join(block(data, "Sister Ilse Varr", "Brother Anselm")).replace("\u00a0", " ")
    assert sorted(ilse.split()) == sorted(GOLDEN_NEWS.replace(" |", "").split())
    assert "▶ Long Sword Dice 3" in ilse
    assert "▶ Half Plate — T Unbowed · ▶ T Penance" in ilse
    anselm = " ".join(block(data, "Brother Anselm", "Old Tam")).replace("\u00a0", " ")
    assert "Arm or hand wound¹⁰ (−1 WS), ▶ Eye injury (−1 BS) · ▶ Gone Club, Old wound" in anselm
    read = " ".join(lines(data)).replace("\u00a0", " ")
    assert "Youngblood · ▶ joined · XP 0/10" in read
    assert "▶ new since the last battle · 5▶ 5 before it · st stunned" in read
    assert len(texts(data)) == 1


@pytest.mark.parametrize("options", [SheetOptions(news=False), SheetOptions()])
def test_without_news_nothing_is_marked(options: SheetOptions) -> None:
    news = {} if options.news else NEWS
    assert "▶" not in "".join(texts(printed(ashen_vigil(), options, news=news)))


def test_news_of_others_are_not_explained() -> None:
    view = roster([fighter(77, "Ilse")])
    assert "▶" not in "".join(texts(printed(view, news=NEWS)))
