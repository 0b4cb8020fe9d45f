"""A first game on paper: what to take out of the box, a box for each step, answers upside down, the rules so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from cardgen.base.drawing import Drawing, Item, PlacedDrawing, line, multiply, rotate, translate
from cardgen.base.errors import Location, Problems
from cardgen.base.language import tr, trn
from cardgen.base.units import PT_PER_MM, Size
from cardgen.model import Kit
from cardgen.rulesheet.blocks import (
    Block,
    Break,
    Fence,
    Heading,
    Inline,
    Listing,
    Paragraph,
    PictureBlock,
    Table,
    TextRun,
)
from cardgen.rulesheet.composer import Composer, PageSetting
from cardgen.rulesheet.flow import FlowPage, FlowStack
from cardgen.rulesheet.layout import placed
from cardgen.rulesheet.setter import SheetPictures
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import PageStyle, load_themes

_SIZES = tuple(size / PT_PER_MM for size in (10.5, 10, 9.5, 9, 8.5, 8, 7.5))
"""Letters that are tried, the largest first."""
_MARGIN, _FOOT = 9.0, 6.0
_PIECE, _SHOWN, _MOST = 12.0, 9.0, 10  # how wide a piece is, in mm, and how many columns of them fit
_APART = 0.06  # of a piece, between cards in a row


class Lying(NamedTuple):
    """What lies in one place: what it is called, and its cards by column and row."""

    place: str
    cards: Mapping[tuple[int, int], str]
    joined: bool = False
    """Whether they touch, as tiles do."""

    @property
    def columns(self) -> int:
        """How many cards lie beside each other."""
        across = [x for x, _ in self.cards]
        return max(across, default=0) - min(across, default=0) + 1


class PaperStep(NamedTuple):
    """A step in words; `lying` is a position that is laid out for it."""

    name: str
    text: str
    story: str
    task: str
    answer: str
    show: tuple[str, ...]
    lying: tuple[Lying, ...]


class FirstGame(NamedTuple):
    """A lesson as paper tells it; the first step's position is what is taken out of the box."""

    title: str
    players: int
    minutes: int | None
    you: str
    steps: tuple[PaperStep, ...]
    rules: tuple[tuple[str, str], ...]
    later: tuple[str, ...]


