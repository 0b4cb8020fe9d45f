"""Problems as a person wants to read them: one for each mistake, the first of a kind, and how many more."""

from __future__ import annotations

from cardgen.base.errors import Location, Problem, once, summed_up

HERE = Location("cards.yaml", 3, 3)


def test_what_one_place_says_of_many_cards_is_one_problem() -> None:
    alone = [Problem("card Z9: too long", Location("cards.yaml", 9, 3)), Problem("card Z9: somewhere")]
    lonely = [Problem(f"card A{n}: too long", HERE, hint="shorten it") for n in (1, 2, 3, 4, 1)]
    twice = [Problem("card B1: crooked", HERE), Problem("card B2: crooked", HERE)]
    fields = [Problem("opens {", HERE, trail=("cards", name, "text")) for name in ("A1", "A2")]

    assert [
        str(problem).replace("cards.yaml:", "") for problem in once([*alone, *lonely, *twice, *fields])
    ] == [
        "9:3: error: card Z9: too long",
        "error: card Z9: somewhere",
        "3:3: error: cards A1, A2, A3 and 1 more: too long\n  hint: shorten it",
        "3:3: error: cards B1, B2: crooked",
        "3:3: error: opens {\n  in cards › A1, A2 › text",
    ]


def test_of_many_of_a_kind_the_first_are_shown_and_the_rest_counted() -> None:
    many = [Problem(f"card A{n}: odd", Location("cards.yaml", n), code="odd") for n in range(1, 8)]
    assert [str(problem) for problem in summed_up(many, most=2)] == [
        "cards.yaml:1: error: card A1: odd",
        "cards.yaml:2: error: card A2: odd",
        "error: and 5 more of this kind (odd) in cards.yaml",
    ]
