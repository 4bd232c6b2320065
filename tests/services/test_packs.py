"""Packs carry house content from one campaign to another, whole; hostile ones change nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import packs
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import undo
from mordcry_app.services.house_content import OPERATION, save_data, write_rows
from mordcry_app.services.house_fields import clean_data
from mordcry_app.services.unit_of_work import unit_of_work
from tests.services.worlds import dump, found

HEAD = '[pack]\nname = "Crows"\nruleset = "mordcry"\ncontent_version = 1\n'
BANNER = HEAD + '[[item]]\nid = "crow_banner"\nname = "Crow Banner"\nprice = 40\n'


def everything(file: CampaignFile) -> dict[tuple[str, str], dict[str, Any]]:
    """Return all shipped content that house content may change, as it stands in the files."""
    folder = file.content.folder
    return {
        (kind, ref): {name: value for name, value in loaded.raw.items() if name != "id"}
        for kind in folder.kinds
        for ref, loaded in folder.loaded(kind).items()
    }


def house(file: CampaignFile) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the house content of a campaign."""
    return {key: dict(row.data) for key, row in file.content.house.items()}


def written(folder: Path, text: str | bytes, name: str = "crows.toml") -> Path:
    path = folder / name
    path.write_bytes(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    return path


def imported(file: CampaignFile, folder: Path, text: str) -> None:
    packs.import_pack(file, packs.read_pack(file, written(folder, text)))


def test_every_record_of_every_kind_goes_there_and_back_exactly(
    file: CampaignFile, tmp_path: Path
) -> None:
    rows = {
        key: {**data, "text": f"{data.get('text', '')} “Own” — \\ \t ☘ '''"}
        for key, data in everything(file).items()
    }
    with unit_of_work(file, "All of it", OPERATION) as work:
        write_rows(work, rows)
    assert not file.content.troubles
    text = packs.export_pack(file, "Everything", by="Us", text="Two\nlines.")
    with found(tmp_path / "other.mordcry") as other:
        imported(other, tmp_path, text)
        assert house(other) == house(file) == rows
        assert packs.export_pack(other, "Everything", by="Us", text="Two\nlines.") == text
        with pytest.raises(Refusal, match="all of this pack is here already"):
            imported(other, tmp_path, text)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    name=st.text(min_size=1, max_size=40),
    text=st.text(max_size=200),
    price=st.integers(0, 100_000),
    tags=st.lists(st.from_regex(r"[a-z][a-z0-9_]{0,9}", fullmatch=True), max_size=3),
    story=st.text(min_size=1, max_size=60),
)
def test_whatever_is_saved_comes_back_exactly(
    file: CampaignFile,
    tmp_path: Path,
    name: str,
    text: str,
    price: int,
    tags: list[str],
    story: str,
) -> None:
    data = {
        "name": name,
        "text": text,
        "price": price,
        "tags": tags,
        "after_battle": [{"op": "story", "text": story}],
    }
    try:
        save_data(file, "item", "thing", data)
    except Refusal:
        return
    kept = house(file)
    path = written(tmp_path, packs.export_pack(file, "One"))
    assert packs.read_pack(file, path).rows == kept
    undo(file)
    packs.import_pack(file, packs.read_pack(file, path))
    assert house(file) == kept == {("item", "thing"): clean_data(data)}
    undo(file)


def test_a_pack_is_one_operation(file: CampaignFile, path: Path, tmp_path: Path) -> None:
    start = dump(path)
    more = BANNER + '[[skill]]\nid = "caw"\nname = "Caw"\ntext = "Caw."\ncost = "double"\n'
    pack = packs.read_pack(file, written(tmp_path, more))
    touched = packs.import_pack(file, pack)
    assert touched.label == "House content: imported the pack “Crows”"
    assert "crow_banner" in file.ruleset.content.items
    assert file.ruleset.content.trait("skill", "caw") is not None
    undo(file)
    assert dump(path) == start
    assert "crow_banner" not in file.ruleset.content.items


