"""What the JSON of `cardgen compare --json` says: one declaration for its JSON Schema, for docs/report-json.md, and to read
it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.app.report_shape import ReportPart
from cardgen.source.leaves import ANYTHING, TEXT, YES_NO, number, one_of, whole
from cardgen.source.shape import Part, Schema, json_schema, key, list_of, map_of, part


class ComparedPart(Part, example="{says: the kit as it is, bots: [greedy], options: {}}"):
    """One of the two that are compared."""

    says: Any = key(TEXT, "How it is called.")
    bots: Any = key(list_of(TEXT), "Who plays.")
    options: Any = key(map_of(ANYTHING), "The house rules that were named; those of the book are left out.")


class MeasurePart(Part, example="{measure: rounds, share: false, a: 4.4, b: 4.1, …}"):
    """One measure of both sides, and their difference deal by deal."""

    measure: Any = key(
        TEXT,
        "Which: rounds, decisions, top, lead, level, first (wins of who begins), nobody, `side 1` … (wins of each team), "
        "`ending: …`, `figure: …` (its mean in a game).",
    )
    share: Any = key(
        YES_NO, "Whether it is a share of the games, 0 to 1, and not a number of something in them."
    )
    a: Any = key(number(), "How much of it there is at a.")
    b: Any = key(number(), "How much at b.")
    difference: Any = key(number(), "How much more at b, from pairs of games of the same deal.")
    low: Any = key(
        number(), "The lower end of its 95 % interval; null where there is too little to tell.", default=None
    )
    high: Any = key(number(), "Its upper end.", default=None)
    sure: Any = key(YES_NO, "Whether the interval leaves out 0.")
    games_needed: Any = key(
        whole(0),
        "About how many pairs of games would make it sure, if it is as large as it looks; null where it is sure, or where "
        "nothing was seen.",
        default=None,
    )


class ComparisonPart(Part, example="{players: 4, games: 1000, met: 812, …}"):
    """What differs at one number of players."""

    players: Any = key(whole(1), "How many play.")
    games: Any = key(whole(0), "How many pairs of games.")
    met: Any = key(
        whole(0),
        "How many of them differ in a move or in the result; 0: no game met the difference.",
    )
    games_for_two_points: Any = key(
        whole(0),
        "About how many pairs would put every share within 2 points; null where it is.",
        default=None,
    )
    measures: Any = key(list_of(part(MeasurePart)), "The measures, those first that surely differ.")


class ComparePart(Part, example="{format: 1, a: {…}, b: {…}, comparisons: […], report: {…}}"):
    """What `cardgen compare --json` writes: what differs between two states of a kit, house rules or players."""

    format: Any = key(
        one_of(1), "The version of this shape. It grows when a field goes or means something else."
    )
    a: Any = key(part(ComparedPart), "The one.")
    b: Any = key(part(ComparedPart), "The other.")
    comparisons: Any = key(list_of(part(ComparisonPart)), "What differs, at each number of players.")
    report: Any = key(
        part(ReportPart),
        "The reports of both, as `cardgen simulate --json` writes them: tables with a `change` are b.",
    )


def compare_schema() -> Schema:
    """Return the JSON Schema of a comparison."""
    return json_schema(part(ComparePart), "A comparison of cardgen compare")


def read_comparison(data: Any) -> Mapping[str, Any]:
    """Return the data of a comparison; `Wrong` says all that is not as it should be."""
    part(ComparePart).read(data)
    found: Mapping[str, Any] = data
    return found
