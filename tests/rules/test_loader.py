"""Content that cannot be used is a `ContentError` that names the place, never a traceback."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mordcry_app.rules.catalogue import Resource
from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.loader import (
    by_id,
    check_keys,
    check_reference,
    load_record,
    read_toml,
)
from mordcry_app.rules.schema import ContentError
from mordcry_app.rules.table import Table

HEAD = 'id = "fate"\nname = "Fate"\ndice = "d6"\n'
ROW = '[[rows]]\non = "{on}"\nid = "{id}"\nname = "x"\ntext = ""\n'
GOOD = HEAD + ROW.format(on="1–3", id="low") + ROW.format(on="4–6", id="high")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a name that can stand in a message."""
    made = tmp_path / "tables"
    made.mkdir()
    return made


def load_tables(folder: Path) -> dict[str, Table]:
    return ContentFolder(folder.parent).tables(folder.name)


def load_resources(path: Path) -> tuple[Resource, ...]:
    return ContentFolder(path.parent).records(path.name, "resource", Resource)


def problem_of(path: Path, content: str | bytes) -> ContentError:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(ContentError) as caught:
        load_tables(path.parent)
    return caught.value


def test_a_good_table_is_loaded(folder: Path) -> None:
    (folder / "fate.toml").write_text(GOOD, encoding="utf-8")
    tables = load_tables(folder)
    assert [row.id for row in tables["fate"].rows] == ["low", "high"]
    assert list(tables) == ["fate"]


def test_a_byte_order_mark_does_no_harm(folder: Path) -> None:
    (folder / "fate.toml").write_text(GOOD, encoding="utf-8-sig")
    assert load_tables(folder)["fate"].name == "Fate"


def test_the_file_is_named_with_its_folder(folder: Path) -> None:
    error = problem_of(folder / "fate.toml", "x = 1")
    assert error.file == "tables/fate.toml"
    assert str(error).startswith("tables/fate.toml, x: unknown field; valid here: blank, dice, id,")


def test_a_table_is_called_after_its_file(folder: Path) -> None:
    (folder / "doom.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(
        ContentError, match=r"^tables/doom\.toml, id: must be the file's name, doom"
    ):
        load_tables(folder)


@pytest.mark.parametrize(
    ("row", "place", "problem"),
    [
        (
            'on = "5"\nid = "high"\nname = "x"\n',
            "row 2 (high), text",
            "missing; needed here: id, name, on, text",
        ),
        (
            'on = "5"\nid = "high"\nname = "x"\ntext = ""\ncolour = "red"\n',
            "row 2 (high), colour",
            "unknown field; valid here: effects, id, name, on, text",
        ),
        (
            'on = 5\nid = "high"\nname = "x"\ntext = ""\n',
            "row 2 (high), on",
            "must be text (found 5)",
        ),
        (
            'on = "5"\nid = "High"\nname = "x"\ntext = ""\n',
            "row 2 (High), id",
            (
                "“High” is not an id; valid are a to z, 0 to 9 and _, a letter first, "
                "64 characters at most"
            ),
        ),
        (
            'on = "5"\nid = "high"\nname = ""\ntext = ""\n',
            "row 2 (high), name",
            "must have at least 1 characters (found “”)",
        ),
        (
            'on = "5"\nid = "high"\nname = "x"\ntext = ""\neffects = 3\n',
            "row 2 (high), effects",
            "must be a list (found 3)",
        ),
        (
            'on = "5"\nid = "high"\nname = "x"\ntext = ""\neffects = [3]\n',
            "row 2 (high), effect 1",
            "must be a table of fields (found 3)",
        ),
        (
            'on = "4–5"\nid = "high"\nname = "x"\ntext = ""\n',
            "rows",
            "6 is covered by no row; each outcome (1–6) needs exactly one row",
        ),
        (
            'on = "3–6"\nid = "high"\nname = "x"\ntext = ""\n',
            "row 2 (high), on",
            "3 is covered by 1–3 and by 3–6; each outcome (1–6) needs exactly one row",
        ),
        (
            'on = "4–6"\nid = "low"\nname = "x"\ntext = ""\n',
            "row 2 (low), id",
            "stands twice in this table",
        ),
    ],
)
def test_errors_in_a_row_name_the_row_and_the_field(
    folder: Path, row: str, place: str, problem: str
) -> None:
    content = HEAD + ROW.format(on="1–3", id="low") + "[[rows]]\n" + row
    error = problem_of(folder / "fate.toml", content)
    assert str(error) == f"tables/fate.toml, {place}: {problem}"


OPS = (
    "'gain', 'lose', 'modify', 'unmodify', 'set_stat', 'add_trait', 'remove_trait', 'gain_item', "
    "'lose_item', 'spend_item', 'gear_to_stash', 'gear_lost', 'miss_next_battle', "
    "'wounds_next_battle', 'await', 'spend', 'arm', 'join', 'kill', 'retire', 'restore', "
    "'add_tag', 'remove_tag', 'choose', 'test', 'roll', 'draw', 'call', 'story'"
)


