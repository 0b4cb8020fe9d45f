"""Every broken input of tests/bad/ gets exactly the messages written beside it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardgen.checks import run_checks
from cardgen.faces.compose import Faces
from cardgen.source import read_kit
from tests.many import mostly_slow

BAD = Path(__file__).parent / "bad"
CASES = sorted({p.stem for p in BAD.glob("*.yaml")} | {p.name for p in BAD.iterdir() if p.is_dir()})

FACE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94"><rect width="63" height="88"/></svg>\n'
PICTURES = {".png", ".jpg", ".gif", ".webp", ".ttf", ".otf", ".ods", ".xlsx", ".icc"}
CARDS = "- {id: A1}\n- {id: A2}\n"


def messages(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return all that is said about a case, as an author working in the folder above would see it."""
    if (BAD / case).is_dir():
        monkeypatch.chdir(BAD)
    else:
        kit = tmp_path / case
        kit.mkdir()
        shutil.copy(BAD / f"{case}.yaml", kit / "game.yaml")
        (kit / "face.svg").write_text(FACE)
        (kit / "back.svg").write_text(FACE)
        (kit / "cards.yaml").write_text(CARDS)
        monkeypatch.chdir(tmp_path)
    kit_read, problems = read_kit(Path(case))
    if kit_read is not None:
        problems.extend(run_checks(kit_read))
    if kit_read is not None and case.startswith("face-"):
        faces = Faces(kit_read, next(iter(kit_read.looks), "full"), problems=problems)
        for component in kit_read.components:
            for card in component.cards:
                faces.front(card)
                faces.back(card)
    return "\n".join(f"{problem}" for problem in problems) + "\n"


@pytest.mark.parametrize("case", CASES)
def test_a_broken_input_gets_the_message_written_beside_it(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: bool
) -> None:
    expected = BAD / f"{case}.expected.txt"
    said = messages(case, tmp_path, monkeypatch)
    assert said.strip(), "a broken input must not pass"
    if golden:
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")


def test_every_expected_text_belongs_to_a_broken_input() -> None:
    assert sorted(p.name.removesuffix(".expected.txt") for p in BAD.glob("*.expected.txt")) == CASES


def test_no_message_speaks_of_python() -> None:
    for expected in BAD.glob("*.expected.txt"):
        text = expected.read_text(encoding="utf-8")
        for word in ("Traceback", "Error", "NoneType", "dict", "<class", "object at", "Input should"):
            assert word not in text, f"{expected.name} says {word}"


@pytest.mark.parametrize("case", mostly_slow(CASES, 12))
@pytest.mark.parametrize("end", [b"\r\n", b"\r"], ids=["windows", "old-mac"])
def test_the_message_is_the_same_with_other_line_ends(
    case: str, end: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = (BAD / f"{case}.expected.txt").read_text(encoding="utf-8")
    there = tmp_path / "bad"
    for path in [*(BAD / case).rglob("*")] if (BAD / case).is_dir() else [BAD / f"{case}.yaml"]:
        copy = there / path.relative_to(BAD)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink() or path.suffix in PICTURES:
            shutil.copy(path, copy, follow_symlinks=False)
        elif path.is_file():
            copy.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", end))
    monkeypatch.setattr("tests.test_bad.BAD", there)
    assert messages(case, tmp_path, monkeypatch) == expected
