"""One loader: a file that is too large, not UTF-8 or not in the kit is told in the same words, whatever it holds."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.base.cache import default_folder
from cardgen.base.errors import CardgenError, Problem
from cardgen.base.files import MAX_PICTURE, MAX_TEXT, FileError, Files
from cardgen.engine import run_scenarios
from cardgen.faces.compose import Faces
from cardgen.rulesheet import load_rules
from cardgen.source import load_kit, read_kit, read_seeds
from tests.conftest import MakeKit

GAME = """\
game: kit
title: Kit
version: "1"
players: {min: 2, max: 2}
credits: {design: Us}
rules: rules.md.j2
decks: {main: {size: mini, face: face.svg, cards: cards.yaml}}
"""
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="69mm" viewBox="-3 -3 50 69">'
FILES = {
    "game.yaml": GAME,
    "cards.yaml": "- {id: A1}\n",
    "rules.md.j2": "# Kit\n",
    "face.svg": f"{HEAD}</svg>",
}


def reading_cards(folder: Path) -> list[Problem]:
    return list(read_kit(folder)[1])


def reading_rules(folder: Path) -> list[Problem]:
    return list(load_rules(load_kit(folder)).problems)


def reading_a_face(folder: Path) -> list[Problem]:
    kit = load_kit(folder)
    faces = Faces(kit)
    faces.front(kit.card("A1"))
    return list(faces.problems)


def reading_parts(folder: Path) -> list[Problem]:
    (folder / "face.svg").write_text(f'{HEAD}<g><use href="parts.svg#a"/></g></svg>', "utf-8")
    return reading_a_face(folder)


def reading_an_include(folder: Path) -> list[Problem]:
    (folder / "rules.md.j2").write_text("# Kit\n\n{% include 'more.md.j2' %}", "utf-8")
    return reading_rules(folder)


def reading_seeds(folder: Path) -> list[Problem]:
    return list(read_seeds(folder / "seeds.yaml")[1])


def reading_scenarios(folder: Path) -> list[Problem]:
    with pytest.raises(CardgenError) as caught:
        run_scenarios(folder / "scenarios.yaml", lambda *_: pytest.fail("nothing to run"))
    return list(caught.value.problems)


READERS: dict[str, Callable[[Path], list[Problem]]] = {
    "cards.yaml": reading_cards,
    "rules.md.j2": reading_rules,
    "more.md.j2": reading_an_include,
    "face.svg": reading_a_face,
    "seeds.yaml": reading_seeds,
    "scenarios.yaml": reading_scenarios,
}


@pytest.mark.parametrize("name", READERS)
def test_a_byte_that_is_not_utf_8_is_told_at_its_place(make_kit: MakeKit, name: str) -> None:
    folder = make_kit(FILES)
    (folder / name).write_bytes(b"# a\n# caf" + b"\xe9\n")
    (problem,) = READERS[name](folder)
    assert str(problem) == (
        f"kit/{name}:2:6: error: the file is not saved as UTF-8, this character cannot be read"
        + ("\n  in card A1" if name == "face.svg" else "")
        + "\n  hint: choose the encoding UTF-8 when you save it"
    )
    assert problem.code == "encoding"


@pytest.mark.parametrize("name", READERS)
def test_a_file_of_12_mb_is_refused_at_once(make_kit: MakeKit, name: str) -> None:
    folder = make_kit(FILES)
    (folder / name).write_text("word " * 2_400_000, "utf-8")
    start = time.process_time()
    (problem,) = READERS[name](folder)
    assert time.process_time() - start < 5  # seconds; reading it took two minutes
    assert (str(problem.where), problem.code) == (f"kit/{name}", "too-large")
    assert problem.message == f"the file is larger than {8 if name == 'face.svg' else 2} MB"


def test_a_short_rule_sheet_that_prints_too_much_is_refused(make_kit: MakeKit) -> None:
    rules = "{% for i in range(9999) %}" + "word " * 100 + "\n{% endfor %}"
    (problem,) = reading_rules(make_kit({**FILES, "rules.md.j2": rules}))
    assert problem.message == f"the rule sheet is longer than {MAX_TEXT / 1e6:g} MB"


def test_an_svg_of_parts_that_is_not_utf_8_is_told_at_its_place(make_kit: MakeKit) -> None:
    folder = make_kit(FILES)
    (folder / "parts.svg").write_bytes(b"\xe9")
    (problem,) = reading_parts(folder)
    assert "not saved as UTF-8" in problem.message
    assert str(problem.where) == "kit/parts.svg:1:1"


def test_a_picture_that_is_too_large_is_told_at_its_place(make_kit: MakeKit) -> None:
    face = f'{HEAD}<g><image href="big.png" width="9" height="9"/></g></svg>'
    folder = make_kit({**FILES, "face.svg": face})
    (folder / "big.png").write_bytes(b"\x89PNG" + bytes(MAX_PICTURE))
    (problem,) = reading_a_face(folder)
    assert (str(problem.where), problem.message) == ("kit/big.png", "the file is larger than 30 MB")
    assert problem.hint.startswith("make it smaller")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("../secret.svg", "'../secret.svg' leads out of the kit's folder"),
        ("link.svg", "'link.svg' is a link that leads out of the kit's folder"),
        ("away/secret.svg", "'away/secret.svg' is a link that leads out of the kit's folder"),
        ("/etc/hostname", "'/etc/hostname' is a path on this computer, expected a file in the kit's folder"),
        ("~/.profile", "'~/.profile' is a path on this computer, expected a file in the kit's folder"),
        ("C:/secret.svg", "'C:/secret.svg' is a path on this computer, expected a file in the kit's folder"),
        ("a\\b.svg", "'a\\b.svg' has a backslash, expected /"),
        ("art", "'art' is a folder, expected a file"),
        ("a\0b", "there is no 'a\0b' in the kit's folder and the shared templates"),
        ("crad.svg", "there is no 'crad.svg' in the kit's folder and the shared templates"),
    ],
)
def test_a_name_leads_to_a_file_of_the_kit_or_nowhere(tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / "secret.svg").write_text("the moon is made of cheese")
    folder = tmp_path / "kit"
    (folder / "art").mkdir(parents=True)
    (folder / "card.svg").write_text("")
    (folder / "link.svg").symlink_to(tmp_path / "secret.svg")
    (folder / "away").symlink_to(tmp_path)
    with pytest.raises(FileError) as caught:
        Files(folder).text(name)
    assert str(caught.value) == told
    if name == "crad.svg":
        assert caught.value.hint == "did you mean 'card.svg'?"


def test_a_kit_is_found_before_the_shared_templates(tmp_path: Path) -> None:
    files = Files(tmp_path, "kit")
    assert files.find("rules/theme.yaml").label.endswith("templates/rules/theme.yaml")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "theme.yaml").write_text("\ufeffpage: {}", "utf-8")
    again = Files(tmp_path, "kit")
    assert again.find("rules/theme.yaml").label == "kit/rules/theme.yaml"
    assert again.text("rules/theme.yaml") == "page: {}"


def test_the_cache_lies_where_the_user_says_or_where_the_platform_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path))
    assert default_folder() == tmp_path
    monkeypatch.delenv("CARDGEN_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert default_folder().name == "cardgen"
