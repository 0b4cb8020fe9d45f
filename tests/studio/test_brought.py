"""Picture files dropped onto a page: upright, without notes, never over another, and nothing that does more than draw."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path

import pytest
from PIL import Image

from cardgen.base.svg import parse
from cardgen.source.cells import NoCell
from cardgen.studio.brought import MOST_BYTES
from cardgen.studio.edits import Edits
from tests.table.served import SECRET, ask, studio

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


def photo(turn: int) -> bytes:
    """Return a JPEG of 20 × 10 pixels, red on its left, that says where it was taken and how it is turned."""
    image, made = Image.new("RGB", (20, 10), "blue"), io.BytesIO()
    image.paste("red", (0, 0, 10, 10))
    notes = Image.Exif()
    notes[0x0112], notes[0x010E] = turn, "at home"
    image.save(made, "JPEG", exif=notes, quality=95)
    return made.getvalue()


@pytest.mark.parametrize(
    ("turn", "red"), [(1, (2, 5)), (2, (17, 5)), (3, (17, 5)), (6, (5, 2)), (8, (5, 17))]
)
def test_a_photo_is_upright_and_says_nothing_of_where_it_was_taken(
    edits: Edits, turn: int, red: tuple[int, int]
) -> None:
    name = edits.bring("C:\\Me\\Möwe (1).JPG", photo(turn))["picture"]
    assert name == "art/pictures/mowe-1.jpg"
    data = (edits.folder / name).read_bytes()
    assert b"at home" not in data
    with Image.open(io.BytesIO(data)) as image:
        assert image.getexif().get(0x0112, 1) == 1
        r, _, b = image.convert("RGB").getpixel(red)  # type: ignore[misc]
        assert r > 200 > 60 > b


def test_it_is_never_copied_over_another_and_the_same_one_is_not_copied_twice(edits: Edits) -> None:
    names = [edits.bring("../../boat.png.jpeg", photo(turn))["picture"] for turn in (1, 3, 1)]
    assert names == ["art/pictures/boat-png.jpg", "art/pictures/boat-png-2.jpg", "art/pictures/boat-png.jpg"]
    assert edits.bring("…", photo(1))["picture"] == "art/pictures/picture.jpg"


@pytest.mark.parametrize(
    ("inside", "why"),
    [
        ("<script>1</script>", "<script>"),
        ("<foreignObject/>", "<foreignObject>"),
        ('<a href="#x"><rect/></a>', "<a>"),
        ('<rect onclick="x()"/>', "a script in onclick"),
        ('<image href="file:///etc/passwd"/>', "a link to file:"),
        ('<use xmlns:l="http://www.w3.org/1999/xlink" l:href="//x.example/a.svg#b"/>', "a link to //x"),
        ("<style>@import url(https://x.example/a.css);</style>", "a link in its style"),
        ('<rect style="fill:url(https://x.example/a#b)"/>', "a link in its style"),
        ('<rect><animate attributeName="x"/></rect>', "<animate>"),
    ],
)
def test_an_svg_only_draws(edits: Edits, inside: str, why: str) -> None:
    with pytest.raises(NoCell, match=why):
        edits.bring("a.svg", SVG.format(inside).encode())
    assert not (edits.folder / "art").exists()


def test_an_svg_keeps_its_drawing_and_loses_its_notes(edits: Edits) -> None:
    own = 'xmlns:s="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" s:docname="/home/ada/x.svg"'
    said = f'<g {own} style="fill:url(#g)"><rect width="4"/></g><metadata>Ada</metadata><!-- Ada -->'
    name = edits.bring("A.svg", SVG.format(said).encode())["picture"]
    kept = (edits.folder / name).read_bytes()
    assert b"url(#g)" in kept
    assert not {b"Ada", b"ada", b"sodipodi"} & {
        word for word in (b"Ada", b"ada", b"sodipodi") if word in kept
    }
    assert len(list(parse(kept).iter())) == 3


def test_what_is_too_large_or_no_picture_or_in_a_link_is_refused(edits: Edits, tmp_path: Path) -> None:
    for name, data, why in (
        ("a.png", b"x" * (MOST_BYTES + 1), "12 MB"),
        ("a.png", b"GIF89a", "is a GIF, expected .*; open it in a picture program and save it as PNG"),
        ("a.svg", b"<svg", "no SVG that can be read|something else"),
        ("a.txt", b"", "is empty"),
    ):
        with pytest.raises(NoCell, match=why):
            edits.bring(name, data)
    (tmp_path / "out").mkdir()
    (edits.folder / "art").symlink_to(tmp_path / "out")
    with pytest.raises(NoCell, match="out of the kit"):
        edits.bring("a.jpg", photo(1))
    edits.read_only = "no"
    with pytest.raises(NoCell, match="no"):
        edits.bring("a.jpg", photo(1))


def test_a_page_sends_a_file_as_it_is(edits: Edits, tmp_path: Path) -> None:
    async def go() -> None:
        made = studio(tmp_path / "tables")
        made.kits["small"] = edits.folder
        place = f"/{SECRET}/kits/small/pictures"
        sent = {"content-type": "application/octet-stream"}
        status, body = await ask(made, place, photo(1), headers=sent)
        assert (status, json.loads(body)) == (200, {"picture": "art/pictures/picture.jpg"})
        assert (await ask(made, place, photo(1)))[0] == 415
        status, body = await ask(made, place, b"none", headers=sent)
        assert (status, "something else" in json.loads(body)["says"]) == (422, True)

    asyncio.run(go())
