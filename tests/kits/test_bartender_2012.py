"""The kit of Bartender the Card Game against its rules page: effects, faces, words, and cards of a stranger."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.drawing import Drawing
from cardgen.base.errors import CardgenError
from cardgen.base.files import shipped
from cardgen.base.units import PAPERS, PT_PER_MM
from cardgen.export.plates import Press
from cardgen.export.png import write_png
from cardgen.faces.compose import Faces
from cardgen.model import Card, Kit
from cardgen.rulesheet import load_rules, rule_pages
from cardgen.rulesheet.blocks import PictureBlock, all_inlines
from cardgen.source import load_kit
from tests.faces.face_kit import draw_arts
from tests.games.kits import kit_of
from tests.kits.breaking import words
from tests.kits.conftest import faces_of, said_by, sheet_of
from tests.many import mostly_slow, mostly_thorough

DATA = shipped() / "data" / "bartender-2012"

KINDS = ("REGULAR", "TOURIST", "SUIT", "ARTIST", "STAFF", "TROUBLE", "VIP")


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of(DATA.name)


def pack(kit: Kit) -> tuple[Card, ...]:
    return kit.cards.patrons + kit.cards.schemes


# ---- the box --------------------------------------------------------------------------------------------


def test_every_bid_set_runs_from_1_to_20(kit: Kit) -> None:
    sets: dict[str, list[int]] = {}
    for card in kit.cards.bids:
        sets.setdefault(card.set, []).append(card.bid)
    assert sets == {glass: list(range(1, 21)) for glass in kit.tables.sets}


# ---- what the cards do ------------------------------------------------------------------------------------

TIMES = {"worth", "on_enter", "on_play", "in_bar", "at_shift_end"}


def every(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, dict) or hasattr(value, "items"):
        for inner in value.values():
            yield from every(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from every(inner)


def words_of(effects: Any) -> Iterator[str]:
    for value in every(effects):
        if isinstance(value, str):
            yield value
        elif hasattr(value, "items"):
            yield from value


def test_effects_say_when_they_happen(kit: Kit) -> None:
    for card in kit.cards.patrons:
        assert set(card.effects) <= TIMES - {"on_play", "at_shift_end"}, card.id
        assert "worth" in card.effects, card.id
    for card in kit.cards.schemes:
        assert card.effects, card.id
        assert set(card.effects) <= {"on_play", "in_bar", "at_shift_end"}, card.id


def test_a_worth_is_the_printed_value_unless_bulbs_say_that_it_changes(kit: Kit) -> None:
    for card in kit.cards.patrons:
        worth = card.effects["worth"]
        assert isinstance(worth, int) is not card.changes, card.id
        assert card.changes or worth == card.value, card.id


def test_kinds_in_effects_are_kinds_and_stand_in_the_text(kit: Kit) -> None:
    assert tuple(kit.tables.kinds) == KINDS
    for card in pack(kit):
        named = {word for word in words_of(card.effects) if word in KINDS}
        assert named == {kind for kind in KINDS if kind in card.text}, card.id


def test_numbers_in_effects_stand_in_the_text(kit: Kit) -> None:
    for card in pack(kit):
        effects = [what for time, what in card.effects.items() if time != "worth" or card.changes]
        numbers = {abs(n) for n in every(effects) if isinstance(n, int) and abs(n) > 1}  # a 1 may be a word
        value = {abs(card.value)} if card.component == "patrons" else set()
        added = re.search(r"up to \+(\d+)", card.text)  # the limit of a sum is said of what is added
        value |= {card.value + int(added[1])} if added else set()
        assert numbers <= {int(n) for n in re.findall(r"\d+", card.text)} | value, card.id


def test_timing_words_on_a_card_are_those_of_its_effects(kit: Kit) -> None:
    for card in kit.cards.patrons:
        assert card.text.startswith("When it enters:") is ("on_enter" in card.effects), card.id
        held = card.effects.get("in_bar", ())
        stays = any("stays" in effect for effect in held)
        assert card.text.startswith("While in the BAR:") is (bool(held) and not stays), card.id
        assert bool(card.text) is (card.changes or len(card.effects) > 1), card.id
    for card in kit.cards.schemes:
        assert ("end of this SHIFT" in card.text) is ("at_shift_end" in card.effects), card.id


# ---- templates and drawings -------------------------------------------------------------------------------


def drawn(file: str) -> set[str]:
    return set(re.findall(r'<symbol id="([\w-]+)', (DATA / "art" / file).read_text()))


def test_every_stamp_and_prop_is_drawn(kit: Kit) -> None:
    for card in kit.cards.patrons:
        assert {f"{prop['is']}-" for prop in card.props} <= drawn("props.svg"), card.id
    assert {card.stamp for card in kit.cards.schemes} <= drawn("stamps.svg")
    assert len({card.stamp for card in kit.cards.schemes}) == 21


def test_every_word_of_a_guest_is_drawn_on_its_kind(kit: Kit) -> None:
    people = (DATA / "parts" / "people.j2").read_text() + (DATA / "parts" / "hair.j2").read_text()
    for card in kit.cards.patrons:
        own = (DATA / "parts" / f"{kit.tables.kinds[card.kind]['guests']}.j2").read_text()
        unknown = [word for word in card.guest + card.twin if f"'{word}'" not in people + own]
        assert unknown == [], card.id


def test_no_two_guests_are_dressed_alike(kit: Kit) -> None:
    looks = Counter((card.kind, card.guest, card.twin) for card in kit.cards.patrons)
    assert max(looks.values()) == 1


# ---- the faces --------------------------------------------------------------------------------------------


def sentence(drawing: Drawing) -> str:
    return re.sub(r"\s+", " ", " ".join(words(drawing)).replace("\u00a0", " "))


def test_a_patron_prints_its_value_twice_and_all_its_words(kit: Kit, fronts: dict[str, Drawing]) -> None:
    for card in kit.cards.patrons:
        printed = words(fronts[card.id])
        value = str(card.value).replace("-", "−")
        assert Counter(printed)[value] >= 2, card.id
        whole = sentence(fronts[card.id])
        assert card.name.upper() in whole, card.id
        assert re.sub(r"\W", "", card.text) in re.sub(r"\W", "", whole), card.id
        assert " ".join(card.kind) in whole, card.id


def test_a_scheme_prints_all_its_words(kit: Kit, fronts: dict[str, Drawing]) -> None:
    for card in kit.cards.schemes:
        whole = sentence(fronts[card.id])
        assert re.sub(r"\W", "", card.text) in re.sub(r"\W", "", whole), card.id
        assert card.name.upper() in whole, card.id
        assert f"{card.id} · Bartender {kit.version}" in whole, card.id


def test_as_many_bulbs_are_lit_as_a_bid_promises(kit: Kit, fronts: dict[str, Drawing]) -> None:
    bids = [card for card in kit.cards.bids if card.set == "pint"]
    shown = [Counter(art.key for art in fronts[card.id].arts()) for card in bids]
    patterns = {tuple(counts[key] for counts in shown) for key in set().union(*shown)}
    assert tuple(range(1, 21)) in patterns
    assert tuple(range(19, -1, -1)) in patterns


def test_the_board_has_ten_hours_five_shifts_and_twenty_goals(fronts: dict[str, Drawing]) -> None:
    numbers = Counter(int(word) for word in words(fronts["board"]) if word.isdigit())
    assert numbers == Counter([*range(1, 11), *range(1, 6), *range(1, 21)])


def test_the_board_names_its_places_as_the_sheet_does(fronts: dict[str, Drawing]) -> None:
    said = sentence(fronts["board"])
    for words_of_place in ("BAR deck", "BREAKAGE", "lay PATRONs here", "lay SCHEMEs here"):
        assert words_of_place in said


def test_the_aid_has_the_checks_of_the_last_call_in_order(kit: Kit, faces: Faces) -> None:
    back = faces.back(kit.card("aid"))
    assert back is not None
    heads = ["Total", "Packed bar", "Goal met", "Side Bet", "Second BAD", "Clear up", "Next SHIFT"]
    places = [sentence(back).index(head) for head in heads]
    assert places == sorted(places)  # BT-Q23
    assert "first each by its own text, then every +1 and −1, last the Doorman’s text" in sentence(back)


def test_an_aid_follows_the_options(kit: Kit) -> None:
    faces = Faces(kit, "full", options={"packed_first": False, "reveal_rest": "top", "draw_every_hour": 1})
    front, back = faces.front(kit.card("aid")), faces.back(kit.card("aid"))
    assert back is not None
    assert "Draw 1 card at the start of your HOUR." in sentence(front)
    assert "go back on top" in sentence(front)
    assert "Pass right." in sentence(front)
    assert "Before HOUR 1 the BIC draws 2 cards." in sentence(front)
    assert [kind for kind in KINDS if kind not in sentence(front)] == []
    assert sentence(back).index("Goal met") < sentence(back).index("Packed bar")
    uneven = Faces(kit, "full", options={"balance_hours": "least_first"}).front(kit.card("aid"))
    assert "Next: the player with the fewest HOURs." in sentence(uneven)
    assert not faces.problems


def test_nothing_but_the_wall_differs_between_the_looks_of_a_guest(kit: Kit) -> None:
    night, paper = (faces_of(kit.slug, look).front(kit.card("P17")) for look in ("full", "low-ink"))
    differing = [a for a, b in zip(night.arts(), paper.arts(), strict=True) if a.key != b.key]
    assert len(differing) <= 3  # wall, blade, inline icons


def picture(drawing: Drawing, dpi: int = 40) -> Any:
    from PIL import Image

    stream = BytesIO()
    write_png(drawing, stream, dpi, press=Press(draw_arts(list(drawing.arts()))))
    return Image.open(stream)


@pytest.mark.thorough
def test_the_low_ink_look_takes_less_than_a_third_of_the_ink(kit: Kit) -> None:
    from PIL import ImageStat

    faces = faces_of(kit.slug, "low-ink")
    for name in ("P01", "P06", "P24", "S12", "bid-pint-13", "board", "aid", "good-night", "bad-night", "bic"):
        light = ImageStat.Stat(picture(faces.front(kit.card(name)))).mean
        assert 1 - sum(light) / 3 / 255 < 0.34, name


def test_backs_look_the_same_upside_down(kit: Kit) -> None:
    from PIL import Image, ImageChops, ImageStat

    faces = faces_of(kit.slug)
    for name in ("P01", "bid-mug-7"):
        back = faces.back(kit.card(name))
        assert back is not None
        whole = picture(back, 80)
        turned = whole.transpose(Image.Transpose.ROTATE_180)
        assert max(ImageStat.Stat(ImageChops.difference(whole, turned)).mean) < 3, name


# ---- the rule sheet ---------------------------------------------------------------------------------------


# House rules that need more room than the usual ones, all together.
WORDY: list[dict[str, str | int | bool]] = [
    {
        "hands": "refill_to_5",
        "opener": "free",
        "no_bid": "skip_shift",
        "pass_final": False,
        "reveal_rest": "shuffle",
        "draw_every_hour": 1,
        "balance_hours": "least_first",
        "packed_first": False,
        "bic_out": "right_inherits",
        "last_standing": False,
    },
    {"goal_fixed": 12, "draft": "exchange", "hands": "redraft", "final_tie": "shared"},
    {"auction": "secret", "opener": "random", "no_bid": "goal_10", "bic_out": "end_shift"},
]


@pytest.mark.thorough
@pytest.mark.parametrize("options", WORDY)
def test_the_rule_sheet_fills_four_pages_with_its_letters_hardly_smaller(
    kit: Kit, options: dict[str, str | int | bool]
) -> None:
    for paper in ("a4", "letter"):
        faces, sheet = Faces(kit, options=options), load_rules(kit, options)
        pages = rule_pages(sheet, faces, PAPERS[paper])
        assert len(pages) == 4, paper
        assert [str(problem) for problem in faces.problems] == [], paper
        (first,) = [text.size for text in pages[0].texts() if text.words.startswith("The Boss is retiring")]
        assert first >= 0.92 * sheet.theme_in(faces.look).words("text").size, paper


def test_the_sheet_shows_every_component_with_its_count(kit: Kit) -> None:
    text = said_by(kit.slug)
    counts = ["63 PATRONs", "36 SCHEMEs", "6 × 20 bid cards", "12 + 12 NIGHT tokens", "1 badge, 3 markers"]
    assert [said for said in [*counts, "1 board, 6 player aids"] if said not in text] == []


def test_the_sheet_names_every_kind_with_its_sign(kit: Kit) -> None:
    sheet = sheet_of(kit.slug)
    shown = {
        p.values.get("kind")
        for p in all_inlines(sheet.blocks)
        if isinstance(p, PictureBlock) and p.name == "kind"
    }
    assert shown == set(KINDS)


def test_the_sheet_reckons_the_last_call_of_its_example_as_the_engine_does(kit: Kit) -> None:
    """Own text, then +1 and −1, then the Doorman: each row of the table makes the worth that the engine has found."""
    examples = {one["scenario"]: one for one in kit.tables.examples["scenarios"]}
    last = examples["Example last call"]
    rows = re.findall(
        r"^\| ([\w -]+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| \*\*(−?\d+)\*\* \|$", sheet_text(kit), re.M
    )

    def number(said: str) -> int:
        return int(re.sub(r"\s", "", said.partition(":")[0]).replace("−", "-"))

    for name, own, changed, doorman, worth in rows:
        total = sum(map(int, own.partition(":")[0].split("+"))) if "+" in own else number(own)
        total += sum(int(one.replace("−", "-")) for one in changed.split())
        assert (max(0, total) if doorman.strip() else total) == number(worth), name
    assert [number(worth) for *_, worth in rows] == list(last["expect"]["worth"])
    assert [name for name, *_ in rows] == [
        kit.card(id.partition(".")[0]).name for id in last["given"]["patrons"]
    ]
    assert f"| **Total** |  |  |  | **{last['expect']['total']}** |" in re.sub(
        r" +\|", " |", sheet_text(kit)
    ).replace("| |", "|  |").replace("| |", "|  |")


def sheet_text(kit: Kit) -> str:
    return said_by(kit.slug)


SAYS: list[tuple[dict[str, str | int | bool], str, str]] = [
    ({"goal_fixed": 12}, "The goal is always **12**", "bid **higher or pass**"),
    ({"goal_fixed": 12}, "(at your table it is always 12)", "The best bid is the lowest"),
    (
        {"goal_fixed": 12},
        "If the BIC has to leave the game, the player on the right takes",
        "hold an auction at once to make one",
    ),
    ({"draft": "exchange"}, "**Once per game** you may discard", "## The draft"),
    (
        {"hands": "refill_to_5"},
        "Before each later auction, everybody draws up to five cards. A hand",
        "**Full hands**",
    ),
    (
        {"hands": "refill_to_5"},
        "Apart from filling up hands, you draw only",
        "go with you into the next SHIFT. A hand",
    ),
    ({"hands": "redraft"}, "**Next SHIFT**, new hands, next auction", "**Next SHIFT**, next auction"),
    ({"hands": "redraft"}, "*Or:* keep what you have left", "go with you into the next SHIFT"),
    ({"auction": "secret"}, "or none, and show it at once", "Ana bids 6"),
    ({"auction": "secret"}, "and a set of bid cards.", "The bid cards stay in the box"),
    (
        {"opener": "random"},
        "A player drawn by lot has the first word in each auction.",
        "Do two of you speak at once, or nobody?",
    ),
    ({"opener": "free"}, "If two of you speak at once, draw lots.", "in SHIFT\u00a01, draw lots"),
    ({"opener": "free"}, "If nobody bids, a player drawn by lot is the BIC", "or draw lots only when"),
    ({"no_bid": "goal_10"}, "is the BIC with a goal of 10. *Or:*", "usually 1."),
    ({"no_bid": "skip_shift"}, "the SHIFT is left out but counts", "usually 1."),
    ({"pass_final": False}, "you may come back while others bid.", "you are out of this auction"),
    ({"pass_final": False}, "passed in a row", "Ben passes: Ana is"),
    ({"reveal_rest": "top"}, "The other cards go back on top.", "The other cards go under the BAR deck."),
    (
        {"reveal_rest": "breakage"},
        "The other cards go to BREAKAGE.",
        "The other cards go under the BAR deck.",
    ),
    ({"reveal_rest": "shuffle"}, "The other cards are shuffled", "The other cards go under the BAR deck."),
    ({"draw_every_hour": 1}, "**Draw one card** at the start", "**Open tap**"),
    ({"balance_hours": "least_first"}, "the fewest in the game so far; in a tie", "That is fine"),
    ({"balance_hours": "least_first"}, "### Pass on", "### Pass right"),
    ({"packed_first": False}, "Not with a second BAD NIGHT", "*Or:* tokens come first"),
    (
        {"bic_out": "end_shift"},
        "If the BIC has to leave the game, the SHIFT ends",
        "hold an auction at once to make one",
    ),
    (
        {"bic_out": "right_inherits"},
        "the player on the right takes over badge and goal. Cards and HOURs stay",
        "hold an auction at once to make one",
    ),
    ({"last_standing": False}, "left alone plays the week", "**The last one standing**"),
    ({"final_tie": "shared"}, "Still tied? Share the victory.", "explain exactly"),
    ({"final_tie": "nobody"}, "Still tied? Nobody wins.", "explain exactly"),
]


@pytest.mark.parametrize(
    ("options", "now", "before"), mostly_thorough(SAYS, 3), ids=[str(row[0]) for row in SAYS]
)
def test_a_rule_sheet_reads_as_if_the_option_were_the_rule(
    kit: Kit, options: dict[str, str | int | bool], now: str, before: str
) -> None:
    plain, chosen = said_by(kit.slug), said_by(kit.slug, **options)
    assert now in chosen
    assert now not in plain
    assert before not in chosen
    assert before in plain or before == "an impossible sentence"


def test_every_option_changes_the_rule_sheet(kit: Kit) -> None:
    assert {name for options, *_ in SAYS for name in options} == set(kit.options)


# ---- cards of a stranger ----------------------------------------------------------------------------------


def test_a_guest_in_unknown_clothes_is_told_with_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "bartender-2012"
    shutil.copytree(DATA, folder)
    cards = folder / "patrons.yaml"
    cards.write_text(cards.read_text().replace("guest: [fedora", "guest: [fedorra", 1))
    with pytest.raises(CardgenError) as caught:
        load_kit(folder)
    (problem,) = caught.value.problems
    assert problem.where is not None
    assert "fedorra" in cards.read_text().splitlines()[problem.where.line - 1]
    assert "did you mean 'fedora'" in problem.hint


def test_a_new_guest_is_put_together_from_words_alone(tmp_path: Path) -> None:
    new = """
