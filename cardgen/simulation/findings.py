"""What games used and what they never did, at one table or at many together: cards, rules and deeds."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from cardgen.engine import Game, told_rules
from cardgen.model import KINDS, Kind
from cardgen.simulation.statistics import LEVEL, Deals, chance, holm, simultaneous
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

    `scenarios` is None where there are no scenario files to look into; `says` is what each rule says.
    """

    rules: tuple[str, ...] = ()
    scenarios: Mapping[str, tuple[str, ...]] | None = None
    says: Mapping[str, str] = field(default_factory=dict)


NO_PROOFS = Proofs()


@dataclass(frozen=True, slots=True)
class Played:
    """The games of one table and what was counted there; `base` is false where an option was tried out."""

    game: Game[Any]
    tally: Tally
    base: bool = True


@dataclass(frozen=True, slots=True)
class CardUse:
    """How often a card came, and how those did who held and played it.

    Drawn and played are per game (or round, where each is dealt anew) and copy; stuck is the share of drawn ones that
    ended in a hand. `strength` is how much more often those won who drew the card than those who drew the average
    one; of a card that passes through no hand, those before whom it came to lie. Nobody chose that; but a card that rules give to who is ahead (coins for pairs) shows it. `win` is how much
    more often those won who played it than everybody: cards are also played by who is ahead, so it says less about
    the card. Margins are those of 95 %, from how the deals differ; what was not seen is None.
    """

    drawn: float | None
    played: float
    stuck: float | None
    strength: float | None
    margin: float | None
    win: float | None
    win_margin: float | None


@dataclass(frozen=True, slots=True)
class CardReport(CardUse):
    """A card and its use by all players; where they are of several kinds, by each of those.

    `by` is "hand" or "lies": whether who held it or before whom it lay is compared. `wide` is the margin at which the
    intervals of all cards hold together, `p_all` the chance that any of so many equal cards would look so odd.
    """

    name: str
    component: str
    copies: int
    by: str | None
    wide: float | None
    p: float | None
    p_all: float | None
    by_bot: Mapping[str, CardUse]

    @property
    def sure(self) -> bool:
        """Whether it makes a difference, all cards taken together."""
        return self.p_all is not None and self.p_all < 1 - LEVEL

    @property
    def at_least(self) -> float:
        """How far from the average card it is at least, at the near end of the interval of all cards together."""
        return abs(self.strength or 0.0) - (self.wide or 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings(Told):
    """What some games used, and what they never did: one table or many together.

    `rules_unused` are rules that the game tells of and none of the games needed; `rules_unwatched` those
    that it never tells of, so that their silence proves nothing. `scenarios` names for both which
    scenarios prove them. Cards never drawn were not played either; those never played were drawn.
    """

    games: int
    watched: int
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
        if self.watched < self.games:
            yield f"Watched move by move: {self.watched} of {self.games} games (of chance players alone one deal in 16, after 200)"
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
        compared = sum(card.strength is not None for card in self.cards.values())
        strong = [(name, card) for name, card in self.cards.items() if card.sure and (card.strength or 0) > 0]
        weak = [(name, card) for name, card in self.cards.items() if card.sure and (card.strength or 0) < 0]
        if not strong and not weak:
            if compared:
                yield f"Cards that make a difference: none of {compared} for certain"
                yield ""
            return
        bots = tuple(next(iter(self.cards.values())).by_bot)
        yield f"Cards that make a difference, all {compared} taken together: whoever draws them wins more or less often than"
        yield "who draws the average card, or before whom they come to lie; the surest first"
        called = {
            name: name if card.name == name else f"{name} {card.name}" for name, card in (*strong, *weak)
        }
        width = max(map(len, called.values()))
        head = f"  {'':{width}}{'drawn':>8}{'played':>8}{'stuck':>8}  {'who drew it':17}who played it *"
        yield head + "".join(f"   {f'drawn by {bot}':17}" for bot in bots)
        for name, card in (
            *sorted(strong, key=lambda one: -one[1].at_least),
            *sorted(weak, key=lambda one: -one[1].at_least),
        ):
            drawn, stuck = (
                "lies" if share is None and n == 0 else "" if share is None else f"{share:.1%}"
                for n, share in enumerate((card.drawn, card.stuck))
            )
            strength, win = _margin(card.strength, card.margin), _margin(card.win, card.win_margin)
            line = f"  {called[name]:{width}}{drawn:>8}{card.played:8.1%}{stuck:>8}  {strength:17}{win:15}"
            uses = (card.by_bot.get(bot) for bot in bots)
            more = (f"   {_margin(use.strength, use.margin) if use else '':17}" for use in uses)
            yield f"{line}{''.join(more)}".rstrip()
        yield "  * confounded: cards are also played by who is ahead, or behind, anyhow"
        yield ""


def _margin(number: float | None, margin: float | None) -> str:
    if number is None:
        return "not seen"
    return f"{number:+.1%} {'(too few)' if margin is None else f'± {margin:.1%}'}"


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
    counts = [
        counted for table in played for of_bot in table.tally.cards.values() for counted in of_bot.items()
    ]
    drawn = {name for name, count in counts if count.draws.of or count.lies.of}
    used = {name for name, count in counts if count.plays.of}
    unused = tuple(sorted(watched - set(rules)))
    unwatched = tuple(rule for rule in proofs.rules if rule not in watched and rule not in rules)
    scenarios = proofs.scenarios
    if scenarios is not None:
        scenarios = {rule: scenarios.get(rule, ()) for rule in (*unused, *unwatched)}
    return {
        "games": sum(table.tally.games for table in played),
        "watched": sum(table.tally.watched for table in played),
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


@dataclass(slots=True)
class _Sum:
    """What became of a card at several tables, its wins counted from what is usual there."""

    stuck: int = 0
    draws: Deals = field(default_factory=Deals)
    lies: Deals = field(default_factory=Deals)
    plays: Deals = field(default_factory=Deals)

    def add(self, count: CardCount, usual: tuple[float, float, float]) -> None:
        """Add a table where cards drawn, cards that lay and cards played usually win so often."""
        self.stuck += count.stuck
        for mine, deals, mean in zip((self.draws, self.lies, self.plays), count.deals(), usual, strict=True):
            mine.add(deals.above(mean))

    @property
    def shown(self) -> Deals:
        """Those whose wins say how strong the card is."""
        return self.draws if self.draws.of else self.lies

    def use(self, units: int, copies: int) -> CardUse:
        """Return it as what happened in one game, or round."""
        times = max(1, units * copies)
        drawn, shown, plays = self.draws.of, self.shown, self.plays
        return CardUse(
            drawn=drawn / times if drawn else None,
            played=plays.of / times,
            stuck=self.stuck / drawn if drawn else None,
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


def _cards(played: Sequence[Played]) -> dict[str, CardReport]:
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
    found = {}
    for name in known:
        called, component, copies = about[name]
        its = every[name]
        use = its.use(units, copies)
        split = {bot: of_bot[bot][name].use(units, copies) for bot in bots if name in of_bot[bot]}
        found[name] = CardReport(
            **asdict(use),
            name=called,
            component=component,
            copies=copies,
            by="hand" if its.draws.of else "lies" if its.lies.of else None,
            wide=its.shown.hedged.margin(level),
            p=odd.get(name),
            p_all=together.get(name),
            by_bot=split if len(bots) > 1 else {},
        )
    return found
