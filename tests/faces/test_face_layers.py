from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest
from lxml import etree

from cardgen.base.drawing import Art, PlacedDrawing, Text, apply
from cardgen.faces.compose import Faces
from tests.faces.face_kit import SIZE, box, codes, draw, kinds, kit, svg, words
from tests.pictures import with_notes

FRAME = '<g id="frame"><rect x="0" y="0" width="63" height="88" fill="#c00"/></g>'


def arts(drawing: object) -> list[Art]:
    return list(drawing.arts())  # type: ignore[attr-defined]


def test_every_child_of_the_svg_is_a_layer_in_its_order(tmp_path: Path) -> None:
    middle = '<text x="5" y="20" style="font-family:Oswald;font-size:4px">between</text>'
    drawing, faces = draw(tmp_path, svg(FRAME + middle + '<circle id="c" r="5" fill="#0c0"/>'))
    assert kinds(drawing) == "ATA"
    assert codes(faces) == []
    assert (drawing.x, drawing.y, drawing.width, drawing.height) == (-3, -3, 69, 94)
    assert (arts(drawing)[0].x, arts(drawing)[0].width) == (-3, 69)


def test_a_text_lies_where_its_layer_paints_it(tmp_path: Path) -> None:
    text, under = '<text x="1" y="9" style="font-family:Oswald">low</text>', '<rect width="9" height="9"/>'
    over = '<rect x="1" width="9" height="9"/>'
    shown = {
        f"{under}{text}": "AT",
        f"{text}{over}": "TA",
        f"{under}<g>{text}<g>{over}</g></g>{text}": "ATAT",
    }
    for layer, order in shown.items():
        drawing, _ = draw(tmp_path, svg(f'<g id="a" opacity=".5">{layer}</g>'))
        assert kinds(drawing) == order, layer
        assert not any(b"<text" in art.svg for art in arts(drawing))


def test_a_nested_layer_keeps_its_place_between_the_art(tmp_path: Path) -> None:
    ink = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    body = """<g id="outer" inkscape:groupmode="layer" transform="translate(1 2)"><rect id="r" width="5" height="5"/>
      <g id="inner" inkscape:groupmode="layer"><text x="1" y="9" style="font-family:Oswald">low</text></g>
      <rect width="9" height="9"/></g>"""
    drawing, _ = draw(tmp_path, svg(body, ink + SIZE))
    assert kinds(drawing) == "ATA"
    first, second = arts(drawing)
    assert b"translate(1 2)" in first.svg
    assert b"translate(1 2)" in second.svg
    assert b'width="5"' not in second.svg
    text = next(i for i in drawing.items if isinstance(i, Text))
    assert (text.x, text.y) == (2, 11)


def test_equal_layers_of_different_cards_are_one_piece_of_art(tmp_path: Path) -> None:
    shape = '{% if card.round %}<circle r="{{ card.value }}"/>{% else %}\n  <rect width="3" height="3"/>\n{% endif %}'
    cards = [{"id": f"C{n}", "round": n > 3, "value": 5} for n in range(6)]
    made = kit(tmp_path, svg(FRAME + f'<g id="s">{shape}</g>'), cards)
    faces = Faces(made)
    keys = [tuple(a.key for a in faces.front(c).arts()) for c in made.components[0].cards]
    assert len({k for row in keys for k in row}) == 3
    assert len({id(faces.front(c)) for c in made.components[0].cards}) == 2  # and equal faces are one drawing


def test_layers_take_along_only_what_they_use(tmp_path: Path) -> None:
    defs = """<defs><linearGradient id="sky"><stop offset="0"/></linearGradient>
      <g id="hill"><path d="M0 0h9v9z" fill="url(#sky)"/></g><g id="unused"><path d="M1 1h1"/></g></defs>"""
    drawing, _ = draw(tmp_path, svg(defs + '<g id="a"><use href="#hill"/></g>' + FRAME))
    first, second = arts(drawing)
    assert b'id="hill"' in first.svg
    assert b'id="sky"' in first.svg
    assert b"unused" not in first.svg
    assert b"<defs>" not in second.svg
    for piece in (first, second):
        etree.fromstring(piece.svg)


