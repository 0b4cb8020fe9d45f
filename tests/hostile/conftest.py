"""What is hostile gets art workers of its own, with the limits under which they start."""

from __future__ import annotations

import pytest

from cardgen.faces.art.worker import keep_workers


@pytest.fixture(autouse=True)
def _art_workers_wait() -> None:
    keep_workers(False)
