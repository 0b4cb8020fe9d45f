"""Pictures from files: what they are by their bytes, turned upright, in sRGB, and without a word about who took them.

A JPEG or PNG that print and screen can show as it is keeps its own bytes, less the notes in it (camera, place, time,
thumbnails). Anything else, such as WebP, CMYK, 16 bits or a wide gamut, is converted once and kept for the next build.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import struct
import warnings
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cardgen.base.cache import default_folder, forget_old, keep, read_kept
from cardgen.base.drawing import IDENTITY, Matrix
from cardgen.base.files import MAX_PICTURE, FileError, read_bytes

if TYPE_CHECKING:
    from PIL.Image import Image

PictureKind: TypeAlias = Literal["png", "jpeg", "svg"]

MAX_PIXELS = 40_000_000
"""Of one picture: 160 MB unpacked."""

_FORMAT = "picture-1"  # change it when what `make_picture` makes changes
_EXPECTED = "expected PNG, JPEG, WebP or SVG"
_SMALLER = "make it smaller: 300 dots per inch of the printed size are enough"
_SAVE = "open it in a picture program and save it as PNG"
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
_STRANGERS = (
    (b"GIF8", "a GIF"),
    (b"BM", "a BMP"),
    (b"II*\0", "a TIFF"),
    (b"MM\0*", "a TIFF"),
    (b"II+\0", "a TIFF"),
    (b"%PDF", "a PDF"),
    (b"%!PS", "PostScript"),
    (b"8BPS", "a Photoshop file"),
    (b"gimp xcf", "a GIMP file"),
    (b"\0\0\1\0", "an icon of Windows"),
    (b"\xff\x0a", "a JPEG XL"),
    (b"\0\0\0\x0cJXL ", "a JPEG XL"),
    (b"\0\0\0\x0cjP  ", "a JPEG 2000"),
    (b"\xff\x4f\xff\x51", "a JPEG 2000"),
    (b"\x1f\x8b", "a compressed SVG"),
    (b"PK\x03\x04", "a ZIP file"),
)
_BRANDS = {b"avif": "an AVIF", b"avis": "an AVIF"} | dict.fromkeys(
    (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"), "a HEIC"
)
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
_LOSSY = {"quality": 95, "subsampling": 0}
_ALIKE = 3  # of 255: a profile that moves no colour farther is sRGB by another name


class PictureError(FileError):
    """A picture cannot be printed; the message says what it is."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint, "picture")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture ready to be shown: PNG or JPEG in grey or sRGB, 8 bits, without notes; or an SVG as it stands.

    `width` and `height` count its pixels as one looks at it, 0 for an SVG. `turn` is how the pixels in `data` are to be
    turned for that, as EXIF counts, 1 to 8. `key` is another for other pictures.
    """

    kind: PictureKind
    key: str
    data: bytes = field(repr=False)
    width: int = 0
    height: int = 0
    turn: int = 1

    @property
    def stored(self) -> tuple[int, int]:
        """Width and height in pixels as they are stored, before they are turned."""
        return (self.height, self.width) if self.turn > 4 else (self.width, self.height)

    @property
    def upright(self) -> Matrix:
        """The matrix from stored pixels to those that one looks at."""
        w, h = (float(side) for side in self.stored)
        return {
            2: (-1.0, 0.0, 0.0, 1.0, w, 0.0),
            3: (-1.0, 0.0, 0.0, -1.0, w, h),
            4: (1.0, 0.0, 0.0, -1.0, 0.0, h),
            5: (0.0, 1.0, 1.0, 0.0, 0.0, 0.0),
            6: (0.0, 1.0, -1.0, 0.0, h, 0.0),
            7: (0.0, -1.0, -1.0, 0.0, h, w),
            8: (0.0, -1.0, 1.0, 0.0, 0.0, w),
        }.get(self.turn, IDENTITY)


def read_picture(path: Path, label: str, name: str) -> Picture:
    """Return the picture in a file that messages call `label`, and that the kit names so; FileError says what is wrong."""
    return make_picture(read_bytes(path, label, MAX_PICTURE, _SMALLER), f"the picture '{name}'")


def make_picture(data: bytes, called: str) -> Picture:
    """Return the picture that some bytes are; `PictureError` when they are none that can be printed."""
    kind = _kind(data, called)
    key = hashlib.sha256(_FORMAT.encode() + data).hexdigest()
    if kind == "svg":
        return Picture("svg", key, data)
    file = default_folder() / "pictures" / key[:2] / key[2:]
    kept = _unpacked(read_kept(file), key, data)
    if kept is not None:
        return kept
    made = _prepared(kind, data, called, key)
    spans = list(_pixels(kind, data)) if kind == made.kind else []
    same = _joined(data, spans) == made.data  # else the pixels themselves are kept
    head = {"kind": made.kind, "width": made.width, "height": made.height, "turn": made.turn}
    line = json.dumps({**head, "spans": spans if same else []}).encode()
    keep(file, line + b"\n" + (b"" if same else made.data))
    forget_old(file.parent)
    return made


def _unpacked(kept: bytes | None, key: str, data: bytes) -> Picture | None:
    """Return a picture as an earlier build made it, None when it must be made."""
    if kept is None:
        return None
    head, _, made = kept.partition(b"\n")
    try:
        said = json.loads(head)
        spans = said.pop("spans")
        return Picture(key=key, data=made or _joined(data, spans), **said)
    except (ValueError, TypeError, KeyError):
        return None


def _kind(data: bytes, called: str) -> str:
    """Return what a file is by its first bytes: png, jpeg, webp or svg."""
    if data.startswith(_PNG):
        return "png"
    if data.startswith(_JPEG):
        return "jpeg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    brand = _BRANDS.get(data[8:12]) if data[4:8] == b"ftyp" else None
    for begins, what in _STRANGERS:
        if brand is None and data.startswith(begins):
            brand = what
    if brand is not None:
        hint = "save it as plain SVG" if "SVG" in brand else _SAVE
        raise PictureError(f"{called} is {brand}, {_EXPECTED}", hint)
    if re.search(rb"<(?:\w+:)?svg[\s>]", data[:100_000]):
        return "svg"
    if not data:
        raise PictureError(f"{called} is empty, {_EXPECTED}")
    raise PictureError(f"{called} is something else, {_EXPECTED}", _SAVE)


# ---- pixels -----------------------------------------------------------------------------------------


def _prepared(kind: str, data: bytes, called: str, key: str) -> Picture:
    """Return pixels as they can be shown, changed as little as possible."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the many pixels are reported here
            with Image.open(io.BytesIO(data), formats=(kind.upper(),)) as image:
                _refuse(image, called)
                if kind == "png":
                    _check_sums(data)
                image.load()  # a half of it would be drawn as far as it goes
                return _shown(image, kind, data, called, key)
    except UnidentifiedImageError:
        raise PictureError(f"{called} is damaged", "save it again") from None
    except Image.DecompressionBombError:
        message = f"{called} has far more than the {MAX_PIXELS / 1e6:g} million pixels that fit"
        raise PictureError(message, _SMALLER) from None
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error, zlib.error) as error:
        raise PictureError(f"{called} is damaged ({error})", "save it again") from None


