"""A sample game as its author has it: the kit, the rules as they stand in the file, and what every game proves."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from cardgen.engine import Game, run_scenarios
from cardgen.model import Kit
from cardgen.source import load_kit, load_seeds
from cardgen.source.seeds import Seeds
from tests.engine import contract
from tests.games.test_rules_are_cited import cited

SAMPLES = Path(__file__).parent / "samples"


@dataclass(frozen=True)
class SampleGame:
    """A game of `tests/samples` by its slug, the class of its rules, and the letters of its rules' numbers."""

    slug: str
    called: str
    prefix: str

    @property
    def project(self) -> Path:
        return SAMPLES / f"{self.slug}-project"

    @property
    def folder(self) -> Path:
        return self.project / "data" / self.slug

    @property
    def file(self) -> Path:
        return self.project / f"{self.slug.replace('-', '_')}_rules.py"

    @cached_property
    def kit(self) -> Kit:
        return load_kit(self.folder)

    @cached_property
    def seeds(self) -> Seeds:
        return load_seeds(self.project / "seeds" / f"{self.slug}.yaml")

    @cached_property
    def rules(self) -> Any:
        """The module as it stands in the sample."""
        found = importlib.util.spec_from_file_location(self.file.stem, self.file)
        assert found
        assert found.loader
        module = importlib.util.module_from_spec(found)
        sys.modules[self.file.stem] = module
        found.loader.exec_module(module)
        return module

    def game(self, slug: str = "", players: int = 2, options: Mapping[str, Any] | None = None) -> Game[Any]:
        assert slug in ("", self.slug)
        game: Game[Any] = getattr(self.rules, self.called)(self.kit, players, options)
        return game

    def proves_every_rule(self, ruling: str, option: str, values: set[str]) -> None:
        """The scenarios hold, prove every rule and a ruling, and this with these values of its option."""
        results = run_scenarios(self.folder / "scenarios" / f"{self.slug}.yaml", self.game)

        assert [str(problem) for result in results for problem in result.problems] == []
        proven = {rule for result in results for rule in result.rules}
        assert {rule.id for rule in self.seeds.rules if rule.kind == "rule"} | {ruling} == proven
        assert {r.options.get(option) for r in results if ruling in r.rules} >= values

    def cites_every_rule(self, file: Path) -> None:
        assert cited(file.read_text("utf-8"), self.prefix) == set(self.seeds.by_id)


def keeps_the_contract(game: Game[Any], seeds: Iterable[int]) -> None:
    """One promise after the other, so that a failure names it."""
    phases: dict[str, set[Any]] = {}
    for seed in seeds:
        contract.it_ends_with_winners(game, seed)
        contract.pieces_are_conserved(game, seed)
        contract.legal_moves_and_play_agree(game, seed, phases)
        contract.copies_and_dicts_are_the_same_state(game, seed)
        contract.copies_share_nothing_that_changes(game, seed)
        contract.moves_print_and_parse_back(game, seed)
        contract.replaying_gives_the_same_game(game, seed)
        contract.views_keep_secrets(game, seed, every=3)
        contract.views_hide_what_the_zones_say(game, seed)
        contract.views_share_nothing_that_changes(game, seed)
        contract.zones_named_exist(game, seed)
        contract.rules_told_are_declared(game, seed)
        contract.sampled_worlds_can_be_played_on(game, seed)


HARBOUR = SampleGame("harbour", "Harbour", "HB")
NIGHT_MARKET = SampleGame("night-market", "NightMarket", "NM")