def test_art_keeps_what_it_inherits_from_the_root_and_the_style_sheet(tmp_path: Path) -> None:
    face = svg('<style>.hot{fill:#f00}</style><path class="hot" d="M0 0h5v5z"/>', 'stroke="#123456" ' + SIZE)
    drawing, _ = draw(tmp_path, face)
    assert b'stroke="#123456"' in arts(drawing)[0].svg
    assert b".hot{fill:#f00}" in arts(drawing)[0].svg


def test_hidden_and_empty_layers_are_left_out(tmp_path: Path) -> None:
    body = '<g style="display:none"><rect width="1" height="1"/></g><g id="e">\n<g/></g><g display="none"><text>x</text></g>'
    drawing, faces = draw(tmp_path, svg(body))
    assert drawing.items == ()
    assert codes(faces) == []


# -- symbols ------------------------------------------------------------------------------------------

COIN = '<defs><symbol id="coin" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></symbol></defs>'


def corners(piece: Art) -> list[tuple[float, float]]:
    ends = ((piece.x, piece.y), (piece.x + piece.width, piece.y + piece.height))
    return [(round(x, 4), round(y, 4)) for x, y in (apply(piece.matrix, *p) for p in ends)]


def test_symbols_are_drawn_once_and_placed(tmp_path: Path) -> None:
    uses = '<use href="#coin" x="5" y="6" width="10" height="10"/><use xlink:href="#coin" transform="translate(30 0) scale(2)" width="5" height="5"/>'
    drawing, _ = draw(tmp_path, svg(COIN + f'<g id="coins" transform="translate(1 0)">{uses}</g>'))
    first, second = arts(drawing)
    assert first.key == second.key
    assert corners(first) == [(6, 6), (16, 16)]
    assert corners(second) == [(31, 0), (41, 10)]


def test_a_symbol_in_a_box_of_another_shape_is_centred(tmp_path: Path) -> None:
    drawing, _ = draw(tmp_path, svg(COIN + '<use href="#coin" x="0" y="0" width="30" height="10"/>'))
    assert corners(arts(drawing)[0]) == [(10, 0), (20, 10)]


@pytest.mark.parametrize(
    "layer",
    [
        '<g id="l" opacity="0.5"><use href="#coin" width="9" height="9"/></g>',
        '<g id="l" fill="#f00"><use href="#coin" width="9" height="9"/></g>',
        '<g id="l"><use href="#coin" width="9" height="9"/><rect width="1" height="1"/></g>',
        '<g id="l"><use href="#coin" width="9" height="9" clip-path="url(#c)"/></g>',
    ],
)
def test_symbols_whose_look_depends_on_the_layer_are_drawn_with_it(tmp_path: Path, layer: str) -> None:
    clip = '<defs><clipPath id="c"><rect width="5" height="5"/></clipPath></defs>'
    drawing, _ = draw(tmp_path, svg(clip + COIN + layer))
    (piece,) = arts(drawing)
    assert piece.width == 69
    assert b"<symbol" in piece.svg


# -- parts of other files -----------------------------------------------------------------------------

PARTS = svg(
    """<defs><linearGradient id="sky"><stop offset="0" stop-color="{{ palette.ink }}"/></linearGradient></defs>
    <g id="stag"><path d="M0 0h9v9z" fill="url(#sky)"/><use href="#horn"/></g><path id="horn" d="M1 1h1"/>
    <symbol id="mug" viewBox="0 0 8 10"><rect width="8" height="10"/></symbol>"""
)


def part_faces(tmp_path: Path, face: str, **files: str) -> Faces:
    return Faces(kit(tmp_path, face, files={"art/parts.svg": PARTS, **files}))


def test_a_part_comes_with_all_it_refers_to(tmp_path: Path) -> None:
    faces = part_faces(tmp_path, svg('<g id="sky"><use href="art/parts.svg#stag"/></g>'))
    (piece,) = arts(faces.front(faces.kit.card("C1")))
    assert piece.svg.count(b"--sky") == 2
    assert b"--horn" in piece.svg
    assert b"#102030" in piece.svg
    assert codes(faces) == []
    etree.fromstring(piece.svg)


def test_a_symbol_of_another_file_is_placed(tmp_path: Path) -> None:
    faces = part_faces(tmp_path, svg('<use href="art/parts.svg#mug" x="1" y="2" width="4" height="5"/>'))
    (piece,) = arts(faces.front(faces.kit.card("C1")))
    assert corners(piece) == [(1, 2), (5, 7)]