def _refuse(image: Image, called: str) -> None:
    """Raise what can be told without unpacking the pixels."""
    width, height = image.size
    if width * height > MAX_PIXELS:
        message = f"{called} has {width} × {height} pixels, at most {MAX_PIXELS / 1e6:g} million fit"
        raise PictureError(message, _SMALLER)
    if getattr(image, "is_animated", False) and image.format != "MPO":
        frames = getattr(image, "n_frames", 2)
        raise PictureError(f"{called} moves ({frames} frames), but a card stands still", _SAVE)


def _shown(image: Image, kind: str, data: bytes, called: str, key: str) -> Picture:
    turn = image.getexif().get(0x0112, 1)
    turn = turn if isinstance(turn, int) and 1 <= turn <= 8 else 1
    stored = image.size
    width, height = (stored[1], stored[0]) if turn > 4 else stored
    picture = Picture("png", key, b"", width, height, turn)
    profile = image.info.get("icc_profile")
    plain = {"jpeg": ("L", "RGB"), "png": ("1", "L", "LA", "P", "RGB", "RGBA")}.get(kind, ())
    deep = kind == "png" and data[24] == 16
    if image.mode in plain and not deep and not (profile and _moves(image, profile)):
        clean = _clean(kind, data)
        return replace(picture, kind="jpeg" if kind == "jpeg" else "png", data=clean)
    lossy = kind == "jpeg" or (kind == "webp" and b"VP8 " in data[:64])
    image = _in_srgb(image, profile, called)
    if image.mode in ("LA", "RGBA") and image.getchannel("A").getextrema() == (255, 255):
        image = image.convert(image.mode[:-1])
    made = io.BytesIO()
    if lossy and image.mode in ("L", "RGB"):
        image.save(made, "JPEG", **_LOSSY, icc_profile=None, exif=b"")
        return replace(picture, kind="jpeg", data=_clean("jpeg", made.getvalue()))
    image.save(made, "PNG", icc_profile=None)
    return replace(picture, data=_clean("png", made.getvalue()))


