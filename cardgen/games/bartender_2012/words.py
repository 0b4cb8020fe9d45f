"""A table of Bartender (2012) in words: what players say, what stories print, what scenarios describe."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cardgen.engine import HIDDEN, Game, Given, derive, reading
from cardgen.games.bartender_2012.effects.worth import worths
from cardgen.games.bartender_2012.state import NOBODY, NightHouse, NightTable


class NightWords(NightHouse, Game[NightTable]):
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
            "last_bic": self._who(s.last_bic),
            "opener": self._who(s.opener),
            "exchanged": [name for name, done in zip(names, s.exchanged, strict=True) if done],
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
        if s.bic != NOBODY:  # in mid-SHIFT, or a packed bar ended it
            bic = f"BIC {self.names[s.bic]}"
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
            "packets", "kept",
        )  # fmt: skip

    def position(self, given: Mapping[str, Any]) -> NightTable:
        """Return a table as described; cards that are not described are the BAR deck."""
        s = self.empty()
        with reading(self, given, self.words()) as entry:
            s.luck, s.phase = derive(0, "luck"), entry.phase("phase", "play a card")
            drafting = s.phase.name == "draft a card"
            if s.phase.name not in ("play a card", "bid") and not (drafting and self.drafts):
                entry.refuse("a position begins with 'draft a card', 'play a card' or 'bid'", "phase")
            if not drafting and not {"packets", "kept"}.isdisjoint(given):
                entry.refuse("packets are passed in the phase 'draft a card'", "phase")
            s.shift, s.hour, s.hours, s.goal, s.minimum = 1, 1, self.shift_hours, 10, self.lowest_bid
            entry.fill(s)
            s.clock = s.hour
            s.bic = entry.seat("bic", 0) if s.phase.name == "play a card" else NOBODY
            s.last_bic, s.opener = entry.seat("last_bic", NOBODY), entry.seat("opener", NOBODY)
            s.turn = entry.seat("turn", max(s.bic, 0))
            s.schemes_left = s.patrons_left = 1
            s.alive = [bad < self.out_at for bad in s.bad]
            for seat in entry.seats("exchanged"):
                s.exchanged[seat] = True
            for card, owner, more in self._lying(entry, "patrons", "hour"):
                s.enter(card, owner)
                s.entered[-1] = more if more is not None else 1
            for card, owner, more in self._lying(entry, "schemes", "names"):
                s.schemes.append(card)
                s.scheme_owners.append(owner)
                s.named.append(more if more is not None else NOBODY)
            if not all(self.is_patron[c] for c in s.patrons) or any(self.is_patron[c] for c in s.schemes):
                entry.refuse("PATRONs lie under patrons:, SCHEMEs under schemes:", "patrons")
            if drafting:
                self._draft(entry, s)
            deck = entry.pieces("deck")[::-1] if "deck" in given else None
            rest = [card for card in range(len(self.pieces)) if card not in entry.used]
            s.deck, s.box = (rest[::-1], []) if deck is None else (deck, rest)
            s.history = [("draw", seat, card, 0) for seat, hand in enumerate(s.hands) for card in hand]
        return s

    def _draft(self, entry: Given, s: NightTable) -> None:
        """Lay out the packets that are passed on and what has been kept; players before the one to choose have chosen."""
        for seat, name in entry.of_seats("kept"):
            s.took[seat] = entry.pieces("kept", name)
        rest = iter([card for card in range(len(self.pieces)) if card not in entry.used])
        given = entry.entries.get("packets")
        size = max((len(s.packets[seat]) for seat in range(self.players)), default=0) or self.hand
        s.hour = s.hours = 0
        for seat, name in enumerate(self.names):
            expected = size - (seat < s.turn)
            if not isinstance(given, Mapping) or name not in given:
                s.packets[seat] = [card for _, card in zip(range(expected), rest, strict=False)]
                entry.used.update(s.packets[seat])
            if len(s.packets[seat]) != expected or size < 2:
                message = f"{name} has {len(s.packets[seat])} cards, expected {max(expected, 2)}"
                entry.refuse(message, "packets", name)
            s.seen[seat] = [tuple(s.packets[seat])]

    def _lying(self, entry: Given, key: str, more: str) -> Iterator[tuple[int, int, Any]]:
        """Yield the cards of the BAR, each with its owner and one thing more, None where it is not said."""
        lying = entry.entries.get(key, [])
        if isinstance(lying, list):
            yield from ((card, NOBODY, None) for card in (entry.pieces(key) if lying else []))
            return
        for name, about in entry.mapping(key).items():
            card = entry.piece(name, key, name)
            if not isinstance(about, Mapping):
                yield card, entry.word(self._owner, key, name), None
                continue
            for word in about:
                if word not in ("owner", more):
                    entry.refuse(f"no '{word}' here, expected owner: and {more}:", key, name, word)
            owner = entry.word(self._owner, key, name, "owner")
            if about.get(more) is None:
                yield card, owner, None
            elif more == "hour":
                yield card, owner, entry.number(key, name, more)
            else:
                yield card, owner, entry.word(lambda kind: self.value(None, "kind", kind), key, name, more)

    def _owner(self, name: str) -> int:
        return NOBODY if name == "nobody" else self.seat(name)


def _locked(s: NightTable, what: str) -> list[str]:
    """Return when something may not happen: in this HOUR, in the next, or later."""
    words = {0: "this HOUR", 1: "next HOUR"}
    return [
        words.get(clock - s.clock, "later") for thing, clock in s.locks if thing == what and clock >= s.clock
    ]
