"""All rules of a campaign in one place: every page, in groups, under the house rules in force.

A place in the rules is an anchor (`table:injury/dead`, `stat:ws`, `topic:income`; see
`rules/anchors`). Whatever has one on screen leads here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from mordcry_app.rules.anchors import kinds_of, other_names
from mordcry_app.rules.catalogue import Content, HouseRules, TraitDefinition
from mordcry_app.rules.content_folder import HouseRow
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.topics import Topic
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.rules_library_views import (
    START,
    LibraryEntry,
    LibraryGroup,
    LibraryRow,
    LinkView,
    Place,
    RulesLibrary,
)
from mordcry_app.services.rules_pages import PageMaker, list_name
from mordcry_app.services.rules_references import effects_of_item, mentioned


def rules_library(file: CampaignFile) -> RulesLibrary:
    """Return the rules of a campaign, with its house rules and its house content."""
    with file.reading() as connection:
        rules = file.house_rules(connection)
    content = file.content
    house = (row for key, row in content.house.items() if key not in content.left_out)
    return build_library(file.ruleset, rules, house)


def build_library(
    ruleset: Ruleset, rules: HouseRules, house: Iterable[HouseRow] = ()
) -> RulesLibrary:
    """Return the rules of a ruleset under house rules; `house` names what is a group's own."""
    content = ruleset.content_under(rules)
    canonical = _canonical(content)
    own = frozenset(house_anchor(row, content) for row in house)
    maker = PageMaker(content, rules, ruleset.rules_grids(rules), canonical, own)
    by_list = {kind: pages for kind, pages in _pages(content, maker).items() if pages}
    introductions = {topic.lists: topic for topic in content.topics.values() if topic.lists}
    entries: dict[str, LibraryEntry] = {}
    groups: list[LibraryGroup] = []
    for kind, pages in by_list.items():
        head = _list_page(kind, pages, introductions.get(kind), maker, content)
        entries[head.anchor] = head
        entries |= {page.anchor: page for page in pages}
        groups.append(LibraryGroup(head.anchor, head.title, tuple(p.anchor for p in pages)))
    entries = _with_mentions(entries, content, canonical, maker)
    start = _start_page(ruleset, groups, entries, maker)
    return RulesLibrary({START: start} | entries, tuple(groups), _places(entries, canonical))


def house_anchor(row: HouseRow, content: Content) -> str:
    """Return the place in the rules of something that is a group's own; nothing for none."""
    if row.table:
        return f"table:{row.table}/{row.ref}"
    if (row.kind, row.ref) in content.traits:
        return f"trait:{row.kind}/{row.ref}"
    if row.ref in content.items and content.items[row.ref].kind == row.kind:
        return f"item:{row.ref}"
    return f"{row.kind}:{row.ref}"


def _canonical(content: Content) -> Mapping[str, str]:
    """Return where places without a page of their own lead; a topic that heads a list, to it."""
    heads = {f"topic:{t.id}": f"list:{t.lists}" for t in content.topics.values() if t.lists}
    names = {anchor: heads.get(place, place) for anchor, place in other_names(content).items()}
    return names | heads


def _pages(content: Content, maker: PageMaker) -> Mapping[str, tuple[LibraryEntry, ...]]:
    """Return the pages of every list, in the order of the contents."""
    topics = (topic for topic in content.topics.values() if not topic.lists)
    lists: dict[str, tuple[LibraryEntry, ...]] = {
        "table": tuple(map(maker.table, content.tables.values())),
        "topic": tuple(map(maker.topic, topics)),
    }
    traits = [kind for kind in kinds_of(content) if content.traits_of(kind)]
    lasting = [kind for kind in traits if _is_lasting(content.traits_of(kind))]
    for kind in (k for k in traits if k not in lasting):
        lists[kind] = tuple(map(maker.trait, content.traits_of(kind)))
    for kind in (k for k in kinds_of(content) if k not in traits):
        lists[kind] = tuple(map(maker.item, content.items_of(kind)))
    for kind in lasting:
        lists[kind] = tuple(map(maker.trait, content.traits_of(kind)))
    lists["stat"] = tuple(map(maker.stat, content.characteristics.values()))
    lists["archetype"] = tuple(map(maker.archetype, content.archetypes.values()))
    lists["pending"] = tuple(map(maker.pending, content.pending.values()))
    lists["condition"] = tuple(map(maker.condition, content.conditions.values()))
    lists["house_rule"] = tuple(map(maker.house_rule, content.house_rules.values()))
    return lists


def _is_lasting(traits: tuple[TraitDefinition, ...]) -> bool:
    return all(trait.lasting for trait in traits)


