"""Tabletop Simulator: what its files say, read back, is what is in the box, in its true proportions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from cardgen.app.settings import BuildSettings
from tests.conftest import Cardgen
from tests.stranger import installed
from tests.targets.online import FILES, KIT, all_objects, counted, kit, names, opened, pieces, saved, sides

WEB = "https://example.org/kit"
FIVE = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small kit, built once."""
    folder = tmp_path_factory.mktemp("small")
    return built(kit(folder), folder)


def built(source: Path, folder: Path, **more: Any) -> Path:
    from cardgen.app.build import build_kit

    result = build_kit(source, BuildSettings(out=folder / "out", target="tts", **more), lambda *_: None)
    return result.folder


def cards_and_sides(folder: Path, file: str) -> Iterator[tuple[dict[str, Any], Image.Image, Image.Image]]:
    seen = set()
    for piece in pieces(saved(folder / "tts" / file)["ObjectStates"]):
        key = piece.get("CardID") or (piece["Nickname"], piece["CustomImage"]["ImageURL"])
        if key not in seen:
            seen.add(key)
            yield piece, *sides(piece, folder / "tts")


def own_picture(source: Path, card_id: str, side: str, size: tuple[int, int]) -> Image.Image | None:
    """A face by itself, drawn by the exporter of single pictures, as large as its cell."""
    import io

    from cardgen.app.build import art_queue, faces_of, load_checked
    from cardgen.base.errors import Problems
    from cardgen.export.plates import Press
    from cardgen.export.png import write_png

    key = str(source)
    if key not in _FACES:
        loaded, _ = load_checked(source)
        faces = faces_of(loaded, None, {}, Problems())
        with art_queue(BuildSettings(), lambda *_: None) as queue:
            for component in loaded.components:
                for card in component.cards:
                    for face in (faces.front(card), faces.back(card)):
                        queue.want(face.arts() if face else ())
            _FACES[key] = (loaded, faces, Press(queue.forms(Problems(), faces.art_stands)))
    loaded, faces, press = _FACES[key]
    card = loaded.card(card_id)
    face = faces.front(card) if side == "front" else faces.back(card)
    if face is None:
        return None
    png = io.BytesIO()
    write_png(face, png, press=press, pixels=size, box="trim")
    return Image.open(png)


_FACES: dict[str, Any] = {}


def alike(one: Image.Image, other: Image.Image) -> bool:
    """The same pixels: both were drawn from the same page."""
    assert one.size == other.size
    return max(high for _, high in ImageChops.difference(one, other.convert("RGB")).getextrema()) == 0


def check_against(folder: Path, source: Path, file: str, every: int = 1) -> None:
    """Counts, names, fronts and backs of a saved file are those of kit.json and of the faces themselves."""
    cards, _ = counted(folder)
    own = _cards(source)
    assert {card.id: card.count for card in own} == cards
    objects = saved(folder / "tts" / file)["ObjectStates"]
    assert names(objects) == sum((Counter({card.name: card.count}) for card in own), Counter())
    guids = [one["GUID"] for one in all_objects(objects)]
    assert len(guids) == len(set(guids))
    if file.endswith("players.json"):
        return
    for number, (card, (piece, front, back)) in enumerate(
        zip(own, cards_and_sides(folder, file), strict=True)
    ):
        assert piece["Nickname"] == card.name
        if number % every:
            continue
        expected = own_picture(source, card.id, "front", front.size)
        assert expected is not None
        assert alike(front, expected), f"{card.id} front"
        expected = own_picture(source, card.id, "back", front.size)
        if expected is None:
            assert ImageStat.Stat(back).extrema == [(255, 255)] * 3, f"{card.id} has a back"
        else:
            assert alike(back, expected), f"{card.id} back"


def _cards(source: Path) -> list[Any]:
    from cardgen.source import load_kit

    return [card for component in load_kit(source).components for card in component.cards]