- id: P28
  name: Night Nurse
  kind: VIP
  effects: {worth: 2}
  guest: [woman, tone1, waves, red, mask, earrings]
  props: [{is: cup, at: 12, held: true}]
"""
    kit, faces = with_cards(tmp_path, new)
    drawing = faces.front(kit.card("P28"))
    assert not faces.problems
    assert "NIGHT" in sentence(drawing)
    known = {art.key for card in kit.cards.patrons[:-1] for art in faces.front(card).arts()}
    assert len({art.key for art in drawing.arts()} - known) == 3  # her figure, a cup in that light, her hand


def with_cards(tmp_path: Path, patrons: str = "", schemes: str = "") -> tuple[Kit, Faces]:
    """The kit with a stranger's cards added, and its faces."""
    folder = tmp_path / "bartender-2012"
    shutil.copytree(DATA, folder)
    for file, cards in (("patrons.yaml", patrons), ("schemes.yaml", schemes)):
        (folder / file).write_text((folder / file).read_text() + cards)
    kit = load_kit(folder)
    return kit, Faces(kit, "full")


@pytest.mark.parametrize("kind", mostly_slow(KINDS, fast=4, test=3))
def test_a_guest_of_whom_nothing_is_said_is_somebody_of_the_kind_with_a_drink(
    tmp_path: Path, kind: str
) -> None:
    bare = f"- {{id: X1, name: Stranger, kind: {kind}, effects: {{worth: 2}}}}\n"
    sober = bare.replace("X1", "X2").replace("kind:", "guest: [tone1], kind:")
    kit, faces = with_cards(tmp_path, bare + sober)
    drawing = faces.front(kit.card("X1"))
    assert not faces.problems
    assert len(list(drawing.arts())) > len(list(faces.front(kit.card("X2")).arts()))  # the drink
    dressed = next(card for card in kit.cards.patrons if card.kind == kind)
    shared = {art.key for art in drawing.arts()} & {art.key for art in faces.front(dressed).arts()}
    assert len(shared) >= 4  # wall, halo, blade, counter


