"""Makes the documentation as a site in output/docs:  make docs

The pages of docs/, each how-to with a picture of what its own commands made, and a page for each game with its files, rule
sheet and film. mkdocs is strict: a link that leads nowhere ends it. Nothing on the site is loaded from elsewhere.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pypdfium2
import yaml
from PIL import Image

from benchmarks.howto import ROOT, Page, new_game, pages, shown, take
from cardgen.model.kit import Kit
from cardgen.source import load_kit

DOCS, SITE = ROOT / "docs", ROOT / "docs" / "site"
_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
_REPOSITORY = _PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"]
_WIDTH = 720  # px, of a picture


def main() -> None:
    """Put the pages together and build the site."""
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        source = place / "source"
        nav = yaml.safe_load((SITE / "mkdocs.yml").read_text("utf-8"))
        written(source)
        nav["nav"][1:1] = [{"How do I …": howtos(source, place)}]
        nav["nav"].append({"Games": games(source, place)})
        (place / "mkdocs.yml").write_text(
            yaml.safe_dump({**nav, "docs_dir": "source", "repo_url": _REPOSITORY, "repo_name": "Source"}),
            "utf-8",
        )
        out = ROOT / "output" / "docs"
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(out)]
        subprocess.run(command, cwd=place, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True)
    print(f"{out}/index.html")


def written(source: Path) -> None:
    """Write the pages of docs/ and what they show; links out of docs/ lead to the repository."""
    for path in [*DOCS.glob("*.md"), *DOCS.glob("decisions/*.md")]:
        page = source / path.relative_to(DOCS)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(led(path, path.read_text("utf-8")), "utf-8")
    front = (SITE / "index.md").read_text("utf-8")
    (source / "index.md").write_text(
        front.replace("](../../data)", "](games/index.md)")
        .replace("](../decisions)", "](decisions/index.md)")
        .replace("](../", "]("),
        "utf-8",
    )
    lines = [f"- [{_title(path)}]({path.name})" for path in sorted((DOCS / "decisions").glob("*.md"))]
    (source / "decisions" / "index.md").write_text("# Decisions\n\n" + "\n".join(lines) + "\n", "utf-8")
    shutil.copytree(DOCS / "images", source / "images")
    shutil.copy(ROOT / "templates" / "studio" / "mark.svg", source / "images")
    shutil.copy(SITE / "site.css", source)
    (source / "fonts").mkdir()
    for name in ("oswald", "roboto"):
        files = Path(import_module(f"fontpkg_{name}").__file__ or "").parent.rglob("*wght*.ttf")
        shutil.copy(
            next(file for file in files if "Italic" not in file.name), source / "fonts" / f"{name}.ttf"
        )


def led(path: Path, text: str) -> str:
    """Return a page whose links to files that are not on the site lead to the repository."""

    def there(link: re.Match[str]) -> str:
        target, _, anchor = link[2].partition("#")
        real = (path.parent / target).resolve()
        if not target or not real.is_relative_to(ROOT):
            return link[0]
        if real == DOCS / "decisions":
            return f"{link[1]}]({os.path.relpath(real, path.parent)}/index.md)"
        if real.is_relative_to(DOCS) and real.suffix in (".md", ".webp", ".png", ".jpg"):
            return link[0]
        return f"{link[1]}]({_REPOSITORY}/blob/main/{real.relative_to(ROOT).as_posix()}{'#' * bool(anchor)}{anchor})"

    return re.sub(r"(!?\[[^\]]*)\]\((?!https?:|mailto:|#)([^)\s]+)\)", there, text)


def howtos(source: Path, place: Path) -> list[dict[str, object]]:
    """Take every how-to, write it with its picture; return them as the front groups them."""
    (source / "howto").mkdir()
    game = new_game(place)

    def made(page: Page) -> None:
        folder = take(page, game, place / "taken" / page.name)
        text = led(DOCS / "howto" / f"{page.name}.md", page.text)
        if found := shown(page, folder):
            picture = source / "howto" / f"{page.name}.webp"
            _picture(*found, picture)
            text = text.replace(
                "## What you see\n",
                f"## What you see\n\n![{page.title}: the result]({picture.name}){{.shown}}\n",
                1,
            )
        (source / "howto" / f"{page.name}.md").write_text(text, "utf-8")

    with ThreadPoolExecutor(os.cpu_count()) as several:
        list(several.map(made, pages()))
    groups: list[dict[str, object]] = []
    for title, body in re.findall(
        r"^\*\*(.+?)\*\*\n\n((?:- .*\n)+)", (SITE / "index.md").read_text("utf-8"), re.M
    ):
        groups.append({title: [{said: link} for said, link in re.findall(r"\[(.+?)\]\(\.\./(.+?)\)", body)]})
    return groups


def games(source: Path, place: Path) -> list[dict[str, str]]:
    """Build the games that come with cardgen, and write a page for each with everything that it gives."""
    _cardgen(place, "build", "--shipped", "--out", "built", "--quiet")
    _cardgen(place, "build", "--shipped", "--out", "built", "--quiet", "--paper", "letter", "--only", "kit")
    listed = [{"Five games": "games/index.md"}]
    front = [
        "# Five games",
        "",
        "The kits are unofficial, not for sale, and not connected with the designers or publishers.",
        "",
    ]
    for folder in sorted((ROOT / "data").iterdir()):
        if not (folder / "game.yaml").is_file():
            continue
        kit = load_kit(folder)
        there = source / "games" / kit.slug
        _cardgen(place, "share", kit.slug, "--out", "built")
        shutil.copytree(place / "built" / kit.slug, there)
        sheets = (there / f"{kit.slug}-{kind}-a4.pdf" for kind in ("tiles", "decks"))
        _picture(next(sheet for sheet in sheets if sheet.is_file()), 1, there / "sheet.webp")
        _picture(there / f"{kit.slug}-rules.pdf", 1, there / "rules.webp")
        (source / "games" / f"{kit.slug}.md").write_text(_game(kit, sorted(there.glob("*.pdf"))), "utf-8")
        listed.append({kit.title: f"games/{kit.slug}.md"})
        front += [
            f"## [{kit.title}]({kit.slug}.md)",
            "",
            f"![{kit.title}: a sheet]({kit.slug}/sheet.webp){{width=300}}",
            "",
        ]
        front += [kit.subtitle, ""]
    (source / "games" / "index.md").write_text("\n".join(front), "utf-8")
    return listed


def _game(kit: Kit, files: Sequence[Path]) -> str:
    slug = kit.slug
    downloads = "\n".join(
        f"- [{file.name}]({slug}/{file.name}) ({file.stat().st_size / 1e6:.1f} MB)" for file in files
    )
    return f"""# {kit.title}

