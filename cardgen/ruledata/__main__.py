"""`python -m cardgen.ruledata [FILE]` writes docs/rules.md (or FILE): a tutorial, and a reference made of the words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from cardgen.ruledata import words
from cardgen.ruledata.sentences import written

_HEAD = """# Rules as data

Write `rules.yaml` beside `game.yaml`, and the kit can be played: `cardgen check`, `play`, `simulate`, `replay` and the studio
use it at once. The file holds no Python and can run none, so nobody has to `cardgen trust` it.

    cardgen new my-game --with deck,play     # a kit with its rules.yaml, scenarios and numbered rules
    cardgen check my-game                    # mistakes, each at its line with a hint; then it plays
    cardgen play my-game --browser
    cardgen rules my-game --format explain   # the rules as prose
    cardgen rules my-game --format python    # the Python that they become, if you outgrow them

A kit has rules.yaml or [rules in Python](adding-a-game.md), never both. With `cardgen schema --out schema` and the first line
`# yaml-language-server: $schema=../../schema/rules.schema.json` many editors complete the keys and explain them.

## A first game

Each player holds three cards. On your turn play one and draw one. The game ends when the deck is empty; the highest sum wins.

```yaml
zones:
  deck: {begins: cards, seen_by: nobody}      # `cards` is a deck of game.yaml
  hand: {each: player, seen_by: owner}
  laid: {each: player, use: play}
set up:
  - deal 3 from deck to each hand
turn:
  play:
    rule: MG-001
    moves:
      play:
        says: plays {card}
        card: my hand
        needs:
          - card.value > last(my laid).value: a higher card is there already
        do:
          - move card to my laid
      pass: {says: passes, otherwise: yes}
    after:
      - draw 1 from deck to my hand
      - if deck is empty: [last round]
score: sum(c.value for c in my laid)
```

- **Zones** say where things are and who sees them. Views, hidden cards and scenarios follow from them.
- A **step** of the turn offers **moves**. `card: my hand` is a choice from a list; each choice is in the sentence once, so that moves
  can be printed, read back and clicked.
- **needs** filters the moves, refuses a wrong one, and gives the reason with the number of the rule.
- **do** and **after** hold **sentences**, a verb first. When a step is done the next one begins, and then the next player's turn.
  `next turn`, `turn of`, `go to`, `ask` and `end` change that.
- Numbers belong into a table of the kit: `numbers.hand` reads `numbers.yaml`, so the rule sheet prints the number that is played.
- A word that some card, option or table of the kit has stands for itself (`tea`). Any other unknown word is a mistake.

A card that is not there has empty fields: 0 in sums and comparisons of size, and equal to nothing but another field that is not there.
Lists, rows of tables, dice and places are counted from 1.

Sentences may share a line in brackets: `[move card to laid, next turn]`, and commas in `max(a, b)` divide nothing there. YAML itself
refuses `my hand[2]` in such brackets; give that sentence a line of its own.

## Whose, which, all

| you write | it means |
|---|---|
| `my hand` | the hand of the player whose turn it is |
| `hand of p`, `coins of leader` | that of a player |
| `to each hand` | that of every player: in `deal` and `pass` only |
| `stool of 3`, `thrown of red` | one of a family of zones: `each: 1..6`, `each: [red, green]` |
| `my hand where suit == led` | some of a list; `it` is the card looked at, and its fields need no `it.` |
| `(my hand where suit == led) otherwise my hand` | follow suit if you can |
| `who has most count(sold of it)` | a player; `with_most(f(x) for x in list)` gives any entry |
| `first 3 of deck`, `my hand[2]` | some of a list, one of a list |
| `cards of p in north` | the pieces of a player that are in a zone |
| `pair are all of one suit` | also `are all different in rank`, `are a run of rank` |
| `option crowd == pay` | a house rule |

## Pieces of a player

A component with one design for each player, several copies of each, belongs to the players when it begins in a zone that each
of them has: `pool: {each: player, begins: cubes}`. Then `my cubes`, `cubes of p in north`, `owner(piece)`, and
`move 2 of my cubes from my pool to region of r`.

