"""What a target's file says of a machine that cuts: its marks, where it cuts, how near, and what it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from cardgen.base.units import Size
from cardgen.sheets.paper import SAFE
from cardgen.source.leaves import FILLED, LENGTH, SIZE, one_of, whole
from cardgen.source.shape import Keyed, key, list_of, map_of, part

Form: TypeAlias = Literal["square", "angle", "disc", "cross"]
CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")
FORMS = ("square", "angle", "disc", "cross")

SHARED = ("never", "square", "always")
FORMATS = ("svg", "dxf")


class MarksSays(Keyed, example="{corners: {top-left: square, top-right: angle, bottom-left: angle}}"):
    """`marks:` what the machine looks for on a printed sheet."""

    corners: Mapping[str, Form] = key(
        map_of(one_of(*FORMS, guess=True), least=1, names=one_of(*CORNERS, guess=True)),
        "The mark in each corner of the upright sheet: square, angle, disc or cross.",
    )
    inset: float = key(LENGTH, "From the edges of the paper to the outside of the marks.", default=10.0)
    size: float = key(LENGTH, "The side of a square, or what a disc measures across.", default=5.0)
    arms: float = key(LENGTH, "How long the two arms of an angle are, or the lines of a cross.", default=5.0)
    line: float = key(LENGTH, "How thick they are.", default=1.0)
    free: float = key(
        LENGTH,
        "Nothing is cut or printed in a square of this size in each corner with a mark, from its outside on.",
        default=6.5,
    )
    quiet: float = key(
        LENGTH, "Words keep as far as this from the outside of a mark to the side.", default=16.0
    )


class CuttingOptions(
    Keyed, example="{marks: {corners: {top-left: square, top-right: angle, bottom-left: angle}}}"
):
    """`cutting:` sheets for a machine that cuts, and what its knife follows."""

    marks: MarksSays | None = key(
        part(MarksSays), "The marks that it looks for; left out, the sheets have none.", default=None
    )
    area: Size | None = key(
        SIZE,
        "The largest picture that it cuts, in the middle of the sheet; left out, all of it.",
        default=None,
    )
    edge: float = key(LENGTH, "How near to the edge of the paper it cuts.", default=SAFE)
    gap: float = key(LENGTH, "The least that lies between two contours.", default=1.25)
    bleed: float = key(
        LENGTH,
        "How far art runs beyond a contour where there is room, for a knife that misses a little.",
        default=1.5,
    )
    shared: str = key(
        one_of(*SHARED, guess=True),
        "Which pieces touch, so that one cut serves two: never any, those with square corners, or always all.",
        default="square",
    )
    over: float = key(LENGTH, "How much longer than needed a straight cut is, at each end.", default=0.5)
    formats: tuple[str, ...] = key(
        list_of(one_of(*FORMATS, guess=True)),
        "The files with contours that its program opens.",
        default=FORMATS,
    )
    cutouts: int | None = key(
        whole(30, 2400),
        "For a program that finds contours itself: a picture of each side of each sheet on a transparent ground, "
        "with so many pixels to an inch.",
        default=None,
    )
    steps: tuple[str, ...] = key(
        list_of(FILLED), "What one does in its program, one step a line.", default=()
    )
