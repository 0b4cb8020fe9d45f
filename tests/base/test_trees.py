"""Trees of Python source, made in several threads at once."""

import gc
import time
from concurrent.futures import ThreadPoolExecutor

from cardgen.base.trees import tree_of

SOURCE = "\n".join(f"a{n} = [f(x) for x in range({n})]" for n in range(300))


class Rests:
    """Garbage that lets other threads go on when it is swept, in the middle of whatever is made then."""

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        time.sleep(0.0001)


def read(deep: int) -> list[int]:
    if deep:
        return read(deep - 1)
    return [len(tree_of(SOURCE).body) for _ in range(25) if [Rests() for _ in range(20)]]


def test_threads_that_read_python_at_once_each_get_their_tree() -> None:
    gc.set_threshold(50)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(read, range(0, 36, 9))) == [[300] * 25] * 4
    finally:
        gc.set_threshold(700)
