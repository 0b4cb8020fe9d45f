"""Pictures on a face: where they lie, how they are stored, what is told about them."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageChops

from cardgen.base.drawing import Drawing, Page
from cardgen.base.errors import CardgenError, Location
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.export.png import write_png
from cardgen.export.svg import drawing_svg
from cardgen.faces.art.engines import draw_form
from cardgen.faces.art.form import ENGINES, Engine
from cardgen.faces.compose import Faces
from cardgen.faces.svg import layers
from tests.faces.face_kit import HEAD, codes, draw_arts, kit, svg
from tests.many import mostly_slow, slow
from tests.pictures import SECRET, corners, saved, with_notes

RED, GREEN, BLUE, YELLOW = (224, 32, 32), (32, 192, 32), (32, 32, 224), (224, 224, 32)
NOTHING = (255, 255, 255)
PHOTO = saved(corners(600, 400), "JPEG", quality=95, subsampling=0)


def faces_with(
    root: Path, body: str, *, files: Mapping[str, bytes] = MappingProxyType({}), cards: Any = ({"id": "C1"},)
) -> Faces:
    """Return the faces of a kit with a photo of 600 x 400 pixels in it."""
    made = kit(root, svg(body), cards)
    for name, data in {"art/photo.jpg": PHOTO, **files}.items():
        (made.root / name).parent.mkdir(exist_ok=True)
        (made.root / name).write_bytes(data)
    return Faces(made)


def face(faces: Faces, card: str = "C1") -> Drawing:
    return faces.front(faces.kit.card(card))


def press_of(drawings: Iterable[Drawing], engine: Engine = "svg2pdf") -> Press:
    """Return a press with all art of some drawings, drawn here and now."""
    arts = {art.key: art.svg for drawing in drawings for art in drawing.arts()}
    return Press({key: draw_form(svg, engine) for key, svg in arts.items()})


def printed(drawing: Drawing, engine: Engine = "svg2pdf") -> Image.Image:
    """Return a face as it is printed, 10 pixels for a mm, the cut beginning at 0,0."""
    out = io.BytesIO()
    write_png(drawing, out, 254, press=press_of([drawing], engine), box="trim")
    return Image.open(out).convert("RGB")


def pdf_of(*drawings: Drawing) -> bytes:
    out = io.BytesIO()
    write_pdf([Page(drawing) for drawing in drawings], out, title="Faces", press=press_of(drawings))
    return out.getvalue()


def images_in(pdf: bytes) -> list[Any]:
    """Return the pictures that are stored in a PDF, with the shapes that make them see-through."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        found = [
            o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"
        ]
        return [(str(o.get("/Filter")), int(o["/Width"]), len(o.read_raw_bytes())) for o in found]


def near(image: Image.Image, mm: tuple[float, float], colour: tuple[int, int, int]) -> bool:
    there = image.getpixel((round(mm[0] * 10), round(mm[1] * 10)))
    assert isinstance(there, tuple)
    return all(abs(a - b) <= 24 for a, b in zip(there, colour, strict=True))


# ---- where it lies


def image(more: str, box: str = 'x="10" y="10" width="20" height="40"', href: str = "art/photo.jpg") -> str:
    return f'<image href="{href}" {box} data-dpi="10" {more}/>'


