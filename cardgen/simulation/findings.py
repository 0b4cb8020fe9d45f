"""What games used and what they never did, at one table or at many together: cards, rules and deeds."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cardgen.engine import Game, told_rules
from cardgen.model import KINDS, Kind
from cardgen.simulation.statistics import Deals
from cardgen.simulation.tally import CardCount, Tally

_NUMBERS = re.compile(r"^(?:[A-Z]+-Q?\d+(?:, | and | to )?)+: ")  # scenarios often begin with their rules


class Told:
    """Something found out: plain data (`to_dict`), JSON (`to_json`) and, as `str`, text for a terminal or a file.

    Those that build on it are dataclasses and say their `lines`.
    """

    __slots__ = ()

    def lines(self) -> Iterable[str]:
        """Yield the text line by line."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]

    def to_json(self) -> str:
        """Return it as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def __str__(self) -> str:
        return "\n".join(self.lines())


@dataclass(frozen=True, slots=True)
class Proofs:
    """What else is known of a kit's rules: all that an engine can keep or break, and the scenarios of each.

    `scenarios` is None where there are no scenario files to look into.
    """

    rules: tuple[str, ...] = ()
    scenarios: Mapping[str, tuple[str, ...]] | None = None


NO_PROOFS = Proofs()


@dataclass(frozen=True, slots=True)
class Played:
    """The games of one table and what was counted there; `base` is false where an option was tried out."""

    game: Game[Any]
    tally: Tally
    base: bool = True


@dataclass(frozen=True, slots=True)
class CardReport:
    """What a card is called, how often it came, and how far its players are above a fair share of the wins.

    Drawn and played are per game and copy; stuck is the share of drawn ones that ended in a hand.
    `win_difference` is about those who played it: it also says that some cards are played by who is ahead.
    `drew_difference` is about those who drew it, who did not choose that; who is ahead may draw more, so it
    is counted from the average card. Margins are those of 95 %, from how the deals differ.
    """

    name: str
    drawn: float
    played: float
    stuck: float
    win_difference: float
    margin: float
    drew_difference: float
    drew_margin: float

    @property
    def sure(self) -> bool:
        """Whether it makes a difference: of dozens some lie outside 1 margin by chance, hardly one outside 1.7."""
        return (
            abs(self.win_difference) > 1.7 * self.margin
            or abs(self.drew_difference) > 1.7 * self.drew_margin  # 99.9 %
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings(Told):
    """What some games used, and what they never did: one table or many together.

    `rules_unused` are rules that the game tells of and none of the games needed; `rules_unwatched` those
    that it never tells of, so that their silence proves nothing. `scenarios` names for both which
    scenarios prove them. Cards never drawn were not played either; those never played were drawn.
    """

    games: int
    cards: Mapping[str, CardReport]
    rules_used: Mapping[str, int]
    rules_unused: tuple[str, ...]
    rules_unwatched: tuple[str, ...]
    scenarios: Mapping[str, tuple[str, ...]] | None
    deeds: Mapping[str, int]
    deeds_undone: tuple[str, ...]
    cards_undrawn: tuple[str, ...]
    cards_unplayed: tuple[str, ...]

    def lines(self) -> Iterable[str]:
        """Yield what many tables found together, each rule that nobody watched among it."""
        return self.found_lines(every=True)

    def found_lines(self, *, every: bool) -> Iterable[str]:
        """Yield the findings; with `every` rule that is not watched, else with those that lack a scenario."""
        yield from self._card_lines()
        yield f"Cards never drawn: {_names(self.cards_undrawn)}"
        yield f"Drawn but never played: {_names(self.cards_unplayed)}"
        if self.deeds or self.deeds_undone:
            yield f"Effects never done: {_names(self.deeds_undone)}"
        yield f"Rules never used{'' if self.rules_unused else ': none'}"
        yield from (f"  {rule}{self._proof(rule)}" for rule in self.rules_unused)
        if many := len(self.rules_unwatched):
            yield f"Not watched: {many} rule{'s' * (many != 1)} that the game does not tell of"
            if every:
                yield from (f"  {rule}{self._proof(rule)}" for rule in self.rules_unwatched)
            elif self.scenarios is not None:
                open_ = [rule for rule in self.rules_unwatched if not self.scenarios[rule]]
                yield f"  without a scenario: {_names(open_)}"

    def _proof(self, rule: str) -> str:
        if self.scenarios is None:
            return ""
        if not (proving := self.scenarios[rule]):
            return " (no scenario)"
        more = f", and {len(proving) - 1} more" if len(proving) > 1 else ""
        return f" (scenario: {_NUMBERS.sub('', proving[0])}{more})"

    def _card_lines(self) -> Iterable[str]:
        ranked = sorted((c for c in self.cards.items() if c[1].sure), key=lambda c: -c[1].drew_difference)
        if not ranked:
            return
        shown = ranked if len(ranked) <= 12 else [*ranked[:6], *ranked[-6:]]
        called = [f"  {name}" if card.name == name else f"  {name} {card.name}" for name, card in shown]
        heading = "Cards that make a difference"
        width = max(map(len, (heading, *called)))
        head = f"{heading:{width}}{'drawn':>8}{'played':>8}{'stuck':>8}"
        yield f"{head}  wins: who drew it (above the average card), who played it (above a fair share)"
        for line, (_, card) in zip(called, shown, strict=True):
            drew = f"{card.drew_difference:+7.1%} ± {card.drew_margin:.1%}"
            played = f"{card.win_difference:+7.1%} ± {card.margin:.1%}"
            yield f"{line:{width}}{card.drawn:8.1%}{card.played:8.1%}{card.stuck:8.1%}  {drew:22}{played}"
        yield ""


def _names(of: Sequence[str]) -> str:
    """Return names in a row, or `none`."""
    return ", ".join(of) or "none"


# ---- from what was counted --------------------------------------------------------------------------


def findings(played: Sequence[Played], proofs: Proofs = NO_PROOFS) -> dict[str, Any]:
    """Return the values of all fields of `Findings`; only tables by the base rules say what cards are worth."""
    rules: Counter[str] = sum((table.tally.rules for table in played), Counter())
    deeds: Counter[str] = sum((table.tally.deeds for table in played), Counter())
    watched = {rule for table in played for rule in told_rules(type(table.game))}
    named = dict.fromkeys(deed for table in played for deed in table.game.deeds())
    # a mug or a spare token is no card that anybody waits for
    cards = dict.fromkeys(name for table in played for name in _copies(table.game, ("decks", "tiles")))
    counts = [counted for table in played for counted in table.tally.cards.items()]
    drawn = {name for name, count in counts if count.draws.of}
    used = {name for name, count in counts if count.plays.of}
    unused = tuple(sorted(watched - set(rules)))
    unwatched = tuple(rule for rule in proofs.rules if rule not in watched and rule not in rules)
    scenarios = proofs.scenarios
    if scenarios is not None:
        scenarios = {rule: scenarios.get(rule, ()) for rule in (*unused, *unwatched)}
    return {
        "games": sum(table.tally.games for table in played),
        "cards": _cards([table for table in played if table.base]),
        "rules_used": dict(sorted(rules.items())),
        "rules_unused": unused,
        "rules_unwatched": unwatched,
        "scenarios": scenarios,
        "deeds": dict(sorted(deeds.items())),
        "deeds_undone": tuple(name for name in named if name not in deeds),
        "cards_undrawn": tuple(name for name in cards if name not in drawn | used),
        "cards_unplayed": tuple(name for name in cards if name in drawn - used),
    }


def _copies(game: Game[Any], kinds: Sequence[Kind] = KINDS) -> dict[str, int]:
    parts = (component for component in game.components(game.kit) if component.kind in kinds)
    return {card.id: card.count for component in parts for card in component.cards}


def _cards(played: Sequence[Played]) -> dict[str, CardReport]:
    counts: dict[str, CardCount] = {}
    above: dict[str, CardCount] = {}
    copies: dict[str, int] = {}
    called: dict[str, str] = {}
    for table in played:
        called.update((card.id, card.name) for card in table.game.pieces.cards)
        for name, number in _copies(table.game).items():
            copies[name] = number
            if (count := table.tally.cards.get(name)) is not None:
                counts.setdefault(name, CardCount()).add(count)
                # what is fair depends on the number of players, so tables add up only above it
                above.setdefault(name, CardCount()).add(count.above(1 / table.game.players))
    games = sum(table.tally.games for table in played)
    draws = Deals()
    for count in above.values():
        draws.add(count.draws)
    return {
        name: CardReport(
            name=called[name],
            drawn=counts[name].draws.of / max(1, games * number),
            played=counts[name].plays.of / max(1, games * number),
            stuck=counts[name].stuck / max(1, counts[name].draws.of),
            win_difference=above[name].plays.mean,
            margin=above[name].plays.margin,
            drew_difference=above[name].draws.mean - draws.mean,
            drew_margin=above[name].draws.margin,
        )
        for name, number in copies.items()
        if name in counts
    }
