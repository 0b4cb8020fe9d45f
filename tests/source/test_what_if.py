"""What if: other numbers in a kit, by a path; what leads nowhere is told with what there is, all at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.app.whatif import variants
from cardgen.base.errors import CardgenError
from cardgen.source import load_kit
from cardgen.source.what_if import Supposed, load_changed, read_change, read_sweep, tried, value_at

CHEERS = Path(__file__).parents[2] / "data" / "cheers"
GARTEN = Path(__file__).parents[2] / "data" / "biergarten"


def told(*said: str, folder: Path = CHEERS) -> str:
    with pytest.raises(CardgenError) as error:
        load_changed(folder, [read_change(one) for one in said])
    return str(error.value)


def test_a_number_in_a_table_is_another_one_and_the_files_stay_as_they_are() -> None:
    assert load_changed(CHEERS, [read_change("tables.bar.hand=5")]).tables.bar["hand"] == 5
    assert load_kit(CHEERS).tables.bar["hand"] == 3


def test_deep_in_a_table_things_are_called_by_key_by_id_or_by_number() -> None:
    first = "tables.board.lagers.vaults.0.barrels"
    kit = load_changed(GARTEN, [read_change(f"{first}=1")])
    assert kit.tables.board["lagers"]["vaults"][0]["barrels"] == 1
    assert (
        value_at(load_kit(GARTEN), Supposed(tuple(first.split(".")), 0))
        == (load_kit(GARTEN).tables.board["lagers"]["vaults"][0]["barrels"])
    )


def test_a_card_is_there_more_often_or_not_at_all() -> None:
    assert load_changed(CHEERS, [read_change("cards.Rg.count=7")]).card("Rg").count == 7
    assert load_changed(CHEERS, [read_change("cards.ingredients.Rg.count=7")]).card("Rg").count == 7
    with pytest.raises(KeyError):
        load_changed(CHEERS, [read_change("cards.Rg.count=0")]).card("Rg")


def test_a_field_of_a_card_takes_what_the_kit_allows() -> None:
    assert load_changed(CHEERS, [read_change("cards.Rg.big=plum")]).card("Rg").big == "plum"
    assert "'plumm' cannot be big of Rg" in told("cards.Rg.big=plumm")


def test_every_wrong_path_is_told_at_once_with_what_was_meant() -> None:
    text = told("tables.bar.hnd=2", "cards.Rq.count=1", "tables.bar=4", "tables.bar.hand=x", "foo.x=1")

    assert "there is no 'hnd' in tables.bar" in text
    assert "did you mean 'hand'?" in text
    assert "there is no card 'Rq'" in text
    assert "tables.bar is no single value, expected one of places, hand" in text
    assert "tables.bar.hand is 3, expected a whole number" in text
    assert "'foo' cannot be changed, expected tables or cards" in text


def test_house_rules_are_sent_to_their_own_option() -> None:
    assert "write --option masquerade=true" in told("options.masquerade=true")


def test_a_count_is_a_whole_number() -> None:
    assert "count is no whole number from 0 to 10,000" in told("cards.Rg.count=-1")
    assert "count is no whole number from 0 to 10,000" in told("cards.Rg.count=many")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("tables.bar.hand=6..3", "expected the smaller number first: 3..6"),
        ("tables.bar.hand", "expected a value of the kit and what it is to be"),
        ("hand=3..6", "expected a value of the kit and what it is to be"),
        ("tables.bar.hand=3,,4", "has an empty value"),
        ("tables.bar.hand=1..100000", "are more than 500 values"),
    ],
)
def test_sweeps_that_say_nothing_are_refused(said: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_sweep(said)


def test_a_sweep_is_a_range_or_a_list_and_two_of_them_make_every_pair() -> None:
    hands = read_sweep("tables.bar.hand=3..5,9")
    gifts = read_sweep("tables.bar.gifts=1,2")

    assert [change.value for change in hands] == [3, 4, 5, 9]
    assert len(tried([], [hands, gifts])) == 8
    assert [len(one) for one in tried([read_change("cards.Rg.count=1")], [gifts])] == [2, 2]
    with pytest.raises(ValueError, match="is set twice"):
        tried([read_change("tables.bar.hand=1")], [hands])


def test_what_is_as_the_files_say_is_left_out_and_broken_checks_are_told() -> None:
    found = variants(CHEERS, load_kit(CHEERS), (), ("tables.bar.hand=2..4",))
    assert [(one.called, one.value, one.base) for one in found] == [
        ("tables.bar.hand=2", 2, 3),
        ("tables.bar.hand=4", 4, 3),
    ]
    assert not any(one.breaks for one in found)

    (broken,) = variants(CHEERS, load_kit(CHEERS), ("cards.Rg.count=1",), ())
    assert any("CH-004" in said and "left side is 49" in said for said in broken.breaks)
