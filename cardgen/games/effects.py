"""The effects of cards, a small language: read from the kit, checked, told as text, and done by the engine.

A card's `effects:` is the only definition of what it does. `read_effects` types it, `card_text` says it in
the words that are printed, `check_effects` finds what is wrong with it, and the verbs themselves
(`effects_acts`, `effects_worth`) are what the engine does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import yaml

from cardgen.errors import Problem, did_you_mean
from cardgen.games.effects_act import AT_END, Act
from cardgen.games.effects_acts import ACTS
from cardgen.games.effects_bar import ChooseKind
from cardgen.games.effects_language import CHOSEN, Reader, Verb, number, read_list, shown
from cardgen.games.effects_night import Lock
from cardgen.games.effects_tokens import END_CONDITIONS, IfAtEnd
from cardgen.games.effects_worth import (
    CONDITIONS,
    NUMBERS,
    STANDING,
    ChangeWorth,
    Number,
    Plain,
    Standing,
    Stays,
    read_number,
)
from cardgen.model import Card, Kit

PARTS = {
    "patrons": ("worth", "on_enter", "in_bar", AT_END),
    "schemes": ("on_play", "in_bar", AT_END),
}
"""Which parts an effect may have, by the deck of the card."""


@dataclass(frozen=True, slots=True)
class Effects:
    """All that one card does; the parts are empty where it does nothing."""

    worth: Number
    on_enter: tuple[Act, ...] = ()
    on_play: tuple[Act, ...] = ()
    in_bar: tuple[Standing, ...] = ()
    at_shift_end: tuple[Act, ...] = ()


def kinds_of(kit: Kit) -> tuple[str, ...]:
    """Return the kinds of PATRONs, in the order of the kit."""
    table = kit.tables.get("kinds", {})
    return tuple(dict.fromkeys([*table, *(card.kind for card in kit.cards["patrons"])]))


def read_effects(kit: Kit, card: Card) -> tuple[Effects, list[Problem]]:
    """Return what a card does and every mistake in how it is written; what is wrong is left out."""
    r = Reader(kit, card, kinds_of(kit))
    written = card.fields.get("effects") or {}
    patron = card.component == "patrons"
    parts = PARTS["patrons" if patron else "schemes"]
    if not isinstance(written, Mapping):
        r.note(f"effects are {shown(written)}, expected entries", (), f"known: {', '.join(parts)}")
        written = {}
    for part in written:
        if part not in parts:
            what = "PATRON" if patron else "SCHEME"
            elsewhere = any(part in others for others in PARTS.values())
            message = f"no rule asks a {what} for '{part}'" if elsewhere else f"effects have no '{part}'"
            r.note(message, (str(part),), did_you_mean(str(part), parts), "effects-unused")
    worth: Number = Plain(0)
    if patron:
        printed = card.fields.get("value", 0)
        worth = Plain(printed)
        if "worth" not in written:
            r.note("a PATRON needs its worth", (), f"write worth: {printed}")
        else:
            worth = read_number(r, written["worth"], ("worth",)) or worth
            if worth.alone() != printed:
                says = (
                    f"alone in the BAR it is worth {number(worth.alone())}, but {number(printed)} is printed"
                )
                r.note(says, ("worth",), "make value: and worth: agree", "effects-value")
    acts = {}
    for moment in ("on_enter", "on_play", AT_END):
        acts[moment] = (
            read_list(r, written.get(moment, ()), (moment,), ACTS, "act") if moment in parts else ()
        )
        _check_moment(r, moment, acts[moment])
    in_bar = read_list(r, written.get("in_bar", ()), ("in_bar",), STANDING, "thing that holds in the BAR")
    _check_kind(r, acts["on_play"], in_bar)
    if not patron and not any((*acts.values(), in_bar)) and not r.problems:
        r.note("this SCHEME does nothing", (), code="effects-unused")
    return Effects(worth, acts["on_enter"], acts["on_play"], in_bar, acts[AT_END]), r.problems


def _check_moment(r: Reader, moment: str, acts: Sequence[Act]) -> None:
    for n, act in enumerate(acts):
        for each in _with_inner(act):
            if moment not in each.moments and each.word in ACTS:
                says = f"no rule asks for '{each.word}' in {moment}"
                hint = f"it belongs to {' or '.join(each.moments)}"
                r.note(says, (moment, str(n), act.word), hint, "effects-unused")


def _check_kind(r: Reader, on_play: Sequence[Act], in_bar: Sequence[Standing]) -> None:
    named = any(isinstance(act, ChooseKind) for act in on_play)
    used = any(isinstance(holds, ChangeWorth) and holds.of == CHOSEN for holds in in_bar)
    if named and not used:
        r.note(
            "a kind is named and never used",
            ("on_play",),
            "in_bar: [{worth: {of: k, add: 1}}]",
            "effects-unused",
        )
    if used and not named:
        r.note(
            f"{CHOSEN} is used, but no kind was named",
            ("in_bar",),
            "on_play: [{choose_kind: k}]",
            "effects-target",
        )


def _with_inner(act: Act) -> Iterator[Act]:
    yield act
    for inner in act.inner():
        yield from _with_inner(inner)


# -- the text of a card


def card_text(kit: Kit, card: Card) -> str:
    """Return what is printed on a card, in the words of its effects."""
    effects, _ = read_effects(kit, card)
    text = effects_text(effects)
    packed = kit.tables["numbers"]["packed_at"] if "numbers" in kit.tables else 20
    return text.replace("{packed_at}", str(packed))


def effects_text(effects: Effects) -> str:
    """Return effects in words, as sentences."""
    sentences = [effects.worth.sentence()]
    if effects.on_enter:
        sentences.append(f"On enter: {_together(effects.on_enter)}.")
    holds = " and ".join(standing.says() for standing in effects.in_bar)
    if effects.on_play:
        named = any(isinstance(act, ChooseKind) for act in effects.on_play)
        text = _together(effects.on_play)
        if named and holds:
            text, holds = f"{text}: {holds}", ""
        sentences.append(f"{_capital(text)}.")
    if holds and all(isinstance(standing, Stays) for standing in effects.in_bar):
        sentences.append(f"{_capital(holds)}.")
    elif holds:
        sentences.append(f"While in the BAR: {holds}.")
    for act in effects.at_shift_end:
        text = act.says() if isinstance(act, IfAtEnd) else f"at the end of this SHIFT {act.with_subject()}"
        sentences.append(f"{_capital(text)}.")
    return " ".join(sentence for sentence in sentences if sentence)


def _together(acts: Sequence[Act]) -> str:
    """Join acts that follow each other; locks of the same HOURs are one."""
    said: list[str] = []
    n = 0
    while n < len(acts):
        act = acts[n]
        if isinstance(act, Lock):
            run = [act]
            while n + len(run) < len(acts):
                after = acts[n + len(run)]
                if not isinstance(after, Lock) or after.next_hours != act.next_hours:
                    break
                run.append(after)
            several = f"{act.during()} {' and '.join(lock.forbids() for lock in run)}"
            said.append(several if len(run) > 1 else act.says())
            n += len(run)
            continue
        said.append(act.then() if said else act.says())
        n += 1
    return ", then ".join(said)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- checks


def check_effects(kit: Kit) -> list[Problem]:
    """Return every mistake in the effects of a kit, and every card whose text says something else."""
    problems: list[Problem] = []
    for deck in PARTS:
        for card in kit.cards[deck]:
            _, found = read_effects(kit, card)
            problems += found
            if kit.language != "en":
                continue  # the phrases are English; a translation is its translator's
            text = card.fields.get("text", "")
            if not found and text and text != card_text(kit, card):
                where = kit.place("cards", card.id, "text")
                trail = ("cards", card.id, "text")
                hint = f"the effects say: {card_text(kit, card)}"
                problems.append(
                    Problem(
                        "the text says something else than the effects",
                        where,
                        trail,
                        hint,
                        "error",
                        "effects-text",
                    )
                )
            elif not found and not text and card_text(kit, card):
                where = kit.place("cards", card.id)
                hint = f"write text: {card_text(kit, card)!r}"
                problems.append(
                    Problem(
                        "the card does something and does not say it",
                        where,
                        ("cards", card.id),
                        hint,
                        "error",
                        "effects-text",
                    )
                )
    return problems


# -- the page about the language

_HEAD = """# Effects: what a card can do

