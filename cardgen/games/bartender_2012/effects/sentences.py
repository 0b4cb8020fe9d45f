"""What cards say: the sentences of each language (`sentences.en.yaml`), and how acts that follow each other are joined.

A sentence is one form of a word, which has those of the classes above it, too; an act has `order`, `then`, `turned` and
`may`. Its slots are what the word is given, other forms of it, or words of the game: `{cards}`, `{whom}`, `{PATRON}`.
Behind a colon stands a form of what is named there, or which of several texts it chooses: `{cards:card|cards}` for one and
more, `{add:+=up|down}`, `{who:self=you|they}`, where `none` is nothing and `yes` is true. `!m` is a number without its
sign, `!r` is written as in YAML, `!c` begins with a capital.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from string import Formatter
from typing import Any

from cardgen.base.own import table
from cardgen.source.effects import Effects, number, one

LANGUAGES = ("en", "de")


@lru_cache
def _sentences(language: str) -> dict[str, Any]:
    found: dict[str, Any] = table(__file__, f"sentences.{language}.yaml")
    return found


@cache
def english(said: Any, form: str = "order") -> str:
    """Return a form of a word in English, as stories and messages say it."""
    return Speaker().say(said, form)


class _InWords(str):
    """What is said already, and no word of the kit."""

    __slots__ = ()


class Speaker(Formatter):
    """Says in a language what cards do; `words` are a translator's own for kinds, `packed_at` is the number of the rules."""

    def __init__(
        self, language: str = "en", words: Mapping[str, str] | None = None, packed_at: int | None = None
    ) -> None:
        self.table, self.words, self.packed_at = _sentences(language), words or {}, packed_at
        self.chosen = False  # whether an act before the one that is said has chosen any PATRON

    # -- one sentence

    def say(self, said: Any, form: str = "order", **more: Any) -> str:
        """Return a form of a word; `more` are slots of this sentence alone."""
        return self.put(f"{{{form}}}", said, **more)

    def put(self, sentence: str, said: Any = None, **more: Any) -> str:
        """Return any sentence about a word."""
        forms: dict[str, str] = {}
        for family in (*(kind.__name__ for kind in reversed(type(said).__mro__)), type(said).__name__):
            forms |= self.table.get(family, {})
            if family == "OfPlayer":
                forms |= self.table[said.who]
        return self.vformat(sentence, (), {"": (said, forms), **more})

    def get_value(self, key: Any, args: Any, kwargs: Any) -> Any:
        """Return what stands in a slot."""
        said, forms = kwargs[""]
        if key in kwargs:
            return kwargs[key]
        if key in forms and key not in getattr(said, "__dataclass_fields__", ()):
            return _InWords(self.vformat(forms[key], (), kwargs))
        return key if key.isupper() else getattr(said if hasattr(said, key) else self, key)

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """Return a number without its sign (`!m`), or a text with a capital (`!c`)."""
        if conversion == "r":
            return _InWords(value)
        return abs(value) if conversion == "m" else capital(value) if conversion == "c" else value

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return it in words."""
        if "|" in format_spec:
            return _way(value, format_spec.split("|"))
        if isinstance(value, _InWords):
            return value
        if value is None or isinstance(value, str):
            return self._noun(value or "PATRON", format_spec or "one")
        return number(value) if isinstance(value, int) else self.say(value, format_spec or "order")

    def _noun(self, word: str, form: str) -> str:
        """Return a form of a word of the game; a translator's own word for it stays as it is."""
        known, own = self.table["nouns"].get(word, {}), self.words.get(word)
        if own and own not in known.values():
            return own
        if form == "a":
            return one(word)
        return str(known.get(form) or (self.table["plural"].format(word) if form == "many" else word))

    # -- a card

    def text(self, effects: Effects) -> str:
        """Return what a card with these effects says, as sentences; nothing where it does nothing."""
        card = self.table["card"]
        said = [self.say(effects.worth)] if effects.worth else []
        if effects.on_enter:
            said.append(self.put(card["enters"], text=self.together(effects.on_enter)))
        # what holds is printed in the order in which worth is found; what cannot leave is a sentence of its own
        stays = [holds for holds in effects.in_bar if holds.word == "stays"]
        lasting = sorted((holds for holds in effects.in_bar if holds not in stays), key=_in_order)
        holds = card["and"].join(map(self.say, lasting))
        if effects.on_play:
            text = self.together(effects.on_play)
            named = [act.word for act in effects.on_play] == ["choose_kind"]
            if holds and named and all(getattr(one, "of_named", False) for one in lasting):
                text = _InWords(self.put(card["of the kind"], played=text, text=_InWords(holds)))
                holds = ""
            said.append(text)
        if holds:
            said.append(self.put(card["lasts"], text=_InWords(holds)))
        said += map(self.say, stays)
        for act in sorted(effects.at_shift_end, key=lambda act: not act.changes_token()):
            said.append(self.say(act) if act.word == "if" else self.put(card["at the end"], act=act))
        return " ".join(f"{capital(sentence)}." for sentence in said if sentence)

    def together(self, acts: Sequence[Any]) -> _InWords:
        """Join acts that follow each other; what holds from now on comes last, and is not said to come after anything."""
        said, before, rules = "", None, ""
        self.chosen = False
        for act in (act for act in one_after_another(acts) if not act.lasts):
            said += self._behind(said, before, act) if before else self.say(act)
            before = act
            self.chosen |= getattr(act.act if act.word == "may" else act, "choose", "") == "patron"
        lasting = (act for act in one_after_another(acts) if act.lasts)
        for (_, hours), run in groupby(lasting, key=lambda act: _when(act)[:2]):
            for text in [self._locks([*run])] if hours else map(self.say, run):
                rules += (
                    self.put(self.table["joins"]["one more rule"], rule=_InWords(text)) if rules else text
                )
        return _InWords(said + self._behind(said, before, None, rules) if before and rules else said or rules)

    def _locks(self, locks: Sequence[Any]) -> str:
        """Return what may not happen at one time."""
        all_of_them = self.table["card"]["and"].join(self.say(lock, "forbids") for lock in locks)
        return self.say(locks[0], "several" if len(locks) > 1 else "order", all=_InWords(all_of_them))

    def _behind(self, said: str, before: Any, act: Any, rule: str = "") -> str:
        """Return an act, or what holds from now on, as it follows an act."""
        joins, besides = self.table["joins"], self.table["besides"]
        how = "yours" if act and _yours(before) and _yours(act) else "others"
        if rule and "rule" in joins:
            how = "rule"
        elif before.word == "may":
            how = "whether"
        elif before.ends or (act and self.table["ends with sentences"] and ". " in said):
            how = f"{how} at the end"
        text = self.put(
            joins[how], act, **dict.fromkeys(("then", "turned", "rule"), _InWords(rule)) if rule else {}
        )
        if any(words in said for pair in besides.items() for words in pair):
            for words, others in besides.items():  # or it would seem to mean another one than the act before
                text = text.replace(words, others)
        return text


