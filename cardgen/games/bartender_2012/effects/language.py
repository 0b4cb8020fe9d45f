"""All words of Bartender (2012), what they can speak of in a kit, and the text that is printed on a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import ClassVar

from cardgen.base.language import root_of
from cardgen.games.bartender_2012.effects import german, hands, night, room, worth
from cardgen.games.bartender_2012.effects.act import ACTS, AT_END, CHOSEN_PLAYER, Act, IfAtEnd, May
from cardgen.games.bartender_2012.effects.night import Grant, Lock
from cardgen.games.bartender_2012.effects.scope import CHOSEN, Guest, Scope
from cardgen.games.bartender_2012.effects.worth import (
    INSTEAD_OF_PACKED,
    ChangeWorth,
    Plain,
    Stays,
    in_order,
)
from cardgen.model import Card, Kit
from cardgen.source.effects import Effects, Part, Reader, Verb, Vocabulary, Written

ACTS.add(hands.Draw, hands.Discard, hands.Steal, hands.SwapHands, hands.LookAt)
ACTS.add(room.Remove, room.Return, room.RemoveScheme, room.ChooseKind, room.RevealTop)
ACTS.add(Lock, night.Hours, night.OfferReveal, night.Grant, night.Goal, night.ReopenAuction)
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
                printed, most = own.worth.alone(), own.worth.most()
                guests.append(Guest(card.id, _kind(card), card.count, printed, most, stays))
        return replace(scope, guests=tuple(guests), most_added=most_added)

    def check(self, r: Reader, role: str, effects: Effects) -> None:
        """A kind that is named is used, and one that is used is named."""
        named = any(isinstance(act, room.ChooseKind) for act in effects.on_play)
        used = any(isinstance(holds, ChangeWorth) and holds.of == CHOSEN for holds in effects.in_bar)
        if named and not used:
            hint = "in_bar: [{worth: {of: k, add: 1}}]"
            r.note("a kind is named and never used", ("on_play",), hint, "effects-unused")
        if used and not named:
            message = f"{CHOSEN} is used, but no kind was named"
            r.note(message, ("in_bar",), "on_play: [choose_kind]", "effects-target")

    def speaks(self, language: str) -> bool:
        """Return whether it is English or German."""
        return root_of(language) == "de" or super().speaks(language)

    def text_in(self, language: str, effects: Effects, scope: Scope | None, words: Mapping[str, str]) -> str:
        """Return what a card says: German turns its sentences round, which no table of phrases could."""
        if root_of(language) == "de":
            return german.text(effects, scope, words)
        return super().text_in(language, effects, scope, words)

    def text(self, effects: Effects, scope: Scope | None) -> str:
        """Return what a card with these effects says, as sentences; nothing where it does nothing."""
        sentences = [effects.worth.says() if effects.worth else ""]
        if effects.on_enter:
            sentences.append(f"When it enters: {_together(effects.on_enter)}")
        lasting = sorted((holds for holds in effects.in_bar if not isinstance(holds, Stays)), key=in_order)
        holds = " and ".join(verb.says() for verb in lasting)
        if effects.on_play:
            text = _together(effects.on_play)
            if holds and text == room.ChooseKind.sentence and all(_of_chosen(verb) for verb in lasting):
                text, holds = f"{text}: {holds}", ""
            sentences.append(text)
        if holds:
            sentences.append(f"While in the BAR: {holds}")
        sentences += [verb.says() for verb in effects.in_bar if isinstance(verb, Stays)]
        for act in sorted(effects.at_shift_end, key=lambda act: not act.changes_token()):
            conditional = isinstance(act, IfAtEnd)
            sentences.append(act.says() if conditional else f"at the end of this SHIFT {act.with_subject()}")
        said = " ".join(f"{text[:1].upper()}{text[1:]}." for text in sentences if text)
        packed_at = scope.packed_at if scope else None
        return said.replace(INSTEAD_OF_PACKED, f" instead of {packed_at}" if packed_at else "")


def _kind(card: Card) -> str:
    return str(card.fields.get("kind", ""))


def _of_chosen(verb: Verb) -> bool:
    return isinstance(verb, ChangeWorth) and verb.of == CHOSEN


def _together(acts: Sequence[Act]) -> str:
    """Join acts that follow each other; what holds from now on comes last, and is not said to come after anything."""
    said, before = "", None
    acts = one_after_another(acts)
    for act in [act for act in acts if not act.lasts]:
        if before is None:
            said = act.says()
        else:
            yours = before.is_yours() and not isinstance(before, May)
            said = _after(said, before, _unlike(said, acts, act, act.then() if yours else act.with_subject()))
        before = act
    rules: list[str] = []
    for (_, hours), together in groupby((act for act in acts if act.lasts), key=lambda act: _when(act)[:2]):
        run = [*together]
        locks = [act for act in run if isinstance(act, Lock)]
        if hours and len(run) > 1:
            rules.append(f"{locks[0].during()} {' and '.join(lock.forbids() for lock in locks)}")
        else:
            rules += [act.says() for act in run]
    held = ", and ".join(rules)
    return _after(said, before, held) if before and held else said or held


def one_after_another(acts: Sequence[Act]) -> list[Act]:
    """Return acts in the order in which they are printed and done: what holds from now on comes last."""
    return sorted(acts, key=_when)


def _when(act: Act) -> tuple[int, int, bool]:
    """Return where something that holds from now on is printed; a reveal for what is not played ends the sentence."""
    return (
        act.lasts,
        act.next_hours if isinstance(act, Lock) else 0,
        isinstance(act, Grant) and act.plays == "PATRON",
    )


def _after(said: str, before: Act, text: str) -> str:
    if isinstance(before, May):
        return f"{said}. Whether you do or not, {text}"
    return f"{said}. Then {text}" if before.ends else f"{said}, then {text}"


def _unlike(said: str, acts: Sequence[Act], act: Act, text: str) -> str:
    """Return the text of a later act, whose `another` must not seem to be another than the one before."""
    if any(named in said for named in ("another player", "any player but you", "other than you")):
        text = text.replace(CHOSEN_PLAYER, "a player of your choice other than you ")
        text = text.replace("another player’s hand", "the hand of any player but you")
        text = text.replace("another player", "any player but you")
    aimed = act.act if isinstance(act, May) else act
    chosen = [
        getattr(one.act if isinstance(one, May) else one, "choose", "") for one in acts[: acts.index(act)]
    ]
    if getattr(aimed, "choose", "") == "other_patron" and "patron" in chosen:
        kind = getattr(aimed, "kind", None) or "PATRON"
        text = text.replace(f"another {kind}", f"one {kind} other than this one")
    return text
