"""What a file's bytes are as a picture: upright, in sRGB of 8 bits, without notes, or refused by name."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageCms, ImageOps

from cardgen.base.pictures import Picture, PictureError, make_picture
from tests.pictures import (
    SECRET,
    corners,
    deep_png,
    exif,
    ink_profile,
    pixels,
    saved,
    wide_profile,
    with_notes,
)


def seen(picture: Picture) -> Image.Image:
    """Return a picture as one looks at it, going by its own matrix."""
    a, b, c, d, e, f = picture.upright
    stored = pixels(picture.data)
    assert stored.size == picture.stored
    k = a * d - b * c  # 1 or -1: the inverse leads from what is seen to what is stored
    back = (d / k, -c / k, (c * f - d * e) / k, -b / k, a / k, (b * e - a * f) / k)
    size = (picture.width, picture.height)
    return stored.transform(size, Image.Transform.AFFINE, back, Image.Resampling.NEAREST)


def far(one: Image.Image, other: Image.Image) -> int:
    """Return how far two pictures differ at most, 0 to 255."""
    ends = ImageChops.difference(one.convert("RGBA"), other.convert("RGBA")).getextrema()
    return max(high for _, high in ends)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("turn", range(1, 9))
def test_a_picture_is_turned_as_the_camera_was_held(kind: str, turn: int) -> None:
    data = with_notes(kind, turn)
    upright = ImageOps.exif_transpose(pixels(data))
    picture = make_picture(data, "it")
    assert (picture.width, picture.height) == upright.size
    assert far(seen(picture), upright) <= (6 if kind == "JPEG" else 1)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_nothing_that_a_camera_notes_stays_in_a_picture(kind: str) -> None:
    data = with_notes(kind)
    assert SECRET in data
    picture = make_picture(data, "it")
    assert SECRET not in picture.data
    assert not pixels(picture.data).getexif()
    assert not {"icc_profile", "exif", "xmp", "comment"} & pixels(picture.data).info.keys()


def test_a_jpeg_in_srgb_keeps_its_own_bytes_less_the_notes() -> None:
    plain = saved(corners(), "JPEG", quality=90)
    noted = saved(corners(), "JPEG", quality=90, exif=exif(), comment=b"mine")
    assert make_picture(noted, "it").data == make_picture(plain, "it").data == plain


@pytest.mark.parametrize(
    "how", [{"progressive": True}, {"quality": 100, "subsampling": 0}, {"restart_marker_rows": 1}]
)
def test_a_jpeg_of_any_make_is_still_whole_without_its_notes(how: dict[str, int]) -> None:
    noisy = Image.effect_noise((64, 48), 90).convert("RGB")
    data = saved(noisy, "JPEG", exif=exif(), **how)
    assert far(pixels(make_picture(data, "it").data), pixels(data)) == 0


MODES = {
    "1 bit": corners().convert("1"),
    "grey": corners(mode="L"),
    "grey and alpha": Image.merge("LA", (corners(mode="L"), Image.linear_gradient("L").resize((60, 40)))),
    "palette": corners().quantize(4),
    "colours": corners(),
    "colours and alpha": Image.merge(
        "RGBA", (*corners().split(), Image.linear_gradient("L").resize((60, 40)))
    ),
}


@pytest.mark.parametrize("name", MODES)
def test_a_png_of_each_mode_keeps_its_pixels(name: str) -> None:
    picture = make_picture(saved(MODES[name]), "it")
    assert far(pixels(picture.data), MODES[name]) == 0


def test_see_through_colours_of_a_palette_stay_so() -> None:
    data = saved(corners().quantize(4), transparency=0)
    assert far(pixels(make_picture(data, "it").data), pixels(data)) == 0


@pytest.mark.parametrize(
    ("deep", "expected"),
    [
        ((0x8080,), (128, 128, 128)),
        ((0xFFFF,), (255, 255, 255)),
        ((0x1234, 0xABCD, 0xFFFF), (18, 171, 255)),
        ((0x1234, 0xABCD, 0x0100, 0x8080), (18, 171, 1, 128)),
        ((0x4040, 0x8080), (64, 64, 64, 128)),
    ],
)
def test_sixteen_bits_become_the_nearest_eight(deep: tuple[int, ...], expected: tuple[int, ...]) -> None:
    made = pixels(make_picture(deep_png(deep), "it").data)
    got = made.convert("RGBA" if len(expected) == 4 else "RGB").getpixel((3, 3))
    assert all(abs(a - b) <= 1 for a, b in zip(got, expected, strict=True)), got  # type: ignore[arg-type]


@pytest.mark.parametrize("inverted", [True, False])
def test_cmyk_with_a_profile_becomes_srgb(inverted: bool) -> None:
    inks = Image.merge("CMYK", [Image.new("L", (16, 16), level) for level in (255, 0, 0, 0)])  # cyan
    data = saved(inks, "JPEG", quality=100, icc_profile=ink_profile())
    assert b"Adobe" in data
    if not inverted:  # as programs other than Adobe's write it
        data = saved(ImageChops.invert(inks), "JPEG", quality=100, icc_profile=ink_profile())
        at = data.index(b"\xff\xee")
        data = data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4], "big") :]
    picture = make_picture(data, "it")
    red, green, blue = pixels(picture.data).convert("RGB").getpixel((8, 8))  # type: ignore[misc]
    assert picture.kind == "jpeg"
    assert (abs(red - 40) <= 12, green >= 243, blue >= 243) == (True, True, True), (red, green, blue)


def test_a_wide_gamut_becomes_srgb_and_an_srgb_profile_changes_nothing() -> None:
    usual = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    plain = saved(corners())
    assert make_picture(saved(corners(), icc_profile=usual), "it").data == plain
    wide = make_picture(saved(corners(), icc_profile=wide_profile()), "it")
    assert far(pixels(wide.data), corners()) > 8
    expected = ImageCms.profileToProfile(
        corners(),
        ImageCms.ImageCmsProfile(io.BytesIO(wide_profile())),
        ImageCms.createProfile("sRGB"),
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
    )
    assert expected is not None
    assert far(pixels(wide.data), expected) <= 2


def test_alpha_stays_when_colours_are_converted() -> None:
    made = make_picture(saved(MODES["colours and alpha"], icc_profile=wide_profile()), "it")
    alpha = pixels(made.data).getchannel("A")
    assert far(alpha, MODES["colours and alpha"].getchannel("A")) == 0


REFUSED = {
    "GIF": ("it is a GIF, expected PNG, JPEG, WebP or SVG", saved(corners(), "GIF")),
    "BMP": ("it is a BMP, expected PNG, JPEG, WebP or SVG", saved(corners(), "BMP")),
    "TIFF": ("it is a TIFF, expected PNG, JPEG, WebP or SVG", saved(corners(), "TIFF")),
    "HEIC": ("it is a HEIC, expected PNG, JPEG, WebP or SVG", b"\0\0\0\x18ftypheic" + bytes(40)),
    "AVIF": ("it is an AVIF, expected PNG, JPEG, WebP or SVG", b"\0\0\0\x18ftypavif" + bytes(40)),
    "PDF": ("it is a PDF, expected PNG, JPEG, WebP or SVG", b"%PDF-1.7\n"),
    "Photoshop": ("it is a Photoshop file, expected PNG, JPEG, WebP or SVG", b"8BPS\0\1" + bytes(40)),
    "svgz": ("it is a compressed SVG, expected PNG, JPEG, WebP or SVG", b"\x1f\x8b" + bytes(40)),
    "nothing": ("it is empty, expected PNG, JPEG, WebP or SVG", b""),
    "words": ("it is something else, expected PNG, JPEG, WebP or SVG", b"a heron stands in the reeds"),
    "moving WebP": (
        "it moves (2 frames), but a card stands still",
        saved(corners(), "WEBP", save_all=True, append_images=[corners().rotate(180)], lossless=True),
    ),
    "moving PNG": (
        "it moves (2 frames), but a card stands still",
        saved(corners(), "PNG", save_all=True, append_images=[corners().rotate(180)]),
    ),
    "CMYK": (
        "it is CMYK without a colour profile, so nobody knows its colours",
        saved(corners(mode="CMYK"), "JPEG"),
    ),
    "CMYK with a broken profile": (
        "it is CMYK, and its colour profile is damaged",
        saved(corners(mode="CMYK"), "JPEG", icc_profile=b"no profile"),
    ),
    "half a PNG": ("it is damaged", saved(Image.effect_noise((64, 48), 90))[:900]),
    "half a JPEG": ("it is damaged", saved(Image.effect_noise((64, 48), 90), "JPEG")[:900]),
    "half a WebP": ("it is damaged", saved(Image.effect_noise((64, 48), 90), "WEBP", lossless=True)[:900]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_printed_is_refused_by_name(name: str) -> None:
    told, data = REFUSED[name]
    with pytest.raises(PictureError) as error:
        make_picture(data, "it")
    assert str(error.value).startswith(told)
    assert error.value.code == "picture"
    assert error.value.hint or name == "nothing"


def test_a_png_with_a_wrong_check_sum_is_damaged() -> None:
    data = bytearray(saved(corners()))
    at = data.index(b"IDAT")
    length = int.from_bytes(data[at - 4 : at], "big")
    data[at + 4 + length] ^= 1
    with pytest.raises(PictureError, match="damaged"):
        make_picture(bytes(data), "it")


def test_a_picture_that_claims_too_many_pixels_is_never_unpacked() -> None:
    head = (60_000).to_bytes(4, "big") + (60_000).to_bytes(4, "big") + bytes((8, 2, 0, 0, 0))
    data = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + head + zlib.crc32(b"IHDR" + head).to_bytes(4, "big")
    data += b"\0\0\0\0IEND" + zlib.crc32(b"IEND").to_bytes(4, "big")
    with pytest.raises(PictureError, match=r"far more than the 40 million pixels that fit") as told:
        make_picture(data, "it")
    assert told.value.hint.startswith("make it smaller")


def test_seven_thousand_by_six_thousand_pixels_are_too_many() -> None:
    with pytest.raises(PictureError, match=r"7000 × 6000 pixels, at most 40 million fit"):
        make_picture(saved(Image.new("1", (7000, 6000))), "it")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_kept_picture_is_the_one_that_was_made(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path))
    data = with_notes(kind, 6)
    first = make_picture(data, "it")
    monkeypatch.setattr("cardgen.base.pictures._prepared", None)  # nobody unpacks it again
    assert make_picture(data, "it") == first
    (kept,) = [file for file in (tmp_path / "pictures").rglob("*") if file.is_file()]
    kept.write_bytes(kept.read_bytes()[:-1])
    with pytest.raises(TypeError):  # damaged: it would be unpacked again
        make_picture(data, "it")
