"""What a seat may say about the game it plays: remarks, rules it asks for, the form at the end, a position to be proven."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.base.errors import CardgenError
from cardgen.table.kept import form_of
from cardgen.table.sitting import NotNow

_RULE = re.compile(r"[A-Z]{2,4}-Q?\d{1,4}")


def playtest_routes(asked_of: Callable[[Request], Awaitable[tuple[Any, Mapping[str, Any]]]]) -> list[Route]:
    """Return the addresses of a seat that are about the game rather than in it.

    `asked_of` returns the seat that a request comes from, and what it asks.
    """

    async def rule(request: Request) -> Response:
        chair, asked = await asked_of(request)
        note_asked(chair, str(asked.get("rule", "")))
        return JSONResponse({})

    async def form(request: Request) -> Response:
        chair, asked = await asked_of(request)
        filled = form_of(asked)
        if not filled:
            return JSONResponse({"says": "nothing is filled in"}, 422)
        try:
            await chair.table.act(lambda: chair.table.sitting.to_answer(chair.seat, filled))
        except NotNow as error:
            return JSONResponse({"says": str(error)}, 409)
        except CardgenError as error:
            return JSONResponse({"says": error.problems[0].message}, 507)
        return JSONResponse({})

    async def scenario(request: Request) -> Response:
        chair, asked = await asked_of(request)
        sitting = chair.table.sitting
        try:
            text = sitting.scenario(
                chair.seat, str(asked.get("says", ""))[:200], str(asked.get("asked", ""))[:300]
            )
        except NotNow as error:
            return JSONResponse({"says": str(error)}, 409)
        name = f"{sitting.game.slug}-move-{len(sitting.played)}.yaml"
        return JSONResponse({"name": name, "text": text})

    return [
        Route("/asked", rule, methods=["POST"]),
        Route("/form", form, methods=["POST"]),
        Route("/scenario", scenario, methods=["POST"]),
    ]


def note_asked(chair: Any, rule: str) -> None:
    """Note that a seat asked for a rule, if it is one."""
    seeds = chair.table.seeds
    if _RULE.fullmatch(rule) and (seeds is None or rule in seeds.by_id):
        chair.table.sitting.asked_for(chair.seat, rule)
