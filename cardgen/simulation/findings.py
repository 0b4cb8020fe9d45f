"""What games used and what they never did, at one table or at many together: cards, rules and deeds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cardgen.engine import Game, told_rules
from cardgen.model import KINDS, Kind
from cardgen.results.declared import as_json, plain
from cardgen.results.found import CardReport, CardUse, Findings, Never
from cardgen.simulation.statistics import Deals, chance, holm, simultaneous
from cardgen.simulation.tally import CardCount, Tally
from cardgen.simulation.terminal import text_of

_NUMBERS = re.compile(r"^(?:[A-Z]+-Q?\d+(?:, | and | to )?)+: ")  # scenarios often begin with their rules


class Told:
    """Something found out, as JSON (`to_json`) and, as `str`, as text; `says` is its macro in terminal.j2."""

    says: ClassVar[str]

    def result(self) -> Any:
        """Return the tree that is written."""
        raise NotImplementedError

    def to_dict(self, *how: str) -> dict[str, Any]:
        """Return it as plain data, in the shape that docs/report-json.md describes."""
        data: dict[str, Any] = plain(self.result(*how))
        return data

    def to_json(self, *how: str) -> str:
        """Return it as JSON; what is said is the command that made it, and the folder where its games are."""
        return as_json(self.result(*how))

    def __str__(self) -> str:
        return text_of(self.says, self)


@dataclass(frozen=True, slots=True)
class Proofs:
    """What else is known of a kit's rules: all that an engine can keep or break, and the scenarios of each.

    `scenarios` is None where there are no scenario files to look into; `says` is what each rule says.
    """

    rules: tuple[str, ...] = ()
    scenarios: Mapping[str, tuple[str, ...]] | None = None
    says: Mapping[str, str] = field(default_factory=dict)

    def said(self, rule: str) -> str:
        """Return how a rule is proven, in brackets."""
        if self.scenarios is None:
            return ""
        if not (proving := self.scenarios.get(rule)):
            return " (no scenario)"
        more = f", and {len(proving) - 1} more" if len(proving) > 1 else ""
        return f" (scenario: {_NUMBERS.sub('', proving[0])}{more})"

    @property
    def proven(self) -> set[str]:
        """The rules that a scenario proves."""
        return {rule for rule, proving in (self.scenarios or {}).items() if proving}


NO_PROOFS = Proofs()


@dataclass(frozen=True, slots=True)
class Played:
    """The games of one table and what was counted there; `base` is false where an option was tried out."""

    game: Game[Any]
    tally: Tally
    base: bool = True


def findings(played: Sequence[Played], proofs: Proofs = NO_PROOFS) -> Findings:
    """Return what some games used, and what they never did; only tables by the base rules say what cards are worth."""
    rules: Counter[str] = sum((table.tally.rules for table in played), Counter())
    deeds: Counter[str] = sum((table.tally.deeds for table in played), Counter())
    watched = {rule for table in played for rule in told_rules(type(table.game))}
    named = dict.fromkeys(deed for table in played for deed in table.game.deeds())
    # a mug or a spare token is no card that anybody waits for
    cards = dict.fromkeys(name for table in played for name in _copies(table.game, ("decks", "tiles")))
    counts = [
        counted for table in played for of_bot in table.tally.cards.values() for counted in of_bot.items()
    ]
    drawn = {name for name, count in counts if count.draws.of or count.lies.of}
    used = {name for name, count in counts if count.used.of}
    unused = tuple(sorted(watched - set(rules)))
    unwatched = tuple(rule for rule in proofs.rules if rule not in watched and rule not in rules)
    return Findings(
        watched=sum(table.tally.watched for table in played),
        cards=tuple(_cards([table for table in played if table.base])),
        never=Never(
            undrawn=tuple(name for name in cards if name not in drawn | used),
            unplayed=tuple(name for name in cards if name in drawn - used),
            deeds=tuple(name for name in named if name not in deeds),
            rules=unused,
            unwatched=unwatched,
        ),
        deeds=dict(sorted(deeds.items())),
        rules_used=dict(sorted(rules.items())),
    )


def _copies(game: Game[Any], kinds: Sequence[Kind] = KINDS) -> dict[str, int]:
    parts = (component for component in game.components(game.kit) if component.kind in kinds)
    return {card.id: card.count for component in parts for card in component.cards}


@dataclass(slots=True)
class _Sum:
    """What became of a card at several tables, its wins counted from what is usual there."""

    total: CardCount = field(default_factory=CardCount)

    def add(self, count: CardCount, usual: tuple[float, float, float]) -> None:
        """Add a table where cards drawn, cards that lay and cards played usually win so often."""
        drawn, lain, played = usual
        self.total.stuck += count.stuck
        self.total.chosen += count.chosen
        for mine, deals, mean in zip(
            self.total.deals(), count.deals(), (drawn, lain, played, played), strict=True
        ):
            mine.add(deals.above(mean))

    @property
    def shown(self) -> Deals:
        """Those whose wins say how strong the card is."""
        return self.total.draws if self.total.draws.of else self.total.lies

    def use(self, units: int, copies: int) -> CardUse:
        """Return it as what happened in one game, or round."""
        times = max(1, units * copies)
        drawn, shown, plays = self.total.draws.of, self.shown, self.total.used
        return CardUse(
            drawn=drawn / times if drawn else None,
            played=plays.of / times,
            stuck=self.total.stuck / drawn if drawn else None,
            chosen=self.total.chosen / drawn if drawn else None,
            strength=shown.mean if shown.of else None,
            margin=shown.hedged.margin(),
            win=plays.mean if plays.of else None,
            win_margin=plays.hedged.margin(),
        )


def _usual(counts: Mapping[str, CardCount], wins: Deals) -> tuple[float, float, float]:
    """Return how often those win who draw the average card, before whom it lies, and everybody."""
    draws, lies = Deals(), Deals()
    for count in counts.values():
        draws.add(count.draws)
        lies.add(count.lies)
    return draws.mean, lies.mean, wins.mean


def _cards(played: Sequence[Played]) -> Iterator[CardReport]:
    bots = tuple(dict.fromkeys(bot for table in played for bot in table.tally.cards))
    units = sum(table.tally.units for table in played)
    every: dict[str, _Sum] = {}
    of_bot: dict[str, dict[str, _Sum]] = {bot: {} for bot in bots}
    about: dict[str, tuple[str, str, int]] = {}
    for table in played:
        for part in table.game.components(table.game.kit):
            about.update((card.id, (card.name, part.id, card.count)) for card in part.cards)
        for bot, counts in table.tally.cards.items():
            usual = _usual(counts, table.tally.card_wins[bot])
            for name, count in counts.items():
                every.setdefault(name, _Sum()).add(count, usual)
                of_bot[bot].setdefault(name, _Sum()).add(count, usual)
    known = [name for name in about if name in every]
    errors = {name: every[name].shown.hedged.error for name in known}
    tested = [name for name in known if errors[name]]
    odd = {
        name: chance(every[name].shown.hedged.mean / (errors[name] or 1), every[name].shown.deals - 1)
        for name in tested
    }
    together = dict(zip(tested, holm([odd[name] for name in tested]), strict=True))
    level = simultaneous(len(tested))
    for name in known:
        called, component, copies = about[name]
        its = every[name]
        split = {bot: of_bot[bot][name].use(units, copies) for bot in bots if name in of_bot[bot]}
        yield CardReport(
            name,
            **vars(its.use(units, copies)),
            name=called,
            component=component,
            copies=copies,
            by="hand" if its.total.draws.of else "lies" if its.total.lies.of else None,
            wide=its.shown.hedged.margin(level),
            p=odd.get(name),
            p_all=together.get(name),
            by_bot=split if len(bots) > 1 else {},
        )
