"""A template that is wrong is its author's mistake, at its line; a function of ours that breaks is ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.app.cli import main
from cardgen.faces.compose import Faces
from cardgen.jinja.expressions import ExpressionError, understood
from cardgen.jinja.mistakes import trusted
from cardgen.model import Card, Component, Kit
from cardgen.rulesheet import load_rules, rule_html
from cardgen.source import load_kit
from tests.conftest import MakeKit
from tests.faces.face_kit import draw, kit, svg

GAME = """\
game: kit
title: Kit
version: "1"
players: {min: 2, max: 2}
credits: {design: Us}
rules: rules.md.j2
decks: {main: {size: mini, face: face.svg, cards: [{id: A1}]}}
"""
BLANK = svg("", head='width="50mm" height="69mm" viewBox="-3 -3 50 69">')


def broken(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("ours")


@pytest.fixture
def broken_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.faces.template.width_of", broken)


def test_a_function_of_ours_that_breaks_is_no_problem_of_the_template(
    tmp_path: Path, broken_width: None
) -> None:
    with pytest.raises(ZeroDivisionError, match="ours") as caught:
        draw(tmp_path, svg("{{ text_width('a', 'Roboto', 4) }}"))
    assert caught.value.__notes__ == ["in what cardgen offers to templates"]


def test_the_program_calls_it_a_bug_of_its_own(
    make_kit: MakeKit, broken_width: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    face = BLANK.replace("\n\n", "\n{{ text_width('a', 'Roboto', 4) }}\n")
    folder = make_kit({"game.yaml": GAME, "face.svg": face, "rules.md.j2": "# Kit\n"})
    monkeypatch.setattr("sys.argv", ["cardgen", "check", str(folder)])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 3
    assert "This is a bug in cardgen" in capsys.readouterr().err


def test_a_property_of_the_kit_that_breaks_is_ours_at_every_entrance(
    make_kit: MakeKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    total = "{{ decks.main.total }}"
    face = BLANK.replace("\n\n", f"\n{total}\n")
    made = load_kit(make_kit({"game.yaml": GAME, "face.svg": face, "rules.md.j2": total}))
    monkeypatch.setattr(Component, "total", property(broken))
    with pytest.raises(ZeroDivisionError, match="ours"):
        understood("decks.main.total").value(made.names())
    with pytest.raises(ZeroDivisionError, match="ours"):
        load_rules(made)
    with pytest.raises(ZeroDivisionError, match="ours"):
        Faces(made).front(made.card("A1"))


def test_a_function_of_the_rule_sheet_that_breaks_is_ours(
    make_kit: MakeKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = load_kit(make_kit({"game.yaml": GAME, "face.svg": BLANK, "rules.md.j2": "{{ face('A1') }}"}))
    monkeypatch.setattr(Kit, "card", broken)
    with pytest.raises(ZeroDivisionError, match="ours"):
        load_rules(made)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("text_width(1, 2, 3)", "text_width: family is 2, expected text"),
        ("text_width('a', 'Roboto', 'big')", "text_width: size is 'big', expected a number"),
        ("text_width('a')", "text_width: missing a required argument: 'family'"),
        ("text_width('a', 'Roboto', 4, colour=1)", "text_width: got an unexpected keyword argument 'colour'"),
        ("sqrt(-1)", "this cannot be calculated: the values do not fit (math domain error)"),
        ("sqrt('a')", "this cannot be calculated: the values do not fit (must be real number, not str)"),
        ("card.id()", "this cannot be calculated: the values do not fit ('str' object is not callable)"),
        ("cards.main | sum('id')", "this cannot be calculated: + does not work with a number and text"),
        ("'a' | truncate(-1)", "this cannot be calculated: the values do not fit"),
        ("component.copies(1, 2)", "this cannot be calculated: the values do not fit"),
        ("component['nothing']", "main has no 'nothing'"),
        ("card.name.index('z')", "this cannot be calculated: the values do not fit (substring not found)"),
    ],
)
def test_what_is_wrongly_asked_of_a_function_is_the_authors_mistake(
    tmp_path: Path, said: str, told: str
) -> None:
    _, faces = draw(tmp_path, svg(f"\n{{{{ {said} }}}}"))
    (problem,) = faces.problems
    assert told in problem.message
    assert str(problem.where) == "kit/faces/card.svg:3"
    assert problem.trail == ("card C1",)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("face('K9')", "no card 'K9' (known: A1)"),
        ("face(7)", "face: card is 7, expected a card or text"),
        ("rule(7)", "rule: ids is 7, expected text"),
        ("picture()", "picture: missing a required argument: 'name'"),
    ],
)
def test_a_rule_sheet_that_asks_wrongly_is_told_where(make_kit: MakeKit, said: str, told: str) -> None:
    made = load_kit(
        make_kit({"game.yaml": GAME, "face.svg": BLANK, "rules.md.j2": f"# Kit\n\n{{{{ {said} }}}}"})
    )
    (problem,) = load_rules(made).problems
    assert (problem.message, str(problem.where)) == (told, "kit/rules.md.j2:3")


def test_all_cards_that_a_rule_sheet_asks_for_in_vain_are_told_at_once(make_kit: MakeKit) -> None:
    text = '# Kit\n\n{{ face("K8") }} {{ face("A1") }}\n\n{{ back("K9@full") }}\n\n![a card](face:K7)'
    made = load_kit(make_kit({"game.yaml": GAME, "face.svg": BLANK, "rules.md.j2": text}))
    faces = Faces(made)
    rule_html(load_rules(made), faces)
    assert [(problem.message, str(problem.where)) for problem in faces.problems] == [
        (f"no card '{card}' (known: A1)", f"kit/rules.md.j2:{line}")
        for card, line in (("K8", 3), ("K9", 5), ("K7", 7))
    ]


def test_a_card_is_an_argument_like_any_other(tmp_path: Path) -> None:
    def title(card: Card, long: bool = False) -> str:
        return card.name.upper() if long else card.name

    made = kit(tmp_path, svg("")).card("C1")
    assert trusted("title", title)(made, long=True) == "C1"


def test_endless_recursion_is_the_authors(tmp_path: Path) -> None:
    with pytest.raises(RecursionError):
        trusted("ever", trusted_for_ever)()
    with pytest.raises(ExpressionError):
        understood("not " * 900 + "1")


def trusted_for_ever() -> Any:
    return trusted("ever", trusted_for_ever)()