def _list_page(
    kind: str,
    pages: tuple[LibraryEntry, ...],
    topic: Topic | None,
    maker: PageMaker,
    content: Content,
) -> LibraryEntry:
    anchor = f"list:{kind}"
    grid = maker.grid(topic.grid if topic and topic.grid else kind)
    in_grid = {row.anchor for row in grid.rows} if grid else set[str]()
    is_in_grid = bool(pages) and all(page.anchor in in_grid for page in pages)
    return LibraryEntry(
        anchor,
        topic.title if topic else list_name(kind),
        "List",
        kind,
        paragraphs=topic.text if topic else (),
        also=topic.words if topic else (),
        grid=grid,
        rows=() if is_in_grid else tuple(_list_row(kind, page, content) for page in pages),
        settings=maker.settings(anchor),
        see=tuple(LinkView(a, maker.title_of(a)) for a in topic.see) if topic else (),
    )


def _list_row(kind: str, page: LibraryEntry, content: Content) -> LibraryRow:
    mark, section = _mark_and_section(kind, page, content)
    is_rule = kind == "house_rule"
    return LibraryRow(
        page.anchor,
        page.title,
        page.facts[0].text if is_rule else next(iter(page.paragraphs), ""),
        mark=mark,
        section=section,
        settings=() if is_rule else tuple(s for s in page.settings if s.is_changed),
        is_house=page.is_house,
        is_page=True,
    )


def _mark_and_section(kind: str, page: LibraryEntry, content: Content) -> tuple[str, str]:
    """Return what stands before a page in its list, and the heading above it."""
    kind_of, _, ref = page.anchor.partition(":")
    match kind_of:
        case "table":
            return page.dice, ""
        case "topic":
            return "", page.kind
        case "trait":
            trait = content.traits[kind, ref.partition("/")[2]]
            return trait.cost, ""
        case "item":
            item = content.items[ref]
            return (f"{item.price}" if item.price else ""), item.rarity.capitalize()
        case "stat":
            return content.characteristics[ref].short, ""
        case "house_rule":
            return ("changed" if page.settings else ""), content.house_rules[ref].topic
        case _:
            return "", ""


def _start_page(
    ruleset: Ruleset,
    groups: Iterable[LibraryGroup],
    entries: Mapping[str, LibraryEntry],
    maker: PageMaker,
) -> LibraryEntry:
    changed = (maker.setting(rule) for rule in ruleset.content.house_rules.values())
    return LibraryEntry(
        START,
        "Rules",
        ruleset.manifest.name,
        "",
        paragraphs=(ruleset.manifest.text,),
        rows=tuple(
            LibraryRow(
                group.anchor,
                group.name,
                next(iter(entries[group.anchor].paragraphs), ""),
                mark=str(len(group.entries)),
                is_page=True,
            )
            for group in groups
        ),
        settings=tuple(setting for setting in changed if setting.is_changed),
    )


def _with_mentions(
    entries: Mapping[str, LibraryEntry],
    content: Content,
    canonical: Mapping[str, str],
    maker: PageMaker,
) -> dict[str, LibraryEntry]:
    """Let every page know what brings it about or speaks of it."""
    found: dict[str, dict[str, LinkView]] = {}
    for source, target in _mentions(entries, content):
        place = canonical.get(target, target)
        if place.startswith("table:"):
            place = place.partition("/")[0]
        if place in entries and not source.startswith(f"{place}/"):
            found.setdefault(place, {})[source] = LinkView(source, maker.title_of(source))
    return {anchor: _with_links(entry, found.get(anchor, {})) for anchor, entry in entries.items()}


def _with_links(entry: LibraryEntry, links: Mapping[str, LinkView]) -> LibraryEntry:
    """Return a page with the links to it that it does not have yet.

    A page that tells already what changes or acts takes only the topics, under “See also”.
    """
    seen = {link.anchor for link in entry.see}
    new = tuple(link for anchor, link in links.items() if anchor not in seen)
    if not entry.comes_up:
        return replace(entry, comes_up=new)
    topics = tuple(link for link in new if link.anchor.startswith("topic:"))
    return replace(entry, see=(*entry.see, *topics))


def _mentions(entries: Mapping[str, LibraryEntry], content: Content) -> Iterator[tuple[str, str]]:
    """Yield who speaks of what, as places."""
    for table in content.tables.values():
        for row in table.rows:
            for target in mentioned(row.effects, content):
                yield f"table:{table.id}/{row.id}", target
    for item in content.items.values():
        for target in mentioned(effects_of_item(item), content):
            yield f"item:{item.id}", target
    for entry in entries.values():
        if entry.group == "topic" and entry.anchor.startswith("topic:"):
            for link in entry.see:
                yield entry.anchor, link.anchor


def _places(
    entries: Mapping[str, LibraryEntry], canonical: Mapping[str, str]
) -> Mapping[str, Place]:
    rows = {
        row.anchor: Place(entry.anchor, row.anchor)
        for entry in entries.values()
        for row in entry.rows
        if not row.is_page
    }
    return rows | {anchor: Place(place) for anchor, place in canonical.items() if place in entries}
