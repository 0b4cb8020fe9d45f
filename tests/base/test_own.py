"""Pages of our own are compiled by Jinja once, whoever asks for them and in whichever process."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment

from cardgen.base import compiled, own

TEXT = "{{ 'said' | shout }} {{ again }}"


def page(shout: str) -> str:
    """Return a page made as in a new process."""
    own.templates.cache_clear()
    compiled._COMPILED.clear()
    room = own.templates("")
    room.filters["shout"] = lambda word: f"{word}{shout}"
    return room.get_template("page.j2").render(again="again")


def test_a_page_is_compiled_once_and_its_filters_are_those_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    parse = Environment._parse
    monkeypatch.setattr(own, "templates_dir", lambda: tmp_path)
    monkeypatch.setattr(Environment, "_parse", lambda *given: read.append(given) or parse(*given))
    (tmp_path / "page.j2").write_text(TEXT)
    try:
        assert page("!") == "said! again"
        assert page("?") == "said? again"
        assert len(read) == 1
        (tmp_path / "page.j2").write_text(f"{TEXT}.")
        assert page("?") == "said? again."
    finally:
        own.templates.cache_clear()
