"""The worker reads and draws a kit again and again: what changed comes first, what broke stays as it was."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from cardgen.base.errors import CardgenError
from cardgen.faces.art import worker as art_worker
from cardgen.studio.answers import answer
from cardgen.studio.render_worker import RenderWorker
from tests.conftest import Cardgen
from tests.studio.small import BACK, edit, small_kit


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RenderWorker:
    monkeypatch.chdir(tmp_path)
    worker = RenderWorker(small_kit(tmp_path))
    list(worker.read())
    return worker


def read(worker: RenderWorker, *changed: str) -> dict[str, Any]:
    """Return what a reading told: its events by name, the faces of all of them together."""
    found: dict[str, Any] = {"faces": {}, "why": {}, "svgs": {}, "order": []}
    for told in worker.read(list(changed) or None):
        found["order"].append(told["event"])
        if told["event"] == "faces":
            for key in ("faces", "why", "svgs"):
                found[key] |= told[key]
        else:
            found[told["event"]] = told
    return found


def test_everything_is_told_at_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = read(RenderWorker(small_kit(tmp_path)))
    assert [card["id"] for card in told["kit"]["kit"]["cards"]] == ["A1", "A2", "A3"]
    assert set(told["faces"]) == {"A1", "A2", "A3"}
    assert set(told["svgs"]) == {name for sides in told["faces"].values() for name in sides.values()}
    assert len({sides["back"] for sides in told["faces"].values()}) == 1
    assert told["problems"]["problems"] == []


def test_one_saved_card_is_drawn_alone_and_told_before_anything_else(worker: RenderWorker) -> None:
    edit(worker.folder / "cards.yaml", "Deuce", "Duke")
    told = read(worker, "cards.yaml")
    assert list(told["faces"]) == ["A2"]
    assert told["why"] == {"A2": "name Deuce → Duke"}
    assert told["order"][:2] == ["faces", "kit"]
    assert list(told["svgs"]) == [told["faces"]["A2"]["front"]]


def test_a_saved_template_draws_its_faces_anew_and_no_backs(worker: RenderWorker) -> None:
    edit(worker.folder / "faces" / "card.svg", 'r="14"', 'r="12"')
    told = read(worker, "faces/card.svg")
    assert list(told["faces"]) == ["A1", "A2", "A3"]
    assert len(told["svgs"]) == 3


def test_a_save_that_changes_nothing_tells_nothing(worker: RenderWorker) -> None:
    edit(worker.folder / "cards.yaml", "- id: A2", "# a remark\n- id: A2")
    told = read(worker, "cards.yaml")
    assert told["faces"] == {}
    assert "kit" in told["order"]  # lines have moved


def test_a_broken_file_is_told_at_its_line_and_the_faces_stay(worker: RenderWorker) -> None:
    before = {card: dict(sides) for card, sides in worker.drawn["full"].items()}
    edit(worker.folder / "cards.yaml", "count: 2", "count: two")
    told = read(worker, "cards.yaml")
    (problem,) = told["problems"]["problems"]
    assert (problem["short"], problem["line"], problem["column"]) == ("cards.yaml", 3, 10)
    assert problem["in"] == ["cards", "A1", "count"]
    assert told["problems"]["stale"] == ["A1"]
    assert worker.drawn["full"] == before
    edit(worker.folder / "cards.yaml", "count: two", "count: 2")
    told = read(worker, "cards.yaml")
    assert told["problems"] == {"event": "problems", "problems": [], "stale": []}
    assert told["faces"] == {}


def test_a_template_that_fails_keeps_the_faces_that_were_drawn_last(worker: RenderWorker) -> None:
    before = worker.drawn["full"]["A2"]
    edit(worker.folder / "faces" / "card.svg", "{{ card.colour }}", "{{ card.color }}")
    told = read(worker, "faces/card.svg")
    assert told["problems"]["stale"] == ["A1", "A2", "A3"]
    assert told["problems"]["problems"][0]["line"] == 3
    assert worker.drawn["full"]["A2"] == before


def test_a_mistake_in_one_file_makes_its_own_cards_stale(worker: RenderWorker) -> None:
    edit(worker.folder / "cards.yaml", "- id: A2", "- id: A2\n  id: A2")
    told = read(worker, "cards.yaml")
    assert told["problems"]["stale"]
    assert told["problems"]["problems"][0]["short"] == "cards.yaml"


COIN = """\
tokens:
  coin: {title: Coin, size: 63x88mm, shape: rect, face: faces/coin.svg, cards: [{id: T1, name: Tee}]}
