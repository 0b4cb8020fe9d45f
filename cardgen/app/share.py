"""`cardgen share`: a game as one page for friends, playtesters and publishers, who need neither cardgen nor a network.

The page is `templates/studio/share.html.j2`. The rule sheet and the film are pages of their own in frames: neither can
reach what is around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from cardgen.app.build import chosen_options, faces_of, load_checked
from cardgen.app.change import in_words
from cardgen.app.diff import KitDifference, compare, sides_of, state_of
from cardgen.app.film import cut_outs, film_page, game_in, packed, single_file
from cardgen.app.manifest import vouched
from cardgen.base.destination import Destination
from cardgen.base.errors import CardgenError, Location, Problem, Problems
from cardgen.base.files import real, shown
from cardgen.base.language import figure, speaking, tr, trn
from cardgen.base.own import templates
from cardgen.faces.compose import Faces, trimmed
from cardgen.model.kit import unmarked
from cardgen.report.page import readable
from cardgen.rulesheet import load_rules, rule_html

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing
    from cardgen.model import Card, Component, Kit

_SCRIPTS = ("dom", "diff", "packed", "share")
_STYLES = ("studio", "share")
_MOST_FANNED = 5
_SEED = 1
MOST_BYTES = 5_000_000


@dataclass(frozen=True)
class SharePage:
    """What is asked of the page of a kit's folder: its language, what it is compared with, and the film in it."""

    folder: Path
    language: str = ""
    since: str = ""
    film: Path | None = None
    """A saved game; None: bots play one."""
    without_film: bool = False

    def made(self, beside: Path | None) -> tuple[str, Problems]:
        """Return the page and its warnings; `beside` is the folder where it will be, whose PDFs it links.

        CardgenError when the kit is not fit to be built, or `since` or `film` name nothing of it.
        """
        kit, problems = load_checked(self.folder, language=self.language)
        chosen = chosen_options(kit, {})
        faces = faces_of(kit, None, chosen, problems)
        film = "" if self.without_film else self._film(kit.original or kit, problems)
        rules = rule_html(load_rules(kit, chosen).on("web"), faces) if kit.rules else ""
        with state_of(self.since, self.folder) if self.since else nullcontext(None) as before:
            found = compare(before[0], self.folder, before[1], shown(self.folder)) if before else None
        gallery = _Gallery(kit, faces, found)
        with speaking(kit.language):
            page = _page(kit, gallery, rules, film, found, beside)
        if (size := len(page.encode())) > MOST_BYTES:
            parts = {"pieces": packed(str(gallery.packed())), "film": packed(film), "rule sheet": rules}
            said = ", ".join(f"{name} {len(text) / 1e6:.1f} MB" for name, text in parts.items())
            message = f"the page is {size / 1e6:.1f} MB, expected 5 MB or less for mail and phones: {said}"
            hint = "make the largest pictures of the kit smaller, or leave out the film with --no-film"
            problems.add(message, kit.where, hint=hint, level="warning", code="share-size")
        faces.save()
        problems.raise_errors()
        return page, problems

    def place(self, out: Path) -> Path:
        """Return where the page goes below a folder of results."""
        slug, end = real(self.folder).name, f"-{self.language}" if self.language else ""
        return out / slug / f"{slug}-share{end}.html"

    def write(self, place: Path) -> Problems:
        """Make the page, write it and return its warnings; CardgenError as for `made`, and when it cannot be written."""
        Destination(place).check()
        page, problems = self.made(place.parent)
        Destination(place).write(page)
        return problems

    def _film(self, kit: Kit, problems: Problems) -> str:
        """Return the page of a film; "" where the kit has no rules that may run."""
        from cardgen.app.play import rules_not_run
        from cardgen.games import has_rules

        data = real(self.folder).parent
        if self.film is not None:
            if game_in(self.film, data)[0].slug != kit.slug:
                hint = "name a game that was saved with cardgen play or simulate --save-games"
                message = f"this is no game of {kit.slug}"
                raise CardgenError(
                    [Problem(message, Location(shown(self.film)), hint=hint, code="saved-game")]
                )
            return film_page(self.film, data, brief=True)
        problems.extend(rules_not_run(kit))
        return _played(kit, data) if has_rules(kit) else ""