def test_decks_tiles_stacks_and_boards_hold_what_is_in_the_box(small: Path, tmp_path: Path) -> None:
    objects = saved(small / "tts" / "kit.json")["ObjectStates"]
    assert [(one["Name"], one["Nickname"]) for one in objects] == [
        ("DeckCustom", "Plain cards"),
        ("DeckCustom", "Two-faced cards"),
        ("Bag", "Land"),
        ("Custom_Tile_Stack", "coin"),
        ("Custom_Tile_Stack", "gem"),
        ("Custom_Tile", "The map"),
    ]
    assert [one.get("Number") for one in objects[3:]] == [5, 2, None]
    assert names(objects) == Counter(
        {"Ace": 3, "Deuce": 1, "A3": 1, "T1": 1, "T2": 2, "L1": 1, "L2": 2, "coin": 5, "gem": 2, "The map": 1}
    )
    assert objects[3]["CustomImage"]["CustomTile"] == {
        "Type": 2,
        "Thickness": 0.1,
        "Stackable": True,
        "Stretch": False,
    }
    assert objects[5]["CustomImage"]["CustomTile"]["Type"] == 0
    check_against(small, kit(tmp_path), "kit.json")


def test_a_card_can_be_read_there_and_what_is_for_templates_cannot(small: Path) -> None:
    found = {
        piece["Nickname"]: piece["Description"]
        for piece in pieces(saved(small / "tts" / "kit.json")["ObjectStates"])
    }
    assert found["Ace"] == "Gain coin 2."
    assert found["Deuce"] == ""


def test_backs_are_one_picture_or_one_for_each_card(small: Path) -> None:
    plain, two_faced = saved(small / "tts" / "kit.json")["ObjectStates"][:2]
    (of_plain,), (of_two,) = plain["CustomDeck"].values(), two_faced["CustomDeck"].values()
    assert (of_plain["UniqueBack"], of_two["UniqueBack"]) == (False, True)
    # rounded where the kit's corners are, and with what others see of a hand in the last cell
    assert (of_plain["Type"], of_two["Type"]) == (0, 1)
    sheet = opened(of_plain["FaceURL"], small / "tts")
    back = opened(of_plain["BackURL"], small / "tts")
    width, height = sheet.width // of_plain["NumWidth"], sheet.height // of_plain["NumHeight"]
    assert alike(sheet.crop((sheet.width - width, sheet.height - height, *sheet.size)), back)
    assert of_plain["BackIsHidden"]


def test_everything_has_its_true_proportions(small: Path) -> None:
    size = {}
    for piece in pieces(saved(small / "tts" / "kit.json")["ObjectStates"]):
        scale = piece["Transform"]
        if "CustomImage" in piece:  # two units wide and high
            assert not piece["CustomImage"]["CustomTile"]["Stretch"]
            size[piece["Nickname"]] = (2 * scale["scaleX"] * 25.4, 2 * scale["scaleZ"] * 25.4)
        else:  # 3.1 units high, as wide as its picture says
            front, _ = sides(piece, small / "tts")
            assert scale["scaleX"] == scale["scaleZ"]
            high = 3.1 * scale["scaleZ"] * 25.4
            size[piece["Nickname"]] = (high * front.width / front.height, high)
    assert size["Ace"] == pytest.approx((44, 63), rel=0.005)
    assert size["L1"] == pytest.approx((40, 40), rel=1e-4)
    assert size["coin"] == pytest.approx((20, 20), rel=1e-4)
    assert size["The map"] == pytest.approx((160, 80), rel=1e-4)


def test_a_sheet_that_is_full_is_followed_by_another(cardgen: Cardgen, tmp_path: Path) -> None:
    many = KIT.replace("- {id: A3}", '- {each: {n: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]}, id: "N{{ n }}"}')
    few = "title: Few\ntts: {dpi: 300, columns: 3, rows: 2, pixels: 600}\n"
    source = kit(tmp_path, many, **{"targets/few.yaml": few})
    cardgen.works("build", "kit", "--for", "few", "--only", "plain", "--out", "out")
    (deck,) = saved(tmp_path / "out" / "kit" / "few" / "kit.json")["ObjectStates"]
    assert len(deck["CustomDeck"]) == 3  # thirteen cards, five on each
    assert len(set(deck["DeckIDs"])) == 13
    for sheet in deck["CustomDeck"].values():
        assert (sheet["NumWidth"], sheet["NumHeight"]) <= (3, 2)
        assert max(opened(sheet["FaceURL"], tmp_path / "out" / "kit" / "few").size) <= 600
    assert (
        len({sheet["BackURL"] for sheet in deck["CustomDeck"].values()}) == 1
    )  # none is finer: cards look alike
    assert source.is_dir()


