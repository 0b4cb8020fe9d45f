"""What games used and what they never did: cards, rules and effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from statistics import NormalDist, median, quantiles
from typing import ClassVar, Literal

from cardgen.results.declared import Fraction, Many, Times, doc, written
from cardgen.results.numbers import Share

CARD_MATTERS = 0.02
"""A card, or a pair of cards beyond what the two bring, is looked at when it surely moves more than so many wins in a hundred."""
CHOSEN = 0.1
"""Where players take a card by a move of theirs more often than this, having it is not chance."""
MANY_CARDS = 12
"""Of so many cards only those are odd that stand out among all."""
PAIR_DEALS = 20
"""A pair of cards that came in fewer deals is not judged."""
_QUARTILES = 1.349  # those of a normal distribution are so many standard deviations apart


@written
class CardUse:
    """How often a card came, and how those did who held and played it; null for what was not seen."""

    drawn: float | None = doc("How often it came into a hand, per game (or round) and copy.")
    played: float = doc(
        "How often it came into a zone of play or lay before a player, per game (or round) and copy; if it never does, how often its owner's move took it out of the hand."
    )
    stuck: Fraction | None = doc("The share of drawn ones that ended in a hand.")
    chosen: Fraction | None = doc("The share of drawn ones that the owner's move named, as in a draft.")
    strength: float | None = doc(
        "How much more often those won who drew it than those who drew the average card; if it passes through no hand, those before whom it came to lie."
    )
    margin: float | None = doc("How far the 95 % interval reaches either way.")
    win: float | None = doc(
        "How much more often those won who played it than everyone. Confounded: cards are also played by who is ahead."
    )
    win_margin: float | None = doc("How far the 95 % interval of that reaches either way.")


@written
class OfCard:
    """Which card it is."""

    id: str = doc("Its id.")


@written
class CardReport(CardUse, OfCard):
    """A card, tile or token, and what became of it."""

    also: ClassVar = ("sure",)

    name: str = doc("Its name.")
    component: str = doc("The component it belongs to.")
    copies: Many = doc("How many there are.")
    by: Literal["hand", "lies"] | None = doc(
        "Whether who held it is compared, or before whom it came to lie."
    )
    wide: float | None = doc("How far those of all cards reach that hold together.")
    p: Fraction | None = doc("How likely an average card looks as odd.")
    p_all: Fraction | None = doc("How likely any of so many average cards does (Holm).")
    by_bot: Mapping[str, CardUse] = doc("The same for each kind of player, where they differ.")

    @property
    def sure(self) -> bool:
        """Whether that is less than 5 %."""
        return self.p_all is not None and self.p_all < 0.05

    @property
    def at_least(self) -> float:
        """How far from the average card it is at least, at the near end of the interval of all cards together."""
        return abs(self.strength or 0.0) - (self.wide or 0.0)

    @property
    def at_most(self) -> float:
        """The same at the far end."""
        return abs(self.strength or 0.0) + (self.wide or 0.0)


def compared_of(cards: Iterable[CardReport]) -> list[CardReport]:
    """Return the cards of which it is known how those did who had them, and how sure that is."""
    return [card for card in cards if card.strength is not None and card.wide is not None]


def fences_of(cards: Iterable[CardReport]) -> tuple[float, float] | None:
    """Return what strength a card of many must surely be beyond to stand out (J. W. Tukey's fences); None of few cards.

    They are one and a half times as far from the quartiles as these are apart, without what few games spread them.
    """
    found = compared_of(cards)
    if len(found) < MANY_CARDS:
        return None
    low, _, high = quantiles(card.strength or 0.0 for card in found)
    error = median(card.margin or 0.0 for card in found) / NormalDist().inv_cdf(0.975)
    spread = sqrt(max(0.0, (high - low) ** 2 - (_QUARTILES * error) ** 2))
    return (low + high) / 2 - 2 * spread, (low + high) / 2 + 2 * spread


@written
class CardPair:
    """Two cards that came into one hand, and what they win together."""

    cards: tuple[str, ...] = doc("Their ids.")
    wins: Share = doc("How often the player won who had both, in the same game or round.")
    expected: Fraction = doc(
        "How often they would win if each card brought what it brings with any other card (the larger of the sum of both and the product of their odds)."
    )
    at_least: float = doc("How much more it is at least, at the near end of intervals of all pairs together.")
    p_all: Fraction = doc(
        "How likely any of so many pairs wins so often if it is worth at most two points more than its cards (Holm)."
    )


@written
class PairsUse:
    """Pairs of cards in one hand."""

    tried: Times = doc(f"How many pairs were judged: those that came in {PAIR_DEALS} deals or more.")
    sure: Times = doc("How many of them surely win more than their cards alone.")
    oddest: tuple[CardPair, ...] = doc("Of these the oddest, twenty at most.")


@written
class Never:
    """All that no game did."""

    undrawn: tuple[str, ...] = doc("Cards never drawn.")
    unplayed: tuple[str, ...] = doc("Cards drawn and never played.")
    deeds: tuple[str, ...] = doc("Effects never done.")
    rules: tuple[str, ...] = doc("Rules never used.")
    unwatched: tuple[str, ...] = doc("Rules that the game does not tell of, so that silence proves nothing.")


@written
class RuleUse:
    """A rule or ruling."""

    id: str = doc("Its number.")
    says: str = doc("What it says.")
    times: Times = doc("How often it was used.")
    state: Literal["used", "unused", "unwatched"] = doc(
        "Whether any game used it, none did, or nobody can tell."
    )
    scenarios: tuple[str, ...] | None = doc(
        "Scenarios that prove it; null where there are no scenario files."
    )


@written
class Findings:
    """The findings of all tables together; only those by the book say what cards are worth."""

    watched: Times = doc(
        "How many games were watched move by move; cards, rules, figures, choices, tension and box are of these."
    )
    cards: tuple[CardReport, ...] = doc("The cards.")
    never: Never = doc("All that no game did.")
    deeds: Mapping[str, Times] = doc("How often each effect was done.")
    rules_used: Mapping[str, Times] = doc("How often each rule was used.")

    def card(self, name: str) -> CardReport:
        """Return what became of a card; KeyError where it was not seen."""
        return {card.id: card for card in self.cards}[name]
