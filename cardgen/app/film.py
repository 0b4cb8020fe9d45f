"""`cardgen replay`: a saved game of a kit on disk as a story, as one page that plays it, or as a moving picture."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.app.play import data_of, kit_named, seeds_of
from cardgen.base.errors import CardgenError, Location, Problem, did_you_mean
from cardgen.base.files import find_kit, shown, templates_dir
from cardgen.engine import Game, Recorder, diagnosing, fingerprint, in_a_row
from cardgen.games import has_rules, make_game, playable
from cardgen.model import Kit
from cardgen.model.kit import unmarked
from cardgen.source.screen import hints_of
from cardgen.table.film import Judgement, film, house_rules, play_said, refused
from cardgen.table.free_film import free_film
from cardgen.table.journal import Journal
from cardgen.table.kept import Kept, KeptMove, introduced, read_kept
from cardgen.table.layout import layout_of, pictured
from cardgen.table.setup import setup_lines
from cardgen.table.words import named

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing

_REEL = 46
"""Moves in the highlights of a film: a minute, at 1.3 seconds for a move."""
_BEFORE = 12  # moves that lead to a mark are shown with it

SCRIPTS = ("dom", "data", "faces", "rulechips", "zones", "story", "steps", "packed", "film")
"""The scripts of the studio that a film needs, each after those that it imports."""


def game_in(file: Path, data: Path) -> tuple[Game[Any], Kept]:
    """Return the game of a file, set up at its table, with people's names for players who have none.

    CardgenError when it cannot be played with what is here.
    """
    try:
        kept = read_kept(file)
    except ValueError as error:
        message = str(error).removeprefix(f"{file}: ")
        raise CardgenError([Problem(message, Location(str(file)), code="saved-game")]) from None
    saved = kept.saved
    nearest = data_of(file, data)
    data = nearest if find_kit(saved.game, nearest, ours=False) else data
    kit = kit_named(saved.game, data) if find_kit(saved.game, data) else None
    if kit is None or not has_rules(kit):
        message = f"is of a game '{saved.game}' whose rules are not here"
        raise refused(message, kept, did_you_mean(saved.game, playable()))
    try:
        game = make_game(kit, len(saved.players), saved.options, saved.players)
    except (ValueError, KeyError) as error:
        raise refused(str(error).strip("\"'"), kept) from None
    if saved.kit != fingerprint(game):
        message = f"was played with another version of {kit.title} (kit {saved.kit}, now {fingerprint(game)})"
        raise refused(message, kept, "the cards have changed since; play the seed again")
    with_names = introduced(kept, game.pieces.names)
    if with_names is not kept:
        game = make_game(kit, game.players, saved.options, with_names.saved.players)
    return game, with_names


def replay_lines(file: Path, data: Path, to: int | None, judged: Judgement | None = None) -> Iterator[str]:
    """Yield a saved game as a story, one move a line; with `to`, the position after that many moves at the end."""
    if lines := free_lines(file):
        kit, said = _free_kit(file, data, lines)
        shot, _ = free_film(kit, lines, said, file)
        yield f"{kit.title}, a free table: {in_a_row([one['name'] for one in shot['players']])}"
        yield from (one for one, _ in shot["setup"])
        for number, step in enumerate(shot["steps"][:to], 1):
            yield f"{number:4}  {shot['players'][step['who']]['name']} {step['say']}"
        return
    game, kept = game_in(file, data)
    saved = kept.saved
    moves = moves_to(kept, to)
    recorder = Recorder()
    with diagnosing(game, str(file), "set-up"):
        state = game.deal(saved.seed)
        setup = setup_lines(game, state)
    state.tell = recorder.tell
    rules = house_rules(game)
    yield f"{game.kit.title} for {game.players} players: {in_a_row(game.names)}"
    yield f"House rules{'' if rules else ': none'}"
    yield from (f"  {rule['title']}: {rule['says']}" for rule in rules)
    yield f"Seed {saved.seed}"
    if setup:
        yield "Set-up"
    yield from (f"          {named(game, text)}{f'  ({rule})' * bool(rule)}" for text, rule in setup)
    for number, move in enumerate(moves, 1):
        play_said(game, state, move.text, kept, number)
        yield f"{number:4}  {named(game, move.text)}"
        yield from (f"          {named(game, str(event))}" for event in recorder.take())
        yield from (
            f"          {game.names[one.seat]} said: {one.text}"
            for one in kept.remarks
            if one.after == number and 0 <= one.seat < game.players
        )
    yield ""
    with diagnosing(game, str(file), f"the position after move {len(moves)}"):
        yield from (game.picture(state) or game.describe(state)).splitlines()
        if game.over(state):
            won = [game.names[seat] for seat in game.winners(state)]
            yield f"The end: {game.ending(state)}"
            yield f"{in_a_row(won) or 'Nobody'} {'win' if len(won) > 1 else 'wins'}"
    if saved.stopped and to is None:
        yield f"The game was stopped here: {saved.stopped}"
    if judged:
        yield from ("", *judged.lines())


def moves_to(kept: Kept, to: int | None) -> Sequence[KeptMove]:
    """Return the first moves of a game, or all; CardgenError where it has not so many."""
    if to is not None and not 0 <= to <= len(kept.moves):
        raise refused(f"has {len(kept.moves)} moves, there is no move {to}", kept)
    return kept.moves[:to]


# -- one page ---------------------------------------------------------------------------------------------


def rules_lines(file: Path, data: Path) -> Iterator[str]:
    """Yield the moves of a free evening by the rules that its kit has now; CardgenError for a deed that is none."""
    from cardgen.table.free_check import checked_lines

    if not (lines := free_lines(file)):
        message = "is no evening of a free table; cardgen replay without --rules plays a game by its rules"
        raise CardgenError([Problem(message, Location(str(file)), code="saved-game")])
    kit, said = _free_kit(file, data, lines)
    yield from checked_lines(kit, lines, said, file)


def film_page(file: Path, data: Path, *, brief: bool = False, judged: Judgement | None = None) -> str:
    """Return one HTML page that needs nothing else: the game of a file as a film with the faces of the kit.

    A `brief` one begins to play its highlights of a minute; the whole game is one choice away.

    The scripts, the style and the pictograms are the studio's own; what is shown is packed (deflate), and the page
    may load nothing and run nothing but its one script.
    """
    kit, shot, layout = film_in(file, data)
    if judged:
        judged.mark(shot)
    return page_of(kit, shot, layout, brief=brief)


def film_in(file: Path, data: Path) -> tuple[Kit, dict[str, Any], dict[str, Any]]:
    """Return the kit of a file, the film of its game or free evening, and the layout that shows it."""
    if lines := free_lines(file):
        kit, said = _free_kit(file, data, lines)
        return kit, *free_film(kit, lines, said, file)
    game, kept = game_in(file, data)
    hints = hints_of(game.kit)
    moments, seeds = hints.get("moments", {}), seeds_of(game.kit)
    if unknown := [rule for rule in moments if not seeds or rule not in seeds.by_id]:
        hint = did_you_mean(unknown[0], seeds.by_id if seeds else ())
        where = Location(shown(game.kit.root / "table.yaml"))
        raise CardgenError(
            [Problem(f"moments: there is no rule {unknown[0]}", where, hint=hint, code="unknown-rule")]
        )
    return game.kit, film(game, kept, moments), layout_of(game, hints, printed_spots(game.kit))


def free_film_page(kit: Kit, lines: Sequence[Mapping[str, Any]], path: Path) -> str:
    """Return the film of a free table as one page; CardgenError while several people still sit there."""
    return page_of(kit, *free_film(kit, lines, hints_of(kit).get("free"), path))


def free_lines(file: Path) -> list[dict[str, Any]]:
    """Return the lines of the journal of a free table, none for any other file."""
    lines = Journal.look(file) if file.suffix == ".jsonl" else []
    return lines if lines and lines[0].get("free") else []


def _free_kit(
    file: Path, data: Path, lines: Sequence[Mapping[str, Any]]
) -> tuple[Kit, Mapping[str, Any] | None]:
    slug, nearest = str(lines[0]["game"]), data_of(file, data)
    data = nearest if find_kit(slug, nearest, ours=False) else data
    if not find_kit(slug, data):
        message = f"is of a game '{slug}' that is not here"
        raise CardgenError([Problem(message, Location(str(file)), code="saved-game")])
    kit = kit_named(slug, data)
    return kit, hints_of(kit).get("free")


def highlights(first: int, last: int, marks: Sequence[Mapping[str, Any]], most: int = _REEL) -> list[int]:
    """Return the moves of a stretch that are shown: all, or so many with both ends, the marks and what leads to them.

    Where there are too many marks, those of rounds are left out first. What gaps are left is filled evenly.
    """
    rounds, great = (
        [one["at"] for one in marks if (one["kind"] == "round") is is_one] for is_one in (True, False)
    )
    chosen = {first, last}
    leading = ([at - before for at in great + rounds] for before in range(1, _BEFORE))
    for wanted in (great, rounds, *leading, range(first, last + 1)):
        inside = sorted({at for at in wanted if first < at < last} - chosen)
        chosen.update(_spread(inside, most - len(chosen)))
    return sorted(chosen)


def _spread(numbers: Sequence[int], most: int) -> list[int]:
    """Return at most so many of them, evenly chosen."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[(2 * n + 1) * len(numbers) // (2 * most)] for n in range(most)]


