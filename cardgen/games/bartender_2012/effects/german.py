"""What the cards of Bartender (2012) do, in German: the same effects, the same order, other words.

An act has three forms, because German turns its sentences round: as an order (zieh 2 Karten), behind something that comes
first (dann ziehst du 2 Karten) and behind `du darfst` (2 Karten ziehen).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from cardgen.games.bartender_2012.effects import act, hands, night, room, worth
from cardgen.games.bartender_2012.effects.scope import CHOSEN, Bounds, Scope
from cardgen.source.effects import Effects, Verb, number


class Noun(NamedTuple):
    """A noun without its article: einen TOURISTEN, die TOURISTEN; all kinds of guests are masculine."""

    one: str
    whom: str
    many: str


NOUNS: Mapping[str, Noun] = {
    "PATRON": Noun("GAST", "GAST", "GÄSTE"),
    "SCHEME": Noun("TRICK", "TRICK", "TRICKS"),
    "REGULAR": Noun("STAMMGAST", "STAMMGAST", "STAMMGÄSTE"),
    "TOURIST": Noun("TOURIST", "TOURISTEN", "TOURISTEN"),
    "SUIT": Noun("SCHLIPS", "SCHLIPS", "SCHLIPSE"),
    "ARTIST": Noun("KÜNSTLER", "KÜNSTLER", "KÜNSTLER"),
    "STAFF": Noun("KOLLEGE", "KOLLEGEN", "KOLLEGEN"),
    "TROUBLE": Noun("STÖRER", "STÖRER", "STÖRER"),
    "VIP": Noun("VIP", "VIP", "VIPS"),
}
"""The words of the game by those of the kit; a kind that another kit has stays as it is."""
_TOKENS = {"GOOD NIGHT": ("GUTE NACHT", "GUTE NÄCHTE"), "BAD NIGHT": ("SCHLECHTE NACHT", "SCHLECHTE NÄCHTE")}


class Forms(NamedTuple):
    """An act in its three forms; `ends` says that what follows begins a sentence."""

    order: str
    turned: str
    to_do: str = ""
    ends: bool = False


def _noun(kind: str | None, others: Mapping[str, str]) -> Noun:
    """Return the forms of a kind; a translator's own word for it stays as it is."""
    kind = kind or "PATRON"
    known, own = NOUNS.get(kind), others.get(kind)
    if own and (known is None or own not in known):
        return Noun(own, own, own)
    return known or Noun(kind, kind, kind)


def _cards(n: int, what: str = "") -> str:
    ending = "" if n == 1 else "n"
    what = f"{what} " if what else ""
    return f"{n} {what}Karte{ending}"


def text(effects: Effects, scope: Scope | None, words: Mapping[str, str]) -> str:
    """Return what a card with these effects says in German; `words` are a translator's own for the kinds."""
    return _Card(words, scope.packed_at if scope else None).text(effects)


