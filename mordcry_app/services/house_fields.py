"""The form of house content, made from the schemas of the rules: fields, values, and back to data.

A field that a schema gains is in the form at once; what no simple field fits (effects, uses, values
by level) is TOML, as in the shipped files. Values that are the schema’s defaults are left out of
the data, as a person who writes a file leaves them out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any, Literal, cast, get_args, get_origin

from annotated_types import Ge, Le, MaxLen
from pydantic import StringConstraints
from pydantic.fields import FieldInfo

from mordcry_app.rules.catalogue import WornModifier
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.schema import Record
from mordcry_app.rules.table import TableRow
from mordcry_app.services.house_content_views import (
    FieldStyle,
    FieldView,
    FormValue,
    ModifierValue,
)
from mordcry_app.services.text_checks import clean_text
from mordcry_app.services.toml_values import as_toml, from_toml

_LONGEST_LINE = 200
_NUMBERS = (-999_999, 999_999)

_LABELS = {
    "text": "What it says",
    "rarity": "Found among",
    "on": "Place there, 1–36",
    "modifiers": "Changes while held",
    "with_shield": "Leaves a hand for a shield",
    "melee_only": "Only against melee",
    "uses": "What its bearer can do with it",
    "after_battle": "What it does after each battle",
    "when_taken": "What it does when somebody takes it",
    "bonuses": "What it adds to attacks",
    "damage_dice": "Damage as dice",
    "cost": "Set of dice that it costs",
    "universal": "Everybody has it",
    "lasting": "Can be healed",
    "most_levels": "Acts up to this level",
    "at_level": "Changes at a level",
    "level_names": "Names by level",
    "count": "In a starting warband",
    "xp": "XP at the start",
    "training_source": "What its training is called",
    "leads": "Leads the warband",
    "effects": "What happens",
}
_ROW_LABELS = {"on": "On a roll of"}
_HINTS = {
    "words": "Ids with commas between them.",
    "toml": "As TOML, like the shipped files.",
}
_WORDS = {"": "none"}


def fields_of(model: type[Record]) -> tuple[FieldView, ...]:
    """Return the fields of a form for one kind of record, the id left out."""
    return tuple(
        _field(model, name, info)
        for name, info in model.model_fields.items()
        if name != "id" and not _is_constant(name, info)
    )


def values_of(fields: Sequence[FieldView], raw: Mapping[str, Any]) -> dict[str, FormValue]:
    """Return what the fields hold for data as it stands in a file."""
    return {
        field.name: _shown(field, raw[field.name]) if field.name in raw else field.default
        for field in fields
    }


def data_of(fields: Sequence[FieldView], values: Mapping[str, FormValue]) -> dict[str, Any]:
    """Return the data that a filled-in form says; raises `Refusal` for TOML that cannot be read.

    Whether the data is right is not looked at here: the loader does that.
    """
    data: dict[str, Any] = {}
    for field in fields:
        value = values.get(field.name)
        if value == field.default and not field.required:
            continue
        if value is None or (field.style in ("modifiers", "words") and not value):
            continue
        data[field.name] = _written(field, value)
    return data


def clean_data(value: object) -> Any:
    """Return data with plain lists and clean texts; raises `Refusal` for what is no such data."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, bool | int):
        return value
    if isinstance(value, Mapping):
        entries = cast(Mapping[object, object], value)
        return {str(name): clean_data(entry) for name, entry in entries.items()}
    if isinstance(value, list | tuple):
        return [clean_data(entry) for entry in cast(Sequence[object], value)]
    raise Refusal(
        f"House content is texts, whole numbers, true, false and lists; “{value}” is none of these."
    )


def label_of(model: type[Record], name: str) -> str:
    """Return what a field is called."""
    labels = {**_LABELS, **_ROW_LABELS} if issubclass(model, TableRow) else _LABELS
    return labels.get(name, name.replace("_", " ").capitalize())


def _is_constant(name: str, info: FieldInfo) -> bool:
    """Say whether a field is the same in every record of the kind."""
    return name == "kind" and not info.is_required()


