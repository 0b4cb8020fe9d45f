"""The Cheers kit against its component list: turns, seats, faces and words."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from typing import Any

import pytest

from cardgen.base.drawing import Drawing, contrast, lightness
from cardgen.base.files import seeds_dir, shipped
from cardgen.faces.compose import Faces
from cardgen.model import Kit
from cardgen.rulesheet import rule_markdown
from cardgen.source import load_seeds
from tests.games.kits import kit_of
from tests.kits.breaking import words
from tests.kits.conftest import said_by

DATA = shipped() / "data" / "cheers"
DRINKS = ("cherry", "mint", "curacao", "lemon", "plum")
SEEDS = seeds_dir() / "cheers.yaml"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of(DATA.name)


# ---- the box ------------------------------------------------------------------------------------------


def test_a_card_is_called_by_the_letters_of_its_glasses(kit: Kit) -> None:
    letters = {name: drink["letter"] for name, drink in kit.tables.ingredients.items()}
    names = {name: drink["name"] for name, drink in kit.tables.ingredients.items()}
    assert "".join(letters.values()) == "RGBYP"
    for card in kit.cards.ingredients:
        assert card.id == letters[card.big] + letters[card.small].lower()
        assert card.name == f"{names[card.big]} with {names[card.small].lower()}"


def test_the_literal_order_is_the_beginning_of_the_fair_one(kit: Kit) -> None:
    literal = {row["id"]: row for row in kit.tables.teams if "literal" in row}
    assert set(literal) == {"seats-5-two", "seats-5-three"}
    for row in literal.values():
        assert len(row["literal"]) == 8
        assert row["literal"] == (row["turns"] * 2)[:8]


def test_the_smaller_team_of_an_odd_game_has_the_stool(kit: Kit) -> None:
    for row in kit.tables.teams:
        odd = row["players"] % 2 == 1
        smallest = "ABC"[row["sizes"].index(min(row["sizes"]))]
        assert row["small"] == (smallest if odd else None), row["id"]


# ---- looks ------------------------------------------------------------------------------------------------


def test_all_colours_of_a_look_are_used(kit: Kit) -> None:
    full = kit.looks["full"].palette
    text = "".join(path.read_text() for path in DATA.rglob("*") if path.suffix in (".svg", ".j2"))
    # 'palette.gold', 'cherry_main' by itself, or a drink's name joined to '_main'
    spoken = set(re.findall(r"\w+", text))
    for name in full:
        drink, _, tone = name.partition("_")
        assert name in spoken or (drink in DRINKS and f"_{tone}" in spoken), name


def test_every_drink_has_all_its_drawings() -> None:
    for file, names in {
        "patterns": [name + end for name in DRINKS for end in ("", "-disc")],
        "drinks": DRINKS,
        "icons": [f"{kind}-{name}" for kind in ("icon", "mono") for name in DRINKS],
    }.items():
        drawn = re.findall(r'<(?:symbol|path) id="([\w-]+)"', (DATA / "art" / f"{file}.svg").read_text())
        assert [name for name in drawn if name != "stool"] == list(names), file


@pytest.mark.parametrize("look", ["full", "low-ink"])
def test_words_stand_out_from_what_they_are_printed_on(kit: Kit, look: str) -> None:
    palette = kit.looks[look].palette
    walls = [f"{name}_beam" for name in DRINKS]  # the small print stands on the light of the wall
    pairs = [(lettering, on) for lettering in ("gilt", "text") for on in ("lacquer", "night", "dusk", *walls)]
    pairs += [("ink", "copper"), ("ink", "ivory")]
    for lettering, on in pairs:
        assert contrast(palette[lettering], palette[on]) >= 4.5, (lettering, on)


@pytest.mark.parametrize("look", ["full", "low-ink"])
def test_the_drinks_differ_in_grey(kit: Kit, look: str) -> None:
    greys = sorted(lightness(kit.looks[look].palette[f"{name}_main"]) for name in DRINKS)
    assert all(b - a >= 9.9 for a, b in itertools.pairwise(greys))


# ---- the faces --------------------------------------------------------------------------------------------


def test_all_cards_share_walls_frames_counters_drinks_and_medallions(
    kit: Kit, fronts: dict[str, Drawing]
) -> None:
    cards = kit.cards.ingredients
    drawn = {card.id: Counter(art.key for art in fronts[card.id].arts()) for card in cards}
    assert len(set().union(*drawn.values())) == 5 + 1 + 5 + 5 + 5
    times = {tuple(drawn[card.id][key] for card in cards) for counts in drawn.values() for key in counts}
    for name in DRINKS:
        assert tuple(int(card.big == name) for card in cards) in times, name
        assert tuple(2 * int(card.small == name) for card in cards) in times, name


def test_a_card_says_what_it_is_and_what_it_clinks_with(kit: Kit, fronts: dict[str, Drawing]) -> None:
    names = {name: drink["name"] for name, drink in kit.tables.ingredients.items()}
    for card in kit.cards.ingredients:
        assert words(fronts[card.id]) == [
            names[card.big],
            f"clinks with {names[card.small].lower()}",
            f"CHEERS · {card.id} · v{kit.version}",
        ]


def test_goal_tokens_differ_and_their_backs_do_not(
    kit: Kit, faces: Faces, fronts: dict[str, Drawing]
) -> None:
    for component in (kit.tokens.goals, kit.tokens.spare):
        assert len({frozenset(a.key for a in fronts[c.id].arts()) for c in component.cards}) == 5
    tokens = (*kit.cards.goals, *kit.cards.spare)
    assert len({tuple(a.key for a in back.arts()) for t in tokens if (back := faces.back(t))}) == 1


def test_a_bar_has_numbered_places_and_a_way_out_for_one_more(kit: Kit, fronts: dict[str, Drawing]) -> None:
    for card in kit.cards.bars:
        printed = words(fronts[card.id])
        numbers = [word for word in printed if word.isdigit()]
        assert sorted(numbers) == [str(n) for n in range(1, kit.tables.bar["places"] + 2)]
        assert card.name in printed


def test_a_strip_prints_its_players_its_teams_and_its_turns(kit: Kit, fronts: dict[str, Drawing]) -> None:
    rows = {row["id"]: row for row in kit.tables.teams}
    for card in kit.cards.strips:
        row = rows[card.seats]
        hands = [str(kit.tables.bar["hand"] + kit.tables.bar["odd_hand"])] if row["small"] else []
        told = [str(row["players"]), "players", *map(str, row["sizes"]), *hands, *row["turns"]]
        assert Counter(words(fronts[card.id])) == Counter(told), card.id


def test_the_strips_for_five_follow_the_chosen_order(kit: Kit) -> None:
    literal = Faces(kit, "full", {"odd_cycle": "literal_8"})
    for row in kit.tables.teams:
        card = next(card for card in kit.cards.strips if card.seats == row["id"])
        printed = [word for word in words(literal.front(card)) if word[0] in "ABC"]
        assert printed == list(row.get("literal", row["turns"])), card.id


def test_no_word_of_an_aid_is_lost(kit: Kit) -> None:
    """A comma without quotes would cut a sentence in two, and the face would show its first half."""
    for card in kit.cards.aid:
        for page in (card.page, card.back_page):
            assert set(page) <= {"layout", "title", "under", "rows", "bar", "goal", "foot", "tells"}
            for row in page["rows"]:
                assert set(row) - {"tells"} == {"shows", "head", "says"}, row
                for said in [row["says"]] if isinstance(row["says"], str) else list(row["says"].values())[1:]:
                    assert said.endswith("."), said


@pytest.mark.thorough
def test_the_words_of_the_aids_follow_the_house_rules(kit: Kit) -> None:
    def told(**options: bool) -> str:
        faces = Faces(kit, "full", options)
        cards = (*kit.cards.aid, *kit.cards.draw)
        return " ".join(" ".join(words(d)) for c in cards for d in (faces.front(c), faces.back(c)) if d)

    usual = told()
    assert "reshuffle when empty" in usual
    assert "reshuffle" not in told(reshuffle=False)
    assert "can win, too" in usual
    assert "cannot win" in told(virtual_can_win=False)
    assert "any two others" in usual
    assert "any two others" not in told(masq_opponent_rule=True)


def test_a_covered_card_shows_its_name(kit: Kit, fronts: dict[str, Drawing]) -> None:
    found = re.search(
        r"set x0, y0, step, .* = [\d.]+, [\d.]+, (\d+),", (DATA / "faces" / "mat.svg").read_text()
    )
    assert found
    step = float(found[1])  # mm from one place of a bar to the next
    for card in kit.cards.ingredients:
        name, clinks, _ = fronts[card.id].texts()
        for text in (name, clinks):
            assert text.x + text.size * sum(glyph.advance for glyph in text.glyphs) < step, card.id


# ---- the rule sheet ---------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_no_step_is_lost_whatever_is_chosen(sheets: Any) -> None:
    for chosen, sheet in sheets:
        told = rule_markdown(sheet)
        # set-up, a card, the combination, Masquerade
        assert len(re.findall(r"^\d\. ", told, re.M)) == 6 + 2 + 7 + 8, chosen


def test_the_examples_of_victory_are_judged_by_the_combination(kit: Kit) -> None:
    goal = Counter(kit.card("aid-turn").back_page["goal"])
    ids = {about["name"].lower(): name for name, about in kit.tables.ingredients.items()}
    judged = re.findall(r"\| \*(\w+(?:, \w+)*)\* \| \*(wins|does not win)\* \|", said_by(kit.slug))
    assert [verdict for _, verdict in judged] == ["wins", "wins", "does not win", "does not win"]
    for drinks, verdict in judged:
        bar = Counter(ids[drink] for drink in drinks.split(", "))
        wins = all(bar[drink] >= n for drink, n in goal.items()) and set(bar) <= set(goal)
        assert verdict == ("wins" if wins else "does not win"), drinks
        assert bar.total() <= kit.tables.bar["places"]


def test_the_example_tells_what_the_scenario_plays(kit: Kit) -> None:
    """Names, drinks and counts in the words are those of the table that the engine plays."""
    shown = next(s for s in kit.tables.examples["scenarios"] if s["scenario"] == "Example turn")
    moves = [*shown["moves"], *(move for block in shown["then"] for move in block["moves"])]
    assert [move.split()[0] for move in moves] == ["P3", "P0", "P1", "P2", "P0"]  # Dan, Ana, Ben, Cleo, Ana
    assert Counter(shown["given"]["goal"]["A"]) == {"R": 2, "G": 2, "B": 1}
    assert Counter(card[0] for card in shown["given"]["bars"]["P0"]) == {"R": 2, "G": 2}
    told = said_by(kit.slug).replace("’", "'")
    for words_of_it in (
        "two cherries, two mints and a curaçao",
        "Dan fears that Ana is close. He plays a **Plum** with a small lemon at her bar. No Lemon lies there",
        "Ana plays a **Curaçao** with a small lemon at her own bar: no match.",
        "Ben, who likes none of his cards, takes a new hand",
        "Cleo plays a **Mint** with a small plum at Ana's bar, and a Plum lies there",
        "She gives the Mint to Dan and the Plum to Ben",
        "Ben has a Lemon",
    ):
        assert words_of_it in told


def test_sheet_and_strips_begin_with_a1(kit: Kit) -> None:
    told = said_by(kit.slug)
    assert "takes it, begins and is **A1** on the turn strip" in told
    assert "With three or five players ask team A only" in told
    assert {row["turns"][0] for row in kit.tables.teams} == {"A1"}
    assert {row["small"] for row in kit.tables.teams if row["players"] % 2} == {"B", "C"}


def test_masquerade_is_told_in_eight_steps(kit: Kit) -> None:
    told = said_by(kit.slug).partition("Masquerade\n")[2].partition("## House rules")[0]
    steps = re.findall(r"^(\d)\. \W*(\w+)", told, re.M)
    assert steps == [
        (str(n), name)
        for n, name in enumerate(
            ("Teams", "Middle", "Signs", "Shuffle", "Draw", "Look", "Sort", "Play"), start=1
        )
    ]
    for words_of_it in (
        "ten **spare** goal tokens",
        "face up",
        "three A, two B",
        "tap the player on your left",
    ):
        assert words_of_it in told


@pytest.mark.thorough
def test_each_ruling_that_a_house_rule_changes_has_a_star_and_follows_it(kit: Kit) -> None:
    rulings = [r for r in load_seeds(SEEDS).rulings if r.option and r.asks in said_by(kit.slug)]
    assert len(rulings) >= 9
    for ruling in rulings:
        option = kit.options[ruling.option or ""]
        other = next(value for value in option.choices if value != option.default)
        says = {value.value: value.says for value in option.values}
        told = said_by(kit.slug, **{option.name: other})
        box = told.partition("Rulings of this edition")[2].partition("## Other nights")[0]
        assert f"{ruling.asks}**\\* {says[other]}" in box, ruling.id
