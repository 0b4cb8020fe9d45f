"""What a simulation found out, as data and as JSON; `words` says it in words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from cardgen.engine import Game, told_rules
from cardgen.model import KINDS, Kind
from cardgen.simulation.statistics import Deals, Share, Spread, spread, wilson
from cardgen.simulation.tally import CardCount, Tally


@dataclass(frozen=True, slots=True)
class Proofs:
    """What else is known of a kit's rules: all that an engine can keep or break, and the scenarios of each.

    `scenarios` is None where there are no scenario files to look into.
    """

    rules: tuple[str, ...] = ()
    scenarios: Mapping[str, tuple[str, ...]] | None = None


NO_PROOFS = Proofs()


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Findings):
    """The findings of a simulation at one table."""

    game: str
    title: str
    players: int
    options: Mapping[str, Any]
    changed_options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    wanted: int
    interrupted: bool
    endings: Mapping[str, int]
    nobody: Share
    rounds: Spread
    decisions: Spread
    branching: Spread
    figures: Mapping[str, Spread]
    seats: tuple[Share, ...]
    bot_wins: Mapping[str, Share]
    scores: Spread
    winning_scores: Spread
    margins: Spread
    most_used: Mapping[str, tuple[int, int]]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return asdict(self)

    def to_json(self) -> str:
        """Return the report as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def __str__(self) -> str:
        from cardgen.simulation.prose import report_lines

        return "\n".join(report_lines(self))


@dataclass(frozen=True, slots=True)
class Played:
    """The games of one table and what was counted there; `base` is false where an option was tried out."""

    game: Game[Any]
    tally: Tally
    base: bool = field(default=True)


def make_report(
    game: Game[Any],
    tally: Tally,
    bots: Sequence[str],
    seed: int,
    *,
    wanted: int,
    interrupted: bool,
    proofs: Proofs = NO_PROOFS,
) -> Report:
    """Return the report on what a tally counted."""
    defaults = {name: option.default for name, option in game.kit.options.items()}
    best = [sorted(scores, reverse=True) for scores in tally.scores]
    held = {name: len(pieces) for name, pieces in game.pieces.ranges.items()}
    counted = game.counters(game.deal(seed))
    held |= {name.split()[0]: sum(counted.values()) for name in counted}
    return Report(
        **_findings([Played(game, tally)], proofs),
        game=game.slug,
        title=game.kit.title,
        players=game.players,
        options=game.options,
        changed_options={name: v for name, v in game.options.items() if v != defaults[name]},
        bots=tuple(bots),
        seed=seed,
        wanted=wanted,
        interrupted=interrupted,
        endings=dict(tally.endings.most_common()),
        nobody=tally.nobody.share if tally.games else wilson(0, 0),
        rounds=spread(tally.rounds),
        decisions=spread(tally.decisions),
        branching=spread(tally.branching),
        figures={name: spread(numbers.elements()) for name, numbers in tally.figures.items()},
        seats=tuple(deals.share for deals in tally.seat_wins),
        bot_wins={name: deals.share for name, deals in tally.bot_wins.items()},
        scores=spread(score for scores in tally.scores for score in scores),
        winning_scores=spread(scores[0] for scores in best),
        margins=spread(scores[0] - scores[1] for scores in best if len(scores) > 1),
        most_used={name: (most, held.get(name, most)) for name, most in sorted(tally.most_used.items())},
    )


def together(played: Sequence[Played], proofs: Proofs = NO_PROOFS) -> Findings:
    """Return what many tables found; only those by the base rules say which cards make a difference."""
    return Findings(**_findings(played, proofs))


def _findings(played: Sequence[Played], proofs: Proofs) -> dict[str, Any]:
    rules: Counter[str] = Counter()
    deeds: Counter[str] = Counter()
    named: dict[str, None] = {}
    drawn: set[str] = set()
    used: set[str] = set()
    cards: dict[str, int] = {}
    watched: set[str] = set()
    for table in played:
        rules.update(table.tally.rules)
        deeds.update(table.tally.deeds)
        named.update(dict.fromkeys(table.game.deeds()))
        # a mug or a spare token is no card that anybody waits for
        cards.update(_copies(table.game, ("decks", "tiles")))
        watched.update(told_rules(type(table.game)))
        drawn.update(name for name, count in table.tally.cards.items() if count.draws.of)
        used.update(name for name, count in table.tally.cards.items() if count.plays.of)
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
    played_above: dict[str, Deals] = {}
    drew_above: dict[str, Deals] = {}
    copies: dict[str, int] = {}
    called: dict[str, str] = {}
    for table in played:
        called.update((card.id, card.name) for card in table.game.pieces.cards)
        for name, number in _copies(table.game).items():
            copies[name] = number
            if (count := table.tally.cards.get(name)) is not None:
                counts.setdefault(name, CardCount()).add(count)
                # what is fair depends on the number of players, so tables add up only above it
                fair = 1 / table.game.players
                played_above.setdefault(name, Deals()).add(count.plays.above(fair))
                drew_above.setdefault(name, Deals()).add(count.draws.above(fair))
    games = sum(table.tally.games for table in played)
    draws = sum(deals.of for deals in drew_above.values())
    average = sum(deals.wins for deals in drew_above.values()) / max(1, draws)
    return {
        name: CardReport(
            name=called[name],
            drawn=counts[name].draws.of / max(1, games * number),
            played=counts[name].plays.of / max(1, games * number),
            stuck=counts[name].stuck / max(1, counts[name].draws.of),
            win_difference=played_above[name].mean,
            margin=played_above[name].margin,
            drew_difference=drew_above[name].mean - average,
            drew_margin=drew_above[name].margin,
        )
        for name, number in copies.items()
        if name in counts
    }
