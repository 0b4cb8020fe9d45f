"""Moving pictures show the table as the page does: boards with pieces on their spots, piles by their top, marks of seats."""

from __future__ import annotations

import re
import weakref
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from cardgen.app.film import film_page, game_in
from cardgen.app.moving import MOST, Camera, _marks, highlights, moving_picture, stills_of
from cardgen.engine import RandomBot, play_and_save
from cardgen.games import make_game
from cardgen.table.film import film
from tests.games.kits import kit_of

DATA = Path(__file__).parents[2] / "data"


def saved(slug: str, path: Path, players: int, **options: Any) -> Path:
    game: Any = make_game(kit_of(slug), players, options)
    whole = play_and_save(game, 3, [RandomBot() for _ in range(players)])
    replace(whole, moves=whole.moves[:24]).write(path)
    return path


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Camera, dict[str, Any]]:
    path = saved("biergarten", tmp_path_factory.mktemp("film") / "game.json", 3, side="ales")
    game, kept = game_in(path, DATA)
    shot = film(game, kept)
    state = stills_of(shot, [""] * (len(kept.moves) + 1), game)[-1][-1].state
    return Camera(game, shot["pieces"], [state]), state


def seen(picture: Image.Image, bare: Image.Image, box: tuple[int, int, int, int]) -> bool:
    return ImageChops.difference(picture.convert("RGB").crop(box), bare.crop(box)).getbbox() is not None


@pytest.mark.slow
def test_a_board_is_drawn_with_each_piece_on_its_spot(taken: tuple[Camera, dict[str, Any]]) -> None:
    camera, state = taken
    zone, there = camera.zone("token"), state["zones"]["token"]
    (card, side), *_ = camera.boards.items()
    assert side == "back"
    bare = camera.board(zone, [], state["at"]).convert("RGB")
    picture = camera.board(zone, there, state["at"])
    scale = picture.width / camera.component[card].size.width
    assert len(there) == 3
    for piece in there:
        x, y = zone["spots"][state["at"][str(piece)][0]]
        middle = round(x * scale), round(y * scale)
        assert seen(picture, bare, (middle[0] - 3, middle[1] - 3, middle[0] + 3, middle[1] + 3))
    free = [spot for n, spot in enumerate(zone["spots"]) if n not in {at[0] for at in state["at"].values()}]
    x, y = max(free)  # far to the right, where nobody is
    middle = round(x * scale), round(y * scale)
    assert not seen(picture, bare, (middle[0] - 3, middle[1] - 3, middle[0] + 3, middle[1] + 3))


@pytest.mark.slow
def test_a_picture_shows_the_marks_of_seats_and_nothing_that_is_out_of_the_game(
    taken: tuple[Camera, dict[str, Any]],
) -> None:
    camera, state = taken
    frame = camera.frame(state, "Ana plays")
    colours = {colour for _, colour in frame.getcolors(1 << 24)}
    for colour, _ in camera.marks[:3]:
        assert tuple(int(colour[n : n + 2], 16) for n in (1, 3, 5)) in colours
    titles = [zone["title"] for zone, _ in camera.shown(state["zones"])]
    assert titles[-1] == "Cellar", "boards lie last"
    assert "Mugs" not in titles
    assert camera.figures({}, [["scores", 1]], ["scores"]) == "1 barrel"
    assert camera.figures({}, [["scores", 5], ["other", 2]], ["scores"]) == "5 barrels"
    few = camera.with_few_colours(frame)
    assert few.mode == "P"
    assert few.convert("RGB").getpixel((2, frame.height - 3)) == frame.getpixel((2, frame.height - 3))


def test_marks_are_those_of_the_page() -> None:
    marks = list(_marks())
    assert len(marks) == 6
    assert len({colour for colour, _ in marks}) == 6
    assert [len(corners) for _, corners in marks] == [0, 4, 4, 3, 6, 16]


@pytest.mark.slow
def test_a_film_has_the_side_of_the_board_that_is_played(tmp_path: Path) -> None:
    import base64
    import json
    import re
    import zlib

    for side, shown in (("lagers", "front"), ("ales", "back")):
        page = film_page(saved("biergarten", tmp_path / f"{side}.json", 2, side=side), DATA)
        packed = re.search(r'id="packed"[^>]*>([^<]*)<', page)
        assert packed
        told = json.loads(zlib.decompress(base64.b64decode(packed[1]), -15))
        card, name = "cellar", told["kit"]["boards"]["cellar"]
        assert name == f"{card} {shown}"
        assert name in told["faces"]
        assert any(one["id"] == card for one in told["kit"]["cards"])


@pytest.mark.parametrize(
    ("first", "last", "marks"),
    [(0, 900, [5, 400, 899]), (0, 900, list(range(1, 900))), (30, 90, [12, 31, 95]), (0, 60, [])],
)
def test_of_a_long_game_sixty_moments_are_shown_with_both_ends_and_the_marks(
    first: int, last: int, marks: list[int]
) -> None:
    chosen = highlights(first, last, marks)
    assert len(chosen) == len(set(chosen)) == MOST
    assert chosen == sorted(chosen)
    assert (chosen[0], chosen[-1]) == (first, last)
    inside = {mark for mark in marks if first < mark < last}
    assert len(inside) > 58 or inside <= set(chosen)
    assert highlights(3, 3 + MOST - 1, []) == list(range(3, 3 + MOST))


def test_pictures_are_made_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alive: weakref.WeakValueDictionary[int, Image.Image] = weakref.WeakValueDictionary()
    most: list[int] = []
    frame = Camera.frame

    def counted(self: Camera, state: Any, says: str) -> Image.Image:
        picture = frame(self, state, says)
        alive[len(most)] = picture
        most.append(len(alive))
        return picture

    monkeypatch.setattr(Camera, "frame", counted)
    monkeypatch.setattr("cardgen.app.moving.MOST", 12)
    game = saved("cheers", tmp_path / "game.json", 3)
    said: list[str] = []
    assert 9 <= moving_picture(game, DATA, tmp_path / "a.gif", 0, None, said.append) <= 12
    assert max(most) < 5
    assert [
        re.search(r"moves are too many .* shows [0-9]+ of them", words) is not None for words in said
    ] == [True]
    with Image.open(tmp_path / "a.gif") as picture:
        assert getattr(picture, "n_frames", 1) > 6  # equal ones are one that lasts longer