{kit.subtitle}

{kit.players.min}–{kit.players.max} players, {kit.minutes} minutes. Design: {kit.credits["design"]}. {kit.credits["notice"]}

**[Look into the box and watch a film of a game]({slug}/{slug}-share.html)** · [Rule sheet]({slug}/{slug}-rules.html)

![A sheet of {kit.title}]({slug}/sheet.webp){{.shown}}
![The rule sheet]({slug}/rules.webp){{.shown}}

## Print it, play it

```sh
cardgen build {slug}
cardgen play {slug} --browser
```

## Downloads

{downloads}
"""


def _picture(file: Path, number: int, out: Path) -> None:
    """Write a picture of a file: of a PDF one page, of a web page what a browser shows of it."""
    if file.suffix == ".html":
        image = _seen(file)
    elif file.suffix == ".pdf":
        with pypdfium2.PdfDocument(file) as pdf:
            image = pdf[number - 1].render(scale=2).to_pil()
    else:
        image = Image.open(file)
    if getattr(image, "n_frames", 1) > 1:
        image.save(out, save_all=True)
        return
    image = image.convert("RGB")
    image.thumbnail((_WIDTH, 2 * _WIDTH))
    image.save(out, quality=82)


def _seen(file: Path) -> Image.Image:
    """Return what Chromium shows of a page at 1280 × 900."""
    with tempfile.TemporaryDirectory() as folder:
        shot = Path(folder) / "page.png"
        browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        more = [
            "--headless",
            "--no-sandbox",
            "--hide-scrollbars",
            "--window-size=1280,900",
            f"--screenshot={shot}",
        ]
        subprocess.run(
            [browser, *more, file.resolve().as_uri()], check=True, stderr=subprocess.DEVNULL, timeout=60
        )
        with Image.open(shot) as image:
            return image.copy()


def _cardgen(place: Path, *words: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "CARDGEN_CONFIG": str(place / "config")}
    subprocess.run([sys.executable, "-m", "cardgen", *words], cwd=place, env=env, check=True)


def _title(path: Path) -> str:
    return path.read_text("utf-8").splitlines()[0].removeprefix("# ")


if __name__ == "__main__":
    main()
