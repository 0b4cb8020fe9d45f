"""pydantic's errors as problems with a place, in words."""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from cardgen.base.errors import Problems, did_you_mean
from cardgen.source.nodes import Document, Step
from cardgen.source.wrong import Want, advice, shown

M = TypeVar("M", bound=BaseModel)


def explained(
    model: type[M], document: Document, path: tuple[Step, ...], problems: Problems | None, data: Any
) -> M | None:
    """Return the model of the data at `path`, or None after noting every error at its own place."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        if problems is not None:
            for one in error.errors(include_url=False):
                _explain(one, model, data, document, path, problems)
        return None


def _explain(
    error: ErrorDetails,
    model: type[BaseModel],
    data: Any,
    document: Document,
    base: tuple[Step, ...],
    problems: Problems,
) -> None:
    loc: tuple[Step, ...] = error["loc"]
    path = (*base, *loc)
    key = _key(path)
    place = document.place(*path)
    value = error["input"]
    where, trail = document.where(*path), document.trail(*path)
    kind = error["type"]
    if kind == "missing":
        problems.add(
            f"'{loc[-1]}' is missing",
            document.where(*path[:-1]),
            trail=document.trail(*path[:-1]),
            hint=_purpose(_model_at(model, loc[:-1]), str(loc[-1])),
            code="missing-key",
        )
    elif kind == "extra_forbidden":
        parent = _model_at(model, loc[:-1])
        problems.add(
            f"unknown key '{loc[-1]}'",
            document.where_key(*path),
            trail=document.trail(*path[:-1]),
            hint=did_you_mean(str(loc[-1]), parent.model_fields if parent else ()),
            code="unknown-key",
        )
    elif kind == "expected":
        context: dict[str, Any] = error.get("ctx") or {}
        want: Want = context["want"]
        problems.add(
            f"{key} is {shown(value, place)}, expected {context['phrase']}",
            where,
            trail=trail,
            hint="" if document.called else advice(want, key, value, place),
            code="wrong-value",
        )
    else:
        phrase, want = _container(kind, _model_at(model, loc))
        problems.add(
            f"{key} is {shown(value, place)}, expected {phrase}",
            where,
            trail=trail,
            hint="" if document.called else advice(want, key, value, place),
            code="wrong-value",
        )


def _key(path: tuple[Step, ...]) -> str:
    """Name the value at the end of a path: `count`, or `item 2 of walls`."""
    last = path[-1] if path else "the file"
    if isinstance(last, int):
        parent = next((step for step in reversed(path) if isinstance(step, str)), "the list")
        return f"item {last + 1} of {parent}"
    return last


def _container(kind: str, part: type[BaseModel] | None) -> tuple[str, Want]:
    match kind:
        case "list_type":
            return "a list such as [a, b]", "list"
        case "too_short":
            return "at least one entry", "other"
        case _ if part is not None:
            return f"a block such as {getattr(part, 'example', '')}", "block"
        case _:
            return "a block of 'key: value' lines", "block"


def _purpose(part: type[BaseModel] | None, key: str) -> str:
    field = part.model_fields.get(key) if part else None
    return f"{key}: {field.description}" if field and field.description else ""


def _model_at(model: type[BaseModel], loc: tuple[Step, ...]) -> type[BaseModel] | None:
    """Return the model that describes the block at `loc`, None where no model does."""
    current: Any = model
    for step in loc:
        if isinstance(current, type) and issubclass(current, BaseModel):
            field = current.model_fields.get(str(step))
            current = _inner(field.annotation) if field else None
        else:
            arguments = get_args(current)
            current = _inner(arguments[-1]) if arguments else None
    return current if isinstance(current, type) and issubclass(current, BaseModel) else None


def _inner(annotation: Any) -> Any:
    """Strip `Annotated` and `| None`."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        elif get_origin(annotation) in (Union, UnionType):
            rest = [a for a in get_args(annotation) if a is not type(None)]
            if len(rest) != 1:
                return None
            annotation = rest[0]
        else:
            return annotation
