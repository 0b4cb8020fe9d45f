"""What is said of a mistake in rules.yaml: the broken line, the message, its place and the hint."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cardgen.base.errors import CardgenError, Problem
from cardgen.engine.playing import rollout
from cardgen.games import make_game
from cardgen.ruledata.game import DataTable
from cardgen.ruledata.outline import TAKEN
from cardgen.ruledata.words import RESERVED
from cardgen.source import load_kit
from tests.ruledata.kits import SAMPLES, changed
from tests.sample_game import SampleGame

NIGHT_MARKET = SampleGame("night-market", "NightMarket", "NM")
LINES = (SAMPLES / "classics" / "rules" / "night-market.yaml").read_text("utf-8")


class Mistake(NamedTuple):
    """What is changed, what is said at the changed line, and a part of the hint."""

    name: str
    old: str
    new: str
    says: str
    hint: str = ""
    elsewhere: bool = False  # it is said at another line


SELL = "needs:\n          - card.ware == my stroller.ware: this stall wants something else"
DISCARD, WALK, SOLD = "- move card to discard", "- do walk(card.value)", "- move card to my sold"
WARE = "card.ware == my stroller.ware"
MISTAKES = [
    # names
    Mistake("zone", DISCARD, "- move card to discrad", "no zone is called 'discrad'", "did you mean 'discard'?"),
    Mistake("whose", SOLD, "- move card to sold", "whose sold?", "write my sold, or sold of …"),
    Mistake("nobody's own", DISCARD, "- move card to my discard", "'discard' is there once, not for each player", "write discard"),
    Mistake("field", WARE, "card.wear == my stroller.ware", "no card has a field 'wear'", "did you mean 'ware'?"),
    Mistake("word", "lantern, dumpling])", "lantern, dumplin])", "nothing is called 'dumplin'", "did you mean 'dumpling'?"),
    Mistake("column", "my stroller.price", "my stroller.prize", "the rows of the table 'stalls' have no 'prize'", "did you mean 'price'?"),
    Mistake("table", "pay numbers.lap", "pay numbers.laps", "the table 'numbers' has no 'laps'", "did you mean 'lap'?"),
    Mistake("option", "option crowd", "option crowds", "the kit has no option 'crowds'", "did you mean 'crowd'?"),
    Mistake("component", "{begins: wares", "{begins: ware", "the kit has no component 'ware'", "did you mean 'wares'?"),
    Mistake("chips of", "{chips: coins}", "{chips: coin}", "the kit has no component 'coin'", "did you mean 'coins'?"),
    Mistake("track", "track: stalls", "track: stall", "the kit has no table 'stall'", "did you mean 'stalls'?"),
    Mistake("rest", "rest: deck discard", "rest: deck discards", "no zone is called 'discards'", "did you mean 'discard'?"),
    Mistake("deed", WALK, "- do wolk(card.value)", "there is no deed 'wolk'", "did you mean 'walk'?"),
    Mistake("function", "score: my coins", "score: maxi(my coins, 1)", "there is no function 'maxi'", "did you mean 'max'?"),
    Mistake("step", WALK, "- do walk(card.value)\n          - go to traid", "there is no step 'traid'", "did you mean 'trade'?", True),
    Mistake("name taken", "let before be", "let hand be", "'hand' is a zone already", "set … to … changes a note"),
    Mistake("row", "stalls[1]", "stalls[99]", "the table 'stalls' has rows 1 to", ""),
    Mistake("row 0", "stalls[1]", "stalls[0]", "and no 0", ""),
    Mistake("strategy", "score: my coins", "strategies: {greedy: my coins}\nscore: my coins", "'greedy' is a player of every game", "choose another name"),
    # sentences
    Mistake("verb", "- refill my hand", "- fill my hand", "no sentence begins with 'fill'", "did you mean 'refill'?"),
    Mistake("word for another", DISCARD, "- discard card", "no sentence begins with 'discard'", "did you mean 'move'?"),
    Mistake("too early", DISCARD, "- move card to", "expected a name, it ends too early", ""),
    Mistake("preposition", DISCARD, "- move card into discard", "expected 'to', not 'into'", "move CARDS [from ZONE] to ZONE"),
    Mistake("brackets", WALK, "- do walk", "'walk' wants 1 in its brackets, not 0", ""),
    Mistake("chips and cards", "pay numbers.lap from bank", "pay numbers.lap from deck", "'deck' holds cards, no chips", "move cards, pay chips"),
    Mistake("cards and chips", DISCARD, "- move card to bank", "'bank' holds chips, no cards", "move cards, pay chips"),
    Mistake("moves a number", DISCARD, "- move 3 to discard", "'move' wants cards, not a number", "pay 3 from bank to my coins"),
    Mistake("to each", "from deck to each hand", "from deck to hand", "expected 'each', not 'hand'", "to each ZONE"),
    Mistake("else alone", "- if deck is empty:", "- else if deck is empty:", "'else if' follows an 'if'", ""),
    Mistake("after a decision", WALK, "- next turn\n          - do walk(card.value)", "nothing comes here: the sentence above decides what follows", "", True),
    Mistake("colon", DISCARD, "- move card to discard: [next turn]", "no colon comes after this sentence", ""),
    Mistake("no rule told", "tell NM-008: the", "tell that: the", "expected the number of a rule", "tell NM-007"),
    Mistake("set a zone", "- set my stroller to there", "- set my hand to there", "only notes, and tokens on a track, can be set", ""),
    Mistake("set another kind", "- set my stroller to there", "- set my stroller to 'tea'", "this remembers a row of the table 'stalls', not a word", ""),
    # expressions
    Mistake("one =", WARE, "card.ware = my stroller.ware", "'=' is not expected here", "write == to compare"),
    Mistake("kinds", WARE, "card.value == my stroller.ware", "compares a number with a word, which are never equal", ""),
    Mistake("seat and number", "players where stroller", "players where it == 1 and stroller", "compares a player with a number", ""),
    Mistake("list for number", "if there < before", "if my hand < 3", "'<' compares numbers, not a list of cards", "count(…) says how many"),
    Mistake("list plus number", "score: my coins", "score: my coins + my hand", "'+' wants numbers, not a list of cards", "count(…) says how many"),
    Mistake("field of a list", WARE, "my hand.ware == tea", "a list of cards has no 'ware', each card in it has", "are all of one ware"),
    Mistake("where a number", "score: my coins", "score: count(my coins where it > 1)", "'where' wants a list before it, not a number", "(1..3) where"),
    Mistake("in a number", WARE, "card in my coins", "'in' wants a list on its right side, not a number", ""),
    Mistake("no it", WARE, "it == card", "nothing is looked at here, so there is no 'it'", "where"),
    Mistake("die in a condition", WARE, "roll(6) > 3", "a die is rolled in sentences", "let die be roll(6)"),
    Mistake("two comparisons", WARE, "1 < card.value < 3", "'<' is not expected here", "put 'and' between"),
    Mistake("bracket", WARE, "(card.ware == tea", "expected ')', it ends too early", ""),
    Mistake("quotes", WARE, "card.ware == 'tea", "is not expected here", "close the quotes"),
    Mistake("long range", WARE, "card.value in 1..99999", "a range has at most 1,000 entries", ""),
    Mistake("long number", WARE, "card.value == 12345678901", "a number has at most nine digits", ""),
    # moves
    Mistake("choice not said", "says: sells {card}", "says: sells", "'sells' does not say {card}, so two moves would sound the same", "says: sells {card}", True),
    Mistake("choice unknown", "says: sells {card}", "says: sells {ware}", "says {ware}, and the move has no such choice", "", True),
    Mistake("choice no list", "card: my hand\n        needs", "card: first(my hand)\n        needs", "what can be chosen is a list, not a card", ""),
    Mistake("sounds alike", "{says: sells nothing}", "{says: 'sells {n}', n: 1..3}", "sounds like the move", "let each move of a step say something else", True),
    Mistake("move key", "refuse: whoever holds a card strolls with one of their own\n        do", "refuze: whoever holds\n        do", "a move has no 'refuze'", "did you mean 'refuse'?"),
    Mistake("no number of a rule", "rule: NM-008", "rule: eight", "'eight' is no number of a rule", "such as AB-005"),
    # structure
    Mistake("no rule", "    rule: NM-008\n", "", "step 'trade' cites no rule", "rule: AB-005", True),
    Mistake("no score", "\nscore: ", "\nscor: ", "rules.yaml has no 'scor'", "did you mean 'score'?", True),
    Mistake("no end", "- last round: [tell NM-010: the lanterns go out]", "- tell NM-010: the lanterns go out", "no rule ends the game", "write last round, or end", True),
    Mistake("zone key", "seen_by: owner", "seen-by: owner", "a zone has no 'seen-by'", "did you mean 'seen_by'?"),
    Mistake("synonym", "seen_by: owner", "visible_to: owner", "a zone has no 'visible_to'", "did you mean 'seen_by'?"),
    Mistake("zone value", "seen_by: owner", "seen_by: owners", "seen_by is 'owners', expected one of all, owner, nobody, others", "did you mean 'owner'?"),
    Mistake("setup", "\nset up:", "\nsetup:", "rules.yaml has no 'setup'", "did you mean 'set up'?", True),
    Mistake("ties", "ties: last", "ties: lasts", "ties is 'lasts', expected shared, first, last or nobody", ""),
    Mistake("each", "sold:     {each: player", "sold:     {each: plaier", "each is 'plaier', expected player, 1..6, or a list of names", ""),
    Mistake("twice", "\nties: last", "\nrest: deck\nties: last", "'rest' is there twice", "", True),
    Mistake("reserved name", "box:      {", "me:      {", "'me' has a meaning of its own here", "choose another name"),
    Mistake("no name", "box:      {", '"a b":      {', "'a b' can be no name of a zone", ""),
    Mistake("with in a turn", "rule: NM-008", "rule: NM-008\n    with: [card]", "'with' is for steps below answers:", "", True),
    Mistake("YAML", "- tell NM-008: the bank pays {paid}", "- tell NM-008: the bank: pays {paid}", "the text contains a ':'", "put the text in quotes"),
    Mistake("alias", "- if deck is empty:", "- *deck", "rules have no aliases (*)", "write it out"),
    Mistake("tag", "ties: last", "ties: !x last", "rules have no tags (!)", "write it out"),
    Mistake("list to remember", "\nset up:", "\nnotes: {seen_cards: []}\nset up:", "lists are not remembered", "cards are in zones", True),
    Mistake("list of what", "\nset up:", "\nnotes: {seen_cards: {list: cards}}\nset up:", "a list of 'cards', expected numbers, words, players", "", True),
    Mistake("shown", "\nset up:", "\nshows: [prize]\nset up:", "'prize' is no value, or wants more than a player", "", True),
    Mistake("opening", "\nset up:", "\nopening: [shuffle deck]\nset up:", "what is opened is told, and nothing else is done", "tell AB-001: …", True),
    Mistake("described", "\nset up:", "\ndescribed: {deck: 3}\nset up:", "'deck' is neither a note nor a zone of each player", "", True),
    Mistake("figures", "- tell NM-008:", "- tell NM-008 with paid:", "expected 'as', it ends too early", "with high as winning_bid"),
    Mistake("name of the table", "\nset up:", "\nnotes: {chips: 0}\nset up:", "'chips' is what every table remembers already", "choose another name", True),
    Mistake("name of Python", "\nset up:", "\nnotes: {class: 0}\nset up:", "'class' is what every table remembers already", "choose another name", True),
    Mistake("note of nobody", "\nset up:", "\nnotes: {bid: {each: hands}}\nset up:", "each is 'hands', expected player, or a zone of which there are several", "", True),
    Mistake("circle", "\nset up:", "\nvalues: {a: b + 1, b: a + 1}\nset up:", "a value is made of itself: a needs b needs a", "", True),
]  # fmt: skip


def lay(place: Path, old: str = "", new: str = "", text: str = LINES) -> Path:
    """Lay down Night Market with rules.yaml beside it, changed at one place; return the kit's folder."""
    folder = place / "data" / "night-market"
    shutil.copytree(NIGHT_MARKET.folder, folder)
    (folder / "rules.yaml").write_text(text, "utf-8")
    if old:
        changed(folder, old, new)
    return folder


