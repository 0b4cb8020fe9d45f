"""All words of Bartender (2012), what they can speak of in a kit, and the text that is printed on a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from cardgen.games.bartender_2012.effects import hands, night, room, worth
from cardgen.games.bartender_2012.effects.act import ACTS, AT_END, Act, IfAtEnd, May
from cardgen.games.bartender_2012.effects.night import Lock
from cardgen.games.bartender_2012.effects.scope import CHOSEN, Guest, Scope
from cardgen.games.bartender_2012.effects.worth import INSTEAD_OF_PACKED, ChangeWorth, Plain, Stays
from cardgen.model import Card, Kit
from cardgen.source.effects import Effects, Part, Reader, Vocabulary, Written

ACTS.add(hands.Draw, hands.Discard, hands.Steal, hands.SwapHands, hands.Look)
ACTS.add(room.Remove, room.Return, room.RemoveScheme, room.ChooseKind, room.RevealTop)
ACTS.add(Lock, night.Hours, night.OfferReveal, night.Grant, night.Goal, night.ReopenAuction)
ACTS.add(night.NextAuctionMin, night.TakeToken, night.NoToken, May, IfAtEnd)


class Bartending(Vocabulary):
    """# The words of Bartender the Card Game (2012)

    [How effects work](effects.md) in any game; here are the words for cards of this one. A new card needs nothing
    else; `tests/samples/effects/` has three.

    A card is a `PATRON` or a `SCHEME`. From its effects come the `text`, the `value` in the corner and `changes`, which is
    whether the value can change: `value: {made_from: effects.value}`.

    An act that finds nobody and nothing to act upon does not happen. Where there is one possible target nobody is asked.
    Of several effects at the end of a SHIFT the BIC says which comes first.

    Worth is found in this order: the PATRON's own number or formula with its own limits, then every `add` in the BAR, then
    every `at_least`. What a formula gives in an empty BAR is the printed value.

    This page is written by `python -m cardgen.source.effects.manual bartender-2012 docs/effects-bartender-2012.md` from the words
    themselves.
    """

    parts: ClassVar = {
        "worth": Part(
            worth.NUMBERS, "What the PATRON is worth: a number, or how to find it.", needed="worth: 1"
        ),
        "on_enter": Part(ACTS, "What happens once when the PATRON enters from a hand, in order."),
        "on_play": Part(ACTS, "What happens once when the SCHEME is played, in order."),
        "in_bar": Part(worth.STANDING, "What holds as long as the card lies in the BAR."),
        AT_END: Part(ACTS, "What happens at the end of the SHIFT if the card still lies in the BAR."),
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
        scope = Scope(tuple(dict.fromkeys(filter(None, kinds))), packed_at=packed_at)
        guests: list[Guest] = []
        most_added = 0
        for card, role, effects, _ in written:
            own, _ = self.read(role, effects, scope)  # mistakes are noted when it is read for good
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
            says = f"{CHOSEN} is used, but no kind was named"
            r.note(says, ("in_bar",), "on_play: [choose_kind]", "effects-target")

    def text(self, effects: Effects, scope: Scope | None) -> str:
        """Return what a card with these effects says, as sentences; nothing where it does nothing."""
        sentences = [effects.worth.says() if effects.worth else ""]
        if effects.on_enter:
            sentences.append(f"On enter: {_together(effects.on_enter)}")
        holds = " and ".join(standing.says() for standing in effects.in_bar)
        if effects.on_play:
            text = _together(effects.on_play)
            if holds and any(isinstance(act, room.ChooseKind) for act in effects.on_play):
                text, holds = f"{text}: {holds}", ""
            sentences.append(text)
        if holds and all(isinstance(standing, Stays) for standing in effects.in_bar):
            sentences.append(holds)
        elif holds:
            sentences.append(f"While in the BAR: {holds}")
        for act in effects.at_shift_end:
            conditional = isinstance(act, IfAtEnd)
            sentences.append(act.says() if conditional else f"at the end of this SHIFT {act.with_subject()}")
        said = " ".join(f"{text[:1].upper()}{text[1:]}." for text in sentences if text)
        packed_at = scope.packed_at if scope else None
        return said.replace(INSTEAD_OF_PACKED, f" instead of {packed_at}" if packed_at else "")


def _kind(card: Card) -> str:
    return str(card.fields.get("kind", ""))


def _together(acts: Sequence[Act]) -> str:
    """Join acts that follow each other; locks of the same HOURs are one."""
    said: list[str] = []
    n = 0
    while n < len(acts):
        act, run = acts[n], []
        for after in acts[n:]:
            if not isinstance(act, Lock) or not isinstance(after, Lock) or after.next_hours != act.next_hours:
                break
            run.append(after)
        if isinstance(act, Lock) and len(run) > 1:
            said.append(f"{act.during()} {' and '.join(lock.forbids() for lock in run)}")
        elif not n or isinstance(act, Lock):
            said.append(act.says())
        else:
            said.append(act.then() if acts[n - 1].is_yours() else act.with_subject())
        n += len(run) or 1
    return ", then ".join(said)
