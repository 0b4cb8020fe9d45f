from __future__ import annotations

import base64
from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.base.drawing import Art
from cardgen.base.errors import Location, Problem
from cardgen.faces.compose import Faces
from cardgen.jinja.sandbox import Sandbox
from tests.faces.face_kit import FRAME_TEXT as TEXT
from tests.faces.face_kit import codes, draw, kit, svg, words
from tests.many import slow, thorough

SECRET = "the moon is made of cheese"


def only(faces: Faces) -> Problem:
    (problem,) = faces.problems
    return problem


# -- what templates may say ---------------------------------------------------------------------------


def test_numbers_come_out_short_and_empty_values_as_nothing(tmp_path: Path) -> None:
    drawing, _ = draw(
        tmp_path, svg(TEXT.format("{{ card.a * 3 }}|{{ card.a / 1 }}|{{ card.none }}|")), a=0.1, none=None
    )
    assert words(drawing) == "0.3|0.1||"


def test_angles_are_in_degrees(tmp_path: Path) -> None:
    drawing, _ = draw(
        tmp_path,
        svg(TEXT.format("{{ sin(90) }} {{ cos(60) }} {{ sin(180) }} {{ hypot(3, 4) }} {{ sqrt(9) }}")),
    )
    assert words(drawing) == "1 0.5 0 5 3"


def test_a_template_can_measure_words(tmp_path: Path) -> None:
    drawing, faces = draw(
        tmp_path, svg(TEXT.format("{{ text_width(card.name, 'Oswald', 4) > 5 }}")), name="Corner Regular"
    )
    assert words(drawing) == "True"
    _, faces = draw(tmp_path / "2", svg(TEXT.format("{{ text_width('a', 'Oswold', 4) }}")))
    assert "no font family 'Oswold'" in only(faces).message


def test_macros_and_includes_come_from_the_kit(tmp_path: Path) -> None:
    files = {
        "faces/m.svg": '{% macro dot(x) %}<circle cx="{{ x }}" r="1"/>{% endmacro %}',
        "faces/i.svg": '<path d="M0 0h1"/>',
    }
    face = svg('{% import "faces/m.svg" as m %}<g id="a">{{ m.dot(5) }}{% include "faces/i.svg" %}</g>')
    made = kit(tmp_path, face, files=files)
    faces = Faces(made)
    (piece,) = faces.front(made.card("C1")).arts()
    assert b'<circle cx="5" r="1"/><path d="M0 0h1"/>' in piece.svg
    assert codes(faces) == []


@pytest.mark.parametrize(
    "text",
    ["<b>&</b>", "</text><script/>", "{{ card.id }}", "{% raw %}", "]]>", "&amp;", "a\x00b\ufffe", "\ud800"],
)
def test_card_text_is_only_ever_text(tmp_path: Path, text: str) -> None:
    drawing, faces = draw(tmp_path, svg(TEXT.format("{{ card.text }}")), text=text)
    shown = "".join("\ufffd" if c in "\x00\ufffe\ud800" else c for c in text)
    assert words(drawing) == shown
    assert set(codes(faces)) <= {"missing-glyph"}


def test_card_text_in_an_attribute_stays_in_it(tmp_path: Path) -> None:
    drawing, _ = draw(tmp_path, svg('<path d="" class="{{ card.path }}"/>'), path='M0 0\nh1"/><script x="')
    (piece,) = drawing.arts()
    assert b"<script" not in piece.svg
    assert b"M0 0 h1" in piece.svg


# -- mistakes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "line", "code", "says", "hint"),
    [
        ("\n{{ card.colour }}", 3, "template-error", "card C1 has no field 'colour'", ""),
        ("\n\n{{ crad.id }}", 4, "template-name", "'crad' is not known", "did you mean 'card'?"),
        (
            "{{ palette.inc }}",
            2,
            "template-error",
            "no colour in the palette 'inc' (did you mean 'ink'?)",
            "",
        ),
        ("\n{% if %}", 3, "template-syntax", "expected an expression", "look at the"),
        ("{% for x in [1] %}", 2, "template-syntax", "unexpected end of template", ""),
        ("{{ 1 / 0 }}", 2, "template-error", "this cannot be calculated", ""),
        (
            '\n{% include "faces/crad.svg" %}',
            3,
            "missing-file",
            "there is no 'faces/crad.svg'",
            "faces/card.svg",
        ),
        ("\n<g>\n", 5, "svg-syntax", "not well-formed", "every tag must be closed"),
        (
            '{% for n in range(3) %}\n<g/>\n{% endfor %}\n<g id="x"><use href="#y"/></g>',
            5,
            "unknown-id",
            "'#y' is used",
            "",
        ),
        ('{{ card["id"].nothing }}', 2, "template-error", "a text has no 'nothing'", ""),
    ],
)
def test_a_mistake_names_its_line_in_the_template(
    tmp_path: Path, body: str, line: int, code: str, says: str, hint: str
) -> None:
    _, faces = draw(tmp_path, svg(body))
    problem = only(faces)
    assert says in problem.message
    assert hint in problem.hint
    assert problem.code == code
    assert str(problem.where) == f"kit/faces/card.svg:{line}"
    assert "card C1" in problem.trail