def page_of(kit: Kit, shot: dict[str, Any], layout: dict[str, Any], *, brief: bool = False) -> str:
    """Return the page that shows a film; a `brief` one begins with its highlights."""
    back = layout.pop("back")
    boards = pictured(layout)
    cards = {card for card, _ in shot["pieces"].values()}
    sprites, faces = _sprites(kit, cards, back, boards)
    seeds = seeds_of(kit)
    cited = {
        rule
        for lines in (shot["setup"], *(step["tell"] for step in shot["steps"]))
        for _, rules in lines
        for rule in rules.split()
    }
    page = {
        "kit": {
            **{"slug": kit.slug, "title": kit.title, "accent": kit.accent},
            "components": [
                {
                    "id": one.id,
                    "kind": one.kind,
                    "title": one.title,
                    "size": [one.size.width, one.size.height],
                    "bleed": one.bleed,
                    "shape": one.shape,
                    "corner": one.corner,
                    **({} if one.plain else {"outline": one.contour.shown}),
                }
                for one in kit.components
            ],
            "cards": [
                {"id": card.id, "in": component.id, "name": unmarked(card.name)}
                for component in kit.components
                for card in component.cards
                if card.id in cards or card.id in boards or card.id == back
            ],
            "layout": layout,
            "back": {"card": back, "name": "back"} if "back" in faces else None,
            "boards": {card: f"{card} {side}" for card, side in boards.items()},
        },
        "rules": {rule: seeds.by_id[rule].sentence for rule in sorted(cited) if rule in seeds.by_id}
        if seeds
        else {},
        "film": {**shot, "reel": highlights(0, len(shot["steps"]), shot["marks"])},
        "brief": brief,
        "faces": faces,
        "sprites": sprites,
    }
    return _page(kit.title, kit.accent, page)


