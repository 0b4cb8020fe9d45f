"""Pages as pictures: small, compared with a tolerance, and shown when they differ."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

DPI = 40
STEP = 16  # golden pages are stored in fewer colours: each channel is off by half of this at most
FAINT = 24  # of 255, averaged over nine dots
FEW = 6  # dots that may differ by more than that


def pages_of(pdf: bytes | Path, *numbers: int, dpi: float = DPI) -> list[Image.Image]:
    """Return pages of a PDF as pictures: those asked for (from 0), or all."""
    with pypdfium2.PdfDocument(pdf) as document:
        chosen = numbers or range(len(document))
        return [document[n].render(scale=dpi / 72).to_pil().convert("RGB") for n in chosen]


def difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return where two pictures differ, white on black, whatever the colour."""
    red, green, blue = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.filter(ImageFilter.BoxBlur(1))


def look_alike(one: Image.Image, other: Image.Image) -> bool:
    """Tell whether two pictures show the same."""
    if one.size != other.size:
        return False
    return sum(difference(one, other).histogram()[FAINT:]) <= FEW


def assert_look_as_approved(
    pictures: Mapping[str, Image.Image], folder: Path, scratch: Path, golden: bool
) -> None:
    """Compare pictures with those of their names in a folder; with `golden`, those that changed are rewritten.

    What differs is written to `scratch` as three pictures each, and named in the message.
    """
    different = []
    for name, picture in pictures.items():
        path = folder / f"{name}.webp"
        if path.exists():
            with Image.open(path) as stored:
                expected = stored.convert("RGB")
            if look_alike(expected, picture):
                continue
        else:
            expected = Image.new("RGB", picture.size, "white")
        if golden:
            folder.mkdir(parents=True, exist_ok=True)
            picture.point(_rounded).save(path, lossless=True)
            continue
        different.append(name)
        scratch.mkdir(parents=True, exist_ok=True)
        expected.save(scratch / f"{name}.expected.png")
        picture.save(scratch / f"{name}.actual.png")
        if expected.size == picture.size:
            difference(expected, picture).save(scratch / f"{name}.difference.png")
    if different:
        pytest.fail(
            f"{', '.join(different)}: not as approved; look at the pictures in {scratch}, then `make golden`",
            pytrace=False,
        )


def _rounded(value: int) -> int:
    return 255 if value >= 256 - STEP // 2 else (value + STEP // 2) // STEP * STEP


def golden_names(folder: Path) -> set[str]:
    """Return the names of the pictures that were approved."""
    return {path.stem for path in folder.glob("*.webp")}