def _in_srgb(image: Image, profile: bytes | None, called: str) -> Image:
    """Return the pixels as L, LA, RGB or RGBA of 8 bits, in sRGB."""
    if image.mode == "CMYK":
        hint = "save it in RGB (sRGB), or with its colour profile in it"
        if not profile:
            message = f"{called} is CMYK without a colour profile, so nobody knows its colours"
            raise PictureError(message, hint)
        if "adobe" not in image.info:  # Pillow takes every CMYK for Adobe's, where no ink is 255
            from PIL import ImageChops

            image = ImageChops.invert(image)
        converted = _converted(image, profile)
        if converted is None:
            raise PictureError(f"{called} is CMYK, and its colour profile is damaged", hint)
        return converted
    if image.mode.startswith("I"):
        return (
            image.point(lambda value: value * (1 / 257) + 0.5).convert("L")
            if image.mode == "I"
            else _grey(image)
        )
    if image.mode not in ("L", "LA", "RGB", "RGBA"):
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    elif "transparency" in image.info:
        image = image.convert("RGBA")
    if not profile:
        return image
    alpha = image.getchannel("A") if image.mode.endswith("A") else None
    solid = image.convert(image.mode[:-1]) if alpha else image
    converted = _converted(solid, profile)
    if converted is None:
        return image
    if alpha:
        converted.putalpha(alpha)
    return converted


def _grey(image: Image) -> Image:
    """Return grey of 16 bits as grey of 8."""
    return image.convert("I").point(lambda value: value * (1 / 257) + 0.5).convert("L")


def _converted(image: Image, profile: bytes) -> Image | None:
    """Return pixels in sRGB, None when the profile is damaged or belongs to another kind of picture."""
    from PIL import ImageCms

    try:
        return ImageCms.profileToProfile(
            image,
            ImageCms.ImageCmsProfile(io.BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode="RGB",
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None


def _moves(image: Image, profile: bytes) -> bool:
    """Tell whether the colours of a picture would look different without its profile."""
    from PIL import Image, ImageChops

    mode = "L" if image.mode in ("1", "L", "LA") else "RGB"
    levels = range(0, 256, 15 if mode == "L" else 51)
    colours: list[Any] = list(levels)
    if mode == "RGB":
        colours = [(r, g, b) for r in levels for g in levels for b in levels]
    sample = Image.new(mode, (len(colours), 1))
    sample.putdata(colours)
    there = _converted(sample, profile)
    if there is None:
        return False
    far = ImageChops.difference(sample.convert("RGB"), there).getextrema()
    return max(high for _, high in far) > _ALIKE  # type: ignore[misc]


# ---- notes ------------------------------------------------------------------------------------------


Span: TypeAlias = tuple[int, int]
"""Where a part of a file begins and ends."""


def _clean(kind: str, data: bytes) -> bytes:
    """Return a PNG or JPEG without the notes in it, its pixels untouched."""
    return _joined(data, _pixels(kind, data))


def _joined(data: bytes, spans: Iterable[Sequence[int]]) -> bytes:
    return b"".join([data[start:end] for start, end in spans])


def _pixels(kind: str, data: bytes) -> Iterator[Span]:
    """Yield where in a file its pixels are, and what is needed to read them."""
    return _of_png(data) if kind == "png" else _of_jpeg(data)


def png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the name of each chunk of a PNG and where it begins and ends; what is in it has 8 bytes before it and 4 behind."""
    at = len(_PNG)
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], at, end
        at = end


def _of_png(data: bytes) -> Iterator[Span]:
    yield 0, len(_PNG)
    for name, start, end in png_chunks(data):
        if name in (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"):
            yield start, end
        if name == b"IEND":
            return


def _check_sums(data: bytes) -> None:
    for name, start, end in png_chunks(data):
        if end > len(data):
            raise ValueError("it ends too early")
        said = int.from_bytes(data[end - 4 : end], "big")
        if name[:1].isupper() and zlib.crc32(data[start + 4 : end - 4]) != said:
            raise ValueError(f"the check sum of its part {name.decode('latin-1')} is wrong")


def _of_jpeg(data: bytes) -> Iterator[Span]:
    """Leave out comments and what applications note, but for Adobe's note: it says how colours are stored."""
    yield 0, 2
    at = 2
    while found := _MARKER.search(data, at):
        if found.start() > at:
            yield at, found.start()  # the pixels behind the head of a scan
        code = found[1][0]
        start, at = found.end() - 2, found.end()
        if code == 0xD9:
            yield start, at
            return
        if code in (0x01, 0xD8):
            continue
        at += max(int.from_bytes(data[at : at + 2], "big"), 2)
        noted = code == 0xFE or (0xE1 <= code <= 0xEF and not _is_adobe(code, data, start))
        if not noted:
            yield start, min(at, len(data))


def _is_adobe(code: int, data: bytes, start: int) -> bool:
    return code == 0xEE and data[start + 4 : start + 9] == b"Adobe"
