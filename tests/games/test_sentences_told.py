"""docs/scenarios.md lists every sentence that a game knows, as it can stand in a list of moves."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
import yaml

from cardgen.engine import Phase
from cardgen.games import SHIPPED, make_game
from tests.games.kits import kit_of

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"
_FIELD = re.compile(r"\{(\w+)\}")
WORDS = {
    "chips": "5", "number": "5", "suit": "hearts", "kind": "TOURIST", "seat": "P1", "bar": "P1's bar", "guest": "P1", "mug": "rose mug",
    "guest2": "the stool", "zone_bar_": "P1's bar", "seat2": "the stool", "target": "P1's Q1", "spot": "north of H1", "place": "H1", "direction": "east", "way": "west",
}  # fmt: skip
TITLES = {
    "auction-hearts": "Auction Hearts", "bartender-2012": "Bartender (2012)", "cheers": "CHEERS",
    "bartender-aarwares": "Bartender (Aarwares)", "biergarten": "Biergarten",
}  # fmt: skip
CARDS = {
    "auction-hearts": ["10S"], "bartender-2012": ["P01.1"], "bartender-aarwares": ["C7", "S4"],
    "biergarten": ["C07", "H1"], "cheers": ["Rg.1", "Gr.1"],
}  # fmt: skip
FIT = {
    "digs": "S4", "raids": "Q1 R7", "advertises": "H5 C7", "bids for": "J1 C7", "rescues": "Q1 S4", "buries": "Q1",
    "answers": "S9", "turns": "J1", "saves": "J1", "stands": "J1", "takes {card} as": "H1",
}  # fmt: skip
"""Cards that can do what the sentence says."""
SAID_WITH_THEM = ("Decision.say", "Rearrangement.say")  # these choose among their phrases


def _word(words: dict[str, str], field: re.Match[str]) -> str:
    return words[field[1]]


def sentences(slug: str) -> list[str]:
    """An example of each sentence of a game, in the order of its phases."""
    found: dict[str, None] = {}
    for phase in make_game(kit_of(slug), kit_of(slug).players.min).phases:
        for phrase in phase.phrases.values():
            text = phrase.template.replace(",", "")
            fit = next((card for start, card in FIT.items() if text.startswith(start)), CARDS[slug][0])
            one, *two = fit.split()
            words = {**WORDS, "card": one, "card1": one, "card2": (*two, CARDS[slug][-1])[0]}
            said = _FIELD.sub(partial(_word, words), text)
            found[f"P0 {said}"] = None
    return list(found)


def told(slug: str) -> tuple[int, int, list[str]]:
    """Where the list of a game begins and ends on the page, and what stands there."""
    page = PAGE.read_text("utf-8")
    at = page.index("Sentences:\n\n", page.index(f"\n## {TITLES[slug]}\n")) + len("Sentences:\n\n")
    rows = page[at : page.index("\n\n", at)]
    return at, at + len(rows), [row.strip() for row in rows.splitlines()]


@pytest.mark.parametrize("slug", list(SHIPPED))
def test_the_page_lists_every_sentence_of_a_game(slug: str, golden: bool) -> None:
    start, end, rows = told(slug)
    if golden:
        page, listed = PAGE.read_text("utf-8"), "\n".join(f"    {row}" for row in sentences(slug))
        PAGE.write_text(page[:start] + listed + page[end:], "utf-8")
        rows = sentences(slug)
    assert rows == sentences(slug), "run: make golden"


@pytest.mark.parametrize("slug", list(SHIPPED))
def test_a_sentence_of_the_page_is_one_in_a_list_of_moves(slug: str) -> None:
    rows = told(slug)[2]
    for text in (f"[{', '.join(rows)}]", "\n".join(f"- {row}" for row in rows)):
        assert yaml.safe_load(text) == rows
    for row in rows:
        said = row.removeprefix("P0 ")
        assert any(
            p.matches(said)
            for phase in make_game(kit_of(slug), kit_of(slug).players.min).phases
            for p in phase.phrases.values()
        ), row


@pytest.mark.parametrize("slug", list(SHIPPED))
def test_a_phase_says_nothing_but_its_phrases(slug: str) -> None:
    """What a phase said beside them, scenarios would not know as a sentence out of its turn."""
    for phase in make_game(kit_of(slug), kit_of(slug).players.min).phases:
        assert type(phase).say is Phase.say or type(phase).say.__qualname__ in SAID_WITH_THEM, phase
