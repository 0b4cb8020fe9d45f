"""Files for the outside against the other side's own words, and what each target says it was tried with."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import yaml
from pdf_oxide import PdfDocument

from cardgen.app.build import build_kit
from cardgen.app.settings import BuildSettings
from cardgen.base.errors import Problems
from cardgen.targets.target import Target, find_targets, named_target
from tests.targets import online
from tests.targets.kits import lay
from tests.targets.press import press

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SAID: dict[str, Any] = yaml.safe_load((HERE / "outside.yaml").read_text("utf-8"))
LOCKED = (ROOT / "requirements.lock").read_text("utf-8")


def target_of(name: str) -> Target:
    found = named_target(name, None, Problems())
    assert found
    return found


@pytest.mark.parametrize("name", sorted(find_targets()))
def test_a_trial_is_a_test_here_and_its_version_is_the_one_that_was_read(name: str) -> None:
    for trial in target_of(name).tried:
        assert trial.test, f"{name}: a shipped target says only what a test does"
        file, _, function = trial.test.partition("::")
        text = (ROOT / file).read_text("utf-8")
        defined = {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
        assert function in defined, trial.test
        known = text + "".join(
            path.read_text("utf-8") for path in HERE.iterdir() if path.suffix in (".json", ".xsd", ".yaml")
        )
        known += (HERE / "online.py").read_text("utf-8")
        named = re.findall(r"\b(?:\d+\.\d+\.\d+|(?=[0-9a-f]*\d)[0-9a-f]{7})\b", trial.what)
        assert named or any(link in trial.what for link in target_of(name).links), f"{trial.what}: which one?"
        for version in named:
            assert version in known or f"=={version} " in LOCKED, f"{trial.what}: {version} is tried nowhere"


def test_what_is_tried_with_nothing_says_so() -> None:
    assert {name for name in find_targets() if not target_of(name).tried} == {"screentop"}


def test_every_product_of_the_game_crafter_has_the_pixels_that_were_recorded() -> None:
    recorded = {product: pixels for pixels, names in SAID["tgc"].items() for product in names.split()}
    target = target_of("tgc")
    ours = [*target.asks.sizes, *target.asks.boxes, *target.rules]
    listed = {one.product: "x".join(map(str, one.pixels)) for one in ours if one.product and one.pixels}
    assert len(listed) > 45
    assert listed.items() <= recorded.items()


def test_every_word_of_a_saved_game_is_one_of_the_games_own() -> None:
    schema = json.loads((HERE / "tts.schema.json").read_text("utf-8"))
    words = {name: set(said.split()) for name, said in SAID["tts"].items()}
    assert set(schema["properties"]) <= words["SaveState"] | words["newer"]
    branches = [schema["$defs"]["base"], *schema["$defs"]["object"]["oneOf"]]
    used = {word for branch in branches for word in branch["properties"]}
    assert used <= words["ObjectState"] | words["newer"]


def test_a_room_is_imported_whole_by_another_table(tmp_path: Path) -> None:
    online.kit(tmp_path)
    build_kit(tmp_path / "kit", BuildSettings(out=tmp_path / "out", target="pcio"), lambda *_: None)
    cards, _ = online.counted(tmp_path / "out" / "kit")
    found = online.imported(tmp_path / "out" / "kit" / "pcio" / "kit.pcio")
    boards = {"map"}
    assert found == {card: count for card, count in cards.items() if card not in boards}


SHOPS = {"print-shop": ("4", []), "drivethrucards": ("1a_2001", ["[XMETA-008]"])}
"""As what an outside reader of PDF/X takes a shop's files, and what it misses: a key that only the standard of 2001 has."""


def faults(file: Path, level: str) -> list[str]:
    return [str(fault).split()[0] for fault in PdfDocument(str(file)).validate_pdf_x(level)["errors"]]


@pytest.mark.parametrize("name", SHOPS)
def test_outside_readers_find_no_fault_in_a_pdf_for_a_press_and_find_what_is_broken(
    name: str, tmp_path: Path
) -> None:
    kit = lay(tmp_path)
    (tmp_path / "press.icc").write_bytes(press())
    settings = BuildSettings(out=tmp_path / "out", target=name, profile=tmp_path / "press.icc")
    build_kit(kit, settings, lambda *_: None)
    files = list((tmp_path / "out" / "kit" / name).glob("*.pdf"))
    assert files
    level, missed = SHOPS[name]
    printed = [file for file in files if not file.stem.endswith("-rules")]  # rules are a plain download
    for file in files:
        with pikepdf.open(file) as pdf:
            assert pdf.check_pdf_syntax() == []
            assert file not in printed or faults(file, level) == missed
    with pikepdf.open(printed[0]) as pdf:
        del pdf.Root.OutputIntents, pdf.pages[0].obj["/TrimBox"], pdf.docinfo["/GTS_PDFXVersion"]
        pdf.save(tmp_path / "broken.pdf", fix_metadata_version=False)
    found = faults(tmp_path / "broken.pdf", level)
    assert {"[XMETA-001]", "[XBOX-001]", "[XMETA-007]"} <= set(found)
