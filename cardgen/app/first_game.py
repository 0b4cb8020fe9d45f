"""`cardgen rules --format first-game`: a lesson as the paper of a first game, with positions as the engine lays them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.app.play import as_problems, seeds_of
from cardgen.base.language import tr
from cardgen.engine import HIDDEN, Game, State
from cardgen.engine.lesson import Lesson, PlayedStep, worded
from cardgen.games import make_game
from cardgen.model import Kit
from cardgen.rulesheet.first_game import FirstGame, Lying, PaperStep
from cardgen.source.screen import hints_of
from cardgen.table.layout import layout_of
from cardgen.table.sitting import NAMES


def first_game(kit: Kit, lesson: Lesson) -> FirstGame:
    """Return a lesson in words and positions for paper."""
    said, seeds = lesson.said, seeds_of(kit)
    rules = {number: rule.sentence for number, rule in seeds.by_id.items()} if seeds else {}
    with as_problems(kit):
        game = make_game(kit, said.players, dict(said.options), NAMES[: said.players])
    steps, learnt = [], []
    for step, before, state in lesson.played(game):
        one = step.said
        lying = tuple(_lying(game, before, step)) if step.lays else ()
        answer = str(step.shown(game, state)) if step.ask else _answer(game, step.solution)
        answer = worded(one.answer, game) or answer
        text = one.says or rules.get(one.new, "")
        if one.new:
            learnt.append((one.name or one.new, text))
        words = (one.name, text, worded(one.story, game), worded(one.task, game))
        if one.paper:
            steps.append(PaperStep(*words, answer, one.show, lying))
    later = tuple(rules[number] for number in said.later if number in rules)
    return FirstGame(
        f"{kit.title}: {said.lesson}",
        said.players,
        said.minutes,
        game.names[0],
        tuple(steps),
        tuple(learnt),
        later,
    )


def _answer(game: Game[Any], move: str) -> str:
    """Return a move as the story tells it, with the names of cards."""
    words = (
        game.pieces.cards[game.pieces.find(word)].name if game.pieces.knows(word) else word
        for word in move.split()
    )
    return " ".join(words)


def _lying(game: Game[Any], state: State, step: PlayedStep) -> Iterator[Lying]:
    """Yield what the position of a step names, place by place; a whole deck that it does not name is no part of it."""
    shown = layout_of(game, hints_of(game.kit))["zones"]
    given = step.case.said.given
    together: Mapping[str, Any] = getattr(getattr(game, "module", None), "together", {})
    named, cells = {*given, *(key.partition(" ")[0] for key in given)}, game.cells(state)
    for name, pieces in game.zones(state).items():
        place, (kind, _, owner) = game.zoned.by_name.get(name), name.partition(" ")
        known = [piece for piece in pieces if piece != HIDDEN]
        words = set[str]()
        if place:
            kind, owner = place.zone.name, game.names[place.owner] if place.owner >= 0 else ""
            words = {place.zone.field, kind, kind.partition(" ")[0]}
            words |= {word for word, zones in together.items() if kind in zones}
        elif owner == game.names[0]:  # what a team seeks lies before you as tokens
            words = {pile.partition(" ")[0] for pile in getattr(game, "laid_by", ((), ()))[0]}
        if not known or kind not in shown or shown[kind].get("out") or not words & named:
            continue
        title = shown[kind]["title"]
        if place and place.zone.lies == "pile":  # the last of a pile is the card on top
            title, known = tr("{place}, from the top", place=title), known[::-1]
        elif owner == game.names[0]:
            title = tr("{place} (you)", place=title)
        elif owner:
            title = f"{title} ({owner})"
        joined = all(piece in cells for piece in known)
        cards = {
            (cells[piece] if joined else (n % 8, n // 8)): game.pieces.cards[piece].id
            for n, piece in enumerate(known)
        }
        yield Lying(title, {(at[0], at[1]): card for at, card in cards.items()}, joined)
