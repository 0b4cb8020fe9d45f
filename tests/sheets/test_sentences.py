from __future__ import annotations

import pytest

from cardgen.sheets.guide.work import inside


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Player aids", "player aids"),
        ("BIC badge", "BIC badge"),
        ("A", "a"),
        ("First-player mug", "first-player mug"),
        ("", ""),
    ],
)
def test_a_title_inside_a_list_begins_small_unless_it_is_an_acronym(title: str, said: str) -> None:
    assert inside(title) == said
