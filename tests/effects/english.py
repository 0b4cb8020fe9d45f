"""A reader of printed cards of Bartender (2012), who knows English and none of the program's phrases.

It makes of what a card says what the card does, as it would be written in YAML. It refuses what a player could take in
two ways: an order after somebody else has acted, `then` where nothing comes before, what might belong to `you may`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

COUNT = r"(−?\d+)"


class UnclearError(Exception):
    """What is printed cannot be understood, or in two ways."""


class Reading:
    """One card, from its first word to its last."""

    def __init__(
        self,
        text: str,
        role: str,
        kinds: Sequence[str],
        kind: str = "",
        corner: int = 0,
        changes: bool = False,
        packed_at: int = 20,
    ) -> None:
        self.text, self.at = text, 0
        self.role, self.own, self.corner, self.changes = role, kind, corner, changes
        self.kind = f"({'|'.join(sorted(kinds, key=len, reverse=True))})"
        self.usual = packed_at

    # -- words

    def take(self, pattern: str) -> re.Match[str] | None:
        found = re.compile(pattern).match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def need(self, pattern: str) -> re.Match[str]:
        found = self.take(pattern)
        if not found:
            raise UnclearError(f"{self.text!r} at {self.text[self.at :]!r}: not {pattern}")
        return found

    def begins(self) -> None:
        """A sentence begins: the large letter means nothing."""
        here = self.text[self.at : self.at + 2]
        if here[:1].isupper() and (here[1:].islower() or here[1:] == " "):
            self.text = self.text[: self.at] + here[0].lower() + self.text[self.at + 1 :]

    def stop(self) -> None:
        self.need(r"\.(?: |$)")
        if self.at < len(self.text):
            self.begins()

    # -- the card

    def card(self) -> dict[str, Any]:
        """Return all that the card does."""
        effects: dict[str, Any] = {}
        self.begins()
        if self.role == "PATRON":
            effects["worth"] = self.worth()
        holds: list[Any] = []
        if self.role == "PATRON" and self.take("when it enters: "):
            effects["on_enter"] = self.acts()
            self.stop()
        elif self.role == "SCHEME" and not re.match(
            r"while in|cannot|at the end|if |$", self.text[self.at :]
        ):
            effects["on_play"] = self.acts()
            if effects["on_play"] == ["choose_kind"] and self.take(": "):
                holds = self.holds()
                if any(isinstance(one, str) or one.get("worth", {}).get("of") != "k" for one in holds):
                    raise UnclearError(f"{self.text!r}: something else follows the kind")
            self.stop()
        if self.take("while in the BAR: "):
            holds += self.holds()
            self.stop()
        if self.take("cannot leave the BAR before the end of the SHIFT"):
            holds.append("stays")
            self.stop()
        if holds:
            effects["in_bar"] = holds
        at_end: list[Any] = []
        while self.at < len(self.text):
            at_end.append(self.at_end())
            self.stop()
        if at_end:
            effects["at_shift_end"] = at_end
        return effects

    def number(self, found: re.Match[str] | None, group: int = 1) -> int:
        assert found
        return int(found[group].replace("−", "-"))

    # -- worth

    def worth(self) -> Any:
        if not self.changes:
            return self.corner
        if found := self.take(rf"worth {COUNT} instead "):
            then = self.number(found)
            condition = self.condition()
            self.stop()
            return {"if": condition.pop("if"), **condition, "then": then, "else": self.corner}
        if self.take(r"\+1 for each "):
            of: Any = {"sum": [self.corner, self.counted()]}
            self.need(" in the BAR")
            if found := self.take(rf", up to \+{COUNT}"):  # limits what is added here, and nothing else
                of = {"min": [self.corner + self.number(found), of]}
            self.stop()
            return of
        self.need("worth the ")
        if self.take("highest printed value among the other PATRONs"):
            of = "max_printed"
        else:
            self.need("number of ")
            of = self.counted()
            self.need("s")
        self.need(" in the BAR")
        return self.limited(of)

    def counted(self) -> Any:
        if self.take("SCHEME"):
            return "schemes_in_bar"
        other = self.take("other ")
        kind = self.need(self.kind)[1]
        self.other_is_meant(bool(other), kind)
        return {"others": kind}

    def other_is_meant(self, other: bool, kind: str) -> None:
        if other != (kind == self.own):
            raise UnclearError(f"{self.text!r} on a {self.own}: other than what?")

    def limited(self, of: Any) -> Any:
        """What is counted counts as no less and no more; what other cards add to it has no limit."""
        low = high = None
        if self.take(", counted as "):
            if found := self.take(f"at least {COUNT}"):
                low = self.number(found)
            if found := self.take(f"{' and ' if low is not None else ''}at most {COUNT}"):
                high = self.number(found)
        self.stop()
        if low is not None and high is not None:
            return {"clamp": {"of": of, "from": low, "to": high}}
        return {"max": [low, of]} if low is not None else {"min": [high, of]} if high is not None else of

    def condition(self) -> dict[str, Any]:
        if found := self.take(rf"if it entered in HOUR {COUNT} or later"):
            return {"if": {"entered_hour": {"at_least": self.number(found)}}}
        if found := self.take(rf"while another {self.kind} is in the BAR"):
            self.other_is_meant(True, found[1])
            return {"if": {"others": found[1], "at_least": 1}}
        if found := self.take(rf"while an? {self.kind} is in the BAR"):
            self.other_is_meant(False, found[1])
            return {"if": {"any": found[1]}}
        found = self.need(rf"while at least {COUNT} (other )?{self.kind}s are in the BAR")
        self.other_is_meant(bool(found[2]), found[3])
        return {"if": {"others": found[3], "at_least": self.number(found)}}

    # -- what holds

    def holds(self) -> list[Any]:
        holds = [self.holding()]
        while self.take(" and "):
            holds.append(self.holding())
        return holds

    def holding(self) -> Any:
        who = rf"(?:(PATRON of that kind)|{self.kind})"
        if found := self.take(rf"each {who} is worth \+?{COUNT}"):
            return {"worth": {"of": found[2] or "k", "add": self.number(found, 3)}}
        if found := self.take(rf"an? {who} worth less than {COUNT} is worth {COUNT}"):
            if found[3] != found[4]:
                raise UnclearError(self.text)
            return {"worth": {"of": found[2] or "k", "at_least": self.number(found, 3)}}
        found = self.need(rf"the packed-bar victory needs {COUNT} points? instead of {self.usual}")
        return {"packed_at": self.number(found)}

    # -- acts

    def acts(self) -> list[Any]:
        """Return acts that follow each other, and in the end what holds from now on."""
        done: list[Any] = []
        self.named_player = self.named_patron = False
        bare = True
        while True:
            if lasting := self.lasting():
                return done + lasting
            self.begins()
            optional = bool(self.take("you may "))
            act = self.deed(bare=bare and not optional, may=optional)
            done.append({"may": act} if optional else act)
            found = self.take(r", then |\. Then |\. Whether you do or not, ")
            if not found:
                return done
            if optional != ("Whether" in found[0]):
                raise UnclearError(f"{self.text!r}: only if you do?")
            if not optional and self.full != ("Then" in found[0]):
                raise UnclearError(f"{self.text!r}: a part of that?")
            bare = self.yours and not optional

    def deed(self, *, bare: bool, may: bool = False) -> Any:
        """Return one act; `bare` says that the player is who acts where nobody is named."""
        named = may or bool(self.take("you "))
        start, self.order, self.yours, self.full = self.at, True, True, False
        for read in (lambda: self.of_players(may), self.of_cards, self.of_bar, lambda: self.of_night(may)):
            if act := read():
                break
        else:
            raise UnclearError(f"{self.text!r} at {self.text[self.at :]!r}: no act")
        if self.order and not bare and not named:
            raise UnclearError(f"{self.text!r}: who does {self.text[start : self.at]!r}?")
        if named and not self.order and not may:
            raise UnclearError(self.text)
        return act

    def player(self) -> str:
        """Return who acts."""
        self.order = self.yours = False
        if self.take("the BIC "):
            return "BIC"
        if self.take("starting with you and going right, each player "):
            return "everybody_from_self_going_right"
        self.order = self.yours = True
        return "self"

    def other_player(self, whose: str = "") -> bool:
        """Return whether another player is named; a second time that must not seem to be a third one."""
        again = "the hand of any player but you" if whose else "any player but you"
        if self.named_player and self.take(again):
            return True
        if self.take(f"another player{whose}"):
            if self.named_player:
                raise UnclearError(f"{self.text!r}: yet another player?")
            self.named_player = True
            return True
        return False

    def chosen_player(self) -> bool:
        """Return whether a player is named whom the player of the card chooses."""
        if self.named_player and self.take("a player of your choice other than you "):
            return True
        if not self.take("another player of your choice "):
            return False
        if self.named_player:
            raise UnclearError(f"{self.text!r}: yet another player?")
        self.named_player = True
        return True

    def of_players(self, may: bool) -> Any:
        """Draw, discard, take tokens."""
        start = self.at
        have = bool(may and self.take("have "))
        if self.chosen_player():
            who, s, their, self.yours, self.order = (
                "choose_other",
                "" if have else "s",
                "of theirs",
                False,
                have,
            )
        elif have:
            raise UnclearError(self.text)
        else:
            who = self.player()
            s, their = ("", "of your choice") if who == "self" else ("s", "of their choice")
        if found := self.take(rf"draw{s} {COUNT} cards?"):
            return {"draw": {"who": who, "cards": self.number(found)}}
        if found := self.take(rf"discard{s} {COUNT} cards? at random"):
            return {"discard": {"who": who, "cards": self.number(found), "choice": "random"}}
        if found := self.take(rf"discard{s} {COUNT} cards? {their}"):
            return {"discard": {"who": who, "cards": self.number(found), "choice": "theirs"}}
        if found := self.take(rf"take{s} (?:an?|{COUNT}) (GOOD|BAD) NIGHTs?(?: instead of {COUNT})?"):
            tokens = self.number(found) if found[1] else 1
            about = {"who": who, "token": f"{found[2]} NIGHT", "tokens": tokens}
            return {"take_token": about | ({"instead_of": self.number(found, 3)} if found[3] else {})}
        if who == "BIC" and (found := self.take("takes no (GOOD|BAD) NIGHT")):
            return {"no_token": f"{found[1]} NIGHT"}
        self.at, self.order, self.yours = start, True, True
        return None

    def of_cards(self) -> Any:
        """Steal, swap, look."""
        start = self.at
        if found := self.take(rf"take {COUNT} cards? at random from "):
            if self.take("the BIC’s hand"):
                whose = "BIC"
            elif self.other_player("’s hand"):
                whose = "choose_other"
            else:
                self.at = start
                return None
            return {"steal": {"from": whose, "cards": self.number(found)}}
        if self.take("swap hands with "):
            if not self.other_player():
                raise UnclearError(self.text)
            return "swap_hands"
        found = self.take(
            rf"look at the top {COUNT} cards of the BAR deck\. (?:T|If you do, t)ake {COUNT} into your hand"
            r" and put the rest (on the bottom|back on top) in any order"
        )
        if not found:
            return None
        rest = "top" if "top" in found[3] else "bottom"
        return {"look": {"top": self.number(found), "take": self.number(found, 2), "rest": rest}}

    def of_bar(self) -> Any:
        """Send away, return, name a kind."""
        if self.take("name a kind of PATRON"):
            return "choose_kind"
        what_enters = "A PATRON enters the BAR without its effect; a SCHEME goes to BREAKAGE"
        if self.take(rf"reveal the top card of the BAR deck\. {what_enters}"):
            self.full = True
            return "reveal_top"
        if found := self.take("send (one|another) SCHEME in the BAR to BREAKAGE"):
            if (found[1] == "another") != (self.role == "SCHEME"):
                raise UnclearError(f"{self.text!r} on a {self.role}")
            return {"remove_scheme": {"choose": "any_scheme" if found[1] == "one" else "other_scheme"}}
        found = self.take(rf"(send|return) (one|another) (?:PATRON|{self.kind})( other than this one)?")
        if not found:
            return None
        about: dict[str, Any] = {"choose": "patron"}
        if found[2] == "another" or found[4]:
            about["choose"] = "other_patron"
            if self.role == "SCHEME" or (found[3] and found[3] != self.own):
                raise UnclearError(f"{self.text!r} on a {self.own or self.role}: another?")
            if found[2] == "another" and self.named_patron:
                raise UnclearError(f"{self.text!r}: another than the one before?")
        else:
            self.named_patron = True
        if found[3]:
            about["kind"] = found[3]
        for word, says in (("printed", "with printed value"), ("worth", "currently worth")):
            if limit := self.take(rf" {says} {COUNT} or (more|less)"):
                about[word] = {"at_least" if limit[2] == "more" else "at_most": self.number(limit)}
        if found[1] == "send":
            self.need(" to BREAKAGE")
            return {"remove": about}
        self.need(" to the hand of the player who played it")
        return {"return": about}

    def of_night(self, may: bool) -> Any:
        """HOURs, the goal, reveals and bids; as something the player may do in other words."""
        self.order = self.yours = False
        sooner = r" \(it never ends before the current HOUR is over\)"
        more = rf"make this SHIFT {COUNT} HOURs? longer" if may else rf"this SHIFT has {COUNT} more HOURs?"
        fewer = rf"make this SHIFT {COUNT} HOURs? shorter" if may else rf"this SHIFT has {COUNT} fewer HOURs?"
        if found := self.take(rf"{more}, at most {COUNT} in all"):
            return {"hours": {"add": self.number(found), "at_most": self.number(found, 2)}}
        if found := self.take(fewer + sooner):
            return {"hours": {"add": -self.number(found)}}
        goal = "{} the BIC’s goal by {}" if may else "the BIC’s goal goes {} by {}"
        if found := self.take(rf"{goal.format('raise' if may else 'up', COUNT)} \(at most {COUNT}\)"):
            return {"goal": {"add": self.number(found), "at_most": self.number(found, 2)}}
        if found := self.take(rf"{goal.format('lower' if may else 'down', COUNT)} \(at least {COUNT}\)"):
            return {"goal": {"add": -self.number(found), "at_least": self.number(found, 2)}}
        if may:
            return None
        if self.take("the BIC may reveal"):
            self.full = True
            return "offer_reveal"
        found = self.take(
            "going right from the BIC, each other player may bid once, above the goal and the last bid"
            rf" \({COUNT} at most\)\. The highest bidder becomes the BIC with that bid as the goal;"
            " otherwise nothing changes"
        )
        if found:
            self.full = True
            return {"reopen_auction": {"at_most": self.number(found)}}
        return None

    # -- what holds from now on

    def lasting(self) -> list[Any]:
        """Return locks, the lowest bid and more plays, which hold side by side."""
        self_at, text = self.at, self.text
        self.begins()
        rules: list[Any] = []
        while True:
            if found := self.take(r"during the next (?:HOUR|(\d) HOURs) "):
                what = [self.locked()]
                while self.take(" and "):
                    what.append(self.locked())
                rules += [self.lock(one, found) for one in what]
            elif (what_first := self.locked(needed=False)) and (
                found := self.take(r" during the next (?:HOUR|(\d) HOURs)")
            ):
                rules.append(self.lock(what_first, found))
            elif found := self.take(rf"in the next auction no bid may be lower than {COUNT}"):
                rules.append({"next_auction_min": self.number(found)})
            elif found := self.take(r"you may play (one|\d) more (PATRON|SCHEME)s? this HOUR"):
                more = 1 if found[1] == "one" else int(found[1])
                grant: dict[str, Any] = {"plays": found[2], "more": more}
                if self.take(r"\. (If you do not|For each of them that you do not play), the BIC may reveal"):
                    grant["or_reveal"] = True
                    return [*rules, {"grant": grant}]
                rules.append({"grant": grant})
            elif rules:
                raise UnclearError(f"{self.text!r} at {self.text[self.at :]!r}: does not hold from now on")
            else:
                self.at, self.text = self_at, text
                return []
            if not self.take(", and "):
                return rules

    def locked(self, *, needed: bool = True) -> str:
        found = self.take("no (PATRON|SCHEME) may be played|the BIC may not reveal")
        if needed and not found:
            raise UnclearError(f"{self.text!r} at {self.text[self.at :]!r}: what is locked?")
        return (found[1] or "REVEAL") if found else ""

    def lock(self, what: str, found: re.Match[str]) -> Any:
        return {"lock": {"what": what, "next_hours": int(found[1] or 1)}}

    # -- the end of the SHIFT

    def at_end(self) -> Any:
        self.named_player = self.named_patron = False
        condition: dict[str, Any] = {}
        if found := self.take(
            "if (you are|another player is) the BIC at the end of this SHIFT and gets? an? (GOOD|BAD) NIGHT, "
        ):
            who = "self" if found[1] == "you are" else "other"
            condition = {"if": {"bic": who, "takes": f"{found[2]} NIGHT"}}
        elif self.take("if the PATRONs total exactly the goal at the end of this SHIFT, "):
            condition = {"if": "total_is_goal"}
        else:
            self.need("at the end of this SHIFT ")
        if found := self.take(rf"in the next auction no bid may be lower than {COUNT}"):
            act: Any = {"next_auction_min": self.number(found)}
        else:
            act = self.deed(bare=False)
        return {**condition, "then": act} if condition else act
