"""The settings of a build as a page asks for them: what each takes in a kit, and what comes back from the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardgen.app.asked import SETTINGS, Keyword, names_of, type_of, written
from cardgen.app.for_target import WITH_TARGETS, means_nothing
from cardgen.app.settings import CHOICES, MANIFEST
from cardgen.base.errors import Problems
from cardgen.base.files import real
from cardgen.base.locales import called
from cardgen.base.units import PAPERS
from cardgen.languages.reading import languages_of, own_language
from cardgen.model import Kit
from cardgen.targets.target import MAKERS, find_targets, read_target

_LETTERS = {"dpi": "DPI", "url": "URL"}


def offered(kit: Kit, results: Path) -> dict[str, Any]:
    """Return the settings of a build that pages ask for: a label, a sentence, and what each takes in this kit."""
    fields = [_field(name, one, _choices(kit, name, results)) for name, one in SETTINGS.items() if one.page]
    rules = [_house_rule(name, option) for name, option in kit.options.items()]
    return {"fields": [one for one in fields if one["name"] != "options"], "rules": rules, "slug": kit.slug}


def _field(name: str, setting: Keyword, choices: list[list[str]]) -> dict[str, Any]:
    option = names_of(name)[0]
    words = option.partition("/")[0].removeprefix("--").split("-")
    label = " ".join(_LETTERS.get(word, word) for word in words)
    return {
        "name": name,
        "label": label[0].upper() + label[1:],
        "option": option,
        "help": setting.help,
        "where": setting.page,
        "kind": _kind(name),
        "default": _default(name, choices),
        "bounds": setting.bounds,
        "form": written(setting.written)[1] or "",
        "choices": choices,
        "open": name == "paper",
    }


def _kind(name: str) -> str:
    kind = str(type_of(name))
    return next((one for one in ("bool", "list", "int") if one in kind), "text")


def _default(name: str, choices: list[list[str]]) -> Any:
    setting = SETTINGS[name]
    if _kind(name) == "list":
        return []
    if _kind(name) == "bool":
        return setting.default is not False
    if setting.default is None:
        return setting.shown or (choices[0][0] if choices else "")
    return setting.default


def _choices(kit: Kit, name: str, results: Path) -> list[list[Any]]:
    """Return what a setting takes in this kit, each with its words; none for what is typed."""
    match name:
        case "paper":
            return [[paper, paper.upper() if paper[1:].isdigit() else paper.capitalize()] for paper in PAPERS]
        case "look":
            return [[look, one.title] for look, one in kit.looks.items()] or [["full", "Full colour"]]
        case "language":
            return [[one, called(one)] for one in (kit.language, *languages_of(kit.root), "pseudo")]
        case "only":
            parts = [[one.id, one.title] for one in kit.components]
            return [*parts, ["kit", "Print guide"], *([["rules", "Rule sheet"]] if kit.rules else [])]
        case "changed_since":
            built = [[str(results), "The last build"]] if (results / MANIFEST).is_file() else []
            return [["", "Nothing: print it all"], *built]
        case "target":
            mine = ["", "My printer", "Sheets to cut, rule sheet and print guide.", [*WITH_TARGETS]]
            return [mine, *_targets(kit)]
    return [[one, one.replace("-", " ")] for one in CHOICES.get(name, ())]


def _targets(kit: Kit) -> list[list[Any]]:
    """Return every target with its title, a sentence, and the settings that mean nothing to it."""
    read = filter(None, (read_target(file, Problems()) for file in find_targets(kit.root).values()))
    return [
        [one.name, one.title, one.says or MAKERS[one.maker].says, means_nothing(one.maker)] for one in read
    ]


def _house_rule(name: str, option: Any) -> dict[str, Any]:
    words = {True: "true", False: "false"}
    values = [[words.get(v.value, str(v.value)), v.says] for v in option.values]
    return {
        "name": name,
        "title": option.title,
        "default": words.get(option.default, str(option.default)),
        "choices": values,
    }


def words_of(folder: Path, asked: dict[str, Any], out: Path) -> dict[str, Any]:
    """Return what a page asks in the words of the command line; ValueError for what is no setting or has another type."""
    words: dict[str, Any] = {}
    for name, value in asked.items():
        if name not in SETTINGS or not SETTINGS[name].page:
            raise ValueError(f"a page does not set '{name}'")
        right = {"bool": bool, "int": int, "list": list, "text": str}[_kind(name)]
        listed = value if isinstance(value, list) else []
        if type(value) is not right or not all(isinstance(one, str) for one in listed):
            raise ValueError(f"{names_of(name)[0]} is {value!r}, expected {right.__name__}")
        words[name] = tuple(listed) if right is list else value
    if "guide" in words:  # as the option has it: leave it out
        words["guide"] = not words["guide"]
    words["options"] = dict(pair.partition("=")[::2] for pair in words.get("options", ()))
    if profile := words.pop("profile", ""):
        words["profile"] = Path(profile).expanduser()
    if words.pop("changed_since", ""):
        words["changed_since"] = out / real(folder).name
    if words.get("language") == own_language(folder):
        del words["language"]
    return words
