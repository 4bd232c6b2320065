"""Every place in the rules has an anchor, and topics point only at places that are there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mordcry_app.rules.anchors import (
    check_paper,
    check_topics,
    kinds_of,
    known_anchors,
    other_names,
)
from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.paper import PaperPlan, Profile, ReferencePart, Short
from mordcry_app.rules.schema import ContentError
from mordcry_app.rules.topics import Topic


def with_topic(content: Content, **fields: object) -> Content:
    made = Topic.model_validate(
        {"id": "rest", "title": "Rest", "group": "Camp", "text": ["Lie down."], **fields}
    )
    return replace(content, topics={"rest": made})


def check(content: Content) -> None:
    check_topics(ContentFolder(Path("tiny")), content, ("doze",))


def test_everything_has_its_place(content: Content) -> None:
    known = known_anchors(with_topic(content, stands_for=["resource:glory"]))
    assert {
        "table:scar",
        "table:scar/limp",
        "item:stick",
        "trait:injury/limp",
        "stat:might",
        "archetype:boss",
        "house_rule:loot",
        "topic:rest",
        "rule:rest",
        "resource:glory",
        "list:injury",
        "list:weapon",
        "list:table",
    } <= known
    assert not known & {"table:fog", "table:scar/fog", "item:limp", "resource:coins"}


def test_other_names_lead_to_topics(content: Content) -> None:
    names = other_names(with_topic(content, stands_for=["resource:glory", "rule:sleep"]))
    assert names == dict.fromkeys(("rule:rest", "resource:glory", "rule:sleep"), "topic:rest")


def test_kinds_of_traits_come_before_kinds_of_items(content: Content) -> None:
    assert kinds_of(content) == ("injury", "weapon")


def test_topics_that_are_right_pass(content: Content) -> None:
    check(content)
    right = {"see": ["stat:might", "rule:nap"], "stands_for": ["rule:nap"], "lists": "weapon"}
    check(with_topic(content, **right, functions={"doze": "Sleeps a little."}))


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"see": ["stat:migth"]}, "“stat:migth” is no place in these rules; did you mean stat:m"),
        ({"see": ["table:scar/fog"]}, "is no place in these rules"),
        ({"stands_for": ["stat:might"]}, "stat:might has a page of its own"),
        ({"lists": "wepon"}, "did you mean: weapon"),
        ({"functions": {"fly": "Flies."}}, "“fly” does not exist; valid: doze"),
    ],
)
def test_topics_that_are_wrong_are_named(
    content: Content, fields: dict[str, object], problem: str
) -> None:
    with pytest.raises(ContentError, match="rest") as caught:
        check(with_topic(content, **fields))
    assert problem in str(caught.value)


def with_reference(content: Content, place: str) -> Content:
    part = ReferencePart(id="scars", place=place)
    return replace(content, paper=PaperPlan(reference=(part,)))


@pytest.mark.parametrize("place", ["table:scar", "list:weapon", "stat:might"])
def test_a_reference_may_print_any_place(content: Content, place: str) -> None:
    check_paper(ContentFolder(Path("tiny")), with_reference(content, place))


def test_a_reference_to_nowhere_is_refused(content: Content) -> None:
    with pytest.raises(ContentError) as refused:
        check_paper(ContentFolder(Path("tiny")), with_reference(content, "table:scars"))
    assert refused.value.file == "tiny/sheet.toml"
    assert (refused.value.row, refused.value.field) == ("scars", "place")
    assert "did you mean table:scar" in refused.value.problem


@pytest.mark.parametrize(
    ("plan", "row", "field"),
    [
        (PaperPlan(profile=Profile(wounds="grit")), "profile", "wounds"),
        (PaperPlan(profile=Profile(progress="fame")), "profile", "progress"),
        (PaperPlan(short=Short(values=("might", "grit"))), "short", "values"),
    ],
)
def test_paper_that_shows_what_is_not_there_is_refused(
    content: Content, plan: PaperPlan, row: str, field: str
) -> None:
    with pytest.raises(ContentError) as refused:
        check_paper(ContentFolder(Path("tiny")), replace(content, paper=plan))
    assert (refused.value.file, refused.value.row, refused.value.field) == (
        "tiny/sheet.toml",
        row,
        field,
    )
