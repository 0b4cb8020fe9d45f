"""What of a kit is printed: all of it, what `--only` names down to single cards, how often, and what its files are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from cardgen.base.errors import Problem, Problems, did_you_mean
from cardgen.model import KINDS

if TYPE_CHECKING:
    from cardgen.app.changes import Changes
    from cardgen.app.settings import BuildSettings
    from cardgen.model import Card, Component, Kit

_LONGEST_NAME = 60


class Wanted(NamedTuple):
    """What is left of a kit: components with the cards that are wanted, the kit's own file, the rule sheet.

    `name` is what files of a part are called by; "" for files that the whole kit has as well.
    """

    components: tuple[Component, ...]
    kit: bool
    rules: bool
    name: str = ""
    copies: int = 1
    changes: Changes | None = None

    @property
    def printed(self) -> tuple[Component, ...]:
        """The components as often as they are printed; their faces are those of the cards as they are in the kit."""
        if not self.changes and self.copies == 1:
            return self.components
        counts = self.changes.counts if self.changes else {}
        found = []
        for component in self.components:
            cards = [
                replace(card, count=copies)
                for card in component.cards
                if (copies := counts.get(card.id, 0 if self.changes else card.count) * self.copies)
            ]
            if cards or not self.changes:
                found.append(replace(component, cards=tuple(cards)))
        return tuple(found)


def wanted_of(kit: Kit, settings: BuildSettings) -> Wanted:
    """Return what the settings want of a kit; CardgenError names every word of `--only` that means nothing here."""
    name = _name(settings)
    if not settings.only:
        rules = kit.rules is not None and not name
        return Wanted(kit.components, kit=True, rules=rules, name=name, copies=settings.copies)
    problems = Problems()
    asked = _Asked(kit, problems)
    for word in settings.only:
        asked.hear(word)
    if "rules" in asked.whole and kit.rules is None:
        problems.add("--only is 'rules', but the game has no rule sheet", kit.where, code="no-rules")
    problems.raise_errors()
    everything = "kit" in asked.whole
    components = kit.components if everything else tuple(asked.components())
    return Wanted(components, everything, "rules" in asked.whole, name, settings.copies)


def _name(settings: BuildSettings) -> str:
    """Return what file names say of a part: only-cargo-F1+G1-G3-x2; "" for what the whole kit's files hold as well."""
    words = []
    if settings.changed_since is not None:
        words.append("changed")
    if not set(settings.only) <= {"kit", "rules"}:
        asked = re.sub(r"\s+", "", "+".join(settings.only)).replace(",", "+")
        words.append("only-" + re.sub(r"[^\w.+-]+", "-", asked))
    words += ["fronts"] * settings.fronts_only + [f"x{settings.copies}"] * (settings.copies > 1)
    name = "-".join(words)
    if len(name) > _LONGEST_NAME:
        return f"{name[:_LONGEST_NAME]}-{sha256(name.encode()).hexdigest()[:6]}"
    return name


class _Asked:
    """Hears the words of `--only`: `whole` are components, kinds, `kit` and `rules`, all else are cards."""

    def __init__(self, kit: Kit, problems: Problems) -> None:
        self._kit = kit
        self._problems = problems
        self._known = {"kit", "rules", *(c.id for c in kit.components), *(c.kind for c in kit.components)}
        self.whole: set[str] = set()
        self._cards: set[str] = set()

    def components(self) -> Iterator[Component]:
        """Yield the components that were named, in the order of the kit, each with the cards that were."""
        for component in self._kit.components:
            if self.whole & {component.id, component.kind}:
                yield component
            elif some := tuple(card for card in component.cards if card.id in self._cards):
                yield replace(component, cards=some)

    def hear(self, word: str) -> None:
        """Note what a word asks for: `drinks`, `tiles`, `drinks:S1,S4-S6`, `S1`, or several of them with commas."""
        within: tuple[Component, ...] | None = None
        called = ""
        for part in word.split(","):
            owner, colon, rest = (some.strip() for some in part.partition(":"))
            if colon:
                called, part = owner, rest
                within = tuple(c for c in self._kit.components if owner in (c.id, c.kind))
                if not within:
                    self._unknown(owner)
            part = part.strip()
            if within is not None:
                if within and part in self._known and not self._some(within, part):
                    within = None  # drinks:S1,tiles
                    self.whole.add(part)
                elif within:
                    self._take(within, part, called)
            elif part in self._known:
                self.whole.add(part)
            elif found := self._some(self._kit.components, part):
                self._cards |= {card.id for card in found}
            else:
                self._unknown(part)

    def _take(self, within: Sequence[Component], part: str, called: str) -> None:
        found = self._some(within, part)
        if found:
            self._cards |= {card.id for card in found}
            return
        ids = [card.id for component in within for card in component.cards]
        missing = next((end for end in _ends(part, ids) if end not in ids), part)
        if not part:
            message, hint = (
                f"--only is '{called}:' without a card",
                f"such as {called}:{ids[0]}" if ids else "",
            )
        elif part == missing:
            message, hint = f"{called} has no card '{part}', which --only asks for", did_you_mean(part, ids)
        else:
            message = f"{called} has no card '{missing}', which --only asks for with '{part}'"
            hint = did_you_mean(missing, ids)
        self._problems.add(message, within[0].where, hint=hint, code="unknown-card")

    @staticmethod
    def _some(within: Sequence[Component], part: str) -> tuple[Card, ...]:
        """Return the card of this id, or those from the first to the second of two in the order of the file."""
        for component in within:
            at = {card.id: number for number, card in enumerate(component.cards)}
            if part in at:
                return (component.cards[at[part]],)
            ends = _ends(part, at)
            if len(ends) == 2 and all(end in at for end in ends):
                first, last = sorted(at[end] for end in ends)
                return component.cards[first : last + 1]
        return ()

    def _unknown(self, word: str) -> None:
        kit = self._kit
        if word in KINDS:
            there = ", ".join(dict.fromkeys(c.kind for c in kit.components))
            message = f"{kit.slug} has no {word}, which --only asks for"
            hint = f"it has {there}; name the kits that have {word}: cardgen build KIT --only {word}"
        else:
            message, hint = f"--only is '{word}'", did_you_mean(word, self._known)
            ids = [card.id for component in kit.components for card in component.cards]
            near = did_you_mean(word, ids)
            if not hint.startswith("did") and near.startswith("did"):
                hint = near
        self._problems.extend([Problem(message, kit.where, hint=hint, code="unknown-component")])


def _ends(part: str, known: Sequence[str] | dict[str, int]) -> tuple[str, ...]:
    """Return the two ends of a range such as S4-S6, of which ids may hold a hyphen as well; () for no range."""
    cuts = [(part[: m.start()].strip(), part[m.end() :].strip()) for m in re.finditer("-|–", part)]
    cuts = [ends for ends in cuts if all(ends)]
    # both ends are there, or else one: then the other is what was meant
    return max(cuts, key=lambda ends: sum(end in known for end in ends), default=())
