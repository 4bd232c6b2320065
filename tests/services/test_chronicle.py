"""The chronicle of a campaign: told by the program, retold, written, filtered, taken back."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from mordcry_app.model.tables import LONGEST_TEXT, ChronicleEntry
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards, chronicle
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.chronicle_reading import BEFORE, chronicle_view
from mordcry_app.services.chronicle_views import ChronicleFilter, TellingView
from mordcry_app.services.history import history_view, redo, undo
from mordcry_app.services.roster_edits import adjust_resource, rename_member
from mordcry_app.services.unit_of_work import unit_of_work
from tests.services.told_battles import fought, noted, picture
from tests.services.worlds import dump, fight, ids_by_name, play, roster_ids


def tellings(file: CampaignFile, **wanted: object) -> tuple[TellingView, ...]:
    return chronicle_view(file, ChronicleFilter(**wanted)).tellings  # type: ignore[arg-type]


def titles(file: CampaignFile, **wanted: object) -> list[str]:
    return [telling.title for telling in tellings(file, **wanted)]


def test_a_new_campaign_has_nothing_to_tell(file: CampaignFile) -> None:
    view = chronicle_view(file)
    assert view.tellings == ()
    assert view.keys == frozenset()
    assert len(view.members) == 20


def test_a_battle_is_told_from_its_record_and_its_aftermath(file: CampaignFile) -> None:
    battle_id, draft_id = fight(file, {"Morgan": "Anselm", "Odo": "Anselm"})
    telling = tellings(file)[0]
    assert telling.title == "Battle 1: Vigil won"
    assert telling.is_open
    assert telling.paragraphs[-1] == "Its aftermath is still open."
    assert "Morgan and Odo" in telling.paragraphs[0]
    play(file, draft_id)
    boards.finish(file, draft_id)
    told = tellings(file)[0]
    assert (told.key, told.battle_id, told.after_battle) == (f"battle:{battle_id}", battle_id, 1)
    assert not told.is_open
    assert not told.is_retold
    assert "earned" in told.text
    assert "Anselm put 2 enemies" not in told.text, "the record has said so"
    assert "battle 1" not in told.text.split("\n\n", 1)[1], "the title says which battle"


def test_everybody_who_was_put_out_or_put_out_is_told(file: CampaignFile) -> None:
    out = {"Morgan": "Anselm", "Odo": "Berta", "Frida": "Krato", "Gero": None}
    fought(file, out)
    text = tellings(file)[0].text
    assert "Frida and Gero were hurt in the back. Vigil earned 30 crowns." in text
    assert all(name in text for name in (*out, "Anselm", "Berta", "Krato"))


def test_entries_stand_newest_first_or_oldest_first(file: CampaignFile) -> None:
    fought(file)
    fought(file, winner=1)
    fought(file, winner=None)
    newest = ["Battle 3: a draw", "Battle 2: Ruin won", "Battle 1: Vigil won"]
    assert titles(file) == newest
    oldest = chronicle_view(file, newest_first=False).tellings
    assert [telling.title for telling in oldest] == newest[::-1]


def test_a_part_of_the_entries_is_the_same_as_in_the_whole(file: CampaignFile) -> None:
    for _ in range(4):
        fought(file)
    every = chronicle_view(file).tellings
    part = chronicle_view(file, first=1, count=2)
    assert part.tellings == every[1:3]
    assert part.found == 4
    assert len(part.keys) == 4
    assert chronicle_view(file, first=9, count=2).tellings == ()


def test_lines_from_before_the_first_battle_and_between_battles(file: CampaignFile) -> None:
    ids, (vigil, ruin) = ids_by_name(file), roster_ids(file)
    noted(file, "Gero learned Leap at 10 XP.", vigil, ids["Gero"])
    first = tellings(file)[0]
    assert (first.kind, first.title, first.after_battle) == ("before", BEFORE, 0)
    assert first.text == "Gero learned Leap at 10 XP."
    fought(file)
    noted(file, "Hilde slept.", vigil, ids["Hilde"])
    fought(file)
    noted(file, "Odo slept.", ruin, ids["Odo"])
    second, one, before = tellings(file)
    assert any(paragraph.endswith(": Odo slept.") for paragraph in second.paragraphs)
    assert any(paragraph.endswith(": Hilde slept.") for paragraph in one.paragraphs)
    assert before == first
    assert titles(file, member_id=ids["Gero"]) == [BEFORE]
    assert titles(file, member_id=ids["Odo"]) == [second.title]
    assert titles(file, roster_id=ruin) == [second.title, one.title]


def test_advances_between_battles_are_told(file: CampaignFile) -> None:
    adjust_resource(file, "xp", 10, "a gift", member_id=ids_by_name(file)["Gero"])
    draft = boards.start_muster(file).created["draft"]
    play(file, draft)
    boards.finish(file, draft)
    assert tellings(file)[0].text.startswith("Gero ")


def test_a_player_tells_a_battle_and_the_program_tells_it_anew(
    file: CampaignFile, path: Path
) -> None:
    battle_id = fought(file)
    before = tellings(file)[0]
    stored = dump(path)
    touched = chronicle.tell_battle(file, battle_id, "  Rain ", "It rained.\n\n\nThen it stopped. ")
    assert touched.tables == {"chronicle_entry"}
    assert touched.label == "Told battle 1 in your own words"
    told = tellings(file)[0]
    assert told.title == "Rain"
    assert told.paragraphs == ("It rained.", "Then it stopped.")
    assert told.is_retold
    chronicle.tell_battle(file, battle_id, "", "Otherwise.")
    told = tellings(file)[0]
    assert (told.title, told.text) == (before.title, "Otherwise.")
    assert chronicle.tell_anew(file, battle_id).label == "Told battle 1 anew from its record"
    assert tellings(file)[0] == before
    for _ in range(3):
        undo(file)
    assert dump(path)["chronicle_entry"] == stored["chronicle_entry"]
    for _ in range(2):
        redo(file)
    assert tellings(file)[0].text == "Otherwise."


def test_what_the_program_tells_already_cannot_be_told_anew(file: CampaignFile) -> None:
    battle_id = fought(file)
    with pytest.raises(Refusal, match="already"):
        chronicle.tell_anew(file, battle_id)
    with pytest.raises(Refusal, match="no longer there"):
        chronicle.tell_anew(file, 99)
    with pytest.raises(Refusal, match="no longer there"):
        chronicle.tell_battle(file, 99, "", "x")


def test_an_open_battle_can_be_told_and_still_gets_its_lines(file: CampaignFile) -> None:
    battle_id, _ = fight(file)
    chronicle.tell_battle(file, battle_id, "", "Mine.")
    with unit_of_work(file, "Noted", "test") as work:
        work.add(ChronicleEntry, text="Odo slept.", battle_id=battle_id)
    assert tellings(file)[0].text == "Mine."
    chronicle.tell_anew(file, battle_id)
    assert "Odo slept." in tellings(file)[0].text


def test_own_entries_stand_where_they_are_wanted(file: CampaignFile) -> None:
    fought(file)
    entry = chronicle.write_entry(file, "Later", "Text.").created["entry"]
    chronicle.write_entry(file, "First of all", "Text.", after_battle=0)
    assert titles(file) == ["Later", "Battle 1: Vigil won", "First of all"]
    chronicle.edit_entry(file, entry, "Earlier", "Changed.", after_battle=0)
    assert titles(file) == ["Battle 1: Vigil won", "Earlier", "First of all"] or titles(file) == [
        "Battle 1: Vigil won",
        "First of all",
        "Earlier",
    ]
    chronicle.edit_entry(file, entry, "Later", "Changed.", after_battle=1)
    assert titles(file)[0] == "Later"
    assert tellings(file)[0].after_battle == 1
    with pytest.raises(Refusal, match="no battle 7"):
        chronicle.write_entry(file, "", "x", after_battle=7)


def test_own_entries_are_changed_and_deleted_and_come_back(file: CampaignFile, path: Path) -> None:
    touched = chronicle.write_entry(file, "A letter", "To you.")
    entry = touched.created["entry"]
    assert touched.label == "Wrote “A letter”"
    assert (
        chronicle.edit_entry(file, entry, "", "To all.").label
        == "Changed an entry of the chronicle"
    )
    assert tellings(file)[0].title == ""
    stored = dump(path)["chronicle_entry"]
    assert chronicle.delete_entry(file, entry).label == "Deleted an entry of the chronicle"
    assert tellings(file) == ()
    undo(file)
    assert dump(path)["chronicle_entry"] == stored
    redo(file)
    with pytest.raises(Refusal, match="no longer there"):
        chronicle.edit_entry(file, entry, "", "x")
    with pytest.raises(Refusal, match="no longer there"):
        chronicle.delete_entry(file, entry)


def test_a_line_of_the_program_is_no_entry(file: CampaignFile, path: Path) -> None:
    fought(file, {"Odo": "Anselm"})
    line = dump(path)["chronicle_entry"][0][0]
    with pytest.raises(Refusal, match="no longer there"):
        chronicle.delete_entry(file, int(str(line)))


@pytest.mark.parametrize("text", ["", "   ", "\n\n \n", "\x00"])
def test_an_entry_needs_text(file: CampaignFile, text: str) -> None:
    with pytest.raises(Refusal, match="needs some text"):
        chronicle.write_entry(file, "Title", text)
    assert history_view(file).undo_label == ""


def test_texts_have_limits(file: CampaignFile) -> None:
    chronicle.write_entry(file, "x" * 200, "x" * LONGEST_TEXT)
    with pytest.raises(Refusal, match="20,000"):
        chronicle.write_entry(file, "", "x" * (LONGEST_TEXT + 1))
    with pytest.raises(Refusal, match="A title"):
        chronicle.write_entry(file, "x" * 201, "x")


def test_pictures_of_a_battle_that_the_program_tells(file: CampaignFile) -> None:
    battle_id = fought(file)
    before = tellings(file)[0]
    touched = chronicle.add_picture(file, picture(), "dawn.png", battle_id=battle_id)
    assert touched.label == "Added a picture to battle 1"
    told = tellings(file)[0]
    assert (told.title, told.paragraphs) == (before.title, before.paragraphs), "still told afresh"
    assert not told.is_retold
    assert [p.name for p in told.pictures] == ["dawn.png"]
    assert Image.open(io.BytesIO(told.pictures[0].data)).size == (40, 30)
    assert told.pictures[0].suffix in (".png", ".jpg")
    with pytest.raises(Refusal, match="already"):
        chronicle.add_picture(file, picture(), "again.png", battle_id=battle_id)
    chronicle.tell_battle(file, battle_id, "T", "Mine.")
    assert len(tellings(file)[0].pictures) == 1
    chronicle.tell_anew(file, battle_id)
    told = tellings(file)[0]
    assert (told.title, told.paragraphs) == (before.title, before.paragraphs)
    assert len(told.pictures) == 1, "pictures stay"
    chronicle.remove_picture(file, told.pictures[0].id, battle_id=battle_id)
    assert tellings(file)[0] == before


def test_pictures_of_an_own_entry(file: CampaignFile, path: Path) -> None:
    entry = chronicle.write_entry(file, "T", "Text.").created["entry"]
    first = chronicle.add_picture(file, picture("red"), "a.png", entry_id=entry).created["picture"]
    second = chronicle.add_picture(file, picture("blue"), "b.png", entry_id=entry)
    assert [p.id for p in tellings(file)[0].pictures] == [first, second.created["picture"]]
    stored = dump(path)["chronicle_entry"]
    chronicle.remove_picture(file, first, entry_id=entry)
    assert len(tellings(file)[0].pictures) == 1
    undo(file)
    assert dump(path)["chronicle_entry"] == stored
    with pytest.raises(Refusal, match="no longer there"):
        chronicle.remove_picture(file, 999, entry_id=entry)
    with pytest.raises(Refusal, match="no longer there"):
        chronicle.add_picture(file, picture(), entry_id=999)


def test_an_entry_has_at_most_twenty_pictures(file: CampaignFile) -> None:
    entry = chronicle.write_entry(file, "T", "Text.").created["entry"]
    for number in range(chronicle.MOST_PICTURES):
        chronicle.add_picture(file, picture(size=(10 + number, 10)), entry_id=entry)
    with pytest.raises(Refusal, match="20 pictures"):
        chronicle.add_picture(file, picture(size=(99, 10)), entry_id=entry)


def test_what_is_no_picture_is_refused(file: CampaignFile) -> None:
    entry = chronicle.write_entry(file, "T", "Text.").created["entry"]
    with pytest.raises(Refusal, match="not a picture"):
        chronicle.add_picture(file, b"hello", "x.png", entry_id=entry)
    assert history_view(file).undo_label == "Wrote “T”"


def test_a_picture_that_was_damaged_on_the_disk_is_not_shown(path: Path) -> None:
    from tests.services.worlds import change_behind_our_back

    with open_campaign(path) as file:
        entry = chronicle.write_entry(file, "T", "Text.").created["entry"]
        chronicle.add_picture(file, picture(), entry_id=entry)
    change_behind_our_back(path, "UPDATE attachment SET data = x'00'")
    with open_campaign(path) as file:
        assert tellings(file)[0].pictures == ()


def test_filters(file: CampaignFile) -> None:
    first = fought(file, {"Odo": "Anselm"})
    second = fought(file, {"Frida": "Krato"}, winner=1)
    chronicle.write_entry(file, "A song", "Of Tilda, and of the anselmites.")
    ids, (vigil, ruin) = ids_by_name(file), roster_ids(file)
    assert titles(file, battle_id=first) == ["Battle 1: Vigil won"]
    assert titles(file, battle_id=second) == ["A song", "Battle 2: Ruin won"], "with what follows"
    assert titles(file, battle_id=99) == []
    assert titles(file, member_id=ids["Odo"]) == ["Battle 1: Vigil won"]
    assert "Battle 2: Ruin won" in titles(file, member_id=ids["Frida"])
    assert "A song" in titles(file, member_id=ids["Tilda"])
    assert "A song" not in titles(file, member_id=ids["Anselm"]), "part of a word is no name"
    assert titles(file, roster_id=ruin)[0] == "A song", "it names one of them"
    assert titles(file, roster_id=vigil) == ["Battle 2: Ruin won", "Battle 1: Vigil won"]
    assert titles(file, roster_id=99) == []
    assert titles(file, words="ANSELM odo") == ["Battle 1: Vigil won"]
    assert titles(file, words="a song") == ["A song"]
    assert titles(file, words="no such thing") == []
    assert titles(file, words="  ") == titles(file)
    assert titles(file, words="ruin", battle_id=second) == ["Battle 2: Ruin won"]
    assert ChronicleFilter(words=" ").is_nothing
    assert not ChronicleFilter(member_id=3).is_nothing


def test_a_retold_battle_is_found_by_its_own_words(file: CampaignFile) -> None:
    battle_id = fought(file, {"Odo": "Anselm"})
    chronicle.tell_battle(file, battle_id, "Rain", "Jost stood in it.")
    ids = ids_by_name(file)
    assert titles(file, words="rain") == ["Rain"]
    assert titles(file, words="earned") == []
    assert titles(file, member_id=ids["Jost"]) == ["Rain"]
    assert titles(file, member_id=ids["Odo"]) == ["Rain"], "the record tells of him"


@pytest.mark.parametrize(
    "name", ["<b>R&D</b>", "# 1", "**", "a\u202eb", "’", "Battle 1", "É & Co."]
)
def test_hostile_names_are_told_as_they_are(file: CampaignFile, name: str) -> None:
    odo = ids_by_name(file)["Odo"]
    rename_member(file, odo, name)
    fought(file, {name: "Anselm"})
    assert name.casefold() in tellings(file)[0].text.casefold()
    assert titles(file, member_id=odo) == ["Battle 1: Vigil won"]


def test_fighters_without_a_name_are_told(file: CampaignFile) -> None:
    for name in ("Odo", "Petra"):
        rename_member(file, ids_by_name(file)[name], "")
    fought(file, {"": "Anselm"})
    chronicle.write_entry(file, "T", "An entry.")
    assert len(chronicle_view(file).members) == 20
    assert all(paragraph[:1].isupper() for paragraph in tellings(file)[1].paragraphs)


def test_another_name_tells_the_record_with_it(file: CampaignFile) -> None:
    fought(file, {"Odo": "Anselm"})
    rename_member(file, ids_by_name(file)["Odo"], "Odo the Lame")
    assert "Odo the Lame" in tellings(file)[0].paragraphs[0]


def test_an_undone_battle_is_told_no_more(file: CampaignFile) -> None:
    fought(file)
    fight(file)
    assert len(tellings(file)) == 2
    undo(file)
    assert titles(file) == ["Battle 1: Vigil won"]
    undo(file)
    assert tellings(file) == ()
    redo(file)
    assert titles(file) == ["Battle 1: Vigil won"]


def test_a_read_only_campaign_can_be_read_and_not_written(file: CampaignFile) -> None:
    battle_id = fought(file)
    with open_campaign(file.path) as second:
        assert second.read_only
        view = chronicle_view(second)
        assert view.read_only
        assert view.tellings == chronicle_view(file).tellings
        for write in (
            lambda: chronicle.write_entry(second, "", "x"),
            lambda: chronicle.tell_battle(second, battle_id, "", "x"),
            lambda: chronicle.add_picture(second, picture(), battle_id=battle_id),
        ):
            with pytest.raises(Refusal, match="another window"):
                write()
