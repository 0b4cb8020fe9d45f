"""The week of Bartender (2012) around its SHIFTs: the draft, the auctions, and who has won in the end."""

from __future__ import annotations

from cardgen.engine import Move, Moves, Refusal, applies, in_a_row
from cardgen.games.bartender_2012.choices import NONE, Decision, Offer
from cardgen.games.bartender_2012.state import NOBODY, NightTable

BYSTANDER = -4  # the move that names somebody who has only watched

# ---------------------------------------------------------------------------------------------------------
# The draft: BT-011, BT-014 to BT-018, BT-069, BT-Q1, BT-Q2
# ---------------------------------------------------------------------------------------------------------


def deal_hands(s: NightTable) -> None:
    """Give everybody five cards, to draft or to keep.  BT-011, BT-069, BT-Q1."""
    game, ring = s.game, s.round_from(0)
    for seat in ring:
        for card in s.hands[seat][:]:  # BT-Q1: only where new hands are dealt for every SHIFT
            s.throw_away(seat, card)
    s.took = [[] for _ in s.hands]
    s.seen = [[] for _ in s.hands]
    if not game.drafts:
        s.history = []
        for seat in ring:
            s.draw(seat, game.hand)
        begin_auction(s)
        return
    for seat in ring:
        s.packets[seat] = s.turn_up(game.hand)
        s.seen[seat] = [tuple(s.packets[seat])]
    s.history = []  # nobody holds a card, so nobody knows anything of hands
    s.phase, s.turn = DRAFT, ring[0]


class Draft(Decision):
    """Keep one card of the packet and pass the rest to the right.  BT-014 to BT-018, BT-Q2."""

    name, rule, some = "draft a card", "BT-014", "keeps {card}"
    only = "BT-015: one card of the packet at hand is kept"
    secret = True

    def moves(self, s: NightTable) -> Moves:
        return s.packets[s.turn][:]

    def play(self, s: NightTable, move: Move) -> None:
        seat = s.turn
        s.packets[seat].remove(move)
        s.took[seat].append(move)
        # BT-Q2: all pass at the same time; nobody sees what the others keep
        for other in range(seat + 1, s.game.players):
            if s.alive[other]:
                s.turn = other
                return
        ring = s.round_from(0)
        # BT-015: all packets go to the right
        packets = [s.packets[seat] for seat in ring]
        for n, receiver in enumerate(ring):
            s.packets[receiver] = packets[n - 1]
            s.seen[receiver].append(tuple(packets[n - 1]))
        s.turn = ring[0]
        if len(s.packets[ring[0]]) == 1:
            end_draft(s, ring)


@applies("BT-014 to BT-018, BT-Q2")
def end_draft(s: NightTable, ring: list[int]) -> None:
    """The last card is kept, and what was kept goes to the left.  BT-016 to BT-018."""
    for seat in ring:
        s.took[seat] = sorted(s.took[seat] + s.packets[seat])
        s.packets[seat] = []
    for n, seat in enumerate(ring):
        s.hands[ring[n - 1]] = s.took[seat][:]  # BT-017: the seat before is the one on the left
    if s.tell:
        message = "the cards that were kept go to the player on the left"
        s.tell("BT-014 BT-015 BT-016 BT-017 BT-018 BT-Q2", message)
    begin_auction(s)


# ---------------------------------------------------------------------------------------------------------
# The auction, open or secret: BT-020 to BT-024, BT-070, BT-077
# ---------------------------------------------------------------------------------------------------------