def _played(kit: Kit, data: Path) -> str:
    """Return a film of one game among bots, at the smallest table."""
    from cardgen.app.play import as_problems
    from cardgen.engine import play_and_save
    from cardgen.games import make_game, player_counts

    with as_problems(kit), TemporaryDirectory(prefix="cardgen-") as place:
        game = make_game(kit, min(player_counts(kit)))
        file = Path(place) / "game.json"
        play_and_save(game, _SEED, [game.greedy() for _ in range(game.players)]).write(file)
        return film_page(file, data, brief=True)


class _Gallery:
    """The faces of a page: all in one drawing, each by the name of its card and side; those of `found` were before."""

    def __init__(self, kit: Kit, faces: Faces, found: KitDifference | None) -> None:
        self.kit = kit
        self.sides = sides_of(kit, faces)
        self.drawings = {
            f"{card.id} {side}": trimmed(component, face, side)
            for component, card in _cards(kit)
            for side, face in self.sides[card.id].items()
        }
        if found:
            self.drawings |= _before(found)
        self.changed = {card.id: card.kind for card in found.cards} if found else {}

    def packed(self) -> dict[str, Any]:
        """Return what the page's script cuts the pictures from."""
        sprites, faces = cut_outs(self.drawings)
        return {"sprites": sprites, "faces": faces}

    def fanned(self) -> list[Card]:
        """Return a few cards for the top of the page: those that the print guide shows, or the first ones."""
        cards = {card.id: card for one, card in _cards(self.kit) if one.kind in ("decks", "tiles")}
        wanted = [cards[id] for id in self.kit.guide.get("hero", ()) if id in cards]
        return [*dict.fromkeys([*wanted, *cards.values()])][:_MOST_FANNED]


def _before(found: KitDifference) -> Iterator[tuple[str, Drawing]]:
    """Yield the faces that are not as they were, as they were."""
    were = {card.id: component for component, card in _cards(found.old)}
    for card in found.cards:
        for side, (was, _) in card.sides.items():
            if was is not None:
                yield f"{card.id} {side} before", trimmed(were[card.id], was, side)


def _cards(kit: Kit) -> Iterator[tuple[Component, Card]]:
    return ((component, card) for component in kit.components for card in component.cards)


def _downloads(beside: Path | None) -> dict[str, str]:
    """Return what was built beside the page, with its size; what goes to a service is in a folder of its own."""
    names = [n for n in vouched(beside) if n.endswith((".pdf", ".zip")) and "/" not in n] if beside else []
    sizes = {name: (beside / name).stat().st_size for name in names if beside}
    return {
        name: f"{figure(n / 1e6, '.1f')} MB" if n >= 1e6 else f"{max(1, n // 1000)} kB"
        for name, n in sizes.items()
    }


def _page(
    kit: Kit, gallery: _Gallery, rules: str, film: str, found: KitDifference | None, beside: Path | None
) -> str:
    body = templates("studio").get_template("share.html.j2").render(
        kit=kit,
        unmarked=unmarked,
        gallery=gallery,
        rules=Markup(rules.replace("&", "&amp;").replace('"', "&quot;")),
        film=bool(film),
        found=found,
        downloads=_downloads(beside),
        accent=readable(kit.accent, "#ffffff") if re.fullmatch("#[0-9a-fA-F]{6}", kit.accent) else "#3a3a3a",
        in_words=in_words,
        tr=tr,
        trn=trn,
        figure=figure,
    )  # fmt: skip
    data: Mapping[str, Any] = {"packed": gallery.packed(), **({"film": film} if film else {})}
    frames = re.findall(r"script-src '([^']+)'", film[:10_000])
    return single_file(body, _STYLES, _SCRIPTS, data, frames)
