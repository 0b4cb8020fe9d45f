"""`cardgen new`: whatever is chosen builds, passes every check and plays; nothing is ever written over."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment

from cardgen.app.build import check_kit
from cardgen.app.play import check_play, kit_named
from cardgen.app.start import (
    PARTS,
    USUAL,
    NewGame,
    _asked,
    begin,
    copied_game,
    entry_to_add,
    new_game,
    slug_of,
    starters,
)
from cardgen.base.errors import CardgenError
from cardgen.base.files import shipped
from cardgen.base.projects import is_trusted, project_around, trust
from cardgen.source import load_kit
from cardgen.source.effects.vocabulary import words_of
from tests.conftest import Cardgen
from tests.games.kits import kit_of
from tests.many import mostly_thorough, thorough


@pytest.fixture(autouse=True)
def _settings_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Trust nothing that the user trusts, and leave nothing in the way Python finds modules."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield
    for name in [name for name in set(sys.modules) - before if name.endswith("_rules")]:
        del sys.modules[name]


def found_in(project: Path, slug: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What `cardgen check` says of a kit of a project, where one works in it."""
    monkeypatch.chdir(project)
    kit_named.cache_clear()
    problems = list(check_kit(Path("data") / slug))
    problems += check_play(kit_named(slug, Path("data")), Path("data"), lambda *_: None)
    return [str(problem) for problem in problems]


PRINTED = ("deck", "tiles", "tokens", "board", "aids")
EVERY = [
    parts
    for size in range(1, len(PARTS) + 1)
    for parts in itertools.combinations(PARTS, size)
    if set(parts) & set(PRINTED) and not ("code" in parts and not {"deck", "rules"} <= set(parts))
]


