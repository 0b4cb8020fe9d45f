"""A build leaves complete files or none, the same bytes for the same input, and no drawing where nothing changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import get_args

import pypdfium2
import pytest
from PIL import Image

from cardgen.app.build import BuildResult, build_kit, fresh_kit
from cardgen.app.fingerprint import sha256_of
from cardgen.app.settings import BuildSettings
from cardgen.base.errors import CardgenError
from cardgen.sheets import Backs
from tests.many import mostly_slow, slow

SAMPLE = Path(__file__).parents[1] / "samples" / "harbour-project" / "data" / "harbour"


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "data" / "harbour"))


def settings(out: Path, **words: object) -> BuildSettings:
    given: dict[str, object] = {
        "paper": "a4",
        "backs": "long-edge",
        "offset": "0,0",
        "gutter": "0",
        "art_engine": "",
        "format": "pdf",
        "dpi": 300,
    }
    return BuildSettings.parse(out=out, **{**given, **words})  # type: ignore[arg-type]


def build(kit: Path, out: Path, **words: object) -> BuildResult:
    asked = settings(out, **words)
    return fresh_kit(kit, asked) or build_kit(kit, asked, lambda step, done=0, total=0: None)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    """What came of building the sample's kit, once for all tests."""
    return build(SAMPLE, tmp_path_factory.mktemp("built"))


@pytest.fixture
def built(first: BuildResult) -> Path:
    """The folder with the sample's kit: look at it, do not touch it."""
    return first.folder.parent


def hashes(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): sha256_of(p) for p in sorted(folder.rglob("*")) if p.is_file()}


def text_of(pdf: Path) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def test_a_build_writes_the_kit_each_kind_the_rules_and_the_manifest(first: BuildResult) -> None:
    assert sorted(hashes(first.folder)) == [
        "harbour-decks-a4.pdf",
        "harbour-kit-a4.pdf",
        "harbour-rules.html",
        "harbour-rules.md",
        "harbour-rules.pdf",
        "kit.json",
    ]
    assert set(first.files) | {"kit.json"} == set(hashes(first.folder))


def test_the_words_of_the_cards_can_be_found_in_the_pdf(built: Path) -> None:
    words = text_of(built / "harbour" / "harbour-decks-a4.pdf")

    assert words.count("Herring") == 4
    assert words.count("Tunny") == 2
    assert "Fresh: worth" in words


def test_the_manifest_counts_the_box_and_vouches_for_every_file(built: Path) -> None:
    out = built / "harbour"

    manifest = json.loads((out / "kit.json").read_text("utf-8"))

    (deck,) = manifest["components"]
    assert (deck["id"], deck["pieces"], deck["different"]) == ("cargo", 18, 8)
    assert deck["cards"]["F1"] == 4
    (made,) = manifest["builds"].values()
    for file in made["files"]:
        assert file["sha256"] == sha256_of(out / file["name"])


def test_the_manifest_lists_the_address_of_every_face_of_the_built_look(built: Path) -> None:
    from cardgen.faces.address import address
    from cardgen.faces.compose import Faces
    from cardgen.source import load_kit

    manifest = json.loads((built / "harbour" / "kit.json").read_text("utf-8"))
    (build_,) = manifest["builds"].values()
    kit = load_kit(SAMPLE)
    faces = Faces(kit)
    for component in kit.components:
        for card in component.cards:
            back = faces.back(card)
            sides = {"front": address(faces.front(card))} | ({"back": address(back)} if back else {})
            assert build_["faces"][card.id] == sides


def test_two_builds_of_one_input_are_equal_to_the_byte(built: Path, tmp_path: Path) -> None:
    build(SAMPLE, tmp_path / "again")

    assert hashes(tmp_path / "again") == hashes(built)


def test_an_unchanged_kit_is_not_built_again(kit: Path, tmp_path: Path) -> None:
    first = build(kit, tmp_path / "out")
    written = {p: p.stat().st_mtime_ns for p in (tmp_path / "out" / "harbour").iterdir()}

    second = build(kit, tmp_path / "out")

    assert not first.fresh
    assert second.fresh
    assert written == {p: p.stat().st_mtime_ns for p in (tmp_path / "out" / "harbour").iterdir()}


@pytest.mark.parametrize("damage", ["card", slow("template"), "output", slow("missing output")])
def test_whatever_changed_is_noticed(kit: Path, tmp_path: Path, damage: str) -> None:
    build(kit, tmp_path / "out")
    pdf = tmp_path / "out" / "harbour" / "harbour-kit-a4.pdf"
    match damage:
        case "card":
            cards = kit / "cargo.yaml"
            cards.write_text(cards.read_text("utf-8").replace("Herring", "Kipper"), "utf-8")
        case "template":
            face = kit / "faces" / "cargo.svg"
            face.write_text(face.read_text("utf-8").replace("font-size:9px", "font-size:8px"), "utf-8")
        case "output":
            pdf.write_bytes(b"%PDF-1.4 damaged")
        case _:
            pdf.unlink()

    assert not build(kit, tmp_path / "out").fresh
    assert pypdfium2.PdfDocument(pdf).get_version() is not None


