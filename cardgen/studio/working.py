"""A worker at work in its own process: it reads when told to, and answers in between."""

from __future__ import annotations

import gc
import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from cardgen.base.errors import CardgenError, Problem
from cardgen.studio.answers import answer
from cardgen.studio.payload import Payload, problem_payload
from cardgen.studio.render_worker import RenderWorker


def serve(folder: str, nice: int = 0) -> None:
    """Be the worker: read and answer whatever comes on stdin, until it ends; a `nice` one lets others go first.

    A question is `(number, what, asked)`; `read` has many answers, the last of which is `(number, "end", None)`.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    gc.set_threshold(400_000, 20, 100)  # what a kit is made of lives until the next save
    asked: queue.SimpleQueue[tuple[int, str, Any] | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    worker = RenderWorker(Path(folder))

    def say(number: int, kind: str, what: Any) -> None:
        pickle.dump((number, kind, what), answers, protocol=5)
        answers.flush()

    waiting: list[tuple[int, str, Any] | None] = []
    try:
        while True:
            if not waiting:
                waiting.append(asked.get())
            while not asked.empty():
                waiting.append(asked.get())
            # what was saved goes before pictures of what was there
            question = waiting.pop(next((n for n, one in enumerate(waiting) if one and one[1] == "read"), 0))
            if question is None:
                return
            number, what, about = question
            if what != "read":
                _answer(worker, question, say)
                continue
            for event in _safely(worker, about):
                if event["event"] != "pause":
                    say(number, "event", event)
                while not asked.empty():
                    waiting.append(asked.get())
                for other in waiting:
                    if other is None:
                        return
                    if other[1] != "read":
                        _answer(worker, other, say)
                waiting = [other for other in waiting if other and other[1] == "read"]
                if waiting:  # saved again: the rest of this reading is old news
                    break
            say(number, "end", None)
    except (BrokenPipeError, OSError):
        return  # nobody listens any more


def _safely(worker: RenderWorker, about: tuple[list[str] | None, frozenset[str]]) -> Iterator[Payload]:
    try:
        yield from worker.read(*about)
    except CardgenError as error:
        yield worker.wrong(list(error.problems), [])
    except Exception as error:
        import traceback

        traceback.print_exc()
        message = f"cardgen itself failed: {type(error).__name__}: {error}"
        hint = "this is a bug in cardgen, not in your kit; the terminal shows where"
        yield worker.wrong([Problem(message, hint=hint, code="bug")], [])


def _answer(
    worker: RenderWorker, question: tuple[int, str, Any], say: Callable[[int, str, Any], None]
) -> None:
    number, what, about = question
    try:
        say(number, "answer", answer(worker, what, about, lambda event: say(number, "event", event)))
    except CardgenError as error:
        say(number, "problems", [problem_payload(problem, worker.label) for problem in error.problems])
    except (KeyError, ValueError) as error:
        say(number, "missing", str(error))
    except Exception as error:
        import traceback

        traceback.print_exc()
        say(number, "bug", f"{type(error).__name__}: {error}")


def _listen(stream: BinaryIO, asked: queue.SimpleQueue[Any]) -> None:
    try:
        while True:
            asked.put(pickle.load(stream))
    except (EOFError, OSError, pickle.UnpicklingError):
        asked.put(None)
