"""`cardgen diff`: what is different between two folders, or a git revision and now."""

from __future__ import annotations

import re
import shutil
import subprocess
from base64 import b64decode
from pathlib import Path

import pytest

from cardgen.app.change import in_words
from cardgen.app.diff import compare, diff_page, shortened, state_of
from cardgen.base.errors import CardgenError
from tests.conftest import Cardgen
from tests.studio.small import edit, small_kit


@pytest.fixture
def kits(tmp_path: Path) -> tuple[Path, Path]:
    """A kit, and a copy of it to be changed."""
    old = small_kit(tmp_path / "old")
    return old, Path(shutil.copytree(old, tmp_path / "new" / old.name))


def found(kits: tuple[Path, Path]) -> dict[str, tuple[str, list[str]]]:
    """Each card that is different, how, and in what."""
    difference = compare(*kits, "before", "now")
    return {card.id: (card.kind, [str(one) for one in card.data]) for card in difference.cards}


def test_equal_kits_are_not_different(kits: tuple[Path, Path]) -> None:
    difference = compare(*kits, "before", "now")
    assert not difference
    assert list(difference.lines()) == [f"{kits[0].name}: nothing is different"]


def test_a_changed_word_names_its_card_and_shows_its_face_only(kits: tuple[Path, Path]) -> None:
    edit(kits[1] / "cards.yaml", "Deuce", "Duke")
    (card,) = compare(*kits, "before", "now").cards
    assert (card.id, card.kind, [str(one) for one in card.data]) == ("A2", "changed", ["name Deuce → Duke"])
    assert set(card.sides) == {"front"}


def test_a_copy_that_was_put_aside_under_another_name_is_an_earlier_state(kits: tuple[Path, Path]) -> None:
    aside = kits[0].rename(kits[0].with_name("before spring"))
    edit(kits[1] / "cards.yaml", "Deuce", "Duke")
    with state_of(str(aside), kits[1]) as (folder, called):
        assert called.endswith("before spring")
        assert "  ~ A2 Duke: name Deuce → Duke" in list(compare(folder, kits[1], called, "now").lines())


def test_a_line_break_in_what_changed_is_no_line_of_its_own() -> None:
    assert shortened("text “one\ntwo” → three") == "text “one\\ntwo” → three"


def test_a_template_that_changed_redraws_its_cards_without_a_change_in_the_data(
    kits: tuple[Path, Path],
) -> None:
    template = next((kits[1] / "faces").glob("*.svg"))
    edit(template, 'fill="', 'fill-opacity="0.9" fill="')
    assert {kind for kind, _ in found(kits).values()} == {"redrawn"}


def test_new_and_gone_cards_are_told(kits: tuple[Path, Path]) -> None:
    edit(kits[1] / "cards.yaml", "id: A1", "id: A9")
    kinds = {name: kind for name, (kind, _) in found(kits).items()}
    assert (kinds["A1"], kinds["A9"]) == ("gone", "new")


def test_numbers_of_the_kit_are_compared_one_by_one(kits: tuple[Path, Path]) -> None:
    text = (kits[1] / "game.yaml").read_text()
    (kits[1] / "game.yaml").write_text(re.sub(r"(?m)^title: .*$", "title: Other", text))
    difference = compare(*kits, "before", "now")
    assert next(str(one) for one in difference.head if one.name == "title").endswith("→ Other")


