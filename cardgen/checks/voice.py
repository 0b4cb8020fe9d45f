"""How texts read: better words, sentences that do not begin with What, and none that is too long."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardgen.base.errors import NOWHERE, Location, Problem
from cardgen.base.own import table
from cardgen.checks.glossary import texts_read
from cardgen.checks.subject import Subject
from cardgen.source.seeds import Seeds, Term

_END = re.compile(r"[.!?…][”\"’')*_]*(?:(?=\s|$)|\\n)|\n\s*\n|\n\s*(?:[-*#>]|\d+\.)\s|[|\u2029]|:\s*\n")
_WORD = re.compile(r"(?<![\w.-])(?:[^\W\d_]{2,}[\w’'-]*|[aAI](?!\w))")  # numbers, and paths of SVG, are none
_PAUSE = re.compile(r"[;:–](?=\s)")
_BEGIN = re.compile(r"[^\w]*")


class Flaw(NamedTuple):
    """What reads badly: where in the text it begins, what is wrong, and what to do."""

    at: int
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Voice:
    """The words, openings and lengths that texts keep to; `accept` are sentences and words that may stay."""

    words: Seeds
    openings: re.Pattern[str] | None
    longest: int
    accept: tuple[str, ...]

    @classmethod
    def of(cls, *said: Mapping[str, Any]) -> Voice:
        """Return one voice of several, of which the last word counts."""
        say = {better: tuple(worse) for one in said for better, worse in one.get("say", {}).items()}
        terms = tuple(Term(better, "", worse, NOWHERE) for better, worse in say.items())
        openings = [word for one in said for word in one.get("openings", ())]
        begin = re.compile(rf"(?:{'|'.join(map(re.escape, openings))})\b") if openings else None
        longest = next((one["longest"] for one in reversed(said) if one.get("longest")), 0)
        accept = tuple(word.lower() for one in said for word in one.get("accept", ()))
        return cls(Seeds("", (), (), terms, NOWHERE), begin, longest, accept)

    def flaws(self, text: str) -> Iterator[Flaw]:
        """Yield what reads badly in a text, sentence by sentence."""
        for start, sentence, ended in sentences(text):
            plain = " ".join(sentence.split())
            if any(phrase in plain.lower() for phrase in self.accept):
                continue
            for slip in self.words.slips(sentence):
                at = start + sentence.lower().find(slip.word.lower())
                yield Flaw(at, f"it says '{slip.word}'", f"say '{slip.term.term}'")
            if not ended.startswith((".", "!", "?", "…")):
                continue  # a title, a row of a table, a name
            begin = start + len((_BEGIN.match(sentence) or [""])[0])
            opened = self.openings and self.openings.match(text, begin)
            if (
                opened and not ended.startswith("?") and text[start - 1 : start] != "|"
            ):  # a cell names a thing
                hint = "begin with who does it: the player, you, the command"
                yield Flaw(begin, f"a sentence begins with '{opened[0]}'", hint)
            count = max(len(_WORD.findall(part)) for part in _PAUSE.split(sentence))
            if self.longest and count > self.longest:
                hint = "make two sentences or a list of it"
                yield Flaw(begin, f"{count} words without a pause, expected at most {self.longest}", hint)


def sentences(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield where each sentence begins, what it says, and how it ends."""
    start = 0
    for end in _END.finditer(text):
        yield start, text[start : end.start()], end[0]
        start = end.end()
    yield start, text[start:], ""


def voice_of(language: str, words: Mapping[str, Any]) -> Voice:
    """Return the voice of a kit: cardgen's own for players in English, then its `words:`."""
    return Voice.of(*([table(__file__, "voice.yaml")] if language.startswith("en") else []), words)


def check_voice(subject: Subject, stories: Sequence[str] = ()) -> Iterator[Problem]:
    """Yield what players read that reads badly, as warnings; `stories` are sentences of played games."""
    voice = voice_of(subject.kit.language, subject.kit.voice)
    for where, text in texts_read(subject):
        for flaw in voice.flaws(text):
            line = where.line + text.count("\n", 0, flaw.at)
            at = where if where.cell or line == where.line else Location(where.file, line)
            yield Problem(flaw.message, at, hint=flaw.hint, level="warning", code="voice")
    found = {(flaw.message, flaw.hint): said for said in stories for flaw in voice.flaws(said)}
    for (message, hint), said in found.items():
        more = f"{hint}; a story has: {said}"
        yield Problem(message, subject.kit.where, hint=more, level="warning", code="voice")
