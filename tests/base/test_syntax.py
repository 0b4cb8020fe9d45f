"""Syntax trees are made by one thread at a time, whatever else the threads do."""

from __future__ import annotations

import gc
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cardgen.base import syntax


class Leaving:
    """What is thrown away lets another thread in, in the middle of a tree."""

    def __init__(self) -> None:
        self.own = self

    def __del__(self) -> None:
        time.sleep(0)


def test_threads_make_trees_beside_each_other() -> None:
    source = Path(syntax.__file__).read_text("utf-8") * 8
    source = "from __future__ import annotations\n" + source.replace("from __future__ import annotations", "")

    def make(_: int) -> None:
        for _ in range(12):
            Leaving()
            syntax.compiled(syntax.parsed(source), "a.py")

    usual = gc.get_threshold()
    gc.set_threshold(100)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert len(list(pool.map(make, range(8)))) == 8
    finally:
        gc.set_threshold(*usual)