def test_a_page_holds_both_faces_each_as_it_is_cut_and_runs_nothing(kits: tuple[Path, Path]) -> None:
    edit(kits[1] / "cards.yaml", "Deuce", "</title><script>alert(1)</script>")
    page = diff_page(compare(*kits, "before", "now"))
    assert page.count("data:image/svg+xml;base64,") == 2
    assert page.count("<script>") == 1
    assert "&lt;script&gt;alert(1)" in page
    assert re.search(r"default-src 'none'; img-src data:; .*script-src 'sha256-[\w+/=]{44}'", page)
    edit(kits[1] / "game.yaml", "size: 63x88mm", "size: 60x88mm")
    faces = re.findall(r"svg\+xml;base64,([\w+/=]+)", diff_page(compare(*kits, "before", "now")))
    assert {re.findall(r'width="(\w+)"', b64decode(one).decode())[0] for one in faces} == {"63mm", "60mm"}


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_git_revision_is_an_earlier_state(tmp_path: Path, cardgen: Cardgen) -> None:
    kit = small_kit(tmp_path / "data")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    edit(kit / "cards.yaml", "Deuce", "Duke")
    done = cardgen("diff", "HEAD", kit.name, "--html", "out.html")
    assert (done.code, done.err) == (0, "")
    assert "~ A2 Duke: name Deuce → Duke" in done.out
    assert "HEAD → " in (tmp_path / "out.html").read_text()


@pytest.mark.parametrize("said", [(), (".",), ("../{name}",)])
def test_a_kit_that_is_a_repository_keeps_its_name_in_earlier_states(
    tmp_path: Path, cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch, said: tuple[str, ...]
) -> None:
    kit = small_kit(tmp_path)
    git(kit, "init", "-q")
    git(kit, "add", "-A")
    git(kit, "commit", "-qm", "one")
    edit(kit / "cards.yaml", "Deuce", "Duke")
    monkeypatch.chdir(kit)

    done = cardgen("diff", "HEAD", *(word.format(name=kit.name) for word in said))
    assert (done.code, done.err) == (0, "")
    assert "  ~ A2 Duke: name Deuce → Duke" in done.out


def test_a_revision_that_git_has_lost_in_part_is_told(tmp_path: Path, cardgen: Cardgen) -> None:
    kit = small_kit(tmp_path / "data")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    lost = git(tmp_path, "rev-parse", f"HEAD:data/{kit.name}/cards.yaml")
    (tmp_path / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    done = cardgen.fails("diff", "HEAD", kit.name)
    assert f"git does not have its data/{kit.name}/cards.yaml" in done.err


@pytest.mark.parametrize("said", ["HEAD~99", "no-such", "--output=x", ""])
def test_what_is_neither_a_kit_nor_a_revision_is_told(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = small_kit(tmp_path / "data")
    git(tmp_path, "init", "-q")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CardgenError, match="is neither a kit nor an earlier state"), state_of(said, kit):
        pass
    assert sorted(p.name for p in tmp_path.iterdir()) == [".git", "data"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        ("", "nothing"),
        (True, "yes"),
        ("two words", "“two words”"),
        ((1, "x"), "1, x"),
        (0, "0"),
    ],
)
def test_values_are_said_in_words(value: object, words: str) -> None:
    assert in_words(value) == words


def test_only_kits_that_are_not_as_in_a_revision_are_built(tmp_path: Path, cardgen: Cardgen) -> None:
    for name in ("one", "two"):
        shutil.copytree(small_kit(tmp_path / "made"), tmp_path / "data" / name)
        head = tmp_path / "data" / name / "game.yaml"
        head.write_text(re.sub(r"(?m)^game:.*", f"game: {name}", head.read_text("utf-8")), "utf-8")
        shutil.rmtree(tmp_path / "made")
    (tmp_path / "data" / "one" / "link.txt").symlink_to("game.yaml")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "data")
    git(tmp_path, "commit", "-q", "-m", "before")
    git(tmp_path, "config", "filter.evil.clean", "touch ran; cat")
    (tmp_path / ".gitattributes").write_text("* filter=evil\n", "utf-8")

    def built() -> str:
        return cardgen("build", "--since", "HEAD", "--only", "rules").out.splitlines()[0]

    assert built() == "changed since HEAD: 0 of 2 kits"
    (tmp_path / "data" / "two" / "extra.txt").write_text("new", "utf-8")
    assert built() == "changed since HEAD: 1 of 2 kits"
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds" / "one.yaml").write_text("rules: []\n", "utf-8")
    assert built() == "changed since HEAD: 2 of 2 kits"
    assert not list(tmp_path.rglob("ran")), "a filter of the repository ran"
    assert "git knows no such revision" in cardgen("build", "--since", "v9").err
