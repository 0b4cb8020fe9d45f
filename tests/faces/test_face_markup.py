from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.drawing import Art
from cardgen.faces.text.markup import IconMark, TextStyle, rich, unknown_icons

STYLE = TextStyle("Zilla Slab", 4)
COIN = Art(b"<svg/>", "coin", 0, 0, 20, 10)


def shown(text: str) -> str:
    """Return the pieces with their style: <b>, <i> and <icon>."""
    out = ""
    for piece in rich(text, STYLE, {"coin": COIN}):
        if isinstance(piece, IconMark):
            out += f"<{piece.icon.key}>"
            continue
        mark = "b" * (piece.style.weight > 400) + "i" * piece.style.italic
        out += f"<{mark}>{piece.text}</{mark}>" if mark else piece.text
    return out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pay **two** now", "pay <b>two</b> now"),
        ("*whisper*", "<i>whisper</i>"),
        ("***both***", "<bi>both</bi>"),
        ("**all *of* it**", "<b>all </b><bi>of</bi><b> it</b>"),
        ("take {coin}.", "take <coin>."),
        (r"\*plain\* \{coin} \\", r"*plain* {coin} " + "\\"),
        (r"one\ntwo", "one\ntwo"),
        ("un**fold**ing", "un<b>fold</b>ing"),
    ],
)
def test_marks_become_style(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    "text", ["**open", "5 * 3 * 2", "2*3*4", "*", "****", "{nothing}", "{{ coin }}", "{{coin}}", "a ** b **"]
)
def test_what_is_no_mark_is_printed_as_it_stands(text: str) -> None:
    assert shown(text) == text


def test_marks_reach_over_spans_of_another_style() -> None:
    red = TextStyle("Zilla Slab", 4, fill="#ff0000")
    pieces = rich([("now **pay ", STYLE), ("twice** and go", red)], STYLE)
    assert [(p.text, p.style.weight, p.style.fill) for p in pieces if not isinstance(p, IconMark)] == [
        ("now ", 400, "#000000"),
        ("pay ", 700, "#000000"),
        ("twice", 700, "#ff0000"),
        (" and go", 400, "#ff0000"),
    ]


def test_unknown_icons_are_named() -> None:
    assert unknown_icons("{coin} {grog} {{grog}}", {"coin"}) == ["grog"]


@given(st.text(alphabet="ab *\\{}n\n", max_size=60))
def test_no_letter_is_ever_lost(text: str) -> None:
    kept = "".join(piece.text for piece in rich(text, STYLE) if not isinstance(piece, IconMark))
    assert [c for c in kept if c in "ab"] == [c for c in text if c in "ab"]
    assert kept.count("}") == text.count("}")
