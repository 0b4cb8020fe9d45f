"""The composer of all printed forms: what a sheet, a zine, large print and a booklet share on their way from blocks to pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cardgen.base.drawing import Drawing, Item, rect
from cardgen.base.units import PT_PER_MM, Size
from cardgen.faces.text.lacking import by_script, remedy
from cardgen.rulesheet import blocks, running
from cardgen.rulesheet.boxes import box
from cardgen.rulesheet.flow import FlowPage, FlowPiece, Turn, paginate, sections
from cardgen.rulesheet.layout import Layout, Maker
from cardgen.rulesheet.setter import Setter, SheetPictures
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import Theme

MAKERS: Mapping[type[blocks.Block], Maker] = {
    blocks.Heading: running.heading,
    blocks.Paragraph: running.paragraph,
    blocks.Listing: running.listing,
    blocks.Terms: running.terms,
    blocks.Figure: running.figure,
    blocks.PageBreak: running.page_break,
    blocks.Table: running.table,
    blocks.Fence: box,
}
"""Who makes the pieces of each kind of block."""
READABLE = 6 / PT_PER_MM
"""The smallest words in pictures of a booklet, and of a sheet in large print."""
_TOLERANCE = 0.05  # mm


@dataclass(frozen=True, slots=True)
class PageSetting:
    """Blocks set in one theme, on pages; `pieces` is what was to be cut into pages."""

    layout: Layout
    pages: tuple[FlowPage, ...]
    pieces: tuple[FlowPiece, ...] = ()

    @property
    def fits(self) -> bool:
        return not any(page.over > _TOLERANCE for page in self.pages)

    @property
    def keeps_its_breaks(self) -> bool:
        """Whether there are as many pages as there are page breaks for."""
        return self.fits and len(self.pages) <= len(sections(self.pieces))


@dataclass(frozen=True, slots=True)
class Composer:
    """Makes pages of one size of a rule sheet: `form` is in their names, `what` is what messages call them."""

    sheet: RuleSheet
    pictures: SheetPictures
    size: Size
    form: str
    what: str

    @property
    def theme(self) -> Theme:
        """The theme of the sheet in the look of the faces."""
        return self.sheet.theme_in(self.pictures.faces.look)

    def layout(self, theme: Theme, readable: float = 0.0) -> Layout:
        return Layout(theme, self.pictures, Setter(theme, self.pictures), MAKERS, readable=readable)

    def live(self, theme: Theme) -> Size:
        """Return what a page has within its margins."""
        top, right, bottom, left = theme.page.margins
        return Size(self.size.width - left - right, self.size.height - top - bottom)

    def paged(self, theme: Theme, said: Sequence[blocks.Block]) -> PageSetting:
        """Return blocks on pages that are filled one after the other and end where a page break is."""
        layout, live = self.layout(theme), self.live(theme)
        pieces = layout.page(said, live.width)
        return PageSetting(layout, tuple(paginate(pieces, live.height)), tuple(pieces))

    def run_on(self, setting: PageSetting) -> PageSetting:
        """Return a setting with its page breaks forgotten."""
        running_on = [piece for piece in setting.pieces if not isinstance(piece, Turn)]
        pages = paginate(running_on, self.live(setting.layout.theme).height)
        return replace(setting, pages=tuple(pages))

    # ---- drawn and told ----------------------------------------------------------------------------

    def drawn(
        self, setting: PageSetting, page: FlowPage, number: int, foot: Iterable[Item], stretch: float = 0.0
    ) -> Drawing:
        """Return a page with its foot; the gaps of one that is nearly full grow by `stretch` mm at most."""
        look = setting.layout.theme.page
        top, _, _, left = look.margins
        items: list[Item] = []
        if look.paper:
            items.append(rect(0, 0, self.size.width, self.size.height, fill=look.paper))
        room = self.live(setting.layout.theme).height
        items += page.stretched(room, stretch).draw(left, top, page.body.height)
        return self.drawing(number, [*items, *foot])

    def drawing(self, number: int, items: Iterable[Item]) -> Drawing:
        name = f"{self.sheet.kit.slug} {self.form} {number}"
        return Drawing(name, 0, 0, self.size.width, self.size.height, tuple(items))

    def tell(self, over: Mapping[int, float], setters: Iterable[Setter], hint: str = "") -> None:
        """Note the pages of which something sticks out, and what `tell_of_letters` finds; nothing is set after that."""
        on = "" if self.form == "booklet" else f" for {self.size}"
        for number, tall in over.items():
            if tall > _TOLERANCE:
                message = f"page {number} of {self.what} is {tall:.1f} mm too tall{on}"
                more = f"make a picture or a box on it smaller{hint}"
                self.sheet.problems.add(message, self.sheet.where, hint=more, code="rules-overflow")
        self._tell_of_letters(setters)
        self.pictures.hand_over()

    def _tell_of_letters(self, setters: Iterable[Setter]) -> None:
        """Note the words that are wider than their place, and the letters that the fonts lack."""
        fonts: dict[str, dict[str, None]] = {}
        for setter in setters:
            for said in setter.too_wide:
                message = f"'{said}' is wider than its place in {self.what}"
                hint = "shorten the longest word or give it more room"
                self.sheet.problems.add(message, self.sheet.where, hint=hint, code="rules-overflow")
            for character, font in setter.missing.items():
                fonts.setdefault(font, {})[character] = None
        for font, characters in fonts.items():
            for script, letters in by_script("".join(characters)).items():
                to = "fallback: {name} in rules/theme.yaml"
                hint = remedy(font, script, letters, self.pictures.fonts, to)
                some = " ".join(letters[:6]) + (" …" if len(letters) > 6 else "")
                message = f"the font '{font}' has no {script} ({some})"
                self.sheet.problems.add(message, self.sheet.where, hint=hint, code="missing-glyph")


def largest(
    best: PageSetting,
    at: Callable[[float], PageSetting],
    fits: Callable[[PageSetting], bool],
    sizes: tuple[float, float],
    step: float,
) -> PageSetting:
    """Return the setting at the largest size that fits; `best` is the one at the smallest of the `sizes`."""
    low, high = sizes
    while high - low > step:
        middle = (low + high) / 2
        found = at(middle)
        if fits(found):
            low, best = middle, found
        else:
            high = middle
    return best
