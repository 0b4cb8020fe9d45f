"""Sheets that are bought cut or perforated, for people: a line in a list, plain data, and a test page of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardgen.base.errors import CardgenError, Location, Problem, Problems
from cardgen.model.stock import Stock


def line_of(stock: Stock, owner: str = "") -> str:
    """Return a stock in one line; `owner` is the kit that has it in its own folder."""
    whose = f" ({owner}'s own)" if owner else ""
    like = f", like {', '.join(stock.like)}" if stock.like else ""
    numbers = f"first {_pair(stock.first)}, gap {_pair(stock.gap)}"
    both = ", both sides" if stock.both_sides else ""
    note = f" {stock.says}" if stock.says else ""
    return f"{stock.name:22} {stock.title}{whose}{like}: {stock.kind}{both}, nominal {numbers} mm.{note}"


def _pair(size: Any) -> str:
    return f"{size.width:g} × {size.height:g}"


def as_data(stock: Stock, owner: str = "") -> dict[str, Any]:
    """Return a stock as plain data for `--json`."""
    sizes = {name: getattr(stock, name) for name in ("paper", "cell", "first", "gap", "rest")}
    return {
        "stock": stock.name,
        "title": stock.title,
        "like": list(stock.like),
        "kind": stock.kind,
        "cells": stock.count,
        "grid": [stock.columns, stock.rows],
        **{f"{name}_mm": [round(size.width, 3), round(size.height, 3)] for name, size in sizes.items()},
        "round": stock.round,
        "corner_mm": stock.corner,
        "both_sides": stock.both_sides,
        "says": stock.says,
        "kit": owner or None,
        "file": str(stock.file),
    }


def write_test(stock: Stock, folder: Path) -> Path:
    """Write the test page of a stock into a folder and return the PDF; CardgenError when it cannot be written."""
    from cardgen.app.build import art_queue
    from cardgen.app.settings import BuildSettings
    from cardgen.base.drawing import Page, PlacedDrawing, translate
    from cardgen.export.pdf import write_pdf
    from cardgen.export.plates import Press
    from cardgen.sheets.guide.stock_test import draw_stock_test
    from cardgen.sheets.marks.pen import Pen
    from cardgen.sheets.plan.given import tests_of

    (plan,) = tests_of([stock])
    pen = Pen("#2a6db3")
    draw_stock_test(pen, stock.tested, "cardgen")
    pen.items = [PlacedDrawing(pen.drawing(stock.name, plan.paper), translate(*plan.shift))]
    page = pen.drawing(plan.title, plan.paper)
    problems = Problems()
    with art_queue(BuildSettings(), lambda step, done=0, total=0: None) as arts:
        arts.want(page.arts())
        forms = arts.forms(problems)
    problems.raise_errors()
    path = folder / f"{stock.name}-test.pdf"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with Press(forms) as press:
            write_pdf([Page(page)], path, title=plan.title, press=press)
    except OSError as error:
        message = f"cannot write the test page: {error.strerror}"
        raise CardgenError([Problem(message, Location(str(path)), code="cannot-write")]) from None
    return path