def test_a_scheme_without_a_stamp_takes_that_of_its_group(tmp_path: Path, kit: Kit) -> None:
    bare = "".join(
        f"- {{id: X{n}, name: Plan, group: {group}, effects: {{on_play: [offer_reveal]}}}}\n"
        for n, group in enumerate(kit.tables.groups)
    )
    kit, faces = with_cards(tmp_path, schemes=bare)
    new = [faces.front(card) for card in kit.cards.schemes if card.id.startswith("X")]
    assert not faces.problems
    assert {group["stamp"] for group in kit.tables.groups.values()} <= drawn("stamps.svg")
    stamps = [{art.key for art in drawing.arts()} for drawing in new]
    assert len(set.union(*stamps) - set.intersection(*stamps)) == 2 * 7  # a stamp and an index icon each


DRAW = "{draw: {who: self, cards: 1}}"
LONG = (
    "[{discard: {who: everybody_from_self_going_right, cards: 1, choice: theirs}}, {draw: {who: self, cards: 1}}], "
    "at_shift_end: [{if: {bic: other, takes: BAD NIGHT}, then: {draw: {who: self, cards: 2}}}]"
)


def patron(name: str, on_enter: str, more: str = "") -> str:
    return f"- {{id: {name}, name: Old Rival, kind: TROUBLE, {more}effects: {{worth: 0, on_enter: {on_enter}}}}}\n"