def one_after_another(acts: Sequence[Any]) -> list[Any]:
    """Return acts in the order in which they are printed and done: what holds from now on comes last."""
    return sorted(acts, key=_when)


def _when(act: Any) -> tuple[int, int, bool]:
    """Return where something that holds from now on is printed; a reveal for what is not played ends the sentence."""
    hours = act.next_hours if act.word == "lock" else 0
    return act.lasts, hours, act.word == "grant" and act.plays == "PATRON"


def capital(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]


def _in_order(holds: Any) -> tuple[bool, bool]:
    """Return where something that holds is printed: in the order in which worth is found."""
    return holds.word != "worth", getattr(holds, "at_least", None) is not None


def _yours(act: Any) -> bool:
    """Return whether the player of the card does it."""
    return act.own and getattr(act, "who", "self") == "self"


def _way(value: Any, ways: Sequence[str]) -> str:
    """Return the text that a value chooses."""
    named = dict(way.split("=", 1) for way in ways if "=" in way)
    if not named:
        return ways[0] if abs(value) == 1 else ways[1]
    keys = {None: "none", True: "yes", False: "no"}
    key = keys[value] if value is None or isinstance(value, bool) else str(value)
    if "+" in named and value > 0:
        key = "+"
    return named.get(key, next((way for way in ways if "=" not in way), ""))
