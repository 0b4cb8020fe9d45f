"""A page in the browser shows the pictures of a card as paper does."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from cardgen.export.svg import drawing_svg
from tests.browser.conftest import Show
from tests.faces.test_face_pictures import MORE, face, faces_with, image, printed

WAYS = {
    "placed by us": '<defs><clipPath id="c"><circle cx="45" cy="70" r="12"/></clipPath></defs>'
    + image('data-fit="cover" data-focus="75% 20%"', 'x="3" y="3" width="20" height="30"')
    + image('data-fit="contain"', 'x="27" y="3" width="30" height="30"')
    + image('data-fit="cover"', 'x="3" y="40" width="25" height="12"', "art/turned.jpg")
    + image('opacity=".7"', 'x="32" y="36" width="20" height="20"', "art/rings.png")
    + image('data-fit="cover"', 'x="3" y="58" width="20" height="25"', "art/drawn.svg")
    + image('data-fit="cover" clip-path="url(#c)"', 'x="30" y="56" width="30" height="28"'),
    "drawn by an engine": '<defs><clipPath id="c"><path d="M5 5h50v60a25 9 0 0 1 -50 0z"/></clipPath></defs><g clip-path="url(#c)">'
    + image('data-fit="cover"', 'x="3" y="3" width="20" height="60"')
    + image('data-fit="cover"', 'x="25" y="3" width="30" height="30"', "art/turned.jpg")
    + image("", 'x="25" y="40" width="20" height="40"', "art/drawn.svg")
    + "</g>",
}


@pytest.mark.parametrize("way", WAYS)
def test_pictures_on_the_screen_are_those_on_paper(way: str, tmp_path: Path, open_page: Show) -> None:
    drawing = face(faces_with(tmp_path, WAYS[way], files=MORE))
    page = tmp_path / "face.html"
    shown = drawing_svg(drawing).replace("<svg ", '<svg style="width:690px;height:940px;display:block" ', 1)
    page.write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;background:#fff">{shown}', "utf-8"
    )
    seen = open_page(page).locator("svg").first.screenshot()
    screen = Image.open(io.BytesIO(seen)).convert("RGB").crop((30, 30, 660, 910))
    paper = printed(drawing)
    assert screen.size == paper.size
    off = ImageChops.difference(screen, paper).convert("L").histogram()
    assert sum(off[40:]) / sum(off) < 0.01
