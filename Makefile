# The two commands of the README:  make kits  and  make test.  Everything else is for developers.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: kits test check golden proof lock clean doctor

kits: $(READY)
	$(BIN)/cardgen build

test: $(READY)
	$(BIN)/python -m pytest -n auto

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto -m "not slow"

# Rewrites the golden files; look at every picture that changed before you commit it.
golden: $(READY)
	$(BIN)/python -m pytest -n auto --golden

# Turns every built PDF into PNG pages below output/proof/, to look at.
proof: kits
	$(BIN)/cardgen proof

doctor: $(READY)
	$(BIN)/cardgen doctor

$(READY): pyproject.toml requirements.lock bootstrap.sh
	sh bootstrap.sh "$(PYTHON)"

lock:
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --quiet -o requirements.lock

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find output -mindepth 1 ! -name .gitignore -delete
