"""A ruleset is found, loaded and played, without a line of the program that knows it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from mordcry_app.rules.board import lay_out
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.derive import effective
from mordcry_app.rules.effects import Lose, Modify
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answer, ChoiceAnswer, RollAnswer
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import BattleRecord, Ruleset, find_manifests, load_ruleset
from mordcry_app.rules.schema import ContentError
from mordcry_app.rules.settle import Scene, settle_without_asking
from mordcry_app.rules.state import Carried, Member, Roster, State

RULESETS = Path(__file__).parent.parent / "data" / "rulesets"
MANIFEST = """
id = "{id}"
name = "Broken"
text = "x"
content_version = 1
engine = "{engine}"
"""


def write_manifest(folder: Path, ruleset_id: str, engine: str = "x:y", more: str = "") -> None:
    made = folder / ruleset_id
    made.mkdir()
    content = MANIFEST.format(id=ruleset_id, engine=engine) + more
    (made / "ruleset.toml").write_text(content, encoding="utf-8")


def test_a_folder_with_a_manifest_is_a_ruleset(tmp_path: Path) -> None:
    write_manifest(tmp_path, "one")
    write_manifest(tmp_path, "two")
    (tmp_path / "no_ruleset").mkdir()
    (tmp_path / "ruleset.toml").write_text("nonsense", encoding="utf-8")
    manifests = find_manifests(tmp_path)
    assert {key: folder for key, (folder, _) in manifests.items()} == {
        "one": tmp_path / "one",
        "two": tmp_path / "two",
    }
    assert manifests["one"][1].name == "Broken"


def test_where_there_is_no_folder_there_is_no_ruleset(tmp_path: Path) -> None:
    assert find_manifests(tmp_path / "nowhere") == {}


def test_an_unknown_ruleset_is_refused_with_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(
        Refusal, match=r"“stars”, which is not installed here \(installed: none\)\.$"
    ):
        load_ruleset(tmp_path, "stars")
    with pytest.raises(Refusal, match=r"\(installed: tiny\)\.$"):
        load_ruleset(RULESETS, "../tiny")


def test_a_manifest_is_called_after_its_folder(tmp_path: Path) -> None:
    write_manifest(tmp_path, "one")
    (tmp_path / "one").rename(tmp_path / "other")
    with pytest.raises(
        ContentError, match=r"^other/ruleset\.toml, id: must be the folder's name, other$"
    ):
        find_manifests(tmp_path)


@pytest.mark.parametrize(
    ("engine", "problem"),
    [
        ("no_such_module_here:create", "there is no module no_such_module_here; valid is module:"),
        ("tests.data.nothing:create", "there is no module tests.data.nothing; valid is module:"),
        ("tests.data.tiny_ruleset:make", "tests.data.tiny_ruleset has no function make"),
        ("tests.data.tiny_ruleset", "must look like"),
        ("os.path:../create", "must look like"),
    ],
)
def test_an_engine_that_is_not_there_is_an_error_of_the_content(
    tmp_path: Path, engine: str, problem: str
) -> None:
    write_manifest(tmp_path, "broken", engine)
    with pytest.raises(ContentError) as caught:
        load_ruleset(tmp_path, "broken")
    assert str(caught.value).startswith(f"broken/ruleset.toml, engine: {problem}")


def test_a_module_that_an_engine_misses_is_a_bug_and_not_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hungry_engine.py").write_text("import no_such_module_here\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    write_manifest(tmp_path, "hungry", "hungry_engine:create")
    with pytest.raises(ModuleNotFoundError, match="no_such_module_here"):
        load_ruleset(tmp_path, "hungry")


def test_unknown_fields_of_a_manifest_are_refused(tmp_path: Path) -> None:
    write_manifest(tmp_path, "one", more='colour = "red"')
    with pytest.raises(ContentError, match="colour: unknown field; valid here: content_version,"):
        find_manifests(tmp_path)


def test_content_is_checked_when_a_ruleset_is_loaded(tmp_path: Path) -> None:
    shutil.copytree(RULESETS / "tiny", tmp_path / "tiny")
    scar = tmp_path / "tiny" / "tables" / "scar.toml"
    text = scar.read_text(encoding="utf-8")
    scar.write_text(text.replace('ref = "limp"', 'ref = "limb"'), encoding="utf-8")
    with pytest.raises(
        ContentError,
        match=r"^tables/scar\.toml, row 2 \(limp\), effect 1 \(add_trait\), ref: “limb” does not "
        r"exist; did you mean: limp$",
    ):
        load_ruleset(tmp_path, "tiny")


def test_a_ruleset_is_loaded_once(tiny: Ruleset) -> None:
    assert load_ruleset(RULESETS, "tiny") is tiny
    assert tiny.manifest.name == "Tiny"
    assert list(tiny.content.characteristics) == ["might", "luck"]


@pytest.fixture
def rules(tiny: Ruleset) -> HouseRules:
    """Return the house rules at their defaults."""
    return HouseRules(tiny.content.house_rules)


@pytest.fixture
def founded(tiny: Ruleset, rules: HouseRules) -> State:
    """Return two rosters of the made-up ruleset, created as a service does."""
    members: dict[int, Member] = {}
    state = State({1: Roster(1, "Firsts"), 2: Roster(2, "Seconds")}, members)
    for roster_id in (1, 2):
        roster = state.rosters[roster_id]
        state = state.with_roster(replace(roster, resources=tiny.starting_resources(rules)))
        for place, recruit in enumerate(tiny.starting_roster("plain", rules), 1):
            member = Member(
                10 * roster_id + place,
                roster_id,
                f"{roster.name} {place}",
                recruit.archetype,
                stats=recruit.stats,
            )
            state = state.with_member(member)
            scene = Scene(state, member, tiny.content, "recruit", "recruited", {})
            state = apply_effects(state, settle_without_asking(recruit.effects, scene))
    return state


def roll(dice: str, *faces: int) -> RollAnswer:
    return RollAnswer(dice=dice, faces=faces, typed=True)


def test_a_made_up_ruleset_is_played_from_founding_to_the_next_battle(
    tiny: Ruleset, founded: State, rules: HouseRules
) -> None:
    boss = founded.members[11]
    might = effective(boss, "might", tiny.content)
    assert (might.base, might.total) == (5, 5)
    assert [part.label for part in might.parts] == ["Base", "Years of shouting"]
    assert founded.rosters[1].amount("coins") == 10
    leader = tiny.leader(founded, 1)
    assert leader is not None
    assert leader.id == 11

    record = BattleRecord(
        1, {1: "won", 2: "lost"}, frozenset(founded.members), {12: 21, 13: 21, 21: 11}
    )
    answers: dict[str, Answer] = {
        "loot/1/coins": roll("2d6", 3, 4),
        "scar/12/0/draw": roll("d6", 3),
        "scar/13/0/draw": roll("d6", 6),
        "scar/13/0/draw/0/amount": roll("d3", 3),
    }
    board = lay_out(lambda state: tiny.aftermath_plan(state, rules, record), founded, answers)
    assert [report.line.key for report in board.reports] == [
        "loot/1", "scar/12", "scar/13", "scar/21",
    ]  # fmt: skip
    assert board.next is board.reports[3]
    answers["scar/21/0/draw"] = roll("d6", 5)
    answers["scar/21/0/draw/0/test"] = roll("d6", 3)
    board = lay_out(lambda state: tiny.aftermath_plan(state, rules, record), founded, answers)
    assert board.is_complete

    after = board.end
    assert after.rosters[1].amount("coins") == 17
    assert effective(after.members[12], "might", tiny.content).total == 2
    assert after.members[13].amount("glory") == 3
    assert after.members[21].misses_next_battle
    assert apply_effects(founded, board.effects) == after

    assert tiny.advance_progress(after.members[13], rules).due == 1
    everybody = frozenset(after.members)
    choice: dict[str, Answer] = {"advance/13/stat": ChoiceAnswer(option="luck")}
    muster = lay_out(lambda state: tiny.muster_plan(state, rules, everybody), after, choice)
    assert muster.effects == (
        Lose(who="member:13", resource="glory", amount=3, reason="An advance"),
        Modify(who="member:13", stat="luck", amount=1, source="Advance"),
    )
    assert muster.is_complete

    fought = apply_effects(muster.end, tiny.after_battle_effects(muster.end, record))
    assert fought.members[21].misses_next_battle
    without = replace(record, took_part=record.took_part - {21})
    rested = apply_effects(muster.end, tiny.after_battle_effects(muster.end, without))
    assert not rested.members[21].misses_next_battle


def test_a_house_rule_changes_the_aftermath(tiny: Ruleset, founded: State) -> None:
    rules = HouseRules(tiny.content.house_rules, {"loot": "everybody"})
    record = BattleRecord(1, {1: "won", 2: "lost"}, frozenset())
    board = lay_out(lambda state: tiny.aftermath_plan(state, rules, record), founded, {})
    assert [report.line.key for report in board.reports] == ["loot/1", "loot/2"]


def test_what_the_made_up_ruleset_refuses(tiny: Ruleset, founded: State, rules: HouseRules) -> None:
    tiny.check_roster(founded, 1, rules)
    armed = replace(founded.members[11], carried=(Carried("stick"),))
    tiny.check_carried(armed, rules)
    assert [line.cells[0].text for line in tiny.attack_lines(armed, rules)] == ["6"]
    with pytest.raises(Refusal, match="One hand holds one stick"):
        tiny.check_carried(replace(armed, carried=(Carried("stick", 2),)), rules)
    tiny.check_stat("might", 9)
    with pytest.raises(Refusal, match="a number from 0 to 9"):
        tiny.check_stat("might", 10)
    crowd = founded
    for number in range(50, 54):
        crowd = crowd.with_member(replace(founded.members[12], id=number))
    with pytest.raises(Refusal, match="At most 6 members"):
        tiny.check_roster(crowd, 1, rules)