# what is seen at the box's corners, 1 mm inside: left above, right above, left below, right below
PLACES = {
    'data-fit="cover"': (RED, GREEN, BLUE, YELLOW),
    'preserveAspectRatio="xMidYMid slice"': (RED, GREEN, BLUE, YELLOW),
    'preserveAspectRatio="xMinYMid slice"': (RED, RED, BLUE, BLUE),
    'preserveAspectRatio="xMaxYMin slice"': (GREEN, GREEN, YELLOW, YELLOW),
    'data-fit="cover" data-focus="0% 50%"': (RED, RED, BLUE, BLUE),
    'data-fit="cover" data-focus="left"': (RED, RED, BLUE, BLUE),
    'data-fit="cover" data-focus="top right"': (GREEN, GREEN, YELLOW, YELLOW),
    'data-fit="cover" data-focus="75% 20%"': (GREEN, GREEN, YELLOW, YELLOW),
    'data-fit="contain"': (NOTHING, NOTHING, NOTHING, NOTHING),
    "": (NOTHING, NOTHING, NOTHING, NOTHING),
    'preserveAspectRatio="xMidYMin meet"': (RED, GREEN, NOTHING, NOTHING),
    'preserveAspectRatio="xMidYMax"': (NOTHING, NOTHING, BLUE, YELLOW),
    'preserveAspectRatio="none"': (RED, GREEN, BLUE, YELLOW),
    'data-fit="fill" preserveAspectRatio="xMidYMid slice"': (RED, GREEN, BLUE, YELLOW),
}


@pytest.mark.parametrize("how", PLACES)
def test_a_picture_is_cropped_whole_or_stretched(tmp_path: Path, how: str) -> None:
    faces = faces_with(tmp_path, image(how))
    sheet = printed(face(faces))
    corners_seen = [(11, 11), (29, 11), (11, 49), (29, 49)]
    assert [near(sheet, at, colour) for at, colour in zip(corners_seen, PLACES[how], strict=True)] == [
        True
    ] * 4
    for outside in ((9, 30), (31, 30), (20, 9), (20, 51)):
        assert near(sheet, outside, NOTHING)
    assert codes(faces) == []


@pytest.mark.parametrize(
    ("box", "right", "low"),
    [
        ('x="10" y="10" width="30"', 40, 30),
        ('x="10" y="10" height="10"', 25, 20),
        ('x="10" y="10" width="auto" height="10"', 25, 20),
        ('x="10" y="10" style="width:30px"', 40, 30),
    ],
)
def test_a_side_that_is_not_said_follows_from_the_other(
    tmp_path: Path, box: str, right: int, low: int
) -> None:
    sheet = printed(face(faces_with(tmp_path, image("", box))))
    assert near(sheet, (right - 1, low - 1), YELLOW)
    assert near(sheet, (right + 1, low - 1), NOTHING)
    assert near(sheet, (right - 1, low + 1), NOTHING)


CLIPS = {
    "rect": '<rect x="12" y="14" width="16" height="30" rx="6"/>',
    "wide corners": '<rect x="12" y="14" width="16" height="30" rx="9" ry="4"/>',
    "circle": '<circle cx="20" cy="30" r="9"/>',
    "ellipse": '<ellipse cx="20" cy="30" rx="9" ry="14" transform="rotate(20 20 30)"/>',
    "polygon": '<polygon points="12,14 28,20 20,44"/>',
    "path": '<path d="M12 14h16v10q0 12 -8 20c-4-2-8-6-8-14z"/>',
}
ODD = [
    f'<g opacity=".5"><rect x="10" y="20" width="20" height="9"/>{image("")}</g>',
    image('data-fit="cover" opacity="0.4"'),
    image('data-fit="cover" style="opacity:.4" transform="rotate(15 20 30)"'),
    image('data-fit="cover"', href="art/turned.jpg"),
    image('data-fit="cover"', href="art/drawn.svg"),
    image('data-fit="contain"', href="art/rings.png"),
    image('data-fit="cover" transform="matrix(-1 0 .3 .8 50 4)"'),
    f'<g transform="translate(3 4) scale(.9)"><g>{image("")}</g><rect x="10" y="40" width="20" height="9"/></g>',
    *(
        f'<defs><clipPath id="c">{clip}</clipPath></defs>' + image('data-fit="cover" clip-path="url(#c)"')
        for clip in CLIPS.values()
    ),
    f'<defs><clipPath id="c" transform="translate(2 0)">{CLIPS["circle"]}</clipPath></defs>'
    f'<g clip-path="url(#c)" transform="rotate(10)"><rect x="5" y="5" width="40" height="9"/>{image("")}</g>',
    f'<g opacity=".5">{image("")}</g>',
]
MORE = {
    "art/turned.jpg": saved(
        corners(400, 600), "JPEG", exif=(lambda e: (e.__setitem__(0x0112, 6), e)[1])(Image.Exif())
    ),
    "art/rings.png": saved(
        Image.merge("RGBA", (*corners(200, 200).split(), Image.radial_gradient("L").resize((200, 200))))
    ),
    "art/drawn.svg": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20" fill="#206020"><style>.s{fill:#c06020}</style>'
    b'<rect width="30" height="20"/><circle class="s" cx="9" cy="9" r="6"/><g id="c"><rect x="20" y="3" width="4" height="14" fill="#fff"/></g></svg>',
}


