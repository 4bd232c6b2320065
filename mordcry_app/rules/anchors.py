"""Places in the rules, as `kind:id`: what they are called, and which of them content has.

A line of an aftermath, a house rule, a topic and a value on screen all point into the rules with
an anchor. What is pointed at must exist, so content is checked for it when it is loaded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.loader import check_reference
from mordcry_app.rules.paper import FILE as PAPER_FILE
from mordcry_app.rules.schema import ContentError

RULE = "rule:"
TOPIC = "topic:"
_NEAR = 3

LISTS = ("table", "stat", "archetype", "pending", "condition", "house_rule", "topic")
"""Kinds whose lists are there in every ruleset; kinds of traits and items come on top."""


def known_anchors(content: Content) -> frozenset[str]:
    """Return every place in the rules that content has, other names for topics included."""
    return frozenset(_own_anchors(content)) | frozenset(other_names(content))


def other_names(content: Content) -> Mapping[str, str]:
    """Return the places that lead to another one: what topics stand for, and `rule:` for topics."""
    names = {f"{RULE}{topic_id}": f"{TOPIC}{topic_id}" for topic_id in content.topics}
    for topic in content.topics.values():
        names |= dict.fromkeys(topic.stands_for, f"{TOPIC}{topic.id}")
    return names


def kinds_of(content: Content) -> tuple[str, ...]:
    """Return the kinds of traits, then of items, in the order of the catalogue."""
    traits = dict.fromkeys(trait.kind for trait in content.traits.values())
    return tuple(traits | dict.fromkeys(item.kind for item in content.items.values()))


def check_topics(folder: ContentFolder, content: Content, functions: Collection[str]) -> None:
    """Refuse topics that point at a place that is not there, or explain an unknown function.

    Raises `ContentError` with file, row and field.
    """
    own = frozenset(_own_anchors(content))
    known = known_anchors(content)
    for topic in content.topics.values():
        path = folder.file_of(topic)
        for anchor in topic.see:
            _check(path, topic.id, "see", anchor, known)
        for anchor in topic.stands_for:
            if anchor in own:
                raise ContentError(path, topic.id, "stands_for", f"{anchor} has a page of its own")
        for function in topic.functions:
            check_reference(path, topic.id, "functions", function, functions)
        if topic.lists:
            check_reference(path, topic.id, "lists", topic.lists, (*LISTS, *kinds_of(content)))


def check_paper(folder: ContentFolder, content: Content) -> None:
    """Refuse paper that names values, resources or places in the rules that are not there.

    Raises `ContentError` with file, row and field.
    """
    plan, path, known = content.paper, folder.path / PAPER_FILE, known_anchors(content)
    if plan.profile.wounds:
        check_reference(path, "profile", "wounds", plan.profile.wounds, content.characteristics)
    if plan.profile.progress:
        check_reference(path, "profile", "progress", plan.profile.progress, content.resources)
    for stat in plan.short.values:
        check_reference(path, "short", "values", stat, content.characteristics)
    for part in plan.reference:
        _check(path, part.id, "place", part.place, known)


def _own_anchors(content: Content) -> Iterable[str]:
    for table in content.tables.values():
        yield f"table:{table.id}"
        yield from (f"table:{table.id}/{row.id}" for row in table.rows)
    yield from (f"item:{item_id}" for item_id in content.items)
    yield from (f"trait:{kind}/{trait_id}" for kind, trait_id in content.traits)
    for kind, ids in (
        ("stat", content.characteristics),
        ("archetype", content.archetypes),
        ("pending", content.pending),
        ("condition", content.conditions),
        ("house_rule", content.house_rules),
        ("topic", content.topics),
    ):
        yield from (f"{kind}:{record_id}" for record_id in ids)
    yield from (f"list:{kind}" for kind in (*LISTS, *kinds_of(content)))


def _check(path: Path, row: str, field: str, anchor: str, known: frozenset[str]) -> None:
    if anchor in known:
        return
    near = get_close_matches(anchor, sorted(known), n=_NEAR)
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    raise ContentError(path, row, field, f"“{anchor}” is no place in these rules{hint}")
