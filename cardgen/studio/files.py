"""Our own files: pages in their shell, and what every page may ask for: styles, scripts, pictograms and fonts."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from cardgen.base.drawing import FontKey
from cardgen.faces.text.fonts import font

_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_IMPORTED = re.compile(r'^import .*from "\./([a-z0-9-]+)\.js";$', re.MULTILINE)
_FAMILIES = {"oswald": "Oswald", "roboto": "Roboto"}


def file_routes(files: Path) -> list[Route]:
    """Return the addresses of the files in a folder of pages, and of their fonts."""

    async def file(request: Request) -> Response:
        name = request.url.path.rsplit("/", 1)[-1]
        stem, _, suffix = name.rpartition(".")
        path = files / ("js" if suffix == "js" else "") / name
        if not _NAME.fullmatch(stem) or not path.is_file():
            raise HTTPException(404)
        return FileResponse(path, media_type=_TYPES[f".{suffix}"], headers={"cache-control": "no-cache"})

    places = ("/{name}.css", "/icons.svg", "/mark.svg", "/mark-turn.svg", "/js/{name}.js")
    return [*(Route(place, file) for place in places), Route("/fonts/{name}.ttf", _font)]


def page_at(files: Path, name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers with a page, for a route."""

    async def page(request: Request) -> Response:
        return page_of(files, name)

    return page


def page_of(files: Path, name: str) -> HTMLResponse:
    """Return a page in the shell of all: its file says title, style sheet and class of the body in its first line."""
    head, _, main = (files / f"{name}.html").read_text("utf-8").partition("\n")
    title, *more = head.removeprefix("<!-- ").removesuffix(" -->").split(", ")
    said = dict(one.split(": ") for one in more)
    sheets = ("studio", *said.get("style", "").split())
    links = [f'<link rel="stylesheet" href="{one}.css">' for one in sheets]
    # named here, modules are fetched at once, and not one after the other as each is read
    links += [
        f'<link rel="modulepreload" href="js/{one}.js">' for one in sorted(_modules(files / "js", name))
    ]
    styles = "\n".join(links)
    values = {
        "title": title,
        "styles": styles,
        "name": name,
        "body": said.get("body", ""),
        "main": main.rstrip(),
    }
    shell = (files / "shell.html").read_text("utf-8")
    return HTMLResponse(re.sub(r"<!--(\w+)-->", lambda found: values[found[1]], shell))


@lru_cache(maxsize=64)
def _modules(folder: Path, name: str) -> frozenset[str]:
    """Return a page's module with all that it imports."""
    found, left = set(), [name]
    while left:
        path = folder / f"{(one := left.pop())}.js"
        if one not in found and path.is_file():
            found.add(one)
            left += _IMPORTED.findall(path.read_text("utf-8"))
    return frozenset(found)


async def _font(request: Request) -> Response:
    family = _FAMILIES.get(request.path_params["name"])
    if family is None:
        raise HTTPException(404)
    path = font(FontKey(family)).path
    return FileResponse(path, media_type="font/ttf", headers={"cache-control": "public, max-age=86400"})
