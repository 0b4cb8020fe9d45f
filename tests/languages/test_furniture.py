"""The words that cardgen prints itself: each has a German one, with the same names in it, and none is forgotten."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po  # another reader than the package's

from cardgen.base.language import CATALOGUES, DOMAIN, figure, furnished, lengthened, speaking, tr, trn
from cardgen.languages.furniture import furniture

PO = sorted(CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("file", PO, ids=lambda file: file.parts[-3])
def test_every_word_of_cardgen_is_translated(file: Path) -> None:
    with file.open("rb") as opened:
        catalogue = read_po(opened)
    there = {m.id[0] if isinstance(m.id, list | tuple) else m.id: m for m in catalogue if m.id}
    wanted = furniture()
    assert sorted(set(wanted) - set(there)) == [], "not translated"
    assert sorted(set(there) - set(wanted)) == [], "nothing prints this any more"
    for text, (plural, _) in wanted.items():
        message = there[text]
        assert not message.fuzzy
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        assert bool(plural) == isinstance(message.string, tuple), text
        assert len(said) == (catalogue.num_plurals if plural else 1)
        for one in said:
            assert one.strip(), text
            assert names(one) == names(text), text
            assert one.count("**") == text.count("**"), text
            assert (one[:1].isspace(), one[-1:].isspace()) == (text[:1].isspace(), text[-1:].isspace()), text


def test_no_sentence_is_put_together_before_it_is_looked_up() -> None:
    """`tr(f"…")` would never be found in a catalogue."""
    package = Path(__file__).parents[2] / "cardgen"
    wrong = [
        f"{path.name}: {found[0]}"
        for path in package.rglob("*.py")
        if path.name != "language.py"
        for found in re.finditer(r"\b(?:tr|trn|noted)\(\s*f[\"']", path.read_text("utf-8"))
    ]
    assert wrong == []


def test_words_follow_the_language_that_is_spoken_and_english_is_as_written() -> None:
    assert tr("Sheet {sheet} of {sheets}", sheet=3, sheets=12) == "Sheet 3 of 12"
    with speaking("de-AT"):
        assert tr("Sheet {sheet} of {sheets}", sheet=3, sheets=12) == "Blatt 3 von 12"
        assert tr("no such words") == "no such words"
        with speaking("en"):
            assert tr("Contents") == "Contents"
        assert tr("Contents") == "Inhalt"
    with speaking("fi"):
        assert tr("Contents") == "Contents"
    assert (furnished("en-GB"), furnished("de"), furnished("fi"), furnished("pseudo")) == (
        True,
        True,
        False,
        True,
    )


@pytest.mark.parametrize(
    ("language", "n", "said"),
    [
        ("en", 1, "minute"),
        ("en", 5, "minutes"),
        ("de", 1, "Minute"),
        ("de", 0, "Minuten"),
        ("de", 5, "Minuten"),
    ],
)
def test_words_for_counted_things(language: str, n: int, said: str) -> None:
    with speaking(language):
        assert trn("minute", "minutes", n) == said


def test_measures_have_the_decimal_sign_of_the_language() -> None:
    assert (figure(63.5), figure(0.1234, ".2f"), figure(63.0)) == ("63.5", "0.12", "63")
    with speaking("de"):
        assert (figure(63.5), figure(0.1234, ".2f"), figure(63.0)) == ("63,5", "0,12", "63")


def test_furniture_in_the_language_that_nobody_speaks() -> None:
    with speaking("en-x-pseudo"):
        assert tr("Sheet {sheet} of {sheets}", sheet=3, sheets=12) == lengthened(
            "Sheet {sheet} of {sheets}"
        ).format(sheet=3, sheets=12)
