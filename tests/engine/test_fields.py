"""A state is made of its declared fields: beginning, copies, and what cannot be declared."""

from __future__ import annotations

import pickle
from typing import Annotated, Any, ClassVar, TypeAlias

import pytest

from cardgen.engine import OVER, Asked, Phase, Seat, State, begins, each
from tests.engine.toy import ACT, snatch

Grid: TypeAlias = dict[int, list[tuple[int, int]]]
Suit: TypeAlias = Annotated[int, "suit"]


class Table(State):
    """One field of every kind."""

    RULES: ClassVar = ("nothing of the state",)
    pot: int = 3
    word: str = ""
    on: bool = False
    dealer: Seat = -1
    pain: Suit | None = None
    last: Phase[Any] = OVER
    pile: list[int]
    names: dict[str, int]
    grid: Grid
    chips: list[int] = each(7)
    suits: list[list[list[int]]] = each(lambda game: [[] for _ in game.names])
    bags: list[dict[int, int]] = each()
    box: list[int] = begins(lambda game: list(range(game.players)))
    pair: tuple[int, tuple[str, ...]] = (1, ())
    _seen: dict[int, int]


class Longer(Table):
    """More of the same."""

    more: int = 1


def test_a_state_begins_with_what_is_declared() -> None:
    s = Longer(snatch(3))
    assert (s.pot, s.chips, s.bags, s.box, s.suits[2]) == (
        3,
        [7, 7, 7],
        [{}, {}, {}],
        [0, 1, 2],
        [[], [], []],
    )
    assert (s.turn, s.phase, s.pile, s.grid, s.more) == (0, OVER, [], {}, 1)
    with pytest.raises(AttributeError):
        s.anything_else = 1  # type: ignore[attr-defined]


def test_a_copy_has_lists_of_its_own_as_deep_as_they_go() -> None:
    s = Longer(snatch(3))
    s.grid[4], s.names["a"], s.more = [(1, 2)], 1, 9
    s._seen[1] = 1
    twin = s.copy()
    assert twin == s
    assert (twin.more, twin._seen) == (9, {})
    before = s.to_dict()
    twin.grid[4].append((3, 4))
    twin.suits[0][0].append(5)
    twin.bags[1][2] = 3
    twin.names["b"] = 2
    twin.chips[0] = 0
    assert s.to_dict() == before
    assert twin != s


def test_what_begins_with_an_underscore_is_no_part_of_the_state() -> None:
    s = Table(snatch(2))
    s._seen[1] = 1
    assert "_seen" not in s.to_dict()
    assert s == Table(snatch(2))


def test_a_pickled_state_has_the_phases_it_had() -> None:
    s = snatch(2).deal(1)
    s.stack.append(Asked(ACT, 0, ()))
    assert pickle.loads(pickle.dumps((ACT, OVER))) == (ACT, OVER)
    twin = type(s).from_dict(s.game, s.to_dict())
    assert twin.stack[0].phase is ACT
    made, (_, data) = s.__reduce__()
    assert made(s.game, data) == s


@pytest.mark.parametrize(
    ("annotation", "value", "says"),
    [
        ("Any", 0, "cannot be copied and written down"),
        ("list", 0, "cannot be copied"),
        ("list[Any]", 0, "cannot be copied"),
        ("set[int]", 0, "cannot be copied"),
        ("list[set[int]]", 0, "cannot be copied"),
        ("bytes", b"", "cannot be copied"),
        ("Table", None, "cannot be copied"),
        ("list[int] | None", None, "may also be something else"),
        ("tuple[list[int], ...]", (), "would share the lists in this tuple"),
        ("Unheard", 0, "name 'Unheard' is not defined"),
        ("int", ..., "what does it begin with"),
        ("list[int]", [], "begin empty without a word"),
        ("int", each(0), r"each\(\) is for a list"),
        ("list[int]", each(), "what does it begin with"),
        ("list[list[int]]", each([]), "begin empty without a word"),
        ("dict[int, int]", each(0), r"each\(\) is for a list"),
        ("dict[tuple[int, ...], int]", ..., "keys of a dict are numbers or words"),
    ],
)
def test_what_cannot_be_copied_for_certain_is_an_error_when_the_class_is_made(
    annotation: str, value: Any, says: str
) -> None:
    body: dict[str, Any] = {"__module__": __name__, "__annotations__": {"wrong": annotation}}
    if value is not ... and not (value == 0 and annotation.startswith(("list", "set"))):
        body["wrong"] = value
    with pytest.raises(TypeError, match=f"Bad.wrong.*{says}"):
        type(State)("Bad", (State,), body)


def test_what_is_unsaid_is_a_field() -> None:
    body = {"__module__": __name__, "__annotations__": {"pots": "int"}, "pots": 0, "unsaid": ("pot", "pots")}
    with pytest.raises(TypeError, match="unsaid, but no fields: pot"):
        type(State)("Bad", (State,), body)


def test_a_field_is_declared_once() -> None:
    body = {"__module__": __name__, "__annotations__": {"pot": "int"}, "pot": 0}
    with pytest.raises(TypeError, match=r"Bad\.pot: Table has declared it already"):
        type(State)("Bad", (Table,), body)
