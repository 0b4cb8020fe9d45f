"""What leaves for a seat is its view: nothing that is sent differs between worlds which the seat cannot tell apart."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from cardgen.engine import Event, Recorder, stream
from cardgen.table.seen import entry_of, known_to, seen
from tests.table.playing import GAMES, step, table

SECRET_RULES = [("bartender-2012", {}), ("bartender-2012", {"auction": "secret"})]


@pytest.mark.parametrize("slug", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_are_sent_alike(slug: str, tmp_path: Path) -> None:
    sitting, rng = table(slug, tmp_path / "a.jsonl"), random.Random(11)
    game = sitting.game
    for n in range(150):
        if sitting.over:
            break
        if n % 5 == 0:
            for seat in range(game.players):
                view = game.view(sitting.state, seat)
                world = game.sample_world(view, stream(n, "world"))
                now = json.dumps(seen(game, view))
                assert json.dumps(seen(game, game.view(world, seat))) == now
                # whoever sits may look on, too, and must not learn from it what others know
                assert json.dumps(seen(game, game.public(world))) == json.dumps(
                    seen(game, game.public(sitting.state))
                )
        step(sitting, rng)


@pytest.mark.parametrize("slug", GAMES)
def test_names_of_cards_are_not_said_either(slug: str, tmp_path: Path) -> None:
    sitting, rng = table(slug, tmp_path / "a.jsonl", seed=8), random.Random(12)
    game = sitting.game
    names = {card.name for card in game.pieces.cards if len(card.name) > 3}
    # a name that stands on the cards as the name of a kind says nothing of a card
    pattern = re.compile("|".join(rf"\b{re.escape(one)}\b" for one in sorted(names, key=len, reverse=True)))
    knew: list[set[str]] = [set() for _ in game.names]
    for n in range(150):
        if sitting.over:
            break
        for seat in range(game.players):
            knew[seat] |= {
                game.pieces.cards[one].name for one in known_to(game, game.view(sitting.state, seat))
            }
            if n == 0:
                told = sitting.message(seat)["setup"]
                assert set(pattern.findall(json.dumps(told, ensure_ascii=False))) <= knew[seat], told
        step(sitting, rng)
        for seat in range(game.players):
            knew[seat] |= {
                game.pieces.cards[one].name for one in known_to(game, game.view(sitting.state, seat))
            }
            told = sitting.message(seat)["story"][-1]
            said = set(pattern.findall(json.dumps(told, ensure_ascii=False)))
            assert said <= knew[seat], told


@pytest.mark.parametrize(("slug", "options"), SECRET_RULES)
def test_what_is_chosen_in_secret_changes_nothing_for_others(
    slug: str, options: dict[str, str], tmp_path: Path
) -> None:
    sitting, rng = table(slug, tmp_path / "a.jsonl", players=4, **options), random.Random(13)
    compared = 0
    for n in range(160):
        if sitting.over:
            break
        who, phase, moves = sitting.turn, sitting.state.phase, sitting.moves(sitting.turn)
        if phase.secret and len(moves) > 1:
            told = []
            for choice in rng.sample(range(len(moves)), 2):
                other = table(slug, tmp_path / f"{n}-{choice}.jsonl", players=4, **options)
                for played in sitting.played:
                    seat = other.turn
                    other.play(seat, other.version, played.text.partition(" ")[2])
                other.play(who, other.version, choice)
                if other.state.phase is phase and other.turn > who:  # not everybody has chosen yet
                    told.append([json.dumps(other.message(seat)) for seat in range(4) if seat != who])
            if len(told) == 2:
                compared += 1
                assert told[0] == told[1]
                if compared == 6:
                    return
        step(sitting, rng)
    assert compared > 2


def test_a_card_that_one_knows_in_anothers_hand_does_not_tell_where_it_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = table("auction-hearts", tmp_path / "a.jsonl", players=4)
    game = sitting.game
    lying = game.zones(game.view(sitting.state, 0))
    held = [-1, 30, -1, 7, -1]
    monkeypatch.setattr(type(game), "zones", lambda *_: {**lying, "hand Ben": held, "hand Ana": [9, 4]})
    zones = seen(game, game.view(sitting.state, 0))["zones"]
    assert zones["hand Ben"] == [7, 30, None, None, None]
    assert zones["hand Ana"] == [9, 4], "one's own hand is as one holds it"


def test_what_only_some_may_hear_is_not_sent_to_others(tmp_path: Path) -> None:
    game = table("cheers", tmp_path / "a.jsonl", players=4).game
    events = [Event("CH-048", "Ana's bar has all it needs", only=(0, 2)), Event("CH-031", "CHEERS")]
    sent = [
        entry_of(game, seat, set(), set(), who=0, text="plays", events=events, secret=False)["tell"]
        for seat in range(4)
    ]
    whole = [["Ana's bar has all it needs", "CH-048"], ["CHEERS", "CH-031"]]
    assert sent == [whole, whole[1:], whole, whole[1:]]


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_done_is_heard_alike_in_worlds_that_a_seat_cannot_tell_apart(
    slug: str, tmp_path: Path
) -> None:
    """A number of a rule that is told only to who holds something else would tell what somebody holds."""
    sitting, rng = table(slug, tmp_path / "a.jsonl", seed=5), random.Random(14)
    game = sitting.game
    compared = 0
    for n in range(200):
        if sitting.over:
            break
        who = sitting.turn
        for seat in range(game.players):
            view = game.view(sitting.state, seat)
            worlds = [game.sample_world(view, stream(n * 10 + one, "world")) for one in range(2)]
            chances = worlds[0].phase.moves(worlds[0])
            move = game.say(worlds[0], rng.choice(list(chances)))
            told = []
            for world in worlds:
                if seat == who or move not in {game.say(world, one) for one in world.phase.moves(world)}:
                    break
                recorder = Recorder()
                world.tell = recorder.tell
                known = known_to(game, game.view(world, seat))
                secret = world.phase.secret
                game.play_text(world, move)
                after = game.view(world, seat)
                now = known_to(game, after)
                says = move.partition(" ")[2]
                events = recorder.take()
                sent = entry_of(game, seat, known, now, who=who, text=says, events=events, secret=secret)
                told.append((json.dumps(seen(game, after)), json.dumps(sent)))
            if len(told) == 2 and told[0][0] == told[1][0]:
                compared += 1
                assert told[0][1] == told[1][1]
        step(sitting, rng)
    assert compared > 20


def test_what_was_shuffled_on_the_way_and_what_only_a_hand_explains_is_not_heard(tmp_path: Path) -> None:
    game = table("auction-hearts", tmp_path / "a.jsonl", players=4).game
    recorder = Recorder()
    tell = recorder.tell
    tell("AH-001", "Ana lays 9H")
    tell.mixed.update({game.pieces.find("9H")})
    tell.apply("AH-022", "AH-023", only=(1,))
    tell.apply("AH-023")  # of another card, and everybody sees why
    tell.apply("AH-029", only=(2,))
    tell("AH-024", "Ben draws 9H")
    nine = {game.pieces.find("9H")}
    events = recorder.take()
    assert not recorder.tell.mixed
    sent = [
        entry_of(game, seat, nine, nine if seat == 1 else set(), who=1, text="", events=events, secret=False)
        for seat in range(3)
    ]
    assert [one["tell"] for one in sent] == [
        [["Ana lays 9H", "AH-001"], ["Ben draws a card", "AH-023 AH-024"]],
        [["Ana lays 9H", "AH-001"], ["Ben draws 9H", "AH-022 AH-023 AH-024"]],
        [["Ana lays 9H", "AH-001"], ["Ben draws a card", "AH-023 AH-024 AH-029"]],
    ]
    assert events[1].rule == "AH-022 AH-023 AH-024 AH-029", "whoever watches afterwards hears all"


def test_by_which_rules_a_move_goes_is_tried_in_a_world_that_the_seat_allows(tmp_path: Path) -> None:
    sitting = table("bartender-aarwares", tmp_path / "a.jsonl", seed=0)
    seat, game = sitting.turn, sitting.game
    (move,) = (one for one in sitting.moves(seat) if game.say(sitting.state, one).endswith(" draws"))
    told = sitting.rules_of(seat, move)
    view = game.view(sitting.state, seat)
    for n in range(12):
        sitting.state = game.sample_world(view, stream(n, "world"))
        sitting._moved()
        assert sitting.rules_of(seat, move) == told


def test_why_a_move_is_not_allowed_is_asked_of_the_view(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = table("auction-hearts", tmp_path / "a.jsonl", players=4)
    seat, looked = sitting.turn, []
    read, why_not = sitting.game.read, type(sitting.state.phase).why_not
    monkeypatch.setattr(sitting.game, "read", lambda s, text: (looked.append(s.viewer), read(s, text))[1])
    monkeypatch.setattr(
        type(sitting.state.phase),
        "why_not",
        lambda self, s, move: (looked.append(s.viewer), why_not(self, s, move))[1],
    )
    assert sitting.why_not(seat, "bids 4000").rule
    assert looked == [seat, seat]
