"""Colours of a finished PDF as a press has them: cyan, magenta, yellow and black by an ICC profile, black staying black."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

Ink: TypeAlias = tuple[float, ...]
_RGB: Final = frozenset({"/DeviceRGB", "/CalRGB"})


class NoProfile(ValueError):
    """A file is no ICC profile of a press; says why."""


def press_profile(data: bytes, most: int = 255) -> Any:
    """Return a profile as Pillow has it; NoProfile for one that is broken or not of a press with four inks.

    `most` is the newest version of ICC profiles that is taken.
    """
    from PIL import ImageCms

    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        space = profile.profile.xcolor_space.strip()
    except (OSError, ImageCms.PyCMSError, ValueError):
        raise NoProfile("it is no ICC profile") from None
    if space != "CMYK":
        raise NoProfile(f"its colours are {space}, expected those of a press, CMYK")
    if data[12:16] != b"prtr":
        raise NoProfile(
            f"it is of class '{data[12:16].decode('latin-1')}', expected an output profile, 'prtr'"
        )
    if data[8] > most:
        raise NoProfile(f"it is an ICC profile of version {data[8]}, expected at most version {most}")
    return profile


def described(data: bytes) -> str:
    """Return what a profile calls itself."""
    from PIL import ImageCms

    return (
        str(ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(data)))).strip()
        or "ICC profile"
    )


def screen_profile() -> bytes:
    """Return the profile of a screen (sRGB), without the date at which it is made."""
    from PIL import ImageCms

    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    data[24:36] = bytes(12)
    data[84:100] = bytes(16)  # the hash of what it was
    return bytes(data)


class Inks:
    """Turns colours of a screen into inks; a grey is black ink alone, so that small letters stay sharp."""

    def __init__(self, profile: bytes) -> None:
        from PIL import ImageCms

        self._transform = ImageCms.buildTransform(
            ImageCms.createProfile("sRGB"),
            press_profile(profile),
            "RGB",
            "CMYK",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
        self.of = lru_cache(maxsize=None)(self._of)

    def _of(self, red: float, green: float, blue: float) -> Ink:
        """Return the inks of one colour, 0 to 1 each."""
        from PIL import Image

        if red == green == blue:
            return (0.0, 0.0, 0.0, round(1 - red, 4))
        spot = Image.new("RGB", (1, 1), tuple(round(255 * min(max(c, 0.0), 1.0)) for c in (red, green, blue)))
        return tuple(round(ink / 255, 4) for ink in self.picture(spot).getpixel((0, 0)))

    def picture(self, picture: Any) -> Any:
        from PIL import ImageCms

        return ImageCms.applyTransform(picture, self._transform)

    def page(self, picture: Any) -> Any:
        """Return the picture of a page in inks; what is black is black ink alone, as letters are elsewhere."""
        from PIL import Image, ImageChops

        red, green, blue = picture.split()
        bright = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda v: 255 if v else 0)
        return Image.composite(self.picture(picture), Image.new("CMYK", picture.size, (0, 0, 0, 255)), bright)


def separate(document: Any, inks: Inks) -> None:
    """Rewrite the colours of an open document in inks."""
    _Separation(document, inks).run()


def separated(pdf: bytes, profile: bytes | None) -> bytes:
    """Return a PDF in the inks of a press, which it names as its output intent; without a profile it stays as it is.

    Then its output intent is the screen's, so that the printer knows what its colours mean. Neither is a PDF/X file.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as document:
        if profile is not None:
            separate(document, Inks(profile))
        _intend(document, profile)
        out = io.BytesIO()
        document.save(out, deterministic_id=True)
        return out.getvalue()


def _intend(document: Any, profile: bytes | None) -> None:
    from pikepdf import Array, Dictionary, Name, Stream

    data = screen_profile() if profile is None else profile
    stream = Stream(document, data)
    stream.N = 3 if profile is None else 4
    stream.Alternate = Name.DeviceRGB if profile is None else Name.DeviceCMYK
    name = described(data)
    document.Root.OutputIntents = Array(
        [
            Dictionary(
                Type=Name.OutputIntent,
                S=Name.GTS_PDFA1,  # PDF/X would claim more than this file keeps
                OutputConditionIdentifier=pikepdf_text(name),
                Info=pikepdf_text(name),
                DestOutputProfile=document.make_indirect(stream),
            )
        ]
    )


def pikepdf_text(words: str) -> Any:
    from pikepdf import String

    return String(words)


