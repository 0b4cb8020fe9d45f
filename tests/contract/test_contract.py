"""The contract finds what is wrong with a stranger's game, and says where; a good game keeps it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cardgen import CardgenError, contract, load_kit, make_game
from cardgen.contract.walk import Walk
from tests.engine.toy import snatch
from tests.games.kits import kit_of
from tests.stranger import PROJECT, installed, line_of

FRESH = "    fresh: list[int] = each(0)\n"
GREEDY = "    def greedy(self)"
DEALT = '        s.deal("deck", hand'
OWN_HAND = '(("load", card) for card in s.piles[s.own("hand")])'


def method(text: str) -> str:
    return f"{text}\n\n{GREEDY}"


# the mistake: what is changed in the rules, the text on the line that is named, and what is said of it
BROKEN = {
    "alias-in-copy": (
        (
            FRESH,
            FRESH + "\n    def copy(self):\n        new = super().copy()\n        new.fresh = self.fresh\n        return new\n\n",
        ),
        "    def copy",
        "Table.copy gives a copy that shares 'fresh' with the original",
    ),
    "list-in-a-tuple": (
        (FRESH, FRESH + "    log: tuple[Any, ...] = ()\n"),
        "class Table",
        "Table gives a copy that shares 'log'",
    ),
    "view-shows-the-deck": (
        (GREEDY, method("    def view(self, s, seat):\n        v = s.copy()\n        v.viewer, v.luck = seat, 0\n        return v")),
        "    def view",
        "Harbour.view shows P0 ",
    ),
    "view-is-the-game": (
        (GREEDY, method("    def view(self, s, seat):\n        v = super().view(s, seat)\n        v.fresh = s.fresh\n        return v")),
        "    def view",
        "Harbour.view gives P0 a view that shares 'fresh' with the game",
    ),
    "view-tells-by-the-dice": (
        (GREEDY, method("    def view(self, s, seat):\n        v = super().view(s, seat)\n        v.storms = s.piles['deck'][0] if s.piles['deck'] else 0\n        return v")),
        "    def view",
        "Harbour.view shows P0 what a world that looks alike would not: storms is ",
    ),
    "moves-that-play-cannot": (
        (OWN_HAND, OWN_HAND.replace('s.piles[s.own("hand")]', 's.piles["quay"] + s.piles[s.own("hand")]')),
        "self.piles[come].remove",
        "",
    ),
    "two-moves-one-sentence": (
        ('nothing="loads nothing"', 'nothing="loads nothing", wait="loads nothing"'),
        "class Load",
        "",
    ),
    "zone-of-nobody": (
        ('rest = ("deck", "overboard")', 'rest = ("deck", "overbord")'),
        "class Harbour",
        "Harbour names 'overbord' in rest, and no zone is called that",
    ),
    "lost-card": (
        ('s.move(quay[0], "quay", "overboard")', "quay.pop(0)"),
        "def play",
        "Fetch.play leaves ",
    ),
    "doubled-card": (
        ('s.move(move[1], "quay", s.own("hand"))', 's.piles[s.own("hand")].append(move[1])'),
        "def play",
        "Fetch.play has ",
    ),
    "undeclared-rule": (
        ('@applies("HB-008")\n', ""),
        "def play",
        "Fetch.play tells 'storm 1 is raging' by HB-008, which @applies declares nowhere",
    ),
    "chance-of-its-own": (
        (DEALT, "        random.shuffle(s.piles['deck'])\n" + DEALT),
        "def set_up",
        "Harbour.set_up deals the same seed in two ways",
    ),
    "no-end": (("s.end_after(more=1)", "s.turns < 0"), "class Harbour", "Harbour does not end: "),
    "winner-from-elsewhere": (
        (GREEDY, method("    def winners(self, s):\n        return (9, 0)")),
        "def winners",
        "Harbour.winners says (9, ",
    ),
    "winner-stands-behind": (
        (GREEDY, method("    def winners(self, s):\n        return (self.scores(s).index(min(self.scores(s))),)")),
        "    def scores",
        "Harbour.scores puts P",
    ),
    "standing-of-one-seat": (
        (GREEDY, method("    def standing(self, s):\n        return [0]")),
        "    def standing",
        "Harbour.standing gives [0], expected a list with a number for each of 2 seats",
    ),
    "standing-that-deals": (
        (GREEDY, method("    def standing(self, s):\n        s.storms += 1\n        return [0, 0]")),
        "    def standing",
        "Harbour.standing changes what it looks at",
    ),
    "refused-by-no-rule": (
        ('return Refusal("HB-005", "it', 'return Refusal("", "it'),
        "def why_not",
        "Fetch.why_not refuses (",
    ),
}  # fmt: skip
# those that need another edit besides
ALSO = {
    "list-in-a-tuple": (
        ("import ClassVar", "import Any, ClassVar"),
        (DEALT, "        s.log = ([1],)\n" + DEALT),
    ),
    "two-moves-one-sentence": (('[("nothing",), *', '[("nothing",), ("wait",), *'),),
}
TELLS_ELSEWHERE = {
    "moves-that-play-cannot": "Load.play raises ValueError: list.remove(x): x not in list",
    "two-moves-one-sentence": "Load prints ('wait',) as 'P",
}


def broken(tmp_path: Path, patch: pytest.MonkeyPatch, name: str) -> tuple[Path, Sequence[Any]]:
    """The file of the rules with this mistake, and what the contract finds at a table of two."""
    rules = installed(tmp_path, patch, BROKEN[name][0], *ALSO.get(name, ()))
    patch.chdir(tmp_path)
    patch.setattr(contract, "ENDLESS", 2_000)
    game = make_game(load_kit(tmp_path / "data" / "harbour"), 2)
    with pytest.raises(CardgenError) as caught:
        contract.keeps(game, seeds=range(1, 4))
    return rules, caught.value.problems


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_a_problem_at_the_authors_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    _, line, says = BROKEN[name]

    rules, problems = broken(tmp_path, monkeypatch, name)

    says = says or TELLS_ELSEWHERE[name]
    (problem,) = [p for p in problems if p.message.startswith(says)]
    assert problem.where
    assert problem.where.file == "harbour_rules.py"
    assert name in TELLS_ELSEWHERE or problem.where.line == line_of(rules, line)
    assert problem.trail[0].startswith("Harbour for ")
    assert any(part.startswith("seed ") for part in problem.trail)
    assert "cardgen replay output/broken-games/harbour-" in problem.hint
    assert len(problems) <= 3, "what follows from it is not told as another"


def test_check_asks_every_table_and_tells_each_mistake_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch, BROKEN["lost-card"][0])
    monkeypatch.chdir(tmp_path)

    (problem,) = contract.check_kit(load_kit(tmp_path / "data" / "harbour"), seconds=0.5)

    assert problem.message.startswith("Fetch.play leaves ")


def test_a_game_that_keeps_its_promises_has_no_problem_at_any_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch)
    kit = load_kit(tmp_path / "data" / "harbour")

    reached: list[tuple[int, int]] = []
    assert contract.check_kit(kit, 0.3, lambda *tables: reached.append(tables)) == []
    assert contract.check_kit(kit, 0.0, lambda *tables: reached.append(tables)) == []
    assert reached[0][1] == 5
    assert reached[1] == (3, 5), "the time was over, and each number of players is looked at all the same"
    assert [contract.named(game) for game in contract.tables(kit)] == [
        "harbour-2", "harbour-4-tide=fast", "harbour-3", "harbour-4", "harbour-2-tide=fast",
    ]  # fmt: skip


@pytest.mark.parametrize("slug", ["biergarten", "cheers", "bartender-2012"])
def test_every_value_of_every_option_is_met_at_one_of_the_first_tables(slug: str) -> None:
    kit = kit_of(slug)
    most = max(len(option.choices) for option in kit.options.values())
    first = list(islice(contract.tables(kit), most + 1))
    for option in kit.options.values():
        assert {game.options[option.name] for game in first} == set(option.choices), option.name


def test_a_promise_is_called_with_a_game_and_a_seed_and_raises() -> None:
    game = snatch(2)
    contract.pieces_are_conserved(game, 1)
    contract.keeps(game, seeds=[1])

    class Careless(type(game)):  # type: ignore[misc]
        def scores(self, s: Any) -> list[int]:
            return [0]

    game.__class__ = Careless
    with pytest.raises(
        CardgenError, match=r"Careless\.scores gives 1 scores, expected one for each of 2 seats"
    ):
        contract.it_ends_with_winners(game, 1)
    with pytest.raises(CardgenError) as caught:
        contract.keeps(game, seeds=range(3))
    assert len(caught.value.problems) == 1, "a mistake is told once, not for each seed"


def test_a_slow_game_is_not_taken_for_one_without_end() -> None:
    walk = Walk(snatch(2), 1, until=0.0)

    assert len(list(walk)) == 3
    assert walk.late
    assert contract.it_ends_with_winners.broken(snatch(2), 1, until=0.0) == []


@pytest.mark.parametrize(
    ("seconds", "says"), [(60.0, "5 of 5 tables"), (0.0, "3 of 5 tables, for the others there was no time")]
)
def test_check_says_at_how_many_tables_the_contract_is_kept(
    cardgen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, says: str
) -> None:
    installed(tmp_path, monkeypatch)
    monkeypatch.setattr("cardgen.app.play._CONTRACT_SECONDS", seconds)
    monkeypatch.setattr("cardgen.app.play._CHECK_GAMES", 1)
    monkeypatch.setattr("cardgen.contract._SEEDS", 1)
    said = cardgen("check", "harbour")
    assert f"\nharbour: contract kept at {says}\nharbour: 1 games of 2 players\n" in said.err


def test_the_example_of_the_page_runs_in_a_strangers_pytest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch)
    page = (PROJECT.parents[2] / "docs" / "adding-a-game.md").read_text("utf-8")
    code = page.partition("# tests/test_harbour.py\n")[2].partition("```")[0]
    assert "testing.contract(" in code
    (tmp_path / "test_harbour.py").write_text(code, "utf-8")
    path = f"{tmp_path}:{PROJECT.parents[2]}"

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_harbour.py"],
        cwd=tmp_path, env={"PYTHONPATH": path}, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert "18 passed" in done.stdout, done.stdout + done.stderr  # 13 scenarios, 5 tables