@pytest.mark.parametrize("engine", [ENGINES[0], *map(slow, ENGINES[1:])])
@pytest.mark.parametrize("body", mostly_slow(ODD, 4, 3), ids=range(len(ODD)))
def test_a_picture_looks_the_same_placed_by_us_or_drawn_by_an_engine(
    tmp_path: Path, body: str, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = printed(face(faces_with(tmp_path, body, files=MORE)))
    monkeypatch.setattr(layers, "surroundings", lambda *_: None)
    faces = faces_with(tmp_path, body, files=MORE)
    theirs = printed(face(faces), engine)
    assert len(ours.getcolors(1 << 24) or []) > 2, "an empty picture proves nothing"
    off = ImageChops.difference(ours, theirs).convert("L").histogram()
    assert sum(off[40:]) / sum(off) < 0.004  # edges may lie half a pixel elsewhere


# ---- how it is stored


def test_a_picture_on_many_cards_is_stored_once_and_as_it_is(tmp_path: Path) -> None:
    cards = [{"id": f"C{n}", "x": n} for n in range(6)]
    body = '<defs><clipPath id="c"><circle cx="20" cy="30" r="{{ 5 + card.x }}"/></clipPath></defs>'
    body += image('data-fit="{{ "cover" if card.x % 2 else "contain" }}" clip-path="url(#c)"')
    faces = faces_with(tmp_path, body, cards=cards)
    drawings = [face(faces, card["id"]) for card in cards]
    assert images_in(pdf_of(*drawings)) == [("/DCTDecode", 600, len(PHOTO))]
    assert len({art.key for drawing in drawings for art in drawing.arts()}) == 1
    placed = {item.drawing for drawing in drawings for clip in drawing.items for item in clip.drawing.items}  # type: ignore[union-attr]
    assert len({shown for shown in placed if shown.name == "picture art/photo.jpg"}) == 1


def test_a_see_through_picture_is_stored_once_with_its_shape(tmp_path: Path) -> None:
    cards = [{"id": "C1"}, {"id": "C2"}]
    faces = faces_with(tmp_path, image("", href="art/rings.png"), files=MORE, cards=cards)
    stored = images_in(pdf_of(face(faces, "C1"), face(faces, "C2")))
    assert [width for _, width, _ in stored] == [200, 200]


def test_a_photo_that_an_engine_draws_is_not_unpacked_either(tmp_path: Path) -> None:
    arcs = '<clipPath id="c"><path d="M10 30A10 10 0 0 1 30 30A10 10 0 0 1 10 30Z"/></clipPath>'
    noisy = saved(Image.effect_noise((300, 300), 99).convert("RGB"), "JPEG")
    faces = faces_with(tmp_path, arcs + image('clip-path="url(#c)"'), files={"art/photo.jpg": noisy})
    assert images_in(pdf_of(face(faces))) == [("/DCTDecode", 300, len(noisy))]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_nobody_learns_from_a_card_where_its_photo_was_taken(tmp_path: Path, kind: str) -> None:
    data = with_notes(kind)
    embedded = f'<image href="data:image/{kind.lower()};base64,{base64.b64encode(data).decode()}" width="9" height="9"/>'
    faces = faces_with(tmp_path, image("", href="art/mine") + embedded, files={"art/mine": data})
    drawing = face(faces)
    out = io.BytesIO()
    write_png(drawing, out, 100, press=press_of([drawing]))
    shown = drawing_svg(drawing)
    inside = b"".join(base64.b64decode(found) for found in re.findall(r"base64,([\w+/=]+)", shown))
    assert len(inside) > 100
    for made in (pdf_of(drawing), out.getvalue(), shown.encode(), inside):
        assert SECRET not in made


def test_another_picture_under_the_same_name_is_noticed_by_what_is_kept(tmp_path: Path) -> None:
    faces = faces_with(tmp_path, image(""))
    kept = tmp_path / "kept"
    for colour in ("red", "blue"):
        (faces.kit.root / "art/photo.jpg").write_bytes(saved(Image.new("RGB", (60, 40), colour), "JPEG"))
        again = Faces(faces.kit, kept=kept, salt="one")
        sheet = printed(face(again))
        again.save()
        assert near(sheet, (20, 30), (254, 0, 0) if colour == "red" else (0, 0, 254))


# ---- dots per inch


def told(faces: Faces) -> list[str]:
    return [
        f"{problem.where}: {problem.message}" for problem in faces.problems if problem.code.endswith("-dots")
    ]


@pytest.mark.parametrize(
    ("more", "box", "says"),
    [
        ("", 'width="60" height="40"', "has 254 dpi at 60 mm, wanted 300"),
        ("", 'width="50" height="40"', ""),
        ('transform="scale(2)"', 'width="40" height="20"', "has 254 dpi at 60 mm, wanted 300"),
        ('data-fit="cover"', 'width="20" height="40"', "has 254 dpi at 20 mm, wanted 300"),
        ('data-fit="fill"', 'width="50" height="60"', "has 169 dpi at 50 mm, wanted 300"),
        ('data-fit="contain"', 'width="60" height="90"', "has 254 dpi at 60 mm, wanted 300"),
        ('data-dpi="250"', 'width="60" height="40"', ""),
        ('data-dpi="600"', 'width="50" height="40"', "has 305 dpi at 50 mm, wanted 600"),
        ('style="image-rendering:pixelated"', 'width="60" height="40"', ""),
        ('display="none"', 'width="60" height="40"', ""),
    ],
)
def test_too_few_dots_are_told_for_the_size_on_paper(tmp_path: Path, more: str, box: str, says: str) -> None:
    faces = faces_with(tmp_path, f'<image href="art/photo.jpg" {box} {more}/>')
    face(faces)
    assert told(faces) == ([f"kit/faces/card.svg:2: art/photo.jpg {says}"] if says else [])
    for problem in faces.problems:
        assert problem.level == "warning"
        assert problem.hint.startswith("take one of")


def test_a_cropped_picture_seen_through_a_turned_group_has_its_dots(tmp_path: Path) -> None:
    body = '<image href="art/photo.jpg" width="40" height="40" data-fit="cover"/>'
    faces = faces_with(tmp_path, f'<g transform="rotate(30) scale(1.5)">{body}</g>')
    face(faces)
    assert told(faces) == ["kit/faces/card.svg:2: art/photo.jpg has 169 dpi at 60 mm, wanted 300"]


def test_a_drawing_that_is_no_card_is_not_measured(tmp_path: Path) -> None:
    faces = faces_with(tmp_path, '<image href="art/photo.jpg" width="60" height="40"/>')
    faces.drawing("faces/card.svg", "a picture of the rule sheet")
    assert told(faces) == []


def test_far_too_many_dots_are_told_when_they_weigh_much(tmp_path: Path) -> None:
    large = saved(Image.effect_noise((1450, 1450), 99), compress_level=0)
    faces = faces_with(
        tmp_path, '<image href="art/p.png" width="10" height="10"/>', files={"art/p.png": large}
    )
    face(faces)
    (message,) = told(faces)
    assert "art/p.png has 3,683 dpi at 10 mm and" in message
    assert message.endswith("MB, 300 dpi would do")


# ---- mistakes


@pytest.mark.parametrize(
    ("more", "says", "hint"),
    [
        (
            'data-fit="covr"',
            "data-fit of a picture is 'covr', expected cover, contain or fill",
            "did you mean 'cover'?",
        ),
        ('data-focus="30"  data-fit="cover"', "", ""),
        (
            'data-focus="middle"  data-fit="cover"',
            "data-focus is 'middle', expected such as 30% 20%, or left top",
            "",
        ),
        ('data-focus="130% 0%" data-fit="cover"', "data-focus is '130% 0%', expected such as 30% 20%", ""),
        (
            'preserveAspectRatio="slice"',
            "preserveAspectRatio is 'slice', expected such as xMidYMid slice",
            'write data-fit="cover"',
        ),
        ('data-dpi="many"', "data-dpi is 'many', expected a number such as 150", ""),
        ('clip-path="url(#nowhere)"', "'#nowhere' is used but nothing has this id", ""),
    ],
)
def test_what_is_said_wrongly_about_a_picture_is_told_at_its_line(
    tmp_path: Path, more: str, says: str, hint: str
) -> None:
    faces = faces_with(tmp_path, f'<image href="art/photo.jpg" width="9" height="9" {more}/>')
    face(faces)
    problems = list(faces.problems)
    assert len(problems) == bool(says)
    for problem in problems:
        assert problem.message.startswith(says)
        assert problem.hint.startswith(hint)
        assert problem.where == Location("kit/faces/card.svg", 2)


def drawing(inside: str) -> bytes:
    head = "<svg " if inside == "<none/>" else HEAD
    return f'{head}viewBox="0 0 10 10">{inside}</svg>'.encode()


HOSTILE = {
    "itself": ('<image href="bad.svg" width="5" height="5"/>', "use-loop"),
    "the template": ('<image href="../faces/card.svg" width="5" height="5"/>', "use-loop"),
    "a page of the web": ('<foreignObject width="5" height="5"/>', "refused-feature"),
    "a script": ('<rect width="5" height="5"/><script>alert(1)</script>', ""),
    "a text": ('<text x="1" y="5">heron</text>', "text-in-part"),
    "the disk": ('<image href="file:///etc/passwd" width="5" height="5"/>', "outside-file"),
    "the web": ('<image href="https://example.org/a.png" width="5" height="5"/>', "outside-file"),
    "outside": ('<use href="../../secret.svg#a"/>', "outside-file"),
    "no namespace": ("<none/>", "svg-namespace"),
    "nothing there": ('<use href="#gone"/>', "unknown-id"),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("around", ["", "an engine draws it"])
def test_a_hostile_drawing_as_a_picture_is_refused(tmp_path: Path, name: str, around: str) -> None:
    inside, code = HOSTILE[name]
    clip = '<clipPath id="x"><path d="M0 0A9 9 0 0 1 9 9Z"/></clipPath>' if around else ""
    body = clip + image('clip-path="url(#x)"' if around else "", href="art/bad.svg")
    faces = faces_with(tmp_path, body, files={"art/bad.svg": drawing(inside)})
    shown = face(faces)
    if code:
        assert code in codes(faces)
    for art in shown.arts():
        for word in (b"<script", b"<foreign", b"passwd", b"example.org"):
            assert word not in art.svg


def test_a_drawing_that_is_wider_than_its_view_box_shows_what_lies_beside_it(tmp_path: Path) -> None:
    wide = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 10 10"><rect x="-5" width="20" height="10"/></svg>'
    faces = faces_with(tmp_path, image("", href="art/wide.svg"), files={"art/wide.svg": wide})
    (drawn,) = (art for art in face(faces).arts() if b"<rect" in art.svg)
    assert b'viewBox="-5 0 20 10"' in drawn.svg
    assert codes(faces) == []


def test_what_is_refused_in_a_drawing_is_told_at_its_line_and_notes_of_other_programs_are_passed_over(
    tmp_path: Path,
) -> None:
    notes = (
        '<g>\n<r:RDF xmlns:r="urn:r" xmlns:dc="urn:dc"><dc:title>Heron</dc:title></r:RDF></g>\n'
        '<switch><foreignObject requiredExtensions="urn:illustrator" width="1" height="1"/><g/></switch>'
    )
    mesh = drawing(f'{notes}<rect width="5" height="5"/>\n<foreignObject id="f" width="5" height="5"/>')
    faces = faces_with(tmp_path, image("", href="art/bad.svg"), files={"art/bad.svg": mesh})
    face(faces)
    (problem,) = faces.problems
    assert (problem.code, problem.where) == ("refused-feature", Location("kit/art/bad.svg", 4))
    assert problem.message.startswith("'f': ")


def test_a_drawing_that_grows_without_end_is_not_drawn(tmp_path: Path) -> None:
    groups = "".join(
        f'<g id="{b}">' + f'<use href="#{a}"/>' * 40 + "</g>" for a, b in ("ab", "bc", "cd", "de")
    )
    bomb = drawing(f'<g id="a"><rect width="1" height="1"/></g>{groups}')
    faces = faces_with(tmp_path, image("", href="art/bad.svg"), files={"art/bad.svg": bomb})
    with pytest.raises(CardgenError, match=r"elements when every <use> is drawn"):
        draw_arts(face(faces).arts())


def test_two_drawings_keep_their_own_styles_and_ids(tmp_path: Path) -> None:
    def coloured(colour: str) -> bytes:
        style = f'<style>.s{{fill:{colour}}}</style><linearGradient id="g"><stop stop-color="{colour}"/></linearGradient>'
        return drawing(
            f'{style}<rect class="s" width="10" height="5"/><rect y="5" width="10" height="5" fill="url(#g)"/>'
        )

    files = {"art/a.svg": coloured("#e02020"), "art/b.svg": coloured("#2020e0")}
    body = image("", 'x="0" y="0" width="20" height="20"', "art/a.svg") + image(
        "", 'x="30" y="0" width="20" height="20"', "art/b.svg"
    )
    faces = faces_with(tmp_path, f"<g>{body}</g>", files=files)
    sheet = printed(face(faces))
    assert codes(faces) == []
    assert all(near(sheet, (10, y), RED) and near(sheet, (40, y), BLUE) for y in (5, 15))


def test_a_drawing_as_a_picture_may_hold_a_photo_and_parts_of_others(tmp_path: Path) -> None:
    inside = '<image href="photo.jpg" y="2" width="6" height="4"/><use href="parts.svg#dot" x="7" y="3"/>'
    files = {
        "art/a.svg": drawing(inside),
        "art/parts.svg": drawing('<rect id="dot" width="2" height="2" fill="#20c020"/>'),
    }
    faces = faces_with(tmp_path, image("", 'x="0" y="0" width="50" height="50"', "art/a.svg"), files=files)
    sheet = printed(face(faces))
    assert codes(faces) == []
    assert near(sheet, (2, 12), RED)
    assert near(sheet, (40, 20), GREEN)


def test_inkscape_links_a_picture_with_its_path_on_this_computer(tmp_path: Path) -> None:
    head = f'{HEAD} xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="69mm" height="94mm" viewBox="-3 -3 69 94">'
    root = (tmp_path / "kit").resolve()
    body = (
        f'<g inkscape:groupmode="layer" inkscape:label="Art" style="display:inline"><image width="20" height="20" preserveAspectRatio="none" '
        f'xlink:href="file://{root}/art/photo.jpg" sodipodi:absref="{root}/art/photo.jpg" data-dpi="9"/></g>'
    )
    made = kit(tmp_path, f"{head}{body}</svg>")
    (made.root / "art").mkdir()
    (made.root / "art/photo.jpg").write_bytes(PHOTO)
    faces = Faces(made)
    sheet = printed(face(faces))
    assert codes(faces) == []
    assert near(sheet, (18, 18), YELLOW)
    assert not any(str(root).encode() in art.svg for art in face(faces).arts())
