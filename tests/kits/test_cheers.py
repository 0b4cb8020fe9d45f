"""The Cheers kit against its component list: drinks, tokens, seats, faces, words, and checks that can fail."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.drawing import Drawing
from cardgen.base.files import seeds_dir, shipped
from cardgen.base.units import PT_PER_MM, parse_paper
from cardgen.faces.compose import Faces
from cardgen.model import Kit
from cardgen.rulesheet import RuleSheet, load_rules, rule_markdown, rule_pages
from cardgen.source import load_kit, load_seeds
from tests.kits.breaking import Change, assert_a_check_fails, failures, swap, words
from tests.many import mostly_slow, thorough
from tests.rulesheet.read_sheets import cited_rules

DATA = shipped() / "data" / "cheers"
DRINKS = ("cherry", "mint", "curacao", "lemon", "plum")
SEEDS = seeds_dir() / "cheers.yaml"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit(DATA)


# ---- the box ------------------------------------------------------------------------------------------


def test_the_box_holds_what_the_component_list_says(kit: Kit) -> None:
    assert {component.id: component.total for component in kit.components} == {
        "ingredients": 50,
        "goals": 60,
        "spare": 30,
        "teams": 12,
        "first": 1,
        "bars": 7,
        "draw": 1,
        "strips": 6,
        "aid": 12,
    }
    assert {component.id: str(component.size) for component in kit.components} == {
        "ingredients": "63 × 88 mm",
        "goals": "22 × 22 mm",
        "spare": "22 × 22 mm",
        "teams": "25 × 25 mm",
        "first": "25 × 25 mm",
        "bars": "276 × 110 mm",
        "draw": "150 × 100 mm",
        "strips": "180 × 30 mm",
        "aid": "63 × 88 mm",
    }
    assert {c.id for c in kit.components if c.shape == "round"} == {"goals", "spare", "teams", "first"}


def test_every_pair_of_a_big_and_a_small_glass_is_there_twice(kit: Kit) -> None:
    pairs = [(card.big, card.small) for card in kit.cards.ingredients]
    assert pairs == [(big, small) for big in DRINKS for small in DRINKS]
    assert {card.count for card in kit.cards.ingredients} == {2}


def test_each_drink_is_big_on_ten_cards_and_small_on_ten(kit: Kit) -> None:
    for side in ("big", "small"):
        shown = Counter(getattr(card, side) for card in kit.decks.ingredients.copies())
        assert shown == dict.fromkeys(DRINKS, 10), side


def test_a_card_is_called_by_the_letters_of_its_glasses(kit: Kit) -> None:
    letters = {name: drink["letter"] for name, drink in kit.tables.ingredients.items()}
    names = {name: drink["name"] for name, drink in kit.tables.ingredients.items()}
    assert "".join(letters.values()) == "RGBYP"
    for card in kit.cards.ingredients:
        assert card.id == letters[card.big] + letters[card.small].lower()
        assert card.name == f"{names[card.big]} with {names[card.small].lower()}"


def test_there_are_twelve_goal_tokens_and_six_spare_ones_of_each_drink(kit: Kit) -> None:
    assert [(card.drink, card.count) for card in kit.cards.goals] == [(name, 12) for name in DRINKS]
    assert [(card.drink, card.count) for card in kit.cards.spare] == [(name, 6) for name in DRINKS]
    each = kit.tables.bar["tokens_each"]
    assert each * kit.players.max == 12  # CH-014
    assert each * (3 + kit.players.max) == 12 + 6  # CH-Q12


def test_four_tokens_of_each_team_are_enough_for_every_masquerade(kit: Kit) -> None:
    assert [(card.team, card.count) for card in kit.cards.teams] == [("A", 4), ("B", 4), ("C", 4)]
    for row in kit.tables.teams:
        assert all(size + 1 <= 4 for size in row["sizes"]), row["id"]


def test_a_combination_comes_from_eight_tokens_and_fits_into_a_bar(kit: Kit) -> None:
    bar = kit.tables.bar
    assert (bar["hand"], bar["odd_hand"], bar["places"]) == (3, 1, 6)
    assert (bar["tokens_each"], bar["goal"], bar["gifts"]) == (2, 5, 2)
    assert bar["tokens_each"] * (len(kit.tables.ingredients) - bar["stacks_out"]) == 8


def test_teams_have_the_sizes_of_the_table(kit: Kit) -> None:
    sizes = [(row["players"], row["sizes"]) for row in kit.tables.teams]
    assert sizes == [(3, (2, 1)), (4, (2, 2)), (5, (3, 2)), (5, (2, 2, 1)), (6, (3, 3)), (6, (2, 2, 2))]
    assert [card.seats for card in kit.cards.strips] == [row["id"] for row in kit.tables.teams]


def test_turns_are_shared_fairly_between_teams_and_inside_each(kit: Kit) -> None:
    for row in kit.tables.teams:
        turns, sizes = row["turns"], dict(zip("ABC", row["sizes"], strict=False))
        # teams in turn: A B A B … or A B C A B C …
        assert [seat[0] for seat in turns] == [list(sizes)[i % len(sizes)] for i in range(len(turns))]
        for team, size in sizes.items():
            inside = Counter(seat for seat in turns if seat[0] == team)
            assert len(inside) == size, row["id"]
            assert len(set(inside.values())) == 1, row["id"]
            names = {team} if size == 1 else {f"{team}{n + 1}" for n in range(size)}
            assert set(inside) == names, row["id"]


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


def test_the_options_are_those_of_the_rulings(kit: Kit) -> None:
    choices = {name: option.choices for name, option in kit.options.items()}
    assert choices == {
        "mode": ("base", "master", "masquerade"),
        "teams": (2, 3),
        "declare": ("any_time", "own_turn", "manual"),
        "double_win": ("active_first", "shared"),
        "limit_first": (False, True),
        "cheers_optional": (False, True),
        "reshuffle": (True, False),
        "distinct_goals": (False, True),
        "odd_cycle": ("fair", "literal_8"),
        "masq_opponent_rule": (False, True),
        "first": ("A1", "chosen"),
        "virtual_can_win": (True, False),
        "share_hands": (False, True),
    }
    assert all(option.default == option.choices[0] for option in kit.options.values())


def test_the_guide_shows_cards_that_exist(kit: Kit) -> None:
    rows = [card for row in kit.guide["rows"] for card in row]
    assert all(kit.card(card) for card in (*kit.guide["hero"], *rows))


# ---- rules and rulings ----------------------------------------------------------------------------------


def test_the_rules_are_numbered_without_a_gap() -> None:
    seeds = load_seeds(SEEDS)
    assert [rule.id for rule in seeds.rules] == [f"CH-{n:03}" for n in range(1, 72)]
    assert [ruling.id for ruling in seeds.rulings] == [f"CH-Q{n}" for n in range(1, 23)]


def test_rulings_and_options_point_at_each_other(kit: Kit) -> None:
    seeds = load_seeds(SEEDS)
    numbered = {rule.id for rule in seeds.rules}
    for ruling in seeds.rulings:
        if ruling.option:
            assert kit.options[ruling.option].ruling == ruling.id
    from_rulings = {ruling.id for ruling in seeds.rulings if ruling.option}
    assert {option.ruling for option in kit.options.values()} - from_rulings <= numbered


# ---- looks ------------------------------------------------------------------------------------------------


def test_the_kit_holds_no_code() -> None:
    assert {path.suffix for path in DATA.rglob("*") if path.is_file()} <= {".yaml", ".svg", ".j2"}


def test_both_looks_know_the_same_colours_and_all_are_used(kit: Kit) -> None:
    full, low = kit.looks["full"].palette, kit.looks["low-ink"].palette
    assert list(full) == list(low)
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


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("look", ["full", "low-ink"])
def test_words_stand_out_from_what_they_are_printed_on(kit: Kit, look: str) -> None:
    palette = kit.looks[look].palette
    walls = [f"{name}_beam" for name in DRINKS]  # the small print stands on the light of the wall
    pairs = [(lettering, on) for lettering in ("gilt", "text") for on in ("lacquer", "night", "dusk", *walls)]
    pairs += [("ink", "copper"), ("ink", "ivory")]
    for lettering, on in pairs:
        dark, light = sorted((luminance(palette[lettering]), luminance(palette[on])))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (lettering, on)


@pytest.mark.parametrize("look", ["full", "low-ink"])
def test_the_drinks_differ_in_grey(kit: Kit, look: str) -> None:
    greys = sorted(
        116 * luminance(kit.looks[look].palette[f"{name}_main"]) ** (1 / 3) - 16 for name in DRINKS
    )
    assert all(b - a >= 9.9 for a, b in itertools.pairwise(greys))


# ---- the faces --------------------------------------------------------------------------------------------


def test_every_face_composes_without_a_problem_in_both_looks(
    kit: Kit, faces: Faces, fronts: dict[str, Drawing]
) -> None:
    backs = [faces.back(card) for component in kit.components for card in component.cards]
    assert [str(problem) for problem in faces.problems] == []
    assert all(drawing.items for drawing in fronts.values())
    # cards, goals, teams, the shaker, and the two aids
    assert len({id(back) for back in backs if back}) == 6


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


@pytest.mark.slow
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
            assert set(page) <= {"layout", "title", "under", "rows", "bar", "goal", "foot"}
            for row in page["rows"]:
                assert set(row) == {"shows", "head", "says"}, row
                for said in [row["says"]] if isinstance(row["says"], str) else list(row["says"].values())[1:]:
                    assert said.endswith("."), said


@pytest.mark.slow
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


def test_small_print_is_5_and_a_half_points_and_all_other_text_7(
    kit: Kit, faces: Faces, fronts: dict[str, Drawing]
) -> None:
    small = {card.id for card in kit.cards.ingredients}
    backs = {f"back of {c.id}": d for c in kit.cards.aid if (d := faces.back(c))}
    for name, drawing in {**fronts, **backs}.items():
        sizes = [text.size * PT_PER_MM for text in drawing.texts()]
        assert min(sizes, default=99) >= (5.5 if name in small else 7), name


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


@pytest.mark.slow
@pytest.mark.thorough
def test_the_rule_sheet_cites_every_rule_whatever_is_chosen(sheets: Any) -> None:
    seeds = load_seeds(SEEDS)
    owed = {rule.id for rule in seeds.rules if rule.kind == "rule"}
    for chosen, sheet in sheets:
        assert [str(problem) for problem in sheet.problems] == []
        cited = set(cited_rules(sheet))
        assert owed - cited == set(), chosen
        assert cited - set(seeds.by_id) == set(), chosen


@pytest.mark.slow
def test_no_step_is_lost_whatever_is_chosen(sheets: Any) -> None:
    for chosen, sheet in sheets:
        told = rule_markdown(sheet)
        # set-up, a card, the combination, Masquerade
        assert len(re.findall(r"^\d\. ", told, re.M)) == 6 + 2 + 7 + 8, chosen


@pytest.mark.slow
def test_every_option_changes_what_the_sheet_says(sheets: Any) -> None:
    (_, usual), *others = [(chosen, rule_markdown(sheet)) for chosen, sheet in sheets]
    for chosen, told in others:
        assert told != usual, chosen


def test_numbers_are_never_written_into_the_sheet(kit: Kit) -> None:
    text = (DATA / "rules.md.j2").read_text(encoding="utf-8")
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.S)  # what the kit says
    text = re.sub(r"^\s*\d+\. |^### \d ", "", text, flags=re.M)  # numbers of list items and of steps
    text = re.sub(r"^::: .*$", "", text, flags=re.M)  # weights and widths
    text = re.sub(r"^A card with .*: 1 .*$", "", text, flags=re.M)  # the call-outs of a picture
    assert re.findall(r"(?<!A)\d+", text) == []  # A1 is the name of a seat


def test_the_examples_of_victory_are_judged_by_the_combination(kit: Kit) -> None:
    goal = Counter(kit.card("aid-turn").back_page["goal"])
    ids = {about["name"].lower(): name for name, about in kit.tables.ingredients.items()}
    judged = re.findall(
        r"\| \*(\w+(?:, \w+)*)\* \| \*(wins|does not win)\* \|", rule_markdown(load_rules(kit))
    )
    assert [verdict for _, verdict in judged] == ["wins", "wins", "does not win", "does not win"]
    for drinks, verdict in judged:
        bar = Counter(ids[drink] for drink in drinks.split(", "))
        wins = all(bar[drink] >= n for drink, n in goal.items()) and set(bar) <= set(goal)
        assert verdict == ("wins" if wins else "does not win"), drinks
        assert bar.total() <= kit.tables.bar["places"]


def fills_two_sheets(sheet: RuleSheet, faces: Faces, paper: str) -> None:
    """Two sheets of paper with print on both sides, none of it crammed and no page left open."""
    size = parse_paper(paper)
    pages = rule_pages(sheet, faces, size)
    assert [str(problem) for problem in (*sheet.problems, *faces.problems)] == []
    assert len(pages) == 4
    for page in pages:
        foot = sheet.theme.page.margins[2]
        above = [text for text in page.texts() if text.y < size.height - foot]
        assert max(text.y for text in above) > 0.85 * size.height, page.name
        assert max(text.size for text in above) > 0.92 * 5.6, page.name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("look", "paper"),
    [("full", "a4"), thorough("full", "letter"), thorough("low-ink", "a4"), thorough("low-ink", "letter")],
)
def test_the_rule_sheet_fills_two_sheets_of_paper(kit: Kit, look: str, paper: str) -> None:
    fills_two_sheets(load_rules(kit), Faces(kit, look), paper)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("mode", [thorough("master"), "masquerade"])
def test_the_other_nights_fill_them_as_well(kit: Kit, mode: str) -> None:
    sheet = load_rules(kit, {"mode": mode})
    fills_two_sheets(sheet, Faces(kit, "full", {"mode": mode}), "letter")
    assert rule_markdown(sheet).count("**Tonight.**") == 1


@pytest.mark.slow
@pytest.mark.thorough
def test_whatever_is_chosen_fills_them_as_well(kit: Kit, sheets: Any) -> None:
    for chosen, sheet in sheets[1:]:
        fills_two_sheets(sheet, Faces(kit, "full", chosen), "letter")


def test_the_example_tells_what_the_scenario_plays(kit: Kit) -> None:
    """Names, drinks and counts in the words are those of the table that the engine plays."""
    shown = next(s for s in kit.tables.examples["scenarios"] if s["scenario"] == "Example turn")
    moves = [*shown["moves"], *(move for block in shown["then"] for move in block["moves"])]
    assert [move.split()[0] for move in moves] == ["P3", "P0", "P1", "P2", "P0"]  # Dan, Ana, Ben, Cleo, Ana
    assert Counter(shown["given"]["goals"]["A"]) == {"R": 2, "G": 2, "B": 1}
    assert Counter(card[0] for card in shown["given"]["bars"]["P0"]) == {"R": 2, "G": 2}
    told = rule_markdown(load_rules(kit)).replace("’", "'")
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
    told = rule_markdown(load_rules(kit))
    assert "takes it, begins and is **A1** on the turn strip" in told
    assert "With three or five players A1 comes from team A" in told
    assert {row["turns"][0] for row in kit.tables.teams} == {"A1"}
    assert {row["small"] for row in kit.tables.teams if row["players"] % 2} == {"B", "C"}


def test_masquerade_is_told_in_eight_steps(kit: Kit) -> None:
    told = rule_markdown(load_rules(kit)).partition("Masquerade\n")[2].partition("## House rules")[0]
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
    rulings = [r for r in load_seeds(SEEDS).rulings if r.option and r.asks in rule_markdown(load_rules(kit))]
    assert len(rulings) >= 9
    for ruling in rulings:
        option = kit.options[ruling.option or ""]
        other = next(value for value in option.choices if value != option.default)
        says = {value.value: value.says for value in option.values}
        told = rule_markdown(load_rules(kit, {option.name: other}))
        box = told.partition("Rulings of this edition")[2].partition("## Other nights")[0]
        assert f"{ruling.asks}**\\* {says[other]}" in box, ruling.id


# ---- the checks can fail ----------------------------------------------------------------------------------


def test_every_check_of_the_kit_holds() -> None:
    assert failures(DATA) == []


BROKEN: list[tuple[str, str, Change, str]] = [
    ("a card too many of each pair", "cards.yaml", swap("count: 2", "count: 3"), "== 50"),
    ("eleven goal tokens", "game.yaml", swap("count: 12", "count: 11"), "== 60"),
    ("three tokens of a team", "game.yaml", swap("count: 4}", "count: 3}"), "== 12"),
    ("a big glass gone", "cards.yaml", swap("big: [cherry, ", "big: ["), "'big', 'eq'"),
    ("a small glass gone", "cards.yaml", swap("small: [cherry, ", "small: ["), "'small', 'eq'"),
    ("one card of each pair", "cards.yaml", swap("count: 2", "count: 1"), "== [2]"),
    ("a drink without tokens", "game.yaml", swap("each: {drink: [cherry, mint", "each: {drink: [mint, cherry"), "attribute='drink'"),
    ("thirteen goal tokens", "game.yaml", swap("count: 12", "count: 13"), "== [12]"),
    ("three tokens for everybody", "bar.yaml", swap("tokens_each: 2", "tokens_each: 3"), ">= tables.bar.tokens_each * players.max"),
    ("too few spare tokens", "game.yaml", swap("count: 6}", "count: 5}"), "(players.max + 3)"),
    ("a goal of nine tokens", "bar.yaml", swap("goal: 5", "goal: 9"), "tables.bar.stacks_out"),
    ("a goal larger than a bar", "bar.yaml", swap("places: 6", "places: 4"), "<= tables.bar.places"),
    ("a team of four", "teams.yaml", swap("sizes: [3, 3]", "sizes: [4, 2]"), "map('max')"),
    ("a player without a team", "teams.yaml", swap("sizes: [3, 2]", "sizes: [2, 2]"), "map('sum')"),
    ("nobody plays with seven", "game.yaml", swap("max: 6}", "max: 7}"), "range(players.min"),
    ("a team twice in a row", "teams.yaml", swap("turns: [A1, B1, A2, B2]", "turns: [A1, A2, B1, B2]"), "ABABABABABAB"),
    ("a strip for nobody", "game.yaml", swap("seats: seats-4}", "seats: seats-3}"), "attribute='seats'"),
    ("a player without a bar", "game.yaml", swap("name: Your bar\n        count: 6", "name: Your bar\n        count: 5"), "rejectattr('stool')"),
    ("no stool", "game.yaml", swap("stool: true", "stool: false"), "selectattr('stool')"),
    ("a player without an aid", "game.yaml", swap("name: Your turn and CHEERS\n        count: 6", "name: Your turn and CHEERS\n        count: 5"), "cards.aid"),
    ("hands that empty the deck", "bar.yaml", swap("hand: 3", "hand: 8"), "tables.bar.odd_hand"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "change", "said"),
    mostly_slow([row[1:] for row in BROKEN], fast=3),
    ids=[row[0] for row in BROKEN],
)
def test_a_broken_kit_fails_its_check_with_file_and_line(
    tmp_path: Path, file: str, change: Change, said: str
) -> None:
    assert_a_check_fails(DATA, tmp_path, file, change, said)


def test_each_check_of_the_kit_is_broken_by_a_test(kit: Kit) -> None:
    for check in kit.checks:
        assert any(said in check.that for *_, said in BROKEN), check.that
