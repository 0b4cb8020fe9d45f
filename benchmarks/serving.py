"""What rooms cost a server: python -m benchmarks.serving [ROOMS] [SECONDS] [KITS]

`cardgen serve` runs as a process of its own. In each room two people sit at a table for four, follow its news as a page
does, think for three seconds on average, and move; bots play the other seats. KITS is such as cheers,biergarten.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median
from typing import Any

PORT = 8790
THINKING = 3.0  # seconds, on average
ROOT = Path(__file__).parents[1]


class Client:
    """One person: an address that no other one has, and connections that are kept."""

    def __init__(self, number: int) -> None:
        self.host = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self.kept: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def head(self, method: str, path: str, body: bytes) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{PORT}", f"X-Forwarded-For: {self.host}"]
        if method == "POST":
            lines += [f"Origin: http://127.0.0.1:{PORT}", "Content-Type: application/json"]
            lines += [f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def ask(self, path: str, what: Any = None) -> Any:
        """Return the answer to a request as JSON."""
        body = b"" if what is None else json.dumps(what).encode()
        for _ in range(2):
            self.kept = self.kept or await asyncio.open_connection("127.0.0.1", PORT)
            reader, writer = self.kept
            try:
                writer.write(self.head("GET" if what is None else "POST", path, body))
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
            except (ConnectionError, asyncio.IncompleteReadError):  # the server has closed what was idle
                self.kept = None
                continue
            length = re.search(r"content-length: (\d+)", head, re.I)
            said = await reader.readexactly(int(length[1]) if length else 0)
            COUNTED["requests"] += 1
            if not head.startswith("HTTP/1.1 200"):
                COUNTED[head[9:12]] = COUNTED.get(head[9:12], 0) + 1
            return json.loads(said or b"{}")
        raise ConnectionError(path)

    async def follow(self, path: str) -> AsyncIterator[Any]:
        """Yield what a page knows after each piece of news."""
        reader, writer = await asyncio.open_connection("127.0.0.1", PORT, limit=4_000_000)
        writer.write(self.head("GET", path, b""))
        now: dict[str, Any] = {}
        try:
            while line := await reader.readline():
                COUNTED["bytes"] += len(line)
                if line.startswith(b"data: "):
                    now |= json.loads(line[6:])
                    yield now
        finally:
            writer.close()


COUNTED: dict[str, int] = {"requests": 0, "bytes": 0}
WAITED: list[float] = []


async def person(client: Client, link: str, rng: random.Random, host: bool) -> None:
    """Play game after game."""
    done = -1
    while True:
        with contextlib.suppress(ConnectionError):
            async for now in client.follow(f"{link}/live"):
                if now.get("over") and host:
                    await client.ask(f"{link}/room/deal", {})
                    done = -1
                    break
                if not now.get("moves") or now["version"] == done:
                    continue
                await asyncio.sleep(rng.expovariate(1 / THINKING))
                done = now["version"]
                start = time.perf_counter()
                await client.ask(f"{link}/moves", {"version": done, "move": rng.choice(now["moves"])[2]})
                WAITED.append((time.perf_counter() - start) * 1000)
        await asyncio.sleep(0.5)


async def room(number: int, secret: str, kit: str) -> list[asyncio.Task[None]]:
    """Open a room, let two people sit down, and deal."""
    one, two = Client(2 * number), Client(2 * number + 1)
    begun = await one.ask(f"/{secret}/rooms", {"kit": kit, "seats": 4, "name": "Ana"})
    ana = begun["to"].removesuffix("/room/")
    told = await one.ask(f"{ana}/room/told")
    came = await two.ask(f"/{told['invitation']}/room/come", {"name": "Ben", "seat": 2})
    await one.ask(f"{ana}/room/deal", {})
    rng = random.Random(number)
    people = ((one, ana, True), (two, came["to"].removesuffix("/"), False))
    return [asyncio.create_task(person(who, link, rng, host)) for who, link, host in people]


def memory(pid: int) -> int:
    """Return the bytes of memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def worked(pid: int) -> float:
    """Return the seconds of computing of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(rooms: int, seconds: float, kits: list[str], pid: int, secret: str, folder: Path) -> None:
    """Fill the server with rooms, let them be played, and print what that took."""
    before, start = memory(pid), time.perf_counter()
    first = await room(0, secret, kits[0])  # reads the kit, once
    for n, kit in enumerate(kits[1:], 1):
        first += await room(n, secret, kit)
    warm = memory(pid)
    tasks = first + [
        task for n in range(len(kits), rooms) for task in await room(n, secret, kits[n % len(kits)])
    ]
    print(f"{rooms} rooms begun in {time.perf_counter() - start:.0f} s")
    await asyncio.sleep(5)
    begun, at, cpu, ours = dict(COUNTED), time.perf_counter(), worked(pid), time.process_time()
    WAITED.clear()
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - at, worked(pid) - cpu
    done = {key: COUNTED[key] - begun.get(key, 0) for key in COUNTED}
    found = sorted(WAITED)
    after = memory(pid)
    ours = (time.process_time() - ours) / took
    files = list(folder.rglob("*.jsonl"))
    size = sum(path.stat().st_size for path in files)
    on_disk = sum(path.stat().st_blocks * 512 for path in folder.rglob("*"))
    moves = sum(path.read_bytes().count(b'"move"') for path in files)
    for task in tasks:
        task.cancel()
    print(
        f"{len(found) / took:.0f} moves of people a second, {done['requests'] / took:.0f} requests a second; {done}"
    )
    print(
        f"a move: median {median(found):.1f} ms, 19 of 20 within {found[len(found) * 95 // 100]:.1f} ms, longest {found[-1]:.0f} ms"
    )
    print(
        f"computing: {used / took:.2f} cores, {used / took / rooms * 1000:.2f} ms a second and room; all clients {ours:.2f} cores"
    )
    print(
        f"memory: {before >> 20} MB at first, {warm >> 20} MB with {len(kits)} kits, {after >> 20} MB with {rooms} rooms: {(after - warm) / (rooms - len(kits)) / 1024:.0f} kB a room"
    )
    print(
        f"disk: {len(files)} files, {size / len(files) / 1024:.1f} kB each, {size / rooms / 1024:.1f} kB a room, {on_disk / rooms / 1024:.1f} kB of blocks; {moves} moves, {size / max(moves, 1):.0f} bytes a move"
    )
    print(
        f"sent: {done['bytes'] / took / rooms / 1024:.2f} kB a second and room, not packed; load of the machine {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    """Start a server, load it, and stop it."""
    rooms = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    kits = (sys.argv[3] if len(sys.argv) > 3 else "cheers,biergarten,bartender-2012").split(",")
    with tempfile.TemporaryDirectory() as place:
        words = [
            "serve",
            str(ROOT / "data"),
            "--port",
            str(PORT),
            "--journals",
            place,
            "--proxy",
            "127.0.0.1",
        ]
        server = subprocess.Popen(
            [sys.executable, "-m", "cardgen", *words], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout
            while not (found := re.search(r"begin at http://\S+/(\S+)/", server.stdout.readline())):
                assert server.poll() is None
            assert f":{PORT}/" in found[0], f"port {PORT} is taken: {found[0]}"
            time.sleep(2)
            asyncio.run(load(rooms, seconds, kits, server.pid, found[1], Path(place)))
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
