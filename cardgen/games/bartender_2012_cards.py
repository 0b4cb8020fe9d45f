"""What the rules look up about cards, laid out by piece."""

from __future__ import annotations

from cardgen.effects import Effects, kit_effects, scope_of
from cardgen.effects.act import Act
from cardgen.effects.table import NOBODY
from cardgen.effects.worth import ChangeWorth, Number, PackedAt, Stays
from cardgen.engine import Pieces
from cardgen.errors import CardgenError
from cardgen.model import Kit


class CardTable:
    """The cards of a kit as lists by piece, and every act of theirs with its number."""

    pieces: Pieces

    def read_cards(self, kit: Kit) -> None:
        """Lay out what the rules look up, by card."""
        self.kinds = scope_of(kit).kinds
        self.acts: list[Act] = []
        self.optional: set[int] = set()
        patrons = self.pieces.ranges["patrons"]
        effects, problems = kit_effects(kit)
        if problems:
            raise CardgenError(problems)
        numbered: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = {}
        for card in dict.fromkeys(self.pieces.cards):
            own = effects[card.id]
            numbered[card.id] = (
                tuple(self._number(act) for act in (*own.on_enter, *own.on_play)),
                tuple(self._number(act) for act in own.at_shift_end if act.changes_token()),
                tuple(self._number(act) for act in own.at_shift_end if not act.changes_token()),
            )
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

    def _number(self, act: Act) -> int:
        """Give an act its number; what is inside it has the next one."""
        n = len(self.acts)
        self.acts.append(act)
        for inner in act.inner():
            if act.word == "may" and inner.asks():
                self.optional.add(n + 1)
            self._number(inner)
        return n