def test_addresses_are_those_of_this_folder_or_of_the_web(
    cardgen: Cardgen, tmp_path: Path, small: Path
) -> None:
    here = {
        address
        for piece in pieces(saved(small / "tts" / "kit.json")["ObjectStates"])
        for address in _addresses(piece)
    }
    assert all(address.startswith((small / "tts").resolve().as_uri()) for address in here)
    kit(tmp_path)
    cardgen.works("build", "kit", "--for", "tts", "--out", "out", "--base-url", f"{WEB}/")
    folder = tmp_path / "out" / "kit" / "tts"
    there = {a for piece in pieces(saved(folder / "kit.json")["ObjectStates"]) for a in _addresses(piece)}
    assert {address.rpartition("/")[0] for address in there} == {WEB}
    assert {a.rpartition("/")[2] for a in there} == {a.rpartition("/")[2] for a in here}
    assert all((folder / address.rpartition("/")[2]).is_file() for address in there)


def _addresses(piece: dict[str, Any]) -> list[str]:
    if "CustomImage" in piece:
        return [piece["CustomImage"]["ImageURL"], piece["CustomImage"]["ImageSecondaryURL"]]
    return [sheet[side] for sheet in piece["CustomDeck"].values() for side in ("FaceURL", "BackURL")]


def test_what_is_drawn_otherwise_has_another_address_and_nothing_else_has(
    cardgen: Cardgen, tmp_path: Path
) -> None:
    kit(tmp_path)
    build = ("build", "kit", "--for", "tts", "--out", "out", "--base-url", WEB)
    cardgen(*build)
    folder = tmp_path / "out" / "kit" / "tts"
    before = {path.name for path in folder.glob("*.png")}
    kit(tmp_path, KIT.replace("{id: L1}", "{id: L1, name: Meadow}").replace("{id: coin,", "{id: dime,"))
    cardgen(*build)
    after = {path.name for path in folder.glob("*.png")}
    assert {name.partition("-")[0] for name in after - before} == {"dime"}
    assert {name.partition("-")[0] for name in before - after} == {"coin"}
    kit(tmp_path, **{"tile.svg": str(FILES["tile.svg"]).replace("#5fbf78", "#5fbf79")})
    cardgen(*build)
    again = {path.name for path in folder.glob("L?-front-*.png")}
    assert len(again) == 2
    assert not again & before


@pytest.mark.thorough
def test_the_same_bytes_twice_and_anew_in_another_folder(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path)
    web = ("--base-url", WEB)
    cardgen("build", "kit", "--for", "tts", "--out", "one", *web)
    cardgen("build", "kit", "--for", "tts", "--out", "two", *web)
    one, two = (
        {p.name: p.read_bytes() for p in (tmp_path / out / "kit" / "tts").iterdir()} for out in ("one", "two")
    )
    assert one == two
    assert "nothing has changed" in cardgen("build", "kit", "--for", "tts", "--out", "one", *web).out
    # without it the addresses are those of a folder, and a folder that was moved has others
    cardgen("build", "kit", "--for", "tts", "--out", "one")
    assert "nothing has changed" in cardgen("build", "kit", "--for", "tts", "--out", "one").out
    (tmp_path / "one").rename(tmp_path / "three")
    assert "nothing has changed" not in cardgen("build", "kit", "--for", "tts", "--out", "three").out
    address = saved(tmp_path / "three" / "kit" / "tts" / "kit.json")["ObjectStates"][0]["CustomDeck"]["1"][
        "FaceURL"
    ]
    assert "/three/kit/tts/" in address


def test_an_address_that_is_none_is_told(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path)
    said = cardgen.fails("build", "kit", "--for", "tts", "--base-url", "example.org")
    assert "--base-url is 'example.org', expected an address that begins with https://" in said.err


