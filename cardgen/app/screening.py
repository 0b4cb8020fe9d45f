"""Pictures of texts of a screen, for whoever translates them: lessons and questions at their tables, names where the page has them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from cardgen.app.film import page_of, printed_spots
from cardgen.app.moving import Camera
from cardgen.app.play import lessons_of
from cardgen.base.drawing import Rectangle
from cardgen.engine import Game, State
from cardgen.engine.lesson import worded
from cardgen.engine.playing import play_game
from cardgen.engine.state import EVERYTHING
from cardgen.games import has_rules, make_game
from cardgen.languages.entries import Entry
from cardgen.model import Kit
from cardgen.source.screen import NAME, hints_of
from cardgen.source.spoken import section_of
from cardgen.table.layout import layout_of
from cardgen.table.seen import seen
from cardgen.table.sitting import NAMES
from cardgen.table.steps import Steps

if TYPE_CHECKING:
    from PIL.Image import Image

_SEED = 7
_Said: TypeAlias = tuple[Entry | None, State, str]
_Taken: TypeAlias = tuple[Entry, "Image", Rectangle]
_FIND = """(texts) => {
  const words = [(e) => e.textContent.trim(), (e) => (e.ariaLabel ?? "").split(": ").at(-1)];
  const seen = [...document.querySelectorAll("#now, #now *, #felt *")].filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width);
  return texts.map((text) => {
    const box = words.map((says) => seen.findLast((e) => says(e) === text)).find(Boolean)?.getBoundingClientRect();
    return box ? [box.x, box.y, box.width, box.height] : null;
  });
}"""


def screens(kit: Kit, entries: Sequence[Entry]) -> Iterator[_Taken]:
    """Yield a picture of each text of a lesson and of `table.yaml` that the table shows, with the box around it.

    A lesson's text stands above the table of its step, a question above that of the first move it asks for: in a lesson,
    else in a game of the kit's own bots, with each number of players until all are found. CardgenError without a browser.
    """
    asks = hints_of(kit).get("ask", {})
    names = {entry.text: entry for entry in entries if entry.section == NAME}
    for lesson in lessons_of(kit, kit.root.parent)[0]:
        of = section_of(lesson.document)
        left = {entry.text: entry for entry in entries if entry.section == of}
        game = make_game(kit, lesson.said.players, dict(lesson.said.options), NAMES[: lesson.said.players])
        said: list[_Said] = []
        for n, (_, _, state) in enumerate(lesson.played(game)):
            here = state.copy()
            step = json.dumps(lesson.document.get("steps", n), ensure_ascii=False, default=str)
            texts = [text for text in left if json.dumps(text, ensure_ascii=False) in step]
            said += [(left.pop(text), here, worded(text, game)) for text in texts]
            if one := names.pop(asks.get(state.phase.name, ""), None):
                said.append((one, here, one.text))
        said += [(one, here, worded(text, game)) for text, one in left.items()]
        yield from _taken(game, said, []) if said else ()
    for players in range(kit.players.min, kit.players.max + 1) if has_rules(kit) else ():
        if not names:
            break
        game = make_game(kit, players, {}, NAMES[:players])
        firsts: dict[str, State] = {}

        def watch(state: State, *_: Any, firsts: dict[str, State] = firsts) -> None:
            firsts.setdefault(state.phase.name, state.copy())

        play_game(game, _SEED, [game.greedy()] * players, watch=watch)
        said = [
            (names.get(words), at, words) for phase, at in firsts.items() for words in [asks.get(phase, "")]
        ]
        for found in _taken(game, said, [one for one in names.values() if one.text not in asks.values()]):
            del names[found[0].text]
            yield found


def _taken(game: Game[Any], said: Sequence[_Said], names: Sequence[Entry]) -> Iterator[_Taken]:
    """Yield pictures of what is said at a table each, and of names in the first of them that has them."""
    left, tables, pieces = list(names), list[dict[str, Any]](), dict[str, Any]()
    for _, state, words in said:
        now = {**seen(game, state), **Steps(game, state.copy(), (EVERYTHING,)).now[0]}
        pieces |= now.pop("pieces")
        now |= {"turn": int(state.turn), "ahead": [0.0] * game.players, "told": 0}
        tables.append({"who": 0, "say": "", "tell": [[words, ""]], "frames": [now, {"told": 1}]})
    players = [{"name": name, "bot": ""} for name in game.names]
    end = {"over": False, "winners": [], "scores": [], "how": ""}
    shot = {"title": "", "players": players, "options": [], "hands": [], "pieces": pieces, "setup": []}
    shot |= {"start": tables[0]["frames"][0], "steps": tables, "end": end, "marks": []}
    layout = layout_of(game, hints_of(game.kit), printed_spots(game.kit))
    with Camera.before(page_of(game.kit, shot, layout)) as camera:
        camera.run("document.querySelector('#now').style.whiteSpace = 'normal'")
        stills = camera.pictures([(n, 1) for n in range(1, len(tables) + 1)])
        for (own, _, words), picture in zip(said, stills, strict=True):
            wanted = {one.text: one for one in left} | ({words: own} if own else {})
            boxes = camera.run(f"({_FIND})({json.dumps([*wanted])})")
            for entry, box in zip(wanted.values(), boxes, strict=True):
                if box:
                    left = [one for one in left if one is not entry]
                    yield entry, picture, tuple(box)
