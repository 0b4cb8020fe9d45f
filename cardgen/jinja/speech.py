"""What a template can say in the language of its kit: `_('…')`, `number(x)`, `plural(n, one=…, other=…)`, `date(d)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import TemplateRuntimeError

from cardgen.base.language import date_in, number_in, plural_forms, plural_in

MAX_DECIMALS = 12


def speech(language: str, words: Mapping[str, str]) -> dict[str, Callable[..., Any]]:
    """Return the functions of a kit that speaks `language`; `words` are the translations of its `_('…')`."""

    def said(text: object) -> str:
        return words.get(str(text), str(text))

    def number(value: object, decimals: int | None = None) -> str:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TemplateRuntimeError("number takes a number")
        if decimals is not None and not 0 <= decimals <= MAX_DECIMALS:
            raise TemplateRuntimeError(f"number takes up to {MAX_DECIMALS} decimals")
        return number_in(language, value, decimals)

    def plural(n: object, **forms: object) -> str:
        known = {*plural_forms(language), "zero", "one", "two", "few", "many"}
        if isinstance(n, bool) or not isinstance(n, int | float):
            raise TemplateRuntimeError(
                "plural takes a number first, such as plural(n, one='tile', other='tiles')"
            )
        for form in forms:
            if form not in known:
                raise TemplateRuntimeError(f"no language has a plural form '{form}'")
        try:
            return plural_in(language, n, {name: str(form) for name, form in forms.items()})
        except LookupError as error:
            raise TemplateRuntimeError(str(error.args[0])) from None

    def date(day: object) -> str:
        try:
            return date_in(language, day)
        except ValueError:
            raise TemplateRuntimeError(f"date takes a day such as '2026-05-01', not '{day}'") from None

    return {"_": said, "number": number, "plural": plural, "date": date}
