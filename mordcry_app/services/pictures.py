"""Portraits and crests: checks a picture, makes it small, and stores it once by its content."""

from __future__ import annotations

import hashlib
import io
from typing import cast

from sqlmodel import select as orm_select

from mordcry_app.model.tables import Attachment, Member, Roster
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.roster_edits import EDIT
from mordcry_app.services.text_checks import clean_name
from mordcry_app.services.unit_of_work import Work, unit_of_work
from mordcry_app.services.views import Touched

MOST_BYTES = 30_000_000
MOST_PIXELS = 60_000_000
LONGEST_SIDE = 800
"""Stored pictures are at most this many pixels wide and high."""


def set_portrait(
    file: CampaignFile, member_id: int, data: bytes | None, filename: str = ""
) -> Touched:
    """Give a fighter a portrait, or none; raises `Refusal` when the picture cannot be read."""
    small = _made_small(data) if data is not None else None
    with unit_of_work(file, "Changed a portrait", EDIT) as work:
        member = work.session.get(Member, member_id)
        if member is None:
            raise Refusal("That fighter is no longer there.")
        member.portrait_id = _stored(work, small, filename) if small is not None else None
        work.label = f"{member.name or 'A fighter'}: portrait {'set' if small else 'removed'}"
    return work.touched


def set_crest(
    file: CampaignFile, roster_id: int, data: bytes | None, filename: str = ""
) -> Touched:
    """Give a warband a crest, or none; raises `Refusal` when the picture cannot be read."""
    small = _made_small(data) if data is not None else None
    with unit_of_work(file, "Changed a crest", EDIT) as work:
        roster = work.session.get(Roster, roster_id)
        if roster is None:
            raise Refusal("That warband is no longer there.")
        roster.crest_id = _stored(work, small, filename) if small is not None else None
        work.label = f"{roster.name or 'A warband'}: crest {'set' if small else 'removed'}"
    return work.touched


def _made_small(data: bytes) -> bytes:
    """Return the picture as PNG of at most 800 pixels a side, upright, without its metadata."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    if len(data) > MOST_BYTES:
        raise Refusal(f"That picture is larger than {MOST_BYTES // 1_000_000} MB.")
    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > MOST_PIXELS:
                raise Refusal("That picture has too many pixels; make it smaller first.")
            upright = cast(Image.Image, ImageOps.exif_transpose(image))
            small = upright.convert("RGBA" if "A" in upright.getbands() else "RGB")
            small.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
            buffer = io.BytesIO()
            small.save(buffer, "PNG", optimize=True)
            return buffer.getvalue()
    except Refusal:
        raise
    except Image.DecompressionBombError:
        raise Refusal("That picture has too many pixels; make it smaller first.") from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError):
        raise Refusal("That file is not a picture that can be read.") from None


def _stored(work: Work, data: bytes, filename: str) -> int:
    digest = hashlib.sha256(data).hexdigest()
    query = orm_select(Attachment).where(Attachment.sha256 == digest)
    present = work.session.scalars(query).one_or_none()
    if present is not None and present.id is not None:
        return present.id
    return work.add(
        Attachment(
            sha256=digest, media_type="image/png", name=clean_name(filename[-200:]), data=data
        )
    )