def test_a_part_that_does_not_exist_is_named_with_what_was_meant(tmp_path: Path) -> None:
    faces = part_faces(tmp_path, svg('<g id="sky"><use href="art/parts.svg#stagg"/></g>'))
    faces.front(faces.kit.card("C1"))
    (problem,) = faces.problems
    assert problem.code == "unknown-id"
    assert "did you mean 'stag'?" in problem.hint


def test_a_part_may_take_parts_of_a_third_file(tmp_path: Path) -> None:
    deep = svg('<g id="herd"><use href="art/parts.svg#stag"/></g>')
    faces = part_faces(
        tmp_path, svg('<g id="a"><use href="art/deep.svg#herd"/></g>'), **{"art/deep.svg": deep}
    )
    (piece,) = arts(faces.front(faces.kit.card("C1")))
    assert b"--stag" in piece.svg
    assert codes(faces) == []


def test_a_picture_of_the_kit_travels_inside_the_art(tmp_path: Path) -> None:
    made = kit(tmp_path, svg('<image href="art/dot.png" width="5" height="5"/>'))
    (made.root / "art").mkdir()
    (made.root / "art" / "dot.png").write_bytes(with_notes("PNG"))
    faces = Faces(made)
    (piece,) = arts(faces.front(made.card("C1")))
    assert b"data:image/png;base64," in piece.svg


# -- the viewBox and the size -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "shift"),
    [
        ('width="69mm" height="94mm" viewBox="-3 -3 69 94">', (0, 0)),
        ('width="69mm" height="94mm" viewBox="0 0 69 94">', (-3, -3)),
        ('width="69mm" height="94mm" viewBox="-30 -30 690 940">', None),
    ],
)
def test_texts_follow_the_origin_and_the_units_of_the_view_box(
    tmp_path: Path, head: str, shift: tuple[float, float] | None
) -> None:
    k = 10 if shift is None else 1
    body = f'<text x="{10 * k}" y="{20 * k}" style="font-family:Oswald;font-size:{4 * k}px">A</text>'
    drawing, faces = draw(
        tmp_path, svg(body + box("B", rect=",".join(str(v * k) for v in (5, 40, 50, 20))), head)
    )
    point, boxed = (i for i in drawing.items if isinstance(i, Text))
    dx, dy = shift or (0, 0)
    assert (point.x, point.y, point.size) == pytest.approx((10 + dx, 20 + dy, 4))
    assert boxed.x == pytest.approx(5 + dx)
    assert codes(faces) == []


def test_a_template_of_another_size_names_both_sizes(tmp_path: Path) -> None:
    _, faces = draw(tmp_path, svg(FRAME, 'width="63mm" height="88mm" viewBox="0 0 63 88">'))
    (problem,) = faces.problems
    assert problem.code == "template-size"
    assert "63 × 88 mm" in problem.message
    assert "69 × 94 mm" in problem.message
    assert str(problem.where) == "kit/faces/card.svg:1"


# -- faces in pictures --------------------------------------------------------------------------------


def test_a_picture_places_the_real_face_trimmed(tmp_path: Path) -> None:
    picture = '<g id="p" transform="translate(10 0)"><rect width="9" height="9"/><use href="face:C1" x="5" y="6" width="31.5" height="44"/><rect width="1" height="1"/></g>'
    made = kit(
        tmp_path,
        svg(FRAME),
        files={"rules/set-up.svg": svg(picture, 'width="100mm" height="60mm" viewBox="0 0 100 60">')},
    )
    faces = Faces(made)
    drawing = faces.drawing("rules/set-up.svg", "set-up")
    assert kinds(drawing) == "APA"
    place = drawing.items[1]
    assert isinstance(place, PlacedDrawing)
    assert place.drawing is faces.front(made.card("C1"))
    assert apply(place.matrix, 0, 0) == (15, 6)
    assert apply(place.matrix, 63, 88) == (46.5, 50)
    assert place.clip is not None


def test_a_picture_may_show_another_look(tmp_path: Path) -> None:
    face = svg('<rect width="9" height="9" fill="{{ palette.ink }}"/>')
    made = kit(
        tmp_path,
        face,
        files={"p.svg": svg('<use href="face:C1@low-ink" width="10"/><use href="face:C1" width="10"/>')},
    )
    faces = Faces(made)
    low, full = (i for i in faces.drawing("p.svg", "p").items if isinstance(i, PlacedDrawing))
    assert b"#eeeeee" in arts(low.drawing)[0].svg
    assert b"#102030" in arts(full.drawing)[0].svg
    assert faces.in_look("low-ink").front(made.card("C1")) is low.drawing


