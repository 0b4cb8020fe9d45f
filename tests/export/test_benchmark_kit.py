from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from cardgen.source import load_kit

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_the_deck_we_measure_with_is_what_its_readme_says() -> None:
    kit = load_kit(BENCHMARKS / "deck99")
    (deck,) = kit.components
    assert (deck.total, len(deck.cards), str(deck.size)) == (99, 99, "63 × 88 mm")
    assert len({card.picture for card in deck.cards}) == 6
    for card in deck.cards:
        assert 28 <= len(re.findall(r"\w+", card.text)) <= 42
        assert card.text.count("**") == 2


def test_the_other_tool_prints_the_same_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    from deck99_html import cards_of, write_html

    page = write_html(BENCHMARKS / "deck99", tmp_path).read_text("utf-8")
    assert page.count('<div class="sheet">') == 22
    for card in cards_of(BENCHMARKS / "deck99"):
        bold = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", card["text"])
        assert bold in page
    assert all(
        (tmp_path / f"{name}.svg").is_file() for name in ("sun", "drop", "leaf", "star", "key", "mug", "back")
    )
    sys.modules.pop("deck99_html")
