"""Measures cardgen against WeasyPrint on the same 99-card deck, each in cold processes, in one run.

    python benchmarks/deck99.py [--runs 5] [--weasyprint PYTHON] [--cardgen PROGRAM] [--keep FOLDER]

cardgen starts from the YAML and SVG of `deck99/` every time, draws all art unless the line says otherwise, and
writes two PDFs, of which the deck's own is compared; WeasyPrint is handed a finished HTML page. Wall times are medians. Exit code 1 when a budget is missed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pypdfium2
from deck99_html import cards_of, write_html
from measure import beside, peak_megabytes, seconds

KIT = Path(__file__).parent / "deck99"
MAX_BYTES = 150_000


@dataclass
class Result:
    """What one tool needed for the deck, and what came out."""

    name: str
    wall: float
    memory: float
    pdf: Path | None = None

    def show(self, words: int | None = None) -> str:
        """Return one line of the table."""
        line = f"{self.name:34} {self.wall * 1000:7.0f} ms"
        line += f" {self.memory:7.1f} MB" if self.memory else " " * 11
        if self.pdf and words is not None:
            found, fonts = words_found(self.pdf, words), fonts_of(self.pdf)
            pages = len(pypdfium2.PdfDocument(self.pdf))
            line += (
                f" {self.pdf.stat().st_size / 1000:7.1f} kB  {pages} pages, {found} of {words} words, {fonts}"
            )
        return line


def words_found(pdf: Path, expected: int) -> int:
    """Return how many words of the cards can be copied out of the PDF."""
    document = pypdfium2.PdfDocument(pdf)
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    there = re.findall(r"\w+", text)
    wanted = card_words()
    assert len(wanted) == expected
    counts: dict[str, int] = {}
    for word in there:
        counts[word] = counts.get(word, 0) + 1
    found = 0
    for word in wanted:
        if counts.get(word, 0) > 0:
            counts[word] -= 1
            found += 1
    return found


def card_words() -> list[str]:
    """Return every word that is printed on the cards."""
    text = " ".join(f"{card['name']} {card['number']} {card['text']}" for card in cards_of(KIT))
    return re.findall(r"\w+", text.replace("*", ""))


def fonts_of(pdf: Path) -> str:
    """Return how many fonts the PDF lists and how many of them are embedded."""
    with pikepdf.open(pdf) as document:
        fonts = [
            o for o in document.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
        ]
        tops = [f for f in fonts if not str(f.get("/Subtype", "")).startswith("/CIDFont")]
        embedded = [
            o
            for o in document.objects
            if (isinstance(o, pikepdf.Dictionary) and "/FontFile2" in o) or "/FontFile3" in o
        ]
    return f"{len(embedded)} of {len(tops)} fonts embedded"


def measure_cardgen(work: Path, runs: int, program: str) -> list[Result]:
    """Return the cold build, the build without changes and the build with one card changed."""
    kit, out, cache = work / "deck99", work / "out", work / "cache"
    shutil.copytree(KIT, kit)
    command = [program, "build", str(kit), "--out", str(out)]
    env = {**os.environ, "CARDGEN_CACHE": str(cache)}

    def afresh(number: int = 0) -> None:
        shutil.rmtree(out, ignore_errors=True)
        shutil.rmtree(cache, ignore_errors=True)

    def change_one(number: int) -> None:
        cards = kit / "cards.yaml"
        text = cards.read_text("utf-8")
        cards.write_text(
            re.sub(r"name: \w+ the", f"name: {'Lend' if number % 2 else 'Send'} the", text, count=1), "utf-8"
        )

    afresh()
    subprocess.run(
        command, env=env, capture_output=True, check=False
    )  # compiles the bytecode, warms the disk
    cold = seconds(command, env, runs, afresh)
    deck = next(pdf for pdf in sorted(out.rglob("*.pdf")) if "-kit-" not in pdf.name)
    shutil.copy(deck, work / "cardgen.pdf")
    same = seconds(command, env, runs, lambda n: None)
    changed = seconds(command, env, runs, change_one)
    afresh()
    memory = peak_megabytes(command, env)
    return [
        Result("cardgen, cold, art drawn", cold, memory, work / "cardgen.pdf"),
        Result("cardgen, nothing changed", same, 0),
        Result("cardgen, one card changed", changed, 0),
    ]


def measure_weasyprint(work: Path, runs: int, python: str) -> Result:
    """Return WeasyPrint's cold run on the same deck."""
    page = write_html(KIT, work)
    pdf = work / "weasyprint.pdf"
    command = [python, "-m", "weasyprint", "--quiet", str(page), str(pdf)]
    subprocess.run(command, capture_output=True, check=False)
    wall = seconds(command, os.environ, runs, lambda n: None)
    return Result("WeasyPrint, cold", wall, peak_megabytes(command, os.environ), pdf)


def main() -> int:
    """Print the table and the ratios; return 1 when a budget is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5, help="runs of each command (default 5)")
    parser.add_argument(
        "--weasyprint", default=sys.executable, metavar="PYTHON", help="a Python that has WeasyPrint"
    )
    parser.add_argument(
        "--cardgen", default=beside("cardgen"), metavar="PROGRAM", help="the cardgen to measure"
    )
    parser.add_argument("--keep", type=Path, help="copy both PDFs here")
    chosen = parser.parse_args()
    if subprocess.run(
        [chosen.weasyprint, "-c", "import weasyprint"], capture_output=True, check=False
    ).returncode:
        print(
            "WeasyPrint is not installed in this Python. Either: pip install 'cardgen[bench]', or give another",
            file=sys.stderr,
        )
        print("Python that has it: python benchmarks/deck99.py --weasyprint /path/to/python", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        theirs = measure_weasyprint(work, chosen.runs, chosen.weasyprint)
        cold, same, changed = measure_cardgen(work, chosen.runs, chosen.cardgen)
        words = len(card_words())
        for result in (theirs, cold, same, changed):
            print(result.show(words))
        assert cold.pdf is not None
        size = cold.pdf.stat().st_size
        budgets = [
            ("wall against WeasyPrint", cold.wall / theirs.wall, 0.5),
            ("memory against WeasyPrint", cold.memory / theirs.memory if theirs.memory else 0.0, 1.0),
            ("kB", size / 1000, MAX_BYTES / 1000),
            ("seconds with nothing changed", same.wall, 0.35),
            ("seconds with one card changed", changed.wall, 0.35),
        ]
        print()
        for what, value, limit in budgets:
            print(f"{what:34} {value:7.2f}   at most {limit:g}   {'ok' if value <= limit else 'MISSED'}")
        if chosen.keep:
            chosen.keep.mkdir(parents=True, exist_ok=True)
            for pdf in (work / "cardgen.pdf", work / "weasyprint.pdf"):
                shutil.copy(pdf, chosen.keep)
    return int(any(value > limit for _, value, limit in budgets))


if __name__ == "__main__":
    sys.exit(main())
