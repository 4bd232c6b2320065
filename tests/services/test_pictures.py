"""Pictures are made small, upright and free of metadata, or refused with a sentence."""

from __future__ import annotations

import io
import struct
import zlib
from contextlib import suppress
from random import Random

import pytest
from PIL import Image

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import redo, undo
from mordcry_app.services.pictures import (
    LONGEST_SIDE,
    MOST_BYTES,
    set_crest,
    set_portrait,
    small_picture,
)
from mordcry_app.services.reading import member_view, roster_view
from tests.services.random_writers import picture
from tests.services.worlds import fingerprint, operations


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def png_of_size(width: int, height: int) -> bytes:
    """Return a PNG that claims a size and has hardly any content."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + check

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\x00" * 1000))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
def test_what_cannot_be_seen_through_becomes_a_small_jpeg(form: str) -> None:
    media_type, data = small_picture(picture("red", (1600, 400), form))
    assert media_type == "image/jpeg"
    assert opened(data).size == (LONGEST_SIDE, 200)
    red, green, blue = opened(data).convert("RGB").getpixel((400, 100))  # type: ignore[misc]
    assert red > 240
    assert max(green, blue) < 15


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_can_be_seen_through_stays_so(mode: str) -> None:
    image = Image.new("RGBA", (40, 40), (255, 0, 0, 0))
    image.paste((0, 0, 255, 255), (0, 0, 20, 40))
    buffer = io.BytesIO()
    image.convert(mode).save(buffer, "PNG", **({"transparency": 0} if mode == "P" else {}))
    media_type, data = small_picture(buffer.getvalue())
    assert media_type == "image/png"
    assert opened(data).mode == "RGBA"
    assert opened(data).getchannel("A").getextrema() == (0, 255)


@pytest.mark.parametrize("mode", ["L", "CMYK", "1", "I;16", "F", "I"])
def test_unusual_colours(mode: str) -> None:
    buffer = io.BytesIO()
    image = Image.new(mode, (10, 10), 0)
    image.save(buffer, "TIFF")
    assert opened(small_picture(buffer.getvalue())[1]).mode == "RGB"


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photograph_stands_upright_and_forgets_where_it_was_taken(orientation: int) -> None:
    image = Image.new("RGB", (1200, 600), "blue")
    image.paste("red", (0, 0, 1200, 300))
    turned = {3: 180, 6: 90, 8: 270}.get(orientation, 0)
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010E] = "the players’ home"
    buffer = io.BytesIO()
    image.rotate(turned, expand=True).save(buffer, "JPEG", exif=exif)
    small = opened(small_picture(buffer.getvalue())[1])
    assert not small.getexif()
    assert b"home" not in small_picture(buffer.getvalue())[1]
    if orientation in (1, 3, 6, 8):
        assert small.size == (800, 400)
        assert small.convert("RGB").getpixel((400, 50))[0] > 200  # type: ignore[index]


def test_small_pictures_are_not_blown_up() -> None:
    assert opened(small_picture(picture("red", (5, 3)))[1]).size == (5, 3)


def test_a_narrow_picture_keeps_a_pixel() -> None:
    assert opened(small_picture(picture("red", (5000, 1)))[1]).size == (LONGEST_SIDE, 1)


def test_of_an_animation_the_first_picture_counts() -> None:
    frames = [Image.new("RGB", (10, 10), colour) for colour in ("red", "blue")]
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:])
    assert opened(small_picture(buffer.getvalue())[1]).getpixel((5, 5))[0] > 200  # type: ignore[index]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "not a picture that can be read"),
        (b"Dear diary", "not a picture that can be read"),
        (b"\x89PNG\r\n\x1a\n", "not a picture that can be read"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "not a picture that can be read"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a picture that can be read"),
        (png_of_size(100, 100), "not a picture that can be read"),
        (png_of_size(7746, 7746), "too many pixels; make it smaller first"),
        (png_of_size(10_000, 9_500), "too many pixels; make it smaller first"),
        (png_of_size(60_000, 60_000), "too many pixels; make it smaller first"),
        (png_of_size(2**31 - 1, 2**31 - 1), "too many pixels; make it smaller first"),
        (png_of_size(0, 10), "not a picture that can be read"),
        (bytes(MOST_BYTES + 1), "larger than 30 MB"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{len(value)} bytes",
)
def test_what_is_no_picture_or_too_large(file: CampaignFile, data: bytes, sentence: str) -> None:
    before = fingerprint(file.path)
    for call in (set_portrait, set_crest):
        with pytest.raises(Refusal, match=sentence):
            call(file, 1, data, "picture.png")
    assert fingerprint(file.path) == before


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
def test_broken_pictures_are_refused_or_read_but_never_a_traceback(form: str) -> None:
    random = Random(form)
    image = Image.effect_noise((60, 40), 80).convert("RGB")
    buffer = io.BytesIO()
    image.save(buffer, form)
    whole = buffer.getvalue()
    for cut in range(0, len(whole), max(1, len(whole) // 40)):
        with suppress(Refusal):
            small_picture(whole[:cut])
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(random.choice((1, 3, 10))):
            damaged[random.randrange(min(len(damaged), random.choice((100, 10**6))))] = (
                random.randrange(256)
            )
        with suppress(Refusal):
            small_picture(bytes(damaged))


def test_a_portrait_is_set_shown_and_taken_back(file: CampaignFile) -> None:
    touched = set_portrait(file, 1, picture("red"), "C:\\pictures\\me.png")
    assert (touched.label, touched.members) == ("Anselm: portrait set", {1})
    shown = member_view(file, 1).portrait
    assert shown is not None
    assert opened(shown).size == (8, 6)
    undo(file)
    assert member_view(file, 1).portrait is None
    redo(file)
    assert member_view(file, 1).portrait == shown
    assert set_portrait(file, 1, None).label == "Anselm: portrait removed"
    assert member_view(file, 1).portrait is None
    assert set_portrait(file, 1, None).is_nothing


def test_a_crest_is_set(file: CampaignFile) -> None:
    touched = set_crest(file, 2, picture("blue"))
    assert (touched.label, touched.rosters) == ("Ruin: crest set", {2})
    assert roster_view(file, 2).crest is not None
    assert set_crest(file, 2, None).label == "Ruin: crest removed"


def test_one_picture_is_stored_once(file: CampaignFile) -> None:
    for member in (1, 2, 11):
        set_portrait(file, member, picture("red"))
    set_crest(file, 1, picture("red"))
    with file.reading() as connection:
        pictures = "SELECT count(*) FROM attachment WHERE media_type LIKE 'image/%'"
        count = connection.exec_driver_sql(pictures).scalar_one()
    assert count == 1
    assert set_portrait(file, 1, picture("red")).is_nothing
    assert len(operations(file.path)) == 5


def test_nobody_to_show(file: CampaignFile) -> None:
    with pytest.raises(Refusal, match="fighter is no longer there"):
        set_portrait(file, 99, picture("red"))
    with pytest.raises(Refusal, match="warband is no longer there"):
        set_crest(file, 99, None)
