"""Pictures for print services: the pixels, the names, the lists and the orders, read back by other programs."""

from __future__ import annotations

import json
from collections import Counter
from math import cos, sin, tau
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import Cardgen, Said
from tests.targets.kits import bundle, face, lay, part, rows
from tests.targets.read_back import check_pictures, copies_listed, ordered

SMALL = "pictures: {dpi: 100, MORE sizes: [{name: poker, size: 63x88mm, bleed: 3mm}]}\n"


def mine(more: str = "") -> str:
    return "title: My printer\n" + SMALL.replace("MORE", more)


def built(cardgen: Cardgen, folder: Path, target: str, *more: str) -> Said:
    return cardgen.works("build", "kit", "--for", target, "--out", "out", *more)


def test_a_poker_deck_goes_to_the_game_crafter(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path)
    said = built(cardgen, tmp_path, "tgc")
    folder, build = bundle(tmp_path, "tgc")

    assert "  Main: scaled by 1.01 to poker, 63.5 × 88.9 mm" in said.out
    check_pictures(folder, build, {"poker": (825, 1125)})
    assert sorted(path.name for path in (folder / "poker" / "main").iterdir())[:3] == [
        "A1.png",
        "A2.png",
        "A3.png",
    ]
    assert copies_listed(folder / "cards.csv") == {"A1": 2, "A2": 1, "A3": 3}
    assert len({row["back"] for row in rows(folder / "cards.csv")}) == 1
    assert build["adapted"][0].startswith("Main: scaled by 1.01 to poker")


def test_an_order_has_a_slot_for_each_copy_and_its_own_backs(cardgen: Cardgen, tmp_path: Path) -> None:
    cards = "[{id: A1, count: 2}, {id: A2, back: other.svg, count: 4}, {id: A3, count: 3}]"
    lay(tmp_path, part(cards=cards), **{"other.svg": face(fill="#111111", inside="")})
    built(cardgen, tmp_path, "mpc")
    folder, build = bundle(tmp_path, "mpc")

    check_pictures(folder, build, {"poker-63x88": (816, 1110)})
    order = ordered(folder / "poker-63x88" / "order-1.xml")
    assert order.quantity == 9
    fronts = Counter({front.name.split("-")[0]: 0 for front, _ in order.pairs})
    for (front, _), count in order.pairs.items():
        fronts[front.name.split("-")[0]] += count
    assert fronts == {"A1": 2, "A2": 4, "A3": 3}
    backs = {front.name[:2]: back for front, back in order.pairs}
    assert backs["A1"] == backs["A3"] != backs["A2"]
    assert "order-1.xml: 9 of the 9 cards of size poker-63x88, 9 more would cost no more" in " ".join(
        build["to_look_at"]
    )


def test_more_than_an_order_holds_goes_into_the_next(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, part(cards="[{id: A1, count: 600}, {id: A2, count: 13}]"))
    built(cardgen, tmp_path, "mpc")
    folder, _ = bundle(tmp_path, "mpc")
    orders = [ordered(folder / "poker-63x88" / f"order-{n}.xml") for n in (1, 2)]

    assert [order.quantity for order in orders] == [612, 1]
    assert Counter(front.name[:2] for order in orders for front, _ in order.pairs.elements()) == {
        "A1": 600,
        "A2": 13,
    }
    assert not (folder / "poker-63x88" / "order-3.xml").exists()


