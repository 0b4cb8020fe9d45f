"""The type case: the fonts of one build, what their glyphs stand for, and runs of glyphs as PDF strings.

A glyph gets the text that it first stood for as its Unicode value (ToUnicode). Where it stands for another text
later, or where several glyphs share one text, that text is written beside them (ActualText). So what a reader
copies is always what the author wrote.
"""

from __future__ import annotations

from cardgen.base.drawing import FontKey, Glyph
from cardgen.export.operators import number
from cardgen.faces.text.fonts import Font
from cardgen.faces.text.fonts import font as installed


class EmbeddedFont:
    """One font of the case: its name in content streams, and its glyphs' widths and texts."""

    def __init__(self, font: Font, name: str) -> None:
        self.font = font
        self.name = name
        self.texts: dict[int, str] = {}
        self._codes: dict[int, tuple[str, float]] = {}

    def width(self, glyph: int) -> float:
        """Return a glyph's width in thousandths of an em, rounded as the PDF states it."""
        return (self._codes.get(glyph) or self._code(glyph))[1]

    def _code(self, glyph: int) -> tuple[str, float]:
        found = self._codes[glyph] = (f"{glyph:04X}", round(self.font.advance(glyph) * 1000, 2))
        return found

    def show(self, glyphs: tuple[Glyph, ...], size: float) -> str:
        """Return the operators that show the glyphs from the current point on.

        The pen is kept twice, where it should be and where the viewer's is, so that rounding never adds up.
        """
        line = _ShownLine()
        codes, add, known = self._codes, line.codes.append, self.texts
        should = pen = rise = 0.0
        speaking = False
        texts = [glyph.text for glyph in glyphs]
        clusters = "" in texts  # some glyphs share one text: seldom, and then each must look at its neighbour
        for index, glyph in enumerate(glyphs):
            number_, text = glyph.id, texts[index]
            alone = not clusters or texts[index + 1 : index + 2] != [""]
            if (text or index == 0) and not (alone and text and known.setdefault(number_, text) == text):
                line.say(f"/Span<</ActualText<FEFF{utf16(text)}>>>BDC")
                speaking = True
            if glyph.dy != rise:
                rise = glyph.dy
                line.say(f"{number(rise * size)} Ts")
            off = pen - should - glyph.dx * 1000
            if not -0.5 <= off <= 0.5:
                shift = round(off)
                line.shift(shift)
                pen -= shift
            code, width = codes.get(number_) or self._code(number_)
            add(code)
            pen += width
            should += glyph.advance * 1000
            if speaking and alone:
                line.say("EMC")
                speaking = False
        if rise:
            line.say("0 Ts")
        return line.end()


class _ShownLine:
    """Collects what is shown in as few operators as possible."""

    def __init__(self) -> None:
        self.codes: list[str] = []
        self._words: list[str] = []
        self._array: list[str] = []

    def shift(self, thousandths: int) -> None:
        self._end_codes()
        self._array.append(str(thousandths))

    def say(self, operator: str) -> None:
        self._end_array()
        self._words.append(operator)

    def end(self) -> str:
        self._end_array()
        return " ".join(self._words)

    def _end_codes(self) -> None:
        if self.codes:
            self._array.append(f"<{''.join(self.codes)}>")
            self.codes.clear()

    def _end_array(self) -> None:
        self._end_codes()
        if len(self._array) == 1 and self._array[0].startswith("<"):
            self._words.append(f"{self._array[0]}Tj")
        elif self._array:
            self._words.append(f"[{''.join(self._array)}]TJ")
        self._array.clear()


class EmbeddedFonts:
    """The fonts of one build by key; keys that come down to one font share one `EmbeddedFont`."""

    def __init__(self) -> None:
        self._embedded: dict[Font, EmbeddedFont] = {}

    def of(self, key: FontKey) -> EmbeddedFont:
        font = installed(key)
        if font not in self._embedded:
            self._embedded[font] = EmbeddedFont(font, f"F{len(self._embedded) + 1}")
        return self._embedded[font]


def utf16(text: str) -> str:
    """Return the text as the hexadecimal digits that PDF wants for Unicode."""
    return text.encode("utf-16-be", "surrogatepass").hex().upper()
