"""Texts as they stand in a finished PDF: a reader of PDFs says where each letter is, and this module judges.

Nothing of `cardgen.faces.text` takes part: words and widths are those that PDFium finds.
"""

from __future__ import annotations

import ctypes
import io
import itertools
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from cardgen.base.drawing import Page
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.faces.compose import Faces
from tests.faces.face_kit import box, kit, svg

MM = 25.4 / 72
TOP = 94 - 3.0  # the face's own zero, counted from the lower edge of its page with 3 mm of bleed
LEFT = 3.0
NEAR = 0.05
OVERFLOW = "text-overflow"


class Letter(NamedTuple):
    """A letter: its place on the baseline, its advance, its ink, and its size; mm of the face, y downwards."""

    text: str
    x: float
    y: float
    end: float
    top: float
    bottom: float
    size: float


class Line(NamedTuple):
    """The letters on one baseline, from left to right, without the spaces at its end."""

    letters: tuple[Letter, ...]

    @property
    def text(self) -> str:
        return "".join(c.text for c in self.letters)

    @property
    def y(self) -> float:
        return self.letters[0].y

    @property
    def left(self) -> float:
        return self.letters[0].x

    @property
    def right(self) -> float:
        return self.letters[-1].end

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def gaps(self) -> list[float]:
        """How far each letter's end is from the next letter, across spaces."""
        inked = [c for c in self.letters if c.text != " "]
        return [b.x - a.end for a, b in itertools.pairwise(inked) if b.x - a.end > 0.2]


class Setting(NamedTuple):
    """A text as it was set, and what was said about it."""

    lines: list[Line]
    problems: list[str]

    @property
    def words(self) -> list[list[str]]:
        return [line.text.split() for line in self.lines]

    @property
    def size(self) -> float:
        return self.lines[0].letters[0].size


def letters(pdf: bytes) -> list[Letter]:
    """Return the letters of the first page as PDFium finds them."""
    found = []
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].get_textpage()
        for index in range(page.count_chars()):
            character = chr(pdfium.FPDFText_GetUnicode(page.raw, index))
            x, y = ctypes.c_double(), ctypes.c_double()
            loose = pdfium.FS_RECTF()
            pdfium.FPDFText_GetCharOrigin(page.raw, index, x, y)
            pdfium.FPDFText_GetLooseCharBox(page.raw, index, loose)
            if character in "\r\n" or pdfium.FPDFText_IsGenerated(page.raw, index):
                continue
            _, low, _, high = page.get_charbox(index)
            size = pdfium.FPDFText_GetFontSize(page.raw, index)
            found.append(
                Letter(
                    character,
                    x.value * MM - LEFT,
                    TOP - y.value * MM,
                    loose.right * MM - LEFT,
                    TOP - high * MM,
                    TOP - low * MM,
                    size,
                )
            )
    return found


def lines_of(found: list[Letter]) -> list[Line]:
    """Return letters as lines, top to bottom."""
    rows: dict[float, list[Letter]] = {}
    for letter in found:
        rows.setdefault(round(letter.y, 2), []).append(letter)
    lines = []
    for _, row in sorted(rows.items()):
        row.sort(key=lambda c: c.x)
        while row and row[-1].text == " ":
            row.pop()
        if row:
            lines.append(Line(tuple(row)))
    return lines


def printed(root: Path, face: str) -> Setting:
    """Print one face and read it back."""
    made = kit(root, svg(face))
    faces = Faces(made)
    drawing = faces.front(made.card("C1"))
    target = io.BytesIO()
    write_pdf([Page(drawing)], target, title="Text", press=Press({}))
    return Setting(lines_of(letters(target.getvalue())), [p.code for p in faces.problems])


def set_in(
    root: Path, words: str, width: float = 40, height: float = 60, *, style: str = "", fit: str = ""
) -> Setting:
    """Set words in a box whose upper left corner is at 5,5."""
    return printed(root, box(words, style=style, options=fit, rect=f"5,5,{width},{height}"))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("text")


# ---- measured once: how wide words are in this font, in em


@pytest.fixture(scope="module")
def em(root: Path) -> Em:
    return Em(root)