def problems(folder: Path) -> tuple[Problem, ...]:
    with pytest.raises(CardgenError) as wrong:
        make_game(load_kit(folder), 2)
    return wrong.value.problems


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda one: str(one.name))
def test_a_mistake_is_said_at_its_line_with_a_hint(mistake: Mistake, tmp_path: Path) -> None:
    found = problems(lay(tmp_path, mistake.old, mistake.new))
    said = [problem for problem in found if mistake.says in problem.message]
    assert said, [problem.message for problem in found]
    assert mistake.hint in said[0].hint
    assert said[0].where
    assert said[0].where.file.endswith("rules.yaml")
    line = (LINES[: LINES.index(mistake.old)] + mistake.new).count("\n") + 1
    if not mistake.elsewhere:
        assert said[0].where.line == line - mistake.new.count("\n")
        assert said[0].where.column > 0
    assert len(found) < 4


def test_all_mistakes_are_said_at_once(tmp_path: Path) -> None:
    text = LINES.replace("to discard", "to discrad").replace("numbers.lap", "numbers.laps")
    found = problems(lay(tmp_path, text=text.replace("ties: last", "ties: lasts")))
    assert [problem.message.rpartition(": ")[2] for problem in found] == [
        "no zone is called 'discrad'",
        "the table 'numbers' has no 'laps'",
        "ties is 'lasts', expected shared, first, last or nobody",
    ]


