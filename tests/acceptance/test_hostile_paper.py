"""Every kind of paper for a campaign that people did their worst to: no word lost, no box printed.

The campaign is made through the services, with forty fighters on one side, thirty items in a stash,
notes of 500 letters, names in every script and with markup in them. What each kind of paper must
hold is listed here; the sheets’ own tests look at every field of their views.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import cycle
from pathlib import Path

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services.autoplay import play_board, random_battle
from mordcry_app.services.battles import record_battle
from mordcry_app.services.boards import finish
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.chronicle import write_entry
from mordcry_app.services.edit_gear import give_item
from mordcry_app.services.edit_members import mark_dead, recruit
from mordcry_app.services.edit_names import (
    edit_roster,
    rename_campaign,
    rename_member,
    set_notes,
    set_tags,
)
from mordcry_app.services.edit_values import add_modifier, add_trait
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.paper_views import PaperKind
from mordcry_app.services.papers import PaperWish, gather
from mordcry_app.services.reading import campaign_view, item_choices, trait_choices
from mordcry_app.services.views import RosterView
from mordcry_app.sheets import fonts, kinds
from mordcry_app.sheets.document import CanvasPen
from mordcry_app.sheets.fonts import Face, bundled_face, cjk_faces, fallback_faces, system_faces
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.styles import LEAST_LARGE_SIZE, LEAST_SIZE
from tests.services.worlds import found
from tests.sheets.hostile import NASTY
from tests.sheets.reading import check_page, in_print, words_lost

FIGHTERS = 40
ITEMS = 30
NOTE = "<i>Note</i> of a Żołnierz – 5″ & −1: " + "山田 Жнец ☠ 🐉 " * 40
UNKNOWN = re.compile("[\u0900-\u097f\u0e00-\u0e7f]+")
"""Devanagari and Thai, which no bundled face has."""
LONG = 100
DAY = date(2026, 11, 30)
SCRIPTS = (
    *("Žofie Ångström", "Лісовик Ґава", "Ωμέγα Κρόνος", "Nguyễn Thị Hương", "شبح الليل", "צללית"),
    *(
        "รัตติกาล",
        "अंधकार",
        "影山 忍",
        "黑夜",
        "그림자",
        "<b>R&D</b>",
        "</para>&amp;",
        "☠⚔ ★",
        "🐉 Drake",
    ),
    *("=1+1", "../../etc", "Robert'); --", "W" * 120, "a\u200db\ufe0f", "Á" + "\u0301" * 8),
)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the campaign once for all kinds of paper."""
    path = tmp_path_factory.mktemp("hostile") / "hostile.mordcry"
    with found(path) as file:
        set_house_rule(file, "most_fighters", FIGHTERS)
        rename_campaign(file, "<para>Кампания & 戦記</para> 🐉")
        first, second = campaign_view(file).rosters
        name_warbands(file, first, second)
        for _ in range(FIGHTERS - len(first.members)):
            recruit(file, first.id, "youngblood")
        name_fighters(file)
        fill_stash(file, first.id)
        write_entry(file, "<h1>Entr&eacute;e ☠</h1>", f"{NOTE}\n\n{' '.join(NASTY)}")
        play_a_battle(file)
        mark_dead(file, second.members[-1].id, reason="<u>fell</u> into 🐉")
    return path


def name_warbands(file: CampaignFile, first: RosterView, second: RosterView) -> None:
    edit_roster(
        file, first.id, name="Żółw & Жнец <b>", motto="“山田” 🐉 &lt;", player="Łucja <br/>"
    )
    edit_roster(file, second.id, name="", motto="</font>", player="")


def name_fighters(file: CampaignFile) -> None:
    """Give everybody a name of some script, and some a note, tags, a skill, an injury, a reason."""
    skills = cycle(trait_choices(file, "skill"))
    injuries = cycle(trait_choices(file, "injury"))
    scripts = cycle(SCRIPTS)
    for roster in campaign_view(file).rosters:
        for number, member in enumerate(roster.members):
            script = next(scripts)
            rename_member(file, member.id, f"{script} {number}" if number % 9 else "")
            if number % 4 == 0:
                set_notes(file, member.id, NOTE)
                set_tags(file, member.id, ["sworn enemy", "old"])
            if number % 3 == 0:
                add_trait(file, member.id, "skill", next(skills).id, script)
                add_trait(file, member.id, "injury", next(injuries).id, script)
                add_modifier(file, member.id, "ws", 1, f"{script} & <source>")


