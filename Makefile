# Each target sets up what it needs in .venv on a fresh machine.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: demo test test-all test-costs bench lint stubs checklist coverage accuracy libraries conformance mutants clean

# On a terminal pip says what it downloads and installs; in a log it says what went wrong only.
PIP_OPTION := $(shell test -t 2 || echo -q)
PIP_LINES := '^ *(Collecting|Downloading|Using cached|Building|Installing|Successfully|ERROR|error)'

.venv/.ready: pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "setting up .venv: 3 GB of packages, JAX, PyTorch and TensorFlow among them; some minutes"
	@$(BIN)/python -m pip install -q --upgrade pip 2>/dev/null || true
	@# editable_mode=compat puts this folder on the path, where type checkers and editors look, too
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install $(PIP_OPTION) -c constraints.txt \
		--config-settings editable_mode=compat -e '.[all,dev]' 2>&1 \
		| grep --line-buffered -E $(if $(PIP_OPTION),-v WARNING,$(PIP_LINES)) || true
	@$(BIN)/python -c "import numpy, jax, torch, tensorflow, libcst, click, rich, pytest, hypothesis" 2>/dev/null \
		|| { echo "set-up failed: see the output of pip above" >&2; exit 1; }
	@$(BIN)/python -m compileall -q ivy_core frontends transpile  # as pip does for what it installs
	@touch $@

demo: .venv/.ready
	@$(BIN)/python examples/demo.py

lint: .venv/.ready
	$(BIN)/ruff check .

test: lint
	@$(BIN)/python tests/pythons.py  # environments with other Pythons, and without PyTorch, that run a part
	$(BIN)/python tests/run.py

test-all: lint
	IVY_VIEW_EXAMPLES=20000 $(BIN)/python tests/run.py --full

# measures what the cases of tests take, by which an ordinary run draws them
test-costs: .venv/.ready
	$(BIN)/python tests/run.py --record-costs
	@$(BIN)/python -m tests.costs

stubs: .venv/.ready
	$(BIN)/python -m tools.stubs

checklist: .venv/.ready
	@$(BIN)/python -m tools.checklist

coverage: .venv/.ready
	@$(BIN)/python -m tools.coverage
	@$(BIN)/python -m tools.torch_coverage

accuracy: .venv/.ready
	@$(BIN)/python -m tools.accuracy

# an hour: the tests of the libraries in tools/libraries.toml; docs/libraries.md gets their table
libraries: .venv/.ready
	@$(BIN)/python -m tools.libraries

# an hour and more: NumPy's own tests, rewritten, on each backend, and SciPy's and scikit-learn's of
# the array API; docs/conformance.md gets their tables
conformance: .venv/.ready
	@$(BIN)/python -m tools.conformance_numpy --write
	@$(BIN)/python -m tools.conformance_namespace --write

# hours: 300 faults, and for each the tests of its file until one fails; build/mutants.json has them
mutants: .venv/.ready
	@$(BIN)/python -m tools.mutants

bench: .venv/.ready
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .venv-* build dist *.egg-info .pytest_cache .ruff_cache .hypothesis .cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
