"""What is brought onto a face: pictures, colours, places; by mouse, by keys, wide and narrow, bright and dark."""

from __future__ import annotations

import base64
import io
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import wait
from tests.browser.test_table import nodes
from tests.studio.small import edit, small_kit

DROP = """([selector, name, data]) => {
  const box = document.querySelector(selector), a = box.getBoundingClientRect(), files = new DataTransfer();
  files.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
  const about = { dataTransfer: files, bubbles: true, cancelable: true, clientX: a.left + a.width / 2, clientY: a.top + a.height / 2 };
  for (const kind of ["dragover", "drop"]) box.dispatchEvent(new DragEvent(kind, about));
}"""
SIZES = [(1280, "light"), (390, "dark")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    kit = small_kit(tmp_path / "kits")
    edit(kit / "game.yaml", "    fields:", "    fields:\n      art: {type: picture, dpi: 1, default: ''}")
    image = '{% if card.art %}<image id="art" href="{{ card.art }}" x="6" y="20" width="20" height="20"/>{% endif %}\n</svg>'
    edit(kit / "faces" / "card.svg", "</svg>", image)
    return kit


def picture(colour: str = "green") -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (40, 40), colour).save(made, "PNG")
    return made.getvalue()


def drop(page: Any, selector: str, name: str, data: bytes) -> None:
    page.wait_for_selector(selector)
    page.evaluate(DROP, [selector, name, base64.b64encode(data).decode()])


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_a_picture_is_dropped_and_chosen_by_keys(
    start: Start, tmp_path: Path, folder: Path, show: Show, width: int, scheme: str
) -> None:
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=width, color_scheme=scheme, quiet=True)

    def art(row: int) -> Any:
        return yaml.safe_load((folder / "cards.yaml").read_text("utf-8"))[row].get("art")

    drop(page, "td[data-row='0'][data-key='art']", "Möwe!.png", picture())
    wait(lambda: art(0) == "art/pictures/mowe.png")
    drop(page, "td[data-row='0'][data-key='name']", "no.png", picture())  # a name takes none
    if width < 600:  # one card at a time
        page.click("[aria-label='Card after']")
    drop(
        page,
        "td[data-row='1'][data-key='art']",
        "x.svg",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
    )
    page.wait_for_selector(".toast.bad:has-text('has <script>')")
    page.focus("td[data-row='1'][data-key='id']")
    page.wait_for_timeout(500)
    with page.expect_file_chooser() as chooser:
        page.press("#face .file button", "Enter")
    edit(folder / "cards.yaml", "name: Deuce", "name: Two")  # somebody else saves while the file is chosen
    page.wait_for_selector("td[data-row='1'][data-key='name']:has-text('Two')")
    chooser.value.set_files([{"name": "b.png", "mimeType": "image/png", "buffer": picture("blue")}])
    wait(lambda: art(1) == "art/pictures/b.png")
    assert sorted(one.name for one in (folder / "art/pictures").iterdir()) == ["b.png", "mowe.png"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []

    page.goto(f"{running.home}card?kit=small&card=A1&edit=1")
    drop(page, ".handles .box[title^=art]", "c.png", picture("red"))  # the picture of this card
    wait(lambda: art(0) == "art/pictures/c.png")
    page.wait_for_selector(".written:has-text('cards.yaml')")
    drop(page, ".handles .box[title^=ground]", "d.png", picture("red"))  # nowhere a picture: a new one
    wait(lambda: 'href="art/pictures/d.png"' in (folder / "faces/card.svg").read_text())
    page.wait_for_selector(".handles .chosen[title^=picture]")
    with page.expect_file_chooser() as chooser:
        page.click("#picture-file")  # into the picture that is chosen
    chooser.value.set_files([{"name": "e.png", "mimeType": "image/png", "buffer": picture("gold")}])
    wait(lambda: 'href="art/pictures/e.png"' in (folder / "faces/card.svg").read_text())
    assert nodes(page) == []


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_a_colour_is_new_and_boxes_go_to_the_margin(
    start: Start, tmp_path: Path, folder: Path, show: Show, width: int, scheme: str
) -> None:
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}card?kit=small&card=A1&edit=1", width=width, color_scheme=scheme, quiet=True)
    face = folder / "faces" / "card.svg"
    page.wait_for_selector(".handles .box")
    page.select_option("#element", label="Draw one card., line 5")
    page.click("#to-right")
    wait(lambda: 'id="box" x="9"' in face.read_text())
    page.focus("#to-top")
    page.keyboard.press("Enter")
    wait(lambda: 'id="box" x="9" y="3"' in face.read_text())
    before = (folder / "game.yaml").read_text("utf-8"), face.read_text("utf-8")
    page.click(".new-colour summary")
    page.fill("#new-ink", "#123456")
    page.focus("#new-colour")
    page.keyboard.type("night")
    page.keyboard.press("Enter")
    wait(lambda: "fill:{{ palette.night }}" in face.read_text())
    looks = yaml.safe_load((folder / "game.yaml").read_text("utf-8"))["looks"]
    assert [look["palette"]["night"] for look in looks.values()] == ["#123456", "#123456"]
    page.wait_for_selector(".written:has-text('game.yaml')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []
    page.wait_for_selector("#look-fill option[value=night]", state="attached")
    page.locator("[aria-label^='Undo: Draw one card.: fill']").click()
    wait(lambda: before == ((folder / "game.yaml").read_text("utf-8"), face.read_text("utf-8")))


def test_the_face_follows_a_drag_before_anything_is_written(
    start: Start, tmp_path: Path, folder: Path, show: Show
) -> None:
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}card?kit=small&card=A1&edit=1", width=1280, quiet=True)
    face = (folder / "faces" / "card.svg").read_bytes()
    page.wait_for_selector(".handles .box")
    page.select_option("#element", label="ground, line 2")
    page.wait_for_selector(".handles .chosen[title=ground]")
    shown = page.locator(".layered img").first.get_attribute("src")
    box = page.locator(".handles .chosen").bounding_box()
    assert box
    at = box["x"] + 40, box["y"] + box["height"] - 30
    page.mouse.move(*at)
    page.mouse.down()
    for n in range(20):
        page.mouse.move(at[0] + 3 * n, at[1])
        page.wait_for_timeout(16)
    page.wait_for_function(f"() => document.querySelector('.layered img').getAttribute('src') !== '{shown}'")
    assert (folder / "faces" / "card.svg").read_bytes() == face
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_function(f"() => document.querySelector('.layered img').getAttribute('src') === '{shown}'")
    assert (folder / "faces" / "card.svg").read_bytes() == face


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_a_layout_is_a_new_face_and_all_is_committed(
    start: Start, tmp_path: Path, folder: Path, show: Show, width: int, scheme: str, monkeypatch: Any
) -> None:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ada@example.org")
    subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}new?kit=small", width=width, color_scheme=scheme, quiet=True)
    page.check("[value=portrait]")
    page.select_option("#for", label="A new face for Cards")
    page.press("#side .btn-main", "Enter")
    page.wait_for_selector("#without:has-text('No place on the face: colour')")
    assert (
        yaml.safe_load((folder / "game.yaml").read_text("utf-8"))["decks"]["main"]["face"]
        == "faces/main-portrait.svg"
    )
    assert nodes(page) == []
    page.click(".kit-name")
    page.click("#commit")
    page.wait_for_selector(".committed li:has-text('faces/main-portrait.svg')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert nodes(page) == []
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/commit-{width}.png")
    page.keyboard.type("A new face")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast:has-text('Committed as')")
    said = subprocess.run(
        ["git", "-C", folder, "log", "--format=%s"], check=True, capture_output=True, text=True
    )
    assert said.stdout == "A new face\n"
