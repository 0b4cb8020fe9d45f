from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import pytest

from cardgen.base.drawing import Art
from cardgen.base.errors import CardgenError, Problems
from cardgen.faces.art import worker as the_worker
from cardgen.faces.art.caps import ArtFault
from cardgen.faces.art.engines import ArtEngineMissing
from cardgen.faces.art.worker import ArtQueue, ArtWorker
from tests.faces.face_kit import draw_arts


@pytest.fixture(autouse=True)
def _art_workers_wait() -> None:
    """Here they start and end as they do in a build of one kit."""
    the_worker.keep_workers(False)


def art(body: str, label: str = "art") -> Art:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10"><g id="{label}">{body}</g></svg>'
    data = svg.encode()
    return Art(data, hashlib.sha256(data).hexdigest(), 0, 0, 10, 10)


def disc(radius: float) -> Art:
    return art(f'<circle cx="5" cy="5" r="{radius}"/>')


def test_each_distinct_piece_is_drawn_once() -> None:
    steps: list[tuple[int, int]] = []
    wanted = [disc(1), disc(2), disc(1), disc(2)]
    first = draw_arts(wanted, progress=lambda done, of: steps.append((done, of)))
    assert list(first) == [disc(1).key, disc(2).key]
    assert steps == [(1, 2), (2, 2)]


def test_the_number_of_workers_and_the_order_change_nothing() -> None:
    wanted = [disc(n / 10) for n in range(1, 9)]
    with ArtQueue("svg2pdf", jobs=2) as queue:
        queue.open()
        queue.want(reversed(wanted))
        assert len(queue._threads) == 2
        two = queue.forms(Problems())
    one = draw_arts(wanted)
    assert one == two
    assert list(one) == [a.key for a in wanted]


def test_the_engines_stay_out_of_our_own_process() -> None:
    code = (
        "import sys; from tests.faces.face_kit import draw_arts; from cardgen.base.drawing import Art\n"
        'svg = b\'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\'\n'
        "assert draw_arts([Art(svg, 'k', 0, 0, 1, 1)])['k'].width == 9\n"
        "assert not {'svg2pdf_py', 'cairosvg', 'pikepdf'} & set(sys.modules), 'the main process pays for the imports'\n"
    )
    assert os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", code]) == 0


def test_every_piece_that_cannot_be_drawn_is_named_at_once() -> None:
    wanted = [art('<use href="#lamp"/>', "lantern"), disc(3), art('<image href="/etc/passwd"/>', "spy")]
    problems = Problems()
    forms = draw_arts(wanted, problems=problems)
    assert list(forms) == [disc(3).key]
    assert [p.message.partition(" cannot")[0] for p in problems] == ["the art 'lantern'", "the art 'spy'"]
    assert "uses '#lamp', which is not in it" in problems.errors[0].message
    with pytest.raises(CardgenError, match="the art 'lantern' cannot be drawn"):
        draw_arts(wanted)


def test_a_label_names_art_better_than_an_id() -> None:
    labelled = (
        b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        b'width="9" height="9"><g id="g12" inkscape:label="the sign"><use href="#no"/></g></svg>'
    )
    with pytest.raises(CardgenError, match="the art 'the sign'"):
        draw_arts([Art(labelled, "k", 0, 0, 1, 1)])


def test_leaving_early_ends_every_worker() -> None:
    started: list[ArtWorker] = []

    def stop(done: int, of: int) -> None:
        started.extend(queue._workers)
        raise KeyboardInterrupt

    queue = ArtQueue("svg2pdf", jobs=2, progress=stop)

    def work() -> None:
        with queue:
            queue.want([disc(n / 100) for n in range(1, 50)])
            queue.forms(Problems())

    with pytest.raises(KeyboardInterrupt):
        work()
    assert started
    assert not any(worker.alive for worker in started)
    assert not queue._threads


def test_a_crash_of_the_engine_costs_one_piece_only() -> None:
    with ArtQueue("svg2pdf") as queue:
        queue.open()
        queue._workers[0]._process.kill()
        queue._workers[0]._process.wait()
        queue.want([disc(1)])
        assert list(queue.forms(Problems())) == [disc(1).key]
        queue.want([disc(2)])
        assert list(queue.forms(Problems())) == [disc(1).key, disc(2).key], (
            "workers start again when there is more"
        )


def test_drawing_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(the_worker, "SECONDS_PER_ART", 0.01)  # less than a worker needs to start
    worker = ArtWorker("svg2pdf")
    with pytest.raises(ArtFault, match="longer than"):
        worker.draw(disc(1).svg)
    assert not worker.alive


def test_a_missing_engine_is_told_by_the_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "typst").mkdir()
    (tmp_path / "typst" / "__init__.py").write_text("raise ImportError('not here')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ArtEngineMissing, match="install typst"):
        draw_arts([disc(1)], "typst")


def test_a_filter_larger_than_memory_costs_its_piece_and_no_more() -> None:
    hog = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="4900mm" height="4900mm" viewBox="0 0 10 10"><filter id="f">'
        b'<feGaussianBlur stdDeviation="3"/></filter><rect id="hog" width="10" height="10" filter="url(#f)"/></svg>'
    )
    problems = Problems()
    forms = draw_arts([Art(hog, "hog", 0, 0, 1, 1), disc(1)], problems=problems)
    assert list(forms)[-1:] == [disc(1).key]
    assert all("'f' cannot be drawn" in problem.message for problem in problems)


def test_a_kit_folder_is_never_a_place_to_import_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "pikepdf.py").write_text("open('was-here', 'w')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p])
    assert draw_arts([disc(1)])
    assert not (tmp_path / "was-here").exists()


def test_without_processes_a_thread_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")
    assert list(draw_arts([disc(1)])) == [disc(1).key]
