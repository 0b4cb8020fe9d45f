"""A stranger's questions at the table, each with the words of the printed sheet that answer it.

`questions/<game>.yaml` is a list of `{ask: "…", answer: "words found in the sheet"}`, in the order of the game.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from cardgen.rulesheet.blocks import TextRun, all_inlines
from tests.kits.conftest import sheet_of

ASKED = {path.stem: path for path in (Path(__file__).parent / "questions").glob("*.yaml")}
MOST = 10
"""Words of an answer: enough to find it, too few to be a second sheet."""


def plain(text: str) -> str:
    """Words as they are compared: no matter where lines end, which quotation marks and which case."""
    for sign, typed in {"’": "'", "“": '"', "”": '"'}.items():
        text = text.replace(sign, typed)
    return " ".join(text.split()).casefold()


def printed(game: str) -> str:
    """All words of a sheet on paper, without those in its pictures."""
    blocks = sheet_of(game).blocks
    return plain("".join(i.text if isinstance(i, TextRun) else " " for i in all_inlines(blocks)))


@pytest.mark.parametrize("game", sorted(ASKED))
def test_the_sheet_answers_every_question_of_a_newcomer(game: str) -> None:
    asked = yaml.safe_load(ASKED[game].read_text("utf-8"))
    words = printed(game)
    assert [one["ask"] for one in asked if plain(one["answer"]) not in words] == []


@pytest.mark.parametrize("game", sorted(ASKED))
def test_questions_are_many_and_answers_are_short(game: str) -> None:
    asked = yaml.safe_load(ASKED[game].read_text("utf-8"))
    assert all(set(one) == {"ask", "answer"} for one in asked)
    assert 25 <= len(asked) <= 50
    assert len({one["ask"] for one in asked}) == len(asked)
    assert all(one["ask"].endswith("?") for one in asked)
    assert [one["answer"] for one in asked if len(one["answer"].split()) > MOST] == []