def printed_spots(kit: Kit) -> Callable[[str, str], list[tuple[float, float]]]:
    """Return what finds the middles of the spots that a side of a board names."""
    from cardgen.app.build import faces_of
    from cardgen.base.errors import Problems

    faces = faces_of(kit, None, {}, Problems())
    known = {card.id: card for component in kit.components for card in component.cards}
    return lambda card, side: [(spot.x, spot.y) for spot in faces.spots(known[card], side)]


def _sprites(
    kit: Any, cards: set[str], back: str, boards: Mapping[str, str]
) -> tuple[str, dict[str, list[str]]]:
    """Return all faces as one SVG with everything in it once, and for each the names in it: [id, viewBox]."""
    from cardgen.app.build import faces_of
    from cardgen.base.errors import Problems

    faces = faces_of(kit, None, {}, Problems())
    drawings: dict[str, Drawing] = {}
    for component in kit.components:
        for card in component.cards:
            if card.id in cards:
                drawings[card.id] = faces.front(card)
            if card.id == back and (drawing := faces.back(card)) is not None:
                drawings["back"] = drawing
            if side := boards.get(card.id):
                shown = faces.back(card) if side == "back" else None
                drawings[f"{card.id} {side}"] = shown or faces.front(card)
    return cut_outs(drawings)


def cut_outs(drawings: Mapping[str, Drawing]) -> tuple[str, dict[str, list[str]]]:
    """Return what `packed.js` cuts pictures from: one SVG with everything in it once, and for each [id, viewBox]."""
    from cardgen.export.svg import svg_sprites

    sprites, uses = svg_sprites(dict.fromkeys(drawings.values()))
    return sprites, {name: _address(uses[drawing]) for name, drawing in drawings.items()}


