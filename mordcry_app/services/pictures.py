"""Portraits and crests: checks a picture, makes it small, and stores it once by its content."""

from __future__ import annotations

import hashlib
import io
import struct
import warnings
import zlib

from sqlalchemy import select

from mordcry_app.model.tables import Attachment, Member, Roster
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.edit_helpers import EDIT, member_row, roster_row
from mordcry_app.services.state_reader import table_of
from mordcry_app.services.text_checks import clean_name
from mordcry_app.services.unit_of_work import Work, unit_of_work
from mordcry_app.services.views import Touched

MOST_BYTES = 30_000_000
MOST_PIXELS = 60_000_000
LONGEST_SIDE = 800
"""Stored pictures are at most this many pixels wide and high."""

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
"""What can be read; other formats would start other programs or are hardly ever met."""

_TOO_LARGE = "That picture has too many pixels; make it smaller first."
_UNREADABLE = "That file is not a picture that can be read."


def set_portrait(
    file: CampaignFile, member_id: int, data: bytes | None, filename: str = ""
) -> Touched:
    """Give a fighter a portrait, or none; raises `Refusal` when the picture cannot be read."""
    small = small_picture(data) if data is not None else None
    with unit_of_work(file, "Changed a portrait", EDIT) as work:
        name = member_row(work, member_id)["name"]
        picture_id = store_picture(work, small, filename) if small is not None else None
        work.change(Member, member_id, portrait_id=picture_id)
        work.label = f"{name or 'A fighter'}: portrait {'set' if small else 'removed'}"
    return work.touched


def set_crest(
    file: CampaignFile, roster_id: int, data: bytes | None, filename: str = ""
) -> Touched:
    """Give a warband a crest, or none; raises `Refusal` when the picture cannot be read."""
    small = small_picture(data) if data is not None else None
    with unit_of_work(file, "Changed a crest", EDIT) as work:
        name = roster_row(work, roster_id)["name"]
        picture_id = store_picture(work, small, filename) if small is not None else None
        work.change(Roster, roster_id, crest_id=picture_id)
        work.label = f"{name or 'A warband'}: crest {'set' if small else 'removed'}"
    return work.touched


def small_picture(data: bytes) -> tuple[str, bytes]:
    """Return the media type and content of a picture of at most 800 pixels a side.

    It stands upright and has no metadata; what can be seen through stays so (PNG), anything else
    becomes a JPEG. Raises `Refusal` for what is no picture, too large, or broken.
    """
    from PIL import Image

    if len(data) > MOST_BYTES:
        raise Refusal(f"That picture is larger than {MOST_BYTES // 1_000_000} MB.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return _encoded(data)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError):
        raise Refusal(_TOO_LARGE) from None
    except (
        OSError,
        ValueError,
        SyntaxError,
        EOFError,
        LookupError,
        TypeError,
        ArithmeticError,
        Warning,
        struct.error,
        zlib.error,
    ):
        raise Refusal(_UNREADABLE) from None


def _encoded(data: bytes) -> tuple[str, bytes]:
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(data), formats=FORMATS) as image:
        if image.width * image.height > MOST_PIXELS:
            raise Refusal(_TOO_LARGE)
        image.draft("RGB", (2 * LONGEST_SIDE, 2 * LONGEST_SIDE))
        see_through = image.has_transparency_data
        image.load()
        small = image.convert("RGBA" if see_through else "RGB")
        small.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        small.getexif().update(image.getexif())
        ImageOps.exif_transpose(small, in_place=True)
        small.info.clear()
    buffer = io.BytesIO()
    if see_through:
        small.save(buffer, "PNG")
        return "image/png", buffer.getvalue()
    small.save(buffer, "JPEG", quality=90, subsampling=0)
    return "image/jpeg", buffer.getvalue()


def store_picture(work: Work, picture: tuple[str, bytes], filename: str) -> int:
    """Return the id of a picture from `small_picture`, stored now unless it was before."""
    media_type, data = picture
    digest = hashlib.sha256(data).hexdigest()
    attachment = table_of(Attachment).c
    query = select(attachment.id).where(attachment.sha256 == digest)
    present = work.connection.execute(query).scalar_one_or_none()
    if present is not None:
        return present
    name = clean_name(filename[-200:])
    return work.add(Attachment, sha256=digest, media_type=media_type, name=name, data=data)
