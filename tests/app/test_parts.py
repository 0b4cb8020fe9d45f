"""A part of a kit is printed: single cards, what changed since an earlier build, several copies; the whole kit stays."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pypdfium2
import pytest

from cardgen.app.build import BuildResult
from cardgen.app.fingerprint import sha256_of
from cardgen.base.errors import CardgenError
from tests.app.test_build import SAMPLE, build, hashes, text_of
from tests.many import slow


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of the sample's kit as it was printed once."""
    return build(SAMPLE, tmp_path_factory.mktemp("printed")).folder


@pytest.fixture
def printed(first: Path, tmp_path: Path) -> Path:
    """A folder with those results, to be changed."""
    return Path(shutil.copytree(first, tmp_path / "out" / "harbour"))


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "data" / "harbour"))


def changed(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")


def pieces_of(pdf: Path) -> list[str]:
    """Return the ids that the fronts say, one for each piece on the sheets."""
    with pypdfium2.PdfDocument(pdf) as document:
        pages = [page.get_textpage().get_text_bounded() for page in document]
    words = " ".join(page for page in pages if "read this page first" not in page).split()
    return sorted(
        a for a, b, c in zip(words, words[1:], words[2:], strict=False) if (b, c) == ("·", "Harbour")
    )


def part(folder: Path, *only: str, out: Path, **words: object) -> tuple[str, list[str]]:
    """Print a part without the art of the sheets' backs; return the name of its file, and the pieces on it."""
    (file,) = build(folder, out, only=only, **words).files
    return file, pieces_of(out / "harbour" / file)


@pytest.mark.parametrize(
    ("only", "name", "pieces"),
    [
        (("cargo:F1",), "only-cargo-F1", ["F1"] * 4),
        (("cargo:F2,G1-G6",), "only-cargo-F2+G1-G6", ["F2"] * 2 + ["G1"] * 2 + ["G3"] * 2 + ["G6"] * 2),
        slow(("cargo:G6-G1",), "only-cargo-G6-G1", ["G1"] * 2 + ["G3"] * 2 + ["G6"] * 2),
        slow(("decks:T1", "cargo:T6"), "only-decks-T1+cargo-T6", ["T1"] * 2 + ["T6"] * 2),
        slow(("F2",), "only-F2", ["F2"] * 2),
        slow((" cargo : F2 , T1",), "only-cargo-F2+T1", ["F2"] * 2 + ["T1"] * 2),
    ],
)
def test_single_cards_and_ranges_are_printed(
    only: tuple[str, ...], name: str, pieces: list[str], tmp_path: Path
) -> None:
    file, found = part(SAMPLE, *only, out=tmp_path)

    assert file == f"harbour-{name}-a4.pdf"
    assert found == pieces


@pytest.mark.parametrize(
    ("only", "message", "hint"),
    [
        ("cargo:F11", "cargo has no card 'F11', which --only asks for", "did you mean 'F1'?"),
        (
            "cargo:F1-G33",
            "cargo has no card 'G33', which --only asks for with 'F1-G33'",
            "did you mean 'G3'?",
        ),
        ("cargo:", "--only is 'cargo:' without a card", "such as cargo:F1"),
        ("cargos:F1", "--only is 'cargos'", "did you mean 'cargo'?"),
        ("G33", "--only is 'G33'", "did you mean 'G3'?"),
    ],
)
def test_a_wrong_id_is_told_with_a_suggestion(only: str, message: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(CardgenError) as raised:
        build(SAMPLE, tmp_path, only=(only,))

    (problem,) = raised.value.problems
    assert problem.message == message
    assert problem.hint == hint
    assert problem.where
    assert problem.where.line


def test_all_wrong_ids_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(CardgenError) as raised:
        build(SAMPLE, tmp_path, only=("cargo:F9,F1,X1", "dekcs"))

    assert len(raised.value.problems) == 3


def test_copies_print_everything_so_many_times(tmp_path: Path) -> None:
    file, pieces = part(SAMPLE, "cargo:F2", out=tmp_path, copies=3)

    assert file == "harbour-only-cargo-F2-x3-a4.pdf"
    assert pieces == ["F2"] * 6


def test_fronts_come_without_backs(tmp_path: Path) -> None:
    file, pieces = part(SAMPLE, "cargo:F2", out=tmp_path, fronts_only=True)

    assert file == "harbour-only-cargo-F2-fronts-a4.pdf"
    assert pieces == ["F2"] * 2
    words = text_of(tmp_path / "harbour" / file)
    assert words.count("Harbour") == words.count("Harbour 0.1")  # a back says Harbour alone


@pytest.mark.parametrize("copies", [0, -1, 101])
def test_copies_that_nobody_wants_are_refused(copies: int, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"--copies is {copies}, expected 1 to 100"):
        build(SAMPLE, tmp_path, copies=copies)


def test_a_long_choice_has_a_short_name_of_its_own(tmp_path: Path) -> None:
    long = "cargo:" + ",".join(["F1", "F2", "G1", "G3", "G6", "T1", "T3", "T6"] * 4)
    names = {part(SAMPLE, word, out=tmp_path)[0] for word in (long, f"{long},F1")}

    assert len(names) == 2
    assert max(map(len, names)) < 90


def test_a_part_leaves_the_whole_kit_and_its_kit_json_as_they_were(printed: Path, kit: Path) -> None:
    before = hashes(printed)
    changed(kit, "cargo.yaml", "Herring", "Hering")

    build(kit, printed.parent, only=("cargo:F1",))
    build(kit, printed.parent, changed_since=printed)
    build(kit, printed.parent, copies=2)

    after = hashes(printed)
    assert {name: after[name] for name in before} == before
    assert sorted(set(after) - set(before)) == [
        "harbour-changed-a4.pdf",
        "harbour-only-cargo-F1-a4.pdf",
        "harbour-x2-a4.pdf",
    ]


def test_the_whole_kit_is_still_up_to_date_after_a_part_was_printed(printed: Path) -> None:
    build(SAMPLE, printed.parent, only=("cargo:F1",))

    assert build(SAMPLE, printed.parent).fresh


def test_kit_json_vouches_no_longer_for_a_rule_sheet_that_was_printed_anew(printed: Path, kit: Path) -> None:
    changed(kit, "rules.md.j2", "Deal", "Hand")
    build(kit, printed.parent, only=("rules",))

    data = json.loads((printed / "kit.json").read_text("utf-8"))
    (made,) = data["builds"].values()
    listed = {file["name"]: file["sha256"] for file in made["files"]}
    assert {name: sha256_of(printed / name) for name in listed} == listed
    assert "harbour-kit-a4.pdf" in listed
    assert "harbour-rules.pdf" not in listed
    assert not build(SAMPLE, printed.parent).fresh  # it has lost one of its files


# ---- what changed


def since(result: BuildResult) -> tuple[dict[str, int], dict[str, int]]:
    assert result.changes
    said = result.changes.as_dict()
    return said["take_out"], said["put_in"]


def test_a_changed_card_is_taken_out_and_printed_with_all_its_copies(printed: Path, kit: Path) -> None:
    changed(kit, "cargo.yaml", "Herring", "Hering")

    result = build(kit, printed.parent, changed_since=printed / "kit.json")

    assert since(result) == ({"F1": 4}, {"F1": 4})
    assert result.files == ("harbour-changed-a4.pdf",)
    words = text_of(printed / "harbour-changed-a4.pdf")
    assert pieces_of(printed / "harbour-changed-a4.pdf") == ["F1"] * 4
    assert "Take 4 pieces out of the box; put 4 new ones in." in words
    assert "take out: F1 × 4" in result.summary()


@pytest.mark.parametrize(
    ("now", "out", "put"),
    [(5, {}, {"F1": 1}), (3, {"F1": 1}, {}), (4, {}, {})],
)
def test_of_an_equal_card_only_the_difference_counts(
    now: int, out: dict[str, int], put: dict[str, int], printed: Path, kit: Path
) -> None:
    changed(kit, "cargo.yaml", "count: 4", f"count: {now}")
    if now != 4:
        changed(kit, "game.yaml", "decks.cargo.total == 18", f"decks.cargo.total == {14 + now}")
        changed(kit, "game.yaml", "sum('count') == 6", f"sum('count') == {2 + now}")
    before = hashes(printed)

    result = build(kit, printed.parent, changed_since=printed)

    assert since(result) == (out, put)
    assert (hashes(printed) == before) == (not put)  # with nothing to put in nothing is printed
    assert ("so nothing is printed" in result.summary()) == (not put)


def test_pieces_that_are_gone_are_only_taken_out_and_new_ones_only_put_in(printed: Path, kit: Path) -> None:
    changed(kit, "cargo.yaml", "id: F2, name: Tunny", "id: F9, name: Whale")

    result = build(kit, printed.parent, changed_since=printed)

    assert since(result) == ({"F2": 2}, {"F9": 2})
    assert "F2" in text_of(printed / "harbour-changed-a4.pdf")


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("game.yaml", 'version: "0.1"', 'version: "0.2"', {}),
        ("cargo.yaml", "id: F2", "id: F9", {}),
        ("game.yaml", "    size: poker", "    corner: 5mm\n    size: poker", {"F2": ["corner"]}),
        ("faces/back.svg", "Harbour", "Haven", {"F2": ["back"]}),
        ("cargo.yaml", "Tunny", "Tuna", {"F2": ["front"]}),
    ],
)
def test_a_piece_is_another_one_when_it_looks_so_and_the_list_says_why(
    file: str, old: str, new: str, why: dict[str, list[str]], printed: Path, kit: Path
) -> None:
    changed(
        kit,
        "faces/cargo.svg",
        "</svg>",
        '<text x="30" y="85" font-family="Roboto" font-size="2">v{{ kit.version }}</text></svg>',
    )
    build(kit, printed.parent)
    changed(kit, file, old, new)

    result = build(kit, printed.parent, changed_since=printed)

    assert result.changes
    said = result.changes.as_dict()
    assert {card: words for card, words in said["why"].items() if card == "F2"} == why
    assert bool(said["put_in"]) == bool(why)
    for (word,) in why.values():
        assert word in text_of(printed / "harbour-changed-a4.pdf")


