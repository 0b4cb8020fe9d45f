"""A face taken by its handles: boxes are where they are drawn, one line of the file changes, and others say why not."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from cardgen.faces.compose import Faces
from cardgen.faces.tags import tags_in
from cardgen.source import load_kit
from cardgen.source.cells import NoCell
from cardgen.studio.answers import answer
from cardgen.studio.edits import Changed, Edits
from cardgen.studio.handles import handles_of
from cardgen.studio.render_worker import RenderWorker
from tests.studio.small import edit
from tests.table.served import SECRET, ask, studio

FACE = """\
{%- from 'parts.j2' import dot -%}
<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-30 -30 690 940">
  <defs><rect id="words" x="60" y="550" width="510" height="250"/></defs>
  <g transform="translate(10 20)"><rect id="moved" x="100" y="100" width="200" height="50"/></g>
  <g transform="rotate(5)"><rect id="turned" x="100" y="300" width="200" height="50"/></g>
  {% for n in [1, 2] %}<circle cx="{{ n * 100 }}" cy="400" r="20"/>{% endfor %}
  {{ dot(300, 400) }}
  <text id="text" style="shape-inside:url(#words);font-family:Roboto;font-size:40px">{{ card.text }}</text>
</svg>
"""


@pytest.fixture
def folder(folder: Path) -> Path:
    (folder / "faces" / "card.svg").write_text(FACE, "utf-8")
    dot = '{% macro dot(x, y) %}\n<circle cx="{{ x }}" cy="{{ y }}" r="5"/>{% endmacro %}'
    (folder / "parts.j2").write_text(dot, "utf-8")
    return folder


def told(folder: Path, card: str = "A1") -> Any:
    kit = load_kit(folder)
    label = Path(kit.where.file).parent.as_posix()
    return handles_of(kit, Faces(kit), kit.card(card), "front", label)


def test_boxes_are_in_millimetres_and_what_is_repeated_says_so(folder: Path) -> None:
    found = told(folder)
    moved, turned, one, two, text = found["elements"]
    assert moved["box"] == [11, 12, 20, 5]
    assert text["box"] == [6, 55, 51, 25]
    assert (moved["why"], moved["turned"], text["why"], turned["turned"]) == ("", False, "", True)
    assert one["why"] == two["why"] == "it is drawn by a loop in line 6"
    assert (text["line"], text["text_line"], one["line"]) == (3, 8, 6)
    assert found["others"] == [["parts.j2", 2, 1]]
    assert (found["file"], found["why_not"]) == ("faces/card.svg", "")
    edit(folder / "faces" / "card.svg", '<text id="text"', "<text")
    edit(folder / "cards.yaml", "Draw one card.", '"Draw {card} **two**."')
    assert told(folder)["elements"][-1]["name"] == "Draw card two."


def test_a_move_is_one_line_that_can_be_undone_and_never_over_another_save(folder: Path) -> None:
    edits, found = Edits(folder), told(folder)
    box = next(one for one in found["elements"] if one["name"] == "text")
    asked = {"file": found["file"], "version": found["version"], "n": box["at"], "name": "text"}
    written = edits.paint({**asked, "set": {"x": 85.5}})
    assert written["diff"] == [
        '-  <defs><rect id="words" x="60" y="550" width="510" height="250"/></defs>',
        '+  <defs><rect id="words" x="85.5" y="550" width="510" height="250"/></defs>',
    ]
    assert next(one for one in told(folder)["elements"] if one["name"] == "text")["box"] == [8.55, 55, 51, 25]
    with pytest.raises(Changed):
        edits.paint({**asked, "set": {"x": 1}})
    Edits(folder).step(back=True)
    assert (folder / "faces" / "card.svg").read_text() == FACE
    one = next(one for one in found["elements"] if one["kind"] == "circle")
    with pytest.raises(NoCell, match="drawn by a loop in line 6"):
        edits.paint({**asked, "n": one["at"], "set": {"cy": 1}})
    for file in ("../outside.svg", "/etc/x.svg", "cards.yaml", ".git/x.svg", "a/../../x.svg", "a\\\\b.svg"):
        with pytest.raises(NoCell):
            edits.paint({**asked, "file": file, "set": {"x": 1}})


def test_line_ends_stay_and_a_template_of_cardgen_is_not_written(folder: Path) -> None:
    file = folder / "faces" / "card.svg"
    file.write_bytes(b"\xef\xbb\xbf" + FACE.replace("\n", "\r\n").encode())
    found = told(folder)
    box = next(one for one in found["elements"] if one["name"] == "moved")
    Edits(folder).paint({"file": found["file"], "version": found["version"], "n": box["at"], "set": {"y": 5}})
    assert (
        file.read_bytes()
        == b"\xef\xbb\xbf"
        + FACE.replace("\n", "\r\n").replace('"moved" x="100" y="100"', '"moved" x="100" y="5"').encode()
    )
    edit(folder / "game.yaml", "face: faces/card.svg", "face: layouts/coin.svg")
    inks = ", ".join(
        f'{name}: "#222222"'
        for name in ["paper", "ink", "soft", "line", "tint", "accent", "on_accent", "a", "b", "c", "d"]
    )
    game = (folder / "game.yaml").read_text("utf-8")
    game = re.sub(r"palette: \{.*?\}", f"palette: {{{inks}}}", game)
    game = game.replace("    fields:", "    fields:\n      suit: {type: text, default: a}")
    (folder / "game.yaml").write_text(game, "utf-8")
    assert "comes with cardgen" in told(folder)["why_not"]


def paint(folder: Path, **what: Any) -> Any:
    found = told(folder)
    return Edits(folder).paint({"file": found["file"], "version": found["version"], **what})


LOOK = {"font-family": "Roboto", "font-size": "4px", "fill": "{{ palette.ground }}"}
PLACE = {"x": 30, "y": 50, "width": 200, "height": 80}


def test_several_boxes_move_in_one_step(folder: Path) -> None:
    found = {one["name"]: one for one in told(folder)["elements"]}
    moves = [{"n": found["moved"]["at"], "set": {"x": 1}}, {"n": found["text"]["at"], "set": {"y": 2}}]
    diff = paint(folder, moves=moves)["diff"]
    assert [line[0] for line in diff] == ["-", "-", "+", "+"] or [line[0] for line in diff] == list("-+-+")
    assert FACE.replace('"moved" x="100"', '"moved" x="1"').replace('x="60" y="550"', 'x="60" y="2"') == (
        (folder / "faces" / "card.svg").read_text("utf-8")
    )
    Edits(folder).step(back=True)
    assert (folder / "faces" / "card.svg").read_text("utf-8") == FACE
    for odd in (
        [{"n": 1}],
        [{"n": "1", "set": {"x": 1}}],
        [1],
        [{"n": 1, "set": {"onload": 1}}],
        moves[:1] * 401,
    ):
        with pytest.raises(NoCell):
            paint(folder, moves=odd)
    assert (folder / "faces" / "card.svg").read_text("utf-8") == FACE


def test_new_elements_are_lines_of_their_own_with_an_id(folder: Path) -> None:
    edit(folder / "game.yaml", "    fields:", "    fields:\n      art: {type: picture, default: ''}")
    written = [
        paint(folder, new="text", words="a < b & 'c'", **PLACE, **LOOK),
        paint(folder, new="rect", **PLACE, fill="#cccccc"),
        paint(folder, new="ellipse", **PLACE),
        paint(folder, new="picture", field="art", **PLACE),
        paint(folder, new="picture", href="art/boat.png", **PLACE),
    ]
    assert [len(one["diff"]) for one in written] == [2, 1, 1, 1, 1]
    assert all(
        line.startswith("+  <") or line.startswith("+  {% if card.art %}<image")
        for one in written
        for line in one["diff"]
    )
    text, ellipse = (
        next(one for one in told(folder)["elements"] if one["name"] == name)
        for name in ("text-1", "ellipse-1")
    )
    assert (text["box"], text["words"]) == ([3, 5, 20, 8], "a < b & 'c'")
    assert ellipse["box"] == [3, 5, 20, 8]
    for odd in (
        {"new": "script"},
        {"new": "rect", "fill": "url(#x)"},
        {"new": "picture", "href": "../secret.png"},
        {"new": "picture", "href": "https://far.example/a.png"},
        {"new": "text", "words": "{{ kit }}", **LOOK},
        {"new": "text", "field": "art}} {{ kit", **LOOK},
        {"new": "text", "words": "a", **LOOK, "font-family": "a';x"},
    ):
        with pytest.raises(NoCell):
            paint(folder, **PLACE, **odd)
    (folder / "faces" / "card.svg").write_text(FACE + "<!-- </svg> -->\n", "utf-8")
    with pytest.raises(NoCell, match="in a comment"):
        paint(folder, new="rect", **PLACE, fill="none")


def test_an_element_is_taken_out_with_its_box_and_nothing_else(folder: Path) -> None:
    edit(folder / "game.yaml", "    fields:", "    fields:\n      art: {type: picture, default: ''}")
    file = folder / "faces" / "card.svg"
    paint(folder, new="picture", field="art", **PLACE)
    paint(folder, new="text", words="Gone", **PLACE, **LOOK)
    full = file.read_text("utf-8")
    numbers = {tag.said(full, "id"): n for n, tag in enumerate(tags_in(full))}
    paint(folder, remove=[numbers["picture-1"], numbers["text-1"]])
    assert file.read_text("utf-8") == FACE  # its box and its condition, too
    gone = paint(folder, remove=[numbers["text"]])
    assert [line[:14] for line in gone["diff"]] == [
        "-  <defs><rect",
        "+  <defs></defs>"[:14],
        '-  <text id="t',
    ]
    Edits(folder).step(back=True)
    assert file.read_text("utf-8") == FACE
    for number, why in (
        (FACE[: FACE.index("<circle")].count("<") - FACE[: FACE.index("<circle")].count("</"), "a loop"),
        (99, "no such"),
    ):
        with pytest.raises(NoCell, match=why):
            paint(folder, remove=[number])
    file.write_text(
        FACE.replace("{{ card.text }}</text>", "{% if card.text %}a</text>{% else %}</text>{% endif %}")
    )
    with pytest.raises(NoCell, match="begins or ends something else"):
        paint(folder, remove=[numbers["text"]])


def test_words_are_written_where_they_are_plain_and_fields_take_their_place(folder: Path) -> None:
    file = folder / "faces" / "card.svg"
    file.write_text(
        FACE.replace(
            "{{ card.text }}</text>",
            "Old\n  </text>\n<text>{{ card.name | upper }}</text><text>a<tspan>b</tspan></text>",
        ),
        "utf-8",
    )
    text, computed, parts = (
        one for one in told(folder)["elements"] if one["line"] != 9 and one["kind"] in ("text", "point")
    )
    assert text["words"] == "Old"
    assert "words" not in computed
    assert "words" not in parts
    assert paint(folder, n=text["n"], words="Für <alle> & **me**")["diff"][1].endswith(
        ">Für &lt;alle&gt; &amp; **me**"
    )
    assert {one["n"]: one for one in told(folder)["elements"]}[text["n"]]["words"] == "Für <alle> & **me**"
    assert paint(folder, n=text["n"], field="text")["diff"][1].endswith(">{{ card.text }}")
    assert {one["n"]: one for one in told(folder)["elements"]}[text["n"]]["field"] == "text"
    for one in (computed, parts):
        with pytest.raises(NoCell, match="put together in line"):
            paint(folder, n=one["n"], words="x")
    for odd in ("{{ kit }}", "{% if %}", "a {# b", "a\nb"):
        with pytest.raises(NoCell):
            paint(folder, n=text["n"], words=odd)
    with pytest.raises(NoCell, match="no card of this kit has a field 'gone'"):
        paint(folder, n=text["n"], field="gone")


def test_only_pages_on_this_machine_move_anything(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        made.kits["small"] = folder
        address = f"/{SECRET}/kits/small/handles"
        query = {"path": address}
        assert (await ask(made, **query))[0] in (404, 409)  # no card is named
        found = told(folder)
        box = next(one for one in found["elements"] if one["name"] == "moved")
        asked = {"file": found["file"], "version": found["version"], "n": box["at"], "set": {"y": 5}}
        assert (await ask(made, address, asked, headers={"origin": "http://elsewhere"}))[0] == 403
        with monkeypatch.context() as far:
            far.setattr("cardgen.studio.server._is_local", lambda request: False)
            assert (await ask(made, address, asked))[0] == 403
        assert (folder / "faces" / "card.svg").read_text() == FACE
        status, answer = await ask(made, address, asked)
        assert (status, json.loads(answer)["file"]) == (200, "faces/card.svg")
        assert (await ask(made, address, asked))[0] == 409
        await made.close()

    asyncio.run(evening())


def test_a_draft_is_the_face_that_will_be_written_and_writes_nothing(folder: Path) -> None:
    worker = RenderWorker(folder)
    list(worker.read())
    found = told(folder)
    box = next(one for one in found["elements"] if one["name"] == "text")
    moves = [{"n": box["at"], "set": {"x": 85.5, "width": 300}}]
    about = {"card": "A1", "look": "full", "side": "front"}
    asked = {"version": found["version"], "moves": moves}
    drafts = [answer(worker, "dragged", {**about, "asked": asked})["face"] for _ in range(2)]
    assert (folder / "faces" / "card.svg").read_text("utf-8") == FACE
    assert drafts[0] == drafts[1] != worker.drawn["full"]["A1"]["front"]
    paint(folder, moves=moves)
    list(worker.read(["faces/card.svg"]))
    with pytest.raises(KeyError):
        answer(worker, "dragged", {**about, "asked": asked})  # the file is another one now
    assert worker.drawn["full"]["A1"]["front"] == drafts[0]


def test_a_new_colour_is_in_every_look_and_undone_with_its_use(folder: Path) -> None:
    game = (folder / "game.yaml").read_text("utf-8")
    box = next(one for one in told(folder)["elements"] if one["name"] == "moved")
    use = {"n": box["n"], "key": "fill", "value": "{{ palette.night }}"}
    for name, ink in (("ground", "#123456"), ("Night 2", "#123456"), ("night", "red"), (None, "#123456")):
        with pytest.raises(NoCell):
            paint(folder, **use, colour={"name": name, "ink": ink})
    assert (folder / "game.yaml").read_text("utf-8") == game
    written = paint(folder, **use, colour={"name": "night", "ink": "#123456"})
    assert [file for file, _ in written["also"]] == ["game.yaml"]
    assert [look.palette["night"] for look in load_kit(folder).looks.values()] == ["#123456", "#123456"]
    Edits(folder).step(back=True)
    assert (folder / "game.yaml").read_text("utf-8") == game
    assert (folder / "faces" / "card.svg").read_text("utf-8") == FACE
