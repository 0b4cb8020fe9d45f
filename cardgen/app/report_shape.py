"""What the JSON of `cardgen simulate --json` says: one declaration for its JSON Schema, for docs/report-json.md, and
to read it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.source.leaves import ANYTHING, TEXT, YES_NO, number, one_of, whole
from cardgen.source.shape import Part, Schema, json_schema, key, list_of, map_of, part

_NUMBER = number()
_PART = number(0, 1)
_TIMES = whole(0)


class SharePart(Part, example="{share: 0.4, low: 0.37, high: 0.43, of: 1000}"):
    """A share of a whole with its 95 % interval, from how the deals differ."""

    share: Any = key(_PART, "The share, 0 to 1.")
    low: Any = key(_PART, "The lower end of the interval.")
    high: Any = key(_PART, "The upper end of the interval.")
    of: Any = key(_TIMES, "How many times it could have been.")


class MeanPart(Part, example="{mean: -0.3, low: -0.4, high: -0.2, of: 500}"):
    """A mean, or a difference of means, with its 95 % interval; the ends are null where there is too little to tell."""

    mean: Any = key(_NUMBER, "The mean.")
    low: Any = key(_NUMBER, "The lower end of the interval.", default=None)
    high: Any = key(_NUMBER, "The upper end of the interval.", default=None)
    of: Any = key(_TIMES, "How many numbers, or pairs of games.")


class NumbersPart(Part, example="{mean: 7.7, low: 7.6, high: 7.8, …}"):
    """How numbers are spread: mean with its 95 % interval, and quantiles."""

    mean: Any = key(_NUMBER, "The mean.")
    low: Any = key(
        _NUMBER,
        "The lower end of the interval of the mean; null where there is too little to tell.",
        default=None,
    )
    high: Any = key(_NUMBER, "Its upper end.", default=None)
    sd: Any = key(_NUMBER, "The standard deviation of the numbers.")
    of: Any = key(_TIMES, "How many numbers.")
    p5: Any = key(_NUMBER, "5 % are at most this.")
    p10: Any = key(_NUMBER, "10 % are at most this.")
    p25: Any = key(_NUMBER, "25 % are at most this.")
    median: Any = key(_NUMBER, "Half of them are at most this.")
    p75: Any = key(_NUMBER, "75 % are at most this.")
    p90: Any = key(_NUMBER, "90 % are at most this.")
    p95: Any = key(_NUMBER, "95 % are at most this.")
    least: Any = key(_NUMBER, "The smallest.")
    most: Any = key(_NUMBER, "The largest.")


class SpreadPart(NumbersPart, example="{mean: 7.7, low: 7.6, high: 7.8, …}"):
    """How numbers are spread: mean with its 95 % interval, quantiles, and how often each came."""

    counts: Any = key(map_of(_TIMES), "The histogram: how often each number came, by the number as text.")


class AtPart(Part, example="{at: 0.5}"):
    """A moment of the game."""

    at: Any = key(_PART, "How much of the game has been played, 0 to 1.")


class SpreadAtPart(
    NumbersPart, AtPart, example="{at: 0.5, mean: 2.1, …}"
):  # what is inherited last is written first
    """The same without a histogram, at a moment of the game."""


class ShareAtPart(SharePart, AtPart, example="{at: 0.5, share: 0.6, low: 0.57, high: 0.63, of: 1000}"):
    """A share at a moment of the game."""


class WholePart(Part, example="{minutes: {…}, decisions: {…}}"):
    """Whole games of people, at whatever number of players they played."""

    minutes: Any = key(part(NumbersPart), "How many minutes they took, with moves that were taken back.")
    decisions: Any = key(part(NumbersPart), "How many decisions they had.")


class PacePart(Part, example="{games: 4, seconds: {…}}"):
    """How long people took for a decision, in games that were played at a table."""

    games: Any = key(_TIMES, "How many games.")
    seconds: Any = key(
        part(NumbersPart), "The seconds of their decisions; the interval of the mean is over games."
    )
    whole: Any = key(
        part(WholePart), "Whole games of theirs; null where none was played to its end.", default=None
    )


class MinutesPart(Part, example="{by: playtests, mean: 22, p5: 15, …}"):
    """The minutes of a game, estimated: its decisions times the seconds of one. Set-up and counting are left out."""

    by: Any = key(
        one_of("playtests", "box"),
        "Whether people were timed, or the average game is taken to last what `minutes:` of game.yaml says.",
    )
    mean: Any = key(_NUMBER, "The minutes of the average game.")
    p5: Any = key(_NUMBER, "5 % of games take at most this, at that pace.")
    median: Any = key(_NUMBER, "Half of them take at most this.")
    p95: Any = key(_NUMBER, "95 % take at most this.")
    low: Any = key(
        _NUMBER,
        "The lower end of the 95 % interval of the mean; null unless several games were timed.",
        default=None,
    )
    high: Any = key(_NUMBER, "Its upper end.", default=None)
    seconds: Any = key(_NUMBER, "The seconds of a decision.")


class KitPart(Part, example="{game: biergarten, title: Biergarten, …}"):
    """Which game was played, and which version of it."""

    game: Any = key(TEXT, "The name of the kit.")
    title: Any = key(TEXT, "Its title.")
    subtitle: Any = key(TEXT, "Its subtitle.")
    version: Any = key(TEXT, "Its version.")
    language: Any = key(TEXT, "Its language.")
    accent: Any = key(TEXT, "Its colour.")
    minutes: Any = key(TEXT, "How long the box says a game takes.")
    players: Any = key(list_of(whole(1)), "The fewest and the most players.")
    notice: Any = key(TEXT, "What it says of whose it is.")
    fingerprint: Any = key(
        TEXT, "Changes when a piece, a count, a value or a table that the rules read changes."
    )


class RunPart(Part, example="{command: cardgen simulate …, seed: 1, …}"):
    """How it was made. What changes nothing is left out: the number of processes, the hour, how long it took."""

    command: Any = key(TEXT, "The command that makes the same file; empty from a program.")
    seed: Any = key(whole(), "The seed of all games.")
    games: Any = key(_TIMES, "How many games were played at all tables.")
    wanted: Any = key(_TIMES, "How many there were to be.")
    decisions: Any = key(_TIMES, "How many decisions were made in them.")
    interrupted: Any = key(YES_NO, "Whether it was stopped early.")
    options: Any = key(map_of(ANYTHING), "The house rules that hold at all tables.")
    cardgen: Any = key(TEXT, "The version of cardgen.")
    python: Any = key(TEXT, "The version of Python.")


class CorrectionPart(Part, example="{lines: 8, level: 0.99375, says: …}"):
    """What keeps 'not fair' honest over all lines of all tables."""

    lines: Any = key(_TIMES, "How many lines of fairness are looked at together.")
    level: Any = key(_PART, "The level of each `wide` interval, so that all hold together at 95 %.")
    says: Any = key(TEXT, "The correction in words.")


class SidePart(Part, example="{name: Team A, seats: [0, 2], wins: {…}}"):
    """Who wins together: a team, or one seat."""

    name: Any = key(TEXT, "Seat 1, Team A.")
    seats: Any = key(
        list_of(_TIMES), "The seats of the side, from 0; empty where the lot decides in every game."
    )
    wins: Any = key(part(SharePart), "How many of the games that somebody won.", default=None)


class FairLinePart(Part, example="{name: seat 1, share: 0.4, …}"):
    """How often a seat, a side or a place in the order of play wins, of the games that somebody won."""

    name: Any = key(TEXT, "Who.")
    share: Any = key(_PART, "The share, 0 to 1.")
    low: Any = key(_PART, "The lower end of the 95 % interval.")
    high: Any = key(_PART, "Its upper end.")
    of: Any = key(_TIMES, "How many games somebody won.")
    wide: Any = key(
        part(SharePart), "The same with an interval so wide that those of all lines hold together."
    )
    unfair: Any = key(YES_NO, "Whether the fair share lies outside the wide interval.")


class QuestionPart(Part, example="{shown: true, chance: 0.3, lines: […]}"):
    """One question of fairness."""

    shown: Any = key(
        YES_NO,
        "False where another question has the same answer, such as seats where each always plays in one team.",
    )
    chance: Any = key(_PART, "How likely a fair game has a line as odd as the oddest of these.")
    lines: Any = key(list_of(part(FairLinePart)), "Its lines.")


class FairPart(Part, example="{share: 0.25, moves_first: varies, …}"):
    """Fairness, each against its own fair share."""

    share: Any = key(_PART, "The fair share: one by the number of sides.", default=None)
    moves_first: Any = key(TEXT, "`seat 1` where that one always begins, else `varies`.")
    team: Any = key(part(QuestionPart), "By side.", default=None)
    order: Any = key(part(QuestionPart), "By place in the order of play, who begins first.", default=None)
    seat: Any = key(
        part(QuestionPart), "By seat; the win of a team is one of each of its seats.", default=None
    )
    scores: Any = key(
        list_of(part(SpreadPart)),
        "Final scores of each seat; null where scores only say who won.",
        default=None,
    )
    top: Any = key(part(SpreadPart), "The best score.", default=None)
    lead: Any = key(part(SpreadPart), "The best score less the second best.", default=None)
    level: Any = key(part(SharePart), "Games in which both are the same.", default=None)


class UntilPart(Part, example="{half_width: 0.02, watch: seat, reached: true, …}"):
    """Whether the intervals that `--until-ci` asked for were reached."""

    half_width: Any = key(_PART, "How far either way they were to be.")
    watch: Any = key(one_of("seat", "order", "team", "bot", "option"), "Whose wins were watched.")
    widest: Any = key(_PART, "How far the widest of them reaches.")
    reached: Any = key(YES_NO, "Whether that is near enough.")
    games_needed: Any = key(_TIMES, "How many games would do, roughly.")


class LengthPart(Part, example="{rounds: {…}, decisions: {…}}"):
    """How long games are."""

    rounds: Any = key(part(SpreadPart), "Rounds of a game.")
    decisions: Any = key(part(SpreadPart), "Decisions of all players in a game.")
    minutes: Any = key(
        part(MinutesPart),
        "Minutes, estimated; null where nobody was timed and the box says nothing.",
        default=None,
    )


class ReplayPart(Part, example="{why: like most, game: 25, …}"):
    """A game worth a look; `cardgen simulate --save-games` writes it down."""

    why: Any = key(TEXT, "What it is an example of.")
    game: Any = key(whole(1), "Its number in this run, from 1.")
    seed: Any = key(_TIMES, "The seed of its deal.")
    winner: Any = key(_TIMES, "The side that won.")
    lead_changes: Any = key(_TIMES, "How often another side took the lead.")
    behind: Any = key(_NUMBER, "How far the winner was behind at worst.")
    rounds: Any = key(_TIMES, "Its rounds.")
    moves: Any = key(_TIMES, "Its decisions.")
    standing: Any = key(
        list_of(list_of(_NUMBER)),
        "The standing of each side at the start, as each round began, and at the end.",
    )


class TensionPart(Part, example="{unit: barrels, games: 4000, …}"):
    """Who leads, and by how much, in games that somebody won; only the first two where nobody ever leads."""

    unit: Any = key(TEXT, "What a standing counts.")
    games: Any = key(_TIMES, "How many games.")
    margin: Any = key(
        list_of(part(SpreadAtPart)), "The lead over the second at 0, 10 … 100 % of the rounds.", default=()
    )
    leader_wins: Any = key(
        list_of(part(ShareAtPart)), "How often who leads then wins; of equal leaders each a part.", default=()
    )
    lead_changes: Any = key(part(SpreadPart), "How often another side took the lead.", default=None)
    decided: Any = key(
        map_of(_TIMES), "In which fifth of a game, 0 to 4, the winner took the lead for good.", default=None
    )
    decided_last: Any = key(part(SharePart), "The last fifth of these.", default=None)
    finish: Any = key(part(SpreadPart), "The lead at the end.", default=None)
    deficit: Any = key(part(SpreadPart), "How far winners were behind at worst.", default=None)
    behind_at_half: Any = key(part(SharePart), "Winners who were behind at half time.", default=None)
    replays: Any = key(list_of(part(ReplayPart)), "Games worth a look.", default=())


class BinPart(Part, example="{least: 2, most: 3, share: 0.2}"):
    """Decisions with so many moves to choose from."""

    least: Any = key(whole(1), "From so many")
    most: Any = key(whole(1), "to so many; null for any more.", default=None)
    share: Any = key(_PART, "The share of the decisions that were looked at.")


class PhasePart(Part, example="{name: play a card, per_game: 52, …}"):
    """The decisions of one kind."""

    name: Any = key(TEXT, "What is decided.")
    per_game: Any = key(_NUMBER, "How often in a game.")
    looked_at: Any = key(_TIMES, "How many of them were looked at: one of seven.")
    forced: Any = key(_PART, "The share of those with one move only.", default=None)
    p5: Any = key(_NUMBER, "5 % have at most so many moves.", default=None)
    median: Any = key(_NUMBER, "Half have at most so many.", default=None)
    p95: Any = key(_NUMBER, "95 % have at most so many.", default=None)
    most: Any = key(_NUMBER, "The most.", default=None)


class MovesPart(NumbersPart, example="{mean: 12, …}"):
    """How numbers of moves are spread."""


class ChoicesPart(Part, example="{looked_at: 41835, forced: 0.1, …}"):
    """How much there is to choose from."""

    looked_at: Any = key(
        _TIMES, "How many decisions were looked at: every seventh, beginning elsewhere in each game."
    )
    forced: Any = key(_PART, "The share of those with one move only.", default=None)
    bins: Any = key(list_of(part(BinPart)), "By the number of moves, in powers of two.")
    phases: Any = key(list_of(part(PhasePart)), "By kind of decision.")
    branching: Any = key(part(MovesPart), "Moves to choose from.")
    waits: Any = key(part(SpreadPart), "Decisions of others between two of one's own.")


class BoxPart(Part, example="{part: common, most: 39, held: 58, …}"):
    """One part of the box."""

    part: Any = key(TEXT, "The component, or the chip.")
    title: Any = key(TEXT, "What it is called.")
    most: Any = key(
        _TIMES,
        "How many were in use at once at most; of chips, what it takes to lay out all heaps, large ones first.",
    )
    missing: Any = key(_TIMES, "How many more were wanted at once and not there, where the rules tell.")
    wanted: Any = key(
        _TIMES, "How many there should be: those in use, or all there are and those that were missing."
    )
    held: Any = key(_TIMES, "How many the box has; null where it does not say.", default=None)
    short: Any = key(YES_NO, "Whether that is too few.")
    card: Any = key(TEXT, "A card or token whose face shows it.", default=None)


class CardUsePart(Part, example="{drawn: 0.5, played: 0.4, …}"):
    """How often a card came, and how those did who held and played it; null for what was not seen."""

    drawn: Any = key(_NUMBER, "How often it came into a hand, per game (or round) and copy.", default=None)
    played: Any = key(
        _NUMBER, "How often it was played or lay before somebody, per game (or round) and copy."
    )
    stuck: Any = key(_PART, "The share of drawn ones that ended in a hand.", default=None)
    strength: Any = key(
        _NUMBER,
        "How much more often those won who drew it than those who drew the average card; if it passes through no hand, "
        "those before whom it came to lie.",
        default=None,
    )
    margin: Any = key(_NUMBER, "How far the 95 % interval reaches either way.", default=None)
    win: Any = key(
        _NUMBER,
        "How much more often those won who played it than everybody. Confounded: cards are also played by who is ahead.",
        default=None,
    )
    win_margin: Any = key(_NUMBER, "How far the 95 % interval of that reaches either way.", default=None)


class CardPart(Part, example="{id: C17, name: C17, component: common, …}"):
    """A card, tile or token, and what became of it."""

    id: Any = key(TEXT, "Its id.")
    name: Any = key(TEXT, "Its name.")
    component: Any = key(TEXT, "The component it belongs to.")
    copies: Any = key(whole(1), "How many there are.")
    by: Any = key(
        one_of("hand", "lies"),
        "Whether who held it is compared, or before whom it came to lie.",
        default=None,
    )
    drawn: Any = key(_NUMBER, "How often it came into a hand, per game (or round) and copy.", default=None)
    played: Any = key(
        _NUMBER, "How often it was played or lay before somebody, per game (or round) and copy."
    )
    stuck: Any = key(_PART, "The share of drawn ones that ended in a hand.", default=None)
    strength: Any = key(
        _NUMBER, "How much more often those won who drew it, as in a card's use.", default=None
    )
    margin: Any = key(_NUMBER, "How far the 95 % interval reaches either way.", default=None)
    wide: Any = key(_NUMBER, "How far those of all cards reach that hold together.", default=None)
    p: Any = key(_PART, "How likely an average card looks as odd.", default=None)
    p_all: Any = key(_PART, "How likely any of so many average cards does (Holm).", default=None)
    sure: Any = key(YES_NO, "Whether that is less than 5 %.")
    win: Any = key(_NUMBER, "How much more often those won who played it (confounded).", default=None)
    win_margin: Any = key(_NUMBER, "How far the 95 % interval of that reaches either way.", default=None)
    by_bot: Any = key(map_of(part(CardUsePart)), "The same for each kind of player, where they differ.")


class NeverPart(Part, example="{undrawn: [], unplayed: [], …}"):
    """What no game did."""

    undrawn: Any = key(list_of(TEXT), "Cards never drawn.")
    unplayed: Any = key(list_of(TEXT), "Cards drawn and never played.")
    deeds: Any = key(list_of(TEXT), "Effects never done.")
    rules: Any = key(list_of(TEXT), "Rules never used.")
    unwatched: Any = key(
        list_of(TEXT), "Rules that the game does not tell of, so that silence proves nothing."
    )


class RulePart(Part, example="{id: BG-003, says: …, times: 12000, …}"):
    """A rule or ruling."""

    id: Any = key(TEXT, "Its number.")
    says: Any = key(TEXT, "What it says.")
    times: Any = key(_TIMES, "How often it was used.")
    state: Any = key(
        one_of("used", "unused", "unwatched"), "Whether any game used it, none did, or nobody can tell."
    )
    scenarios: Any = key(
        list_of(TEXT), "Scenarios that prove it; null where there are no scenario files.", default=None
    )


class TogetherPart(Part, example="{cards: […], never: {…}, …}"):
    """What all tables found together; only those by the book say what cards are worth."""

    watched: Any = key(
        _TIMES,
        "How many games were watched move by move; cards, rules, figures, choices, tension and box are of these.",
    )
    cards: Any = key(list_of(part(CardPart)), "The cards.")
    never: Any = key(part(NeverPart), "What no game did.")
    deeds: Any = key(map_of(_TIMES), "How often each effect was done.")
    rules_used: Any = key(map_of(_TIMES), "How often each rule was used.")


class TablePart(Part, example="{players: 3, options: {…}, …}"):
    """One table: so many players, by these house rules."""

    players: Any = key(whole(1), "How many play.")
    options: Any = key(map_of(ANYTHING), "The value of every option.")
    changed_options: Any = key(map_of(ANYTHING), "Those that are not by the book.")
    change: Any = key(TEXT, "What is otherwise in the kit here, such as `tables.bar.hand=5`.", default="")
    bots: Any = key(list_of(TEXT), "Who plays, in order.")
    games: Any = key(_TIMES, "How many games.")
    wanted: Any = key(_TIMES, "How many there were to be.")
    interrupted: Any = key(YES_NO, "Whether it was stopped early.")
    until_ci: Any = key(part(UntilPart), "Whether the interval that was asked for was reached.", default=None)
    sides: Any = key(list_of(part(SidePart)), "Who wins together.")
    endings: Any = key(map_of(_TIMES), "How many games ended in which way.")
    nobody: Any = key(part(SharePart), "Games that nobody won.")
    fair: Any = key(part(FairPart), "Who wins more than a fair share.")
    bot_wins: Any = key(map_of(part(SharePart)), "How often a seat wins on which such a player sits.")
    length: Any = key(part(LengthPart), "How long games are.")
    tension: Any = key(part(TensionPart), "Who leads, and by how much.")
    choices: Any = key(part(ChoicesPart), "How much there is to choose from.")
    box: Any = key(list_of(part(BoxPart)), "Whether the box is big enough.")
    emptied: Any = key(map_of(part(SharePart)), "Piles and banks that ran empty, and in how many games.")
    figures: Any = key(map_of(part(SpreadPart)), "Figures that the rules tell.")
    watched: Any = key(
        _TIMES,
        "How many games were watched move by move; cards, rules, figures, choices, tension and box are of these.",
    )
    cards_by: Any = key(
        one_of("game", "round"),
        "Whether wins of who has a card are those of the game, or of the round, where each round is dealt anew.",
        default="game",
    )
    cards: Any = key(list_of(part(CardPart)), "What became of each card.")
    never: Any = key(part(NeverPart), "What no game did.")
    deeds: Any = key(map_of(_TIMES), "How often each effect was done.")
    rules_used: Any = key(map_of(_TIMES), "How often each rule was used.")
    rules: Any = key(list_of(part(RulePart)), "Every rule, used or not.")


class HousePart(Part, example="{players: 3, option: equal_turns, value: true, …}"):
    """One value of one option against the table that is played otherwise alike, with the same deals."""

    players: Any = key(whole(1), "How many play.")
    option: Any = key(TEXT, "The option.")
    value: Any = key(ANYTHING, "The value that is tried out.")
    base: Any = key(ANYTHING, "The value of the table it is compared with.")
    title: Any = key(TEXT, "What the option is called.")
    ruling: Any = key(TEXT, "The ruling it belongs to.")
    says: Any = key(TEXT, "What the value says.")
    base_says: Any = key(TEXT, "What the other one says.")
    games: Any = key(_TIMES, "How many pairs of games.")
    met: Any = key(_TIMES, "How many of them differ in a move or in the result; 0: no game met this rule.")
    against: Any = key(
        map_of(part(MeanPart)),
        "How much more of each measure: rounds, decisions, top, lead, level, first (wins of who begins), nobody, "
        "`side 1` … (wins of each team), `ending: …`, `figure: …` (its mean in a game). Shares are 0 to 1.",
    )
    refused: Any = key(TEXT, "Why the rulebook refuses it at this table.", default=None)
    change: Any = key(
        TEXT,
        "What is compared when that is no house rule, such as `tables.bar.hand=5`; option, title, ruling and says are "
        "empty then.",
        default="",
    )
    breaks: Any = key(list_of(TEXT), "The kit's own checks that are not true then.", default=())
    before: Any = key(
        map_of(_NUMBER), "How much there is of each measure at the table it is compared with.", default=None
    )


class NotPlayedPart(Part, example="{players: 3, options: {…}, reason: …}"):
    """A table that was not played."""

    players: Any = key(whole(1), "How many play.")
    options: Any = key(map_of(ANYTHING), "Its options.")
    reason: Any = key(TEXT, "Why.")


class GainPart(Part, example="{bot: greedy without bid, base: greedy, share: 0.24, …}"):
    """What one player wins among others who are all alike, from every seat of every deal."""

    bot: Any = key(TEXT, "The one.")
    base: Any = key(TEXT, "All others.")
    games: Any = key(_TIMES, "How many games it played.")
    deals: Any = key(_TIMES, "How many deals, each once from every seat.")
    share: Any = key(_PART, "How many of them it wins.")
    fair: Any = key(_PART, "How many a seat wins in the same deals when all are like the others.")
    gain: Any = key(part(MeanPart), "The difference, deal by deal.")
    luck: Any = key(
        part(MeanPart),
        "The part of the variance of wins that a seat keeps when players change seats: the deal's.",
    )
    skill: Any = key(
        part(MeanPart), "The part of it that goes with the player, without what chance adds in a few deals."
    )
    sure: Any = key(YES_NO, "Whether the interval of the gain leaves out 0.")


class InsightPart(Part, example="{players: 4, ladder: […], without: […]}"):
    """How much skill, how much luck, and what a card or a kind of move is worth, at one number of players."""

    players: Any = key(whole(1), "How many play.")
    interrupted: Any = key(YES_NO, "Whether it was stopped early.")
    ladder: Any = key(list_of(part(GainPart)), "Each player among those one step weaker, the weakest first.")
    without: Any = key(list_of(part(GainPart)), "Players who may not use a card or make a kind of move.")


class ReportPart(Part, example="{format: 1, kit: {…}, run: {…}, tables: […], …}"):
    """What `cardgen simulate --json` writes: the numbers of a report."""

    format: Any = key(
        one_of(1), "The version of this shape. It grows when a field goes or means something else."
    )
    kit: Any = key(part(KitPart), "Which game.")
    run: Any = key(part(RunPart), "How it was made.")
    correction: Any = key(part(CorrectionPart), "What keeps 'not fair' honest.", default=None)
    pace: Any = key(
        part(PacePart),
        "How long people took for a decision; null where there are no playtests.",
        default=None,
    )
    tables: Any = key(list_of(part(TablePart)), "Every table; one alone is a list of one.")
    houses: Any = key(list_of(part(HousePart)), "House rules against the tables by the book.")
    refused: Any = key(list_of(part(NotPlayedPart)), "Tables that the rulebook refuses.")
    insight: Any = key(
        list_of(part(InsightPart)),
        "Skill, luck and worth, by number of players; empty unless asked for.",
        default=(),
    )
    endless: Any = key(list_of(part(NotPlayedPart)), "Tables with a game that does not end.")
    together: Any = key(part(TogetherPart), "What all tables found together.")


def report_schema() -> Schema:
    """Return the JSON Schema of a report."""
    return json_schema(part(ReportPart), "A report of cardgen simulate")


def read_report(data: Any) -> Mapping[str, Any]:
    """Return the data of a report; `Wrong` says all that is not as it should be."""
    part(ReportPart).read(data)
    found: Mapping[str, Any] = data
    return found