def test_a_changed_back_prints_every_card_unless_only_fronts_are_wanted(printed: Path, kit: Path) -> None:
    changed(kit, "faces/back.svg", "Harbour", "Haven")

    assert sum(since(build(kit, printed.parent, changed_since=printed))[1].values()) == 18
    assert since(build(kit, printed.parent, changed_since=printed, fronts_only=True)) == ({}, {})


def test_changes_can_be_narrowed_to_a_choice(printed: Path, kit: Path) -> None:
    changed(kit, "cargo.yaml", "Herring", "Hering")
    changed(kit, "cargo.yaml", "Tunny", "Tuna")

    result = build(kit, printed.parent, changed_since=printed, only=("cargo:F2",))

    assert since(result) == ({"F2": 2}, {"F2": 2})
    assert result.files == ("harbour-changed-only-cargo-F2-a4.pdf",)


def test_changed_pictures_lie_in_a_folder_of_their_own(printed: Path, kit: Path) -> None:
    changed(kit, "cargo.yaml", "Herring", "Hering")

    result = build(kit, printed.parent, changed_since=printed, format="png", dpi=40)

    assert result.files == ("png-changed/cargo-F1.png", "png-changed/cargo-F1-back.png")


def test_the_same_look_is_compared_where_there_is_one_and_another_is_told(printed: Path, kit: Path) -> None:
    other = build(kit, printed.parent, changed_since=printed, look="low-ink")
    (warning,) = other.warnings
    assert (
        "look of this build is not in the earlier kit.json: its build 'pdf a4' was compared"
        in warning.message
    )
    assert other.changes
    assert other.changes.counts

    build(SAMPLE, printed.parent, look="low-ink", paper="letter")
    same = build(kit, printed.parent, changed_since=printed, look="low-ink")
    assert since(same) == ({}, {})
    assert not same.warnings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is no whole kit.json"),
        ("[]", "this is no kit.json of a build"),
        ('{"game": "cheers", "builds": {}}', "that of 'cheers', not of 'harbour'"),
        ('{"game": "harbour", "builds": {}, "components": []}', "lists no faces of a whole kit"),
        ('{"game": "harbour", "builds": {"pdf a4": 3}, "components": []}', "damaged, or of another cardgen"),
        ('{"game": "harbour", "builds": {}, "components": 5}', "damaged, or of another cardgen"),
        (None, "there is no kit.json in"),
    ],
)
def test_an_earlier_kit_json_that_is_none_is_told_with_its_place(
    text: str | None, message: str, tmp_path: Path
) -> None:
    earlier = tmp_path / "earlier"
    earlier.mkdir()
    if text is not None:
        (earlier / "kit.json").write_text(text, "utf-8")

    with pytest.raises(CardgenError) as raised:
        build(SAMPLE, tmp_path / "out", changed_since=earlier)

    (problem,) = raised.value.problems
    assert message in problem.message
    assert problem.hint
    assert problem.where
    assert problem.where.file.endswith("kit.json")


def test_the_folder_of_all_results_will_do(printed: Path, kit: Path) -> None:
    assert since(build(kit, printed.parent, changed_since=printed.parent)) == ({}, {})


# ---- guide and test


def roles(pdf: Path) -> tuple[bool, bool]:
    words = text_of(pdf)
    return "read this page first" in words, "DO FRONT AND BACK MEET?" in words


@pytest.mark.parametrize(
    ("words", "there"),
    [({}, (True, True)), ({"guide": False}, (False, False)), ({"test": False}, (True, False))],
)
def test_guide_and_duplex_test_may_be_left_out(
    words: dict[str, bool], there: tuple[bool, bool], tmp_path: Path, first: Path
) -> None:
    folder = build(SAMPLE, tmp_path, only=("kit",), **words).folder if words else first

    assert roles(folder / "harbour-kit-a4.pdf") == there