@applies("BT-068, BT-Q19")
def begin_auction(s: NightTable) -> None:
    """Find who may bid first.  BT-020, BT-068, BT-077, BT-Q3, BT-Q19, BT-Q20."""
    game = s.game
    if s.mid:
        first = s.right_of(s.bic)
    elif s.last_bic == NOBODY or (game.opener != "right_of_bic" and not game.goal_fixed):
        ring = s.round_from(0)
        first = ring[s.roll(len(ring))]  # BT-Q3: by lot
    else:
        first = s.right_of(s.last_bic)
    if game.goal_fixed:
        if s.tell:
            s.tell("BT-068 BT-Q19", f"no auction: the goal is {game.goal_fixed}")
        s.bic, s.goal = first, game.goal_fixed
        s.go("first HOUR")
        return
    s.opener, s.high, s.high_seat, s.passes, s.offers = first, 0, NOBODY, 0, []
    s.passed = [False] * game.players
    phase = SECRET if game.secret else SPEAK_UP if game.opener == "free" else BID
    if s.mid:
        s.ask(phase, first)
    else:
        s.phase, s.turn = phase, first


@applies("BT-020 to BT-024, BT-Q3, BT-Q5")
class Bid(Offer):
    """Outbid the highest offer or pass."""

    name, number_rule = "bid", "BT-022"

    def limits(self, s: NightTable) -> tuple[int, int]:
        return max(s.high + 1, s.minimum), s.game.highest_bid

    def why_not(self, s: NightTable, move: Move) -> Refusal:
        return Refusal(self.number_rule, "a bid is a whole number from {} to {}".format(*self.limits(s)))

    def play(self, s: NightTable, move: Move) -> None:
        game, seat = s.game, s.turn
        if move == NONE:
            s.passes += 1
            s.passed[seat] = game.pass_final  # BT-Q5
        else:
            if not s.high and s.tell:
                s.tell("BT-020 BT-Q3", f"{game.names[seat]} opens the auction")
            s.high, s.high_seat, s.passes = move, seat, 0
            if move == game.highest_bid:
                win_auction(s, "BT-024")
                return
        # BT-021: to the right, to the next who has not passed
        other = s.right_of(seat)
        while s.passed[other] and other != seat:
            other = s.right_of(other)
        if other == s.high_seat:
            win_auction(s, "BT-021 BT-022 BT-023 BT-Q5")
        elif s.passed[other] or s.passes == sum(s.alive):
            nobody_bids(s)
        else:
            s.turn = other


@applies("BT-070, BT-Q20")
class Secret(Bid):
    """Everybody bids in secret, and the highest bid wins."""

    name, rule, number_rule = "bid in secret", "BT-070", "BT-Q5"
    secret = True

    def limits(self, s: NightTable) -> tuple[int, int]:
        return s.minimum, s.game.highest_bid

    def play(self, s: NightTable, move: Move) -> None:
        s.offers.append(move)
        ring = s.round_from(s.opener)
        if len(s.offers) < len(ring):
            s.turn = ring[len(s.offers)]
        else:
            self.show(s, ring)

    def show(self, s: NightTable, ring: list[int]) -> None:
        """All bids are shown at once; BT-Q20: of equal ones the nearest to the right of the last BIC."""
        if s.tell:
            bids = zip(ring, s.offers, strict=True)
            said = [f"{s.game.names[seat]} bids {offer if offer > 0 else 'nothing'}" for seat, offer in bids]
            s.tell("BT-070", in_a_row(said))
        s.high = max(s.offers)
        if s.high == NONE:
            nobody_bids(s)
            return
        last = s.bic if s.mid else s.last_bic
        nearest = s.round_from(last + 1) if last != NOBODY else ring
        s.high_seat = next(seat for seat in nearest if s.offers[ring.index(seat)] == s.high)
        win_auction(s, "BT-070 BT-Q20")


@applies("BT-Q3")
class SpeakUp(Secret):
    """Anybody may speak first; of those who do at the same time the lot decides."""

    name, rule, some, none = "speak up", "BT-020", "opens with {number}", "waits"

    def show(self, s: NightTable, ring: list[int]) -> None:
        """One of those who spoke has opened the auction; who waited may still bid."""
        speakers = [seat for seat, offer in zip(ring, s.offers, strict=True) if offer != NONE]
        if not speakers:
            nobody_bids(s)
            return
        s.turn = speakers[s.roll(len(speakers))]
        bid, s.phase, s.offers = s.offers[ring.index(s.turn)], BID, []
        if s.tell:
            s.tell("BT-Q3", f"{s.game.names[s.turn]} was the first to speak")
        BID.play(s, bid)


