"""Readers of what online tables get, which know nothing of how it was made: JSON, ZIP and pictures, and kit.json beside."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse
from zipfile import ZipFile

from jsonschema import Draft202012Validator
from PIL import Image

from tests.spreadsheets import HEAD, lay_out

HERE = Path(__file__).parent
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 {w} {h}">{body}</svg>'
WORDS = (
    '<rect x="-3" y="-3" width="100%" height="100%" fill="{fill}"/>'
    '<text x="4" y="12" style="font-family:Roboto;font-size:6px">{{{{ card.id }}}}</text>'
)


def svg(width: float, height: float, fill: str) -> str:
    """A face of a component so large, with its card's id on a colour."""
    return SVG.format(w=width + 6, h=height + 6, body=WORDS.format(fill=fill))


KIT = f"""\
{HEAD}decks:
  plain:
    title: Plain cards
    size: mini
    corner: 2mm
    face: face.svg
    back: back.svg
    fields:
      text: {{type: text, default: ""}}
      secret: {{type: text, translate: false, default: code}}
      value: {{type: int, default: 1}}
      good: {{type: bool, default: true}}
    cards:
      - {{id: A1, name: Ace, count: 3, text: "**Gain** {{coin}} 2."}}
      - {{id: A2, name: Deuce}}
      - {{id: A3}}
  two_faced:
    title: Two-faced cards
    size: mini
    face: face.svg
    back: face.svg
    cards: [{{id: T1}}, {{id: T2, count: 2}}]
tiles:
  land:
    title: Land
    size: square-40
    face: tile.svg
    back: tile-back.svg
    cards: [{{id: L1}}, {{id: L2, count: 2}}]
tokens:
  coins:
    title: Coins
    size: 20x20mm
    face: token.svg
    cards: [{{id: coin, count: 5}}, {{id: gem, count: 2}}]
boards:
  board:
    title: The board
    size: 160x80mm
    face: board.svg
    cards: [{{id: map, name: The map}}]
"""
FILES: dict[str, str | bytes] = {
    "face.svg": svg(44, 63, "#e8bc5e"),
    "back.svg": svg(44, 63, "#2a6db3").replace("{{ card.id }}", "B"),
    "tile.svg": svg(40, 40, "#5fbf78"),
    "tile-back.svg": svg(40, 40, "#2a6db3").replace("{{ card.id }}", "B"),
    "token.svg": svg(17, 17, "#ee2e45").replace("-3 -3", "-1.5 -1.5").replace('"-3"', '"-1.5"'),
    "board.svg": svg(160, 80, "#d0b583"),
}


def kit(folder: Path, game: str = KIT, **files: str | bytes) -> Path:
    """Lay out the small kit with everything in it."""
    return lay_out(folder / "kit", {"game.yaml": game, **FILES, **files})


def counted(out: Path) -> tuple[dict[str, int], dict[str, Any]]:
    """How many there are of each card, and each component, as kit.json says."""
    manifest = json.loads((out / "kit.json").read_text("utf-8"))
    cards = {card: n for component in manifest["components"] for card, n in component["cards"].items()}
    return cards, {component["id"]: component for component in manifest["components"]}


# -- Tabletop Simulator


def saved(file: Path) -> dict[str, Any]:
    """A saved file that is what the schema says."""
    data = json.loads(file.read_text("utf-8"))
    Draft202012Validator(json.loads((HERE / "tts.schema.json").read_text("utf-8"))).validate(data)
    return data  # type: ignore[no-any-return]