def scheme(name: str, on_play: str, more: str = "") -> str:
    return f"- {{id: {name}, name: Grand Plan, group: hand, {more}effects: {{on_play: {on_play}}}}}\n"


def test_a_text_of_two_hundred_characters_fits_on_both_kinds_of_cards(tmp_path: Path) -> None:
    kit, faces = with_cards(tmp_path, patron("X1", LONG), scheme("X2", LONG))
    assert 180 <= len(kit.card("X1").text) <= 215
    for name in ("X1", "X2"):
        texts = faces.front(kit.card(name)).texts()
        assert "you draw 2 cards." in sentence(faces.front(kit.card(name)))
        assert min(t.size for t in texts if "discards" in t.words) * PT_PER_MM >= 7
    assert [str(problem) for problem in faces.problems] == []


def test_flavour_stands_below_the_text_or_is_told_to_have_no_room(tmp_path: Path) -> None:
    awake = "flavour: Wide awake., "
    kit, faces = with_cards(
        tmp_path,
        patron("X1", f"[{DRAW}]", awake) + patron("X2", LONG, awake),
        scheme("X3", f"[{DRAW}]", awake) + scheme("X4", LONG, awake),
    )
    shown = ["Wide awake." in sentence(faces.front(kit.card(name))) for name in ("X1", "X3")]
    assert shown == [True, True]
    assert not faces.problems
    for name in ("X2", "X4"):
        face = sentence(faces.front(kit.card(name)))
        assert "Wide awake." in face or any(name in str(problem) for problem in faces.problems)


def test_timing_words_are_bold_wherever_they_stand(tmp_path: Path) -> None:
    does = "{worth: 1, on_enter: [{draw: {who: self, cards: 1}}], in_bar: [{worth: {of: SUIT, add: 1}}]}"
    kit, faces = with_cards(tmp_path, f"- {{id: X1, name: Boss, kind: VIP, effects: {does}}}\n")
    assert kit.card("X1").text == "When it enters: draw 1 card. While in the BAR: each SUIT is worth +1."
    bold = " ".join(text.words for text in faces.front(kit.card("X1")).texts() if text.font.weight == 700)
    for head in ("When it enters:", "While in the BAR:", "SUIT"):
        assert head in " ".join(bold.replace("\u00a0", " ").split())
