"""A player in a process of its own, that gets its view and nothing else."""

from __future__ import annotations

import contextlib
import json
import pickle
import random
import select
import threading
import weakref
from base64 import b64encode
from typing import Any

from cardgen.base.children import Child, start
from cardgen.base.errors import Location, Problem
from cardgen.engine import Game, GameBroken, Move, Moves, State

_PATIENCE = 60.0  # seconds on the clock for one decision


class Apart:
    """Hands each decision to a process that knows the rules and this seat's view, and that alone.

    A player of somebody else's could look for the truth in the memory of the process that plays; there it finds none.
    """

    looks = True

    def __init__(self, game: Game[Any], name: str) -> None:
        self.name = f"apart:{name}"
        self._game, self._bot = game, name
        self._process: Child | None = None
        self._rng: random.Random | None = None

    def choose(self, view: State, moves: Moves, rng: random.Random) -> Move:
        """Return the move that the player chooses over there."""
        process = self._process or self._begin()
        asked: dict[str, Any] = {"view": view.to_dict()}
        if rng is not self._rng:  # another game: its dice go over there, and are thrown there
            self._rng, asked["dice"] = rng, rng.getstate()
        try:
            answer = self._ask(process, asked)
        except BaseException:
            self.leave()
            raise
        if "problem" in answer:
            self.leave()
            where = answer["where"] and Location(*answer["where"])
            raise GameBroken([Problem(answer["problem"], where, code="rules")])
        return _tuples(answer["move"])

    def leave(self) -> None:
        """End the process."""
        if self._process is not None:
            self._end()
            self._process = self._rng = None

    def _begin(self) -> Child:
        self._process = process = start("cardgen.players.apart_process:main")
        self._end = weakref.finalize(self, _end, process)
        payload = {"game": b64encode(pickle.dumps(self._game)).decode(), "bot": self._bot}
        self._send(process, payload)
        return process

    def _send(self, process: Child, said: dict[str, Any]) -> None:
        assert process.stdin
        process.stdin.write(json.dumps(said).encode() + b"\n")
        process.stdin.flush()

    def _ask(self, process: Child, said: dict[str, Any]) -> dict[str, Any]:
        assert process.stdout
        try:
            self._send(process, said)
        except OSError:
            raise self._gone("has left its process") from None
        if not _answers(process):
            raise self._gone(f"was still thinking after {_PATIENCE:g} seconds")
        line = process.stdout.readline()
        try:
            answer = json.loads(line)
            if not isinstance(answer, dict) or not {"move", "problem"} & answer.keys():
                raise ValueError
        except ValueError:
            raise self._gone("has left its process" if not line else "says what is no answer") from None
        return answer

    def _gone(self, does: str) -> GameBroken:
        return GameBroken([Problem(f"the bot '{self._bot}' {does}", code="stuck")])


def _answers(process: Child) -> bool:
    """Wait until a process says something, or is gone; tell whether it did within the time that it has."""
    assert process.stdout
    if not hasattr(select, "poll"):  # Windows, where a pipe cannot be waited for
        listening = threading.Thread(target=process.stdout.peek, args=(1,), daemon=True)  # type: ignore[attr-defined]
        listening.start()
        listening.join(_PATIENCE)
        return not listening.is_alive()
    ready = select.poll()
    ready.register(process.stdout, select.POLLIN | select.POLLHUP)
    return bool(ready.poll(_PATIENCE * 1000))


def _end(process: Child) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with contextlib.suppress(OSError):
                pipe.close()


def _tuples(value: Any) -> Any:
    """Return a move that JSON has taken for a list."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