class _Card:
    def __init__(self, words: Mapping[str, str], packed_at: int | None) -> None:
        self.words = words
        self.packed_at = packed_at

    def noun(self, kind: str | None) -> Noun:
        return _noun(kind, self.words)

    def text(self, effects: Effects) -> str:
        said = [self.value_of(effects.worth) if effects.worth else ""]
        if effects.on_enter:
            said.append(f"Beim Eintreten: {_capital(self.together(effects.on_enter))}")
        lasting = sorted(
            (holds for holds in effects.in_bar if not isinstance(holds, worth.Stays)), key=worth.in_order
        )
        holds = " und ".join(self.holds(verb) for verb in lasting)
        if effects.on_play:
            played = self.together(effects.on_play)
            named = len(effects.on_play) == 1 and isinstance(effects.on_play[0], room.ChooseKind)
            if holds and named and all(getattr(verb, "of", "") == CHOSEN for verb in lasting):
                played, holds = f"{played}: {_capital(holds)}", ""
            said.append(played)
        if holds:
            said.append(f"Solange in der BAR: {_capital(holds)}")
        for _ in (verb for verb in effects.in_bar if isinstance(verb, worth.Stays)):
            said.append("kann die BAR vor dem Ende der SCHICHT nicht verlassen")
        for one in sorted(effects.at_shift_end, key=lambda one: not one.changes_token()):
            if isinstance(one, act.IfAtEnd):
                said.append(f"wenn {self.condition_at_end(one.condition)}, {self.forms(one.act).turned}")
            else:
                said.append(f"am Ende der SCHICHT {self.forms(one).turned}")
        return " ".join(f"{_capital(sentence)}." for sentence in said if sentence)

    # -- worth

    def value_of(self, of: worth.FoundNumber) -> str:
        match of:
            case worth.Plain():
                return ""
            case worth.Others():
                return (
                    f"so viel wert, wie {'weitere ' * of.of.own}{self.noun(of.of.kind).many} in der BAR sind"
                )
            case worth.SchemesInBar():
                return f"so viel wert, wie {self.noun('SCHEME').many} in der BAR liegen"
            case worth.MaxPrinted():
                return f"so viel wert wie der höchste gedruckte Wert der anderen {self.noun(None).many} in der BAR"
            case worth.Sum():
                return f"+1 für jeden {self.counted(of.pair[1])} in der BAR"
            case worth.Min() | worth.Max() | worth.Clamp():
                inner, low, high = of.limits()
                if isinstance(inner, worth.Sum):
                    return f"{self.value_of(inner)}, höchstens +{high - inner.alone()}"
                parts = [f"unter {number(low)} zählt als {number(low)}"] if low != -worth._NO_LIMIT else []
                if high != worth._NO_LIMIT:
                    parts += [f"über {number(high)} {'' if parts else 'zählt '}als {number(high)}"]
                return f"{self.value_of(inner)} ({', '.join(parts)})"
            case worth.If():
                return f"stattdessen {number(of.then)} wert, {self.condition(of.condition)}"
        raise LookupError(f"there is no German for '{of.word}'")

    def counted(self, of: worth.FoundNumber) -> str:
        if isinstance(of, worth.Others):
            return f"{'weiteren ' * of.of.own}{self.noun(of.of.kind).whom}"
        if isinstance(of, worth.SchemesInBar):
            return self.noun("SCHEME").whom
        if isinstance(of, worth._Bounded):
            return self.counted(of.limits()[0])
        raise LookupError(f"there is no German for what '{of.word}' counts")

    def condition(self, of: worth.Condition) -> str:
        match of:
            case worth.AnyOf():
                return f"solange ein {self.noun(of.kind).one} in der BAR ist"
            case worth.OthersAtLeast(at_least=1):
                return f"solange ein {'weiterer ' * of.of.own}{self.noun(of.of.kind).one} in der BAR ist"
            case worth.OthersAtLeast():
                who = f"{'weitere ' * of.of.own}{self.noun(of.of.kind).many}"
                return f"solange mindestens {of.at_least} {who} in der BAR sind"
            case worth.EnteredHour():
                return f"wenn er in STUNDE {of.at_least} oder später eingetreten ist"
        raise LookupError(f"there is no German for '{of.word}'")

    def holds(self, of: Verb) -> str:
        match of:
            case worth.ChangeWorth():
                noun = self.noun(None if of.of == CHOSEN else of.of).one + " dieser Art" * (of.of == CHOSEN)
                if of.at_least is not None:
                    floor = number(of.at_least)
                    return f"ein {noun}, der weniger als {floor} wert ist, ist {floor} wert"
                return f"jeder {noun} ist {abs(of.add)} {'mehr' if of.add > 0 else 'weniger'} wert"
            case worth.PackedAt():
                points = f"{of.points} {'Punkt' if of.points == 1 else 'Punkte'}"
                instead = f" statt {self.packed_at}" if self.packed_at else ""
                return f"der Sieg mit voller Bar braucht {points}{instead}"
        raise LookupError(f"there is no German for '{of.word}'")

    def condition_at_end(self, of: Verb) -> str:
        match of:
            case act.BicTakes():
                token = f"eine {_TOKENS[of.takes][0]}"
                if of.who == "self":
                    return f"du am Ende der SCHICHT als BIC {token} nimmst"
                return f"am Ende der SCHICHT ein Mitspieler als BIC {token} nimmt"
            case act.TotalIsGoal():
                return "am Ende der SCHICHT die Summe genau das Ziel ist"
        raise LookupError(f"there is no German for '{of.word}'")

    # -- acts that follow each other

    def together(self, acts: Sequence[act.Act]) -> str:
        """Join acts as the English text does: what holds from now on comes last."""
        acts = sorted(acts, key=_when)
        said, before = "", None
        for one in (one for one in acts if not one.lasts):
            forms = self.forms(one, _chosen_before(acts, one))
            if before is None:
                said = forms.order
            else:
                said = _after(
                    said, before, self.forms(before), forms, yours=before.is_yours() and _orders(one)
                )
            before = one
        rules: list[str] = []
        for (_, hours), run in groupby((one for one in acts if one.lasts), key=lambda one: _when(one)[:2]):
            these = [*run]
            locks = [one for one in these if isinstance(one, night.Lock)]
            if hours:
                rules.append(f"{self.during(locks[0])} darf {' und '.join(map(self.forbids, locks))}")
            else:
                rules += [self.forms(one).order for one in these]
        held = ". ".join([*rules[:1], *map(_capital, rules[1:])])
        if not before:
            return held
        if not held:
            return said
        return f"{said}. {_capital(held)}"

    def forbids(self, lock: night.Lock) -> str:
        if lock.what == "REVEAL":
            return "der BIC nicht aufdecken"
        return f"kein {self.noun(lock.what).one} gespielt werden"

    def during(self, lock: night.Lock) -> str:
        n = lock.next_hours
        return "in der nächsten STUNDE" if n == 1 else f"in den nächsten {n} STUNDEN"

    # -- one act

    def forms(self, one: act.Act, chosen: bool = False) -> Forms:
        """Return an act in its forms; `chosen` says that one before has chosen a guest already."""
        match one:
            case act.May():
                inner = self.forms(one.act, chosen)
                return Forms(f"du darfst {inner.to_do}", f"darfst du {inner.to_do}", "", inner.ends)
            case hands.Draw():
                return self.of_player(
                    one.who, ("ziehe", "ziehst", "zieht", "ziehen"), lambda w: _cards(one.cards)
                )
            case hands.Discard():
                return self.of_player(
                    one.who,
                    ("wirf", "wirfst", "wirft", "abwerfen"),
                    lambda whose: _discarded(one, whose),
                    "ab",
                )
            case night.TakeToken():
                return self.of_player(one.who, ("nimm", "nimmst", "nimmt", "nehmen"), lambda w: _taken(one))
            case hands.Steal():
                whose = "des BIC" if one.whose == "BIC" else "eines Mitspielers"
                adjective = "zufällige"
                return _yours(
                    "nimm", "nimmst", "nehmen", f"{_cards(one.cards, adjective)} von der Hand {whose}"
                )
            case hands.SwapHands():
                return _yours("tausche", "tauschst", "tauschen", "deine Handkarten mit einem Mitspieler")
            case hands.LookAt():
                return self.look(one)
            case room.Remove():
                return _yours("schicke", "schickst", "schicken", f"{self.whom(one, chosen)} in den BRUCH")
            case room.Return():
                whom, played = f"{self.whom(one, chosen)} auf die Hand", ", aus der er gespielt wurde"
                return Forms(
                    f"gib {whom} zurück{played}",
                    f"gibst du {whom} zurück{played}",
                    f"{whom} zurückgeben{played}",
                )
            case room.RemoveScheme():
                other = "" if one.choose == "any_scheme" else "anderen "
                what = f"einen {other}{self.noun('SCHEME').whom} aus der BAR in den BRUCH"
                return _yours("schicke", "schickst", "schicken", what)
            case room.ChooseKind():
                return _yours(
                    "nenne",
                    "nennst",
                    "nennen",
                    f"eine Art von {self.noun(None).many.replace('GÄSTE', 'GÄSTEN')}",
                )
            case room.RevealTop():
                top = "die oberste Karte des BAR-Stapels"
                then = (
                    f". Ein {self.noun(None).one} tritt ohne seinen Effekt in die BAR ein;"
                    f" ein {self.noun('SCHEME').one} kommt in den BRUCH"
                )
                return Forms(
                    f"decke {top} auf{then}", f"deckst du {top} auf{then}", f"{top} aufdecken{then}", True
                )
            case night.Lock():
                held = f"darf {self.forbids(one)}"
                return Forms(f"{self.during(one)} {held}", f"{held} ({self.during(one)})")
            case _:
                return self.of_the_night(one)

    def of_the_night(self, one: act.Act) -> Forms:
        match one:
            case night.Hours():
                return _hours(one)
            case night.OfferReveal():
                return Forms("der BIC darf aufdecken", "darf der BIC aufdecken", "", True)
            case night.Grant():
                noun = self.noun(one.plays)
                more = f"noch einen {noun.whom}" if one.more == 1 else f"noch {one.more} {noun.many}"
                rest = f"in dieser STUNDE {more} spielen"
                if one.or_reveal:
                    unplayed = (
                        "Tust du es nicht" if one.more == 1 else "Für jeden davon, den du nicht spielst"
                    )
                    rest += f". {unplayed}, darf der BIC aufdecken"
                return Forms(f"du darfst {rest}", f"darfst du {rest}")
            case night.Goal():
                up = one.add > 0
                limit = f"(höchstens {one.at_most})" if up else f"(mindestens {one.at_least})"
                by = f"um {abs(one.add)}"
                verb = "steigt" if up else "sinkt"
                to_do = f"das Ziel des BIC {by} {'erhöhen' if up else 'senken'} {limit}"
                return Forms(
                    f"das Ziel des BIC {verb} {by} {limit}", f"{verb} das Ziel des BIC {by} {limit}", to_do
                )
            case night.ReopenAuction():
                rest = (
                    "alle anderen einmal bieten, mehr als das Ziel und das letzte Gebot"
                    f" (höchstens {one.at_most}). Wer am meisten bietet, wird BIC, und das Gebot ist das Ziel;"
                    " sonst ändert sich nichts"
                )
                around = "vom BIC aus reihum nach rechts"
                return Forms(f"{around} dürfen {rest}", f"dürfen {around} {rest}", "", True)
            case night.NextAuctionMin():
                rest = f"kein Gebot niedriger als {one.bid} sein"
                return Forms(f"in der nächsten Auktion darf {rest}", f"darf in der nächsten Auktion {rest}")
            case night.NoToken():
                token = f"keine {_TOKENS[one.token][0]}"
                return Forms(f"der BIC nimmt {token}", f"nimmt der BIC {token}")
        raise LookupError(f"there is no German for '{one.word}'")

    def of_player(
        self, who: str, verb: tuple[str, str, str, str], what: Callable[[str], str], prefix: str = ""
    ) -> Forms:
        """Return what a player does: in the second person, in the third, or everybody."""
        order, second, third, to_do = verb
        end = f" {prefix}" if prefix else ""
        match who:
            case "self":
                yours = what("deiner")
                return Forms(f"{order} {yours}{end}", f"{second} du {yours}{end}", f"{yours} {to_do}")
            case "BIC":
                his = what("seiner")
                return Forms(f"der BIC {third} {his}{end}", f"{third} der BIC {his}{end}")
            case "choose_other":
                does = f"einen Mitspieler: Er {third} {what('seiner')}{end}"
                inside = f"einen Mitspieler wählen: Er {third} {what('seiner')}{end}"
                return Forms(f"wähle {does}", f"wählst du {does}", inside)
        his = what("seiner")
        around = "beginnend bei dir und dann nach rechts"
        return Forms(f"{around} {third} jeder {his}{end}", f"{third} {around} jeder {his}{end}")

    def whom(self, one: Any, chosen: bool) -> str:
        """Return a guest in the BAR who is chosen, in the accusative; a clause is closed by its comma."""
        noun = self.noun(one.kind).whom
        said = f"einen anderen {noun}" if one.choose == "other_patron" else f"einen {noun}"
        if one.choose == "other_patron" and chosen:
            said = f"einen {noun} außer diesem hier"
        if one.printed:
            said += f" mit gedrucktem Wert {_limit(one.printed)}"
        return f"{said}, der gerade {_limit(one.worth)} wert ist," if one.worth else said

    def look(self, one: hands.LookAt) -> Forms:
        top = f"die obersten {one.top} Karten des BAR-Stapels"
        where = "unter den Stapel" if one.rest == "bottom" else "zurück auf den Stapel"
        takes = f"{one.take} davon auf die Hand und lege die übrigen in beliebiger Reihenfolge {where}"
        return Forms(
            f"sieh dir {top} an. Nimm {takes}",
            f"siehst du dir {top} an. Nimm {takes}",
            f"dir {top} ansehen. Wenn du es tust, nimm {takes}",
        )


