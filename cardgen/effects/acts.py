"""All acts that a card can have, in the order of the page about them."""

from __future__ import annotations

from cardgen.effects.act import ACTS
from cardgen.effects.bar import ChooseKind, Remove, RemoveScheme, Return, RevealTop
from cardgen.effects.hands import Discard, Draw, Look, Steal, SwapHands
from cardgen.effects.language import table_of
from cardgen.effects.night import Goal, Grant, Hours, Lock, NextAuctionMin, OfferReveal, ReopenAuction
from cardgen.effects.tokens import IfAtEnd, May, NoToken, TakeToken

_CARDS = (Draw, Discard, Steal, SwapHands, Look)
_BAR = (Remove, Return, RemoveScheme, ChooseKind, RevealTop)
_NIGHT = (Lock, Hours, OfferReveal, Grant, Goal, ReopenAuction, NextAuctionMin)
_TOKENS = (TakeToken, NoToken, May, IfAtEnd)

ACTS.update(table_of((*_CARDS, *_BAR, *_NIGHT, *_TOKENS)))

__all__ = ["ACTS"]
