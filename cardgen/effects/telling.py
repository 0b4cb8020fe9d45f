"""Effects in words: the text that is printed on a card."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.effects.act import Act
from cardgen.effects.bar import ChooseKind
from cardgen.effects.night import Lock
from cardgen.effects.reading import Effects
from cardgen.effects.scope import Scope
from cardgen.effects.tokens import IfAtEnd
from cardgen.effects.worth import INSTEAD_OF_PACKED, Stays


def effects_text(effects: Effects, scope: Scope) -> str:
    """Return what a card with these effects says, as sentences; nothing where it does nothing."""
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
    said = " ".join(sentence for sentence in sentences if sentence)
    return said.replace(INSTEAD_OF_PACKED, f" instead of {scope.packed_at}" if scope.packed_at else "")


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
        if not n:
            said.append(act.says())
        else:
            said.append(act.then() if acts[n - 1].is_yours() else act.with_subject())
        n += 1
    return ", then ".join(said)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