@pytest.mark.parametrize(
    "parts", mostly_thorough([pytest.param(parts, id="+".join(parts)) for parts in EVERY], 14)
)
def test_whatever_a_new_game_has_it_passes_every_check(
    parts: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(tmp_path, NewGame("My Game", parts=tuple(p for p in parts if p != "code")))
    monkeypatch.chdir(tmp_path)
    assert [str(problem) for problem in check_kit(Path("data/my-game"))] == []


@pytest.mark.parametrize(("least", "most"), [(2, 4), thorough(2, 2), thorough(3, 8)])
@pytest.mark.parametrize("parts", [("code",), thorough(("code", "tokens")), PARTS])
def test_a_new_game_with_code_plays_and_proves_its_rules(
    parts: tuple[str, ...], least: int, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = begin(str(tmp_path / "seven-seas"), f"{least}-{most}", ",".join(parts), None, None)
    assert is_trusted(begun.place)
    assert found_in(begun.place, "seven-seas", monkeypatch) == []


SHORT = ("trick-taking", "push-your-luck")
"""Starters whose games are short; a check that plays the others takes up to a minute of a busy core each."""


@pytest.mark.parametrize(
    ("name", "how"),
    [
        *((name, "--data=data" if name in SHORT else "--no-play") for name in starters()),
        *(thorough(name, "--data=data") for name in starters() if name not in SHORT),
    ],
)
def test_a_starter_is_a_game_without_python_that_proves_its_rules(
    name: str, how: str, tmp_path: Path, cardgen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = f"my-{name}"
    cardgen.works("new", mine, "--starter", name)
    kit = tmp_path / mine / "data" / mine
    rules = (kit / "rules.yaml").read_text("utf-8")
    assert len(rules.splitlines()) <= 80
    assert not list(tmp_path.rglob("*.py"))
    assert "<<" not in rules
    monkeypatch.chdir(tmp_path / mine)
    checked = cardgen("check", mine, how)
    assert (checked.code, "warning" in checked.err) == (0, False), checked.err
    sheet = cardgen("rules", mine).out
    assert "{{" not in sheet
    numbers = yaml.safe_load((kit / "numbers.yaml").read_text("utf-8"))
    assert all(f"numbers.{name}" in rules for name in numbers), "a number that no rule reads"


def test_a_card_of_a_starter_says_its_value_once(tmp_path: Path, cardgen: Any) -> None:
    cardgen.works("new", "mine", "--starter", "auction")
    (face,) = (tmp_path / "mine").rglob("card.svg")
    card = {"name": "Moon 3", "value": "3", "sign": "moon", "id": "M3", "text": ""}
    page = Environment().from_string(face.read_text("utf-8")).render(card=card, kit={}, palette={})
    assert re.findall(r">(Moon[^<]*|3)<", page) == ["3", "Moon"]


def test_a_starter_that_is_not_there_is_said_with_those_that_are(cardgen: Any) -> None:
    said = cardgen.fails("new", "my-game", "--starter", "chess", code=2)
    assert all(f"  {name}: " in said.err for name in starters())
    cardgen.fails("new", "my-game", "--starter", "climbing", "--from", "cheers", code=2)
    assert "--players" in cardgen("new", "my-game", "--starter", "climbing", "--players", "2").err


def test_the_usual_new_game_loads_and_says_what_was_asked(tmp_path: Path) -> None:
    files = new_game(tmp_path, NewGame("Été à la mer!", 3, 5, author='Ann "Quick" Lee: & sons'))
    kit = load_kit(tmp_path / "data/ete-a-la-mer")
    assert (kit.title, kit.players.min, kit.players.max) == ("Été à la mer!", 3, 5)
    assert kit.credits["design"] == 'Ann "Quick" Lee: & sons'
    assert [component.id for component in kit.components] == ["main", "aid"]
    assert all(file.is_file() for file in files)


@pytest.mark.thorough
@given(title=st.text(min_size=1, max_size=30))
def test_any_title_makes_a_kit_or_is_refused_in_words(
    title: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    try:
        wanted = NewGame(title, parts=(*USUAL, "code"))
    except ValueError as refused:
        said = str(refused)
        assert said.startswith(("the title", f"'{title}' has no letter"))
        return
    place = tmp_path_factory.mktemp("titles")
    new_game(place, wanted)
    kit = load_kit(place / "data" / wanted.slug)
    assert kit.title == title.strip() or kit.title == title
    assert re.fullmatch("[A-Z]{2,4}", wanted.prefix)
    compile((place / f"{wanted.module}.py").read_text("utf-8"), "rules", "exec")
    assert project_around(place) == place.resolve()


@pytest.mark.parametrize(
    ("title", "slug"), [("My Game", "my-game"), ("  Straße 7 ", "strasse-7"), ("日本", ""), ("a--b", "a-b")]
)
def test_a_folder_is_named_after_the_title(title: str, slug: str) -> None:
    assert slug_of(title) == slug


def test_nothing_is_written_over(tmp_path: Path) -> None:
    new_game(tmp_path, NewGame("One"))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(CardgenError, match="there already"):
        new_game(tmp_path, NewGame("One", parts=PARTS))
    (tmp_path / "two_rules.py").write_text("mine")
    with pytest.raises(CardgenError, match=r"two_rules\.py is there already"):
        new_game(tmp_path, NewGame("Two", parts=PARTS))
    assert {path: path.read_bytes() for path in before} == before
    assert not (tmp_path / "data/two").exists()


def test_a_second_game_of_a_project_is_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(str(tmp_path / "games/first"), None, "code", None, None)
    project = tmp_path / "games/first"
    monkeypatch.chdir(project)
    begun = begin("Second Game", None, "code", None, None)
    assert begun.place == Path()
    assert begun.entry == ""
    assert (project / "data/second-game/game.yaml").is_file()
    assert 'second-game = "second_game_rules:SecondGame"' in (project / "pyproject.toml").read_text()


def test_a_pyproject_without_the_group_is_left_alone_and_the_lines_are_told(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'mine'\n")
    said = entry_to_add(tmp_path, NewGame("Two", parts=PARTS))
    assert said == '[project.entry-points."cardgen.games"]\ntwo = "two_rules:Two"'
    assert (tmp_path / "pyproject.toml").read_text() == "[project]\nname = 'mine'\n"


@pytest.mark.thorough
def test_a_copy_of_a_shipped_kit_builds_and_plays_by_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = begin(str(tmp_path / "Brewery Yard"), None, None, None, shipped() / "data/biergarten")
    kit = load_kit(begun.place / "data/brewery-yard")
    assert (kit.title, kit.credits["design"]) == (
        "Brewery Yard",
        kit_of("biergarten").credits["design"],
    )
    assert found_in(begun.place, "brewery-yard", monkeypatch) == []


@pytest.mark.parametrize(
    "name", ["auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers"]
)
def test_every_shipped_kit_can_be_copied(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied_game(tmp_path, shipped() / "data" / name, NewGame("Other"))
    monkeypatch.chdir(tmp_path)
    trust(tmp_path)
    words_of.cache_clear()
    old, new = kit_of(name), load_kit(tmp_path / "data/other")
    assert new.slug == "other"
    assert [(c.id, c.total) for c in new.components] == [(c.id, c.total) for c in old.components]


# -- whose Python runs


def test_the_rules_of_a_project_run_only_when_its_user_has_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(tmp_path, NewGame("Stranger", parts=PARTS))
    rules = tmp_path / "stranger_rules.py"
    rules.write_text(rules.read_text() + "open('ran.txt', 'w').close()\n")
    said = found_in(tmp_path, "stranger", monkeypatch)
    assert "the rules in stranger_rules.py may not run yet" in said[0]
    assert "cardgen trust" in said[0]
    assert not Path("ran.txt").exists()
    trust(tmp_path)
    assert found_in(tmp_path, "stranger", monkeypatch) == []
    assert Path("ran.txt").exists()
    trust(tmp_path, may_run=False)
    assert not is_trusted(tmp_path)


def test_a_pyproject_that_is_no_toml_is_told_with_its_line(tmp_path: Path, cardgen: Cardgen) -> None:
    new_game(tmp_path, NewGame("Mine", parts=PARTS))
    file = tmp_path / "pyproject.toml"
    file.write_text(file.read_text().replace('name = "mine"', "name = mine"))
    trust(tmp_path, always=True)
    done = cardgen.fails("check", "mine")
    assert "pyproject.toml:6:8: error: this is no TOML" in done.err


# -- the command


def test_the_command_says_what_to_do_next(tmp_path: Path, cardgen: Cardgen) -> None:
    done = cardgen.works("new", "my-game", "--players", "2-3", "--with", "deck,rules")
    assert "my-game/data/my-game/cards.yaml" in done.out
    assert done.out.endswith("Now:\n    cd my-game\n    cardgen check my-game\n    cardgen build my-game\n")
    assert "title: My Game" in (tmp_path / "my-game/data/my-game/game.yaml").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["x", "--players", "many"], "--players is 'many', expected such as 2-4"),
        (["x", "--players", "5-3"], "players are '5-3'"),
        (["x", "--with", "deck,tilse"], "there is no part 'tilse' (did you mean 'tiles'?)"),
        (["x", "--with", ","], "nothing is to be printed"),
        (["x", "--from", "beergarden"], "no game 'beergarden' (did you mean 'biergarten'?)"),
        (["x", "--from", "cheers", "--with", "deck"], "--players and --with are for a new kit"),
        (["!!!"], "has no letter"),
    ],
)
def test_what_cannot_be_made_is_a_usage_error(
    words: list[str], said: str, tmp_path: Path, cardgen: Cardgen
) -> None:
    done = cardgen.fails("new", *words, code=2)
    assert said in done.err
    assert list(tmp_path.iterdir()) == []


def test_the_folder_of_games_that_is_named_gets_the_new_one(tmp_path: Path, cardgen: Cardgen) -> None:
    for name in ("there/data", "there/games"):
        (tmp_path / name).mkdir(parents=True)
    cardgen.works("new", "Harbour Two", "--data", "there/data")
    assert (tmp_path / "there" / "data" / "harbour-two" / "game.yaml").is_file()
    for title, data in (("Third", "there/games"), ("far/third", "there/data")):
        assert "my-games/third" in cardgen.fails("new", title, "--data", data, code=2).err.lower()
    assert [one.name for one in tmp_path.iterdir()] == ["there"]


def test_an_answer_that_cannot_be_is_told_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["four", "3", "dek", "all,deck", "all", "Me"])
    told: list[str] = []
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(answers))
    monkeypatch.setattr("typer.echo", told.append)
    monkeypatch.setattr(sys, "stdin", _Terminal())
    monkeypatch.setattr(sys, "stdout", _Terminal())
    assert _asked(None, None, None) == ("3", "all", "Me")
    assert told[0] == "--players is 'four', expected such as 2-4"
    assert told[2:] == ["there is no part 'dek' (did you mean 'deck'?)", "'all' stands alone: --with all"]


class _Terminal:
    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


def test_trust_that_cannot_be_kept_is_among_the_next_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "file" / "config"))
    steps = [*begin(str(tmp_path / "mine"), None, "code", None, None).next_steps()]
    assert "    cardgen trust" in steps
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    assert "    cardgen trust" not in [*begin(str(tmp_path / "ours"), None, "code", None, None).next_steps()]
