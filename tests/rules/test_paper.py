"""What a ruleset says about its paper is checked like all content."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.paper import PLAIN_PAPER, PaperPlan, load_paper
from mordcry_app.rules.schema import ContentError

SHEET = """
[profile]
wounds = "grit"
rounds = 4

[[boxes]]
id = "dazed"
label = "dz"
text = "cannot act"

[[key]]
id = "need"
heading = "Need"
text = "on each die"

[[blocks]]
id = "fight"
sheet = "battle"
title = "Rounds"
scope = "round"
fields = [
    { label = "First", kind = "pick", options = ["us", "them"] },
    { kind = "dice", dice = "2d6" },
]

[[blocks]]
id = "scars"
sheet = "form"
title = "Scars"
scope = "member"
stage = "scars"
fields = [{ label = "Scar", kind = "dice", dice = "d6" }, { label = "Result", share = 4 }]
"""


def plan_of(folder: Path, text: str) -> PaperPlan:
    (folder / "sheet.toml").write_text(text, encoding="utf-8")
    return load_paper(ContentFolder(folder))


def test_a_plan_is_read_from_its_file(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, SHEET)
    assert (plan.profile.wounds, plan.profile.progress, plan.profile.rounds) == ("grit", "", 4)
    assert [(box.label, box.text) for box in plan.boxes] == [("dz", "cannot act")]
    assert [(entry.heading, entry.text) for entry in plan.key] == [("Need", "on each die")]
    assert [block.id for block in plan.blocks_of("battle")] == ["fight"]
    (scars,) = plan.blocks_of("form")
    assert [(field.label, field.kind, field.share) for field in scars.fields] == [
        ("Scar", "dice", 1),
        ("Result", "line", 4),
    ]


def test_a_ruleset_without_the_file_has_plain_paper(tmp_path: Path) -> None:
    assert load_paper(ContentFolder(tmp_path)) is PLAIN_PAPER
    assert PLAIN_PAPER.blocks_of("form") == ()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('dice = "2d6"', 'dice = "2d7x"', "dice"),
        ('kind = "dice", dice = "2d6"', 'kind = "dice"', "dice and the kind dice come together"),
        (', options = ["us", "them"]', "", "options and the kind pick come together"),
        ('sheet = "form"', 'sheet = "poster"', "sheet"),
        ("rounds = 4", "rounds = 400", "rounds"),
        ('label = "dz"', 'label = ""', "label"),
        ("share = 4", "share = 0", "share"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert SHEET.count(old) == 1
    with pytest.raises(ContentError) as caught:
        plan_of(tmp_path, SHEET.replace(old, new))
    assert "sheet.toml" in str(caught.value)
    assert problem in str(caught.value)