def test_a_mistake_in_a_macro_is_placed_in_the_file_of_the_macro(tmp_path: Path) -> None:
    files = {"faces/m.svg": "\n{% macro dot(x) %}\n{{ x.y.z }}{% endmacro %}"}
    made = kit(tmp_path, svg('{% import "faces/m.svg" as m %}{{ m.dot(5) }}'), files=files)
    faces = Faces(made)
    faces.front(made.card("C1"))
    assert str(only(faces).where) == "kit/faces/m.svg:3"


def test_one_mistake_on_all_cards_is_said_once(tmp_path: Path) -> None:
    made = kit(tmp_path, svg("{{ card.colour }}"), [{"id": f"C{n}"} for n in range(9)])
    faces = Faces(made)
    drawings = [faces.front(card) for card in made.components[0].cards]
    assert len(faces.problems) == 1
    assert {(d.width, d.items) for d in drawings} == {(69, ())}


def test_a_missing_template_is_said_where_the_kit_names_it(tmp_path: Path) -> None:
    made = kit(tmp_path, svg(""))
    (made.root / "faces" / "card.svg").rename(made.root / "faces" / "cards.svg")
    faces = Faces(made)
    faces.front(made.card("C1"))
    assert str(only(faces).where) == "kit/game.yaml:9:5"
    assert "faces/cards.svg" in only(faces).hint


@pytest.mark.parametrize(
    ("body", "feature"),
    [
        ('<style>rect{{fill:var(--ink)}}</style><rect width="1" height="1"/>', "--ink has no value"),
        ('<rect width="1" height="1" fill="{{{{ card.fill }}}}"/>', "a colour of lab"),
        ('<g><foreignObject width="9" height="9"/></g>', "foreignObject"),
        ('<rect width="1" height="1" fill="url(http://x.test/a#b)"/>', "another file"),
    ],
)
def test_what_the_art_engine_draws_wrongly_is_refused_by_name(
    tmp_path: Path, body: str, feature: str
) -> None:
    defs = '<defs><filter id="blur"/><mask id="m"/></defs>\n'
    _, faces = draw(tmp_path, svg(defs + body.replace("{{", "{").replace("}}", "}")), fill="lab(1% 2 3)")
    problem = only(faces)
    assert problem.code == "refused-feature"
    assert feature in problem.message
    assert problem.hint
    assert str(problem.where) == "kit/faces/card.svg:3"


@pytest.mark.parametrize(
    "style", ["mix-blend-mode:normal", "filter:none", "paint-order:normal", "mask:none", "clip-rule:nonzero"]
)
def test_defaults_that_inkscape_writes_are_fine(tmp_path: Path, style: str) -> None:
    drawing, faces = draw(
        tmp_path, svg(f'<defs><filter id="left-over"/></defs><rect style="{style}" width="1" height="1"/>')
    )
    assert len(drawing.items) == 1
    assert codes(faces) == []


def test_text_inside_a_part_is_refused(tmp_path: Path) -> None:
    _, faces = draw(tmp_path, svg('<defs><g id="t"><text>x</text></g></defs><g id="a"><use href="#t"/></g>'))
    assert codes(faces) == ["text-in-part"]


