"""The chronicle as a Markdown file, with a folder of its pictures beside it.

Whatever people wrote stands in the file as they wrote it: every character that Markdown would take
for markup is escaped, so a fighter may be called `<b>R&D</b>` or `# 1`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile, full_path
from mordcry_app.services.chronicle_reading import chronicle_view
from mordcry_app.services.chronicle_views import ChronicleFilter, PictureView, TellingView
from mordcry_app.services.reading import campaign_view

SUFFIX = ".md"

_ALWAYS = re.compile(r"([\\`*_\[\]<>|~#$@^{}]|&(?=[\w#]))")
_AT_THE_START = re.compile(r"^([-+=])")
_LISTED = re.compile(r"^(\d+)([.)])")
_ADDRESS = re.compile(r"(?<=\w):(?=//)|(?<=www)\.|(?<=mailto):|(?<=xmpp):", re.IGNORECASE)
_SMILEY = re.compile(r":(?=[\w+-]+:)")


@dataclass(frozen=True)
class Exported:
    """What was written: the file, how many entries, and the pictures’ folder if there are any."""

    path: Path
    entries: int
    pictures: int
    folder: Path | None


def export_markdown(
    file: CampaignFile,
    path: Path,
    *,
    wanted: ChronicleFilter | None = None,
    newest_first: bool = False,
    with_pictures: bool = True,
) -> Exported:
    """Write the chronicle, or what of it fits a filter, as a Markdown file at `path`.

    Pictures go into a folder beside it, `NAME pictures`. Files of an earlier export are replaced;
    others are left alone. Raises `Refusal` when something cannot be written.
    """
    path = full_path(path)
    if not path.name:
        raise Refusal("The file needs a name.")
    if path.suffix.casefold() not in (SUFFIX, ".markdown", ".txt"):
        path = path.with_name(path.name + SUFFIX)
    view = chronicle_view(file, wanted, newest_first=newest_first)
    pictures = [p for t in view.tellings for p in t.pictures] if with_pictures else []
    folder = path.with_name(f"{path.stem} pictures") if pictures else None
    text = as_markdown(campaign_view(file).name, view.tellings, folder.name if folder else "")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if folder is not None:
            folder.mkdir(exist_ok=True)
            for picture in pictures:
                _replace(folder / _file_name(picture), picture.data)
        _replace(path, text.encode())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refusal(f"“{path.name}” cannot be written there: {reason}.") from None
    return Exported(path, len(view.tellings), len({p.id for p in pictures}), folder)


def as_markdown(name: str, tellings: Iterable[TellingView], pictures: str = "") -> str:
    """Return entries as Markdown; `pictures` is the folder that holds them, none for none."""
    parts = [f"# {escaped(name)}"]
    for telling in tellings:
        if telling.title:
            parts.append(f"## {escaped(telling.title)}")
        else:
            parts.append("## \\*")
        parts += [_paragraph(paragraph) for paragraph in telling.paragraphs]
        if pictures:
            parts += [_picture(pictures, picture) for picture in telling.pictures]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Return one line of text so that Markdown shows it as it is."""
    text = " ".join(text.split())
    text = _ALWAYS.sub(r"\\\1", text)
    text = _AT_THE_START.sub(r"\\\1", text)
    text = _LISTED.sub(r"\1\\\2", text)
    text = _ADDRESS.sub(lambda found: f"\\{found[0]}", text)
    return _SMILEY.sub(r"\\:", text)


def _paragraph(text: str) -> str:
    """Return a paragraph; a line that the player ended stays ended."""
    lines = [escaped(line) for line in text.split("\n")]
    return "\\\n".join(line for line in lines if line)


def _picture(folder: str, picture: PictureView) -> str:
    return f"![]({quote(folder)}/{quote(_file_name(picture))})"


def _file_name(picture: PictureView) -> str:
    """Return the name of a picture’s file: the same one in every export."""
    return f"picture-{picture.id}{picture.suffix}"


def _replace(path: Path, data: bytes) -> None:
    """Write a file wholly or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