def _field(model: type[Record], name: str, info: FieldInfo) -> FieldView:
    style = _style(info)
    least, most = _limits(info)
    default: object = None if info.is_required() else info.get_default(call_default_factory=True)
    shown: FormValue
    if style == "toml":
        shown = "" if not default else as_toml(default)
    elif style in ("modifiers", "words"):
        shown = ()
    elif default is None:
        shown = {"line": "", "text": "", "flag": False}.get(style)
    else:
        shown = cast(FormValue, default)
    choices = tuple((c, _choice_words(c)) for c in _choices(info))
    if style == "choice" and shown is None:
        shown = choices[0][0]
    return FieldView(
        name=name,
        label=label_of(model, name),
        style=style,
        required=info.is_required(),
        least=least,
        most=most,
        choices=choices,
        hint=_HINTS.get(style, ""),
        default=shown,
    )


def _style(info: FieldInfo) -> FieldStyle:
    annotation = _without_none(info.annotation)
    if annotation is bool:
        return "flag"
    if annotation is int:
        return "number"
    if annotation is str:
        longest = _longest(info)
        return "text" if longest is not None and longest > _LONGEST_LINE else "line"
    if _choices(info):
        return "choice"
    if get_origin(annotation) is tuple:
        entry = get_args(annotation)[0]
        if entry is WornModifier:
            return "modifiers"
        if _without_annotation(entry) is str:
            return "words"
    return "toml"


def _without_none(annotation: object) -> object:
    kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
    if NoneType in get_args(annotation) and len(kinds) == 1:
        return kinds[0]
    return annotation


def _without_annotation(annotation: object) -> object:
    return getattr(annotation, "__origin__", annotation)


def _choices(info: FieldInfo) -> tuple[str, ...]:
    annotation = _without_none(info.annotation)
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def _choice_words(choice: str) -> str:
    return _WORDS.get(choice, choice.replace("_", " "))


def _longest(info: FieldInfo) -> int | None:
    for constraint in info.metadata:
        if isinstance(constraint, StringConstraints | MaxLen):
            return constraint.max_length
    return None


def _limits(info: FieldInfo) -> tuple[int | None, int | None]:
    """Return the least and the most number, or nothing and the length of a text."""
    if _without_none(info.annotation) is not int:
        return None, _longest(info)
    least, most = _NUMBERS
    for constraint in info.metadata:
        if isinstance(constraint, Ge):
            least = int(cast(int, constraint.ge))
        elif isinstance(constraint, Le):
            most = int(cast(int, constraint.le))
    return least, most


def _shown(field: FieldView, value: object) -> FormValue:
    """Return data as its field shows it; what does not fit the field is shown as its default."""
    match field.style, value:
        case "toml", _:
            return as_toml(value)
        case "modifiers", list() | tuple():
            return tuple(_modifier(entry) for entry in cast(Sequence[object], value))
        case "words", list() | tuple():
            return tuple(str(entry) for entry in cast(Sequence[object], value))
        case "flag", bool():
            return value
        case "number", int():
            return value
        case "line" | "text" | "choice", str():
            return value
        case _:
            return field.default


def _modifier(raw: object) -> ModifierValue:
    fields: Mapping[str, Any] = {}
    if isinstance(raw, Mapping):
        fields = cast(Mapping[str, Any], raw)
    amount = fields.get("amount")
    return ModifierValue(
        stat=str(fields.get("stat", "")),
        amount=amount if isinstance(amount, int) else 0,
        arithmetic=str(fields.get("arithmetic", "add")),
        when=str(fields.get("when", "")),
    )


def _written(field: FieldView, value: FormValue) -> object:
    if field.style == "toml":
        return from_toml(str(value), field.label)
    if field.style == "modifiers":
        return [_modifier_data(entry) for entry in cast(tuple[ModifierValue, ...], value)]
    if field.style == "words":
        return list(cast(tuple[str, ...], value))
    return value


def _modifier_data(value: ModifierValue) -> dict[str, Any]:
    data: dict[str, Any] = {"stat": value.stat, "amount": value.amount}
    if value.arithmetic != "add":
        data["arithmetic"] = value.arithmetic
    if value.when:
        data["when"] = value.when
    return data