# -- strangers' kits ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        "{{ ('a' * 2000000000) | length }}",
        "{{ 10 ** (10 ** 8) }}",
        "{{ 5 | round(-1000000000) }}",
        slow(
            "{% set big = range(10000) | list %}{% for i in range(9000) %}{% set x = big | sort %}{% endfor %}"
        ),
        "{% set big = range(10000) | list %}{% for i in range(9000) %}{% if 10001 in big %}{% endif %}{% endfor %}",
        "{% set big = range(10000) | list %}{% for i in range(9000) %}{% set x = big.count(3) %}{% endfor %}",
        "{% set big = range(10000) | list %}{% for i in range(9000) %}{% set x = max(big) %}{% endfor %}",
        "{% set big = range(10000) | join(' ') %}{% for i in range(9000) %}{% set x = big.split(' ') %}{% endfor %}",
        "{{ round(5, -1000000000) }}",
        "{{ card.id" + " | lower" * 300 + " }}",
        "{{ " + "not " * 200 + "card }}",
        "{{ '%2000000000d' | format(1) }}",
        "{{ 'a'.ljust(2000000000) }}",
        "{{ 'aaaaaaaa' | replace('a', 'b' ~ 'c' ~ 'd') | center(2000000000) }}",
        "{{ (5).to_bytes(1000000000, 'big') }}",
        "{{ lipsum(n=200000) }}",
        "{{ range(10 ** 9) | list }}",
        "{% for a in range(9000) %}{% for b in range(9000) %}{% endfor %}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        thorough("{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}{% endmacro %}{{ m(60) }}"),
        "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a ~ a %}" * 40,
        "{% set a = 'aaaaaaaaaa' %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 40,
        "{% set a = ['a'] %}" + "{% set a = a + a %}" * 40,
        "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a | replace('a', a) %}" * 40,
        "{% set a = 'aaaaaaaaaa' %}" + "{% set a = [a, a] | join %}" * 40,
        "{% include 'faces/card.svg' %}",
        "{% for x in [[1]] recursive %}{{ loop(x) }}{% endfor %}",
        "{{ ''.__class__.__mro__ }}",
        "{{ card.where.__class__ }}",
        "{{ kit.root }}",
        "{{ card.__init__.__globals__ }}",
    ],
)
def test_a_hostile_template_is_a_problem_and_no_harm(tmp_path: Path, body: str) -> None:
    drawing, faces = draw(tmp_path, svg(body))
    assert drawing.items == ()
    assert len(faces.problems.errors) == 1
    assert only(faces).where is not None


