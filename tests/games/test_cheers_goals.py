"""Which cards at a bar fulfil which combination, for every mix that can lie there."""

from __future__ import annotations

from itertools import combinations_with_replacement

from cardgen.games import make_game
from tests.games.kits import kit_of


def test_a_bar_fulfils_what_it_covers_and_nothing_else_lies_there() -> None:
    goals = make_game(kit_of("cheers"), 4).goals
    for size in range(goals.places + 1):
        for cards in combinations_with_replacement(goals.kinds, size):
            # CH-046 to CH-049: every token is covered by a card of its own, and no card is of another kind
            met = sum(
                1 << number
                for number, tokens in enumerate(goals.tokens)
                if set(cards) <= set(tokens)
                and all(cards.count(kind) >= tokens.count(kind) for kind in tokens)
            )
            assert goals.met.get(goals.mix(cards), 0) == met, cards