def test_cards_without_a_back_get_a_white_one_and_it_is_told(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, part(more="face: face.svg"))
    said = built(cardgen, tmp_path, "mpc")
    folder, _ = bundle(tmp_path, "mpc")

    assert "main: it has no back, a white one is made" in said.out.casefold()
    with Image.open(folder / "poker-63x88" / "backs" / "white.png") as white:
        assert white.getcolors() == [(816 * 1110, (255, 255, 255))]
    assert all(back.name == "white.png" for _, back in ordered(folder / "poker-63x88" / "order-1.xml").pairs)


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ("copies: files, front: '{card}_{copy}.png',", ["A1_1", "A1_2", "A2_1", "A3_1", "A3_2", "A3_3"]),
        ("copies: names, front: '{card}[{copies}].png',", ["A1[2]", "A2[1]", "A3[3]"]),
        ("front: '{component}/{card}.png',", ["A1", "A2", "A3"]),
    ],
)
def test_copies_are_told_as_the_target_says(
    cardgen: Cardgen, tmp_path: Path, more: str, names: list[str]
) -> None:
    lay(tmp_path, **{"targets/mine.yaml": mine(f"{more} shared_back: 'b.png',")})
    built(cardgen, tmp_path, "mine")
    folder, _ = bundle(tmp_path, "mine")

    assert sorted(path.stem for path in folder.rglob("*.png") if path.stem != "b") == names
    assert (folder / "b.png").is_file()
    if "copies:" in more:
        assert not list(folder.glob("*.csv"))
    else:
        assert copies_listed(folder / "cards.csv") == {"A1": 2, "A2": 1, "A3": 3}


def test_a_hash_in_a_name_changes_with_what_is_drawn_alone(cardgen: Cardgen, tmp_path: Path) -> None:
    target = {"targets/mine.yaml": mine("front: '{card}-{hash}.png',")}

    def names(cards: str) -> set[str]:
        lay(tmp_path, part(cards=cards), **target)
        built(cardgen, tmp_path, "mine", "--force")
        _, build = bundle(tmp_path, "mine")
        return {
            file["name"] for file in build["files"] if "A" in file["name"] and "back" not in file["name"]
        } - {"mine/README.txt"}

    before = names("[{id: A1, name: Gull}, {id: A2, name: Tern}]")
    assert names("[{id: A1, name: Gull, count: 5}, {id: A2, name: Tern}]") == before
    assert len(names("[{id: A1, name: Gull}, {id: A2, name: Auk}]") & before) == 1


def test_mirrored_edges_leave_nothing_white(cardgen: Cardgen, tmp_path: Path) -> None:
    striped = face(bleed=0, inside='<rect width="2" height="88" fill="#ff0000"/>')
    lay(tmp_path, part(more="face: face.svg, bleed: 0mm"), **{"face.svg": striped})
    built(cardgen, tmp_path, "tgc")
    folder, _ = bundle(tmp_path, "tgc")

    with Image.open(folder / "poker" / "main" / "A1.png") as picture:
        assert all(min(picture.getpixel((x, y))) < 200 for x in (0, 412, 824) for y in (0, 562, 1124))  # type: ignore[arg-type, type-var]
        red = [picture.getpixel((x, 562)) == (255, 0, 0) for x in range(80)]
    assert red.index(True) < 37.5 < 80 - red[::-1].index(True), (
        "the stripe at the edge goes on beyond the cut"
    )
    assert not red[0], "as wide as it is inside"


def test_the_bleed_of_a_round_piece_is_a_ring_in_its_own_colour(cardgen: Cardgen, tmp_path: Path) -> None:
    disc = '<circle cx="12.5" cy="12.5" r="14" fill="#ff0000"/><circle cx="12.5" cy="12.5" r="9" fill="#0000ff"/>'
    token = face(25, 25, 1.5, "#ffffff", disc)
    one = part("tokens", "main", "25mm", "[{id: A1}]", "face: face.svg, shape: round, bleed: 1.5mm")
    lay(tmp_path, one, **{"face.svg": token})
    said = built(cardgen, tmp_path, "tgc")
    folder, _ = bundle(tmp_path, "tgc")

    assert "rim widened by 1.65 mm" in said.out
    with Image.open(folder / "circle-chit-large" / "main" / "A1.png") as picture:
        colours = {
            reach: {
                picture.getpixel(
                    (round(187 + reach * cos(turn / 8 * tau)), round(187 + reach * sin(turn / 8 * tau)))
                )
                for turn in range(8)
            }
            for reach in (100, 118, 148, 168, 184)  # of 187.5: the cut is at 150
        }
    assert colours[100] == {(0, 0, 255)}
    assert colours[118] == colours[148] == colours[168] == colours[184] == {(255, 0, 0)}


