"""Games on many machines: `--cluster ADDRESS` lends the workers of a Dask cluster."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from concurrent.futures import InvalidStateError
from contextlib import contextmanager
from typing import Any

from cardgen.app.play import Executing
from cardgen.base.errors import CardgenError, Problem
from cardgen.base.packages import __version__

_CONNECTS = 10  # seconds
_COUNTS = 2.0  # seconds after which the workers are counted again
_IN_HAND = 2  # tasks for each worker: one is played, one lies ready


@contextmanager
def workers_of(address: str | None) -> Iterator[Executing]:
    """Give those who play: the workers of a cluster, or without an address the processes of this machine.

    CardgenError where nobody answers at the address, no worker is there, or one has another cardgen than this.
    """
    if address is None:
        yield Executing()
        return
    client = _client(address)
    logging.getLogger("tornado.application").addFilter(_tells)
    try:
        _same_everywhere(client, address)
        yield Executing(client.get_executor(pure=False, retries=3), _Workers(client))
    finally:
        client.close()


def _tells(record: logging.LogRecord) -> bool:
    """Leave out the traceback of a task that ends while it is called off: nobody waits for its result any more."""
    return not (record.exc_info and isinstance(record.exc_info[1], InvalidStateError))


class _Workers:
    """How many tasks a cluster is given at once: enough for all workers that are there now."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._tasks = 0
        self._until = 0.0

    def __call__(self) -> int:
        now = time.monotonic()
        if now > self._until:
            self._tasks = _IN_HAND * sum(self._client.nthreads().values())
            self._until = now + _COUNTS
        return max(1, self._tasks)


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        hint = "pip install 'cardgen[cluster]'"
        raise _wrong("--cluster needs the package distributed", hint) from None
    try:
        return Client(address, timeout=_CONNECTS, set_as_default=False)  # type: ignore[no-untyped-call]
    except Exception as error:  # each protocol has its own way to be lacking
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        hint = (
            "start one with: dask scheduler; dask worker tcp://ADDRESS:8786; the scheduler says its address"
        )
        raise _wrong(f"no cluster answers at '{address}': {said}", hint) from None


def _same_everywhere(client: Any, address: str) -> None:
    """Refuse a cluster whose workers could come to other results."""
    try:
        versions = client.run(_version)
    except ImportError as error:
        raise _wrong(
            f"the workers at {address} have no cardgen: {error}", "install the same on all"
        ) from None
    if not versions:
        hint = f"start some with: dask worker {address}"
        raise _wrong(f"there are no workers at {address}", hint)
    mine = _version()
    for worker, version in sorted(versions.items()):
        if version != mine:
            there, here = (" with Python ".join(one) for one in (version, mine))
            raise _wrong(
                f"the worker {worker} has cardgen {there}, here is {here}", "install the same on all"
            )


def _version() -> tuple[str, str]:
    import sys

    return __version__, ".".join(map(str, sys.version_info[:2]))


def _wrong(message: str, hint: str) -> CardgenError:
    return CardgenError([Problem(message, hint=hint, code="cluster")])
