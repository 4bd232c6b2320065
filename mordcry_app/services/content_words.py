"""What content is called, and where two versions of it differ, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from mordcry_app.rules.catalogue import Archetype, CatalogueItem, Content, TraitDefinition
from mordcry_app.rules.content_folder import ROW_PREFIX, ContentFolder
from mordcry_app.rules.schema import Record
from mordcry_app.rules.state import State
from mordcry_app.services.house_content_views import FieldChange
from mordcry_app.services.house_fields import label_of
from mordcry_app.services.shown import shown_roster_name
from mordcry_app.services.toml_values import as_toml

_TITLES = {
    "weapon": ("Weapons", "weapon"),
    "shield": ("Shields", "shield"),
    "armour": ("Armour", "suit of armour"),
    "item": ("Items", "item"),
    "skill": ("Skills", "skill"),
    "ability": ("Abilities", "ability"),
    "injury": ("Injuries", "injury"),
    "mutation": ("Mutations", "mutation"),
    "archetype": ("Fighters", "kind of fighter"),
    "trait": ("Traits", "trait"),
}
_NOTHING = "–"
_MOST_NAMES = 4


def words_for(kind: str, content: Content) -> tuple[str, str]:
    """Return the title of a kind of content, and what one of it is called."""
    if kind.startswith(ROW_PREFIX):
        table = content.tables.get(kind.removeprefix(ROW_PREFIX))
        name = table.name if table else kind.removeprefix(ROW_PREFIX)
        return f"Table: {name}", f"row of “{name}”"
    words = kind.replace("_", " ")
    return _TITLES.get(kind, (f"{words.capitalize()}s", words))


def name_of(record: Record | None, ref: str) -> str:
    """Return the name of a record; its id where it has none."""
    name = getattr(record, "name", "")
    return name if isinstance(name, str) and name else ref.replace("_", " ")


def differences(old: Record | None, new: Record | None) -> tuple[FieldChange, ...]:
    """Return every field in which two versions of a record differ, in the schema’s order."""
    record = new or old
    if record is None:
        return ()
    found: list[FieldChange] = []
    model = type(record)
    for name in model.model_fields:
        before, after = getattr(old, name, None), getattr(new, name, None)
        if name not in ("id", "kind") and before != after:
            found.append(FieldChange(label_of(model, name), _in_words(before), _in_words(after)))
    return tuple(change for change in found if change.old != change.new)


def records_of(folder: ContentFolder) -> Mapping[tuple[str, str], Record]:
    """Return every record that house content could change, by kind and id."""
    return {
        (kind, ref): loaded.record
        for kind in folder.kinds
        for ref, loaded in folder.loaded(kind).items()
    }


def touched_by(kind: str, ref: str, record: Record | None, state: State, content: Content) -> str:
    """Return a sentence that says who has something; empty when nobody does."""
    active = state.members.values()
    if kind.startswith(ROW_PREFIX):
        return ""
    if isinstance(record, Archetype):
        return _sentence(_names((m.id for m in active if m.archetype == ref), state, content), "is")
    if isinstance(record, TraitDefinition):
        having = (m.id for m in active if m.trait(record.kind, ref) is not None)
        return _sentence(_names(having, state, content), "has")
    if record is None or isinstance(record, CatalogueItem):
        carrying = (m.id for m in active if any(c.ref == ref for c in m.carried))
        names = _names(carrying, state, content)
        names += [
            f"the stash of {shown_roster_name(roster)}"
            for roster in state.rosters.values()
            if any(carried.ref == ref for carried in roster.stash)
        ]
        return _sentence(names, "has")
    return ""


def _names(ids: Iterable[int], state: State, content: Content) -> list[str]:
    return [
        content.called(state.members[member].name, state.members[member].archetype)
        for member in ids
    ]


def _sentence(names: Sequence[str], verb: str) -> str:
    if not names:
        return ""
    verbs = {"has": ("has it", "have it"), "is": ("is one", "are such")}[verb]
    if len(names) == 1:
        return f"{names[0]} {verbs[0]}."
    shown, left = names[:_MOST_NAMES], len(names) - _MOST_NAMES
    if left > 0:
        return f"{', '.join(shown)} and {left} more {verbs[1]}."
    return f"{', '.join(names[:-1])} and {names[-1]} {verbs[1]}."


def _in_words(value: object) -> str:
    if value is None or value in ("", (), {}):
        return _NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value).replace("-", "−")
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return ", ".join(_in_words(entry) for entry in cast(tuple[object, ...], value))
    if isinstance(value, Record):
        return as_toml(value.model_dump(exclude_defaults=True) | _tag_of(value))
    if isinstance(value, Mapping):
        entries = cast(Mapping[str, object], value).items()
        return "; ".join(f"{name}: {_in_words(entry)}" for name, entry in entries)
    return str(value)


def _tag_of(record: Record) -> dict[str, str]:
    op = getattr(record, "op", None)
    return {"op": op} if isinstance(op, str) else {}