def _address(shown: str) -> list[str]:
    name, box = re.search(r'href="#([^"]+)"', shown), re.search(r'viewBox="([^"]+)"', shown)
    assert name
    assert box
    return [name[1], box[1]]


def _page(title: str, accent: str, page: dict[str, Any]) -> str:
    body = (templates_dir() / "studio" / "film.html").read_text("utf-8")
    colour = accent if re.fullmatch(r"#[0-9a-fA-F]{3,8}", accent) else "#3a3a3a"
    body = body.replace("<!--title-->", escape(title)).replace("<!--accent-->", colour)
    return single_file(body, ("studio", "film"), SCRIPTS, {"packed": page})


def packed(text: str) -> str:
    """Return a text as `packed.js` unpacks it: base64 of a deflated stream without head."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(stream.compress(text.encode()) + stream.flush()).decode()


def single_file(
    body: str,
    styles: Sequence[str],
    scripts: Sequence[str],
    data: Mapping[str, Any],
    frames: Sequence[str] = (),
) -> str:
    """Return a page of the studio's that needs nothing else: style sheets, fonts, pictograms, one script, packed `data`.

    `body` names each as a comment: `<!--style-->`, `<!--packed-->`. It may load nothing and run nothing but that script,
    and those of the pages in its frames, whose hashes are `frames`.
    """
    folder = templates_dir() / "studio"
    texts = {name: json.dumps(one, ensure_ascii=False, separators=(",", ":")) for name, one in data.items()}
    letters = {*"".join((body, *texts.values()))} | {chr(code) for code in range(0x20, 0x17F)}
    script = bundled({name: (folder / "js" / f"{name}.js").read_text("utf-8") for name in scripts})
    style = "".join((folder / f"{name}.css").read_text("utf-8") for name in styles)
    for family in ("Oswald", "Roboto"):
        font = base64.b64encode(font_of(family, letters | set("–—‘’“”…←→×±½"))).decode()
        style = style.replace(f"url(fonts/{family.lower()}.ttf)", f"url(data:font/ttf;base64,{font})")
    icons = (folder / "icons.svg").read_text("utf-8")
    icons = re.sub(r"<\?xml.*?\?>|<!--.*?-->", "", icons, flags=re.DOTALL).replace(' id="', ' id="i-')
    icons = icons.replace(
        "<svg ", '<svg width="0" height="0" style="position:absolute" aria-hidden="true" ', 1
    )
    may_run = " ".join(f"'{one}'" for one in (_hash(script), *frames))
    policy = (
        "default-src 'none'; img-src blob: data:; font-src data:; style-src 'unsafe-inline'; "
        f"script-src {may_run}; base-uri 'none'; form-action 'none'"
    )
    values = {"policy": policy, "style": style, "icons": icons, "script": script}
    values |= {name: packed(text) for name, text in texts.items()}
    return re.sub(r"<!--(\w+)-->", lambda found: values.get(found[1], ""), body)


def _hash(script: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"


def font_of(family: str, letters: set[str]) -> bytes:
    """Return a font of the studio's with these letters alone."""
    from cardgen.base.drawing import FontKey
    from cardgen.faces.text.fonts import subset

    return subset(FontKey(family), letters)


_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|let|function|class)\b)", re.MULTILINE)
_EXPORTED = re.compile(r"^export (?:async )?(?:const|let|function|class) ([\w$]+)", re.MULTILINE)


def bundled(scripts: dict[str, str]) -> str:
    """Return modules that import each other as one script: each a function that returns what it exports."""
    parts = []
    for name, text in scripts.items():
        exported = ", ".join(_EXPORTED.findall(text))

        def taken(found: re.Match[str]) -> str:
            names = found[1].strip().replace(" as ", ": ")
            return f"const {{ {names} }} = m_{found[2].replace('-', '_')};\n"

        text = _EXPORT.sub("", _IMPORT.sub(taken, text))
        assert not re.search(r"^(import|export)\b", text, re.MULTILINE), name
        parts.append(
            f"const m_{name.replace('-', '_')} = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();\n"
        )
    return "".join(parts).replace("icons.svg#", "#i-").replace("</script", "<\\/script")
