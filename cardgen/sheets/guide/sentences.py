"""How the guide says page numbers, titles and papers inside a sentence."""

from __future__ import annotations

from collections.abc import Sequence


def inside(title: str) -> str:
    """Return a title as it stands after the first word of a list: "player aids", but still "BIC badge"."""
    first = title.split(" ", 1)[0]
    return title if first[1:].upper() == first[1:] and len(first) > 1 else title[:1].lower() + title[1:]


def page_words(numbers: Sequence[int]) -> str:
    """Return page numbers as people say them: "21", "17, 18", "5 to 16, 21"."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    words = [f"{a}" if a == b else f"{a}, {b}" if b == a + 1 else f"{a} to {b}" for a, b in runs]
    return ", ".join(words)


def pages(numbers: Sequence[int]) -> str:
    """Return the numbers after the word that suits them: "Page 21", "Pages 5 to 16"."""
    return f"{'Page' if len(numbers) == 1 else 'Pages'} {page_words(numbers)}"


def paper_title(name: str) -> str:
    """Return a paper's name as people write it: A4, Letter, 200x280mm."""
    return name.upper() if len(name) == 2 else name.capitalize() if name.isalpha() else name
