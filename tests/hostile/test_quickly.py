"""A few of the causes behind the table, each where it is soonest seen: for every commit."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from cardgen.app.build import check_kit
from cardgen.app.manifest import staging, up_to_date
from cardgen.base.errors import CardgenError
from cardgen.engine import table, whole
from cardgen.engine.tables import check_tables
from cardgen.source import load_kit
from tests.conftest import MakeKit
from tests.hostile.of_art import image, png
from tests.hostile.trial import LITTLE, WORDS, face, lay_out, run


def said(folder: Path) -> list[str]:
    return [f"{p.where}: {p.level}: {p.message}" for p in check_kit(folder)]


def test_what_rules_read_in_tables_is_told_at_its_line(make_kit: MakeKit) -> None:
    kit = load_kit(make_kit({**LITTLE, "numbers.yaml": "list: [1, 2]\nhand: many\n"}))
    with pytest.raises(CardgenError) as told:
        check_tables(
            kit, {"numbers": table(hand=whole(1, 9), storm=whole(1)), "prices": table(beer=whole(1))}
        )
    assert [str(p).splitlines()[0] for p in told.value.problems] == [
        "kit/game.yaml:9:9: error: tables.prices is empty, expected a block such as beer: …",
        "kit/numbers.yaml:1:1: error: 'storm' is missing",
        "kit/numbers.yaml:2:7: error: hand is 'many', expected a whole number from 1 to 9",
    ]
    check_tables(kit, {})


@pytest.mark.parametrize("broken", [png()[:60], b"\x89PNG\r\n\x1a\n"])
def test_a_damaged_picture_is_told_with_place_and_card(make_kit: MakeKit, broken: bytes) -> None:
    folder = make_kit({**LITTLE, "face.svg": face(image("p.png") + WORDS)})
    (folder / "p.png").write_bytes(broken)
    (problem,) = check_kit(folder)
    assert (str(problem.where), problem.trail) == ("kit/face.svg:3", ("card A1",))
    assert "picture" in problem.message


@pytest.mark.parametrize(
    ("line", "wrong"),
    [('x="40" y="40"', True), ('x="4" y="-1"', True), ('x="4" y="40"', False), ('x="40" y="40" data-fit="none"', False)],
)  # fmt: skip
def test_a_line_that_runs_off_the_card_is_told(make_kit: MakeKit, line: str, wrong: bool) -> None:
    text = f'<text {line} style="font-family:Roboto;font-size:6px">A long line</text>'
    folder = make_kit({**LITTLE, "face.svg": face(WORDS + text)})
    assert any("off the card" in problem for problem in said(folder)) == wrong


@pytest.mark.parametrize("space", ["http://www.w3.org/2000/SVG", "https://www.w3.org/2000/svg", ""])
def test_what_is_nearly_svg_is_told_and_not_left_out(make_kit: MakeKit, space: str) -> None:
    folder = make_kit({**LITTLE, "face.svg": face(f'<rect xmlns="{space}" width="9" height="9"/>' + WORDS)})
    assert any("namespace of <rect>" in problem for problem in said(folder))


def test_a_prefix_for_svg_changes_nothing(make_kit: MakeKit) -> None:
    whole_face = face('<rect width="9" height="9" fill="#ff0000"/>' + WORDS)
    named = whole_face.replace('xmlns="', 'xmlns:s="').replace("</", "</s:").replace("<rect", "<s:rect")
    named = named.replace("<text", "<s:text").replace("<svg", "<s:svg")
    assert said(make_kit({**LITTLE, "face.svg": named})) == []


def test_words_that_the_sheets_cut_short_are_told(make_kit: MakeKit) -> None:
    game = LITTLE["game.yaml"].replace("title: Main deck", f"title: {'Main deck ' * 30}")
    (problem,) = said(make_kit({**LITTLE, "game.yaml": game}))
    assert problem.startswith("kit/game.yaml:15:12: warning: “Main deck Main deck")


@pytest.mark.parametrize(
    "manifest",
    ["[" * 100_000, '{"builds": null}', '{"builds": {"a": null}}', '{"builds": {"a": {"key": "k", "content": "c", "files": [5]}}}'],
)  # fmt: skip
def test_what_stands_in_a_manifest_is_not_believed(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "kit.json").write_text(manifest)
    assert up_to_date(tmp_path, "k") is None


def test_a_manifest_vouches_for_nothing_outside(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    home = tmp_path / "kit"
    home.mkdir()
    digest = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    files = [{"name": "../secret", "sha256": digest}]
    (home / "kit.json").write_text(
        json.dumps({"builds": {"a": {"key": "k", "content": "c", "files": files}}})
    )
    assert up_to_date(home, "k") is None


def test_scratch_folders_of_the_killed_are_cleared_and_those_of_others_stay(tmp_path: Path) -> None:
    living, dead = tmp_path / f".building-{os.getppid()}-x", tmp_path / ".building-999999999-x"
    for scratch in (living, dead):
        scratch.mkdir()
    with staging(tmp_path):
        pass
    assert [p.name for p in tmp_path.iterdir()] == [living.name]


def test_sheets_of_what_is_gone_go_too_but_not_what_somebody_changed(tmp_path: Path) -> None:
    lay_out(tmp_path)
    cards = tmp_path / "kit" / "cards.yaml"
    whole_list = cards.read_text("utf-8")
    words = "build kit --out out --format png --dpi 30"
    assert run(words, tmp_path).code == 0
    mine = tmp_path / "out" / "kit" / "png" / "main-A1.png"
    mine.write_bytes(b"painted over")
    cards.write_text(whole_list.replace("A1", "B1").replace("A2", "B2"), "utf-8")

    assert run(words, tmp_path).code == 0

    left = {p.name for p in mine.parent.iterdir()}
    assert left == {"main-A1.png", "main-B1.png", "main-B1-back.png", "main-B2.png"}


def test_a_folder_of_fonts_elsewhere_is_refused(make_kit: MakeKit) -> None:
    folder = make_kit({**LITTLE})
    (folder.parent / "beside").mkdir()
    (folder / "fonts").symlink_to("../beside")
    assert said(folder) == ["kit/game.yaml:1:1: error: 'fonts' is a link that leads out of the kit's folder"]
    assert load_kit(folder).fonts is None


def test_a_face_that_takes_too_much_is_tried_for_one_card(make_kit: MakeKit) -> None:
    cards = "".join(f"- {{id: A{n}, count: 4}}\n" for n in range(40))
    dear = "{% for a in range(9999) %}{% for b in range(99) %}{{ a }}{% endfor %}{% endfor %}"
    begun = time.process_time()
    (problem,) = [
        line
        for line in said(make_kit({**LITTLE, "cards.yaml": cards, "face.svg": face(dear)}))
        if "error" in line
    ]
    assert "200,000 steps" in problem
    assert time.process_time() - begun < 10