Each card of Bartender (2012) says under `effects:` what it does. The engine does exactly that, and the text of the card
is made from the same words, so the two cannot disagree. A new card needs nothing but words from this page.

| part | when | on |
|---|---|---|
| `worth` | what the PATRON is worth: a number, or how to find it | PATRONs |
| `on_enter` | once, when a PATRON enters from a hand; the acts in their order | PATRONs |
| `on_play` | once, when a SCHEME is played; the acts in their order | SCHEMEs |
| `in_bar` | as long as the card lies in the BAR | both |
| `at_shift_end` | at the end of the SHIFT, if the card still lies in the BAR | both |

An act that finds nobody and nothing to act upon does not happen. Where there is one possible target nobody is asked.
Of several effects at the end of a SHIFT the BIC says which comes first.

Worth is found in this order: the PATRON's own number or formula with its own limits, then every `add` in the BAR, then
every `at_least`. A formula that finds nobody must give the printed value.

Wrong words, wrong arguments, targets that no PATRON of the kit can be, and effects that no rule asks for are reported with
file and line, all at once.

This page is written by `python -m cardgen.games.effects` from the words themselves.
"""

_FORMS = """
### sum, min, max, clamp, if

`{sum: [1, {others: TOURIST}]}` is a number and 1 for each of what is counted. `{min: [4, …]}` is at most 4, `{max: [0, …]}` at
least 0, `{clamp: {of: …, from: 0, to: 3}}` both. `{if: …, then: 1, else: 3}` is one number while a condition holds, and the
printed one otherwise.
"""


def effects_page() -> str:
    """Return the page about the language as Markdown: one card for each word."""
    lines = [_HEAD]
    sections: tuple[tuple[str, Sequence[type[Verb]], str], ...] = (
        ("Worth", tuple(NUMBERS.values()), _FORMS),
        ("Conditions of worth", tuple(CONDITIONS.values()), ""),
        ("While in the BAR", tuple(STANDING.values()), ""),
        ("Acts", tuple(ACTS.values()), ""),
        ("Conditions at the end of the SHIFT", tuple(END_CONDITIONS.values()), ""),
    )
    for title, verbs, more in sections:
        lines.append(f"## {title}\n")
        lines += [_about(verb) for verb in verbs]
        if more:
            lines.append(more.strip() + "\n")
    return "\n".join(lines)


def _about(verb: type[Verb]) -> str:
    words = (verb.__doc__ or "").strip()
    rows = [f"### {verb.word}\n", words + "\n"]
    if issubclass(verb, Act):
        rows.append(f"In {', '.join(f'`{moment}`' for moment in verb.moments)}.\n")
    for word, field in verb.arguments().items():
        name = "the value" if word == verb.sole else f"`{word}`"
        beside = f" (beside `{verb.word}`)" if field.metadata["beside"] else ""
        rows.append(f"- {name}{beside}: {field.metadata['what'].says()}")
    if verb.arguments():
        rows.append("")
    rows.append(f"```yaml\n{verb.example}\n```\n")
    rows.append(f"> {_example_text(verb.example)}\n")
    return "\n".join(rows)


def _example_text(example: str) -> str:
    """Return what a card with this effect says."""
    written = yaml.safe_load("{" + example.partition("  #")[0] + "}")
    if ChooseKind.word in example:
        written["in_bar"] = [{"worth": {"of": CHOSEN, "add": 1}}]
    kinds = tuple(re.findall(r"\b[A-Z]{3,}\b", example))
    r = Reader(None, None, kinds)
    acts = {
        part: read_list(r, written.get(part, ()), (part,), ACTS, "act")
        for part in ("on_enter", "on_play", AT_END)
    }
    in_bar = read_list(r, written.get("in_bar", ()), ("in_bar",), STANDING, "")
    worth = read_number(r, written.get("worth", 0), ("worth",)) or Plain(0)
    found = Effects(worth, acts["on_enter"], acts["on_play"], in_bar, acts[AT_END])
    return effects_text(found).replace("{packed_at}", "20")


if __name__ == "__main__":
    print(effects_page(), end="")
