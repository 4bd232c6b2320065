"""The booklet’s view: chapters, those who are gone with their stories, and tables that add up."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.chronicle import tell_battle, write_entry
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.history import undo
from mordcry_app.services.paper_booklet import booklet_view
from mordcry_app.services.paper_views import BookletView, BookTable, FallenPage
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.roster_edits import give_item, mark_dead, retire
from mordcry_app.services.samples import create_sample
from mordcry_app.services.standings import plots_view
from tests.services.told_battles import fought, noted
from tests.services.worlds import ids_by_name, roster_ids


def page(view: BookletView, name: str) -> FallenPage:
    return next(each for each in view.fallen if each.member.name == name)


def table(view: BookletView, title: str) -> BookTable:
    return next(each for each in view.tables if each.title == title)


def story(view: BookletView, name: str) -> list[tuple[str, str]]:
    return [(moment.when, moment.text) for moment in page(view, name).story]


# ---------------------------------------------------------------------- an empty campaign


def test_before_the_first_battle_there_is_a_title_and_who_fights(file: CampaignFile) -> None:
    view = booklet_view(file)
    assert view.title == "The Test of Time"
    assert view.subtitle == "A campaign of Mordcry"
    assert (view.battles, view.first_on, view.last_on) == (0, None, None)
    assert view.chapters == view.fallen == view.plots == ()
    assert [each.title for each in view.tables] == ["How they stand", "All who served"]


# ---------------------------------------------------------------------- chapters


def test_a_battle_is_a_chapter_with_its_sides(file: CampaignFile) -> None:
    fought(file, {"Krato": "Anselm", "Lene": None})
    [chapter] = booklet_view(file).chapters
    assert (chapter.lead, chapter.title) == ("Battle 1", "Vigil won")
    assert chapter.name == "Battle 1: Vigil won"
    assert chapter.on is not None
    vigil, ruin = chapter.sides
    assert (vigil.name, vigil.result, vigil.facts) == (
        "Vigil",
        "won",
        ("10 took part", "held 1 objective"),
    )
    assert (ruin.name, ruin.result) == ("Ruin", "lost")
    assert ruin.facts == ("10 took part", "Krato and Lene out of action", "held 1 treasure")


def test_a_drawn_battle_says_so(file: CampaignFile) -> None:
    fought(file, winner=None)
    [chapter] = booklet_view(file).chapters
    assert chapter.title == "A draw"


def test_a_player_s_title_and_text_take_the_place_of_the_program_s(file: CampaignFile) -> None:
    tell_battle(file, fought(file), "The bell", "It rang.\n\nThat was all.")
    [chapter] = booklet_view(file).chapters
    assert chapter.name == "Battle 1: The bell"
    assert chapter.telling.paragraphs == ("It rang.", "That was all.")


def test_own_entries_stand_where_they_belong(file: CampaignFile) -> None:
    fought(file)
    write_entry(file, "How it began", "With a map.", after_battle=0)
    write_entry(file, "", "A quiet week.")
    view = booklet_view(file)
    assert [(c.lead, c.title, c.name) for c in view.chapters] == [
        ("Before the first battle", "How it began", "How it began"),
        ("Battle 1", "Vigil won", "Battle 1: Vigil won"),
        ("After battle 1", "", "After battle 1"),
    ]


def test_what_came_before_the_first_battle_is_a_chapter(file: CampaignFile) -> None:
    noted(file, "Anselm bought a lamp.", roster_ids(file)[0], ids_by_name(file)["Anselm"])
    fought(file)
    first, _ = booklet_view(file).chapters
    assert (first.lead, first.title, first.name) == (
        "",
        "Before the first battle",
        "Before the first battle",
    )


# ---------------------------------------------------------------------- those who are gone


def test_a_fallen_fighter_has_its_story_in_order(file: CampaignFile) -> None:
    noted(file, "Krato swore an oath.", roster_ids(file)[1], ids_by_name(file)["Krato"])
    fought(file, {"Anselm": "Krato", "Berta": "Krato"})
    fought(file, {"Krato": None})
    noted(file, "Krato limped about.", roster_ids(file)[1], ids_by_name(file)["Krato"])
    fought(file, {"Krato": "Anselm"}, dead=["Krato"])
    view = booklet_view(file)
    krato = page(view, "Krato")
    assert (krato.roster_name, krato.battle_number, krato.by) == ("Ruin", 3, "Anselm")
    assert krato.end == "Fell in battle 3, by the hand of Anselm."
    assert krato.facts == (
        ("Battles", "3"),
        ("Enemies put out of action", "2"),
        ("Times out of action", "2"),
    )
    assert story(view, "Krato") == [
        ("Before the first battle", "Krato swore an oath."),
        ("Battle 1", "Krato put Anselm and Berta out of action."),
        ("Battle 2", "Krato was put out of action and was hurt in the back."),
        ("After battle 2", "Krato limped about."),
        (
            "Battle 3",
            "Krato was put out of action by Anselm and died of wounds taken in the battle.",
        ),
    ]


def test_nobody_knows_by_whom(file: CampaignFile) -> None:
    fought(file, {"Krato": None}, dead=["Krato"])
    assert page(booklet_view(file), "Krato").end == "Fell in battle 1."


def test_who_left_by_hand_has_a_page_at_the_end(file: CampaignFile) -> None:
    ids = ids_by_name(file)
    retire(file, ids["Berta"])
    mark_dead(file, ids["Cuno"])
    fought(file, {"Krato": None}, dead=["Krato"])
    view = booklet_view(file)
    assert [each.member.name for each in view.fallen] == ["Krato", "Berta", "Cuno"]
    assert [each.end for each in view.fallen] == ["Fell in battle 1.", "Retired.", "Fell."]
    assert page(view, "Berta").facts[0] == ("Battles", "0")


def test_the_sample_tells_what_the_fallen_carried_to_the_end(tmp_path: Path) -> None:
    with create_sample(tmp_path / "sample.mordcry") as file:
        view = booklet_view(file)
    assert {each.member.name: each.carried for each in view.fallen} == {
        "Eel": ("Dagger",),
        "Katrin Moor": ("Short Sword", "Light Shield or Buckler"),
        "Mother Sedge": ("Spear", "Light Shield or Buckler", "Cloth Armour"),
        "Squint": ("Club",),
    }
    assert [each.battle_number for each in view.fallen] == [1, 2, 3, 3]
    assert view.battles == 3
    assert isinstance(view.first_on, date)
    assert view.first_on <= (view.last_on or date.min)


def test_what_was_given_back_by_undo_was_not_carried_to_the_end(file: CampaignFile) -> None:
    berta = ids_by_name(file)["Berta"]
    give_item(file, "dagger", member_id=berta)
    retire(file, berta)
    before = page(booklet_view(file), "Berta").carried
    assert before == ("Dagger",)
    undo(file)
    undo(file)
    retire(file, berta)
    assert page(booklet_view(file), "Berta").carried == ()


# ---------------------------------------------------------------------- tables and plots


def test_tables_add_up(file: CampaignFile) -> None:
    fought(file, {"Krato": "Anselm", "Lene": "Anselm"}, dead=["Krato"])
    fought(file, {"Anselm": "Lene"}, winner=1)
    view = booklet_view(file)
    standings = table(view, "How they stand")
    assert standings.headings[:8] == (
        *("Warband", "Player", "Fought", "Won", "Lost", "Drawn", "Fighters", "Fallen"),
    )
    assert [row[:8] for row in standings.rows] == [
        ("Vigil", "Mira", "2", "1", "1", "0", "10", "0"),
        ("Ruin", "Jon", "2", "1", "1", "0", "9", "1"),
    ]
    assert [(row[0], row[2], row[3]) for row in table(view, "The battles").rows] == [
        ("1", "Vigil won, Ruin lost", "Krato and Lene by Anselm"),
        ("2", "Vigil lost, Ruin won", "Anselm by Lene"),
    ]
    served = {row[0]: row for row in table(view, "All who served").rows if len(row) > 1}
    assert len(served) == 20
    assert served["Anselm"][:6] == ("Anselm", "Captain", "serves", "2", "2", "1")
    assert served["Krato"][:6] == ("Krato", "Captain", "fell in battle 1", "1", "0", "1")
    headings = [row[0] for row in table(view, "All who served").rows if len(row) == 1]
    assert headings == ["Vigil", "Ruin"]


def test_values_of_a_few_warbands_stand_in_one_table(file: CampaignFile) -> None:
    fought(file)
    view = booklet_view(file)
    values = table(view, "After each battle")
    assert values.headings[:3] == ("Battle", "Vigil: crowns", "Ruin: crowns")
    assert [row[0] for row in values.rows] == ["start", "1"]
    crowns = plots_view(file)[0]
    assert [row[1] for row in values.rows] == [str(value) for value in crowns.lines[0].values]
    assert [plot.name for plot in view.plots] == ["Crowns", "Renown", "Experience"]


def test_a_made_up_ruleset_has_a_booklet_too(tmp_path: Path, with_tiny_ruleset: Path) -> None:
    rosters = (NewRoster("Ann", "Aye", fighter_names=("A", "B")), NewRoster("Ben", "Bee"))
    path = tmp_path / "tiny.mordcry"
    with create_campaign(path, NewCampaign("Small", "tiny", rosters)) as file:
        name = campaign_view(file).ruleset_name
        view = booklet_view(file)
    assert view.subtitle == f"A campaign of {name}"
    assert table(view, "All who served").rows[0] == ("Aye",)
    with open_campaign(path) as again:
        assert booklet_view(again) == view


def test_chapters_are_in_order(file: CampaignFile) -> None:
    for _ in range(4):
        fought(file)
    view = booklet_view(file)
    assert [chapter.lead for chapter in view.chapters] == [
        *("Battle 1", "Battle 2", "Battle 3", "Battle 4")
    ]