@pytest.mark.parametrize(
    ("table", "old", "new", "said"),
    [
        ("stalls", "tea, price: 2", "tea, price: ~", "3:22: price is empty, expected a number"),
        ("stalls", "tea, price: 2", "tea, price: two", "3:22: price is 'two', expected a number"),
        ("stalls", "tea, price: 2", "[tea], price: 2", "3:10: ware is a list, expected a word"),
        ("numbers", "lap: 1", "lap: ~", "4:6: lap is empty, expected something"),
        ("stalls", "", None, "1:1: the table 'stalls' is empty, expected rows or entries"),
        ("stalls", "", "7", "1:1: the table 'stalls' is 7, expected rows or entries"),
    ],
)
def test_a_table_that_rules_cannot_read_is_told_once_at_its_own_line(
    table: str, old: str, new: str | None, said: str, tmp_path: Path
) -> None:
    folder = lay(tmp_path)
    path = folder / f"{table}.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new or "", 1) if old else new or "", "utf-8")
    [problem] = problems(folder)
    assert problem.where
    assert f"{problem.where.line}:{problem.where.column}: {problem.message}" == said
    assert problem.where.file.endswith(f"{table}.yaml")


# -- what goes wrong only while playing


class Broken(NamedTuple):
    name: str
    old: str
    new: str
    says: str
    hint: str


