"""The proxy of docs/scale.md: every address of a room has the same key, and a server knows for whom a proxy asks."""

from __future__ import annotations

import re
from pathlib import Path

from tests.studio.test_rooms import Host, run
from tests.table.served import ask

SCALE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text("utf-8")


def key_of(path: str) -> str:
    """Return what the proxy hashes, read from the page's own configuration."""
    found = re.search(r'"~(\^\S+)"\s+\$code', SCALE)
    assert found
    said = re.search(found[1].replace("(?<", "(?P<"), path)
    return said["code"] if said else "host"


def test_every_address_of_a_room_has_its_code_as_key(tmp_path: Path) -> None:
    async def addresses(host: Host) -> None:
        ana = await host.begin()
        told = await host.told(ana)
        for path in (f"{ana}/", f"{ana}/room/live", f"/{told['invitation']}/", f"/{told['code']}/"):
            assert key_of(path) == told["code"], path
        for path in ("/", "/code/", "/code/js/code.js", "/health"):
            assert key_of(path) == "host", path

    run(tmp_path, addresses)


def test_pages_behind_a_proxy_with_https_are_ours_and_others_are_not(tmp_path: Path) -> None:
    async def https(host: Host) -> None:
        ana = await host.begin()
        body = b'{"seat": null}'
        json = {"content-type": "application/json"}
        for origin, status in (("https://games.example.org", 200), ("https://evil.example", 403), ("", 403)):
            said = await ask(host.made, f"{ana}/room/sit", body, headers={**json, "origin": origin})  # type: ignore[arg-type]
            assert said[0] == status, origin

    run(tmp_path, https, origin="https://games.example.org")


def test_limits_count_a_household_not_each_of_its_addresses(tmp_path: Path) -> None:
    from cardgen.studio.rooms import network_of

    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert network_of("192.0.2.7") == "192.0.2.7"
