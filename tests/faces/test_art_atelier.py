from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import pytest

from cardgen.base.drawing import Art
from cardgen.base.errors import CardgenError, Problems
from cardgen.faces.art import atelier as the_atelier
from cardgen.faces.art.atelier import Artist, Atelier, Staff
from cardgen.faces.art.caps import ArtFault
from cardgen.faces.art.engines import ArtEngineMissing
from cardgen.faces.art.form import ArtCache
from tests.faces.face_kit import draw_arts


def art(body: str, label: str = "art") -> Art:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10"><g id="{label}">{body}</g></svg>'
    data = svg.encode()
    return Art(data, hashlib.sha256(data).hexdigest(), 0, 0, 10, 10)


def disc(radius: float) -> Art:
    return art(f'<circle cx="5" cy="5" r="{radius}"/>')


def test_each_distinct_piece_is_drawn_once_and_the_next_build_draws_nothing(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    wanted = [disc(1), disc(2), disc(1), disc(2)]
    first = draw_arts(wanted, "typst", ArtCache(tmp_path), progress=lambda done, of: steps.append((done, of)))
    assert list(first) == [disc(1).key, disc(2).key]
    assert steps == [(1, 2), (2, 2)]
    again = draw_arts(wanted, "typst", ArtCache(tmp_path), progress=lambda done, of: steps.append((done, of)))
    assert again == first
    assert len(steps) == 2


def test_the_number_of_artists_and_the_order_change_nothing() -> None:
    wanted = [disc(n / 10) for n in range(1, 9)]
    with Atelier("typst", jobs=2) as atelier:
        atelier.open()
        atelier._hire()
        atelier.want(reversed(wanted))
        two = atelier.forms(Problems())
    one = draw_arts(wanted, "typst", jobs=1)
    assert one == two
    assert list(one) == [a.key for a in wanted]


def test_cairosvg_stays_out_of_our_own_process(tmp_path: Path) -> None:
    code = (
        "import sys; from tests.faces.face_kit import draw_arts; from cardgen.base.drawing import Art\n"
        'svg = b\'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\'\n'
        "assert draw_arts([Art(svg, 'k', 0, 0, 1, 1)])['k'].width == 6.75\n"
        "assert not {'cairosvg', 'pikepdf'} & set(sys.modules), 'the main process pays for the imports'\n"
    )
    assert os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", code]) == 0


def test_every_piece_that_cannot_be_drawn_is_named_at_once() -> None:
    wanted = [art('<use href="#lamp"/>', "lantern"), disc(3), art('<image href="/etc/passwd"/>', "spy")]
    problems = Problems()
    forms = draw_arts(wanted, "typst", problems=problems)
    assert list(forms) == [disc(3).key]
    assert [p.message.partition(" cannot")[0] for p in problems] == ["the art 'lantern'", "the art 'spy'"]
    assert "uses '#lamp', which is not in it" in problems.errors[0].message
    with pytest.raises(CardgenError, match="the art 'lantern' cannot be drawn"):
        draw_arts(wanted, "typst")


def test_a_label_names_art_better_than_an_id() -> None:
    labelled = (
        b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        b'width="9" height="9"><g id="g12" inkscape:label="the sign"><use href="#no"/></g></svg>'
    )
    with pytest.raises(CardgenError, match="the art 'the sign'"):
        draw_arts([Art(labelled, "k", 0, 0, 1, 1)], "typst")


def test_a_cache_that_cannot_be_written_is_a_warning_and_the_art_is_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    problems = Problems()
    assert draw_arts([disc(1)], "typst", ArtCache(tmp_path / "file"), problems=problems)
    assert [p.code for p in problems.warnings] == ["art-cache"]
    assert not problems.errors


def test_leaving_early_sends_every_artist_home() -> None:
    hired: list[Artist] = []

    def stop(done: int, of: int) -> None:
        hired.extend(atelier._artists)
        raise KeyboardInterrupt

    atelier = Atelier("typst", jobs=2, progress=stop)

    def work() -> None:
        with atelier:
            atelier.want([disc(n / 100) for n in range(1, 50)])
            atelier.forms(Problems())

    with pytest.raises(KeyboardInterrupt):
        work()
    assert hired
    assert not any(artist.alive for artist in hired)
    assert not atelier._threads


def test_a_staff_goes_from_one_studio_to_the_next_and_then_home() -> None:
    with Staff() as staff:
        with Atelier("typst", jobs=1, staff=staff) as atelier:
            atelier.want([disc(1)])
            (first,) = atelier._artists
            assert list(atelier.forms(Problems())) == [disc(1).key]
        assert first.alive
        with Atelier("typst", jobs=1, staff=staff) as atelier:
            atelier.want([disc(2)])
            assert atelier._artists == [first]
            assert list(atelier.forms(Problems())) == [disc(2).key]
    assert not first.alive


def test_of_a_staff_nobody_stays_who_was_interrupted() -> None:
    with Staff() as staff:
        with Atelier("typst", jobs=1, staff=staff) as atelier:
            atelier.want([disc(n / 100) for n in range(1, 50)])
            (artist,) = atelier._artists
        assert not artist.alive


def test_a_crash_of_the_engine_costs_one_piece_only() -> None:
    with Atelier("typst", jobs=1) as atelier:
        atelier.open()
        atelier._artists[0]._process.kill()
        atelier._artists[0]._process.wait()
        atelier.want([disc(1)])
        assert list(atelier.forms(Problems())) == [disc(1).key]
        atelier.want([disc(2)])
        assert list(atelier.forms(Problems())) == [disc(1).key, disc(2).key], (
            "artists come again when there is more"
        )


def test_drawing_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(the_atelier, "SECONDS_PER_ART", 0.01)  # less than an artist needs to come
    artist = Artist("typst")
    with pytest.raises(ArtFault, match="longer than"):
        artist.draw(disc(1).svg)
    assert not artist.alive


def test_a_missing_engine_is_told_by_the_artist(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "typst").mkdir()
    (tmp_path / "typst" / "__init__.py").write_text("raise ImportError('not here')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ArtEngineMissing, match=r"cardgen\[typst\]"):
        draw_arts([disc(1)], "typst")


def test_a_kit_folder_is_never_a_place_to_import_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "pikepdf.py").write_text("open('was-here', 'w')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p])
    assert draw_arts([disc(1)], "typst")
    assert not (tmp_path / "was-here").exists()


def test_without_processes_a_thread_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")
    assert list(draw_arts([disc(1)], "typst")) == [disc(1).key]