@pytest.mark.parametrize(
    ("effect", "place", "problem"),
    [
        ('{ op = "explode" }', "effect 1, op", f"unknown effect “explode”; valid: {OPS}"),
        ('{ who = "self" }', "effect 1, op", f"missing; valid: {OPS.replace(chr(39), '')}"),
        (
            '{ op = "kill", how = "axe" }',
            "effect 1 (kill), how",
            "unknown field; valid here: op, source, who",
        ),
        (
            '{ op = "kill", who = "them" }',
            "effect 1 (kill), who",
            "must look like ^(self|roster|all|random|(member|roster):[0-9]{1,18})$ (found “them”)",
        ),
        (
            '{ op = "kill", who = "roster" }',
            "effect 1 (kill), who",
            "“roster” is a roster, and this touches a member; valid: self, all, random",
        ),
        (
            '{ op = "gain", resource = "xp" }',
            "effect 1 (gain), amount",
            "missing; needed here: amount, resource",
        ),
        (
            '{ op = "gain", resource = "xp", amount = "two" }',
            "effect 1 (gain), amount",
            "“two” is not dice; valid are d3, d6, 2d6, d66, 2d6*10, d3+1 or 10",
        ),
        (
            '{ op = "gain", resource = "xp", amount = true }',
            "effect 1 (gain), amount",
            "must be a whole number, or dice such as “d3” or “2d6*10”",
        ),
        (
            '{ op = "gain", resource = "xp", amount = -1 }',
            "effect 1 (gain), amount",
            "must be from 0 to 1,000,000",
        ),
        (
            '{ op = "modify", stat = "ws", amount = 0, arithmetic = "divide" }',
            "effect 1 (modify), amount",
            "0 cannot divide; valid are 1 and more",
        ),
        (
            '{ op = "modify", stat = "ws", amount = 1, ends = "soon" }',
            "effect 1 (modify), ends",
            (
                "must be one of 'permanent', 'until_removed', 'next_battle', 'battle', 'round', "
                "'activation' or 'while_worn' (found “soon”)"
            ),
        ),
        (
            '{ op = "modify", stat = "ws", amount = 1000 }',
            "effect 1 (modify), amount",
            "must be at most 999 (found 1000)",
        ),
        (
            '{ op = "story", text = "" }, { op = "choose", options = [{ id = "a", label = "A" }] }',
            "effect 2 (choose), options",
            "needs at least 2 entries (found a list)",
        ),
        (
            (
                '{ op = "choose", options = [{ id = "a", label = "A" }, { id = "b", label = "B", '
                'effects = [{ op = "test", stat = "will", failed = [{ op = "gain", '
                'resource = "xp", amount = "many" }] }] }] }'
            ),
            "effect 1 (choose), option 2 (b), effect 1 (test), failed 1 (gain), amount",
            "“many” is not dice; valid are d3, d6, 2d6, d66, 2d6*10, d3+1 or 10",
        ),
        (
            '{ op = "choose", options = [{ id = "a", label = "A" }, { id = "a", label = "B" }] }',
            "effect 1 (choose), option 2, id",
            "“a” stands twice; each option needs an id of its own",
        ),
        (
            '{ op = "roll", dice = "d3", rows = [{ on = "1" }, { on = "4" }] }',
            "effect 1 (roll), row 2, on",
            "4 cannot be rolled with D3; valid: 1–3",
        ),
        (
            '{ op = "roll", dice = "d6", rows = [{ on = "1–3" }, { on = "3" }] }',
            "effect 1 (roll), row 2, on",
            "3 and 1–3 overlap; each total has one row at most",
        ),
        (
            '{ op = "roll", dice = "10", rows = [{ on = "10" }] }',
            "effect 1 (roll), dice",
            "“10” has no die; valid are d3, d6, 2d6, d66, 2d6*10 or d3+1",
        ),
        (
            '{ op = "roll", dice = "d6", rows = [{ on = "1", effects = [{ op="kill", x = 1 }] }] }',
            "effect 1 (roll), row 1, effect 1 (kill), x",
            "unknown field; valid here: op, source, who",
        ),
    ],
)
def test_errors_in_effects_name_the_row_and_the_way_to_the_effect(
    folder: Path, effect: str, place: str, problem: str
) -> None:
    content = HEAD + ROW.format(on="1–6", id="all") + f"effects = [{effect}]\n"
    error = problem_of(folder / "fate.toml", content)
    assert str(error) == f"tables/fate.toml, row 1 (all), {place}: {problem}"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\xff\xfe\x00", "not UTF-8 at byte 0"),
        (b'id = "\xe9"', "not UTF-8 at byte 6"),
        ("id = ", "not valid TOML: "),
        ("id = 1\nid = 2", "not valid TOML: Cannot overwrite a value"),
        ("x = " + "9" * 5000, "not valid TOML: Exceeds the limit"),
        ("x = " + "[" * 5000, "nested too deeply"),
        ("x = " + "[" * 41 + "]" * 41, "nested more than 40 deep"),
        (".".join("a" * 100) + " = 1", "nested more than 40 deep"),
        (".".join("a" * 100_000) + " = 1", "line 1: longer than 10000 characters"),
        ("# " + "x" * 20_000, "line 1: longer than 10000 characters"),
        ("#\n" * 1_000_001, "larger than 2 MB"),
        ("", "missing"),
        ("\0", "not valid TOML: "),
    ],
)
def test_hostile_files_are_content_errors(folder: Path, content: str | bytes, problem: str) -> None:
    error = problem_of(folder / "evil.toml", content)
    assert problem in str(error)
    assert str(error).startswith("tables/evil.toml")
    assert len(str(error)) < 300


