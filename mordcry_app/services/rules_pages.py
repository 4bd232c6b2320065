"""Makes the pages of the rules: one for every table, trait, item, value, topic and house rule.

Everything is read from the content as the campaign's house rules have it, and worded here; a
screen only lays it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from mordcry_app.rules.catalogue import (
    Archetype,
    CatalogueItem,
    Characteristic,
    Condition,
    Content,
    HouseRule,
    HouseRules,
    PendingDefinition,
    TraitDefinition,
)
from mordcry_app.rules.dice import d66_from_index
from mordcry_app.rules.table import Table, TableRow
from mordcry_app.rules.topics import Grid, Topic
from mordcry_app.services.effect_words import (
    EffectLine,
    effect_lines,
    modifier_words,
    signed,
    stat_name,
    trait_lines,
    use_words,
)
from mordcry_app.services.rules_library_views import (
    FOUND_AS,
    OUR_DEFAULT,
    PRICE,
    FactView,
    LibraryEntry,
    LibraryRow,
    LinkView,
    OptionView,
    SettingView,
)
from mordcry_app.services.rules_references import changed_stats, effects_of_item, mentioned
from mordcry_app.services.rules_views import chance_text

_UNTIL = {
    "battle": "until the next battle is over",
    "market": "until the next search at the market",
    "aftermath": "until the time after the next battle",
    "used": "until it is used",
}


class PageMaker:
    """Makes pages for one campaign's content, house rules and house content.

    `canonical` says where places without a page of their own lead; `house` are the places that
    the group has made or changed itself.
    """

    def __init__(
        self,
        content: Content,
        rules: HouseRules,
        grids: Iterable[Grid],
        canonical: Mapping[str, str],
        house: frozenset[str],
    ) -> None:
        self._content = content
        self._rules = rules
        self._grids = {grid.id: grid for grid in grids}
        self._canonical = canonical
        self._house = house
        self._settings = self._settings_by_place()
        self._facts = {
            row.anchor: tuple(
                FactView(column, cell.text)
                for column, cell in zip(grid.columns, row.cells, strict=True)
            )
            for grid in self._grids.values()
            for row in grid.rows
            if row.anchor
        }

    def grid(self, grid_id: str) -> Grid | None:
        """Return a grid of the ruleset, or nothing for an empty or unknown id."""
        return self._grids.get(grid_id)

    def settings(self, *anchors: str) -> tuple[SettingView, ...]:
        """Return the house rules that touch any of these places, each once."""
        found = (s for anchor in anchors for s in self._settings.get(anchor, ()))
        return tuple({setting.anchor: setting for setting in found}.values())

    def setting(self, rule: HouseRule) -> SettingView:
        """Return how the campaign has a house rule."""
        value = self._rules[rule.id]
        label = next((option.label for option in rule.options if option.id == value), str(value))
        return SettingView(
            f"house_rule:{rule.id}", rule.name, label, value != rule.default, rule.at_table
        )

    # ------------------------------------------------------------ pages

    def table(self, table: Table) -> LibraryEntry:
        """Return the page of a table, with the chance of every row."""
        anchor = f"table:{table.id}"
        rows = tuple(self._row(table, row, chance) for row, chance in table.chances())
        touched = self.settings(anchor, "list:table", *(row.anchor for row in rows))
        return LibraryEntry(
            anchor,
            table.name,
            "Table",
            "table",
            paragraphs=_present(table.text),
            dice=table.parsed.name,
            rows=rows,
            settings=touched,
            is_house=any(row.is_house for row in rows),
        )

    def trait(self, trait: TraitDefinition) -> LibraryEntry:
        """Return the page of a skill, an injury or whatever else a fighter can have."""
        facts = [FactView("Paid with", f"a {trait.cost}")] if trait.cost else []
        return self._page(
            f"trait:{trait.kind}/{trait.id}",
            trait.name,
            trait.kind,
            paragraphs=_present(trait.text),
            also=tuple(trait.level_names.values()),
            facts=tuple(facts),
            does=trait_lines(trait, self._content),
        )

    def item(self, item: CatalogueItem) -> LibraryEntry:
        """Return the page of an item: what it is, and everything that it does."""
        anchor = f"item:{item.id}"
        facts = list(self._facts.get(anchor, ()))
        if item.price:
            facts.append(FactView(PRICE, f"{item.price:,} crowns"))
        if item.rarity and item.on is not None:
            facts.append(FactView(FOUND_AS, f"{item.rarity}, D66 {d66_from_index(item.on)}"))
        page = self._page(
            anchor,
            item.name,
            item.kind,
            paragraphs=_present(item.text),
            facts=tuple(facts),
            does=tuple(self._item_lines(item)),
            see=self._links(mentioned(effects_of_item(item), self._content)),
        )
        return replace(page, kind=_readable(f"{item.rarity} {item.kind}".strip()))

    def stat(self, stat: Characteristic) -> LibraryEntry:
        """Return the page of a characteristic, with all that can change it."""
        facts = [FactView("Base", stat.written(stat.base)), FactView("Least", str(stat.floor))]
        if stat.advance_cap is not None and stat.can_advance:
            facts.append(FactView("Most by advances", str(stat.advance_cap)))
        if not stat.can_advance:
            facts.append(FactView("Advances", "never raise it"))
        page = self._page(
            f"stat:{stat.id}",
            stat.name,
            "stat",
            paragraphs=_present(stat.text),
            also=(stat.short,),
            facts=tuple(facts),
        )
        changes = tuple(self._changes_of(stat.id))
        return replace(
            page, kind="Characteristic", comes_up=changes, comes_up_heading="What changes it"
        )

    def archetype(self, archetype: Archetype) -> LibraryEntry:
        """Return the page of a kind of fighter, with its training."""
        facts = [
            FactView("In a new warband", str(archetype.count)),
            FactView("Starts with", f"{archetype.xp} XP"),
        ]
        if archetype.leads:
            facts.append(FactView("Leads", "the warband"))
        changes = ", ".join(
            f"{signed(amount)} {stat_name(stat, self._content)}"
            for stat, amount in archetype.training.items()
        )
        training = (EffectLine(f"{archetype.training_source}: {changes}."),) if changes else ()
        page = self._page(
            f"archetype:{archetype.id}",
            archetype.name,
            "archetype",
            paragraphs=_present(archetype.text),
            facts=tuple(facts),
            does=training,
        )
        return replace(page, kind="Fighter")

    def pending(self, pending: PendingDefinition) -> LibraryEntry:
        """Return the page of something that waits for its moment."""
        page = self._page(
            f"pending:{pending.id}",
            pending.name,
            "pending",
            paragraphs=_present(pending.text),
            facts=(FactView("Waits", _UNTIL[pending.until]),),
        )
        return replace(page, kind="Waits for its moment")

    def condition(self, condition: Condition) -> LibraryEntry:
        """Return the page of a circumstance, with what acts only in it."""
        page = self._page(
            f"condition:{condition.id}",
            condition.name,
            "condition",
            paragraphs=_present(condition.text),
        )
        return replace(
            page,
            comes_up=tuple(self._acting_when(condition.id)),
            comes_up_heading="What acts then",
        )

    def house_rule(self, rule: HouseRule) -> LibraryEntry:
        """Return the page of a house rule, with all of its settings and the one in force."""
        value = self._rules[rule.id]
        setting = self.setting(rule)
        default = next((o.label for o in rule.options if o.id == rule.default), str(rule.default))
        facts = [FactView("In force", setting.setting), FactView(OUR_DEFAULT, default)]
        if rule.least is not None and rule.most is not None:
            facts.append(FactView("May be", f"{rule.least} to {rule.most}"))
        if rule.at_table:
            facts.append(FactView("Carried out", "by the players, at the table"))
        return LibraryEntry(
            f"house_rule:{rule.id}",
            rule.name,
            f"House rule · {rule.topic}",
            "house_rule",
            paragraphs=(f"The rules: {rule.rules_say}", f"Why our default: {rule.why}"),
            facts=tuple(facts),
            options=tuple(
                OptionView(o.label, o.changes, o.id == value, o.id == rule.default)
                for o in rule.options
            ),
            see=self._links(rule.touches),
            settings=(setting,) if setting.is_changed else (),
        )

    def topic(self, topic: Topic) -> LibraryEntry:
        """Return the page of a topic."""
        return LibraryEntry(
            f"topic:{topic.id}",
            topic.title,
            topic.group,
            "topic",
            paragraphs=topic.text,
            also=topic.words,
            grid=self.grid(topic.grid),
            settings=self.settings(f"topic:{topic.id}"),
            see=self._links(topic.see),
        )

    def title_of(self, anchor: str) -> str:
        """Return what a place is called where a link leads there; nothing for no such place."""
        content = self._content
        kind, _, ref = anchor.partition(":")
        one, _, other = ref.partition("/")
        match kind:
            case "table" if one in content.tables:
                table = content.tables[one]
                row = next((row.name for row in table.rows if row.id == other), "")
                return f"{table.name}: {row}" if row else table.name
            case "trait":
                trait = content.trait(one, other)
                return trait.name if trait else ""
            case "list":
                topic = next((t for t in content.topics.values() if t.lists == one), None)
                return topic.title if topic else list_name(one)
            case "topic" if one in content.topics:
                return content.topics[one].title
            case _:
                return self._name_in_catalogue(kind, one)

    # ------------------------------------------------------------ inside

    def _name_in_catalogue(self, kind: str, ref: str) -> str:
        content = self._content
        catalogues: Mapping[str, Mapping[str, object]] = {
            "item": content.items,
            "stat": content.characteristics,
            "archetype": content.archetypes,
            "pending": content.pending,
            "condition": content.conditions,
            "house_rule": content.house_rules,
        }
        return str(getattr(catalogues.get(kind, {}).get(ref), "name", ""))

    def _page(
        self,
        anchor: str,
        title: str,
        group: str,
        *,
        paragraphs: tuple[str, ...],
        also: tuple[str, ...] = (),
        facts: tuple[FactView, ...] = (),
        does: tuple[EffectLine, ...] = (),
        see: tuple[LinkView, ...] = (),
    ) -> LibraryEntry:
        return LibraryEntry(
            anchor,
            title,
            _readable(group),
            group,
            paragraphs=paragraphs,
            also=also,
            facts=facts,
            does=does,
            see=see,
            settings=self.settings(anchor, f"list:{group}"),
            is_house=anchor in self._house,
        )

    def _row(self, table: Table, row: TableRow, chance: Fraction) -> LibraryRow:
        anchor = f"table:{table.id}/{row.id}"
        places = [
            place
            for place in mentioned(row.effects, self._content)
            if not place.startswith(("stat:", "resource:")) and not self._is_about(place, table)
        ]
        return LibraryRow(
            anchor,
            row.name,
            row.text,
            mark=_faces(table, row),
            chance=chance_text(chance),
            share=float(chance),
            does=effect_lines(row.effects, self._content),
            settings=self.settings(anchor),
            links=self._links(places),
            is_house=anchor in self._house,
        )

    def _is_about(self, place: str, table: Table) -> bool:
        """Whether a topic is about a whole table, and so need not be named beside its rows."""
        topic = self._content.topics.get(place.removeprefix("topic:"))
        return topic is not None and f"table:{table.id}" in topic.see

    def _item_lines(self, item: CatalogueItem) -> Iterator[EffectLine]:
        content = self._content
        for modifier in item.modifiers:
            yield EffectLine(f"While it is carried: {modifier_words(modifier, content)}.")
        for use in item.uses:
            yield EffectLine(use_words(use, content))
        for heading, effects in (
            ("When it is taken:", item.when_taken),
            ("After each battle:", item.after_battle),
        ):
            if effects:
                yield EffectLine(heading)
                for line in effect_lines(effects, content):
                    yield EffectLine(line.text, line.depth + 1)

    def _changes_of(self, stat: str) -> Iterator[LinkView]:
        content = self._content
        for trait in content.traits.values():
            once = [m.amount for m in trait.modifiers if m.stat == stat]
            later = [m.amount for more in trait.at_level.values() for m in more if m.stat == stat]
            if once or later:
                yield _change(f"trait:{trait.kind}/{trait.id}", trait.name, once or later)
        for item in content.items.values():
            worn = [m.amount for m in item.modifiers if m.stat == stat]
            given = [a for s, a in changed_stats(effects_of_item(item)) if s == stat]
            if worn or given:
                yield _change(f"item:{item.id}", item.name, [*worn, *given])
        for table in content.tables.values():
            for row in table.rows:
                amounts = [a for s, a in changed_stats(row.effects) if s == stat]
                if amounts:
                    name = f"{table.name}: {row.name}"
                    yield _change(f"table:{table.id}/{row.id}", name, amounts)

    def _acting_when(self, condition: str) -> Iterator[LinkView]:
        for item in self._content.items.values():
            for modifier in item.modifiers:
                if modifier.when == condition:
                    yield _change(f"item:{item.id}", item.name, [modifier.amount])
        for trait in self._content.traits.values():
            for modifier in trait.modifiers:
                if modifier.when == condition:
                    yield _change(f"trait:{trait.kind}/{trait.id}", trait.name, [modifier.amount])

    def _links(self, anchors: Iterable[str]) -> tuple[LinkView, ...]:
        """Return links to places, by their names; what leads to one page leads there once."""
        found: dict[str, LinkView] = {}
        for anchor in anchors:
            place = self._canonical.get(anchor, anchor)
            title = self.title_of(place)
            if title:
                found[place] = LinkView(place, title)
        return tuple(found.values())

    def _settings_by_place(self) -> dict[str, list[SettingView]]:
        found: dict[str, list[SettingView]] = {}
        for rule in self._content.house_rules.values():
            for anchor in rule.touches:
                place = self._canonical.get(anchor, anchor)
                found.setdefault(place, []).append(self.setting(rule))
        return found


def list_name(kind: str) -> str:
    """Return what a list is called that no topic introduces."""
    named = {
        "stat": "Characteristics",
        "archetype": "Fighters",
        "pending": "What waits",
        "house_rule": "House rules in force",
        "topic": "Procedures",
    }
    return named.get(kind, f"{_readable(kind)}s")


def _faces(table: Table, row: TableRow) -> str:
    """Return what is rolled for a row, as dice show it."""
    if table.numbering != "index":
        return row.on
    first, last = d66_from_index(row.first), d66_from_index(row.last)
    return str(first) if first == last else f"{first}–{last}"


def _change(anchor: str, name: str, amounts: Iterable[int]) -> LinkView:
    """Return a link with what its page adds: `Spirit Well +1 or −1`."""
    return LinkView(anchor, f"{name} {' or '.join(map(signed, dict.fromkeys(amounts)))}")


def _present(text: str) -> tuple[str, ...]:
    return (text,) if text else ()


def _readable(kind: str) -> str:
    return kind.replace("_", " ").capitalize()
