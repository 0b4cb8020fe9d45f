"""What the rules look up about cards, laid out by piece from the effects of the kit."""

from __future__ import annotations

from typing import Any

from cardgen.base.errors import CardgenError
from cardgen.engine import applies
from cardgen.games.bartender_2012.effects.act import AT_END, Act, Aimed
from cardgen.games.bartender_2012.effects.language import Bartending
from cardgen.games.bartender_2012.effects.sentences import one_after_another
from cardgen.games.bartender_2012.effects.worth import ChangeWorth, PackedAt, Plain, Stays
from cardgen.games.bartender_2012.state import NOBODY, NightHouse
from cardgen.model import Kit
from cardgen.source.effects import kit_effects

_acts: list[Any] = [Aimed, *Bartending.parts["on_play"].words.values()]
for _act in _acts:
    if _act.rules:
        applies(_act.rules)(_act)  # the words themselves do without the engine, or printing would load it

_AROUND = ("may", "if", "put_back", "put_on_top", "take_more")  # acts around acts, and the second half of one


def read_cards(game: NightHouse, kit: Kit) -> None:
    """Lay out what the rules look up, by card."""
    by_card, scope, problems = kit_effects(kit)
    if problems:
        raise CardgenError(problems)
    cards = game.pieces.cards
    game.kinds, game.acts, game.deed, game.optional = scope.kinds, [], [], set()
    numbered: dict[str, tuple[tuple[int, ...], ...]] = {}
    for card in dict.fromkeys(cards):
        own, at_end = by_card[card.id], f"{card.id} {AT_END}"
        first = one_after_another([*own.on_enter, *own.on_play])
        when = f"{card.id} {'on_enter' if own.on_enter else 'on_play'}"
        entering = tuple(_number(game, act, when) for act in first)
        tokens = (_number(game, act, at_end) for act in own.at_shift_end if act.changes_token())
        others = (_number(game, act, at_end) for act in own.at_shift_end if not act.changes_token())
        numbered[card.id] = entering, tuple(tokens), tuple(others)
    effects = [by_card[card.id] for card in cards]
    game.formula = [None if isinstance(own.worth, Plain) else own.worth for own in effects]
    lasting = []
    for n, own in enumerate(effects):
        if game.formula[n]:
            lasting.append(game.worth_deed(n))
        lasting += [game.in_bar_deed(n, holds.word) for holds in own.in_bar]
    game.all_deeds = tuple(dict.fromkeys([*filter(None, game.deed), *lasting]))
    game.is_patron = [card.component == "patrons" for card in cards]
    game.kind = [game.kinds.index(c.kind) if c.component == "patrons" else NOBODY for c in cards]
    game.of_kind = {NOBODY: frozenset()}
    for number, name in enumerate(game.kinds):
        them = frozenset(card for card, kind in enumerate(game.kind) if kind == number)
        game.of_kind |= {number: them, name: them}
    game.printed = [own.worth.alone() if own.worth else 0 for own in effects]
    game.changes = [tuple(h for h in own.in_bar if isinstance(h, ChangeWorth)) for own in effects]
    game.changing = frozenset(card for card, changes in enumerate(game.changes) if changes)
    game.plain = frozenset(
        card for card, patron in enumerate(game.is_patron) if patron and not game.formula[card]
    ).difference(game.changing)
    game.stays = [any(isinstance(h, Stays) for h in own.in_bar) for own in effects]
    game.packed = [
        max((h.points for h in own.in_bar if isinstance(h, PackedAt)), default=0) for own in effects
    ]
    acts = [numbered[card.id] for card in cards]
    game.first_acts, game.token_acts, game.end_acts = ([own[n] for own in acts] for n in range(3))


def _number(game: NightHouse, act: Act, when: str) -> int:
    """Give an act its number; what is inside it has the next one."""
    n = len(game.acts)
    game.acts.append(act)
    game.deed.append("" if act.word in _AROUND else f"{when}: {act.word}")
    for inner in act.inner():
        if act.word == "may" and inner.asks():
            game.optional.add(n + 1)
        _number(game, inner, when)
    return n
