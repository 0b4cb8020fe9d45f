"""The page about the words of a game, made from the words themselves."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import yaml

from cardgen.source.effects.editing import sorts
from cardgen.source.effects.verbs import Verb
from cardgen.source.effects.vocabulary import Vocabulary, words_of


def manual(words: Vocabulary) -> str:
    """Return the page as Markdown: the parts of effects, and one card for each word."""
    lines = [inspect.cleandoc(words.__doc__ or ""), "", "| part | what it holds | on |", "|---|---|---|"]
    for name, part in words.parts.items():
        roles = [f"{role}s" for role, parts in words.of.items() if name in parts]
        lines.append(f"| `{name}` | {part.about} | {', '.join(roles)} |")
    for sort in sorts(words):
        lines.append(f"\n## {sort.title}\n")
        lines += [_about(words, verb) for verb in sort.values()]
    return "\n".join(lines)


def _about(words: Vocabulary, verb: type[Verb]) -> str:
    rows = [f"### {verb.word}\n", (verb.__doc__ or "").strip() + "\n"]
    if verb.parts:
        rows.append(f"In {', '.join(f'`{part}`' for part in verb.parts)}.\n")
    for name, field in verb.arguments().items():
        called = "the value" if name == verb.sole else f"`{name}`"
        beside = f" (beside `{verb.word}`)" if field.metadata["beside"] else ""
        rows.append(f"- {called}{beside}: {field.metadata['what'].says()}")
    if verb.arguments():
        rows.append("")
    return "\n".join([*rows, f"```yaml\n{verb.example}\n```\n", f"> {_says(words, verb.example)}\n"])


def _says(words: Vocabulary, example: str) -> str:
    """Return what a card with these effects says."""
    written = yaml.safe_load("{" + example + "}")
    role = next(role for role, parts in words.of.items() if set(written) <= set(parts))
    for name in words.of[role]:
        if name not in written:
            written |= yaml.safe_load(words.parts[name].needed or "{}")
    effects, problems = words.read(role, written)
    assert not problems, problems
    return words.text(effects, None)


if __name__ == "__main__":  # python -m cardgen.source.effects.manual GAME FILE
    known_words = words_of(sys.argv[1])
    if known_words is None:
        sys.exit(f"the words of '{sys.argv[1]}' are not known")
    Path(sys.argv[2]).write_text(manual(known_words), encoding="utf-8")
