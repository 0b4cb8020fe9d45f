"""What is wrong with the effects of a card: each mistake is named once, with when it is one, and worded in `mistakes.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar

from cardgen.base.own import table
from cardgen.games.bartender_2012.effects.sentences import Speaker
from cardgen.source.effects import Reader, Verb


@cache
def _mistakes() -> Mapping[str, Mapping[str, Any]]:
    found: Mapping[str, Mapping[str, Any]] = table(__file__, "mistakes.yaml")
    return found


def mistake(r: Reader, name: str, path: tuple[str, ...], about: Any = None, **slots: Any) -> None:
    """Note a mistake at its place; the slots of its sentences are those of a word, and these."""
    said, put = _mistakes()[name], Speaker().put
    hint = put(said.get("hint", ""), about, **slots)
    r.note(put(said["says"], about, **slots), (*path, *said.get("at", ())), hint, said.get("code", "effects"))


class BarWord(Verb):
    """A word of this game: `guards` are the mistakes that it can be, each with when: asked of the word, its reader and the part."""

    guards: ClassVar[Mapping[str, Callable[[Any, Any, str], Any]]] = {}

    def check(self, r: Reader, path: tuple[str, ...]) -> None:
        """Note the first of its mistakes."""
        for name, so in self.guards.items():
            if so(self, r, path[0]):
                mistake(r, name, path, self)
                return
