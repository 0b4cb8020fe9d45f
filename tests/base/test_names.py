"""Names of files: what is written on one system can be copied to any other, and nothing falls together there."""

from __future__ import annotations

from pathlib import PureWindowsPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardgen.app.start import slug_of
from cardgen.base.names import as_one, fitting, unfit
from cardgen.targets.names import filled
from tests.many import examples

DEVICES = ("CON", "con", "Nul", "aux", "PRN", "COM1", "lpt9", "com¹", "CONIN$")
ENDS = ("", ".", " ", ". .", ".png", " .png", "1", "x.", "-back")
PARTS = st.one_of(
    st.text(max_size=12), st.builds("".join, st.tuples(st.sampled_from(DEVICES), st.sampled_from(ENDS)))
)
IDS = st.one_of(
    st.from_regex(r"\w[\w.+-]{0,59}", fullmatch=True),
    st.builds(
        "".join, st.tuples(st.sampled_from([*DEVICES[:7], "A"]), st.sampled_from(["", ".", "..", ".x", "_"]))
    ),
)
PATTERNS = (
    "{component}/{card}.png",
    "{card}/{component}-front.png",
    "{card}",
    "{component}{card}",
    "x/{card}.",
)


def windows_holds(name: str) -> bool:
    """Whether Windows would make this file below a folder, by the rules of Python's own paths for it."""
    path = PureWindowsPath(name)
    parts = name.split("/")
    return (
        not path.anchor
        and path.parts == tuple(parts)
        and not any(PureWindowsPath(part).is_reserved() for part in parts)
        and not any(part.endswith((".", " ")) or set(part) & set('<>:"|?*\\') for part in parts)
    )


@examples(300, 3000)
@given(st.lists(PARTS, min_size=1, max_size=3).map("/".join))
@example("png/COM1.png")
@example("a/nul")
@example("aux .txt")
@example("c:x")
def test_what_is_fit_is_a_file_on_windows(name: str) -> None:
    if not unfit(name):
        assert windows_holds(name)


@examples(300, 3000)
@given(st.sampled_from(PATTERNS), IDS, IDS)
@example("{component}/{card}.png", "con", "COM1")
@example("{card}", "con", "A..")
def test_a_targets_file_of_any_card_is_a_file_on_windows(pattern: str, component: str, card: str) -> None:
    name = filled(pattern, component=component, card=card)
    assert windows_holds(name)
    assert unfit(name) in ("", "a name has at most 255 bytes")
    if windows_holds(plain := pattern.format(component=component, card=card)) and not unfit(plain):
        assert name == plain


@examples(200, 2000)
@given(st.text(max_size=60))
@example("Con")
@example("nul!")
@example("Com 1")
def test_a_new_games_folder_is_one_on_windows(title: str) -> None:
    slug = slug_of(title)
    assert not slug or windows_holds(slug)


def test_a_new_game_called_like_a_device_is_still_called_so() -> None:
    assert [slug_of(title) for title in ("Con", "Aux!", "Consul", "Com 1")] == [
        "con-game",
        "aux-game",
        "consul",
        "com-1",
    ]


def test_names_that_one_disk_takes_for_one_are_equal() -> None:
    assert as_one("Ä.png") == as_one("a\u0308.png")
    assert as_one("Foo") == as_one("fOO")
    assert as_one("foo") != as_one("fo0")


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("COM1.png", "COM1_.png"),
        ("a/nul", "a/nul_"),
        ("A.", "A._"),
        ("con .x", "con_.x"),
        ("console.png", "console.png"),
    ],
)
def test_only_what_windows_does_not_hold_gets_an_underline(name: str, fits: str) -> None:
    assert fitting(name) == fits
