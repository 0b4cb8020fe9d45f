"""The library: docs/api.md is run, and what it says of the names is true."""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import shutil
import subprocess
import sys
import warnings
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cardgen
from cardgen.base.lazy import lazily

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```(?:\n+```text\n(.*?)```)?", PAGE, re.S)


def test_the_examples_of_the_page_do_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"DATA": ROOT / "data"}
    assert len(BLOCKS) >= 6

    for code, printed in BLOCKS:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, "docs/api.md", "exec"), names)
        if printed:
            assert out.getvalue() == printed, code

    assert (tmp_path / "output/numbers/numbers-kit-a4.pdf").is_file()
    assert names["saved"].players == ("Ana", "Ben", "Cleo", "Dan")


def test_a_deck_takes_five_lines_and_a_game_played_and_replayed_ten() -> None:
    lengths = [len([line for line in code.splitlines() if line]) for code, _ in BLOCKS]

    assert lengths[0] <= 5
    assert next(n for (code, _), n in zip(BLOCKS, lengths, strict=True) if "replay(" in code) <= 10


def test_the_public_names_are_those_of_the_list_and_the_page_is_made_of_them() -> None:
    pages = runpy.run_path(str(ROOT / "benchmarks" / "api.py"))
    names = [
        f"{module}.{n}" for module in pages["MODULES"] for n in sorted(vars(import_module(module))["__all__"])
    ]

    assert names == (Path(__file__).parent / "public_names.txt").read_text("utf-8").split()
    assert len([name for name in names if name.startswith("cardgen.rules.")]) <= 35
    assert pages["page"]() == PAGE


def test_a_name_that_moved_still_loads_and_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    old = ModuleType("old_room")
    monkeypatch.setitem(sys.modules, "old_room", old)
    lazily("old_room", {}, moved={"Card": ("cardgen.model.Card", "1.3.0")})

    with pytest.warns(DeprecationWarning, match=r"old_room\.Card") as told:
        assert old.Card is cardgen.Card
    assert str(told[0].message) == (
        "old_room.Card is cardgen.model.Card since cardgen 1.3.0, and read until 2.0.0"
    )
    assert told[0].filename == __file__


def test_a_board_named_in_the_words_of_a_paper_warns_where_the_deck_is_made() -> None:
    cards = [cardgen.Card("A")]
    with pytest.warns(
        DeprecationWarning, match=r"stock= with a board is made_of= since cardgen 1\.0\.0"
    ) as told:
        deck = cardgen.Deck("a", cards, stock="200 g/m², on 2 mm board")
    assert told[0].filename == __file__
    assert deck.made.board == 2.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cardgen.Deck("a", cards, stock="300 g/m²")
        cardgen.Deck("a", cards, stock="thick board", made_of="board")


def test_a_kits_proofs_are_tests_of_pytest(tmp_path: Path) -> None:
    kit = Path(shutil.copytree(ROOT / "tests/samples/classics/data/toll", tmp_path / "data/toll"))
    shutil.copytree(ROOT / "tests/samples/classics/seeds", tmp_path / "seeds")
    proofs = kit / "scenarios" / "toll.yaml"
    test_file = tmp_path / "test_toll.py"
    test_file.write_text(
        "from cardgen import testing\n"
        "test_kit = testing.checks('data/toll')\n"
        "test_rules = testing.scenarios('data/toll')\n"
        "test_promises = testing.contract('data/toll', seeds=[1])\n"
    )
    words = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test_file)]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    held = subprocess.run(words, cwd=tmp_path, env=alone, capture_output=True, text=True, check=False)
    proofs.write_text(proofs.read_text("utf-8").replace("coins P0: 5", "coins P0: 6"))
    failed = subprocess.run(
        [*words, "-k", "rules"], cwd=tmp_path, env=alone, capture_output=True, text=True, check=False
    )

    assert held.returncode == 0, held.stdout
    assert "1 failed" in failed.stdout, failed.stdout
    assert "toll.yaml:14" in failed.stdout, failed.stdout


def test_names_that_do_not_exist_are_no_attributes() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Dekc'"):
        _ = cardgen.Dekc


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"id": "my deck"}, "'my deck'"),
        ({"size": "63"}, "'63' is not a size"),
        ({"shape": "free"}, "a free shape has a contour"),
        ({"bleed": "3 parsecs"}, "not a length"),
        ({"cards": [cardgen.Card("A"), cardgen.Card("A")]}, "2 cards of d have the id 'A'"),
        ({"cards": [cardgen.Card("A", count=0)]}, "card A has count 0"),
        ({"cards": [cardgen.Card("a/b")]}, "'a/b'"),
    ],
)
def test_a_component_that_cannot_be_is_refused_at_once(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        cardgen.Deck(**{"id": "d", "cards": [], **wrong})


def test_a_component_made_in_python_is_what_the_same_words_in_a_file_are(tmp_path: Path) -> None:
    kit = tmp_path / "same"
    kit.mkdir()
    (kit / "game.yaml").write_text(
        "game: same\ntitle: Same\nversion: '1.0'\nplayers: {min: 1, max: 4}\n"
        "tokens:\n  coins:\n    size: 20x20mm\n    face: faces/plain.svg\n    cards: [{id: coin, count: 3}]\n"
    )
    (read,) = cardgen.load_kit(kit).components
    made = cardgen.Tokens("coins", [cardgen.Card("coin", count=3)])

    assert made.shape == read.shape
    assert (made.title, made.size, made.bleed, made.corner) == (
        read.title,
        read.size,
        read.bleed,
        read.corner,
    )
    assert [(c.id, c.name, c.count, c.component) for c in made.cards] == [
        (c.id, c.name, c.count, c.component) for c in read.cards
    ]


def test_a_component_can_be_replaced_by_a_changed_one() -> None:
    deck = cardgen.Deck("main", [cardgen.Card("A")], size="tarot")
    more = replace(deck, cards=(cardgen.Card("A", count=4),))

    assert (more.size, more.total, more.kind) == (deck.size, 4, "decks")


def test_a_text_that_does_not_fit_names_the_card_without_a_file() -> None:
    long = cardgen.Card("A", "Ace", fields={"text": "word " * 900})
    problems = cardgen.check(cardgen.Kit("long", (cardgen.Deck("main", [long]),)))

    assert [p.level for p in problems] == ["error"]
    assert "A" in str(problems[0])
    assert not str(problems[0]).startswith(":")


def test_a_failed_build_leaves_the_old_files(tmp_path: Path) -> None:
    kit = cardgen.Kit("small", (cardgen.Deck("main", [cardgen.Card("A")]),))
    built = cardgen.build(kit, tmp_path)
    old = {name: (built.folder / name).read_bytes() for name in built.files}
    broken = replace(kit, components=(cardgen.Deck("main", [cardgen.Card("A")], face="faces/none.svg"),))

    with pytest.raises(cardgen.CardgenError, match=r"faces/none\.svg"):
        cardgen.build(broken, tmp_path)

    assert {name: (built.folder / name).read_bytes() for name in built.files} == old


def test_the_same_kit_gives_the_same_bytes(tmp_path: Path) -> None:
    kit = cardgen.Kit("small", (cardgen.Deck("main", [cardgen.Card("A", count=3)]),))
    files = [cardgen.build(kit, tmp_path / name) for name in ("one", "two")]

    first, second = ([(f.folder / n).read_bytes() for n in f.files] for f in files)
    assert first == second


SMALL = cardgen.Kit("small", (cardgen.Deck("main", [cardgen.Card("A")]),))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"dpi": 10}, "dpi is 10, expected 30 to 2400"),
        ({"dpi": "300"}, "dpi is '300', expected a whole number"),
        ({"jobs": -1}, "jobs is -1, expected 0 or more"),
        ({"copies": 101}, "copies is 101, expected 1 to 100"),
        ({"art_engine": "inkscape"}, "art_engine is 'inkscape', expected one of svg2pdf"),
        ({"offset": (11, 0)}, "offset is '11,0', expected at most 10 mm"),
        ({"sleeved": True}, "sleeved goes with target"),
        ({"target": "tgc", "format": "png"}, "format does not go with target: "),
    ],
)
def test_a_wrong_keyword_is_named_as_it_was_written(tmp_path: Path, asked: Any, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)) as wrong:
        cardgen.build(SMALL, tmp_path, **asked)

    assert "--" not in str(wrong.value)


def test_a_problem_of_a_keyword_is_named_as_it_was_written(tmp_path: Path) -> None:
    with pytest.raises(cardgen.CardgenError, match="only is 'mian'") as wrong:
        cardgen.build(SMALL, tmp_path, only=["mian"])

    assert "--" not in str(wrong.value)


def test_a_keyword_that_is_none_is_a_type_error(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="no keyword 'papper', expected one of paper, "):
        cardgen.build(SMALL, tmp_path, papper="a4")  # type: ignore[call-arg]


def test_a_kit_is_built_for_a_target_and_with_an_art_engine_from_python(tmp_path: Path) -> None:
    built = cardgen.build(SMALL, tmp_path, target="tts", art_engine="svg2pdf")

    assert built.files
    assert all(name.startswith("tts/") for name in built.files)
