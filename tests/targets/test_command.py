"""`--for` with other options, `cardgen targets`, and what is wrong with a target's file."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import cardgen as cardgen_package
from cardgen.base.errors import Problems
from cardgen.targets.target import named_target
from tests.conftest import Cardgen
from tests.targets.kits import lay, part
from tests.targets.press import press

MINE = "title: My printer\npictures: {dpi: 60, sizes: [{name: poker, size: 63x88mm, bleed: 3mm}]}\n"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--format", "png"), "--format does not go with --for: a target says itself what is made"),
        (("--numbers",), "--numbers does not go with --for: it is about the rule sheet"),
        (("--only", "rules"), "--only rules does not go with --for: a target takes components"),
    ],
)
def test_what_does_not_go_with_a_target_is_refused_in_words(
    cardgen: Cardgen, tmp_path: Path, options: tuple[str, ...], says: str
) -> None:
    lay(tmp_path)
    said = cardgen.fails("build", "kit", "--for", "tgc", *options, code=2)
    assert says in said.err


@pytest.mark.parametrize("option", [("--base-url", "https://x"), ("--sleeved",), ("--profile", "x.icc")])
def test_what_goes_with_a_target_alone_is_refused_without_one(
    cardgen: Cardgen, tmp_path: Path, option: tuple[str, ...]
) -> None:
    lay(tmp_path)
    said = cardgen.fails("build", "kit", *option, code=2)
    assert f"{option[0]} goes with --for" in said.err


def test_what_means_nothing_to_a_target_is_told(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path)
    given = {
        "--paper": "letter",
        "--profile": "x.icc",
        "--backs": "none",
        "--offset": "1,1",
        "--gutter": "2mm",
        "--dpi": "150",
    }
    said = cardgen.fails("build", "kit", "--for", "tgc", *(word for pair in given.items() for word in pair))
    for option in given:
        assert f"error: {option} means nothing to The Game Crafter (tgc)\n  hint: leave it out" in said.err


def test_one_target_may_listen_to_what_another_does_not_know(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, **{"targets/mine.yaml": MINE})
    (tmp_path / "press.icc").write_bytes(press())
    cardgen.works("build", "kit", "--for", "mine,print-shop", "--profile", "press.icc", "--out", "out")
    assert {path.name for path in (tmp_path / "out" / "kit").iterdir()} == {"mine", "print-shop", "kit.json"}


@pytest.mark.parametrize("asked", ["", "tgc,", ","])
def test_a_target_without_a_name_is_refused(cardgen: Cardgen, tmp_path: Path, asked: str) -> None:
    lay(tmp_path)
    said = cardgen.fails("build", "kit", "--for", asked, code=2)
    assert "expected names such as tgc,mpc; cardgen targets lists them" in said.err


def test_a_wrong_target_is_told_before_a_face_is_looked_at(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, **{"face.svg": "<svg>{{ nothing }}", "targets/mine.yaml": MINE.replace("dpi", "pdi")})
    for target, says in (("mine", "unknown key 'pdi'"), ("tcg", "there is no target 'tcg'")):
        said = cardgen.fails("build", "kit", "--for", target)
        assert says in said.err
        assert "face.svg" not in said.err


def test_looks_and_a_choice_of_components_have_folders_of_their_own(cardgen: Cardgen, tmp_path: Path) -> None:
    looks = "looks:\n  full: {title: Full, palette: {}}\n  pale: {title: Pale, palette: {}}\n"
    chip = part("tiles", "chip", "63x88mm", "[{id: C1}]", "face: face.svg")
    lay(tmp_path, looks + part() + chip, **{"targets/mine.yaml": MINE})
    cardgen.works("build", "kit", "--for", "mine", "--look", "pale", "--only", "chip", "--out", "out")
    folder = tmp_path / "out" / "kit" / "mine-pale"
    assert {path.name for path in folder.rglob("*.png")} == {"C1-front.png"}
    cardgen.works("build", "kit", "--for", "mine", "--only", "decks", "--out", "out")
    assert not list((tmp_path / "out" / "kit" / "mine").rglob("C1*"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title: A\n", "error: nothing says what is made\n  hint: expected one of boxes, pictures, pages"),
        (MINE + "pages: {}\n", "error: there are pictures and pages, expected one of them"),
        (MINE.replace("63x88mm", "large"), "mine.yaml:2:49: error: size is 'large', expected a size"),
        (MINE.replace("bleed: 3mm", "pixels: big"), "pixels is 'big', expected pixels such as 825x1125"),
        (MINE.replace("dpi", "scale: 3, dpi"), "scale is 3, expected a part such as 1.5 %"),
        (MINE.replace("dpi", "front: '{crad}.png', dpi"), "in braces, not {crad} (did you mean 'card'?)"),
        (MINE.replace("dpi", "front: '../{card}.png', dpi"), "expected a name inside the target's folder"),
        (MINE.replace("dpi", "front: '{card}?.png', dpi"), "expected a name that every disk can hold"),
        (
            MINE.replace("dpi", "copies: files, dpi"),
            "error: copies are files, so the name of a front needs {copy}",
        ),
        (
            MINE.replace("dpi", "copies: names, dpi"),
            "error: copies are told in names, so the name of a front needs",
        ),
        (
            MINE.replace("dpi", "copies: slots, dpi"),
            "error: copies are slots of an order, and `slots` does not say",
        ),
        (
            MINE.replace("dpi", "front: '{card}{copy}.png', dpi"),
            "{copy} counts files, and copies are no files here",
        ),
        (
            MINE.replace("name: poker", "name: a/b"),
            "name is 'a/b', expected a short name such as small-square",
        ),
        ("title: A\npages: {most: 5}\n", "there may be several files, so their name needs {number}"),
        ("title: [A]\n", "title is a list, expected text"),
        ("title: A\npages: {}\nlink: x\n", "unknown key 'link'\n"),
        ("", "mine.yaml"),
    ],
)
def test_what_is_wrong_with_a_targets_file_is_told(
    cardgen: Cardgen, tmp_path: Path, text: str, says: str
) -> None:
    lay(tmp_path, **{"targets/mine.yaml": text})
    said = cardgen.fails("build", "kit", "--for", "mine")
    assert says in said.err
    assert "targets/mine.yaml" in said.err
    assert "bug" not in said.err


def test_targets_of_a_kit_are_listed_with_the_shipped_ones(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, **{"targets/mine.yaml": MINE, "targets/tgc.yaml": MINE})
    said = cardgen.works("targets", "kit")
    assert "mine                 My printer (kit's own): A picture of each face" in said.out
    assert "mpc                  MakePlayingCards: Pictures of fronts and backs" in said.out
    listed = json.loads(cardgen("targets", "kit", "--json").out)["targets"]
    assert {(one["target"], one["kit"]) for one in listed} >= {("tgc", None), ("tgc", "kit"), ("mine", "kit")}


def test_one_target_is_shown_whole(cardgen: Cardgen, tmp_path: Path) -> None:
    said = cardgen("targets", "tgc")
    assert said.out.startswith("The Game Crafter, --for tgc\n")
    assert "poker, 63.5 × 88.9 mm, bleed 3.175, pixels 825 × 1125, safe 3.175" in said.out
    assert "mpc" not in said.out
    (shown,) = json.loads(cardgen("targets", "tgc", "--json").out)["targets"]
    assert shown["asks"]["sizes"][0]["pixels"] == [825, 1125]


def test_a_name_that_is_neither_a_target_nor_a_kit_is_told(cardgen: Cardgen, tmp_path: Path) -> None:
    said = cardgen.fails("targets", "tgx", code=2)
    assert "tgx" in said.err


def test_a_wrong_target_is_told_by_targets_too(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, **{"targets/mine.yaml": "title: A\n"})
    said = cardgen.fails("targets", "kit")
    assert "nothing says what is made" in said.err
    assert "The Game Crafter" in said.out


@pytest.mark.thorough
def test_nothing_in_the_program_knows_a_print_service_by_name() -> None:
    package = Path(cardgen_package.__file__).parent
    names = {"tgc", "mpc", "drivethrucards", "print-shop"}
    titles = {read.title for name in names if (read := named_target(name, None, Problems()))}
    assert len(titles) == 4
    for file in package.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value.strip() not in names | titles, f"{file}:{node.lineno}"


def test_a_translated_kit_has_its_own_folder(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, **{"targets/mine.yaml": MINE})
    cardgen.works("build", "kit", "--for", "mine", "--language", "pseudo", "--only", "main", "--out", "out")
    assert (tmp_path / "out" / "kit" / "mine-pseudo" / "README.txt").is_file()