"""


def test_a_cards_file_that_was_renamed_makes_its_own_cards_stale(worker: RenderWorker) -> None:
    edit(worker.folder / "game.yaml", "decks:", f"{COIN}decks:")
    (worker.folder / "faces" / "coin.svg").write_text(BACK, "utf-8")
    list(worker.read())
    (worker.folder / "cards.yaml").rename(worker.folder / "cards2.yaml")
    assert read(worker, "cards.yaml", "cards2.yaml")["problems"]["stale"] == ["A1", "A2", "A3"]


def with_picture(worker: RenderWorker, href: str) -> None:
    image = f'<image width="20" height="20" href="{href}"/>'
    edit(worker.folder / "faces" / "card.svg", '<g id="sign"', f'{image}<g id="sign"')


@pytest.mark.parametrize("damage", [b"", b"\x89PNG\r\n\x1a\n", None])
def test_a_damaged_picture_changes_no_face_on_the_worker(worker: RenderWorker, damage: bytes | None) -> None:
    picture = worker.folder / "art" / "pic.png"
    picture.parent.mkdir()
    Image.effect_noise((300, 300), 90).save(picture)
    whole = picture.read_bytes()
    with_picture(worker, "art/pic.png")
    read(worker, "faces/card.svg")
    before = {card: dict(sides) for card, sides in worker.drawn["full"].items()}
    if damage is None:
        picture.unlink()
    else:
        picture.write_bytes(damage and whole[: len(whole) // 2])
    told = read(worker, "art/pic.png")
    assert told["problems"]["stale"] == ["A1", "A2", "A3"]
    assert (told["faces"], worker.drawn["full"]) == ({}, before)
    picture.write_bytes(whole)
    told = read(worker, "art/pic.png")
    assert told["problems"] == {"event": "problems", "problems": [], "stale": []}


def test_a_picture_that_is_not_there_yet_hides_no_other_part_of_a_new_face(worker: RenderWorker) -> None:
    with_picture(worker, "art/no.png")
    fresh = RenderWorker(worker.folder)
    told = read(fresh)
    assert told["problems"]["stale"] == ["A1", "A2", "A3"]
    assert set(told["faces"]) == {"A1", "A2", "A3"}


def test_another_look_is_kept_up_to_date_once_somebody_saw_it(worker: RenderWorker) -> None:
    low_ink = answer(worker, "look", {"look": "low-ink"})["faces"]
    assert low_ink["A1"]["front"] != worker.drawn["full"]["A1"]["front"]
    assert low_ink["A1"]["back"] == worker.drawn["full"]["A1"]["back"]
    edit(worker.folder / "cards.yaml", "Ace", "Axe")
    looks = [told["look"] for told in worker.read(["cards.yaml"]) if told["event"] == "faces"]
    assert looks == ["full", "low-ink"]
    with pytest.raises(KeyError):
        answer(worker, "look", {"look": "sepia"})


def test_what_lies_behind_a_face(worker: RenderWorker) -> None:
    told = answer(worker, "card", {"card": "A1", "look": "full", "side": "front"})
    assert [name for name, *_ in told["layers"]] == ["ground", "sign", "words"]
    assert {face for _, face, _ in told["layers"]} == set(told["svgs"])
    assert [(text["words"], text["font"], text["scale"]) for text in told["texts"]] == [
        ("Ace", "Roboto", 1),
        ("Draw one card.", "Roboto", 1),
    ]
    assert told["texts"][1]["box"] == [6, 55, 51, 25]
    assert told["yaml"][0] == (1, "- id: A1")
    assert told["yaml"][-1] == (5, "  text: Draw one card.")


def test_sheets_say_where_each_card_lies_and_have_pictures(worker: RenderWorker) -> None:
    told = answer(worker, "sheets", {"paper": "a4", "backs": "long-edge", "look": "full"})
    slots = [(slot[0], slot[1], slot[6]) for page in told["pages"] for slot in page["slots"]]
    assert slots.count(("A1", "front", 1)) == slots.count(("A1", "front", 2)) == 1
    assert all(answer(worker, "svg", {"name": page["picture"]}).startswith(b"<svg") for page in told["pages"])
    letter = answer(worker, "sheets", {"paper": "letter", "backs": "none", "look": "full"})
    assert len(letter["pages"]) < len(told["pages"])
    assert letter["pages"][0]["size"] != told["pages"][0]["size"]
    with pytest.raises(KeyError):
        answer(worker, "sheets", {"paper": "a9", "backs": "none", "look": "full"})


def test_sheets_of_what_changed_are_those_that_a_build_prints(
    worker: RenderWorker, cardgen: Cardgen, tmp_path: Path
) -> None:
    asked = {"paper": "a4", "backs": "long-edge", "look": "full", "since": "output/small"}
    with pytest.raises(CardgenError, match=r"output/small has no kit\.json: nothing was built yet"):
        answer(worker, "sheets", asked)
    cardgen.works("build", str(worker.folder), "--out", "output")
    same = answer(worker, "sheets", asked)
    assert same["pages"] == []
    assert same["changed"]["put_in"] == {}
    edit(worker.folder / "cards.yaml", "Deuce", "Duke")
    answer(worker, "renew", {})
    told = answer(worker, "sheets", asked)
    slots = [(slot[0], slot[1]) for page in told["pages"] for slot in page["slots"]]
    assert slots == [("A2", "front"), ("A2", "back")]
    assert (told["changed"]["take_out"], told["changed"]["put_in"]) == ({"A2": 1}, {"A2": 1})
    words = ("build", str(worker.folder), "--out", "output", "--changed-since", "output/small", "--force")
    cardgen.works(*words)
    printed = PdfDocument(next(Path("output/small").glob("*changed*a4.pdf")))
    assert len(printed) == len(told["pages"])


def test_a_kit_that_was_never_read_answers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kit = small_kit(tmp_path)
    (kit / "game.yaml").write_text("game: [", "utf-8")
    worker = RenderWorker(kit)
    assert [told["event"] for told in worker.read()] == ["problems"]
    with pytest.raises(CardgenError):
        answer(worker, "sheets", {"paper": "a4", "backs": "none", "look": "full"})
    with pytest.raises(CardgenError):
        answer(worker, "renew", {})


def test_a_process_that_draws_art_is_kept_for_the_next_save(
    worker: RenderWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    art_worker.keep_workers(False)
    begun: list[Any] = []

    class Counted(art_worker.ArtWorker):
        def __init__(self, engine: Any) -> None:
            begun.append(engine)
            super().__init__(engine)

    monkeypatch.setattr(art_worker, "ArtWorker", Counted)
    edit(
        worker.folder / "faces" / "card.svg", "<circle", '<image href="art.png" width="9" height="9"/><circle'
    )
    for size in (90, 60):
        Image.new("RGB", (size, 60), "red").save(worker.folder / "art.png")
        read(worker)
        answer(worker, "thumbnail", {"name": worker.drawn["full"]["A1"]["front"], "width": 60})
    assert len(begun) == 1


def test_a_picture_of_a_face_has_the_pixels_that_were_asked_for(worker: RenderWorker) -> None:
    name = worker.drawn["full"]["A1"]["front"]
    for form, kind in (("png", "PNG"), ("webp", "WEBP")):
        data = answer(worker, "picture", {"name": name, "width": 138, "form": form})
        image = Image.open(io.BytesIO(data))
        assert (image.format, image.size) == (kind, (138, 188))
        red, green, _ = image.convert("RGB").getpixel((69, 66))
        assert red > 200
        assert green < 60
    with pytest.raises(ValueError, match="expected 1 to"):
        answer(worker, "picture", {"name": name, "width": 100_000, "form": "png"})


def test_a_card_knows_the_lines_of_scenarios_and_lessons_that_name_it(worker: RenderWorker) -> None:
    (worker.folder / "scenarios").mkdir()
    text = "game: small\n# A1 is not meant here\nscenarios:\n  - play: Ana plays A1  # the ace\n  - play: Ben plays A1-2 and A11\n"
    (worker.folder / "scenarios" / "a.yaml").write_text(text, "utf-8")
    told = answer(worker, "card", {"card": "A1", "look": "full", "side": "front"})["told"]
    assert told == [("scenarios/a.yaml", 4, "- play: Ana plays A1  # the ace")]


def test_a_draft_is_drawn_in_any_look_by_faces_that_are_kept_and_each_tells_what_is_wrong(
    worker: RenderWorker,
) -> None:
    def draft(value: str, look: str = "full") -> Any:
        return answer(worker, "draft", {"card": "A1", "key": "text", "value": value, "look": look})

    first = draft("Draw two cards.")
    kept = worker.sketch(worker.kit, "full")
    assert draft("Draw two cards.", "low-ink")["face"] != first["face"]
    assert draft("Draw two cards.")["face"] == first["face"] != draft("Draw three cards.")["face"]
    long = "Draw one card, look at it and put it back below the pile. " * 12
    for _ in range(2):
        with pytest.raises(CardgenError, match="mm too high"):
            draft(long)
    assert draft("Draw two cards.")["says"] == ""
    with pytest.raises(CardgenError, match="colour is 'green', expected one of red, blue"):
        answer(worker, "draft", {"card": "A1", "key": "colour", "value": "green"})
    assert worker.sketch(worker.kit, "full") is kept
    edit(worker.folder / "cards.yaml", "Draw one card.", "Draw two cards.")
    assert read(worker)["faces"]["A1"]["front"] == first["face"]


def test_mistakes_in_rules_are_told_with_the_others(worker: RenderWorker) -> None:
    (worker.folder / "rules.yaml").write_text(
        "zones:\n  deck: {begins: main, seen_by: nobody}\nscore: deks\n"
    )
    told = read(worker, "rules.yaml")["problems"]
    assert [(one["short"], one["line"]) for one in told["problems"]][:1] == [("rules.yaml", 1)]
    assert told["stale"] == []
    assert answer(worker, "met", {})["problems"] == told["problems"]
