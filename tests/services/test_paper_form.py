"""The aftermath form stands in the order in which a board asks, and has a row for each line."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from mordcry_app.rules.dice import RandomSource, SeededRandom
from mordcry_app.services.autoplay import automatic_answer, play_board, random_battle
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.battles import record_battle
from mordcry_app.services.board_layout import OpenBoard, open_board
from mordcry_app.services.board_view import board_view, view_of_board
from mordcry_app.services.boards import finish, give_answers
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.paper_form import form_order, form_view
from mordcry_app.services.paper_views import BlockView, FormView
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.roster_edits import give_item, rename_member
from mordcry_app.services.samples import create_sample
from mordcry_app.services.views import BoardView

HOUSE_RULES: tuple[Mapping[str, str | int], ...] = (
    {},
    {
        "healer": "again",
        "most_kills": "pick_one",
        "mutations": "own_table",
        "rare_blanks": "nothing",
    },
    {"renown_owner": "warband", "advance_characteristic": "random", "crystal_bud": "willpower"},
    {"market_renown": "spent", "hidden_cache": "items", "most_fighters": 14, "recruit_price": 5},
)
BATTLES = 2


LOOK_EVERY = 30
"""The view of a board is made after so many answers only: it words every line."""


class Played:
    """A board that is answered question by question, and the lines that asked, in that order."""

    def __init__(self, file: CampaignFile, draft_id: int, random: RandomSource) -> None:
        self.file = file
        self.asked: list[str] = []
        with file.reading() as connection:
            board = open_board(file, connection, draft_id)
        for count in itertools.count():
            report = board.board.next
            if report is None or report.question is None:
                break
            if self.asked[-1:] != [report.line.key]:
                self.asked.append(report.line.key)
            if count % LOOK_EVERY == 0:
                check_next(view_of_board(board, draft_id, file.ruleset))
            answer = automatic_answer(report.question, random)
            board = board.with_answers({**board.answers, report.question.key: answer})
        self.view = view_of_board(board, draft_id, file.ruleset)
        self.board: OpenBoard = board
        give_answers(file, draft_id, board.answers)


def check_next(view: BoardView) -> None:
    """Hold what is asked next to the first line that is open in the order of the form."""
    open_keys = [key for key in form_order(view) if view.line(key).status == "open"]
    assert open_keys[:1] == [view.next_line]


def battles(file: CampaignFile, seed: str, count: int) -> Iterator[tuple[Played, FormView]]:
    """Play battles on; yield each aftermath with the form that was printed before the battle."""
    random = SeededRandom(seed)
    for _ in range(count):
        form = form_view(file, ())
        draft_id = set_up_battle(file).created.get("draft")
        if draft_id is not None:
            play_board(file, draft_id, random)
            finish(file, draft_id)
        draft_id = record_battle(file, random_battle(file, random)).created["draft"]
        assert form_view(file, ()).number == form.number
        yield Played(file, draft_id, random), form
        finish(file, draft_id)


def place(number: str) -> tuple[int, str, int]:
    """Return what numbers of rows are compared by: `B4` before `B11` before `AA1`."""
    match = re.fullmatch(r"([A-Z]+)([0-9]+)", number)
    assert match is not None, number
    return len(match[1]), match[1], int(match[2])


def numbers(form: FormView, view: BoardView) -> list[tuple[str, str]]:
    """Return every line of a board in the order of the form, with its number on it."""
    lines = [view.line(key) for key in form_order(view)]
    seen: Counter[tuple[str, int, int | None]] = Counter()
    numbered: list[tuple[str, str]] = []
    for line in lines:
        about = (line.stage, line.roster_id, line.member_id)
        seen[about] += 1
        numbered.append((line.key, form.number_of(*about, nth=seen[about])))
    return numbered


def check(played: Played, form: FormView) -> None:
    """Hold a form to the order in which its board asked."""
    order = form_order(played.view)
    assert sorted(order) == sorted(report.line.key for report in played.board.board.reports)
    answered = [key for key in order if played.view.line(key).steps]
    assert played.asked == answered
    for printed in (form, form_view(played.file, ())):
        numbered = numbers(printed, played.view)
        assert [key for key, number in numbered if not number] == []
        last, last_about = (0, "", 0), ("", 0)
        for key, number in numbered:
            line = played.view.line(key)
            about = (line.stage, line.member_id or -line.roster_id)
            assert place(number) > last or (place(number) == last and about == last_about), key
            last, last_about = place(number), about


@pytest.mark.parametrize("rules", HOUSE_RULES)
def test_a_form_asks_in_the_order_of_the_board(
    file: CampaignFile, rules: Mapping[str, str | int]
) -> None:
    for rule, value in rules.items():
        set_house_rule(file, rule, value)
    stages: Counter[str] = Counter()
    for played, form in battles(file, f"forms {rules}", BATTLES):
        check(played, form)
        stages.update(played.view.line(key).stage for key in played.asked)
    assert {"injuries", "income", "market", "exploration"} <= stages.keys()


def test_the_form_of_the_sample_is_that_of_its_next_battle(tmp_path: Path) -> None:
    seen: set[str] = set()
    with create_sample(tmp_path / "sample.mordcry") as file:
        for played, form in battles(file, "sample", 2):
            check(played, form)
            seen |= {played.view.line(key).stage for key in played.asked}
        assert {"injuries", "advances", "income", "market", "exploration"} <= seen


def rows(form: FormView, block_id: str) -> list[tuple[str, str]]:
    """Return the numbers and names of the rows of a block."""
    return [(r.number, r.name) for block in form.blocks if block.id == block_id for r in block.rows]


def block(form: FormView, block_id: str) -> BlockView:
    """Return the first block of a kind."""
    return next(block for block in form.blocks if block.id == block_id)


def test_the_record_of_the_battle_comes_first(file: CampaignFile) -> None:
    form = form_view(file, ())
    stages = [block.stage for block in form.blocks]
    first = next(number for number, stage in enumerate(stages) if stage)
    assert first > 0
    assert all(stages[first:])
    assert [block.id for block in form.blocks[:first]] == [
        *("form_result", "form_fighters", "form_fighters", "form_held", "form_note")
    ]


def test_a_fighter_has_the_same_number_in_every_block(file: CampaignFile) -> None:
    form = form_view(file, ())
    of_berta: set[str] = set()
    for each in form.blocks:
        of_berta |= {row.number[1:] for row in each.rows if row.name == "Berta"}
    assert of_berta == {"2"}
    assert [number for number, _ in rows(form, "form_fighters")] == [
        f"B{number}" for number in range(1, 21)
    ]


def test_rows_say_what_is_known_of_a_fighter(file: CampaignFile) -> None:
    form = form_view(file, ())
    anselm = block(form, "form_advances").rows[0]
    known = {field.label: field.text for field in anselm.fields if field.text}
    campaign = campaign_view(file)
    captain = campaign.rosters[0].members[0]
    assert known == {"XP": str(captain.amount("xp")), "Next at": str(captain.next_advance_at)}


def test_a_letter_stands_for_a_block_and_never_looks_like_a_figure(file: CampaignFile) -> None:
    form = form_view(file, ())
    letters = {each.id: each.letter for each in form.blocks}
    assert list(letters.values()) == list("ABCDEFGHJKLMN")
    assert all(row.number[0] == each.letter for each in form.blocks for row in each.rows)


def test_whole_warbands_have_their_rows_in_one_block(file: CampaignFile) -> None:
    form = form_view(file, ())
    assert rows(form, "form_income") == [("K1", "Vigil"), ("K2", "Ruin")]
    joined = block(form, "form_recruits")
    vigil, ruin = (roster.id for roster in campaign_view(file).rosters)
    assert [row.roster_id for row in joined.rows] == [vigil] * 3 + [ruin] * 3
    assert form.number_of("replacements", vigil, None) == "M1"
    assert form.number_of("replacements", ruin, None, nth=2) == "M5"


def test_more_lines_than_rows_share_the_last_one(file: CampaignFile) -> None:
    form = form_view(file, ())
    vigil = campaign_view(file).rosters[0].id
    assert form.number_of("replacements", vigil, None, nth=9) == "M3"


def test_who_is_not_on_the_form_has_the_last_row(file: CampaignFile) -> None:
    form = form_view(file, ())
    vigil = campaign_view(file).rosters[0].id
    assert form.number_of("market", vigil, 9_999) == "L10"


def test_what_the_form_does_not_have_has_no_number(file: CampaignFile) -> None:
    vigil, ruin = campaign_view(file).rosters
    form = form_view(file, (vigil.id,))
    assert form.number_of("market", vigil.id, vigil.members[0].id) == "L1"
    assert form.number_of("market", ruin.id, ruin.members[0].id) == ""
    assert form.number_of("siege", vigil.id, vigil.members[0].id) == ""


def test_numbers_are_the_same_on_the_form_of_one_warband(file: CampaignFile) -> None:
    vigil, ruin = campaign_view(file).rosters
    whole, part = form_view(file, ()), form_view(file, (ruin.id,))
    numbers = [row.number for block in part.blocks for row in block.rows]
    assert numbers == [
        row.number for block in whole.blocks for row in block.rows if row.roster_id != vigil.id
    ]
    assert "B11" in numbers
    assert "B1" not in numbers
    assert list(dict.fromkeys(block.letter for block in part.blocks)) == list(
        dict.fromkeys(block.letter for block in whole.blocks)
    )


def test_only_who_can_be_asked_has_a_row(file: CampaignFile) -> None:
    nobody = block(form_view(file, ()), "form_gear")
    assert (nobody.rows, nobody.letter, nobody.stage) == ((), "G", "gear")
    member = campaign_view(file).rosters[1].members[3]
    give_item(file, "witch_oil_bombs", member_id=member.id)
    form = form_view(file, ())
    assert rows(form, "form_gear") == [("G14", member.shown_name)]
    assert block(form, "form_gear").rows[0].fields[0].text == "Witch Oil Bombs"


def test_a_blank_form_has_room_for_two_warbands_and_names_nobody(file: CampaignFile) -> None:
    rename_member(file, campaign_view(file).rosters[0].members[0].id, "Zygmunt")
    form = form_view(file, (), is_blank=True)
    assert form.number is None
    assert rows(form, "form_fighters") == [(f"B{number}", "") for number in range(1, 21)]
    assert rows(form, "form_gear") == [(f"G{number}", "") for number in range(1, 9)]
    shown = [row.name for each in form.blocks for row in each.rows]
    shown += [field.text for each in form.blocks for row in each.rows for field in row.fields]
    assert not {"Zygmunt", "Vigil", "Ruin"} & set(shown)


def test_a_form_belongs_to_the_aftermath_that_is_open(answered_path: Path) -> None:
    with open_campaign(answered_path) as file:
        draft = campaign_view(file).drafts[0]
        form = form_view(file, ())
        assert form.number == draft.battle_number == 1
        assert form.title == "Aftermath of battle 1"
        assert all(number for _, number in numbers(form, board_view(file, draft.id)))
        finish(file, draft.id)
        assert form_view(file, ()).number == 2
