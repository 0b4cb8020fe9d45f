"""A picture of pixels as a piece of art: an SVG that holds nothing else, and the form that we make of it ourselves.

The art engines would unpack a JPEG and store its pixels; here it goes into the PDF as it is. Both engines show the
same for that reason.
"""

from __future__ import annotations

import base64
import io
import re
import zlib
from html import escape

from cardgen.base.drawing import Art, multiply
from cardgen.base.pictures import Picture, png_chunks
from cardgen.faces.art.form import ArtForm, ArtObject

_HEAD = b'<svg xmlns="http://www.w3.org/2000/svg" data-picture='
_PICTURE = re.compile(
    rb'<svg xmlns="http://www.w3.org/2000/svg" data-picture="(\w+)" width="(\d+)px" height="(\d+)px" viewBox="0 0 \d+ \d+">'
    rb'(<image width="\d+" height="\d+" preserveAspectRatio="none" transform="matrix\(([-\d. ]+)\)"( style="image-rendering:pixelated")?'
    rb' href="data:image/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)"/>)</svg>'
)


def photo(picture: Picture, crisp: bool) -> Art:
    """Return a picture as art, one unit for each pixel; with `crisp` its pixels stay squares when it is enlarged."""
    wide, high = picture.stored
    turned = " ".join(f"{v:g}" for v in picture.upright)
    look = ' style="image-rendering:pixelated"' if crisp else ""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" data-picture="{picture.key[:16]}" width="{picture.width}px" '
        f'height="{picture.height}px" viewBox="0 0 {picture.width} {picture.height}">'
        f'<image width="{wide}" height="{high}" preserveAspectRatio="none" transform="matrix({turned})"{look}'
        f' href="{address(picture)}"/></svg>'
    )
    key = f"{picture.key}{'-crisp' if crisp else ''}"  # says as much as the hash of all these bytes
    return Art(svg.encode(), key, 0.0, 0.0, float(picture.width), float(picture.height))


def address(picture: Picture) -> str:
    """Return a picture as a data: address."""
    return f"data:image/{picture.kind};base64,{base64.b64encode(picture.data).decode()}"


def is_photo(svg: bytes) -> bool:
    """Tell whether a piece of art is a picture and nothing else."""
    return svg.startswith(_HEAD)


def photo_symbol(svg: bytes, name: str) -> str | None:
    """Return a picture as a `<symbol>` with this id for a web page, None for any other art."""
    found = _PICTURE.fullmatch(svg) if is_photo(svg) else None
    if found is None:
        return None
    box = f"0 0 {int(found[2])} {int(found[3])}"
    return (
        f'<symbol id="{escape(name)}" viewBox="{box}" preserveAspectRatio="none">{found[4].decode()}</symbol>'
    )


def photo_form(svg: bytes) -> ArtForm | None:
    """Return a picture as a form, None for any other art; its pixels are trusted to be whole."""
    found = _PICTURE.fullmatch(svg) if is_photo(svg) else None
    if found is None:
        return None
    width, height = int(found[2]), int(found[3])
    a, b, c, d, e, f = (float(v) for v in found[5].split())
    data = base64.b64decode(found[7])
    smooth = not found[6]
    size, images = _of_jpeg(data, smooth) if data.startswith(b"\xff\xd8") else _of_png(data, smooth)
    # the unit square of PDF, its y upwards → stored pixels → as one looks at it → points, y upwards
    placed = multiply(
        (1.0, 0.0, 0.0, -1.0, 0.0, float(height)),
        multiply((a, b, c, d, e, f), (float(size[0]), 0.0, 0.0, -float(size[1]), 0.0, float(size[1]))),
    )
    content = f"{' '.join(f'{v:g}' for v in placed)} cm /I Do".encode()
    head = f"<</Subtype/Form/BBox[0 0 {width} {height}]/Filter/FlateDecode/Resources<</XObject<</I ".encode()
    form = ArtObject((head, 1, b">>>>>>"), zlib.compress(content))
    return ArtForm(float(width), float(height), len(images) > 1, (form, *images))


def _of_jpeg(data: bytes, smooth: bool) -> tuple[tuple[int, int], list[ArtObject]]:
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=("JPEG",)) as image:
        size, grey = image.size, image.mode == "L"
    return size, [ArtObject((_head(size, grey, smooth) + b"/Filter/DCTDecode>>",), data)]


def _of_png(data: bytes, smooth: bool) -> tuple[tuple[int, int], list[ArtObject]]:
    """Return the pixels, and in a second object how far they cover what lies below."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
        size = image.size
        alpha = None
        if image.has_transparency_data:
            whole = image.convert("LA" if image.mode in ("1", "L", "LA") else "RGBA")
            alpha, colour = whole.getchannel("A"), whole.convert(whole.mode[:-1])
        elif image.mode in ("L", "RGB") and not data[28]:  # not interlaced: a PDF stores it as a PNG does
            return size, [_flat(data, size, image.mode == "L", smooth)]
        else:
            colour = image.convert("L" if image.mode in ("1", "L") else "RGB")
    if alpha is None:
        return size, [_flat(_as_png(colour), size, colour.mode == "L", smooth)]
    shape = _flat(_as_png(alpha), size, True, smooth)
    seen = _flat(_as_png(colour), size, colour.mode == "L", smooth)
    head = bytes(seen.head[0])[:-2] + b"/SMask "
    return size, [ArtObject((head, 2, b">>"), seen.stream), shape]


def _as_png(image: object) -> bytes:
    made = io.BytesIO()
    image.save(made, "PNG")  # type: ignore[attr-defined]
    return made.getvalue()


def _flat(png: bytes, size: tuple[int, int], grey: bool, smooth: bool) -> ArtObject:
    """Return the pixels of a plain PNG as they are packed there."""
    stream = b"".join([png[start + 8 : end - 4] for name, start, end in png_chunks(png) if name == b"IDAT"])
    how = f"/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors {1 if grey else 3}/Columns {size[0]}>>>>"
    return ArtObject((_head(size, grey, smooth) + how.encode(),), stream)


def _head(size: tuple[int, int], grey: bool, smooth: bool) -> bytes:
    space = "DeviceGray" if grey else "DeviceRGB"
    soft = "/Interpolate true" if smooth else ""
    head = f"<</Subtype/Image/Width {size[0]}/Height {size[1]}/ColorSpace/{space}/BitsPerComponent 8{soft}"
    return head.encode()