WHILE_PLAYING = [
    Broken("endless repeat", WALK, "- repeat while count(my hand) > 0: [shuffle deck]", "has gone round 10,000 times", "never happens"),
    Broken("no move", "says: sells nothing}", "says: sells nothing, needs: count(deck) > 99}", "step 'trade' offers P0 no move", "otherwise: yes"),
    Broken("endless deed", "\n  walk(n):", "\n  again: [do again]\n  walk(n):\n    - do again", "'again' does itself again and again, 100 deep", "never happens"),
    Broken("divided by 0", DISCARD, "- let x be 5 / count(my sold)\n          - move card to discard", "this divides by 0", "ask first"),
    Broken("not there", DISCARD, "- move card to discard\n          - move card from my hand to discard", "is not in hand P0", ""),
    Broken("nothing to move", DISCARD, "- move first(discard) to box\n          - move card to discard", "a card that is not there", "ask first"),
    Broken("nobody's zone", DISCARD, "- let p be with_most(1 for q in players where it == nobody)\n          - move card to sold of p", "there is no 'sold of nobody'", "ask first"),
    Broken("too few to deal", "deal numbers.hand from deck", "deal 40 from deck", "40 are to be dealt to hand", "deal fewer"),
    Broken("endless game", "      nothing: {says: sells nothing}", "      nothing: {says: sells nothing, do: [go to trade]}", "no end after 3000 decisions", ""),
]  # fmt: skip


@pytest.mark.parametrize("case", WHILE_PLAYING, ids=lambda one: str(one.name))
def test_what_goes_wrong_in_play_is_said_at_its_line(case: Broken, tmp_path: Path) -> None:
    game = make_game(load_kit(lay(tmp_path, case.old, case.new)), 2)

    def play() -> None:
        for seed in range(30):
            rollout(game.deal(seed), random.Random(seed), 3000)

    with pytest.raises(CardgenError) as wrong:
        play()
    (problem,) = wrong.value.problems
    assert case.says in problem.message
    assert case.hint in problem.hint
    assert problem.where
    assert problem.where.file.endswith("rules.yaml")
    assert problem.where.line > 9


def test_what_tables_remember_is_no_name_of_a_note() -> None:
    assert {name for name in dir(DataTable) if name[0] != "_"} <= {*TAKEN, *RESERVED}


def test_a_score_of_an_empty_hand_is_a_number(tmp_path: Path) -> None:
    """Fields of a card that is not there are 0 in sums and comparisons, and equal to nothing but themselves."""
    worth = "max(0, first(my hand).value) + (9 if first(my hand).value < 1 else 0) + (100 if first(my hand).value == 0 else 0)"
    game: Any = make_game(load_kit(lay(tmp_path, "score: my coins", f"score: {worth} + 0 * my coins")), 2)
    s = game.deal(1)
    s.piles["deck"] += s.piles["hand P0"]
    s.piles["hand P0"] = []
    assert game.scores(s)[0] == 9


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ("turn: {play: {rule: NM-001, moves: {go: {says: goes, do: [end]}}}}\nscore: 1\n", "rules have no zones", "zones: {deck:"),
        ("zones: {deck: {begins: wares}}\nscore: 1\n", "rules have no turn", "turn: {play:"),
    ],
)  # fmt: skip
def test_rules_without_zones_or_a_turn_are_said(text: str, says: str, hint: str, tmp_path: Path) -> None:
    (problem,) = problems(lay(tmp_path, text=text))
    assert problem.message == says
    assert hint in problem.hint


@pytest.mark.parametrize("text", ["", "# nothing but words\n"])
def test_an_empty_file_is_said(text: str, tmp_path: Path) -> None:
    folder = shutil.copytree(SAMPLES / "classics" / "data" / "pig", tmp_path / "pig")
    (folder / "rules.yaml").write_text(text, "utf-8")
    with pytest.raises(CardgenError, match=r"rules\.yaml.*the file is empty"):
        make_game(load_kit(Path(folder)), 2)
