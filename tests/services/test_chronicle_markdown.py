"""The Markdown file says what the chronicle says, whatever people called things."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import chronicle
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.chronicle_markdown import as_markdown, escaped, export_markdown
from mordcry_app.services.chronicle_views import ChronicleFilter, TellingView
from mordcry_app.services.text_checks import clean_name, clean_text
from tests.services.told_battles import fought, picture

MARKUP = [
    "# Title",
    "- item",
    "+ item",
    "1. item",
    "1) item",
    "> quote",
    "=====",
    "-----",
    "```",
    "~~~",
    "    code",
    "<b>bold</b>",
    "<!-- gone -->",
    "*a* _b_ **c** ~~d~~ `e`",
    "[text](http://x.y)",
    "![picture](x.png)",
    "[^1]",
    "&amp; &lt; &#65;",
    "R&D & Co.",
    "a | b",
    "\\",
    "http://example.com and www.example.com",
    "me@example.com",
    ":smile:",
    "$x$",
    "{{ jekyll }}",
    "# ",
    "<",
]


def shown(markdown: str) -> list[tuple[str, str]]:
    """What a reader of the file sees: pairs of the kind of block and its text."""
    parser = MarkdownIt("gfm-like", {"linkify": False, "html": True})
    found: list[tuple[str, str]] = []
    kind = ""
    for token in parser.parse(markdown):
        if token.type.endswith("_open"):
            kind = token.tag
        elif token.type == "inline":
            found.append((kind, "".join(_plain(child) for child in token.children or ())))
        elif not token.type.endswith("_close"):
            found.append((token.type, token.content))
    return found


def _plain(child: object) -> str:
    match child.type:  # type: ignore[attr-defined]
        case "text" | "text_special":
            return str(child.content)  # type: ignore[attr-defined]
        case "hardbreak":
            return "\n"
        case "image":
            return f"[{child.attrs['src']}]"  # type: ignore[attr-defined]
        case other:
            return f"({other})"


def telling(title: str, *paragraphs: str) -> TellingView:
    return TellingView("entry:1", "own", title, paragraphs, "", 1, entry_id=1)


@pytest.mark.parametrize("text", MARKUP)
def test_markup_that_people_wrote_is_shown_as_they_wrote_it(text: str) -> None:
    wanted = " ".join(text.split())
    markdown = as_markdown(text, [telling(text, text, f"Before {text} after")])
    assert shown(markdown) == [
        ("h1", wanted),
        ("h2", wanted),
        ("p", wanted),
        ("p", f"Before {wanted} after"),
    ]


@given(
    st.text(max_size=60).map(clean_name).filter(bool),
    st.lists(st.text(max_size=60).map(clean_text), min_size=1, max_size=3),
)
def test_any_text_is_shown_as_it_is(name: str, paragraphs: list[str]) -> None:
    kept = [" ".join(p.split()) for p in paragraphs]
    markdown = as_markdown(name, [telling("T", *(p for p in kept if p))])
    assert shown(markdown) == [("h1", name), ("h2", "T"), *(("p", p) for p in kept if p)]


def test_lines_that_a_player_ended_stay_ended() -> None:
    markdown = as_markdown("C", [telling("T", "one\n- two\n\n  three")])
    assert shown(markdown)[-1] == ("p", "one\n- two\nthree")


def test_addresses_do_not_become_links() -> None:
    for text in ("http://x.y", "www.x.y", "me@x.y", "mailto:me"):
        assert not re.search(r"(http:|www\.|\w@|mailto:)", escaped(text))


def test_plain_text_stays_plain() -> None:
    assert (
        escaped("Anselm & Co. won, “twice” – at 10:30.") == "Anselm & Co. won, “twice” – at 10:30."
    )


def test_a_file_with_a_folder_of_pictures(file: CampaignFile, tmp_path: Path) -> None:
    battle_id = fought(file)
    chronicle.add_picture(file, picture(), "a.png", battle_id=battle_id)
    entry = chronicle.write_entry(file, "<b>Song</b>", "La.\n\nLa la.").created["entry"]
    chronicle.add_picture(file, picture("blue"), "b.png", entry_id=entry)
    done = export_markdown(file, tmp_path / "deep" / "My story")
    assert done.path == tmp_path / "deep" / "My story.md"
    assert (done.entries, done.pictures) == (2, 2)
    assert done.folder == tmp_path / "deep" / "My story pictures"
    text = done.path.read_text(encoding="utf-8")
    blocks = shown(text)
    assert [block for block in blocks if block[0] in ("h1", "h2")] == [
        ("h1", "The Test of Time"),
        ("h2", "Battle 1: Vigil won"),
        ("h2", "<b>Song</b>"),
    ], "oldest first"
    sources = [unquote(b[1][1:-1]) for b in blocks if b[1].startswith("[")]
    assert len(sources) == 2
    assert all((done.path.parent / source).is_file() for source in sources)
    assert not list(done.path.parent.glob(".*")), "no half-written files stay"


def test_without_pictures_it_is_one_file(file: CampaignFile, tmp_path: Path) -> None:
    chronicle.add_picture(file, picture(), "a.png", battle_id=fought(file))
    done = export_markdown(file, tmp_path / "story.md", with_pictures=False)
    assert (done.folder, done.pictures) == (None, 0)
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".mordcry"] == ["story.md"]
    assert "![" not in done.path.read_text(encoding="utf-8")


def test_what_fits_a_filter_newest_first(file: CampaignFile, tmp_path: Path) -> None:
    first, _ = fought(file), fought(file, winner=1)
    done = export_markdown(file, tmp_path / "a.md", newest_first=True)
    text = done.path.read_text(encoding="utf-8")
    assert text.index("Battle 2:") < text.index("Battle 1:")
    done = export_markdown(file, tmp_path / "a.md", wanted=ChronicleFilter(battle_id=first))
    assert done.entries == 1
    assert "Battle 2:" not in done.path.read_text(encoding="utf-8"), "the old file was replaced"


def test_an_empty_chronicle_is_a_title(file: CampaignFile, tmp_path: Path) -> None:
    done = export_markdown(file, tmp_path / "a.md")
    assert done.path.read_text(encoding="utf-8") == "# The Test of Time\n"


def test_what_cannot_be_written_is_refused(file: CampaignFile, tmp_path: Path) -> None:
    (tmp_path / "taken.md").mkdir()
    with pytest.raises(Refusal, match=r"taken\.md"):
        export_markdown(file, tmp_path / "taken.md")
    with pytest.raises(Refusal, match="cannot be written"):
        export_markdown(file, tmp_path / ("x" * 300))
    with pytest.raises(Refusal, match="needs a name"):
        export_markdown(file, Path("/"))
    chronicle.add_picture(file, picture(), battle_id=fought(file))
    (tmp_path / "story pictures").write_text("in the way")
    with pytest.raises(Refusal, match="cannot be written"):
        export_markdown(file, tmp_path / "story.md")
    assert not (tmp_path / "story.md").exists(), "no file without its pictures"