def test_equal_pictures_are_drawn_once_and_bundles_have_equal_bytes(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path)
    for out in ("one", "two"):
        cardgen.works("build", "kit", "--for", "tgc,mpc", "--out", out, "--force")
    one, two = (
        {path.relative_to(tmp_path / out): path.read_bytes() for path in (tmp_path / out).rglob("*.*")}
        for out in ("one", "two")
    )
    assert len(one) > 10
    assert one == two


def test_two_cards_that_would_be_one_picture_are_told(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, part(cards="[{id: a1}, {id: A1}]"))
    said = cardgen.fails("build", "kit", "--for", "tgc", "--out", "out")
    assert "the front of card a1 and the front of card A1 would be one file, poker/main/A1.png" in said.err
    assert not (tmp_path / "out" / "kit" / "tgc").exists()


def test_what_a_service_does_not_take_is_told_once_and_the_rest_is_made(
    cardgen: Cardgen, tmp_path: Path
) -> None:
    board = part("boards", "sea", "260x180mm", "[{id: S}]", "face: sea.svg, title: The sea")
    chip = part("tokens", "coin", "30x30mm", "[{id: C}]", "face: coin.svg, title: Coins")
    lay(
        tmp_path,
        part() + board + chip,
        **{"sea.svg": face(260, 180), "coin.svg": face(30, 30, 1.5, inside="")},
    )
    said = built(cardgen, tmp_path, "mpc", "--json")
    folder, build = bundle(tmp_path, "mpc")
    (told,) = [problem for problem in json.loads(said.out)["problems"] if problem["code"] == "left-out"]

    assert told["message"] == (
        "left out for MakePlayingCards: 2 of 3 components\n"
        "    Coins: no size in this list is round\n"
        "    The sea: no size in this list fits 260 × 180 mm, all are smaller"
    )
    assert build["left_out"] == [line.strip() for line in told["message"].split("\n")[1:]]
    note = (folder / "README.txt").read_text("utf-8")
    assert "What is left out\n  - Coins: no size in this list is round" in note
    assert "What is in the box\n  - " in note
    assert "Coins: 1 piece" not in note
    assert (folder / "poker-63x88" / "order-1.xml").is_file()


def test_a_kit_of_which_nothing_is_taken_is_told(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(
        tmp_path,
        part("boards", "sea", "260x180mm", "[{id: S}]", "face: sea.svg"),
        **{"sea.svg": face(260, 180)},
    )
    said = cardgen.fails("build", "kit", "--for", "mpc", "--out", "out")
    assert "nothing of Kit can be made for MakePlayingCards" in said.err
    assert "no size in this list fits 260 × 180 mm, all are smaller" in said.err


def test_a_name_that_a_spreadsheet_would_compute_stays_a_name(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, part(cards='[{id: A1, name: "=1+1"}]'))
    built(cardgen, tmp_path, "tgc")
    folder, _ = bundle(tmp_path, "tgc")
    assert rows(folder / "cards.csv")[0]["name"] == "'=1+1"


def test_pictures_of_an_earlier_state_go_away(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, part(cards="[{id: A1, name: Gull}]"))
    built(cardgen, tmp_path, "mpc")
    folder, _ = bundle(tmp_path, "mpc")
    (before,) = (folder / "poker-63x88" / "fronts").iterdir()
    lay(tmp_path, part(cards="[{id: A1, name: Auk}]"))
    built(cardgen, tmp_path, "mpc")
    (after,) = (folder / "poker-63x88" / "fronts").iterdir()
    assert before.name != after.name
    lay(
        tmp_path,
        part(size="69.85x120.65mm"),
        **{"face.svg": face(69.85, 120.65), "back.svg": face(69.85, 120.65)},
    )
    built(cardgen, tmp_path, "mpc")
    assert [path.name for path in folder.iterdir() if path.is_dir()] == ["tarot"]
