"""Pictures for tests, made on the spot: small photos in every mode, with notes, profiles and mistakes in them."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from PIL import Image, ImageCms, PngImagePlugin

SECRET = b"51.4778N-0.0014W"
"""Where a photo was taken, as cameras note it."""


def corners(width: int = 60, height: int = 40, mode: str = "RGB") -> Image.Image:
    """Return a picture whose four quarters differ: red, green, blue and yellow from the top left."""
    image = Image.new("RGB", (width, height))
    for n, colour in enumerate(("#e02020", "#20c020", "#2020e0", "#e0e020")):
        left, top = n % 2 * width // 2, n // 2 * height // 2
        image.paste(colour, (left, top, left + width // 2, top + height // 2))
    return image.convert(mode)


def saved(image: Image.Image, kind: str = "PNG", **how: Any) -> bytes:
    """Return a picture as a file's bytes."""
    made = io.BytesIO()
    image.save(made, kind, **how)
    return made.getvalue()


def exif(turn: int = 1) -> bytes:
    """Return what a camera notes: how it was held, and where."""
    notes = Image.Exif()
    notes[0x0112] = turn
    notes[0x010E] = SECRET.decode()
    notes.get_ifd(0x8825).update({1: "N", 29: SECRET.decode()})
    return notes.tobytes()


def with_notes(kind: str, turn: int = 1) -> bytes:
    """Return a picture that tells where it was taken in every way that its kind knows."""
    if kind == "PNG":
        text = PngImagePlugin.PngInfo()
        text.add_text("Comment", SECRET.decode())
        text.add_itxt("XML:com.adobe.xmp", f"<x>{SECRET.decode()}</x>")
        return saved(corners(), "PNG", exif=exif(turn), pnginfo=text)
    more: dict[str, Any] = {"comment": SECRET} if kind == "JPEG" else {"lossless": True}
    return saved(corners(), kind, quality=95, exif=exif(turn), xmp=b"<x>" + SECRET + b"</x>", **more)


def deep_png(colour: tuple[int, ...]) -> bytes:
    """Return a PNG of 8 x 8 pixels with 16 bits for each of its channels: grey, or red, green and blue."""
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[len(colour)]
    row = b"\0" + struct.pack(f">{len(colour)}H", *colour) * 8
    return _png(struct.pack(">IIBBBBB", 8, 8, 16, kind, 0, 0, 0), row * 8)


def _png(head: bytes, rows: bytes) -> bytes:
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    chunks = [struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def wide_profile() -> bytes:
    """Return the profile of a screen with more green than sRGB has."""
    source = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    at = source.index(b"gXYZ")
    start = int.from_bytes(source[at + 4 : at + 8], "big") + 8
    red = source.index(b"rXYZ")
    other = int.from_bytes(source[red + 4 : red + 8], "big") + 8
    for n in range(0, 12, 4):  # a third of what red brings is green's instead
        one = int.from_bytes(source[start + n : start + n + 4], "big", signed=True)
        two = int.from_bytes(source[other + n : other + n + 4], "big", signed=True)
        moved = two // 3
        source[start + n : start + n + 4] = (one + moved).to_bytes(4, "big", signed=True)
        source[other + n : other + n + 4] = (two - moved).to_bytes(4, "big", signed=True)
    return bytes(source)


def ink_profile() -> bytes:
    """Return the profile of a printing machine whose inks are plain: a table from CMYK to CIE Lab, two steps each."""
    ramp = bytes(range(256))
    table = b""
    lab = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")
    for n in range(16):
        c, m, y, k = (n >> bit & 1 for bit in (3, 2, 1, 0))
        colour = tuple(0 if k else 40 if ink else 255 for ink in (c, m, y))
        pixel = ImageCms.applyTransform(Image.new("RGB", (1, 1), colour), lab).tobytes()
        # Pillow's a and b are signed, those of a table begin at 128
        table += bytes((pixel[0], (pixel[1] + 128) % 256, (pixel[2] + 128) % 256))
    unit = b"".join(struct.pack(">i", 65536 * (i == j)) for i in range(3) for j in range(3))
    lut = b"mft1\0\0\0\0" + bytes((4, 3, 2, 0)) + unit + ramp * 4 + table + ramp * 3
    white = b"XYZ \0\0\0\0" + struct.pack(">iii", 63190, 65536, 54061)
    words = b"desc\0\0\0\0" + struct.pack(">I", 5) + b"Inks\0" + bytes(78)
    tags = {b"A2B0": lut, b"wtpt": white, b"desc": words}
    at = 128 + 4 + 12 * len(tags)
    listed, body = struct.pack(">I", len(tags)), b""
    for name, content in tags.items():
        content += bytes(-len(content) % 4)
        listed += name + struct.pack(">II", at + len(body), len(content))
        body += content
    head = struct.pack(
        ">I4sI4s4s4s12s4s", at + len(body), b"none", 0x02400000, b"prtr", b"CMYK", b"Lab ", bytes(12), b"acsp"
    )
    head = head.ljust(68, b"\0") + struct.pack(">iii", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + listed + body


def pixels(data: bytes) -> Image.Image:
    """Return a file's picture, its pixels loaded."""
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


__all__ = [
    "SECRET",
    "corners",
    "deep_png",
    "exif",
    "ink_profile",
    "pixels",
    "saved",
    "wide_profile",
    "with_notes",
]
