"""What the rules look up about cards, laid out by piece."""

from __future__ import annotations

from cardgen.base.errors import CardgenError
from cardgen.effects import Effects, kit_effects
from cardgen.effects.act import AT_END, Act
from cardgen.effects.table import NOBODY
from cardgen.effects.worth import ChangeWorth, Number, PackedAt, Stays
from cardgen.engine import Pieces
from cardgen.model import Kit

_AROUND = ("may", "if", "put_back", "take_more")  # acts around acts, and the second half of one


class CardTable:
    """The cards of a kit as lists by piece, and every act of theirs with its number."""

    pieces: Pieces

    def read_cards(self, kit: Kit) -> None:
        """Lay out what the rules look up, by card."""
        self.acts: list[Act] = []
        self.deed: list[str] = []
        self.optional: set[int] = set()
        patrons = self.pieces.ranges["patrons"]
        effects, scope, problems = kit_effects(kit)
        if problems:
            raise CardgenError(problems)
        self.kinds = scope.kinds
        numbered: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = {}
        for card in dict.fromkeys(self.pieces.cards):
            own, at_end = effects[card.id], f"{card.id} {AT_END}"
            numbered[card.id] = (
                tuple(
                    self._number(act, f"{card.id} {moment}")
                    for moment, acts in (("on_enter", own.on_enter), ("on_play", own.on_play))
                    for act in acts
                ),
                tuple(self._number(act, at_end) for act in own.at_shift_end if act.changes_token()),
                tuple(self._number(act, at_end) for act in own.at_shift_end if not act.changes_token()),
            )
        lasting = [
            name
            for n, card in enumerate(self.pieces.cards)
            for name in (
                *([self.worth_deed(n)] if effects[card.id].changes else ()),
                *(self.in_bar_deed(n, holds.word) for holds in effects[card.id].in_bar),
            )
        ]
        self.all_deeds = tuple(dict.fromkeys([*filter(None, self.deed), *lasting]))
        cards: list[Effects] = [effects[card.id] for card in self.pieces.cards]
        self.is_patron = [n in patrons for n in range(len(cards))]
        self.kind = [
            self.kinds.index(c.kind) if c.component == "patrons" else NOBODY for c in self.pieces.cards
        ]
        self.printed: list[int] = [card.printed for card in cards]
        self.worth: list[Number] = [card.worth for card in cards]
        self.changes = [tuple(h for h in card.in_bar if isinstance(h, ChangeWorth)) for card in cards]
        self.stays = [any(isinstance(h, Stays) for h in card.in_bar) for card in cards]
        self.packed = [max((h.points for h in c.in_bar if isinstance(h, PackedAt)), default=0) for c in cards]
        self.first_acts = [numbered[card.id][0] for card in self.pieces.cards]
        self.token_acts = [numbered[card.id][1] for card in self.pieces.cards]
        self.end_acts = [numbered[card.id][2] for card in self.pieces.cards]

    def _number(self, act: Act, when: str) -> int:
        """Give an act its number; what is inside it has the next one."""
        n = len(self.acts)
        self.acts.append(act)
        self.deed.append("" if act.word in _AROUND else f"{when}: {act.word}")
        for inner in act.inner():
            if act.word == "may" and inner.asks():
                self.optional.add(n + 1)
            self._number(inner, when)
        return n

    def worth_deed(self, piece: int) -> str:
        """Return what a simulation calls a worth of its own that is not the printed one."""
        return f"{self.pieces.cards[piece].id} worth"

    def in_bar_deed(self, piece: int, word: str) -> str:
        """Return what a simulation calls something that holds as long as a card lies in the BAR."""
        return f"{self.pieces.cards[piece].id} in_bar: {word}"