def test_a_broken_kit_leaves_the_old_files_as_they_were(kit: Path, built: Path, tmp_path: Path) -> None:
    shutil.copytree(built, tmp_path / "out")
    before = hashes(built)
    cards = kit / "cargo.yaml"
    cards.write_text(cards.read_text("utf-8").replace("value: 2", "value: two"), "utf-8")

    with pytest.raises(CardgenError) as caught:
        build(kit, tmp_path / "out")

    (problem,) = caught.value.problems
    assert problem.where is not None
    assert (Path(problem.where.file).name, problem.where.line) == ("cargo.yaml", 6)
    assert hashes(tmp_path / "out") == before


def test_a_draft_prints_although_a_check_fails_and_says_so_every_time(kit: Path, tmp_path: Path) -> None:
    cards = kit / "cargo.yaml"
    cards.write_text(cards.read_text("utf-8").replace("count: 4", "count: 5"), "utf-8")
    with pytest.raises(CardgenError, match="this check fails"):
        build(kit, tmp_path / "out")

    for _ in range(2):
        result = build(kit, tmp_path / "out", draft=True)
        assert {problem.code for problem in result.warnings} == {"statement"}
    assert "v0.1 draft" in text_of(tmp_path / "out" / "harbour" / "harbour-kit-a4.pdf")
    with pytest.raises(CardgenError, match="this check fails"):
        build(kit, tmp_path / "out")


def test_a_draft_of_a_sound_kit_is_the_kit(built: Path, tmp_path: Path) -> None:
    build(SAMPLE, tmp_path / "draft", draft=True)
    sound, draft = hashes(built), hashes(tmp_path / "draft")
    assert {name: h for name, h in draft.items() if "kit.json" not in name} == {
        name: h for name, h in sound.items() if "kit.json" not in name
    }


def test_a_draft_may_not_hold_anything_else_that_is_wrong(kit: Path, tmp_path: Path) -> None:
    cards = kit / "cargo.yaml"
    cards.write_text(cards.read_text("utf-8").replace("value: 2", "value: two"), "utf-8")
    with pytest.raises(CardgenError, match="value is 'two'"):
        build(kit, tmp_path / "out", draft=True)


def test_a_text_too_long_for_its_box_names_card_and_box(kit: Path, tmp_path: Path) -> None:
    cards = kit / "cargo.yaml"
    long = "All the fish of the sea swim into the net and out again. " * 40
    cards.write_text(cards.read_text("utf-8").replace("**Fresh:**", long), "utf-8")

    with pytest.raises(CardgenError) as caught:
        build(kit, tmp_path / "out")

    (problem,) = [p for p in caught.value.problems if p.code == "text-overflow"]
    assert problem.where is not None
    assert Path(problem.where.file).name == "cargo.yaml"
    assert "F1" in str(problem)
    assert "text" in problem.message
    assert not (tmp_path / "out" / "harbour" / "harbour-kit-a4.pdf").exists()


def test_nothing_is_left_behind_by_a_failed_build(kit: Path, tmp_path: Path) -> None:
    (kit / "faces" / "cargo.svg").write_text("<svg", "utf-8")

    with pytest.raises(CardgenError):
        build(kit, tmp_path / "out")

    assert hashes(tmp_path / "out") == {}
    assert [p.name for p in (tmp_path / "out").rglob("*") if p.name.startswith(".building")] == []


def test_other_papers_and_looks_stand_beside_the_first(kit: Path, tmp_path: Path) -> None:
    build(kit, tmp_path / "out")
    build(kit, tmp_path / "out", paper="letter", look="low-ink")
    out = tmp_path / "out" / "harbour"

    assert (out / "harbour-kit-a4.pdf").is_file()
    assert (out / "harbour-kit-letter-low-ink.pdf").is_file()
    assert len(json.loads((out / "kit.json").read_text("utf-8"))["builds"]) == 2
    assert build(kit, tmp_path / "out").fresh


def test_only_writes_what_was_asked_for(kit: Path, tmp_path: Path) -> None:
    build(kit, tmp_path / "out", only=("rules",))

    assert sorted(hashes(tmp_path / "out" / "harbour")) == [
        "harbour-rules.html",
        "harbour-rules.md",
        "harbour-rules.pdf",
    ]


def test_asking_for_an_unknown_component_says_what_was_meant(kit: Path, tmp_path: Path) -> None:
    with pytest.raises(CardgenError, match="did you mean 'cargo'"):
        build(kit, tmp_path / "out", only=("cargos",))