@pytest.mark.parametrize(
    "name", ["../secret.txt", "/etc/hostname", "faces/../../secret.txt", "faces/link.svg"]
)
def test_no_template_reads_a_file_outside_its_kit(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.txt").write_text(SECRET)
    made = kit(tmp_path, svg(TEXT.format("{% include '" + name + "' %}")))
    (made.root / "faces" / "link.svg").symlink_to(tmp_path / "secret.txt")
    faces = Faces(made)
    assert words(faces.front(made.card("C1"))) == ""
    assert codes(faces) == ["outside-file"]


@pytest.mark.parametrize(
    "body",
    [
        '<image href="../secret.txt"/>',
        '<image href="http://x.test/a.png"/>',
        '<image href="data:text/html,hello"/>',
        '<g id="a"><use href="../secret.svg#a"/></g>',
        '<g id="a"><use href="https://x.test/a.svg#a"/></g>',
        '<g id="a"><use href="faces/link.svg#a"/></g>',
    ],
)
def test_no_art_comes_from_outside_the_kit(tmp_path: Path, body: str) -> None:
    (tmp_path / "secret.txt").write_text(SECRET)
    made = kit(tmp_path, svg(body))
    (made.root / "faces" / "link.svg").symlink_to(tmp_path / "secret.txt")
    faces = Faces(made)
    assert list(faces.front(made.card("C1")).arts()) == []
    assert codes(faces)[0] in ("outside-file", "picture")


def test_uses_of_uses_are_counted_before_they_are_drawn(tmp_path: Path) -> None:
    bomb = '<defs><g id="a0"><path d="M0 0h1"/></g>' + "".join(
        f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * 10 + "</g>" for n in range(1, 9)
    )
    _, faces = draw(tmp_path, svg(bomb + '</defs><g id="x"><use href="#a8"/></g>'))
    assert codes(faces) == ["too-complex"]


def test_a_use_of_itself_is_refused(tmp_path: Path) -> None:
    body = '<defs><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></defs><g id="x"><use href="#a"/></g>'
    _, faces = draw(tmp_path, svg(body))
    assert codes(faces) == ["use-loop"]


def test_entities_are_never_expanded(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text(SECRET)
    bomb = (
        '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
        f'<!ENTITY x SYSTEM "file://{tmp_path}/secret.txt">]>'
    )
    drawing, _ = draw(tmp_path, bomb + svg(TEXT.format("&b;&x;")))
    assert "aaaa" not in words(drawing)
    assert SECRET not in words(drawing)


def test_a_very_long_text_is_refused_before_it_is_set(tmp_path: Path) -> None:
    _, faces = draw(tmp_path, svg(TEXT.format("{{ card.text }}")), text="word " * 50_000)
    assert codes(faces) == ["text-overflow"]


@pytest.mark.parametrize(
    "text",
    [
        "word " * 400,
        "👩‍👩‍👧‍👦 🏴‍☠️",
        "e" + "\u0301" * 50,
        "שלום עולם",
        "مرحبا بالعالم",
        "a\u202eb\u200fc",
        "\\" * 50,
        "*" * 99,
        "{" * 99,
    ],
)
def test_strange_text_is_set_or_said(tmp_path: Path, text: str) -> None:
    from tests.faces.face_kit import box

    drawing, faces = draw(tmp_path, svg(box("{{ card.text }}", options='data-fit="shrink"')), text=text)
    assert drawing.items
    assert set(codes(faces)) <= {"text-overflow", "missing-glyph", "text-shrunk"}


# -- compiled templates -------------------------------------------------------------------------------


def test_compiled_templates_are_kept_in_a_private_folder_and_give_the_same_face(tmp_path: Path) -> None:
    made = kit(tmp_path, svg(TEXT.format("{{ card.id }}")))
    kept = tmp_path / "kept"
    first = Faces(made, compiled=kept).front(made.card("C1"))
    assert len(list(kept.glob("*.jinja"))) == 1
    second = Faces(made, compiled=kept).front(made.card("C1"))
    assert words(first) == words(second) == "C1"


def test_a_changed_template_is_compiled_again(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    for said in ("old", "new"):
        made = kit(tmp_path, svg(TEXT.format(said + "{{ card.id }}")))
        assert words(Faces(made, compiled=kept).front(made.card("C1"))) == said + "C1"


def test_compiled_templates_are_not_taken_from_a_folder_that_others_can_write(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    kept.chmod(0o777)
    made = kit(tmp_path, svg(TEXT.format("{{ card.id }}")))
    assert words(Faces(made, compiled=kept).front(made.card("C1"))) == "C1"
    assert list(kept.iterdir()) == []


def test_a_broken_compiled_template_is_ignored(tmp_path: Path) -> None:
    made = kit(tmp_path, svg(TEXT.format("{{ card.id }}")))
    kept = tmp_path / "kept"
    Faces(made, compiled=kept).front(made.card("C1"))
    for file in kept.iterdir():
        file.write_bytes(file.read_bytes()[:-20])
    assert words(Faces(made, compiled=kept).front(made.card("C1"))) == "C1"


def test_a_text_is_compiled_once_and_a_mistake_is_told_in_the_file_of_its_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    generate = Sandbox._generate
    monkeypatch.setattr(
        Sandbox, "_generate", lambda *given, **more: read.append(given) or generate(*given, **more)
    )
    for name in ("first", "second"):
        made = kit(tmp_path, svg(TEXT.format("{{ card.compiled_once }}")))
        made = replace(made, where=Location(f"{name}/game.yaml", 1))
        faces = Faces(made)
        faces.front(made.card("C1"))
        assert [str(problem).startswith(f"{name}/faces/card.svg:2:") for problem in faces.problems] == [True]
    assert len(read) == 1


PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.mark.parametrize(
    "said",
    [
        "../art/a duck.png",
        "art/a duck.png",
        "../art/a%20duck.png",
        "{root}/art/a%20duck.png",
        "./art/a duck.png",
    ],
)
def test_a_picture_is_found_where_inkscape_writes_it_and_where_the_kit_has_it(
    tmp_path: Path, said: str
) -> None:
    for start in ("", "file://") if "{root}" in said else ("",):
        name = start + said.format(root=tmp_path / "kit")
        made = kit(tmp_path, svg(f'<g><image href="{name}" width="9" height="9" data-dpi="1"/></g>'))
        (made.root / "art").mkdir(exist_ok=True)
        (made.root / "art" / "a duck.png").write_bytes(PNG)
        faces = Faces(made)
        (piece,) = faces.front(made.card("C1")).items
        assert not list(faces.problems)
        assert isinstance(piece, Art)
        assert b"data:image/png;base64," in piece.svg


def test_a_part_is_found_beside_the_file_that_names_it(tmp_path: Path) -> None:
    parts = svg('<symbol id="duck" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol>')
    made = kit(tmp_path, svg('<use href="bits/parts.svg#duck"/>'), files={"faces/bits/parts.svg": parts})
    faces = Faces(made)
    assert faces.front(made.card("C1")).items
    assert not list(faces.problems)


def test_parts_of_files_with_names_alike_are_not_taken_for_each_other(tmp_path: Path) -> None:
    files = {
        f"faces/{name}": svg(
            f'<symbol id="duck" viewBox="0 0 9 9"><rect width="{size}" height="9"/></symbol>'
        )
        for name, size in (("bits/a-b.svg", 3), ("bits/a/b.svg", 7))
    }
    both = '<use href="bits/a-b.svg#duck"/><use href="bits/a/b.svg#duck"/>'
    faces = Faces(made := kit(tmp_path, svg(both), files=files))
    drawn = b"".join(piece.svg for piece in faces.front(made.card("C1")).items if isinstance(piece, Art))
    assert b'width="3"' in drawn
    assert b'width="7"' in drawn
    assert not list(faces.problems)


def test_a_picture_outside_the_kit_stays_outside(tmp_path: Path) -> None:
    (tmp_path / "duck.png").write_bytes(PNG)
    for name in ("../../duck.png", str(tmp_path / "duck.png"), "../duck.png"):
        _, faces = draw(tmp_path, svg(f'<image href="{name}" width="9" height="9"/>'))
        assert [p.code for p in faces.problems] in (["outside-file"], ["missing-file"]), name