def fill_stash(file: CampaignFile, roster_id: int) -> None:
    for item in item_choices(file)[:ITEMS]:
        give_item(file, item.id, roster_id=roster_id)


def play_a_battle(file: CampaignFile) -> None:
    source = SeededRandom("hostile")
    touched = record_battle(file, random_battle(file, source))
    play_board(file, touched.created["draft"], source)
    finish(file, touched.created["draft"])


def fighters(rosters: tuple[RosterView, ...]) -> Iterator[str]:
    for roster in rosters:
        yield from (member.name for member in roster.members)


def everything_about(rosters: tuple[RosterView, ...]) -> Iterator[str]:
    """Yield what stands on the sheet of a warband, and on its cards."""
    yield from fighters(rosters)
    for roster in rosters:
        yield roster.name
        for member in roster.members:
            yield from (member.notes, *member.tags, member.archetype_name)
            yield from (f"{value.short} {value.text}" for value in member.values)
            yield from (thing.label for thing in member.items)
            yield from (trait.name for trait in (*member.skills, *member.injuries))
            for line in member.attacks:
                yield from (line.name, *(f"{cell.heading} {cell.text}" for cell in line.cells))


def wanted(file: CampaignFile) -> Mapping[PaperKind, list[str]]:
    """Return what every kind of paper must hold of what people wrote."""
    view = campaign_view(file)
    rosters = view.rosters
    heads = [text for r in rosters for text in (r.name, r.motto, r.player)]
    stash = [item.label for roster in rosters for item in roster.stash]
    fallen = [member.name for roster in rosters for member in roster.fallen]
    names = [roster.name for roster in rosters]
    short = [word for word in NASTY if len(word) < LONG]  # longer ones go on over a page number
    entry = [NOTE, "<h1>Entr&eacute;e ☠</h1>", *short]
    return {
        "roster": [view.name, *everything_about(rosters), *heads, *stash, *fallen],
        "cards": list(everything_about(rosters)),
        "battle": [view.name, *names, *fighters(rosters)],
        "form": [view.name, *names, *fighters(rosters)],
        "reference": [view.name, *names],
        "booklet": [view.name, *entry, *heads, *fallen, *fighters(rosters)],
    }


def readable(text: str) -> str:
    """Return how a text must read, with the letters that no face here has named in brackets."""
    return UNKNOWN.sub(
        lambda run: f"[{', '.join(unicodedata.name(letter).lower() for letter in run[0])}]",
        in_print(text),
    )


def faces() -> dict[str, Face]:
    """Return every face that may be on paper, by the name that it is registered under."""
    bundled = (
        *("EBGaramond-Regular", "EBGaramond-Bold", "EBGaramond-Italic"),
        *("SourceSans3-Regular", "SourceSans3-SemiBold", "SourceSans3-Italic"),
    )
    known = [bundled_face(name) for name in bundled]
    known += [*fallback_faces(bold=True), *cjk_faces(), *system_faces()]
    return {face.name: face for face in known}


@pytest.mark.parametrize(("paper", "large"), [("a4", False), ("letter", True)])
@pytest.mark.parametrize("kind", [kind.id for kind in kinds.KINDS])
def test_no_word_is_lost_and_every_character_has_a_glyph(
    hostile: Path, kind: PaperKind, paper: Paper, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = faces()
    write = CanvasPen.text

    def checked(
        pen: CanvasPen, x: float, y: float, text: str, face: str, size: float, ink: float
    ) -> None:
        assert known[face].covers_all(text), f"{text!r} in {face}"
        write(pen, x, y, text, face, size, ink)

    monkeypatch.setattr(CanvasPen, "text", checked)
    monkeypatch.setattr(fonts, "system_font_folders", tuple)
    with open_campaign(hostile) as file:
        texts_wanted = wanted(file)[kind]
        material = gather(file, PaperWish(kind))
    data = kinds.make(material, SheetOptions(paper=paper, large=large), DAY)
    words = dict.fromkeys(word for text in texts_wanted for word in readable(text).split())
    assert len(words) > 5
    assert words_lost(data, words) == []
    check_page(data, LEAST_LARGE_SIZE if large else LEAST_SIZE)
