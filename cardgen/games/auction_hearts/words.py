"""A table of Auction Hearts in words: what players say, what stories print, what scenarios describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.engine import OVER, Game, Given, derive, reading
from cardgen.games.auction_hearts.state import HeartsTable, Pack


class Words(Pack, Game[HeartsTable]):
    """How players of Auction Hearts say it."""

    def facts(self, s: HeartsTable) -> dict[str, Any]:
        """Return the position in words; `hurt` counts pain cards taken this round."""
        names = self.names
        leader = s.turn - len(s.trick)
        hurt = [sum(self.suit_of[card] == s.pain for card in pile) for pile in s.won]
        return {
            **super().facts(s),
            "trick": {names[(leader + n) % self.players]: self.pieces.name(c) for n, c in enumerate(s.trick)},
            "hurt": dict(zip(names, hurt, strict=True)),
            "gains": dict(zip(names, s.gains(), strict=True)),
        }

    def picture(self, s: HeartsTable) -> str:
        """Return chips, pot and hands as lines of text."""
        chips = "   ".join(f"{name} {number}" for name, number in zip(self.names, s.chips, strict=True))
        lines = [f"Chips: {chips}   pot {s.pot}"]
        if s.phase is not OVER:
            width = max(map(len, self.names))
            for name, hand in zip(self.names, s.hands, strict=True):
                suits = [
                    "  ".join(self.pieces.list(sorted(cards, key=self.order.__getitem__))) for cards in hand
                ]
                lines.append(f"{name:{width}}  {'    '.join(filter(None, suits))}")
        return "\n".join(lines)

    # -- positions of scenarios

    def position(self, given: Mapping[str, Any]) -> HeartsTable:
        """Return a table as described; cards that nobody is given lie aside for this round."""
        s = self.empty()
        with reading(self, given, self.words()) as entry:
            s.luck, s.round, s.dealer = derive(0, "luck"), 1, self.players - 1
            s.phase = entry.phase("phase", "play a card" if given.get("pain") is not None else "bid")
            entry.fill(s)
            self._bid(entry, s)
            if s.phase.name == "play a card":
                if s.pain < 0:
                    entry.refuse("cards are played once a pain suit is named: give pain, too", "phase")
                s.turn = entry.seat("turn", (s.namer + len(s.trick)) % self.players)
            self._deal(entry, s)
            self._look_at_trick(s)
            self.lay_rest(s, entry)
        return s

    def _bid(self, entry: Given, s: HeartsTable) -> None:
        """Find out who has won the auction so far, and whose turn it is in it."""
        eldest = self.after[s.dealer]
        if any(bid < 0 for bid in s.bids):
            entry.refuse("expected a list of numbers, 0 for a pass", "bids")
        if len(s.bids) > self.players - (s.phase.name == "bid"):
            entry.refuse("everybody has spoken", "bids")
        s.high = max(s.bids, default=0)
        best = (eldest + s.bids.index(s.high)) % self.players if s.high else -1
        if s.phase.name == "bid":
            s.namer, s.turn = best, entry.seat("turn", (eldest + len(s.bids)) % self.players)
        else:
            s.namer = s.turn = entry.seat("namer", best if s.high else eldest)

    def _deal(self, entry: Given, s: HeartsTable) -> None:
        """Fill the hands; whoever has played to this trick holds a card less."""
        leader = s.turn - len(s.trick)
        played = [(seat - leader) % self.players < len(s.trick) for seat in range(self.players)]
        hands = {seat: entry.pieces("hands", name) for seat, name in entry.of_seats("hands")}
        seat, first = next(iter(hands.items()), (0, []))
        s.left = len(first) + played[seat] if hands else self.hand_size
        rest = [card for card in self.pack if card not in entry.used]
        for seat in range(self.players):
            size = s.left - played[seat]
            if seat not in hands:
                hands[seat], rest = rest[:size], rest[size:]
                entry.used.update(hands[seat])
            if len(hands[seat]) != size:
                name = self.names[seat]
                entry.refuse(f"{name} has {len(hands[seat])} cards, expected {size}", "hands", name)
            for card in hands[seat]:
                s.hands[seat][self.suit_of[card]].append(card)
        s.first_trick = entry.yes("first_trick", s.left == self.hand_size)

    def _look_at_trick(self, s: HeartsTable) -> None:
        """Find out who is about to take the trick."""
        for n, card in enumerate(s.trick, s.turn - len(s.trick)):
            if s.taker < 0:
                s.led = self.suit_of[card]
            if s.taker < 0 or (self.suit_of[card] == s.led and self.order[card] > s.top):
                s.top, s.taker = self.order[card], n % self.players