def test_a_mistyped_field_is_called_unknown_and_not_missing(folder: Path) -> None:
    content = GOOD.replace('dice = "d6"', 'dicce = "d6"')
    assert str(problem_of(folder / "fate.toml", content)) == (
        "tables/fate.toml, dicce: unknown field; "
        "valid here: blank, dice, id, name, numbering, rows, text"
    )


def test_a_missing_file_and_a_folder_are_content_errors(folder: Path) -> None:
    with pytest.raises(ContentError, match=r"^tables/none\.toml: the file is missing$"):
        read_toml(folder / "none.toml")
    with pytest.raises(ContentError, match=r"tables: cannot be read: Is a directory$"):
        read_toml(folder)


_SCALARS = (
    st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["gain", "choose", "d6", "1–6", "self", "roster", "fate", "x"])
    | st.dates()
)
_KEYS = st.sampled_from(
    ["id", "name", "dice", "rows", "on", "text", "effects", "op", "who", "options", "amount", "x"]
)
_ANYTHING = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=5)
)


@settings(max_examples=40)
@given(st.dictionaries(_KEYS, _ANYTHING))
@example({"rows": [{"effects": [{"op": ["gain"]}]}], "id": "x", "name": "x", "dice": "d6"})
@example({"rows": [{"effects": [{"op": {"x": 1}}]}]})
def test_whatever_stands_in_a_file_is_a_table_or_a_content_error(content: object) -> None:
    with suppress(ContentError):
        load_record(Path("tables/any.toml"), Table, content, "")


def test_a_list_needs_its_key_and_no_other(folder: Path) -> None:
    path = folder / "resources.toml"
    good = '[[resource]]\nid = "xp"\nname = "Experience"\nshort = "XP"\nowner = "member"\n'
    path.write_text(good, encoding="utf-8")
    assert load_resources(path)[0].short == "XP"
    path.write_text("[[resources]]\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"resources: unknown field; valid here: resource$"):
        load_resources(path)
    for empty in ("", "resource = []", "resource = 3"):
        path.write_text(empty, encoding="utf-8")
        with pytest.raises(ContentError, match=r"needs at least one \[\[resource\]\]"):
            load_resources(path)
    path.write_text("resource = [3]", encoding="utf-8")
    with pytest.raises(ContentError, match=r"resource 1: must be a table of fields$"):
        load_resources(path)
    path.write_text(good + good.replace("member", "player"), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_resources(path)
    assert str(caught.value) == (
        "tables/resources.toml, resource 2 (xp), owner: must be one of 'member' or 'roster' "
        "(found “player”)"
    )


def test_an_id_that_stands_twice_is_an_error() -> None:
    resource = Resource(id="xp", name="Experience", short="XP", owner="member")
    path = Path("mordcry/resources.toml")
    assert by_id(path, [resource], lambda r: r.id) == {"xp": resource}
    with pytest.raises(ContentError, match=r"^mordcry/resources\.toml, xp, id: stands twice$"):
        by_id(path, [resource, resource], lambda r: r.id)


def test_unknown_keys_list_the_valid_ones() -> None:
    check_keys(Path("a"), {"id": 1}, {"id", "name"})
    with pytest.raises(ContentError, match=r"nmae: unknown field; valid here: id, name$"):
        check_keys(Path("a"), {"id": 1, "nmae": 2}, {"id", "name"})


def test_unknown_references_list_near_matches_or_what_there_is() -> None:
    path = Path("mordcry/injuries.toml")
    check_reference(path, "row 1", "stat", "ws", ["ws", "bs"])
    with pytest.raises(ContentError) as caught:
        check_reference(path, "row 1", "stat", "wounds", ["wound", "will", "weapon_skill"])
    assert str(caught.value) == (
        "mordcry/injuries.toml, row 1, stat: “wounds” does not exist; did you mean: wound"
    )
    with pytest.raises(ContentError, match=r"“xyz” does not exist; valid: bs, ws$"):
        check_reference(path, "row 1", "stat", "xyz", ["ws", "bs"])
    many = [f"item_{n:02}" for n in range(40)]
    with pytest.raises(ContentError, match=r"valid: item_00, item_01, .*, item_11 and 28 more$"):
        check_reference(path, "row 1", "ref", "xyz", many)
    with pytest.raises(ContentError, match=r"valid: nothing, there are none$"):
        check_reference(path, "row 1", "ref", "xyz", [])
