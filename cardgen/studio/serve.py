"""`cardgen studio`: finds a free port, opens the browser, and serves until Ctrl-C."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from cardgen.base.children import browse
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.files import find_kits, kit_around, kit_dirs, real

if TYPE_CHECKING:
    from cardgen.studio.tables import Tables

PORT = 8417
_TRIES = 50


def serve(
    folder: Path | None,
    kits: list[Path],
    *,
    port: int | None = None,
    lan: bool = False,
    browser: bool = True,
    say: Callable[[str], None],
    first: str | None = None,
    page: str = "gallery",
    set_up: Callable[[Tables], str] | None = None,
    more: str = "",
    read_only: bool = False,
) -> None:
    """Serve kits until somebody stops it; `first` is the kit whose `page` is opened, None for the welcome page.

    `set_up` sets a table up, or opens one again, and returns its name: then the links of its seats are opened.
    Raises CardgenError when no port is free.
    """
    from cardgen.studio.door import Door
    from cardgen.studio.guard import secret_of
    from cardgen.studio.server import Studio

    host = "0.0.0.0" if lan else "127.0.0.1"
    listening = free_port(host, port, say)
    number = listening.getsockname()[1]
    names = ["127.0.0.1", "localhost"]
    if lan:
        names += [name for name in own_addresses() if name not in names]
    hosts = [f"{name}:{number}" for name in names]
    secret = secret_of(folder or Path())
    studio = Studio(folder, kits, secret, lambda: hosts)
    studio.first = first
    studio.read_only = "this studio was started with --read-only" if read_only else ""
    page = f"{page}?kit={quote(first)}{more}" if first else ""
    try:
        page += f"&table={set_up(studio.tables)}" if set_up else ""
    except BaseException:
        studio.kill()
        listening.close()
        raise
    say(f"cardgen studio: http://127.0.0.1:{number}/{secret}/{page}")
    for name in names[2:]:
        say(f"on the network: http://{name}:{number}/{secret}/{page}")
    if lan:
        say("Anybody who has this address can read your kits. Ctrl-C ends it.")
    else:
        say("Ctrl-C ends it.")
    server = _server(_config(studio.app, Door), studio.dismiss)
    if browser and has_screen(os.environ):
        place = f"http://127.0.0.1:{number}/{secret}/{page}"
        threading.Thread(target=browse, args=(place,), daemon=True).start()  # some browsers take their time
    try:
        server.run(sockets=[listening])
    finally:
        studio.kill()
        listening.close()


def host(
    kits: list[Path],
    journals: Path,
    *,
    port: int | None,
    address: str,
    public: str,
    proxy: str,
    days: float,
    say: Callable[[str], None],
    tls: tuple[Path, Path] | None = None,
) -> None:
    """Serve rooms in which friends play these kits until somebody stops it.

    `public` is the address under which a proxy shows this server, `proxy` where that proxy is, `tls` a certificate and its
    key, with which the server speaks https itself. CardgenError when no port is free, nothing can be written, no kit
    can be read, or the certificate is none.
    """
    from cardgen.studio.door import Door, ProxyDoor
    from cardgen.studio.hosting import Hosting, readable

    secure = {"ssl_certfile": tls[0], "ssl_keyfile": tls[1]} if tls and _fit(*tls) else {}
    found = readable(kits, say)
    listening = free_port(address, port, say)
    number = listening.getsockname()[1]
    own = own_addresses() if address == "0.0.0.0" else [address]
    names = list(dict.fromkeys(["127.0.0.1", "localhost", *own]))
    hosts = [f"{name}:{number}" for name in names] + [public.partition("://")[2]]
    hosting = Hosting(found, journals, lambda: hosts, public, days)
    scheme = "https" if secure else "http"
    here = public or f"{scheme}://{names[-1] if len(names) > 2 else names[0]}:{number}"
    say(f"Games begin at {here}/{hosting.secret}/")
    say(f"Friends come in at {here}/ with the six letters of a room, or by its link.")
    say("Ctrl-C ends it; rooms go on when you start it again.")
    trusted = {"proxy_headers": bool(proxy), "forwarded_allow_ips": proxy or None}
    config = _config(hosting.app, ProxyDoor if proxy else Door, **trusted, **secure)
    try:
        _server(config, hosting.dismiss).run(sockets=[listening])
    finally:
        listening.close()


def _fit(certificate: Path, key: Path) -> bool:
    """Return True for a certificate with its key; CardgenError for anything else."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: "")
    except (OSError, ssl.SSLError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        message = f"--tls-cert and --tls-key cannot be used: {reason}"
        hint = "expected a certificate and its key as PEM files, the key without a password"
        raise CardgenError([Problem(message, Location(str(certificate)), hint=hint, code="tls")]) from None
    return True


class Chosen(NamedTuple):
    """What is opened: the folder that was meant, its kits, and the one that is shown first."""

    folder: Path | None
    kits: list[Path]
    first: str | None


def choose(given: str | None, data: Path) -> Chosen | None:
    """Return what a word on the command line means: a kit, a folder of kits, or a game by name; None for nothing.

    Without a word it is the kit in whose folder one is, else the kits of `data`. A kit that is alone is shown first.
    """
    if given is None:
        kit = kit_around(Path())
        if kit is not None:
            return Chosen(kit, [kit], kit.name)
        kits = kit_dirs(data)
        return Chosen(data if kits else None, kits, real(kits[0]).name if len(kits) == 1 else None)
    kits, place = find_kits(given, data), Path(given)
    if not kits:
        return Chosen(place, [], None) if place.is_dir() else None
    holds = place in (kits[0].parent, kits[0].parent.parent)  # else it is a kit alone
    return Chosen(place if holds else kits[0], kits, real(kits[0]).name if len(kits) == 1 else None)


def has_screen(environment: Mapping[str, str]) -> bool:
    """Tell whether a browser with a window can be opened; one in the terminal would take it away from us."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"))


def _config(app: Any, door: Any, **more: Any) -> Any:
    import uvicorn

    gc.set_threshold(50_000, 20, 1_000)  # what a build looks through at once takes half a second: people wait
    quiet = {"log_level": "error", "access_log": False, "server_header": False, "date_header": False}
    return uvicorn.Config(app, http=door, lifespan="on", timeout_graceful_shutdown=2, **{**quiet, **more})


def _server(config: Any, dismiss: Callable[[], None]) -> Any:
    import uvicorn

    from cardgen.app.process import serving

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: Any) -> None:
            """Let the pages go first: their streams never end by themselves."""
            dismiss()
            super().handle_exit(sig, frame)

    serving()
    return Server(config)


def free_port(host: str, wanted: int | None, say: Callable[[str], None]) -> socket.socket:
    """Return a socket that listens at the wanted port, or at the next one that is free; CardgenError if none is."""
    first = PORT if wanted is None else wanted
    reason = ""
    for number in [*range(first, min(first + _TRIES, 65536)), 0]:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if hasattr(socket, "SO_REUSEADDR") and socket.SO_REUSEADDR and _is_posix():
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(128)
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
            continue
        if number != first:
            say(f"port {first} is in use, so this is port {listening.getsockname()[1]}")
        return listening
    message = f"no port is free from {first} on: {reason}"
    raise CardgenError([Problem(message, hint="name another with --port", code="no-port")])


def _is_posix() -> bool:
    return os.name == "posix"  # on Windows it would let two programs have one port


def own_addresses() -> list[str]:
    """Return this machine's addresses in its networks, as far as it knows them."""
    found: dict[str, None] = {}
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9))  # nothing is sent: it only says which of our addresses would be used
        found[asking.getsockname()[0]] = None
    with contextlib.suppress(OSError):
        found |= dict.fromkeys(socket.gethostbyname_ex(socket.gethostname())[2])
    return [name for name in found if not name.startswith("127.")]
