"""What the games of one table came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from cardgen.results.declared import Fraction, Many, Times, doc, written
from cardgen.results.found import Findings, PairsUse, RuleUse
from cardgen.results.numbers import Mean, MeanAt, Minutes, Reading, Share, ShareAt, Spread, Summary, SummaryAt

ROUGHLY = 240  # candidates for a move; beyond that some are looked at, not all
FAIR_BAND = 0.03
"""A table hardly notices three wins more or less in a hundred games."""
NOBODY = 0.05
"""Where surely more games than this have no winner, it is no accident."""
ONE_ENDING = 0.95
"""Where more games than this end one way, the other ways hardly exist."""
OVER_EARLY = 0.6
"""Who leads at half time should not be further than this on the way from a fair share of wins to all of them."""
LEAD_COUNTS = 0.1
"""Nearer to a fair share than this, the first half does not count."""
LATE_AT, END_DECIDES = 0.8, 0.3
"""After so much of the game who leads should be this far on that way, or all before hardly matters."""


@written
class SideWins:
    """Who wins together: a team, or one seat."""

    name: str = doc("Seat 1, Team A.")
    seats: tuple[Times, ...] = doc(
        "The seats of the side, from 0; empty where chance picks them in every game."
    )
    wins: Share | None = doc("How many of the games that have a winner.")


@written
class AboutWhom:
    """Whom it is about."""

    name: str = doc("Who.")


@written
class FairLine(Share, AboutWhom):
    """How often a seat, a side or a place in the order of play wins, of the games that have a winner."""

    wide: Share = doc("The same with an interval so wide that those of all lines hold together.")
    unfair: bool = doc("Whether the fair share lies outside the wide interval.")

    def off(self, fair: float) -> int:
        """Return 1 or -1 where it is surely further from its fair share than a table would notice, else 0."""
        return int(self.wide.low > fair + FAIR_BAND) - int(self.wide.high < fair - FAIR_BAND)


@written
class Question:
    """One question of fairness."""

    shown: bool = doc(
        "False where another question has the same answer, such as seats where each always plays in one team."
    )
    chance: Fraction = doc("How likely a fair game has a line as odd as the oddest of these.")
    lines: tuple[FairLine, ...] = doc("Its lines.")


@written
class Fairness:
    """Fairness, each against its own fair share."""

    share: Fraction | None = doc("The fair share: one by the number of sides.")
    moves_first: str = doc("`seat 1` where that one always begins, else `varies`.")
    team: Question | None = doc("By side.", default=None, seldom=True)
    order: Question | None = doc(
        "By place in the order of play, who begins first.", default=None, seldom=True
    )
    seat: Question | None = doc(
        "By seat; the win of a team is one of each of its seats.", default=None, seldom=True
    )
    scores: tuple[Spread, ...] | None = doc(
        "Final scores of each seat; null where scores only say who won.", default=None
    )
    top: Spread | None = doc("The best score.", default=None)
    lead: Spread | None = doc("The best score less the second best.", default=None)
    level: Share | None = doc("Games in which both are the same.", default=None)
    ties: Share | None = doc("Of two equal best sides, one of which wins: how often it is the one that sits first.", default=None)  # fmt: skip

    @property
    def asked(self) -> list[tuple[str, Question]]:
        """The questions that have an answer of their own, and by what each asks."""
        found = (("team", self.team), ("order", self.order), ("seat", self.seat))
        return [(by, question) for by, question in found if question and question.shown and question.lines]


@written
class Reach:
    """Whether the intervals that `--until-ci` asked for were reached."""

    also: ClassVar = ("reached",)

    half_width: Fraction = doc("How far either way they were to be.")
    watch: Literal["seat", "order", "team", "bot", "option"] = doc("Whose wins were watched.")
    widest: Fraction = doc("How far the widest of them reaches.")
    games_needed: Times = doc("How many games would do, roughly.")

    @property
    def reached(self) -> bool:
        """Whether that is near enough."""
        return self.widest <= self.half_width

    def __str__(self) -> str:
        of = "a difference" if self.watch == "option" else f"wins by {self.watch}"
        what = f"the widest interval of {of} reaches {self.widest:.1%} either way"
        if self.reached:
            return f"± {self.half_width:.1%} was reached: {what}"
        return f"± {self.half_width:.1%} was not reached: {what}; about {self.games_needed:,} games would do"


@written
class Answer(Reading):
    """One thing that `--until-sure` asked about, and what the games say of it."""

    games: Times = doc("After how many games it was sure; how many were played, where it's still open.")
    chance: Fraction = doc(
        "How likely any look at these games says that it's sure where it isn't so; the interval is that of its look."
    )

    def __str__(self) -> str:
        where = "within its line" if self.met else "beyond its line"
        whose = "" if self.goal.startswith(self.about) else f"{self.about}: "
        found = f"{whose}{self.said} ({self.reach or 'nothing is known'})"
        if self.sure:
            return f"{self.goal}: surely {where} after {self.games:,} games; {found}"
        needed = f"; about {self.games_needed:,} would tell" if self.games_needed else ""
        return f"{self.goal}: still open after {self.games:,} games{needed}; {found}"


@written
class EndingUse:
    """The games that ended one way."""

    rounds: Summary = doc("Their rounds; `of` is how many games ended so.")
    decisions: Summary = doc("Their decisions.")
    last: str = doc(
        "The kind of decision that ends all such games, if it comes only there: then it's a choice of the players who wins.",
        absent="",
    )
    wins: Mapping[str, tuple[FairLine, ...]] = doc(
        "Who wins them, by `team`, `order` or `seat`; the wide intervals of all lines of all endings hold together."
    )


@written
class GameLength:
    """How long games are."""

    rounds: Spread = doc("Rounds of a game.")
    decisions: Spread = doc("Decisions of all players in a game.")
    minutes: Minutes | None = doc("Minutes, estimated; null where nobody was timed and the box says nothing.")


@written
class Replay:
    """A game worth a look; `cardgen simulate --save-games` writes it down."""

    why: str = doc("What it is an example of.")
    game: Many = doc("Its number in this run, from 1.")
    seed: Times = doc("The seed of its deal.")
    winner: Times = doc("The side that won.")
    lead_changes: Times = doc("How often another side took the lead.")
    behind: float = doc("How far the winner was behind at worst.")
    rounds: Times = doc("Its rounds.")
    moves: Times = doc("Its decisions.")
    standing: tuple[tuple[float, ...], ...] = doc(
        "The standing of each side at the start, as each round began, and at the end."
    )


@written
class SideStory:
    """How the winners of some games got there, or all others."""

    first_half: Mean = doc("What such a side gains in the first half of the rounds.")
    second_half: Mean = doc("What it gains in the second half.")
    hand: Mean | None = doc("Cards in such a player's hand at half time; null where the game has no hands.")
    forced: Share | None = doc("Decisions with one move only; null where none was looked at.")
    idle: Share | None = doc("Those whose only move changes nothing: the player could only pass.")
    parts: Mapping[str, Mean] = doc("Each part of the score at the end, where the rules add several up.")


@written
class WayToWin:
    """The games that ended one way and had a winner."""

    games: Times = doc("How many games.")
    winners: SideStory = doc("Those who won them.")
    others: SideStory = doc("All others.")


@written
class Leads:
    """Who leads, and by how much, in games that have a winner; only the first two where nobody ever leads."""

    unit: str = doc("What a standing counts.")
    games: Times = doc("How many games.")
    margin: tuple[SummaryAt, ...] = doc(
        "The lead over the second at 0, 10 … 100 % of the rounds.", default=(), seldom=True
    )
    standing: tuple[SummaryAt, ...] = doc(
        "The standing of every side at 0, 10 … 100 % of the rounds.", default=(), seldom=True
    )
    hands: tuple[SummaryAt, ...] = doc(
        "The cards in every hand then; empty where the game has no hands.", default=(), seldom=True
    )
    income: tuple[MeanAt, ...] = doc(
        "What a side gains in the tenth of the rounds that ends then; a tenth that ends within a round has its part of that round.",
        default=(),
        seldom=True,
    )
    parts: Mapping[str, tuple[SummaryAt, ...]] = doc(
        "Each part of the score of every player then, where the rules add several up.",
        default=None,
        seldom=True,
    )
    leader_wins: tuple[ShareAt, ...] = doc(
        "How often who leads then wins; of equal leaders each a part.", default=(), seldom=True
    )
    lead_changes: Spread = doc("How often another side took the lead.", default=None, seldom=True)
    decided: Mapping[str, Times] = doc(
        "In which fifth of a game, 0 to 4, the winner took the lead for good.", default=None, seldom=True
    )
    decided_last: Share = doc("The last fifth of these.", default=None, seldom=True)
    finish: Spread = doc("The lead at the end.", default=None, seldom=True)
    deficit: Spread = doc("How far winners were behind at worst.", default=None, seldom=True)
    behind_at_half: Share = doc("Winners who were behind at half time.", default=None, seldom=True)
    replays: tuple[Replay, ...] = doc("Games worth a look.", default=(), seldom=True)
    ways: Mapping[str, WayToWin] = doc(
        "How winners and others got there, by how the game ended.", default=None, seldom=True
    )


@written
class Bin:
    """Decisions with so many moves to choose from."""

    least: Many = doc("From so many")
    most: Many | None = doc("to so many; null for any more.")
    share: Fraction = doc("The share of the decisions that were looked at.")


@written
class PhaseUse:
    """The decisions of one kind."""

    name: str = doc("What is decided.")
    per_game: float = doc("How often in a game.")
    looked_at: Times = doc("How many of them were looked at: one of seven.")
    forced: Fraction | None = doc("The share of those with one move only.")
    p5: float | None = doc("5 % have at most so many moves.")
    median: float | None = doc("Half have at most so many.")
    p95: float | None = doc("95 % have at most so many.")
    most: float | None = doc(f"The most; beyond {ROUGHLY} roughly.")


@written
class ChoiceUse:
    """How much there is to choose from."""

    looked_at: Times = doc(
        "How many decisions were looked at: every seventh, beginning elsewhere in each game."
    )
    forced: Fraction | None = doc("The share of those with one move only.")
    bins: tuple[Bin, ...] = doc("By the number of moves, in powers of two.")
    phases: tuple[PhaseUse, ...] = doc("By kind of decision.")
    branching: Summary = doc("Moves to choose from.")
    waits: Spread = doc("Decisions of others between two decisions of a player.")
    forced_over: tuple[ShareAt, ...] = doc(
        "The share of decisions with one move only, at 0, 10 … 100 % of the decisions of a game.",
        absent=(),
    )
    idle_over: tuple[ShareAt, ...] = doc(
        "The same of those whose only move names no piece and moves no piece, no chip and no point: the player could only pass.",
        absent=(),
    )


@written
class PartUse:
    """One part of the box."""

    also: ClassVar = ("wanted", "short")

    part: str = doc("The component, or the chip.")
    title: str = doc("What it is called.")
    most: Times = doc(
        "How many were in play at once at most; of chips, what it takes to lay out all heaps, large ones first."
    )
    held: Times | None = doc("How many the box has; null where it does not say.")
    missing: Times = doc("How many more were wanted at once and not there, where the rules tell.")
    card: str | None = doc("A card or token whose face shows it.")

    @property
    def wanted(self) -> Times:
        """How many there should be: those in play, or all there are and those that were missing."""
        there = self.held if self.held is not None and self.missing else self.most
        return max(self.most, there + self.missing)

    @property
    def short(self) -> bool:
        """Whether that is too few."""
        return self.held is not None and self.wanted > self.held


@written
class TableHead:
    """What was played at one table, and how it went."""

    players: Many = doc("How many play.")
    options: Mapping[str, Any] = doc("The value of every option.")
    changed_options: Mapping[str, Any] = doc("Those that are not by the book.")
    change: str = doc(
        "What is otherwise in the kit here, such as `tables.bar.hand=5`.",
        absent="",
    )
    bots: tuple[str, ...] = doc("Who plays, in order.")
    games: Times = doc("How many games.")
    wanted: Times = doc("How many there were to be.")
    interrupted: bool = doc("Whether it was stopped early.")
    until_ci: Reach | None = doc("Whether the interval that was asked for was reached.")
    until_sure: tuple[Answer, ...] = doc(
        "What `--until-sure` asked about, and the answers; empty where it was not asked.", absent=()
    )
    sides: tuple[SideWins, ...] = doc("Who wins together.")
    endings: Mapping[str, Times] = doc("How many games ended in which way.")
    known_endings: Times = doc(
        "How many ways to end the rules have; 0 where they can't be counted.", absent=0
    )
    by_ending: Mapping[str, EndingUse] = doc(
        "The games that ended in each way; empty where all ended alike.", absent={}
    )
    nobody: Share = doc("Games that nobody won.")
    fair: Fairness = doc("Who wins more than a fair share.")
    bot_wins: Mapping[str, Share] = doc("How often a seat wins on which such a player sits.")
    length: GameLength = doc("How long games are.")
    tension: Leads = doc("Who leads, and by how much.")
    choices: ChoiceUse = doc("How much there is to choose from.")
    box: tuple[PartUse, ...] = doc("Whether the box is big enough.")
    emptied: Mapping[str, Share] = doc("Piles and banks that ran empty, and in how many games.")
    figures: Mapping[str, Spread] = doc("Figures that the rules tell.")
    pairs: PairsUse | None = doc(
        "Pairs of cards that win more than the two alone; null where none could be judged.", absent=None
    )
    cards_by: Literal["game", "round"] = doc(
        "Whether wins of who has a card are those of the game, or of the round, where each round is dealt again.",
        absent="game",
    )


@written
class TableReport(Findings, TableHead):
    """One table: so many players, by these house rules."""

    rules: tuple[RuleUse, ...] = doc("Every rule, used or not.")