## Boards

`board: {grid: 3 by 3}` is one zone for each place, `board of a1` to `board of c3`, and `board` alone is the list of its places. With
`map: regions` the places are the rows of a table of the kit, and `regions[r].worth` is a column of theirs:

```yaml
# regions.yaml; a way that is in one row goes in both directions
north: {worth: 3, next: [middle]}
middle: {worth: 1, next: [south]}
south: {worth: 2, next: []}
```

- `place: board` with `needs: [board of place is empty]` places a piece anywhere; `all(board of c is not empty for c in below place)`
  lets it fall.
- `any(all(owner(first(board of c)) == me for c in line) for line in lines of 4 through place)` is a line of mine.
- `r: region where any(cubes of me in region of c is not empty for c in next to it)` is a region beside one of mine.
- `count(reach from r where my cubes in region of it is not empty)` is how many regions of mine are connected to `r`.

Each place is a zone with a name: `board a1` in scenarios, "Board a1" on a screen, which shows the places where something is. A drawing of
the whole board is not made yet.

## Questions and secret choices

`who: players` lets several players decide one after another; with `secret: yes` nobody hears what is chosen before all have chosen.
`ask who to STEP about card` asks a player to do a step of `answers`, which calls what it is about by the names in `with`. In its moves
`me` is the player who was asked, and `asker` the one who asked. After the answer, in its `after`, `me` is the asker again, and the turn
goes on where it was interrupted.

## Messages

Every mistake is reported at its line and column, all of them at once. While a game is played, what cannot be done stops it at the line
of rules.yaml that asked for it: a card that is not where it is moved from, a player who is nobody, a division by 0, a `repeat` that
went round 10,000 times. Saved games are refused when the rules have changed; comments do not count.

## Limits

200,000 letters, 30 levels, no aliases and no tags in the file; 2,000 letters and 40 brackets in an expression; ranges of 1,000; sets of
5,000; `repeat` 10,000 times; deeds that do deeds 100 deep.

Not yet: hexagons, interrupts by any player at any time, lists that are remembered, negotiation.

The tables below are written by `python -m cardgen.ruledata` from the words themselves.
"""


def manual() -> str:
    """Return docs/rules.md."""
    return _HEAD + "\n".join(_reference()) + "\n"


def _reference() -> Iterator[str]:
    for title, keys in (
        ("Keys of the file", words.TOP),
        ("Keys of a zone", words.ZONE),
        ("Keys of a note", words.NOTE),
        ("Keys of a step", words.STEP),
        ("Keys of a move, besides its choices", words.MOVE),
        ("Names", words.NAMES),
    ):
        yield from _table(title, ("key", "means"), {f"`{key}`": says for key, says in keys.items()})
    for title, patterns in (("Sentences", words.SENTENCES), ("Sentences with a colon", words.HEADS)):
        rows = {f"`{written(pattern)}`": says for pattern, says in patterns.values()}
        yield from _table(title, ("sentence", "does"), rows)
    rows = {f"`{example}`": says for example, says in words.PLACES.values()}
    yield from _table("Places of a board", ("words", "give"), rows)
    yield from _table(
        "Functions over a list: `f(list)`, `f(list, it.value)`, `f(x.value for x in list)`",
        ("function", "gives"),
        {f"`{name}`": says for name, (_, says) in words.OVER_LISTS.items()},
    )
    rows = {f"`{example}`": says for example, says in words.FUNCTIONS.values()}
    yield from _table("Other functions", ("function", "gives"), rows)


def _table(title: str, heads: tuple[str, str], rows: Mapping[str, str]) -> Iterator[str]:
    yield from ("", f"## {title}", "", f"| {heads[0]} | {heads[1]} |", "|---|---|")
    for name, says in rows.items():
        yield f"| {re.sub(r'[|]', '/', name)} | {re.sub(r'[|]', '/', says)} |"


if __name__ == "__main__":
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs" / "rules.md"
    file.write_text(manual(), "utf-8")
