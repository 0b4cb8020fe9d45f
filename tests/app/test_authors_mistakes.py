"""A mistake in a stranger's rules or bot is told as theirs: file and line, seed, move, and the position in a file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import cardgen as library
from tests.engine.toy import snatch
from tests.games.kits import kit_of
from tests.stranger import installed, line_of

QUIET = 'moves(self, s: Table) -> Moves:\n        return [("take"'
FETCHED = "        s.phase = LOAD\n"
CHOOSE = "        mine = Counter("
LONG = re.compile(r"cardgen replay (\S+) --to (\d+) shows the position")

# the mistake, as an edit of the rules; the text on the line that is named; what is said of it
MISTAKES = {
    "play-raises": (FETCHED, FETCHED + "        s.own2()\n", "s.own2()", "Fetch.play raises AttributeError: 'Table' object"),
    "play-raises-a-value-error": (
        FETCHED,
        FETCHED + "        s.known.remove(99)\n",
        "s.known.remove(99)",
        "Fetch.play raises ValueError: list.remove(x): x not in list",
    ),
    "play-exits": (FETCHED, FETCHED + "        raise SystemExit(0)\n", "raise SystemExit", "Fetch.play calls exit"),
    "moves-raises": (QUIET, QUIET.replace("return", "1 / 0; return"), "1 / 0", "Fetch.moves raises ZeroDivisionError"),
    "moves-returns-nothing": (QUIET, QUIET.replace("return", "[]; s.piles;"), "def moves", "Fetch.moves returns nothing"),
    "moves-returns-a-set": (
        QUIET,
        QUIET.replace("return [", 'return {("draw",)} and iter([]) or ['),
        "def moves",
        "Fetch.moves returns a list_iterator, expected a list of moves or Choices",
    ),
    "nobody-can-move": (QUIET, QUIET.replace("return", "return [] or 0 * "), "def moves", "Fetch.moves offers no move, and"),
    "bot-raises": (CHOOSE, CHOOSE.replace("mine =", "mine = None.x ="), "None.x", "Harbourmaster.choose raises Attr"),
    "bot-exits": (CHOOSE, "        exit(7)\n" + CHOOSE, "exit(7)", "Harbourmaster.choose calls exit"),
    "bot-cheats": (
        CHOOSE,
        '        return ("take", 99)\n' + CHOOSE,
        "def choose",
        "the bot 'greedy' chooses what is not allowed: P0: ('take', 99): not allowed, it is not on the quay (HB-005)",
    ),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_simulate_names_the_line_the_seed_and_the_move_and_saves_the_position(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mistake: str
) -> None:
    old, new, line, says = MISTAKES[mistake]
    rules = installed(tmp_path, monkeypatch, (old, new))

    said = cardgen.fails("simulate", "harbour", "--players", "2", "--games", "2", "-j", "1")
    assert "bug in cardgen" not in said.err
    assert "Traceback" not in said.err
    assert f"harbour_rules.py:{line_of(rules, line)}: error: {says}" in said.err
    assert re.search(r"in Harbour for 2 players › seed \d+ › move \d+\n", said.err)
    kept = LONG.search(said.err)
    assert kept
    assert json.loads((tmp_path / kept[1]).read_text("utf-8"))["stopped"]
    shown = cardgen("replay", kept[1], "--to", kept[2])
    assert (shown.code, shown.err) == (0, "")
    assert "hand P0: [" in shown.out


def test_a_saved_position_leads_to_the_mistake_again(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = installed(tmp_path, monkeypatch, ("    def end_turn", "    def end_turn0"))
    kept = LONG.search(cardgen("simulate", "harbour", "--games", "1").err)
    assert kept
    assert kept[2] == "1"

    said = cardgen.fails("replay", kept[1])
    assert said.err.startswith(
        f"harbour_rules.py:{line_of(rules, 'self.end_turn(s)')}: error: Load.play raises AttributeError"
    )
    assert re.search(r"in output/broken-games/\S+\.json › seed \d+ › move 2\n", said.err)


def test_check_tells_it_for_scenarios_and_games_alike_and_goes_on(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch, (FETCHED, FETCHED + "        s.own2()\n"))

    said = cardgen.fails("check", "harbour")
    assert "Traceback" not in said.err
    assert "› data/harbour/scenarios/harbour.yaml:22:13: move 1, P0 takes G1.1 from the quay" in said.err
    assert "in Harbour for 2 players › seed 1 › move 1\n" in said.err
    assert said.err.rstrip().endswith("2 errors"), "one mistake, told of the scenarios and of the games"


def test_a_scenario_does_not_take_a_mistake_in_the_rules_for_its_own(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch, (FETCHED, FETCHED + "        s.known.remove(99)\n"))

    said = cardgen("scenario", "data/harbour/scenarios/harbour.yaml")

    assert "scenarios hold" in said.out, "the others are run"
    assert "Fetch.play raises ValueError" in said.err
    assert "harbour.yaml:22:13: error" not in said.err


@pytest.mark.parametrize(
    ("edit", "line", "says"),
    [
        (("class Harbour(", "class Harbor("), "", "which harbour_rules does not have\n  hint: did you mean 'Harbor'?"),
        (('slug, prefix, turn_rule = "harbour"', 'slug, prefix, turn_rule = "harbor"'), "class Harbour", "slug is 'harbor', exp"),
        (("    def greedy", "    def greedi"), "class Harbour", "Harbour lacks greedy"),
        (("FETCH, LOAD = Fetch(), Load()", "FETCH, LOAD = Fetch(), Lode()"), "FETCH, LOAD = F", "raises NameError: name 'Lode'"),
        (("FETCH, LOAD = Fetch(), Load()", "FETCH, LOAD = Fetch(), ("), "FETCH, LOAD = F", "raises SyntaxError: "),
        (('begins="cargo"', 'begins="crago"'), "class Harbour", "begins='crago' of its zone 'deck', and the kit has no such component (did"),
        (('        s.deal("deck"', "        int('x'); s.deal(\"deck\""), "int('x')", "Harbour.set_up raises ValueError"),
        (("return Harbourmaster()", "return Harbormaster()"), "return Harbormaster", "Harbour.greedy raises NameError"),
        (("import Counter\n", "import Counter\nimport cargo_of_nobody\n"), "import cargo_of", "raises ModuleNotFoundError: No module named 'cargo"),
        (("from cardgen.rules import Move, Moves, ", "from cardgen.engine.game import Phase\nfrom cardgen.rules import Move, Moves, "), "from cardgen.engine.game", "hint: write from cardgen.rules import Phase"),
    ],
)  # fmt: skip
def test_rules_that_cannot_be_loaded_or_set_up_are_a_problem_at_their_line(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edit: tuple[str, str], line: str, says: str
) -> None:
    rules = installed(tmp_path, monkeypatch, edit)

    said = cardgen.fails("simulate", "harbour", "--games", "1")
    assert says in said.err
    assert said.err.startswith(
        f"harbour_rules.py:{line_of(rules, line)}: " if line else "harbour_rules.py: error"
    )
    assert "Traceback" not in said.err


def test_an_entry_point_that_names_no_module_says_so(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch)
    (tmp_path / "harbour_rules.py").rename(tmp_path / "harbour_rule.py")

    said = cardgen.fails("simulate", "harbour", "--games", "1")
    assert "the entry point harbour = 'harbour_rules:Harbour' names a module that cannot be found" in said.err


def test_what_a_rulebook_refuses_is_still_a_refusal(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins = '        s.deal("deck"'
    refuses = f"        if self.players == 3:\n            raise ValueError('three is a crowd')\n{begins}"
    installed(tmp_path, monkeypatch, (begins, refuses))

    said = cardgen("simulate", "harbour", "--players", "2-3", "--games", "1", "-j", "1")

    assert "Refused at set-up\n  3 players, by the book: three is a crowd" in said.out


def test_a_game_that_does_not_end_is_saved_and_told_with_its_seed(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch, ("s.end_after(more=1)", "s.turns < 0"))
    monkeypatch.setattr("cardgen.engine.playing._LONG", 500)
    monkeypatch.setattr("cardgen.engine.playing.PATIENCE", 0.0)

    said = cardgen.fails(
        "simulate", "harbour", "--players", "2", "--games", "1", "-j", "1", "--bots", "random"
    )
    assert re.search(r"harbour: no end after \d{3} decisions, seed \d+\n", said.err)
    kept = LONG.search(said.err)
    assert kept
    cardgen.works("replay", kept[1], "--to", "500")


def test_code_that_computes_for_ever_is_interrupted_at_its_line(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for_ever = "        while True:\n            s.known\n"
    rules = installed(tmp_path, monkeypatch, (FETCHED, for_ever + FETCHED))
    monkeypatch.setattr("cardgen.players.named._PATIENCE", 0.05)

    said = cardgen.fails("simulate", "harbour", "--players", "2", "--games", "1", "-j", "1")
    assert "Fetch.play was still here after 0.05 seconds of computing" in said.err
    line = int(said.err.partition("harbour_rules.py:")[2].partition(":")[0])
    assert line - line_of(rules, "while True") in (0, 1)


# -- the library


class Thief:
    """Raises."""

    name, looks = "thief", True

    def choose(self, view: Any, moves: Any, rng: Any) -> Any:
        raise RuntimeError("caught")


def test_the_library_raises_a_cardgen_error_that_names_the_bot() -> None:
    with pytest.raises(library.CardgenError) as caught:
        library.play(snatch(), [Thief()], seed=5)

    (problem,) = caught.value.problems
    assert problem.message == "Thief.choose raises RuntimeError: caught"
    assert problem.where
    assert problem.where.file.endswith("test_authors_mistakes.py")
    assert problem.trail[-2:] == ("seed 5", "move 1")
    assert isinstance(caught.value.__cause__, RuntimeError)


class Trusting:
    """Looks at nothing, and answers with anything."""

    name, looks = "trusting", False

    def choose(self, view: Any, moves: Any, rng: Any) -> Any:
        return ("show", 99)


def test_a_bot_that_does_not_look_is_checked_too() -> None:
    with pytest.raises(library.CardgenError, match="'trusting' chooses what is not allowed"):
        library.play(snatch(), [Trusting()], seed=5)


def test_an_exception_in_a_game_of_ours_stays_a_bug_of_ours_with_the_seed_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = library.make_game(kit_of("bartender-2012"), 3)
    monkeypatch.setattr(type(game.phases[0]), "play", lambda phase, s: None)  # which takes no move

    with pytest.raises(TypeError) as caught:
        library.play(game, seed=3)

    assert caught.value.__notes__ == [f"in {game.kit.title} for 3 players › seed 3 › move 1"]