def first_game_pages(
    kit: Kit, faces: object, page: Size, game: FirstGame, problems: Problems
) -> list[Drawing]:
    """Return the pages of a first game, a multiple of four, in the largest letters in which they are as few as can be."""
    where = kit.where
    sheet = RuleSheet(kit, {}, (), load_themes(kit, problems), where, problems)
    pictures = SheetPictures(faces, sheet)
    composer = Composer(sheet, pictures, page, "first-game", "the first game")
    own = composer.theme.box("panels")
    parts = [
        [*_begins(game, pictures, where)],
        [*_steps(game, pictures, where, bool(own.fill or own.border))],
        [*_rules(game, where)],
    ]
    answers = Paragraph(tuple(_answers(game)), where)
    tried = []
    for size in _SIZES:
        style = PageStyle(
            margins=(_MARGIN, _MARGIN, _MARGIN + _FOOT, _MARGIN),
            gap=4.0,
            columns=1,
            narrow=140.0,
            space=1.8,
            section=3.2,
        )
        theme = composer.theme.as_booklet(style, size, size)
        settings = [composer.paged(theme, part) for part in parts]
        small = composer.layout(theme).page([answers], composer.live(theme).width)
        foot = FlowStack(tuple(small))
        last = settings[1].pages[-1]
        fits = last.body.height + foot.height + 4 <= composer.live(theme).height
        count = sum(len(one.pages) for one in settings) + (not fits)
        tried.append((-(-count // 4), settings, foot, fits))
    fewest = min(leaves for leaves, *_ in tried)
    few = [one for one in tried if one[0] == fewest]
    _, settings, foot, fits = next((one for one in few if one[3]), few[0])
    return _drawn(composer, settings, foot, fits, 4 * fewest)


def _drawn(
    composer: Composer, settings: Sequence[PageSetting], answers: FlowStack, fits: bool, count: int
) -> list[Drawing]:
    pages = [(part, setting, page) for part, setting in enumerate(settings) for page in setting.pages]
    empty = FlowPage(FlowStack(()))
    last = max(n for n, (part, _, _) in enumerate(pages) if part == 1)
    if not fits:  # the answers have a page for themselves
        last += 1
        pages.insert(last, (1, settings[1], empty))
    pages += [(2, settings[2], empty)] * (count - len(pages))
    first = settings[0]
    over = {n: page.over for n, (_, _, page) in enumerate(pages, 1)}
    composer.tell(over, [setting.layout.setter for setting in settings])
    return [
        composer.drawn(setting, page, n, _foot(composer, first, n, answers if n == last + 1 else None))
        for n, (_, setting, page) in enumerate(pages, 1)
    ]


def _foot(composer: Composer, setting: PageSetting, number: int, answers: FlowStack | None) -> Iterator[Item]:
    style = replace(setting.layout.theme.words("folio"), size=2.6)
    size, live = composer.size, composer.live(setting.layout.theme)
    yield from setting.layout.setter.on_baseline(
        str(number), style, size.width / 2, size.height - 4.5, "middle"
    )
    if answers is None:
        return
    high, low = answers.height, size.height - _MARGIN - _FOOT
    yield line(_MARGIN, low - high - 2, size.width - _MARGIN, low - high - 2, "#777777", 0.2, (0.8, 0.6))
    drawing = Drawing("answers", 0, 0, live.width, high, tuple(answers.draw(0, 0, high)))
    turned = multiply(rotate(180, size.width / 2, low - high / 2), translate(_MARGIN, low - high))
    yield PlacedDrawing(drawing, turned)


# -- what stands on them


def _begins(game: FirstGame, pictures: SheetPictures, where: Location) -> Iterator[Block]:
    yield Heading(1, (TextRun(game.title),), where)
    lines = [
        trn("For {n} player, with the real pieces.", "For {n} players, with the real pieces.", game.players)
    ]
    lines += [tr("It takes about {minutes} minutes.", minutes=game.minutes)] if game.minutes else []
    lines += [tr("You are {you}; one person may also play for all.", you=game.you)]
    lines += [tr("Do what a step asks before you look at its answer: the answers are upside down.")]
    yield Paragraph((TextRun(" ".join(lines)),), where)
    yield Heading(2, (TextRun(tr("Take out of the box")),), where)
    yield Paragraph((TextRun(tr("Lay out these pieces as shown. Leave the others in the box.")),), where)
    yield from _position(game.steps[0].lying, pictures, where, 1)


def _steps(game: FirstGame, pictures: SheetPictures, where: Location, framed: bool) -> Iterator[Block]:
    for n, step in enumerate(game.steps, 1):
        if step.lying and n > 1:
            yield Heading(3, (TextRun(tr("Set the table up again")),), where)
            yield from _position(step.lying, pictures, where, n)
        said: list[Inline] = [
            TextRun(f"{n}  {step.name or tr('Try it')}. ", bold=True),
            TextRun(step.text),
            Break(),
        ]
        said += [TextRun(f"{step.story} ")] if step.story else []
        row = Lying("", {(x % 3, x // 3): card for x, card in enumerate(step.show)})
        shown = (_picture(f"show {n}", row, pictures, where, _SHOWN),) if step.show else ()
        table = Table((), ((shown, (*said, TextRun(step.task, italic=True))),), ("center", "start"), where)
        yield table if framed else Fence("call-out", (), (table,), where)


def _answers(game: FirstGame) -> Iterator[TextRun]:
    for n, step in enumerate(game.steps, 1):
        yield TextRun(f"{n} ", bold=True)
        yield TextRun(f"{step.answer.rstrip('.')}.  ")


def _rules(game: FirstGame, where: Location) -> Iterator[Block]:
    yield Heading(2, (TextRun(tr("The rules so far")),), where)
    for name, text in game.rules:
        yield Paragraph((TextRun(f"{name}. ", bold=True), TextRun(text)), where)
    if game.later:
        yield Heading(2, (TextRun(tr("What comes up later")),), where)
        yield Listing(tuple((Paragraph((TextRun(text),), where),) for text in game.later), where)
    yield Heading(2, (TextRun(tr("Now play")),), where)
    yield Paragraph((TextRun(tr("Put everything back, set the game up by its rules and play.")),), where)


def _position(lying: Sequence[Lying], pictures: SheetPictures, where: Location, step: int) -> Iterator[Block]:
    """Yield the places of a position side by side, as many as fit into a row."""
    rows: list[list[tuple[int, Lying]]] = [[]]
    for n, one in enumerate(lying):
        if sum(other.columns for _, other in rows[-1]) + one.columns > _MOST:
            rows.append([])
        rows[-1].append((n, one))
    for row in rows:
        head = tuple((TextRun(one.place, bold=True),) for _, one in row)
        cells = tuple((_picture(f"position {step} {n}", one, pictures, where, _PIECE),) for n, one in row)
        yield Table(head, (cells,), tuple("start" for _ in row), where)


def _picture(name: str, one: Lying, pictures: SheetPictures, where: Location, wide: float) -> PictureBlock:
    """Return cards as they lie as one picture."""
    faces = {at: pictures.drawing(PictureBlock("face", card), where) for at, card in one.cards.items()}
    made = {at: face for at, face in faces.items() if face is not None}
    across = max((face.width for face in made.values()), default=1.0)
    down = max((face.height for face in made.values()), default=1.0)
    apart = 0.0 if one.joined else across * _APART
    x0, y0 = (min((at[i] for at in made), default=0) for i in (0, 1))
    columns, rows = one.columns, max((y for _, y in made), default=0) - y0 + 1
    items = tuple(
        placed(face, (x - x0) * (across + apart), (y - y0) * (down + apart), 1.0)
        for (x, y), face in made.items()
    )
    drawing = Drawing(name, 0, 0, columns * (across + apart) - apart, rows * (down + apart) - apart, items)
    pictures.keep(name, drawing)
    return PictureBlock("art", name, ", ".join(one.cards.values()), {"width": f"{columns * wide:g}mm"})
