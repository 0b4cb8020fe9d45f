"""Random cards of Bartender (2012): what is printed is read back by `english`, and both are played alike."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from cardgen.base.errors import Problems
from cardgen.engine import OVER, pick
from cardgen.games.bartender_2012.effects.act import ACTS
from cardgen.games.bartender_2012.effects.language import Bartending
from cardgen.games.bartender_2012.effects.worth import NUMBERS, STANDING, AnyOf, If, OthersAtLeast
from cardgen.games.bartender_2012.rules import Bartender
from cardgen.model import Card, Kit
from cardgen.source.effects import Effects, kit_effects
from cardgen.source.effects.manual import effects_schemas
from cardgen.source.effects.of_kits import written_effects
from cardgen.source.effects.printed import with_effects
from tests.effects.english import Reading, UnclearError
from tests.games.kits import kit_of
from tests.many import slow, thorough

KIT = kit_of("bartender-2012")
WORDS = Bartending()
SCOPE = kit_effects(KIT).scope
SCHEMA = effects_schemas()["bartender-2012-effects.schema.json"]["$defs"]
CARDS = {card.id: (card, role) for card, role, *_ in written_effects(KIT)}


# -- random effects, from what the vocabulary declares


def anything(schema: Mapping[str, Any], chance: random.Random) -> Any:
    """Return a random value that a schema allows; a text is a kind of PATRON or the one that was named."""
    match schema:
        case {"$ref": str(name)}:
            return anything(SCHEMA[name.removeprefix("#/$defs/")], chance)
        case {"anyOf": choices}:
            return anything(chance.choice(choices), chance)
        case {"const": value}:
            return value
        case {"enum": values}:
            return chance.choice(values)
        case {"type": "boolean"}:
            return chance.random() < 0.5
        case {"type": "integer"}:
            return chance.randint(schema["minimum"], schema["maximum"])
        case {"type": "string"}:
            return chance.choice([*SCOPE.kinds, "k"])
        case {"type": "array", "prefixItems": items}:
            return [anything(item, chance) for item in items]
        case {"type": "array", "items": item}:
            return [anything(item, chance) for _ in range(chance.choice([0, 0, 1, 1, 2, 3]))]
        case {"type": "object", "properties": properties}:
            needed = schema.get("required", ())
            names = [name for name in properties if name in needed or chance.random() < 0.5]
            if schema.get("maxProperties") == 1:
                names = [chance.choice([*properties])]
            return {name: anything(properties[name], chance) for name in names}
    raise AssertionError(schema)


def words_in(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the words that may stand in a part, so that a rare one is as frequent as others."""
    return list(part_of_schema(schema.get("items", schema))["anyOf"])