class Em:
    """Widths of words and of a space, each measured where a PDF sets the next letter."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: dict[str, float] = {}
        self.space = self._second("n n") - self._second("nn")

    def _second(self, words: str) -> float:
        (line,) = set_in(self.root, words, 60, style="font-size:1px").lines
        return line.letters[-1].x - line.left

    def __call__(self, word: str) -> float:
        if word not in self._known:
            self._known[word] = self._second(f"{word} n") - self.space
        return self._known[word]

    def line(self, words: list[str]) -> float:
        return sum(map(self, words)) + self.space * (len(words) - 1)


# Words without kerning at their ends and without letters that hang over.
word = st.text(st.sampled_from("aceghmnopsu"), min_size=1, max_size=9)
some_words = st.lists(word, min_size=1, max_size=14)
sizes = st.sampled_from([2.5, 3.0, 4.0, 5.5])


def _words(text: str) -> list[str]:
    return text.split()


# ---- justified text


@settings(max_examples=30)
@given(st.lists(some_words, min_size=1, max_size=3), st.floats(20, 50), sizes)
@example([_words("the last guest of a beer garden takes the mug")], 30.0, 4.0)
@example(
    [_words("one two three four"), _words("one more guest comes and takes the last mug of all")], 30.0, 4.0
)
def test_justified_lines_fill_the_box_but_the_last_of_a_paragraph_does_not(
    root: Path, em: Em, paragraphs: list[list[str]], width: float, size: float
) -> None:
    text = "\\n".join(" ".join(words) for words in paragraphs)
    ragged = set_in(root, text, width, 80, style=f"font-size:{size}px")
    even = set_in(root, text, width, 80, style=f"font-size:{size}px;text-align:justify")
    assert even.words == ragged.words
    rest = [list(words) for words in paragraphs]
    for plain, line in zip(ragged.lines, even.lines, strict=True):
        words = line.text.split()
        assert rest[0][: len(words)] == words
        del rest[0][: len(words)]
        last = not rest[0]
        if last:
            rest.pop(0)
        if last:
            assert [c.x for c in line.letters] == pytest.approx([c.x for c in plain.letters], abs=NEAR)
        elif len(words) > 1:
            stretch = (width - em.line(words) * size) / (len(words) - 1)
            if stretch < size:  # words far apart read worse than a ragged line
                reached = line.letters[-1].x + em(line.letters[-1].text) * size
                assert reached == pytest.approx(5 + width, abs=NEAR)
                starts = [c.x for p, c in itertools.pairwise(line.letters) if p.text == " "]
                steps = [b - a for a, b in itertools.pairwise([line.left, *starts])]
                gaps = [step - em(w) * size for step, w in zip(steps, words, strict=False)]
                assert max(gaps) - min(gaps) < NEAR


# ---- balanced text


def _greedy(widths: list[float], space: float, measure: float) -> list[int]:
    """Return how many words each line takes when every line is as full as it can be."""
    lines: list[int] = []
    x = 0.0
    for width in widths:
        if lines and x + space + width <= measure + 1e-6:
            lines[-1] += 1
            x += space + width
        else:
            lines.append(1)
            x = width
    return lines


@settings(max_examples=40)
@given(some_words, st.floats(20, 50), sizes)
@example(
    _words("donaudampnschenn a b c d e o p q u a b c d e o p q u"),
    40.0,
    4.0,
)
@example(_words("a summen evening among the old chestnut tnees"), 30.0, 4.0)
@example(["aagms", "acgoo", "aaaaacgmo", "a", "aaaggggmm", "aaagggmoo"], 27.0, 2.5)
def test_balanced_lines_are_as_full_as_the_narrowest_measure_for_their_number_allows(
    root: Path, em: Em, words: list[str], width: float, size: float
) -> None:
    widths, space = [em(w) * size for w in words], em.space * size
    assume(max(widths) < width)
    count = len(_greedy(widths, space, width))
    measures = sorted(
        {
            sum(widths[a:b]) + space * (b - a - 1)
            for a in range(len(words))
            for b in range(a + 1, len(words) + 1)
        }
    )
    fitting = [m for m in measures if m >= max(widths) - 1e-9 and len(_greedy(widths, space, m)) <= count]
    wanted = _greedy(widths, space, fitting[0])
    # what a hundredth of a millimetre would break otherwise, no test can judge
    assume(all(_greedy(widths, space, fitting[0] + d) == wanted for d in (-0.005, 0.02) if d > 0))
    assume(abs(width - min(measures, key=lambda m: abs(m - width))) > 0.02)
    balanced = set_in(root, " ".join(words), width, 80, style=f"font-size:{size}px;text-wrap:balance")
    # the measure is found to a 256th of the width: breaks that need no more than that are as good
    as_good = [_greedy(widths, space, m) for m in fitting if m <= fitting[0] + width / 256]
    assert [len(line) for line in balanced.words] in as_good


# ---- text that shrinks


TALL = '<tspan style="font-size:{tall}px">{word}</tspan>'


@settings(max_examples=30)
@given(some_words, word, st.integers(0, 14), st.floats(5, 12), st.floats(30, 50), st.floats(10, 24))
@example(["ananas"] * 9, "moon", 3, 9.0, 40.0, 14.0)
@example(["ananas"] * 9, "moon", 8, 9.0, 40.0, 18.0)
def test_a_text_shrinks_until_its_tallest_words_have_room_and_no_more(
    root: Path, words: list[str], big: str, place: int, tall: float, width: float, height: float
) -> None:
    def text(factor: float = 1.0) -> str:
        return " ".join([*words[:place], TALL.format(tall=tall * factor, word=big), *words[place:]])

    fitted = set_in(root, text(), width, height, fit='data-fit="shrink" data-floor="0.2"')
    small = min(c.size for line in fitted.lines for c in line.letters)
    if OVERFLOW in fitted.problems:  # only when even the smallest letters do not help
        assert small == pytest.approx(0.2 * 4, abs=0.01)
        return
    _assert_inside(fitted, width, height)
    for upper, lower in itertools.pairwise(fitted.lines):
        assert max(c.bottom for c in upper.letters) < min(c.top for c in lower.letters) + NEAR
    if small < 3.9:
        factor = small / 4 * 1.02
        larger = set_in(root, text(factor), width, height, style=f"font-size:{4 * factor}px")
        assert OVERFLOW in larger.problems, "there was room for larger letters"


# ---- nothing leaves its box


def _assert_inside(setting: Setting, width: float, height: float) -> None:
    for line in setting.lines:
        for c in line.letters:
            assert c.x > 5 - NEAR
            assert c.x < 5 + width
            assert c.top > 5 - NEAR
            assert c.bottom < 5 + height + NEAR


@settings(max_examples=40)
@given(
    some_words,
    sizes,
    st.floats(20, 50),
    st.floats(8, 60),
    st.sampled_from(["start", "center", "end", "justify"]),
    st.sampled_from(["top", "middle", "bottom"]),
    st.booleans(),
    st.booleans(),
)
def test_a_text_that_fits_lies_in_its_box_in_the_order_in_which_it_is_read(
    root: Path,
    words: list[str],
    size: float,
    width: float,
    height: float,
    align: str,
    valign: str,
    shrink: bool,
    balance: bool,
) -> None:
    style = f"font-size:{size}px;text-align:{align};" + "text-wrap:balance" * balance
    fit = f'data-valign="{valign}" ' + 'data-fit="shrink"' * shrink
    setting = set_in(root, " ".join(words), width, height, style=style, fit=fit)
    assert [w for line in setting.words for w in line] == words
    if OVERFLOW not in setting.problems:
        _assert_inside(setting, width, height)


# ---- where it stands in the box


@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
@pytest.mark.parametrize("words", ["HOHO", "HOHO HOHO HOHO HOHO HOHO"])
def test_a_text_stands_at_the_top_in_the_middle_or_at_the_bottom(root: Path, words: str, valign: str) -> None:
    height = 40.0
    lines = set_in(root, words, 30, height, fit=f'data-valign="{valign}"').lines
    above = min(c.top for c in lines[0].letters) - 5
    below = 5 + height - max(c.bottom for c in lines[-1].letters)
    if valign == "middle":
        assert above == pytest.approx(below, abs=0.4)
    else:
        near, far = (above, below) if valign == "top" else (below, above)
        assert 0 < near < 2.5
        assert near + far + (lines[-1].y - lines[0].y) == pytest.approx(height, abs=4)


@pytest.mark.parametrize("align", ["start", "center", "end"])
def test_a_line_stands_at_the_left_in_the_middle_or_at_the_right(root: Path, em: Em, align: str) -> None:
    (line,) = set_in(root, "one moon", 40, style=f"text-align:{align}").lines
    before = line.left - 5
    after = 40 - before - em.line(["one", "moon"]) * 4
    wanted = {"start": before, "center": before - after, "end": after}[align]
    assert wanted == pytest.approx(0, abs=NEAR)
    assert before + after > 10


@pytest.mark.parametrize("height", [1.0, 1.2, 1.6])
def test_lines_stand_apart_as_the_line_height_says(root: Path, height: float) -> None:
    lines = set_in(root, "one moon " * 6, 30, style=f"line-height:{height}").lines
    assert [b.y - a.y for a, b in itertools.pairwise(lines)] == pytest.approx(
        [4 * height] * (len(lines) - 1), abs=NEAR
    )
