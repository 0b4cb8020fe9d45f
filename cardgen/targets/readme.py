"""The note file of a bundle: what is in it, what to do with it, what was changed and what is missing."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cardgen.export.output import TextOutput
from cardgen.targets.target import MAKERS, Target

if TYPE_CHECKING:
    from cardgen.export.output import Output
    from cardgen.targets.order import Order

_README: Final = "README"
_WIDE = 100


def readme(order: Order, files: Sequence[Output]) -> TextOutput:
    """Return the note file of a bundle; on another paper than A4 it is one of its own."""
    return TextOutput(name_of(order), "\n".join(_lines(order, files)) + "\n")


def tried(target: Target) -> str:
    """Return what these files were tried with and when, as a sentence; programs are no people, and it says so."""
    if not target.tried:
        return "Untried: nobody has reported using these files yet."
    by_programs = all(one.test for one in target.tried)
    said = "; ".join(f"{one.what}, {one.on}" for one in target.tried)
    return f"Tried with {said}.{' Nobody has reported using these files yet.' if by_programs else ''}"


def name_of(order: Order) -> str:
    on_paper = "paper" in MAKERS[order.target.maker].uses and order.paper_name != "a4"
    return f"{_README}{f'-{order.paper_name}' if on_paper else ''}.txt"


def _wrapped(words: str, mark: str = "") -> list[str]:
    """Return a paragraph in lines, behind a number or a dash; the name of a file stays in one piece."""
    blank = " " * len(mark)
    return textwrap.wrap(
        words,
        _WIDE,
        initial_indent=mark,
        subsequent_indent=blank,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _lines(order: Order, files: Sequence[Output]) -> Iterator[str]:
    kit, target = order.kit, order.target
    head = f"{kit.title} {kit.version} for {target.title}"
    yield from (head, "=" * len(head), "")
    if target.says:
        yield from (*_wrapped(target.says), "")
    if target.steps:
        yield "What to do"
        for number, step in enumerate(target.steps, 1):
            yield from _wrapped(step, f"{number:2}. ")
        yield ""
    if order.products:
        yield "Product by product"
        for number, line in enumerate(order.products, 1):
            yield from _wrapped(line, f"{number:2}. ")
        yield ""
    for title, lines in (
        ("Inks of their own, each a Separation; trapping is up to you", order.legend),
        ("What was changed so that it fits", order.adapted),
        ("What is left out", order.left_out),
        ("What to look at", order.to_look_at),
    ):
        if lines:
            yield title
            for line in lines:
                yield from _wrapped(line, "  - ")
            yield ""
    yield "What is in the box"
    gone = {one.component.id for one in order.refusals}
    for component in kit.components:
        if component.id not in gone:
            pieces = "1 piece" if component.total == 1 else f"{component.total} pieces"
            different = (
                f", {len(component.cards)} different"
                if len(component.cards) not in (1, component.total)
                else ""
            )
            yield f"  - {component.title}: {pieces}{different}, {component.size}"
    count = "1 file" if len(files) == 1 else f"{len(files)} files"
    yield from ("", f"{count}. Nothing was sent anywhere: the upload is yours.")
    yield from _wrapped(tried(target))
    if target.listed:
        yield from _wrapped(f"Sizes: {target.listed}.")
    if target.links:
        yield from ("", "More at", *(f"  {link}" for link in target.links))
