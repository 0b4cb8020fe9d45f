"""Whatever plays a game plays one whose rules are data: the command line, workers, thinking players, OpenSpiel."""

from __future__ import annotations

import base64
import io
import json
import re
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen import contract
from cardgen.checks import run_checks
from cardgen.engine import play_game
from cardgen.players.named import make_bot
from cardgen.ruledata.__main__ import manual
from cardgen.ruledata.explain import explained
from tests.conftest import Said
from tests.many import mostly_slow, slow
from tests.ruledata.kits import CLASSICS, NAMES, SAMPLES, copied, kit_of, table
from tests.test_schemas import mistakes

Run = Callable[..., Said]
ROOT = Path(__file__).parents[2]
PAGE = {
    "kuhn-poker": ("Bet or pass", "bet", "KP-004", "If both bet or both pass"),
    "toll": ("Attack", "exchange", "TO-004", "Whoever is attacked"),
}
"""What the page of a simulation says: a step, a move, and a rule with its text."""


@pytest.mark.parametrize("name", mostly_slow(NAMES, 3))
def test_a_sample_keeps_what_every_game_owes(name: str) -> None:
    contract.keeps(table(name), seeds=range(1))


@pytest.mark.parametrize("bot", ["greedy", "rollout:2", "ismcts:20"])
def test_players_that_think_play_it(bot: str) -> None:
    game = table("kuhn-poker")
    end = play_game(game, 1, [make_bot(game, bot), make_bot(game, "random")])
    assert sum(game.scores(end)) == 4


def test_openspiel_takes_it() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from cardgen import openspiel

    game = openspiel.load(table("kuhn-poker"), deals=20, actions=300)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_the_command_line_plays_changes_and_saves_it(cardgen: Run, tmp_path: Path) -> None:
    copied("pig", tmp_path)
    said = ["simulate", "pig", "--players", "2", "--bots", "random,random", "--jobs", "2", "--games", "20"]
    first = cardgen(*said, "--json", "first.json", "--save-games", "games")
    assert first.code == 0, first.err
    assert cardgen(*said, "--set", "tables.numbers.goal=10", "--json", "second.json").code == 0
    lengths = [json.loads((tmp_path / f"{name}.json").read_text("utf-8")) for name in ("first", "second")]
    assert lengths[0] != lengths[1]
    saved = sorted((tmp_path / "games").glob("*.json"))[0]
    assert "rolls" in cardgen("replay", str(saved)).out
    assert "needs pot > 0: nothing has been rolled yet" in cardgen("rules", "pig", "--format", "explain").out
    assert "def play_roll_or_stop(self, s, chosen):" in cardgen("rules", "pig", "--format", "python").out
    refused = cardgen("rules", "biergarten", "--format", "explain")
    assert refused.code == 1
    assert "biergarten has no rules.yaml" in refused.err


@pytest.mark.parametrize("name", ["kuhn-poker", slow("toll")])
def test_the_page_of_a_simulation_names_steps_rules_and_moves(
    name: str, cardgen: Run, tmp_path: Path
) -> None:
    step, move, rule, text = PAGE[name]
    copied(name, tmp_path)
    said = ["simulate", name, "--players", "2", "--games", "5", "--jobs", "1", "--bots", "random"]
    assert cardgen(*said, "--without", move, "--report", "page.html").code == 0
    page = (tmp_path / "page.html").read_text("utf-8").partition("</main>")[0]
    assert [says for says in (f"<td>{step}</td>", f"without {move}<") if says not in page] == []
    assert re.search(rf'title="{rule}, \d+ times?: {text}', page)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("simulate --sweep tables.numbers.ante=0..2", "numbers.ante=0 |numbers.ante=2 "),
        ("compare --a tables.numbers.ante=2", "a: tables.numbers.ante=2|2 players: 4 pairs of games"),
        ("simulate --without K --without bet", "without K |without bet |forbidden in"),
        ("simulate --ladder --ladder-games 1 --bots random", "greedy  |ismcts:20 |ismcts:320 "),
    ],
)
def test_what_if_of_rules_that_are_data(words: str, shown: str, cardgen: Run, tmp_path: Path) -> None:
    copied("kuhn-poker", tmp_path)
    command, *more = words.split()
    said = cardgen(command, "kuhn-poker", "--games", "4", "--jobs", "1", *more)
    assert said.code == 0, said.err
    assert [word for word in shown.split("|") if word not in said.out] == []


def test_the_only_kit_of_a_project_need_not_be_named(cardgen: Run, tmp_path: Path) -> None:
    copied("kuhn-poker", tmp_path)
    said, named = (cardgen("rules", *name, "--format", "explain") for name in ((), ("kuhn-poker",)))
    assert (said.code, said.out) == (0, named.out)