@pytest.mark.thorough
def test_a_game_with_rules_is_set_up_for_each_number_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cardgen: Cardgen
) -> None:
    installed(tmp_path, monkeypatch)
    cardgen.works("build", "data/harbour", "--for", "tts", "--out", "out")
    folder = tmp_path / "out" / "harbour"
    assert sorted(path.name for path in (folder / "tts").glob("*players.json")) == [
        f"harbour-{n}-players.json" for n in (2, 3, 4)
    ]
    check_against(folder, tmp_path / "data" / "harbour", "harbour.json")
    for players in (2, 3, 4):
        game = saved(folder / "tts" / f"harbour-{players}-players.json")
        check_against(folder, tmp_path / "data" / "harbour", f"harbour-{players}-players.json")
        hands = [one for one in game["ObjectStates"] if one["Name"] == "HandTrigger"]
        assert [hand["FogColor"] for hand in hands] == game["Turns"]["TurnOrder"]
        assert len(hands) == players
        held = [_within(hand, game["ObjectStates"]) for hand in hands]
        from cardgen.games import make_game
        from cardgen.source import load_kit

        harbour = make_game(load_kit(tmp_path / "data" / "harbour"), players)
        state = harbour.deal(1)
        zones = harbour.zones(state)
        for seat, cards in enumerate(held):
            dealt = [harbour.pieces.cards[piece].name for piece in zones[f"hand P{seat}"]]
            assert [card["Nickname"] for card in cards] == dealt
            assert all(card["Transform"]["rotZ"] == 0 for card in cards)
        (deck,) = [one for one in game["ObjectStates"] if one["Name"] == "DeckCustom"]
        assert len(deck["DeckIDs"]) == len(zones["deck"])
        assert deck["Transform"]["rotZ"] == 180
        assert abs(deck["Transform"]["posX"]) < 6


def _within(hand: dict[str, Any], objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What lies in a hand's zone, from its owner's left to right."""
    middle, size = hand["Transform"], hand["Transform"]
    found = [
        one
        for one in objects
        if one is not hand
        and abs(one["Transform"]["posX"] - middle["posX"]) <= size["scaleX"] / 2
        and abs(one["Transform"]["posZ"] - middle["posZ"]) <= size["scaleZ"] / 2
    ]
    found.sort(key=lambda one: one["Transform"]["posX"], reverse=middle["posZ"] > 0)
    assert all(one["Transform"]["rotY"] == (0 if middle["posZ"] > 0 else 180) for one in found)
    return found


def test_rules_that_fail_are_told_and_the_kit_is_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cardgen: Cardgen
) -> None:
    installed(
        tmp_path,
        monkeypatch,
        ("def set_up(self, s: Table) -> None:", "def set_up(self, s: Table) -> None:\n        1 / 0"),
    )
    said = cardgen.works("build", "data/harbour", "--for", "tts", "--out", "out")
    assert "harbour_rules.py" in said.err
    assert "warning: " in said.err
    made = tmp_path / "out" / "harbour" / "tts"
    assert (made / "harbour.json").is_file()
    assert not list(made.glob("*players*"))


def test_a_rulebook_that_changed_sets_up_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cardgen: Cardgen
) -> None:
    rules = installed(tmp_path, monkeypatch)
    build = ("build", "data/harbour", "--for", "tts", "--out", "out")
    cardgen(*build)
    assert "nothing has changed" in cardgen(*build).out
    rules.write_text(rules.read_text("utf-8") + "\n# another word\n", "utf-8")
    assert "nothing has changed" not in cardgen(*build).out


@pytest.mark.thorough
@pytest.mark.parametrize("name", FIVE)
def test_our_own_kits(name: str, tmp_path: Path) -> None:
    source = Path("data") / name
    folder = built(source, tmp_path)
    for file in sorted((folder / "tts").glob("*.json")):
        check_against(folder, source, file.name, every=7)
        assert _apart(saved(file)["ObjectStates"]), file.name
    assert len(list((folder / "tts").glob("*players.json"))) > 0


def _apart(objects: list[dict[str, Any]]) -> bool:
    """Whether no two things outside of hands lie on each other, each taken for a disc half as wide as it is."""
    lying = [one for one in objects if one["Name"] != "HandTrigger"]
    places = Counter((one["Transform"]["posX"], one["Transform"]["posZ"]) for one in lying)
    return max(places.values()) == 1


@pytest.mark.thorough
def test_names_are_read_in_the_language_of_the_build(tmp_path: Path) -> None:
    folder = built(Path("data") / "auction-hearts", tmp_path, language="de", only=("pack",))
    (deck,) = saved(folder / "tts-de" / "auction-hearts.json")["ObjectStates"]
    assert (
        "Pik-Ass" in {card["Nickname"] for card in deck["ContainedObjects"]}
        or json.dumps(deck).count("Herz") > 3
    )


def test_tiles_go_into_hands_and_tokens_and_boards_do_not(small: Path) -> None:
    box = saved(small / "tts" / "kit.json")["ObjectStates"]
    hands = {one["Nickname"]: one["Hands"] for one in pieces(box) if "CustomImage" in one}

    assert hands == {"L1": True, "L2": True, "coin": False, "gem": False, "The map": False}