def test_pictures_have_exactly_the_pixels_of_the_size(kit: Path, tmp_path: Path) -> None:
    build(kit, tmp_path / "out", format="png", dpi=300)
    pictures = tmp_path / "out" / "harbour" / "png"

    assert len(list(pictures.iterdir())) == 9  # eight faces, one back
    with Image.open(pictures / "cargo-F1.png") as picture:
        assert picture.size == (815, 1110)


def test_a_chosen_house_rule_is_in_the_rule_sheet(kit: Path, tmp_path: Path) -> None:
    build(kit, tmp_path / "slow", only=("rules",))
    build(kit, tmp_path / "fast", only=("rules",), options={"tide": "fast"})

    assert "when the deck runs out" in (tmp_path / "slow" / "harbour" / "harbour-rules.md").read_text("utf-8")
    assert "after the third storm" in (tmp_path / "fast" / "harbour" / "harbour-rules.md").read_text("utf-8")


def test_a_paper_that_is_too_small_is_one_mistake_and_not_one_of_each_word(kit: Path, tmp_path: Path) -> None:
    with pytest.raises(CardgenError) as refused:
        build(kit, tmp_path, paper="10x10mm")
    assert [problem.code for problem in refused.value.problems if problem.level == "error"] == [
        "paper-too-small"
    ]


def test_an_unknown_house_rule_is_refused_with_the_known_values(kit: Path, tmp_path: Path) -> None:
    with pytest.raises(CardgenError, match="expected one of slow, fast"):
        build(kit, tmp_path / "out", options={"tide": "high"})


@pytest.mark.parametrize(
    ("paper", "backs"),
    mostly_slow(product(("a4", "letter", "200x280mm"), get_args(Backs)), fast=3),
)
def test_every_back_mode_prints_on_every_paper(kit: Path, tmp_path: Path, paper: str, backs: str) -> None:
    build(kit, tmp_path / "out", backs=backs, paper=paper, only=("decks",))

    words = text_of(tmp_path / "out" / "harbour" / f"harbour-only-decks-{paper}.pdf")
    assert words.count("Herring") == 4
    named_backs = words.count("Harbour") - words.count("Harbour 0.1")  # a front says "F1 · Harbour 0.1"
    assert named_backs == (0 if backs == "none" else 18)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_a_problem_not_a_crash(kit: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir(mode=0o500)

    with pytest.raises(CardgenError, match="cannot write the kit"):
        build(kit, out)


def test_a_file_in_the_place_of_the_folder_is_a_problem_not_a_crash(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way", "utf-8")

    with pytest.raises(CardgenError, match="cannot write the kit"):
        build(kit, tmp_path / "out")


def test_two_builds_at_once_both_leave_complete_files(kit: Path, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "cardgen.app.cli",
        "build",
        str(kit),
        "--out",
        str(tmp_path / "out"),
        "--force",
    ]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(2)]

    messages = [process.communicate()[1].decode() for process in running]
    assert [process.returncode for process in running] == [0, 0], messages

    manifest = json.loads((tmp_path / "out" / "harbour" / "kit.json").read_text("utf-8"))
    for file in manifest["builds"]["pdf a4"]["files"]:
        assert file["sha256"] == sha256_of(tmp_path / "out" / "harbour" / file["name"])


def test_a_draft_prints_the_cards_that_fit_and_marks_the_one_that_does_not(kit: Path, tmp_path: Path) -> None:
    cards = kit / "cargo.yaml"
    cards.write_text(cards.read_text("utf-8").replace("name: Tunny", 'name: "Tunny **, 한"'), "utf-8")

    with pytest.raises(CardgenError) as raised:
        build(kit, tmp_path / "out")
    result = build(kit, tmp_path / "out", draft=True, format="png", dpi=60)

    assert {p.level for p in raised.value.problems} == {"error"}
    assert {p.code for p in result.warnings} >= {p.code for p in raised.value.problems}
    red = {
        name: sum(
            1 for x in range(10, 170) if reddish(Image.open(result.folder / "png" / f"cargo-{name}.png"), x)
        )
        for name in ("F1", "F2")
    }
    assert red["F2"] > 20 > red["F1"]


def reddish(picture: Image.Image, x: int) -> bool:
    r, g, b = picture.convert("RGB").getpixel((min(x, picture.width - 1), 8))  # type: ignore[misc]
    return r > 180 and g < 60 and b < 60


def test_a_kind_that_a_kit_lacks_is_told_with_those_it_has(kit: Path, tmp_path: Path) -> None:
    with pytest.raises(CardgenError) as raised:
        build(kit, tmp_path / "out", only=("tokens",))

    (problem,) = raised.value.problems
    assert problem.message == "harbour has no tokens, which --only asks for"
    assert problem.hint.startswith("it has ")
