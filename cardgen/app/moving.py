"""`cardgen replay --gif` and `--webp`: a stretch of a game as a moving picture: the page of its film, taken by a browser."""

from __future__ import annotations

import base64
import io
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.app.film import film_in, highlights, page_of
from cardgen.base import children
from cardgen.base.destination import Destination
from cardgen.base.errors import CardgenError, Problem
from cardgen.table.free_film import film_refused

if TYPE_CHECKING:
    from PIL.Image import Image

WIDE, HIGH, MOST_HIGH = 1000, 640, 1400
MILLISECONDS, AT_THE_END = 1400, 3000
MOST = 60
"""Pictures: a minute and a half, which people look at to the end."""
PATIENCE = 60.0
"""Seconds that a browser has for each answer: it starts within a few, and takes a picture in less than one."""
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_QUIET = "--headless=new --hide-scrollbars --mute-audio --no-first-run --disable-gpu --disable-sync --disable-extensions --disable-background-networking"


def moving_picture(
    file: Path,
    data: Path,
    to: Path,
    first: int,
    last: int | None,
    say: Callable[[str], None] = lambda words: None,
) -> int:
    """Write moves `first` to `last` of a game as GIF or WebP (by the name's ending); return how many pictures it has.

    Each move has a picture for each of its steps: a card in the trick, then the trick taken. Of more than `MOST` pictures
    it shows as many, the moves worth jumping to among them; `say` is told so before they are taken. CardgenError for
    moves that the game does not have, and without a browser.
    """
    kit, shot, layout = film_in(file, data)
    frames = [1, *(len(step["frames"]) for step in shot["steps"])]
    moves = len(frames) - 1
    last = moves if last is None else last
    if not 0 <= first <= last <= moves:
        raise film_refused(file, f"has {moves} moves, not {first} to {last}")
    most = MOST
    while True:
        chosen = highlights(first, last, shot["marks"], most)
        if sum(frames[number] for number in chosen) <= MOST or most == 2:
            break
        most -= 1
    if len(chosen) <= last - first:
        say(
            f"{last - first + 1} moves are too many for a moving picture: it shows {len(chosen)} of them; "
            "--from and --to choose a stretch, --html shows every move"
        )
    stills = [(number, step) for number in chosen for step in range(frames[number])]
    kind = "WEBP" if to.suffix.lower() == ".webp" else "GIF"
    with Camera.before(page_of(kit, shot, layout)) as camera:
        whole = (_coloured(picture, kind) for picture in camera.pictures(stills))
        times = [MILLISECONDS] * (len(stills) - 1) + [AT_THE_END]
        written = io.BytesIO()
        more: dict[str, Any] = {"quality": 80} if kind == "WEBP" else {"optimize": True}
        next(whole).save(written, kind, save_all=True, append_images=whole, duration=times, loop=0, **more)
    Destination(to).write(written.getvalue())
    return len(stills)


def _coloured(picture: Image, kind: str) -> Image:
    """Return a picture with the colours of its format: a GIF has 256."""
    from PIL import Image

    if kind == "WEBP":
        return picture
    return picture.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


class Camera:
    """A browser without a window that shows a film; told and answering on its own pipes, so nobody else reaches it."""

    def __init__(self, browser: children.Child) -> None:
        self.browser, self.asked, self.session, self.left = browser, 0, "", b""

    @classmethod
    @contextmanager
    def before(cls, page: str) -> Iterator[Camera]:
        """Open a film for pictures; CardgenError when there is no browser for it."""
        wanted = (os.environ["CARDGEN_BROWSER"],) if os.environ.get("CARDGEN_BROWSER") else BROWSERS
        found = next(filter(None, map(children.program, wanted)), None)
        with tempfile.TemporaryDirectory(prefix="cardgen-", ignore_cleanup_errors=True) as folder:
            film = Path(folder) / "film.html"
            film.write_text(page, "utf-8", newline="\n")
            words = [*_QUIET.split(), f"--user-data-dir={folder}/browser", "--remote-debugging-pipe"]
            if hasattr(os, "geteuid") and os.geteuid() == 0:
                words.append("--no-sandbox")  # no browser starts as root otherwise; it shows our page alone
            browser = children.talk_with([found, *words, "about:blank"]) if found else None
            if browser is None:
                raise _no_browser("no browser is found that takes pictures")
            try:
                camera = cls(browser)
                camera.open(f"{film.as_uri()}#stills")
                yield camera
            finally:
                children.end_talk(browser)

    def open(self, address: str) -> None:
        """Show a page, and wait until it can be asked for a still."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.size(HIGH)
        self.ask(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}]
        )
        self.ask("Page.navigate", url=address)
        self.run(
            "new Promise((done) => { const look = () => globalThis.still ? done() : setTimeout(look, 20); look(); })"
        )

    def size(self, high: int) -> None:
        """Make the window so high."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=WIDE, height=high, deviceScaleFactor=1, mobile=False
        )

    def pictures(self, stills: Sequence[tuple[int, int]]) -> Iterator[Image]:
        """Yield the steps of some moves, one after the other, all in a window that is high enough for each."""
        from PIL import Image

        self.size(min(MOST_HIGH, max(int(self.run(f"still({n}, {step})")) for n, step in stills)))
        for n, step in stills:
            self.run(f"still({n}, {step})")
            shot = base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
            yield Image.open(io.BytesIO(shot)).convert("RGB")

    def run(self, script: str) -> Any:
        """Return what a script of the page's comes to."""
        answer = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def ask(self, method: str, **asked: Any) -> dict[str, Any]:
        """Return what the browser answers; CardgenError when it has gone, or answers nothing: then it is ended."""
        assert self.browser.stdin
        assert self.browser.stdout
        self.asked += 1
        words: dict[str, Any] = {"id": self.asked, "method": method, "params": asked}
        words |= {"sessionId": self.session} if self.session else {}
        with children.answers_within(self.browser, PATIENCE) as over:
            with suppress(BrokenPipeError):
                self.browser.stdin.write(json.dumps(words).encode() + b"\0")
                self.browser.stdin.flush()
            while message := self._message():
                if message.get("id") == self.asked:
                    if "error" in message:
                        raise AssertionError(message["error"])
                    return dict(message["result"])
        if over.is_set():
            raise _no_browser(f"the browser has not answered for {PATIENCE:g} seconds")
        raise _no_browser("the browser went away before the pictures were taken")

    def _message(self) -> dict[str, Any]:
        assert self.browser.stdout
        while b"\0" not in self.left:
            if not (more := os.read(self.browser.stdout.fileno(), 1 << 20)):
                return {}
            self.left += more
        said, _, self.left = self.left.partition(b"\0")
        return dict(json.loads(said))


def _no_browser(message: str) -> CardgenError:
    hint = "install Chromium or Chrome, or name one in CARDGEN_BROWSER (Linux, macOS); --html needs none"
    return CardgenError([Problem(message, hint=hint, code="no-browser")])
