"""Builds that pages ask for: what may be asked, one build at a time in a process of its own, and the files it leaves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.app.asked import SETTINGS, Keyword, names_of, type_of, written
from cardgen.studio.desk_process import DeskGone, DeskProcess, Refused
from cardgen.studio.told import Told, problem_told

if TYPE_CHECKING:
    from cardgen.app.build import BuildResult
    from cardgen.model import Kit
    from cardgen.studio.desk import Desk

_SILENT = 600.0  # seconds without a word: a page of art for a print shop takes its time
_LETTERS = {"dpi": "DPI", "url": "URL"}
SANDBOX = "sandbox allow-scripts allow-downloads allow-modals"
"""For pages of a kit that a browser opens: an origin of their own, from which nothing here can be asked."""


class PrintJobs:
    """The one build of a kit that its pages may have running, and what came of the last one.

    A build writes beside its results and moves the files when all are there, so one that is stopped leaves the old ones.
    """

    def __init__(self, folder: Path, tell: Callable[[Told], None]) -> None:
        self.now: Told = {"state": "idle"}
        self._tell = tell
        self._desk = DeskProcess(folder, _SILENT, nice=5)
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether one is being built."""
        return self._task is not None

    def begin(self, asked: Mapping[str, Any], out: Path) -> bool:
        """Begin a build; False when one is running."""
        if self.running:
            return False
        self._say({"state": "running", "step": "starting", "done": 0, "of": 0})
        self._task = asyncio.create_task(self._run(asked, out))
        return True

    async def _run(self, asked: Mapping[str, Any], out: Path) -> None:
        begun = time.monotonic()
        try:
            found = await self._desk.follow("print", self._say, asked=dict(asked), out=out)
            self._say({**found, "seconds": round(time.monotonic() - begun, 1)})
        except Refused as refused:
            self._say({"state": "failed", "problems": refused.problems})
        except (DeskGone, RuntimeError, KeyError) as error:
            says = "you stopped it" if self.now["state"] == "stopping" else str(error)
            self._say({"state": "failed", "says": f"{says}; earlier files are as they were", "problems": []})
        finally:
            self._task = None
            self._desk.close()  # a process with a whole kit in it is not kept until somebody prints again

    def stop(self) -> None:
        """End the build that runs; its earlier files stay."""
        if self.running:
            self.now = {"state": "stopping"}
            self._desk.close()

    def close(self) -> None:
        """End the process at once."""
        self._desk.close()

    def _say(self, told: Told) -> None:
        self.now = told
        self._tell(told)


# -- what may be asked ------------------------------------------------------------------------------------------


def answer_printing(desk: Desk, kit: Kit, results: Path) -> Told:
    """Return the settings of a build that pages ask for: a label, a sentence, and what each takes in this kit."""
    fields = [_field(name, one, _choices(kit, name, results)) for name, one in SETTINGS.items() if one.page]
    rules = [_house_rule(name, option) for name, option in kit.options.items()]
    return {"fields": [one for one in fields if one["name"] != "options"], "rules": rules, "slug": kit.slug}


def _field(name: str, setting: Keyword, choices: list[list[str]]) -> Told:
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
    from cardgen.app.settings import CHOICES, MANIFEST
    from cardgen.base.units import PAPERS
    from cardgen.languages.reading import languages_of

    match name:
        case "paper":
            return [[paper, paper.upper() if paper[1:].isdigit() else paper.capitalize()] for paper in PAPERS]
        case "look":
            return [[look, one.title] for look, one in kit.looks.items()] or [["full", "Full colour"]]
        case "language":
            return [[one, one] for one in (kit.language, *languages_of(kit.root), "pseudo")]
        case "only":
            parts = [[one.id, one.title] for one in kit.components]
            return [*parts, ["kit", "Print guide"], *([["rules", "Rule sheet"]] if kit.rules else [])]
        case "changed_since":
            built = [[str(results), "The last build"]] if (results / MANIFEST).is_file() else []
            return [["", "Nothing: print it all"], *built]
        case "target":
            return [
                ["", "My printer", "Sheets to cut, rule sheet and print guide.", _alone()],
                *_targets(kit),
            ]
    return [[one, one.replace("-", " ")] for one in CHOICES.get(name, ())]


def _alone() -> list[str]:
    from cardgen.app.for_target import WITH_TARGETS

    return list(WITH_TARGETS)


def _targets(kit: Kit) -> list[list[Any]]:
    """Return every target with its title, a sentence, and the settings that mean nothing to it."""
    from cardgen.app.for_target import means_nothing
    from cardgen.base.errors import Problems
    from cardgen.targets.target import MAKERS, find_targets, read_target

    read = [read_target(file, Problems()) for file in find_targets(kit.root).values()]
    return [
        [one.name, one.title, one.says or MAKERS[one.maker].says, means_nothing(one.maker)]
        for one in read
        if one
    ]


def _house_rule(name: str, option: Any) -> Told:
    words = {True: "true", False: "false"}
    values = [[words.get(v.value, str(v.value)), v.says] for v in option.values]
    return {
        "name": name,
        "title": option.title,
        "default": words.get(option.default, str(option.default)),
        "choices": values,
    }


# -- what is built ------------------------------------------------------------------------------------------------


def print_kit(desk: Desk, say: Callable[[Told], None], asked: dict[str, Any], out: Path) -> Told:
    """Build what a page asks for, or the page to share; `say` gets how far it is. Return the files or what is wrong."""

    def step(step: str, done: int = 0, total: int = 0) -> None:
        say({"state": "running", "step": step.partition(": ")[2] or step, "done": done, "of": total})

    share = asked.pop("share", False) is True
    try:
        words = _words(desk.folder, asked, out)
        return _shared(desk, words, out, step) if share else _built(desk, words, out, step)
    except ValueError as error:
        return {"state": "failed", "says": str(error), "problems": []}


def _words(folder: Path, asked: dict[str, Any], out: Path) -> dict[str, Any]:
    """Return what a page asks in the words of the command line; ValueError for what is no setting or has another type."""
    from cardgen.base.files import real
    from cardgen.languages.reading import own_language

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
    if words.pop("changed_since", ""):
        words["changed_since"] = out / real(folder).name
    if words.get("language") == own_language(folder):
        del words["language"]
    return words


def _built(desk: Desk, words: dict[str, Any], out: Path, step: Callable[..., None]) -> Told:
    from cardgen.app.build import kit_as_asked
    from cardgen.app.for_target import does_not_go_with
    from cardgen.app.settings import BuildSettings

    settings = BuildSettings.parse(**words, out=out)
    if wrong := does_not_go_with([settings.target], settings, BuildSettings()):
        raise ValueError(wrong)
    return _done(kit_as_asked(desk.folder, settings, step), desk.label)


def _done(result: BuildResult, label: str) -> Told:
    told = {
        "state": "done",
        "folder": str(result.folder),
        "files": [[name, (result.folder / name).stat().st_size] for name in result.files],
        "problems": [problem_told(problem, label) for problem in result.warnings],
    }
    return {**told, "fresh": result.fresh, "notes": list(result.notes), "outdated": list(result.outdated)}


def _shared(desk: Desk, words: dict[str, Any], out: Path, step: Callable[..., None]) -> Told:
    from cardgen.app.share import SharePage
    from cardgen.base.files import real

    step("making the page")
    page = SharePage(desk.folder, words.get("language", ""))
    place = page.place(out)
    problems = page.write(place)
    told = [problem_told(problem, desk.label) for problem in problems]
    files = [[place.name, place.stat().st_size]]
    return {"state": "done", "folder": str(out / real(desk.folder).name), "files": files, "problems": told}