def pieces(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every piece, as often as it is there, out of its deck, bag or stack."""
    for one in objects:
        if "ContainedObjects" in one:
            if "DeckIDs" in one:
                assert one["DeckIDs"] == [card["CardID"] for card in one["ContainedObjects"]]
                for card in one["ContainedObjects"]:
                    key = str(card["CardID"] // 100)
                    assert card["CustomDeck"] == {key: one["CustomDeck"][key]}
            yield from pieces(one["ContainedObjects"])
        elif one["Name"] != "HandTrigger":
            yield from [one] * one.get("Number", 1)


def all_objects(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in objects:
        yield one
        yield from all_objects(one.get("ContainedObjects", []))


def opened(address: str, folder: Path) -> Image.Image:
    """The picture at an address; it lies in the folder, is RGB, whole, and within 4096 pixels."""
    path = folder / unquote(urlparse(address).path).rsplit("/", 1)[1]
    if address.startswith("file:"):
        assert Path(unquote(urlparse(address).path)) == path.resolve()
    return _decoded(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _decoded(path: Path, written: int) -> Image.Image:
    with Image.open(path) as picture:
        picture.verify()
    with Image.open(path) as picture:
        assert picture.mode == "RGB"
        assert max(picture.size) <= 4096
        return picture.copy()


def sides(piece: dict[str, Any], folder: Path) -> tuple[Image.Image, Image.Image]:
    """Front and back of a piece, cut out of its sheets; the last cell of a sheet is no card."""
    if "CustomImage" in piece:
        image = piece["CustomImage"]
        return opened(image["ImageURL"], folder), opened(image["ImageSecondaryURL"], folder)
    ((_, deck),) = piece["CustomDeck"].items()
    across, down = deck["NumWidth"], deck["NumHeight"]
    cell = piece["CardID"] % 100
    assert cell < across * down - 1
    front = opened(deck["FaceURL"], folder)
    assert front.width % across == 0
    assert front.height % down == 0

    def cut(sheet: Image.Image) -> Image.Image:
        width, height = front.width // across, front.height // down
        x, y = cell % across * width, cell // across * height
        return sheet.crop((x, y, x + width, y + height))

    back = opened(deck["BackURL"], folder)
    return cut(front), cut(back) if deck["UniqueBack"] else back


def names(objects: list[dict[str, Any]]) -> Counter[str]:
    return Counter(piece["Nickname"] for piece in pieces(objects))


# -- playingcards.io


def room(file: Path) -> tuple[list[dict[str, Any]], dict[str, Image.Image]]:
    """The widgets of a room that are what the schema says, and its pictures: all that are named, and no others."""
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        inside = archive.namelist()
        assert len(inside) == len(set(inside))
        widgets = json.loads(archive.read("widgets.json"))
        assert archive.read("schemaVersion") == b"3"
        pictures = {}
        for name in inside:
            if name.startswith("userassets/"):
                pictures[f"package://{name}"] = Image.open(io.BytesIO(archive.read(name)))
                pictures[f"package://{name}"].load()
    Draft202012Validator(json.loads((HERE / "pcio.schema.json").read_text("utf-8"))).validate(widgets)
    assert set(_named(widgets)) == set(pictures)
    assert set(inside) == {
        "widgets.json",
        "schemaVersion",
        *(name.removeprefix("package://") for name in pictures),
    }
    ids = [widget["id"] for widget in widgets]
    assert len(ids) == len(set(ids))
    assert all(widget.get("parent") in (None, *ids) for widget in widgets)
    return widgets, pictures


def imported(file: Path) -> dict[str, int]:
    """How often each card is on the table once another program has imported a room.

    Made after server/pcioimport.mjs of ArnoldSmith86/virtualtabletop 48930c5, read 2026-11-26: it passes over pictures of
    2 MiB and more and cards without their deck, looks for each parent by its id, and takes every value of a card type and
    of a template for text.
    """
    with ZipFile(file) as archive:
        widgets = {widget["id"]: widget for widget in json.loads(archive.read("widgets.json"))}
        known = {f"package://{one.filename}" for one in archive.infolist() if one.file_size < 2 * 1024 * 1024}
    found: Counter[str] = Counter()
    for widget in widgets.values():
        assert widget.get("parent") is None or widget["parent"] in widgets
        if widget["type"] == "cardDeck":
            shown = [one for side in ("faceTemplate", "backTemplate") for one in widget[side]["objects"]]
            said = [one["value"] for one in shown]
            said += [text for kind in widget["cardTypes"].values() for text in kind.values()]
            assert all(isinstance(text, str) for text in said)
            assert {text for text in said if text.startswith("package:")} <= known
        elif widget["type"] == "card":
            deck = widgets[widget["deck"]]
            assert widget["cardType"] in deck["cardTypes"]
            found[widget["cardType"]] += 1
    return dict(found)


def _named(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value.startswith("package://"):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _named(part)