def win_auction(s: NightTable, rule: str) -> None:
    """The highest bidder is the BIC.  BT-029."""
    if s.tell:
        s.tell(rule, f"{s.game.names[s.high_seat]} wins the auction with {s.high}")
    s.minimum = s.game.lowest_bid  # a card has set it for one auction
    s.bic, s.goal = s.high_seat, s.high
    s.go("first HOUR")


@applies("BT-Q4")
def nobody_bids(s: NightTable) -> None:
    """Everybody has passed."""
    if s.tell:
        s.tell("BT-Q4", "nobody bids")
    least, s.minimum = s.minimum, s.game.lowest_bid
    if s.game.no_bid == "skip_shift":
        if s.mid:
            s.mid = False
            s.answered()
        s.go("end of the SHIFT")
        return
    s.bic = s.opener
    s.goal = least if s.game.no_bid == "opener_minimum" else max(10, least)  # BT-Q4: goal_10
    s.go("first HOUR")


# ---------------------------------------------------------------------------------------------------------
# The end of the week: BT-062 to BT-067
# ---------------------------------------------------------------------------------------------------------


@applies("BT-004, BT-062, BT-063, BT-Q17")
def end_week(s: NightTable) -> None:
    """Most GOOD NIGHTs win.  BT-Q14."""
    players = s.round_from(0)
    most = max(s.good[seat] for seat in players)
    first = [seat for seat in players if s.good[seat] == most]
    fewest = min(s.bad[seat] for seat in first)
    best = [seat for seat in first if s.bad[seat] == fewest]
    if s.tell:
        s.apply("BT-Q17" if len(first) > 2 else "")
        s.tell(
            "BT-004 BT-062" if len(first) == 1 else "BT-063",
            f"{in_a_row([s.game.names[seat] for seat in first])} {'has' if len(first) == 1 else 'have'} the most GOOD NIGHTs: {most}",
        )
    if len(best) == 1:
        s.end_game(best, "most GOOD NIGHTs" if len(first) == 1 else "fewer BAD NIGHTs")
    elif s.game.final_tie == "explain":
        s.phase = EXPLAIN
        # BT-046: somebody must speak for the table
        s.turn = s.last_bic if s.last_bic != NOBODY and s.alive[s.last_bic] else players[0]
    elif s.game.final_tie == "shared":
        s.end_game(best, "a shared victory")
    else:
        s.end_game([], "a tie that nobody wins")


@applies("BT-064, BT-065, BT-067, BT-Q18")
class Explain(Decision):
    """The table agrees who has explained best which other play would have won."""

    name, rule = "judge the explanations", "BT-064"
    some, none = "says {seat} explained it", "says nobody explained it"
    other = BYSTANDER, "says a bystander explained it"

    def moves(self, s: NightTable) -> Moves:
        # BT-067: also who was knocked out, and who only watched
        return [*range(s.game.players), BYSTANDER, NONE]

    def play(self, s: NightTable, move: Move) -> None:
        if move == NONE:
            rule, who, why = "BT-065", "nobody", "nobody could explain it"
        elif move == BYSTANDER:
            rule, who, why = "BT-067", "a bystander", "a bystander explained it"
        else:
            rule, who, why = "BT-064", s.game.names[move], "the best explanation"
        if s.tell:
            s.tell(f"{rule} BT-Q18", f"{who} wins")
        s.end_game([move] if move >= 0 else [], why)


DRAFT, BID, SECRET, SPEAK_UP, EXPLAIN = Draft(), Bid(), Secret(), SpeakUp(), Explain()
