"""All words of Bartender (2012), what they can speak of in a kit, and the text that is printed on a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from cardgen.base.language import root_of
from cardgen.games.bartender_2012.effects import hands, night, room, worth
from cardgen.games.bartender_2012.effects.act import ACTS, AT_END, IfAtEnd, May
from cardgen.games.bartender_2012.effects.guards import mistake
from cardgen.games.bartender_2012.effects.scope import CHOSEN, Guest, Scope
from cardgen.games.bartender_2012.effects.sentences import LANGUAGES, Speaker
from cardgen.games.bartender_2012.effects.worth import ChangeWorth, Plain, Stays
from cardgen.model import Card, Kit
from cardgen.source.effects import Effects, Part, Reader, Vocabulary, Written

ACTS.add(hands.Draw, hands.Discard, hands.Steal, hands.SwapHands, hands.LookAt)
ACTS.add(room.Remove, room.Return, room.RemoveScheme, room.ChooseKind, room.RevealTop)
ACTS.add(night.Lock, night.Hours, night.OfferReveal, night.Grant, night.Goal, night.ReopenAuction)
ACTS.add(night.NextAuctionMin, night.TakeToken, night.NoToken, May, IfAtEnd)


class Bartending(Vocabulary):
    """# The words of Bartender the Card Game (2012)

    [How effects work](effects.md) in any game; here are the words for cards of this one. A new card needs nothing
    else; `tests/samples/effects/` has three.

    A card is a `PATRON` or a `SCHEME`. From its effects come the `text`, the `value` in the corner and `changes`, which is
    whether the value can change: `value: {made_from: effects.value}`.

    Of the acts of a moment those that hold from now on (`lock`, `next_auction_min`, `grant`) are printed and done last. A text
    that could be taken in two ways is refused: `another` PATRON on a card that is none of the kind, limits that disagree with the number in the
    corner, one thing said twice. A condition that is always or never true is reported, too.

    An act that finds nobody and nothing to act upon does not happen. Where there is one possible target nobody is asked.
    Of several effects at the end of a SHIFT the BIC says which comes first.

    Worth is found in this order: the PATRON's own number or formula with its own limits, then every `add` in the BAR, then
    every `at_least`. The printed value is that of a formula in an empty BAR.

    This page is written by `python -m cardgen.source.effects.manual bartender-2012 docs/effects-bartender-2012.md` from the words
    themselves.
    """

    parts: ClassVar = {
        "worth": Part(
            worth.NUMBERS, "What the PATRON is worth: a number, or how to find it.", needed="worth: 1"
        ),
        "on_enter": Part(ACTS, "What happens once when the PATRON enters from a hand, in order."),
        "on_play": Part(ACTS, "What happens once when the SCHEME is played, in order."),
        "in_bar": Part(worth.STANDING, "Holds as long as the card is in the BAR."),
        AT_END: Part(ACTS, "Happens at the end of the SHIFT if the card is still in the BAR."),
    }
    of: ClassVar = {
        "PATRON": ("worth", "on_enter", "in_bar", AT_END),
        "SCHEME": ("on_play", "in_bar", AT_END),
    }
    facets: ClassVar = {
        "value": lambda effects: effects.worth.alone(),
        "changes": lambda effects: not isinstance(effects.worth, Plain),
    }

    def scope(self, kit: Kit, written: Iterable[Written]) -> Scope:
        """Return the kinds, the PATRONs and the numbers of a kit."""
        written, lists = tuple(written), kit.tables
        named, numbers = lists.get("kinds"), lists.get("numbers")
        kinds = [*(named if isinstance(named, Mapping) else ())]
        kinds += [_kind(card) for card, role, *_ in written if role == "PATRON"]
        packed_at = numbers.get("packed_at") if isinstance(numbers, Mapping) else None
        patrons = [card for card, role, *_ in written if role == "PATRON"]
        pieces: Counter[str] = Counter()
        for card in patrons:
            pieces[_kind(card)] += card.count
        scope = Scope(
            tuple(dict.fromkeys(filter(None, kinds))),
            packed_at=packed_at,
            kind_of={card.id: _kind(card) for card in patrons},
            pieces=pieces,
        )
        guests: list[Guest] = []
        most_added = 0
        for card, role, effects, trail in written:
            own, _ = self.read(role, effects, scope, trail)  # mistakes are noted when it is read for good
            most_added += card.count * sum(max(0, c.add) for c in own.in_bar if isinstance(c, ChangeWorth))
            if role == "PATRON" and own.worth:
                stays = any(isinstance(holds, Stays) for holds in own.in_bar)
                _, printed, most = own.worth.span()
                guests.append(Guest(card.id, _kind(card), card.count, printed, most, stays))
        return replace(scope, guests=tuple(guests), most_added=most_added)

    def check(self, r: Reader, role: str, effects: Effects) -> None:
        """A kind that is named is used, and one that is used is named."""
        named = any(isinstance(act, room.ChooseKind) for act in effects.on_play)
        used = any(isinstance(holds, ChangeWorth) and holds.of == CHOSEN for holds in effects.in_bar)
        if named and not used:
            mistake(r, "named and never used", ())
        if used and not named:
            mistake(r, "used and never named", ())

    def speaks(self, language: str) -> bool:
        """Return whether there are sentences for it."""
        return root_of(language) in LANGUAGES

    def text(self, effects: Effects, scope: Scope | None) -> str:
        """Return what a card with these effects says, as sentences; nothing where it does nothing."""
        return Speaker(packed_at=scope.packed_at if scope else None).text(effects)

    def text_in(self, language: str, effects: Effects, scope: Scope | None, words: Mapping[str, str]) -> str:
        """Return what a card says in a language."""
        root = root_of(language)
        if root == self.language or root not in LANGUAGES:
            return super().text_in(language, effects, scope, words)
        return Speaker(root, words, scope.packed_at if scope else None).text(effects)


def _kind(card: Card) -> str:
    return str(card.fields.get("kind", ""))