def test_a_face_that_places_itself_is_refused(tmp_path: Path) -> None:
    _, faces = draw(tmp_path, svg('<use href="face:C1" width="10"/>'))
    assert codes(faces) == ["use-loop"]


def test_an_unknown_card_in_a_picture_is_named(tmp_path: Path) -> None:
    made = kit(
        tmp_path, svg(FRAME), [{"id": "ace"}], files={"p.svg": svg('<use href="back:ase" width="10"/>')}
    )
    faces = Faces(made)
    faces.drawing("p.svg", "p")
    (problem,) = faces.problems
    assert problem.code == "unknown-card"
    assert "ace" in problem.hint


# -- sides, looks, options ----------------------------------------------------------------------------


def test_equal_backs_are_one_drawing_and_no_back_is_none(tmp_path: Path) -> None:
    made = kit(tmp_path, svg(FRAME), [{"id": "a"}, {"id": "b"}], back=svg(FRAME))
    faces = Faces(made)
    assert faces.back(made.card("a")) is faces.back(made.card("b"))
    single = kit(tmp_path / "s", svg(FRAME))
    assert Faces(single).back(single.card("C1")) is None


def test_a_chosen_house_rule_reaches_the_template(tmp_path: Path) -> None:
    made = kit(
        tmp_path,
        svg('<text y="5" style="font-family:Oswald">{{ options.ties }} {{ side }} {{ look.name }}</text>'),
    )
    assert words(Faces(made).front(made.card("C1"))) == "share front full"
    assert words(Faces(made, "low-ink", {"ties": "none"}).front(made.card("C1"))) == "none front low-ink"
    assert codes(Faces(made, options={"tie": "none"})) == ["unknown-option"]
    assert codes(Faces(made, options={"ties": "some"})) == ["unknown-option-value"]


def test_drawings_can_be_sent_to_another_process(tmp_path: Path) -> None:
    drawing, _ = draw(tmp_path, svg(FRAME + box("Hello **you**")))
    copy = pickle.loads(pickle.dumps(drawing))
    assert words(copy) == words(drawing)
    assert [a.key for a in copy.arts()] == [a.key for a in drawing.arts()]


def test_the_same_kit_gives_the_same_bytes(tmp_path: Path) -> None:
    face = svg(COIN + FRAME + '<g id="x"><use href="#coin"/></g>')
    first, _ = draw(tmp_path / "1", face)
    second, _ = draw(tmp_path / "2", face)
    assert [a.svg for a in first.arts()] == [a.svg for a in second.arts()]
    assert all(re.fullmatch(r"[0-9a-f]{64}", a.key) for a in first.arts())


def test_a_style_sheet_takes_along_what_it_refers_to(tmp_path: Path) -> None:
    defs = '<defs><linearGradient id="sky"><stop offset="0"/></linearGradient></defs>'
    drawing, _ = draw(
        tmp_path, svg("<style>.a{fill:url(#sky)}</style>" + defs + '<rect class="a" width="1" height="1"/>')
    )
    assert b'id="sky"' in arts(drawing)[0].svg


def test_an_attribute_that_ends_in_id_is_no_id(tmp_path: Path) -> None:
    body = '<defs><g id="x"><path d="M0 0h1"/></g></defs><g id="l" data-id="x"><use href="#x"/></g>'
    drawing, _ = draw(tmp_path, svg(body))
    assert b"<path" in arts(drawing)[0].svg


def test_selectors_that_texts_do_not_understand_are_named(tmp_path: Path) -> None:
    sheet = "<style>g ~~ text{fill:red}</style>"
    _, faces = draw(tmp_path, svg(sheet + '<text y="9" style="font-family:Oswald;font-size:4px">x</text>'))
    assert [(p.code, p.level) for p in faces.problems] == [("style-selector", "warning")]


@pytest.mark.parametrize("use", ['x="left"', 'width="wide"', 'opacity="faint"'])
def test_a_face_placed_with_what_is_no_number_is_told(tmp_path: Path, use: str) -> None:
    faces = Faces(kit(tmp_path, svg(FRAME), files={"p.svg": svg(f'<use href="face:C1" {use}/>')}))
    assert faces.drawing("p.svg", "p").items == ()
    assert codes(faces) == ["svg-syntax"]
