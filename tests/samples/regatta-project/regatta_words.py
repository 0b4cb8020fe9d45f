"""What the cards of Regatta can do: three words, each with its arguments, what it says and what it does."""

from __future__ import annotations

from typing import Any, ClassVar

from cardgen.effects import Part, Verb, Vocabulary, Words, arg, many, one_of, whole


class Deed(Verb):
    """Something that a card does once when it is played."""

    def do(self, s: Any, seat: int) -> None:
        """Do it for a player."""
        raise NotImplementedError


class Sail(Deed):
    """Sail on."""

    sole = "miles"
    example = "when_played: [{sail: 3}]"
    miles: int = arg(whole(1, 5))

    def says(self) -> str:
        return f"sail {many(self.miles, 'mile')}"

    def do(self, s: Any, seat: int) -> None:
        s.miles[seat] += self.miles


class Draw(Deed):
    """Draw cards, as many as the deck has."""

    sole = "cards"
    example = "when_played: [{draw: 1}]"
    cards: int = arg(whole(1, 3))

    def says(self) -> str:
        return f"draw {many(self.cards, 'card')}"

    def do(self, s: Any, seat: int) -> None:
        for _ in range(min(self.cards, len(s.deck))):
            s.hands[seat].append(s.deck.pop())


class PushBack(Deed):
    """Other ships lose miles, but none goes back beyond the start."""

    example = "when_played: [{push_back: {who: leader, miles: 2}}]"
    who: str = arg(one_of("leader", "others"))
    miles: int = arg(whole(1, 3))

    def says(self) -> str:
        who = "the first of the other ships" if self.who == "leader" else "every other ship"
        return f"push {who} back by {many(self.miles, 'mile')}"

    def do(self, s: Any, seat: int) -> None:
        others = [other for other in range(len(s.miles)) if other != seat]
        if self.who == "leader":
            others = [max(others, key=lambda other: s.miles[other])]
        for other in others:
            s.miles[other] = max(0, s.miles[other] - self.miles)


class Sailing(Vocabulary):
    """# The words of Regatta

    A card is an `ORDER`; its `text` is made from what it does.
    """

    parts: ClassVar = {
        "when_played": Part(
            Words("deed", Sail, Draw, PushBack),
            "What happens once when the card is played, in order.",
            says="**Played:** {}.",
        )
    }
    of: ClassVar = {"ORDER": ("when_played",)}
