"""Who may ask the studio, and what every answer forbids: decision 017 says why.

Every address begins with a secret; a request must name a host that is ours, so that no other site's name can be made
to mean this machine; whoever says where a request comes from must say: from here.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Container, Iterable
from pathlib import Path
from typing import Any

from starlette.requests import ClientDisconnect

from cardgen.base.cache import default_folder, keep, name_for, read_kept
from cardgen.base.files import real

CSP = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""For our own pages: what they need comes from this server, and nothing stands in the page itself."""
CSP_PICTURE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"
"""For a picture of a kit, should somebody open it by itself."""
CSP_PDF = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'"
"""For a PDF that a browser shows with a viewer of its own."""
CSP_RULES = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox"
)
"""For the rule sheet of a kit in its frame: words and pictures, no scripts, no forms, an origin of its own."""

_ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=(), payment=()",
}


def secret_of(folder: Path) -> str:
    """Return the secret of a folder: the same in every run, so that open pages find the studio again.

    It is kept where only this user can read; where nothing can be kept it is a new one each time.
    """
    place = real(folder)
    place = place.parent if place.name == "data" else place  # which comes to be with the first game
    return secret_in(default_folder() / "studio-secrets" / name_for(place))


def secret_in(file: Path) -> str:
    """Return the secret that is kept in a file, a new one if there is none."""
    kept = read_kept(file)
    if kept and len(kept) >= 32:
        return kept.decode("ascii", "replace")
    secret = secrets.token_urlsafe(32)
    keep(file, secret.encode())
    return secret


class Guard:
    """Lets through what knows the secret and comes from a page of ours; every answer gets its headers.

    `others` returns a second application and the secrets that lead to it: those of seats at tables.
    """

    def __init__(
        self,
        app: Any,
        secret: str,
        hosts: Callable[[], Iterable[str]],
        others: Callable[[], tuple[Any, Container[str]]] = lambda: (None, ()),
        origin: str = "",
    ) -> None:
        self.app, self.secret, self.hosts, self.others = app, secret, hosts, others
        self.origin = origin
        """Where pages come from besides the address that was asked: that of a proxy that speaks https."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, as ASGI has it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            return

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = {name.lower(): value for name, value in message.get("headers", [])}
                for name, value in {
                    **_ALWAYS,
                    "content-security-policy": CSP,
                    "cache-control": "no-store",
                }.items():
                    headers.setdefault(name.encode(), value.encode())
                message = {**message, "headers": list(headers.items())}
            await send(message)

        refused = self.refusal(scope)
        if refused:
            await _plain(answer, *refused)
            return
        first = scope["path"].split("/", 2)[1]
        prefix = f"/{first}"
        inner = {**scope, "root_path": prefix, "app_root_path": prefix}
        app = self.app if first == self.secret else self.others()[0]
        with contextlib.suppress(ClientDisconnect):  # nobody is there any more to be answered
            await app(inner, receive, answer)

    def refusal(self, scope: Any) -> tuple[int, str] | None:
        """Return why a request gets no answer: a status and a sentence; None when it may be answered."""
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value)
        hosts = set(self.hosts())
        named = [value.decode("latin-1").lower() for value in headers.get(b"host", [])]
        if len(named) != 1 or named[0] not in hosts:
            return 421, "this server has another name"
        origins = [value.decode("latin-1").lower() for value in headers.get(b"origin", [])]
        ours = {f"{scope['scheme']}://{host}" for host in hosts} | ({self.origin} if self.origin else set())
        if any(origin not in ours for origin in origins):
            return 403, "this comes from another page"
        first = scope["path"].split("/", 2)[1:2]
        known = first and secrets.compare_digest(first[0].encode(), self.secret.encode())
        if not known and not (first and first[0] in self.others()[1]):
            return 404, "there is nothing here; open the whole address that you were given"
        if scope["method"] not in ("GET", "HEAD") and not (scope["method"] == "POST" and origins):
            return 403, "only our own pages may ask for this"
        site = headers.get(b"sec-fetch-site", [b"none"])[0]
        mode = headers.get(b"sec-fetch-mode", [b""])[0]
        if site in (b"cross-site", b"same-site") and mode != b"navigate":
            return 403, "this comes from another page"
        return None


async def _plain(send: Any, status: int, words: str) -> None:
    body = f"{words}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