def test_it_is_played_in_the_terminal_and_filmed(
    cardgen: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied("kuhn-poker", tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n2\n\n1\n"))
    played = cardgen("play", "kuhn-poker", "--seats", "you,you", "--seed", "1")
    assert played.code == 0, played.err
    assert "bet or pass:  KP-003" in played.out
    assert re.search(r"Ben passes.*Ana takes the pot +KP-004.*Ana wins: the pot is taken", played.out, re.S)
    (saved,) = (tmp_path / "output" / "games").glob("*.jsonl")
    assert cardgen("replay", str(saved), "--html", "film.html").code == 0
    packed = re.search(r'id="packed">([^<]+)', (tmp_path / "film.html").read_text("utf-8"))
    assert packed
    film = json.loads(zlib.decompress(base64.b64decode(packed[1]), -15))
    assert film["rules"]["KP-004"].startswith("If both bet or both pass")
    assert [(step["who"], step["say"]) for step in film["film"]["steps"]] == [(0, "bets"), (1, "passes")]
    assert "Ana takes the pot" in json.dumps(film["film"]["steps"])


@pytest.mark.parametrize("parts", ["deck,play", slow("deck,tiles,tokens,play")])
def test_a_new_kit_with_rules_that_are_data_checks_at_once(
    parts: str, cardgen: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.app.play._CONTRACT_SECONDS", 0.5)
    name = f"game-of-{len(parts)}"
    assert cardgen("new", name, "--with", parts).code == 0
    assert not list((tmp_path / name).glob("*.py"))
    monkeypatch.chdir(tmp_path / name)
    checked = cardgen("check", name)
    assert checked.code == 0, checked.out
    assert "all checks pass" in checked.out
    both = cardgen("new", "other", "--with", "play,code")
    assert both.code == 2
    assert "the same rules twice" in both.err


def test_what_the_rules_read_counts_as_used() -> None:
    said = [problem.message for problem in run_checks(kit_of("crazy-eights"))]
    assert not [message for message in said if "is never used" in message]
    assert [problem.code for problem in run_checks(kit_of("oh-hell"))] == [
        "unused-field"
    ]  # no rule reads the cost


@pytest.mark.parametrize(
    "file",
    [one for one in sorted((SAMPLES / "classics").rglob("*.yaml")) if "\nzones:" in one.read_text("utf-8")],
)
def test_an_editor_marks_nothing_in_rules_that_hold(file: Path) -> None:
    assert mistakes("rules.schema.json", file.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("set up:", "setup:", "'setup' was unexpected"),
        ("seen_by: owner", "seen_by: me", "{'each': 'player', 'seen_by': 'me'} is not valid"),
        ("seen_by: owner", "seen: owner", "{'each': 'player', 'seen': 'owner'} is not valid"),
        ("rule: KP-003", "rules: KP-003", "'rules' was unexpected"),
        ("rule: KP-003", "rule: third", "'third' does not match"),
        ("score: my coins", "", "'score' is a required property"),
    ],
)
def test_an_editor_marks_what_rules_do_not_have(right: str, wrong: str, said: str) -> None:
    text = (CLASSICS / "kuhn-poker" / "rules.yaml").read_text("utf-8")
    assert right in text
    (marked,) = mistakes("rules.schema.json", text.replace(right, wrong))
    assert said in marked


def test_the_manual_is_made_of_the_words() -> None:
    assert (ROOT / "docs" / "rules.md").read_text("utf-8") == manual()


def test_the_first_game_of_the_manual_plays(tmp_path: Path) -> None:
    from tests.ruledata.test_additions import game

    text = manual().partition("```yaml\n")[2].partition("```")[0]
    made = game(tmp_path, text.replace("card.value", "card.rank").replace("c.value", "c.rank").replace("laid).value", "laid).rank"))  # fmt: skip
    contract.keeps(made, seeds=range(1))


def test_new_with_rules_writes_rules_that_are_said_in_prose(cardgen: Run) -> None:
    assert cardgen("new", "one", "--with", "rules").code == 0
    said = cardgen("rules", "one/data/one", "--format", "explain")
    assert "Score: sum(c.value for c in my cards) + numbers.set * min(of_sign(me, s)" in said.out
    assert "turn begins; a player is passed over if out of it.\n" in explained(table("court"))


@pytest.mark.parametrize(
    ("starter", "lines"),
    [
        ("cooperative", ["  deck: cards, nobody sees it; Cards begin here", "  height(s): sum(c.value for c in bank of s)", "  The game is over when the deck is empty, or a bank has broken.", "  All win if broken == no."]),
        ("auction", ["    - bids n, n one of 0..my coins", "        refused otherwise: a bid is at least {0}", "  In this order, the most wins: score, my coins", "  A tie is shared."]),
    ],
)  # fmt: skip
def test_prose_says_values_the_end_and_who_wins(starter: str, lines: list[str], cardgen: Run) -> None:
    assert cardgen("new", starter, "--starter", starter).code == 0
    said = cardgen("rules", f"{starter}/data/{starter}", "--format", "explain")
    assert [line for line in lines if f"{line}\n" not in said.out] == [], said


def test_a_note_that_holds_or_not_is_yes_or_no_in_the_terminal(
    cardgen: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied("court", tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    shown = cardgen("play", "court", "--players", "2", "--seed", "1").out
    assert "no out" in shown
    assert "False" not in shown