def test_the_preview_tells_new_changed_same_and_conflict(
    file: CampaignFile, tmp_path: Path
) -> None:
    save_data(file, "item", "crow_banner", {"name": "My Banner", "price": 1})
    save_data(file, "item", "feather", {"name": "Feather", "price": 2})
    club = {**file.content.folder.loaded("weapon")["club"].raw, "price": 9, "name": "Big Club"}
    lines = "\n".join(f"{name} = {packs.as_toml(value)}" for name, value in club.items())
    text = (
        BANNER
        + '[[item]]\nid = "feather"\nname = "Feather"\nprice = 2\n'
        + '[[item]]\nid = "nest"\nname = "Nest"\n'
        + f"[[weapon]]\n{lines}\n"
    )
    pack = packs.read_pack(file, written(tmp_path, text))
    view = packs.pack_view(file, pack)
    assert {e.ref: e.status for e in view.entries} == {
        "crow_banner": "conflict",
        "feather": "same",
        "nest": "new",
        "club": "changes",
    }
    [changed] = view.of("changes")
    assert [(c.label, c.old, c.new) for c in changed.changes] == [
        ("Name", "Club", "Big Club"),
        ("Price", str(file.ruleset.content.items["club"].price or "0"), "9"),
    ]
    [conflict] = view.of("conflict")
    assert [(c.label, c.old, c.new) for c in conflict.changes] == [
        ("Name", "My Banner", "Crow Banner"),
        ("Price", "1", "40"),
    ]
    packs.import_pack(file, pack)
    assert file.ruleset.content.items["crow_banner"].name == "My Banner"
    assert file.ruleset.content.items["club"].name == "Big Club"
    packs.import_pack(file, pack, {("item", "crow_banner")})
    assert file.ruleset.content.items["crow_banner"].name == "Crow Banner"


def test_only_chosen_rows_are_exported(file: CampaignFile) -> None:
    with pytest.raises(Refusal, match="no house content to export"):
        packs.export_pack(file, "Nothing")
    save_data(file, "item", "feather", {"name": "Feather"})
    save_data(file, "item", "nest", {"name": "Nest"})
    text = packs.export_pack(file, "Some", keys={("item", "nest")})
    assert 'id = "nest"' in text
    assert "feather" not in text
    with pytest.raises(Refusal, match="The pack, name: must have at least 1 characters"):
        packs.export_pack(file, "")


def test_rows_of_tables_stand_under_their_table(file: CampaignFile, tmp_path: Path) -> None:
    row = {**file.content.folder.loaded("row:injury")["dead"].raw, "name": "Gone"}
    save_data(file, "row:injury", "dead", row)
    text = packs.export_pack(file, "Rows")
    assert "[[rows.injury]]\n" in text
    with found(tmp_path / "other.mordcry") as other:
        imported(other, tmp_path, text)
        assert other.ruleset.content.tables["injury"].row("dead").name == "Gone"


