"""What a simulation found out, as data, as JSON and as text for the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from cardgen.engine import Game, told_rules
from cardgen.simulate.statistics import Z95, Share, Spread, spread, wilson
from cardgen.simulate.tally import CardCount, Tally


@dataclass(frozen=True, slots=True)
class CardReport:
    """How often a card came and what it did; `win_difference` is how far those who played it are above a fair share.

    Drawn and played are per game and copy; stuck is the share of drawn ones that ended in a hand;
    `margin` is the 95 % margin of the difference.
    """

    drawn: float
    played: float
    stuck: float
    win_difference: float
    margin: float


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a simulation."""

    game: str
    title: str
    players: int
    options: Mapping[str, Any]
    changed_options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    games: int
    wanted: int
    interrupted: bool
    endings: Mapping[str, int]
    rounds: Spread
    decisions: Spread
    branching: Spread
    seats: tuple[Share, ...]
    bot_wins: Mapping[str, Share]
    scores: Spread
    winning_scores: Spread
    margins: Spread
    cards: Mapping[str, CardReport]
    most_used: Mapping[str, tuple[int, int]]
    rules_used: Mapping[str, int]
    rules_unused: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return asdict(self)

    def to_json(self) -> str:
        """Return the report as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def make_report(
    game: Game[Any], tally: Tally, bots: Sequence[str], seed: int, *, wanted: int, interrupted: bool
) -> Report:
    """Return the report on what a tally counted."""
    defaults = {name: option.default for name, option in game.kit.options.items()}
    games = tally.games
    best = [sorted(scores, reverse=True) for scores in tally.scores]
    copies = {card.id: card.count for component in game.components(game.kit) for card in component.cards}
    held = {name: len(pieces) for name, pieces in game.pieces.ranges.items()}
    counted = game.counters(game.deal(seed))
    held |= {name.split()[0]: sum(counted.values()) for name in counted}
    return Report(
        game=game.slug,
        title=game.kit.title,
        players=game.players,
        options=game.options,
        changed_options={name: v for name, v in game.options.items() if v != defaults[name]},
        bots=tuple(bots),
        seed=seed,
        games=games,
        wanted=wanted,
        interrupted=interrupted,
        endings=dict(tally.endings.most_common()),
        rounds=spread(tally.rounds),
        decisions=spread(tally.decisions),
        branching=spread(tally.branching),
        seats=tuple(wilson(wins, games) for wins in tally.seat_wins),
        bot_wins=_bot_wins(bots, tally),
        scores=spread(score for scores in tally.scores for score in scores),
        winning_scores=spread(scores[0] for scores in best),
        margins=spread(scores[0] - scores[1] for scores in best if len(scores) > 1),
        cards={
            name: _card(tally.cards.get(name, CardCount()), copies[name], games, game.players)
            for component in game.components(game.kit)
            for name in (card.id for card in component.cards)
            if name in tally.cards
        },
        most_used={name: (most, held.get(name, most)) for name, most in sorted(tally.most_used.items())},
        rules_used=dict(sorted(tally.rules.items())),
        rules_unused=tuple(rule for rule in told_rules(type(game)) if rule not in tally.rules),
    )


def _bot_wins(bots: Sequence[str], tally: Tally) -> dict[str, Share]:
    wins: dict[str, float] = {}
    for name, won in zip(bots, tally.bot_wins, strict=True):
        wins[name] = wins.get(name, 0.0) + won
    # a share of the games for each player of that kind
    return {name: wilson(won / bots.count(name), tally.games) for name, won in wins.items()}


def _card(count: CardCount, copies: int, games: int, players: int) -> CardReport:
    fair = 1 / players
    share = count.wins / count.played if count.played else fair
    return CardReport(
        drawn=count.drawn / max(1, games * copies),
        played=count.played / max(1, games * copies),
        stuck=count.stuck / max(1, count.drawn),
        win_difference=share - fair,
        margin=Z95 * sqrt(share * (1 - share) / count.played) if count.played else 1.0,
    )


# -- as text


def _lines(r: Report) -> Iterable[str]:
    early = f" of {r.wanted}, interrupted" if r.interrupted else ""
    yield f"{r.title}: {r.games} games{early}, {r.players} players ({', '.join(r.bots)}), seed {r.seed}"
    rules = ", ".join(f"{name} = {value}" for name, value in r.changed_options.items())
    yield f"House rules: {rules or 'none'}"
    if not r.games:
        return
    yield ""
    yield "How games end"
    for ending, number in r.endings.items():
        yield f"  {number / r.games:6.1%}  {ending}"
    yield ""
    yield f"{'':22}{'mean':>8}{'median':>8}{'5 %':>8}{'95 %':>8}{'most':>8}"
    rows = (
        ("Rounds", r.rounds), ("Decisions", r.decisions), ("Moves to choose from", r.branching),
        ("Scores", r.scores), ("Winner's score", r.winning_scores), ("Lead over the second", r.margins),
    )  # fmt: skip
    for name, s in rows:
        yield f"{name:22}{s.mean:8.1f}{s.median:8.1f}{s.low:8.1f}{s.high:8.1f}{s.most:8.0f}"
    yield ""
    yield f"Wins by seat (fair: {1 / r.players:.1%})"
    for seat, share in enumerate(r.seats):
        fair = share.low <= 1 / r.players <= share.high
        yield f"  seat {seat + 1}  {_share(share)}{'' if fair else '  not fair'}"
    if len(r.bot_wins) > 1:
        yield "Wins by kind of player"
        for name, share in r.bot_wins.items():
            yield f"  {name:8}{_share(share)}"
    yield ""
    yield "The most pieces in use at once"
    for name, (most, held) in r.most_used.items():
        yield f"  {name:14}{most:4} of {held}"
    yield ""
    yield from _cards(r)
    yield f"Rules never used: {', '.join(r.rules_unused) or 'none'}"


def _share(share: Share) -> str:
    return f"{share.share:6.1%}  ({share.low:.1%} to {share.high:.1%})"


def _cards(r: Report) -> Iterable[str]:
    # of dozens of cards some lie outside their margin by chance, hardly one outside 1.7 margins (99.9 %)
    sure = {name: c for name, c in r.cards.items() if abs(c.win_difference) > 1.7 * c.margin}
    ranked = sorted(sure, key=lambda name: -sure[name].win_difference)
    if ranked:
        yield "Cards that make a difference (drawn and played per game, stuck in hand, wins above a fair share)"
        shown = ranked if len(ranked) <= 10 else [*ranked[:5], *ranked[-5:]]
        for name in shown:
            c = sure[name]
            rates = f"{c.drawn:7.1%}{c.played:8.1%}{c.stuck:8.1%}"
            yield f"  {name:8}{rates}{c.win_difference:+9.1%} ± {c.margin:.1%}"
        yield ""
    never = [name for name, c in r.cards.items() if not c.played and c.drawn]
    if never:
        yield f"Drawn but never played: {', '.join(never)}"
        yield ""
