"""A file is hostile input: what is wrong with it is one sentence, and the file stays as it is."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.battles import battles_view
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.history import history_view
from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.pictures import set_portrait
from mordcry_app.services.reading import campaign_view, rolls_view
from tests.services.random_writers import picture
from tests.services.worlds import change_behind_our_back, fight, fingerprint, play


def refusal_of(path: Path) -> str:
    """Return the sentence with which a file is refused; it must be left as it was, alone."""
    before = fingerprint(path) if path.is_file() else ""
    beside = sorted(p.name for p in path.parent.iterdir()) if path.parent.is_dir() else []
    with pytest.raises(Refusal) as refused:
        open_campaign(path)
    if before:
        assert fingerprint(path) == before
        assert sorted(p.name for p in path.parent.iterdir()) == beside
    sentence = refused.value.sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_no_file(tmp_path: Path) -> None:
    assert (
        refusal_of(tmp_path / "gone.mordcry") == "There is no file “gone.mordcry” there any more."
    )
    assert "no file" in refusal_of(tmp_path / "no folder" / "gone.mordcry")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty, so it is not a campaign"),
        (b"Dear diary,\n", "is not a Mordcry campaign"),
        (b"SQLite format 3", "is not a Mordcry campaign"),
        (b"SQLite format 3\x00", "is not a Mordcry campaign"),
        (b"SQLite format 3\x00" + b"\x00" * 4096, "is not a Mordcry campaign"),
        (b"\x00" * 8192, "is not a Mordcry campaign"),
        (os.urandom(5000), "is not a Mordcry campaign"),
    ],
)
def test_something_else_that_is_called_a_campaign(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    path = tmp_path / "other.mordcry"
    path.write_bytes(content)
    assert sentence in refusal_of(path)


def test_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "folder.mordcry"
    folder.mkdir()
    assert refusal_of(folder) == "“folder.mordcry” is a folder, not a campaign file."


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.mordcry"
    os.mkfifo(pipe)
    assert "not a file that can hold a campaign" in refusal_of(pipe)


def test_a_loop_of_links(tmp_path: Path) -> None:
    one, two = tmp_path / "one.mordcry", tmp_path / "two.mordcry"
    one.symlink_to(two)
    two.symlink_to(one)
    assert "cannot be read" in refusal_of(one)


def test_a_file_that_may_not_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For root every file can be read, so the refusal of the system is played."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(Refusal, match="may not be read by this user"):
        open_campaign(path)


def test_another_database(tmp_path: Path) -> None:
    path = tmp_path / "addresses.mordcry"
    change_behind_our_back(path, "CREATE TABLE address (id INTEGER); PRAGMA application_id=7")
    assert "is not a Mordcry campaign" in refusal_of(path)


def test_another_database_with_our_mark(tmp_path: Path) -> None:
    path = tmp_path / "addresses.mordcry"
    change_behind_our_back(
        path, f"CREATE TABLE address (id INTEGER); PRAGMA application_id={0x4D524443}"
    )
    assert "no version that this program knows" in refusal_of(path)


@pytest.mark.parametrize("fraction", [0.02, 0.1, 0.3, 0.5, 0.9, 0.99])
def test_a_truncated_file(path: Path, fraction: float) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * fraction)])
    assert "is damaged and cannot be opened" in refusal_of(path)


@pytest.mark.parametrize("pages", [1, 3, 10])
def test_a_tail_of_zeros(path: Path, pages: int) -> None:
    """As a disk leaves it that was not in time: the length is right, the content is not."""
    content = path.read_bytes()
    path.write_bytes(content[: -4096 * pages] + b"\x00" * 4096 * pages)
    assert "is damaged and cannot be opened" in refusal_of(path)


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ("0099", "saved by a newer version of this program; update the program"),
        ("9", "saved by a newer version of this program"),
        ("0000", "no version that this program knows"),
        ("", "no version that this program knows"),
    ],
)
def test_a_version_that_is_not_known(path: Path, version: str, sentence: str) -> None:
    change_behind_our_back(path, f"UPDATE alembic_version SET version_num = '{version}'")
    assert sentence in refusal_of(path)


@pytest.mark.parametrize(
    "sql",
    ["DELETE FROM alembic_version", "INSERT INTO alembic_version VALUES ('0001')"],
)
def test_no_version_or_two(path: Path, sql: str) -> None:
    change_behind_our_back(path, sql)
    assert "no version that this program knows" in refusal_of(path)


def test_a_version_from_a_view_is_never_asked(path: Path) -> None:
    """A view may run for ever."""
    change_behind_our_back(
        path,
        "DROP TABLE alembic_version; CREATE VIEW alembic_version AS "
        "WITH RECURSIVE n(version_num) AS (SELECT 1 UNION ALL SELECT version_num + 1 FROM n) "
        "SELECT version_num FROM n",
    )
    assert "no version that this program knows" in refusal_of(path)


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TRIGGER wipe AFTER UPDATE ON member BEGIN DELETE FROM stat; END",
        "CREATE VIEW everything AS SELECT * FROM member",
        "CREATE TABLE extra (id INTEGER)",
        "CREATE INDEX slow ON member (notes)",
        "DROP INDEX ix_member_roster_id",
        "DROP TABLE custom_row",
        "ALTER TABLE member ADD COLUMN sly INTEGER",
        "ALTER TABLE member RENAME COLUMN notes TO remarks",
    ],
)
def test_a_schema_that_is_not_ours(path: Path, sql: str) -> None:
    change_behind_our_back(path, sql)
    assert "is not built like a campaign of this program" in refusal_of(path)


@pytest.mark.parametrize(
    "name", ["sqlite_harmless", "sqlite_sequence", "sqlite_stat1", "alembic_version"]
)
@pytest.mark.parametrize("kind", ["trigger", "table", "index"])
def test_a_trigger_under_a_harmless_name(path: Path, name: str, kind: str) -> None:
    """SQLite goes by the SQL of a schema entry, whatever its name and kind say."""
    sql = "CREATE TRIGGER wipe AFTER UPDATE ON member BEGIN DELETE FROM stat; END"
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA writable_schema=ON")
        raw.execute(
            "INSERT INTO sqlite_master(type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, 0, ?)",
            (kind, name, "member", sql),
        )
        raw.commit()
    sentence = refusal_of(path)
    assert "not built like a campaign" in sentence or "no version" in sentence or "dam" in sentence


def test_a_constraint_that_was_taken_away(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA writable_schema=ON")
        raw.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'BETWEEN 1 AND 9999', 'IS NOT NULL') "
            "WHERE name = 'possession'"
        )
        raw.commit()
    assert "is not built like a campaign of this program" in refusal_of(path)


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("DELETE FROM campaign", "holds no campaign"),
        ("UPDATE campaign SET ruleset = 'chess'", "ruleset “chess”, which is not installed here"),
        ("UPDATE campaign SET ruleset = '../mordcry'", "which is not installed here"),
        ("UPDATE campaign SET house_rules = '[]'", "is damaged"),
        ("UPDATE campaign SET house_rules = '{'", "is damaged"),
        ("UPDATE campaign SET house_rules = x'7B7D'", "is damaged"),
        ("UPDATE member SET tags = '{}' WHERE id = 3", "is damaged"),
        ("UPDATE member SET tags = '[NaN]' WHERE id = 3", "is damaged"),
        ("UPDATE member SET tags = '[\"\\ud800\"]' WHERE id = 3", "is damaged"),
        (f"UPDATE member SET tags = '{'[' * 1500}{']' * 1500}' WHERE id = 3", "is damaged"),
        ("UPDATE member SET tags = '[\"' || hex(zeroblob(600000)) || '\"]'", "is damaged"),
        ("UPDATE member SET name = CAST(x'FFFE41' AS TEXT) WHERE id = 3", "is damaged"),
        ("UPDATE member SET name = x'414243' WHERE id = 3", "is damaged"),
        ("UPDATE member SET position = 'first' WHERE id = 3", "is damaged"),
        ("UPDATE member SET position = 1.5 WHERE id = 3", "is damaged"),
        ("UPDATE stat SET key = CAST(x'C328' AS TEXT) WHERE id = 3", "is damaged"),
    ],
)
def test_values_that_are_not_what_they_should_be(path: Path, sql: str, sentence: str) -> None:
    change_behind_our_back(path, sql)
    assert sentence in refusal_of(path)


def test_a_value_that_a_constraint_forbids(path: Path) -> None:
    change_behind_our_back(
        path, "PRAGMA ignore_check_constraints=ON; UPDATE member SET state = 'x' WHERE id = 3"
    )
    assert "is damaged" in refusal_of(path)


def use_everything(path: Path) -> None:
    """Open a file, show all of it, change it, and check it."""
    with open_campaign(path) as file:
        campaign = campaign_view(file)
        history_view(file)
        rolls_view(file)
        battles_view(file)
        for roster in campaign.rosters:
            ledger_view(file, roster.id)
        for draft in campaign.drafts:
            board_view(file, draft.id)
        edits.rename_campaign(file, "Still here")
    check_file(path)


@pytest.fixture(scope="module")
def played(template: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with a battle whose aftermath is half done, and gear."""
    path = tmp_path_factory.mktemp("played") / "played.mordcry"
    path.write_bytes(template.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MORDCRY_HOME", str(path.parent / "home"))
        with open_campaign(path) as file:
            edits.give_item(file, "dagger", member_id=1)
            _, draft = fight(file, {"Anselm": "Krato", "Lene": "Berta"})
            play(file, draft)
    return path.read_bytes()


def _flip_bytes(content: bytes, random: Random) -> bytes:
    flipped = bytearray(content)
    for _ in range(random.choice((1, 1, 3, 20))):
        flipped[random.randrange(len(flipped))] ^= 1 << random.randrange(8)
    return bytes(flipped)


def _wipe_page(content: bytes, random: Random) -> bytes:
    start = random.randrange(len(content) // 4096) * 4096
    return content[:start] + bytes(4096) + content[start + 4096 :]


def _swap_pages(content: bytes, random: Random) -> bytes:
    pages = [content[i : i + 4096] for i in range(0, len(content), 4096)]
    one, two = random.sample(range(1, len(pages)), 2)
    pages[one], pages[two] = pages[two], pages[one]
    return b"".join(pages)


@pytest.mark.parametrize("damage", [_flip_bytes, _wipe_page, _swap_pages])
@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_disk_is_a_sentence_or_can_be_lived_with(
    played: bytes, tmp_path: Path, damage: Callable[[bytes, Random], bytes], seed: int
) -> None:
    """Nothing tells a changed letter of a name from a new name, but nothing may be a traceback."""
    path = tmp_path / "damaged.mordcry"
    path.write_bytes(damage(played, Random(f"{damage.__name__} {seed}")))
    try:
        open_campaign(path).close()
    except Refusal:
        refusal_of(path)
        return
    with suppress(Refusal):
        use_everything(path)


def test_an_answer_that_cannot_be_read_is_asked_again(path: Path) -> None:
    with open_campaign(path) as file:
        _, draft = fight(file, {"Anselm": None, "Krato": None})
        play(file, draft)
    with closing(sqlite3.connect(path)) as raw:
        (answers,) = raw.execute("SELECT answers FROM draft").fetchone()
        broken = json.loads(answers)
        broken["injury/1/roll"]["kind"] = "rolk"
        raw.execute("UPDATE draft SET answers = ?", (json.dumps(broken),))
        raw.commit()
    with open_campaign(path) as file:
        board = board_view(file, draft)
        assert board.next_line == "injury/1"
        assert board.line("injury/11").status == "done"


def test_a_record_that_cannot_be_read_is_a_sentence(path: Path) -> None:
    with open_campaign(path) as file:
        fight(file)
    change_behind_our_back(path, "UPDATE battle SET record = '{\"sides\": 3}'")
    with open_campaign(path) as file, pytest.raises(Refusal, match="this battle is damaged"):
        battles_view(file)


def test_a_damaged_picture_counts_as_none(path: Path) -> None:
    with open_campaign(path) as file:
        set_portrait(file, 1, picture("red"))
        assert campaign_view(file).rosters[0].members[0].portrait is not None
    change_behind_our_back(path, "UPDATE attachment SET data = x'00'")
    with open_campaign(path) as file:
        assert campaign_view(file).rosters[0].members[0].portrait is None