def part_of_schema(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in schema:
        schema = SCHEMA[schema["$ref"].removeprefix("#/$defs/")]
    return schema


def some_effects(card: Card, role: str, chance: random.Random) -> dict[str, Any]:
    """Return random effects that the card may have: each entry is tried until it is right."""
    trail = ("cards", card.id, "effects")

    def right(effects: dict[str, Any]) -> bool:
        return not WORDS.read(role, effects, SCOPE, trail)[1]

    while True:
        effects: dict[str, Any] = {"worth": 0} if role == "PATRON" else {}
        for part in WORDS.of[role]:
            for _ in range(1 if part == "worth" else chance.choice([0, 0, 1, 1, 2, 3])):
                word = chance.choice(words_in(SCHEMA[role]["properties"][part]))
                for _ in range(100 if "const" not in part_of_schema(word) else 1):
                    entry = anything(word, chance)
                    tried = {**effects, part: entry if part == "worth" else [*effects.get(part, ()), entry]}
                    named = {**tried, "on_play": [*tried.get("on_play", ()), "choose_kind"]}
                    if right(tried) or (role == "SCHEME" and right(named)):
                        effects = tried
                        break
        if role == "SCHEME" and "'k'" in str(effects) and "choose_kind" not in str(effects):
            acts = [*effects.get("on_play", ())]
            acts.insert(chance.randint(0, len(acts)), "choose_kind")
            effects = {"on_play": acts, **{part: acts for part, acts in effects.items() if part != "on_play"}}
        if right(effects):
            return effects


def with_each(effects: Mapping[str, Any]) -> Kit:
    """Return the kit with other effects on some of its cards."""

    def changed(card: Card) -> Card:
        own = effects.get(card.id, card.fields.get("effects"))
        return replace(card, fields=MappingProxyType({**card.fields, "effects": own}))

    return replace(
        KIT, components=tuple(replace(c, cards=tuple(map(changed, c.cards))) for c in KIT.components)
    )


def invented(chance: random.Random) -> dict[str, Any]:
    """Return random effects for every card of the kit, which also suit each other."""
    effects = {name: some_effects(card, role, chance) for name, (card, role) in CARDS.items()}
    while problems := kit_effects(with_each(effects)).problems:
        for problem in problems:  # somebody must be sent away who is not there any more
            card, role = CARDS[problem.trail[1]]
            effects[card.id] = some_effects(card, role, chance)
    return effects


# -- what is printed, read back


def printed(kit: Kit) -> Iterator[tuple[Card, str]]:
    problems = Problems()
    for card, role, *_ in written_effects(with_effects(kit, problems)):
        yield card, role
    assert not [*problems]


def read_back(card: Card, role: str) -> dict[str, Any]:
    """Return what the card does, from what is printed on it."""
    about = {name: card.fields[name] for name in ("kind", "changes") if name in card.fields}
    corner = card.fields.get("value", 0)
    return Reading(card.text, role, SCOPE.kinds, corner=corner, packed_at=SCOPE.packed_at, **about).card()


def one_form(effects: Effects) -> tuple[Any, ...]:
    """Return effects in the one form of several that mean the same; that they do is seen when they are played."""
    worth = effects.worth
    others = worth.condition if isinstance(worth, If) else None
    if isinstance(others, OthersAtLeast) and others.at_least == 1 and not others.of.own:
        worth = replace(worth, condition=AnyOf(others.of.kind))
    held = sorted(effects.in_bar, key=str)
    acts = (
        [*[act for act in part if not act.lasts], *sorted((act for act in part if act.lasts), key=str)]
        for part in (effects.on_enter, effects.on_play)
    )
    at_end = sorted(effects.at_shift_end, key=lambda act: not act.changes_token())
    return (worth, held, *acts, at_end)


def compare(kit: Kit) -> dict[str, Any]:
    """Read every card of a kit back; returns what was read, and fails where it is not what is written."""
    scope, read = kit_effects(kit).scope, {}
    for card, role in printed(kit):
        try:
            back = read_back(card, role)
        except UnclearError as error:
            pytest.fail(f"{card.fields['effects']}\n{error}")
        trail = ("cards", card.id, "effects")
        again, problems = WORDS.read(role, back, scope, trail)
        assert not problems, (card.fields["effects"], card.text, back, problems)
        meant, _ = WORDS.read(role, card.fields["effects"], scope, trail)
        assert one_form(again) == one_form(meant), (card.fields["effects"], card.text, back)
        read[card.id] = back
    return read


def play_both(kit: Kit, other: Kit, chance: random.Random, games: int) -> None:
    """Play two kits side by side, deal by deal and move by move, from a random deal to the end."""
    players = chance.randint(3, 6)
    one, two = Bartender(kit, players), Bartender(other, players)
    for seed in range(games):
        s, t = one.deal(seed), two.deal(seed)
        while s.phase is not OVER and s.clock < 120:
            move = pick(one.moves(s), chance.random)
            assert [*one.moves(s)] == [*two.moves(t)]
            one.play(s, move)
            two.play(t, move)
        assert one.facts(s) == two.facts(t)


def test_every_card_of_the_kit_is_read_back() -> None:
    compare(KIT)


@pytest.mark.thorough
@pytest.mark.parametrize(("kits", "games"), [(5, 1), slow(20, 2), thorough(209, 3)])
def test_what_random_cards_print_is_what_is_played(kits: int, games: int) -> None:
    chance = random.Random(f"{kits} kits")
    for _ in range(kits):
        effects = invented(chance)
        kit = with_each(effects)
        play_both(kit, with_each(compare(kit)), chance, games)


def test_random_cards_use_every_word() -> None:
    chance = random.Random("words")
    missing = {f"'{word}'" for word in (*ACTS, *STANDING, *NUMBERS)}
    for name in [*CARDS] * 20:
        said = str(some_effects(*CARDS[name], chance))
        missing = {word for word in missing if word not in said}
        if not missing:
            return
    pytest.fail(f"no card has {missing}")


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("PATRON", "While in the BAR: each ARTIST is worth −2 and cannot leave the BAR before the end of the SHIFT."),
        ("PATRON", "When it enters: send another ARTIST to BREAKAGE."),
        ("PATRON", "When it enters: send one PATRON to BREAKAGE, then send another PATRON to BREAKAGE."),
        ("SCHEME", "You may draw 2 cards, then discard 1 card of your choice."),
        ("SCHEME", "You may the BIC’s goal goes up by 2 (at most 20)."),
        ("SCHEME", "You may look at the top 3 cards of the BAR deck, then draw 1 card."),
        ("SCHEME", "The BIC draws 1 card, then send one PATRON to BREAKAGE."),
        ("SCHEME", "Another player of your choice draws 1 card, then another player of your choice draws 1 card."),
        ("SCHEME", "Another player of your choice draws 1 card, then you swap hands with another player."),
        ("SCHEME", "Another player of your choice may draw 1 card."),
        ("SCHEME", "No PATRON may be played during the next HOUR, then no SCHEME may be played during the next 2 HOURs."),
        ("SCHEME", "No PATRON may be played during the next HOUR, then you draw 1 card."),
        ("SCHEME", "You may play one more PATRON this HOUR, then draw 1 card."),
        ("SCHEME", "Reveal the top card of the BAR deck. A PATRON enters the BAR without its effect; a SCHEME goes to BREAKAGE, then draw 1 card."),
        ("SCHEME", "Send one SCHEME in the BAR to BREAKAGE."),
        ("SCHEME", "Send another PATRON to BREAKAGE."),
        ("SCHEME", "Name a kind of PATRON: each VIP is worth +1."),
        ("SCHEME", "Name a kind of PATRON: a k worth less than 2 is worth 2."),
    ],
)  # fmt: skip
def test_the_reader_refuses_what_could_be_taken_in_two_ways(role: str, text: str) -> None:
    with pytest.raises(UnclearError):
        Reading(text, role, SCOPE.kinds, kind="REGULAR").card()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("SUIT", "+1 for each other TOURIST in the BAR."),
        ("TOURIST", "+1 for each TOURIST in the BAR."),
        ("SUIT", "Worth 1 instead while another VIP is in the BAR."),
        ("SUIT", "Worth 3 instead while a VIP is in the BAR (at most 2)."),
        # what other cards add to it has no limit
        ("TOURIST", "+1 for each other TOURIST in the BAR (worth at most 4)."),
        ("TOURIST", "Worth the number of SCHEMEs in the BAR (at most 4)."),
    ],
)
def test_the_reader_knows_who_is_another_one(kind: str, text: str) -> None:
    with pytest.raises(UnclearError):
        Reading(text, "PATRON", SCOPE.kinds, kind=kind, corner=1, changes=True).card()
