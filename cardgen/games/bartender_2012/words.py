"""A table of Bartender (2012) in words: what players say, what stories print, what scenarios describe."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cardgen.engine import HIDDEN, Game, Given, Misplaced, derive, described
from cardgen.games.bartender_2012.effects.worth import worths
from cardgen.games.bartender_2012.state import NOBODY, House, NightTable


class Words(House, Game[NightTable]):
    """How players of Bartender say it."""

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a kind, a card, a seat or a number."""
        return self.kinds[value] if field == "kind" else super().word(state, field, value)

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the kind, card, seat or number that the words mean."""
        if field == "kind":
            if text not in self.kinds:
                raise ValueError(f"'{text}' is no kind of PATRON, expected {', '.join(self.kinds)}")
            return self.kinds.index(text)
        return super().value(state, field, text)

    def facts(self, s: NightTable) -> dict[str, Any]:
        """Return the position in words."""
        names, worth = self.names, worths(s)
        locks = {what: hours for what in ("PATRON", "SCHEME", "REVEAL") if (hours := _locked(s, what))}
        return {
            **super().facts(s),
            "bic": self._who(s.bic),
            "offers": ["?" if offer == HIDDEN else max(offer, 0) for offer in s.offers],
            "out": [name for name, alive in zip(names, s.alive, strict=True) if not alive],
            "kept": {name: self.pieces.list(kept) for name, kept in zip(names, s.took, strict=True)},
            "patrons": self.pieces.list(s.patrons),
            "owners": [self._who(owner) for owner in s.owners],
            "schemes": self.pieces.list(s.schemes),
            "named": [self.kinds[kind] if kind != NOBODY else "none" for kind in s.named],
            "worth": worth,
            "total": sum(worth),
            "counted": s.total,
            "packed at": s.packed_at(),
            "locks": locks,
            "deck": self.pieces.list(s.deck[::-1]),
        }

    def _who(self, seat: int) -> str:
        return self.names[seat] if seat >= 0 else "nobody"

    def picture(self, s: NightTable) -> str:
        """Return tokens and hands, and who has charge."""
        bic = f"last BIC {self.names[s.last_bic]}" if s.last_bic != NOBODY else "no BIC yet"
        lines = [f"{bic}   BAR deck {len(s.deck)}   BREAKAGE {len(s.breakage)}"]
        for seat, name in enumerate(self.names):
            hand = " ".join(self.pieces.list(s.hands[seat]))
            out = "" if s.alive[seat] else "   out"
            lines.append(f"{name}: {s.good[seat]} GOOD {s.bad[seat]} BAD   {hand}{out}")
        return "\n".join(lines)

    def words(self) -> Collection[str]:
        """Return the entries that the description of a position may have; docs/scenarios.md explains each."""
        return (
            "phase", "turn", "shift", "hour", "hours", "bic", "last_bic", "opener", "goal", "hands",
            "patrons", "schemes", "deck", "breakage", "good", "bad", "had", "minimum", "exchanged",
        )  # fmt: skip

    def position(self, given: Mapping[str, Any]) -> NightTable:
        """Return a table as described; cards that are not described are the BAR deck."""
        entry = described(self, given, self.words())
        s = self.empty()
        s.luck, s.phase = derive(0, "luck"), entry.phase("phase", "play a card")
        if s.phase.name not in ("play a card", "bid"):
            raise Misplaced("a position begins in the phase 'play a card' or 'bid'", "phase")
        s.shift, s.hour, s.hours, s.goal, s.minimum = 1, 1, self.shift_hours, 10, self.lowest_bid
        entry.fill(s)
        s.clock = s.hour
        s.bic = NOBODY if s.phase.name == "bid" else entry.seat("bic", 0)
        s.last_bic, s.opener = entry.seat("last_bic", NOBODY), entry.seat("opener", NOBODY)
        s.turn = entry.seat("turn", max(s.bic, 0))
        s.schemes_left = s.patrons_left = 1
        s.alive = [bad < self.out_at for bad in s.bad]
        for name in given.get("exchanged", ()):
            s.exchanged[self._seat(name, "exchanged")] = True
        for card, owner, more in self._lying(entry, "patrons", "hour"):
            s.enter(card, owner)
            s.entered[-1] = int(more) if more else 1
        for card, owner, more in self._lying(entry, "schemes", "names"):
            s.schemes.append(card)
            s.scheme_owners.append(owner)
            s.named.append(self.kinds.index(str(more)) if more in self.kinds else NOBODY)
        if not all(self.is_patron[c] for c in s.patrons) or any(self.is_patron[c] for c in s.schemes):
            raise Misplaced("PATRONs lie under patrons:, SCHEMEs under schemes:", "patrons")
        deck = entry.pieces("deck")[::-1] if "deck" in given else None
        rest = [card for card in range(len(self.pieces)) if card not in entry.used]
        s.deck, s.box = (rest[::-1], []) if deck is None else (deck, rest)
        s.history = [("draw", seat, card, 0) for seat, hand in enumerate(s.hands) for card in hand]
        return s

    def _seat(self, name: object, key: str) -> int:
        try:
            return self.seat(str(name))
        except ValueError as wrong:
            raise Misplaced(str(wrong), key) from None

    def _lying(self, entry: Given, key: str, more: str) -> Iterator[tuple[int, int, Any]]:
        """Yield the cards of the BAR, each with its owner and one thing more."""
        lying = entry.entries.get(key, [])
        if isinstance(lying, list):
            yield from ((card, NOBODY, None) for card in (entry.pieces(key) if lying else []))
            return
        for name, about in entry.mapping(key).items():
            detail = about if isinstance(about, Mapping) else {"owner": about}
            owner = detail.get("owner")
            seat = NOBODY if owner in (None, "nobody") else self._seat(owner, key)
            yield entry.piece(str(name), key, str(name)), seat, detail.get(more)


def _locked(s: NightTable, what: str) -> list[str]:
    """Return when something may not happen: in this HOUR, in the next, or later."""
    words = {0: "this HOUR", 1: "next HOUR"}
    return [
        words.get(clock - s.clock, "later") for thing, clock in s.locks if thing == what and clock >= s.clock
    ]
