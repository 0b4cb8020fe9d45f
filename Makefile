# The two commands of the README:  make kits  and  make test.  Everything else is for developers.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

# How hypothesis chooses its examples: `steady` (the same in every run) or `explore` (new ones; see tests/conftest.py).
PROFILE ?= steady
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal --hypothesis-profile=$(PROFILE)
# What failed beside others is asked once more, alone; what fails twice is red, and both answers are shown (docs/decisions/034).
ALONE := $(BIN)/python -m pytest -n 0 -x --hypothesis-profile=$(PROFILE) --last-failed --last-failed-no-failures none
# Compiled modules are kept whatever the shell says: each worker, and each command that a test runs, needs them.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: docs playtests kits test core whole thorough explore guided check lint mutants hostile browser fuzz golden proof lock clean doctor notice release

kits: $(READY)
	$(BIN)/cardgen build

# What none of them lies in is not even read: reading it takes seconds.
NOT_READ := --ignore=tests/browser --ignore=tests/hostile/test_hostile.py
FAST := $(NOT_READ) -m "not hostile and not browser and not thorough"
test: $(READY)
	$(PYTEST) $(FAST) || $(ALONE) $(FAST)

# What takes long (tests/times.yaml) and second angles: every house rule alone at every table, hundreds of random cards, an installation.
thorough: $(READY)
	$(PYTEST) $(NOT_READ) -m thorough || $(ALONE) $(NOT_READ) -m thorough

# Of all that takes long: the tests that a broken line needs (tests/mutants.yaml), and one walk through each page in a browser.
core: .venv/.browser
	$(PYTEST) --ignore=tests/hostile/test_hostile.py -m core || $(ALONE) --ignore=tests/hostile/test_hostile.py -m core

# Everything, about an hour: each night, and before a release.
whole: lint test thorough browser hostile
	$(MAKE) mutants GREEN=--green
	$(MAKE) fuzz

# The long table of damaged and hostile kits, files and games.
hostile: $(READY)
	$(PYTEST) -m hostile tests/hostile || $(ALONE) -m hostile tests/hostile

# What opens in a browser, in a real one: Playwright with the system's Chromium.
browser: .venv/.browser
	$(PYTEST) -m browser tests/browser || $(ALONE) -m browser tests/browser

.venv/.browser: $(READY) requirements-browser.lock
	sh bootstrap.sh "$(PYTHON)" browser

# Format, lint, types and the fast tests: before every commit.
check: lint
	$(PYTEST) $(NOT_READ) -m "not slow and not thorough"

# The weight of package and tests, too: limits and goals are in tests/weight.py. And every sentence: tests/voice.yaml.
lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tests.weight
	$(BIN)/python -m tests.voice

# Breaks one line after the other and wants the tests to notice:  make mutants ONLY="sheets text-last-line"
mutants: $(READY)
	$(BIN)/python -m tests.mutants $(GREEN) $(ONLY)

# Breaks kits, tables, scenarios and saved games at random:  make fuzz CASES=300 SEED=7
CASES ?= 2000
SEED ?= 1
fuzz: $(READY)
	$(BIN)/python -m tests.hostile.fuzz --cases $(CASES) --seed $(SEED)

# Looks for bytes that a reader does not take well, led by what of its code they reach:  make guided LONG=600
LONG ?= 120
guided: .venv/.explore
	$(BIN)/python -m tests.hostile.guided --seconds $(LONG)

# atheris leads it where there is a wheel of it, elsewhere hypothesis breaks the same samples.
.venv/.explore: $(READY) requirements-explore.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements-explore.lock
	touch $@

# The documentation as a site in output/docs: each how-to is taken step by step, each game has a page. Chromium draws some pictures.
docs: .venv/.docs
	$(BIN)/python -m benchmarks.site

.venv/.docs: .venv/.browser requirements-docs.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	touch $@

# New examples wherever tests make some up; a red one says how to repeat it. Its case becomes a test before it is mended.
explore: $(READY)
	$(MAKE) test PROFILE=explore
	$(MAKE) thorough PROFILE=explore
	$(MAKE) fuzz SEED=$$(date +%j)
	$(MAKE) guided

# Rewrites the golden files; look at every plan and picture that changed before you commit it.
golden: $(READY)
	$(PYTEST) --golden

# Turns every built PDF into PNG pages below output/proof/, to look at.
proof: kits
	$(BIN)/cardgen proof

# Plays all five games again and writes benchmarks/playtests.md anew: some minutes.
playtests: $(READY)
	$(BIN)/python benchmarks/playtests.py

doctor: $(READY)
	$(BIN)/cardgen doctor

# docs/NOTICE.md: the licences of what cardgen installs, from the packages that are installed now.
notice: $(READY)
	$(BIN)/python benchmarks/notice.py

$(READY): pyproject.toml requirements.lock bootstrap.sh
	sh bootstrap.sh "$(PYTHON)"

lock:
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --quiet -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra browser --constraint requirements.lock --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet -o requirements-browser.lock
	$(BIN)/uv pip compile pyproject.toml --extra docs --constraint requirements.lock --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet -o requirements-docs.lock
	echo "atheris==3.0.0; sys_platform == 'linux' and platform_machine == 'x86_64' and python_version < '3.14'" | \
	  $(BIN)/uv pip compile - --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet -o requirements-explore.lock

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .fuzz
	find output -mindepth 1 ! -name .gitignore ! -path 'output/games*' -delete

# What a release consists of, built and tried outside the repository with the steps of docs/tour.md; publishes nothing. TESTS=no leaves out `make test`.
release: $(READY)
	TESTS=$(TESTS) $(BIN)/python benchmarks/release.py