def _yours(order: str, second: str, to_do: str, what: str) -> Forms:
    return Forms(f"{order} {what}", f"{second} du {what}", f"{what} {to_do}")


def _hours(one: night.Hours) -> Forms:
    n = abs(one.add)
    hours = f"{n} {'STUNDE' if n == 1 else 'STUNDEN'}"
    if one.add > 0:
        rest = f"{hours} länger, insgesamt höchstens {one.at_most}"
        to_do = f"diese SCHICHT um {hours} verlängern, insgesamt auf höchstens {one.at_most}"
    else:
        never = "(sie endet nie, bevor die laufende STUNDE vorbei ist)"
        rest = f"{hours} kürzer {never}"
        to_do = f"diese SCHICHT um {hours} verkürzen {never}"
    return Forms(f"diese SCHICHT dauert {rest}", f"dauert diese SCHICHT {rest}", to_do)


def _discarded(one: hands.Discard, whose: str) -> str:
    if one.choice == "random":
        return _cards(one.cards, "zufällige")
    return f"{_cards(one.cards)} {whose} Wahl"


def _taken(one: night.TakeToken) -> str:
    single, several = _TOKENS[one.token]
    if one.tokens == 1 and one.instead_of is None:
        return f"eine {single}"
    text = f"{one.tokens} {single if one.tokens == 1 else several}"
    return text if one.instead_of is None else f"{text} statt {one.instead_of}"


def _limit(of: Bounds) -> str:
    return f"{number(of.low)} oder mehr" if of.low is not None else f"{number(of.high or 0)} oder weniger"


def _when(one: act.Act) -> tuple[int, int, bool]:
    hours = one.next_hours if isinstance(one, night.Lock) else 0
    return (one.lasts, hours, isinstance(one, night.Grant) and one.plays == "PATRON")


def _chosen_before(acts: Sequence[act.Act], one: act.Act) -> bool:
    """Return whether an act before it has chosen any guest, of whom `another` would seem to be another one."""
    before = [a.act if isinstance(a, act.May) else a for a in acts[: [*acts].index(one)]]
    return any(getattr(a, "choose", "") == "patron" for a in before)


def _orders(one: act.Act) -> bool:
    """Return whether it is an order to the player, which may follow one without a subject."""
    return one.is_yours() and one.order


def _after(said: str, before: act.Act, was: Forms, forms: Forms, yours: bool) -> str:
    if isinstance(before, act.May):
        return f"{said}. Ob du das tust oder nicht: {_capital(forms.order)}"
    if was.ends or not yours or ". " in said:
        return f"{said}. Dann {forms.turned}"
    return f"{said}, dann {forms.order}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
