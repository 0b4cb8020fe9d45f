"""What all tests share: the --golden switch, and small kits written on the spot."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.times import marked, read_named, read_times

# Nothing here depends on how quick a machine is: the first text on a new machine alone takes hypothesis over a second.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples in every run, so that a red run can be repeated; `--hypothesis-profile=explore` looks for new ones.
settings.register_profile("steady", settings.get_profile("patient"), derandomize=True)
settings.register_profile("explore", settings.get_profile("patient"), derandomize=False, print_blob=True)
# For `make mutants`, where it is enough that a test fails: no smaller example is looked for.
settings.register_profile(
    "brief",
    settings.get_profile("steady"),
    phases=[Phase.explicit, Phase.generate],
    report_multiple_bugs=False,
)
settings.load_profile("steady")

MakeKit = Callable[[Mapping[str, str]], Path]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden",
        action="store_true",
        help="rewrite the expected files; look at what changed before you commit",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what takes long to a longer command (tests/times.py); a broken line has its tests whatever they take."""
    times = {} if config.getoption("--hypothesis-profile") == "brief" else read_times()
    named = read_named()
    for item in items:
        marked(item, times, named)


def pytest_collection_finish() -> None:
    """Look for cycles as seldom as the command line does, and never among what stays to the end anyway."""
    gc.freeze()
    gc.set_threshold(400_000, 20, 100)


@pytest.fixture(scope="session", autouse=True)
def _caches_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let no test see what earlier builds kept or a user has chosen, nor leave anything there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDGEN_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("CARDGEN_CONFIG", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> bool:
    """True when the expected files are to be rewritten."""
    return bool(request.config.getoption("--golden"))


@pytest.fixture
def make_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeKit:
    """Return a function that writes a kit called `kit` from file names and texts, and works from its parent."""

    def make(files: Mapping[str, str]) -> Path:
        folder = tmp_path / "kit"
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        return Path("kit")

    return make


@dataclass(frozen=True)
class Said:
    """What one run of the command line printed and how it ended."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _nobody_elses_rules() -> Iterator[None]:
    """Take away what finds the modules of a project that a test let run: the next one has a module of that name, too."""
    before = list(sys.meta_path)
    yield
    # a package imported meanwhile may have put its finder in the place of another (importlib_metadata does): it stays
    ours = [finder for finder in sys.meta_path if type(finder).__module__.startswith("cardgen.")]
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder in before or finder not in ours]


def _none_of_the_parents() -> None:
    """In a fork: the art workers that wait are those of the process that was forked."""
    if worker := sys.modules.get("cardgen.faces.art.worker"):
        worker._spare = {} if worker._spare else worker._spare  # type: ignore[attr-defined]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_none_of_the_parents)


@pytest.fixture(autouse=True)
def _art_workers_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let art workers wait for the next test that draws: starting one takes half as long as a small build."""
    if worker := sys.modules.get("cardgen.faces.art.worker"):
        worker.keep_workers(True)  # type: ignore[attr-defined]
    if many := sys.modules.get("cardgen.app.many"):
        monkeypatch.setattr(many, "keep_workers", lambda several: None)


@pytest.fixture(autouse=True)
def _checks_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `check` ask a game half a second for its promises, not three: what they are is asked in tests/contract and tests/games."""
    if play := sys.modules.get("cardgen.app.play"):
        monkeypatch.setattr(play, "_CONTRACT_SECONDS", 0.5)


@pytest.fixture(scope="session", autouse=True)
def _art_workers_go_home() -> Iterator[None]:
    yield
    if worker := sys.modules.get("cardgen.faces.art.worker"):
        worker.keep_workers(False)  # type: ignore[attr-defined]


class Cardgen:
    """The command line: `cardgen("build", "kit")` gives what it said; `works` and `fails` hold it to how it ends."""

    def __init__(self, patch: pytest.MonkeyPatch, printed: pytest.CaptureFixture[str]) -> None:
        self._patch, self._printed = patch, printed

    def __call__(self, *words: str) -> Said:
        from cardgen.app.cli import main

        self._patch.setattr(sys, "argv", ["cardgen", *words])
        self._printed.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = self._printed.readouterr()
        return Said(int(ended.value.code or 0), printed.out, printed.err)

    def works(self, *words: str) -> Said:
        return self.fails(*words, code=0)

    def fails(self, *words: str, code: int = 1) -> Said:
        said = self(*words)
        assert said.code == code, said.err + said.out
        return said


@pytest.fixture
def cardgen(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Cardgen:
    """The command line, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return Cardgen(monkeypatch, capfd)