HOSTILE: list[tuple[str | bytes, str]] = [
    ("", "crows.toml, pack: missing: a pack begins with [pack]"),
    (HEAD, "crows.toml: it holds nothing but its head"),
    ("x = ", "crows.toml: not valid TOML"),
    (b"\xff\xfe\x00", "crows.toml: not UTF-8 at byte 0"),
    (BANNER.encode("utf-16"), "crows.toml: not UTF-8"),
    (BANNER.encode() + b'text = "\xed\xa0\x80"', "crows.toml: not UTF-8"),
    (BANNER + 'text = "\\ud800"', "crows.toml: not valid TOML"),
    (b"\x00" * 100, "crows.toml: not valid TOML"),
    ("#" * 2_000_001, "crows.toml: larger than 2 MB"),
    ("# " + "x" * 20_000, "crows.toml, line 1: longer than 10000 characters"),
    (".".join("a" * 4000) + " = 1", "crows.toml: nested"),
    ("x = " + "[" * 5000, "crows.toml: nested too deeply"),
    ("x = " + "[" * 50 + "]" * 50, "crows.toml: nested more than 40 deep"),
    ("[[item]]\n" * 222_000, "crows.toml: more than 2,000 rows"),
    (HEAD + "[[item]]\n" * 7_000, "crows.toml, item, id: missing; needed here: id, name"),
    ("item = [" + "{}," * 3000 + "]\n" + HEAD, "crows.toml, item, id: missing; needed here: "),
    (BANNER.replace("mordcry", "stars"), "pack, ruleset: it is for “stars”, and this campaign"),
    (BANNER.replace("[pack]", "[pack]\nengine = 'os:system'"), "pack, engine: unknown field"),
    (BANNER.replace("version = 1", "version = 0"), "content_version: must be at least 1"),
    (BANNER.replace("crow_banner", "../x"), "“../x” is not an id"),
    (BANNER.replace("crow_banner", "Crow"), "“Crow” is not an id"),
    (BANNER.replace('"crow_banner"', "3"), "id: must be text (found 3)"),
    (BANNER.replace("price = 40", "price = nan"), "item crow_banner, price: must be a whole"),
    (BANNER.replace("price = 40", "price = inf"), "item crow_banner, price: must be a whole"),
    (BANNER.replace("price = 40", "price = 1e5"), "item crow_banner, price: must be a whole"),
    (BANNER.replace("price = 40", "price = true"), "item crow_banner, price: must be a whole"),
    (BANNER.replace("price = 40", "price = 2024-01-01"), "item crow_banner, price: must be"),
    (BANNER.replace("price = 40", f"price = {'9' * 400}"), "item crow_banner, price: must be"),
    (BANNER + "import = 'os'", "item crow_banner, import: unknown field"),
    (BANNER + "after_battle = [{ op = 'exec', code = '1' }]", "unknown effect “exec”"),
    (BANNER + "after_battle = [{ op = 'call', function = 'system' }]", "“system” does not exist"),
    (BANNER + "after_battle = [{ op = 'kill', who = 'member:1' }]", "content cannot mean"),
    (BANNER + "after_battle = [{ op = 'join', who = 'roster', member = 1, archetype = 'hound' }]",
     "only a function of the ruleset can say “join”"),
    (BANNER + BANNER.removeprefix(HEAD), "item crow_banner, id: stands twice"),
    (HEAD + "[[rule]]\nid = 'x'\n", "crows.toml, rule: unknown; valid: ability, archetype"),
    (HEAD + "[[pin]]\nid = 'content'\n", "crows.toml, pin: unknown; valid: "),
    (HEAD + "[[rows.nowhere]]\nid = 'x'\n", "crows.toml, rows.nowhere: unknown; valid: "),
    (HEAD + "[[resource]]\nid = 'gold'\n", "crows.toml, resource: unknown; valid: "),
    (HEAD + "rows = 3", "crows.toml, pack, rows: unknown field"),
    ("rows = 3\n" + HEAD, "crows.toml, rows: must hold lists"),
    ("item = 3\n" + HEAD, "crows.toml, item: must be a list of tables"),
    ("item = [3]\n" + HEAD, "crows.toml, item: must be a table of fields"),
    (HEAD + "[[rows.injury]]\nid = 'x'\non = '66'\nname = 'x'\ntext = ''\n", "66 is covered by"),
    (BANNER + 'text = "' + "x" * 2_001 + '"', "text: must have at most 2000 characters"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "problem"), HOSTILE, ids=[str(n) for n in range(len(HOSTILE))])
def test_a_hostile_pack_is_one_sentence_and_changes_nothing(
    file: CampaignFile, path: Path, tmp_path: Path, text: str | bytes, problem: str
) -> None:
    start = dump(path)
    source = written(tmp_path, text)
    with pytest.raises(Refusal) as refused:
        packs.import_pack(file, packs.read_pack(file, source))
    sentence = refused.value.sentence
    assert sentence.startswith("The pack cannot be used. ")
    assert problem in sentence
    assert sentence.endswith(".")
    assert len(sentence) < 500
    assert "\n" not in sentence
    assert dump(path) == start


def test_a_pack_that_is_not_there_is_a_sentence(file: CampaignFile, tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path, tmp_path / "nul\0.toml"):
        with pytest.raises(Refusal, match="The pack cannot be used"):
            packs.read_pack(file, path)


def test_a_pack_is_written_where_it_can_be(tmp_path: Path) -> None:
    assert packs.write_pack(tmp_path / "crows", BANNER) == tmp_path / "crows.toml"
    assert (tmp_path / "crows.toml").read_text(encoding="utf-8") == BANNER
    with pytest.raises(Refusal, match=r"“x\.toml” cannot be written there: "):
        packs.write_pack(tmp_path / "no" / "x.toml", BANNER)
