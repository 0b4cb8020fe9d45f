"""Fetching one file over https: with limits on everything, and a sentence for everything that goes wrong."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit

from cardgen.base.errors import HintedError
from cardgen.base.packages import VERSION
from cardgen.source.kit_shape import LOOPBACK
from cardgen.source.tables.grid import MAX_TABLE

if TYPE_CHECKING:
    import httpx

MAX_BYTES = MAX_TABLE
"""So much is taken, unpacked."""
QUIET = 10.0
"""Seconds in which a server must say something."""
PATIENCE = 60.0
"""Seconds for a whole file, redirects included."""
_MOST_REDIRECTS: Final = 5
_SHEET: Final = re.compile(r"/spreadsheets/d/([\w-]{10,})(?:/(?:edit|view|preview|htmlview)\b.*)?/?$")
_SHARE: Final = "share it with everybody who has the link, or publish the sheet to the web as CSV"


class Unfetched(HintedError):
    """A file cannot be fetched: why, and what to do."""


def export_address(address: str, suffix: str) -> str:
    """Return the address from which a file comes: the one for editing a Google sheet shows a page instead."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address  # fetching it says what is wrong
    found = _SHEET.search(parts.path)
    if parts.hostname != "docs.google.com" or not found:
        return address
    gid = (parse_qs(parts.fragment).get("gid") or parse_qs(parts.query).get("gid") or [""])[0]
    page = f"&gid={gid}" if gid.isdigit() else ""
    return f"https://docs.google.com/spreadsheets/d/{found[1]}/export?format={suffix.lstrip('.')}{page}"


def fetched(address: str) -> bytes:
    """Return what lies at an address; Unfetched when it is not https, too slow, too large, a page, or not there."""
    import httpx  # noqa: F401  # before the clock runs

    try:
        return asyncio.run(_in_time(address))
    except TimeoutError:
        raise Unfetched(f"the server needs more than {PATIENCE:g} seconds", "try again later") from None


async def _in_time(address: str) -> bytes:
    async with asyncio.timeout(PATIENCE):
        return await _followed(address)


async def _followed(address: str) -> bytes:
    import httpx

    at = _allowed(address, here=True)
    async with httpx.AsyncClient(
        timeout=QUIET, follow_redirects=False, headers={"User-Agent": f"cardgen/{VERSION}"}
    ) as client:
        for _ in range(_MOST_REDIRECTS + 1):
            try:
                async with client.stream("GET", at) as answer:
                    if not answer.is_redirect:
                        return await _body(answer)
                    if "location" not in answer.headers:
                        raise Unfetched("the server leads on, but does not say where", "try again later")
                    onward = str(answer.url.join(answer.headers["location"]))
                    at = _allowed(onward, here=_is_loopback(at))
            except (httpx.HTTPError, httpx.InvalidURL, ValueError, OSError) as error:
                raise _explained(error) from None
    raise Unfetched(
        f"the address leads on more than {_MOST_REDIRECTS} times", "open it in a browser, and name the last"
    )


def _is_loopback(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    return host in LOOPBACK or f"[{host}]" in LOOPBACK


def _allowed(address: str, here: bool) -> str:
    """Return an address that may be fetched; this computer itself only if it was asked for `here`."""
    try:
        parts = urlsplit(address)
        loopback = _is_loopback(address)
        _ = parts.port  # ValueError for one that is none
    except ValueError:
        raise Unfetched("this is no address, or leads to one that is none", "open it in a browser") from None
    if loopback and not here:
        raise Unfetched("the address leads to this computer itself, which nobody asked for")
    if parts.scheme != "https" and not (loopback and parts.scheme == "http"):
        where = f"{parts.scheme}://{parts.hostname or ''}"
        raise Unfetched(
            f"the address leads to {where}, expected https", "anybody on the way could change the file"
        )
    return address


async def _body(answer: httpx.Response) -> bytes:
    if answer.status_code != 200:
        raise _status(answer.status_code)
    size = answer.headers.get("content-length", "")
    if size.isdigit() and int(size) > MAX_BYTES:
        raise _too_large()
    body = bytearray()
    async for piece in answer.aiter_bytes(65_536):
        body += piece
        if len(body) > MAX_BYTES:
            raise _too_large()
    kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    start = bytes(body[:1000]).removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if kind in ("text/html", "application/xhtml+xml") or start.startswith((b"<!doctype html", b"<html")):
        raise Unfetched("the address gives a web page, perhaps one to log in, and no table", _SHARE)
    if not body:
        raise Unfetched("the address gives an empty file")
    return bytes(body)


def _too_large() -> Unfetched:
    return Unfetched(f"the file is larger than {MAX_BYTES / 1e6:g} MB", "is it the right one?")


def _status(code: int) -> Unfetched:
    if code in (401, 403):
        return Unfetched(f"the server does not give it to everybody ({code})", _SHARE)
    if code in (404, 410):
        return Unfetched(
            f"there is nothing at this address ({code})", "open it in a browser: is it still there?"
        )
    if code >= 500 or code == 429:
        return Unfetched(f"the server cannot give it now ({code})", "try again later")
    return Unfetched(f"the server answers with {code}, expected a file")


def _explained(error: Exception) -> Unfetched:
    import httpx

    match error:
        case httpx.ConnectTimeout() | httpx.ReadTimeout() | httpx.WriteTimeout() | httpx.PoolTimeout():
            return Unfetched(f"the server has said nothing for {QUIET:g} seconds", "try again later")
        case httpx.ConnectError():
            return Unfetched(
                "the server cannot be reached", "is there a connection, and is the address right?"
            )
        case httpx.RemoteProtocolError() | httpx.ReadError() | httpx.DecodingError():
            return Unfetched("the file was cut off or damaged on its way", "try again")
        case _:
            return Unfetched("the address cannot be used", "open it in a browser")