class _Separation:
    """Rewrites the colours of a document: of operators, shadings, pictures and groups."""

    def __init__(self, document: Any, inks: Inks) -> None:
        self._document, self._inks = document, inks
        self._functions: dict[tuple[int, int], Any] = {}

    def run(self) -> None:
        from pikepdf import Dictionary, Stream

        things = list(self._document.objects)
        masks = {
            thing.SMask.G.objgen
            for thing in things
            if isinstance(thing, Dictionary) and isinstance(thing.get("/SMask"), Dictionary)
        }
        for thing in things:
            if isinstance(thing, Stream):
                kind = thing.get("/Subtype")
                if kind == "/Image":
                    self._image(thing)
                elif kind == "/Form" or "/PatternType" in thing:
                    self._content(thing, thing.objgen in masks)
            elif isinstance(thing, Dictionary) and "/ShadingType" in thing:
                self._shading(thing)
        self._nested(things)
        for page in self._document.pages:
            page.contents_coalesce()
            self._content(page.Contents, False)
            self._group(page.obj, "/DeviceCMYK")

    def _nested(self, things: Sequence[Any]) -> None:
        """Rewrite shadings that stand within a pattern or a form's resources."""
        from pikepdf import Dictionary, Stream

        for thing in things:
            if isinstance(thing, Dictionary) and isinstance(thing.get("/Shading"), Dictionary):
                inner = thing.Shading
                shadings = [inner] if "/ShadingType" in inner else list(inner.values())
                for shading in shadings:
                    self._shading(shading)
            if (
                isinstance(thing, Stream | Dictionary)
                and "/Resources" in thing
                and "/Shading" in thing.Resources
            ):
                for shading in thing.Resources.Shading.values():
                    self._shading(shading)

    def _group(self, thing: Any, space: str) -> None:
        from pikepdf import Name

        group = thing.get("/Group")
        if group is not None and str(group.get("/CS")) in _RGB:
            group.CS = Name(space)

    # -- operators

    def _content(self, stream: Any, is_mask: bool) -> None:
        import pikepdf

        self._group(stream, "/DeviceGray" if is_mask else "/DeviceCMYK")
        rewritten: list[Any] = []
        spaces = {"fill": "", "stroke": ""}
        for instruction in pikepdf.parse_content_stream(stream):
            if isinstance(instruction, pikepdf.ContentStreamInlineImage):
                rewritten.append(instruction)
                continue
            operands, word = instruction.operands, str(instruction.operator)
            if word in ("cs", "CS"):
                spaces["fill" if word == "cs" else "stroke"] = str(operands[0])
                if str(operands[0]) in _RGB:
                    continue
            if word in ("g", "G") and not is_mask:
                ink = self._inks.of(*[float(operands[0])] * 3)
                rewritten.append((list(ink), pikepdf.Operator("k" if word == "g" else "K")))
                continue
            fill = word in ("rg", "sc", "scn")
            named = spaces["fill" if fill else "stroke"] in _RGB
            if word in ("rg", "RG") or (word in ("sc", "scn", "SC", "SCN") and named and len(operands) == 3):
                if word in ("rg", "RG"):
                    spaces["fill" if fill else "stroke"] = ""
                red, green, blue = (float(part) for part in operands)
                if is_mask:
                    grey = round(0.3 * red + 0.59 * green + 0.11 * blue, 4)
                    rewritten.append(([grey], pikepdf.Operator("g" if fill else "G")))
                    continue
                rewritten.append(
                    (list(self._inks.of(red, green, blue)), pikepdf.Operator("k" if fill else "K"))
                )
                continue
            rewritten.append(instruction)
        stream.write(pikepdf.unparse_content_stream(rewritten))

    # -- shadings

    def _shading(self, shading: Any) -> None:
        from pikepdf import Name

        if str(shading.get("/ColorSpace")) not in _RGB:
            return
        shading.ColorSpace = Name.DeviceCMYK
        shading.Function = self._function(shading.Function)
        if "/Background" in shading:
            shading.Background = [*self._inks.of(*(float(part) for part in shading.Background))]

    def _function(self, function: Any) -> Any:
        """Return a function of three colours as one of four inks; one that several share is rewritten once."""
        from pikepdf import Array, Dictionary

        known = self._functions.get(function.objgen) if function.is_indirect else None
        if known is not None:
            return known
        kind = int(function.FunctionType)
        if kind == 3:
            new = Dictionary(dict(function.items()))
            new.Functions = Array([self._function(one) for one in function.Functions])
        elif kind == 2:
            new = Dictionary(dict(function.items()))
            for end, without in (("/C0", (0, 0, 0)), ("/C1", (1, 1, 1))):
                new[end] = Array([*self._inks.of(*(float(part) for part in function.get(end, without)))])
        else:
            new = self._sampled(function)
        if "/Range" in new:
            new.Range = Array([0, 1] * 4)
        if function.is_indirect:
            new = self._document.make_indirect(new)
            self._functions[function.objgen] = new
        return new

    def _sampled(self, function: Any) -> Any:
        """Return a table of colours, 8 bits each, as a table of inks."""
        from pikepdf import Stream
        from PIL import Image

        if int(function.FunctionType) != 0 or int(function.BitsPerSample) != 8:
            raise ValueError("a shading whose function cannot be rewritten")
        data = function.read_bytes()
        spots = self._inks.picture(Image.frombytes("RGB", (len(data) // 3, 1), data))
        new = Stream(self._document, spots.tobytes())
        for name, value in function.items():
            if name not in ("/Length", "/Filter", "/DecodeParms", "/Decode"):
                new[name] = value
        return new

    # -- pictures

    def _image(self, image: Any) -> None:
        import pikepdf

        space = image.get("/ColorSpace")
        if space is None or not _is_rgb(space):
            return
        picture = pikepdf.PdfImage(image).as_pil_image().convert("RGB")
        inks = self._inks.picture(picture)
        image.write(zlib.compress(inks.tobytes(), 6), filter=pikepdf.Name.FlateDecode)
        image.ColorSpace = pikepdf.Name.DeviceCMYK
        image.BitsPerComponent = 8
        for name in ("/DecodeParms", "/Decode"):
            if name in image:
                del image[name]


def _is_rgb(space: Any) -> bool:
    """Tell whether a picture's colours are those of a screen, maybe by way of a profile or a list."""
    from pikepdf import Array

    if not isinstance(space, Array):
        return str(space) in _RGB
    kind = str(space[0])
    if kind == "/ICCBased":
        return int(space[1].N) == 3
    return kind == "/CalRGB" or (kind == "/Indexed" and _is_rgb(space[1]))
