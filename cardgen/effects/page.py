"""The page about the language in the documentation, made from the words themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

from cardgen.effects.act import Act
from cardgen.effects.acts import ACTS
from cardgen.effects.bar import ChooseKind
from cardgen.effects.language import CHOSEN, Verb
from cardgen.effects.reading import read_effects
from cardgen.effects.scope import Scope
from cardgen.effects.telling import effects_text
from cardgen.effects.tokens import END_CONDITIONS
from cardgen.effects.worth import CONDITIONS, NUMBERS, STANDING

_HEAD = """# Effects: what a card can do

Each card of Bartender (2012) says under `effects:` what it does. The engine does exactly that, and what is printed (the text,
the value in the corner, the bulbs round a value that can change) is made from the same words, so the two cannot disagree.
A new card needs nothing but words from this page; `tests/samples/effects/` has three. Words of your own go into `flavour:`.

A kit says which of its fields speak this language: `effects: {effects_of: PATRON}` or `SCHEME`, and which are made from it:
`text: {made_from: effects.text}`, `value: {made_from: effects.value}`, `changes: {made_from: effects.changes}`.

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
every `at_least`. What a formula gives in an empty BAR is the printed value.

Wrong words, wrong arguments, targets that no PATRON of the kit can be, and effects that no rule asks for are reported with
line and column of the word, all at once, as soon as the kit is read. An editor completes the words and marks mistakes while you
type when the file begins with `# yaml-language-server: $schema=../patron-cards.schema.json` (or `scheme-cards`), which
`cardgen schema --out data` writes.

This page is written by `python -m cardgen.effects` from the words themselves.
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
    scope = Scope(tuple(re.findall(r"\b[A-Z]{3,}\b", example)))
    role = "SCHEME" if "on_play" in written else "PATRON"
    if role == "PATRON":
        written.setdefault("worth", 0)
    effects, problems = read_effects(scope, role, written)
    assert not problems, problems
    return effects_text(effects, scope)
