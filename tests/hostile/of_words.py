"""Cases of the command line: words that no build, check or simulation can mean."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.trial import CANARY, Case

_BUILD = "build kit --out out"


def _usage(id: str, words: str, says: str, **more: object) -> Case:
    return Case(id, run=words, exit=2, says=says, **more)  # type: ignore[arg-type]


def _nothing_written(folder: Path) -> str | None:
    return "something was written" if (folder / "out").exists() else None


_OFFSETS = (
    "nan,nan", "nan,0", "0,nan", "inf,0", "0,-inf", "1e309,0", "11,0", "0,-10.5", "1", "1,2,3", "", ",", "a,b",
    "1e400,1", "0x1,0", "1_0,0", "1;2", "1in,0",
)  # fmt: skip
_GUTTERS = ("nan", "nanmm", "infmm", "-1mm", "1e3mm", "6", "", "99999mm", "mm", "1.2.3mm")
_PAPERS = (
    "a5x", "", "0x0mm", "nanxnanmm", "infxinfmm", "1x1mm", "9999x9999mm", "-210x297mm", "210", "210x", "x297mm",
    "../a4", "a4/../../x", "1e9x1e9mm", "2.2.2x3mm", "12x12mm",
)  # fmt: skip
_DPIS = ("0", "-1", "29", "2401", "999999999999", "nan", "300.5", "")

CASES = [
    *(_usage(f"words-offset-{n}", f"{_BUILD} --offset '{o}'", "offset", also=_nothing_written) for n, o in enumerate(_OFFSETS)),
    *(
        Case(f"words-gutter-{n}", run=f"{_BUILD} --gutter '{g}'", exit=(1, 2), says="gutter", also=_nothing_written)
        for n, g in enumerate(_GUTTERS)
    ),
    *(Case(f"words-paper-{n}", run=f"{_BUILD} --paper '{p}'", exit=(1, 2), says="") for n, p in enumerate(_PAPERS)),
    *(_usage(f"words-dpi-{n}", f"{_BUILD} --format png --dpi '{d}'", "dpi") for n, d in enumerate(_DPIS)),
    _usage("words-backs", f"{_BUILD} --backs long", "long-edge"),
    _usage("words-backs-empty", f"{_BUILD} --backs ''", "--backs"),
    _usage("words-format", f"{_BUILD} --format svg", "--format"),
    _usage("words-engine", f"{_BUILD} --art-engine inkscape", "--art-engine"),
    _usage("words-jobs-negative", f"{_BUILD} --jobs -3", "--jobs"),
    _usage("words-jobs-no-number", f"{_BUILD} --jobs many", "--jobs"),
    Case("words-jobs-huge", run=f"{_BUILD} --jobs 100000", exit=0),
    Case("words-look", run=f"{_BUILD} --look ful", says="did you mean 'full'", at="kit/game.yaml"),
    Case("words-look-path", run=f"{_BUILD} --look ../../x", says="no look '../../x'"),
    Case("words-look-empty", run=f"{_BUILD} --look ''", exit=(1, 2), says="look"),
    Case("words-only", run=f"{_BUILD} --only dekcs", says="did you mean 'decks'"),
    Case("words-only-empty", run=f"{_BUILD} --only ''", exit=(1, 2), says="--only"),
    Case("words-only-no-such-card", run=f"{_BUILD} --only main:ZZ9", says="no card 'ZZ9'", at="kit/game.yaml"),
    Case("words-only-range-without-end", run=f"{_BUILD} --only main:A1-", says="--only"),
    Case("words-only-many-ranges", run=f"{_BUILD} --only main:{'A1-' * 3000}", says="--only"),
    Case("words-only-nothing-but-marks", run=f"{_BUILD} --only ',:,-,:'", says="--only"),
    Case("words-only-path", run=f"{_BUILD} --only ../../secret.txt", says="--only"),
    *(_usage(f"words-copies-{n}", f"{_BUILD} --copies={c}", "copies", also=_nothing_written) for n, c in enumerate(("0", "-2", "101", "9" * 400, "two", "1.5"))),
    _usage("words-copies-of-pictures", f"{_BUILD} --copies 2 --format png", "--copies is for sheets"),
    *(_usage(f"words-margin-{n}", f"{_BUILD} --margin '{m}'", "margin", also=_nothing_written) for n, m in enumerate(("6", "", "nanmm", "-1mm", "41mm", "1e3mm"))),
    Case("words-printer-unknown", run=f"{_BUILD} --printer hoem", says="no printer 'hoem' is known", also=_nothing_written),
    Case("words-printer-path", run=f"{_BUILD} --printer ../../secret.txt", says="no printer", lacks=CANARY),
    _usage("words-printer-name", "printer ../home --offset 1,1", "cannot be called"),
    Case("words-since-nowhere", run=f"{_BUILD} --changed-since nowhere/kit.json", says="no such file"),
    Case("words-since-a-revision", run=f"{_BUILD} --changed-since HEAD", says="write --since HEAD"),
    Case("words-since-a-folder", run=f"{_BUILD} --changed-since kit", says="no kit.json in kit"),
    Case("words-since-another-file", run=f"{_BUILD} --changed-since secret.txt", says="no whole kit.json", lacks=CANARY),
    Case("words-only-no-rules", edit={"game.yaml": ("rules: rules.md.j2\n", "")}, run=f"{_BUILD} --only rules", says="no rule sheet"),
    Case("words-option-unknown", run=f"{_BUILD} --option tied=slow", says="did you mean 'tide'"),
    Case("words-option-value", run=f"{_BUILD} --option tide=soon", says="slow, fast"),
    _usage("words-option-no-value", f"{_BUILD} --option tide", "NAME=VALUE"),
    _usage("words-option-empty", f"{_BUILD} --option ''", "NAME=VALUE"),
    _usage("words-no-such-game", "build kitt --out out", "no game 'kitt'"),
    _usage("words-no-such-folder", "check ./nowhere/kit", "no game"),
    _usage("words-game-empty", "check ''", "no game"),
    _usage("words-game-of-300-letters", f"check {'k' * 300}", "no game"),
    _usage("words-game-long-path", f"check {'k/' * 3000}", "no game"),
    _usage("words-game-nul", "check 'k\0it'", "no game"),
    _usage("words-game-surrogate", "check 'k\udcffit'", "no game"),
    _usage("words-game-dots", "check ..", "no game"),
    _usage("words-game-a-file", "check secret.txt", "no game"),
    _usage("words-data-nowhere", "build --data nowhere --out out", "nowhere", also=_nothing_written),
    _usage("words-data-a-file", "check --data secret.txt", "secret.txt"),
    _usage("words-data-nowhere-list", "list --data nowhere", "nowhere"),
    _usage("words-unknown-command", "biuld kit", "biuld"),
    _usage("words-unknown-option", "build kit --papr a4", "papr"),
    _usage("words-rules-format", "rules kit --format pdf", "md, html, explain"),
    Case("words-rules-option", run="rules kit --option tide=soon", says="slow, fast"),
    _usage("words-players-0", "simulate cheers --players 0 --games 1", "for 3 to"),
    _usage("words-players-word", "simulate cheers --players three --games 1", "--players"),
    _usage("words-players-turned", "simulate cheers --players 6-3 --games 1", "3-6"),
    _usage("words-players-huge", f"simulate cheers --players {'9' * 400} --games 1", "--players"),
    _usage("words-players-5000-digits", f"simulate cheers --players {'9' * 5000} --games 1", "--players"),
    _usage("words-players-huge-range", "simulate cheers --players 3-99999999999 --games 1", "--players"),
    _usage("words-players-exotic-digit", "simulate cheers --players ² --games 1", "--players"),
    _usage("words-players-empty", "simulate cheers --players '' --games 1", "--players"),
    _usage("words-games-0", "simulate cheers --games 0", "games"),
    _usage("words-games-negative", "simulate cheers --games -5", "games"),
    Case("words-bot", run="simulate cheers --games 1 --bots gredy", exit=(1, 2), says="did you mean 'greedy'"),
    Case("words-bots-too-many", run="simulate cheers --players 3 --games 1 --bots random,random,random,random,random", exit=(1, 2), says="bots"),
    Case("words-simulate-no-rules", run="simulate kit --games 1", exit=(1, 2), says="no rules"),
    _usage("words-until-ci-nan", "simulate cheers --players 3 --games 1 --until-ci nan", "until-ci"),
    _usage("words-until-ci-negative", "simulate cheers --players 3 --games 1 --until-ci -1", "until-ci"),
    _usage("words-until-sure", "simulate cheers --players 3 --games 1 --until-sure ../seat", "until-sure"),
    _usage("words-until-both", "simulate cheers --games 1 --until-ci 0.1 --until-sure page", "until-sure"),
    _usage("words-until-ci-zero", "simulate cheers --players 3 --games 1 --until-ci 0", "until-ci"),
    _usage("words-simulate-jobs-negative", "simulate cheers --players 3 --games 1 --jobs -1", "--jobs"),
    Case("words-simulate-seed-huge", run=f"simulate cheers --players 3 --games 1 --seed {'9' * 300}", exit=0),
    Case("words-simulate-seed-negative", run="simulate cheers --players 3 --games 1 --seed -5", exit=0),
    Case("words-report-is-a-folder", run="simulate cheers --players 3 --games 1 --json kit", says="kit"),
    Case("words-report-below-a-file", run="simulate cheers --players 3 --games 1 --json secret.txt/x.json", says="secret.txt"),
    Case("words-save-is-a-file", run="simulate cheers --players 3 --games 1 --save-games secret.txt", says="secret.txt"),
    Case("words-schema-into-a-file", run="schema --out secret.txt", says="secret.txt"),
    Case("words-schema-below-a-file", run="schema --out secret.txt/x", says="secret.txt"),
    Case("words-replay-a-folder", run="replay kit", says="kit"),
    Case("words-replay-nothing", run="replay nothing.json", says="nothing.json"),
    Case("words-scenario-a-folder", run="scenario secret.txt/x", says="secret.txt"),
    Case("words-scenario-nothing", run="scenario nothing.yaml", says="nothing.yaml"),
    Case("words-scenario-binary", files={"/s.yaml": bytes(range(256))}, run="scenario s.yaml", says="s.yaml"),
    Case("words-proof-a-file", run="proof --out secret.txt", exit=(0, 1, 2)),
    Case("words-proof-half-a-pdf", files={"/made/kit/kit-a4.pdf": b"%PDF-1.7\n1 0 obj"}, run="proof --out made", says="kit-a4.pdf", lacks="EOF marker"),
    _usage("words-proof-dpi-0", "proof --out out --dpi 0", "dpi"),
    _usage("words-proof-dpi-negative", "proof --out out --dpi -9", "dpi"),
    _usage("words-proof-dpi-huge", "proof --out out --dpi 999999", "dpi"),
    Case("words-draft-and-force", run=f"{_BUILD} --draft --force", exit=0),
    Case("words-json-of-a-bad-kit", edit={"game.yaml": ("game: kit", "game: kitt")}, run=f"{_BUILD} --json", says='"code": "slug"'),
]  # fmt: skip
