# Two commands matter: `make demo` shows it, `make test` proves it. Each sets up what it needs by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2  # test processes; a file's tests stay together
STAMP := $(VENV)/.ready

.PHONY: setup demo test test-fast lint bench bundle vpi conformance mutants clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,e2e,display]'
	@touch $@

demo: setup
	$(BIN)/clockd demo

test: lint
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

test-fast: setup
	$(BIN)/python -m pytest -m 'not slow'

lint: setup
	$(BIN)/ruff check clockd drivers tests
	$(BIN)/ruff format --check clockd drivers tests
	$(BIN)/mypy

bench: setup
	$(BIN)/python -m tests.bench

BUNDLE ?= dist/clockd-bundle
ARCH ?= aarch64
bundle: setup
	systemd/bundle.sh $(BUNDLE) $(ARCH)

VPI ?= $(HOME)/.cache/clockd-vpi
vpi: setup
	test -f $(VPI)/complete || tests/vpi/make_image.sh $(VPI)
	systemd/bundle.sh $(VPI)/bundle aarch64
	CLOCKD_VPI=$(VPI) $(BIN)/python -m pytest -x --durations=0 -p no:cacheprovider tests/vpi

conformance: setup
	$(BIN)/python -m tests.conformance.table

mutants: setup
	$(BIN)/python -m tests.conformance.mutants

clean:
	rm -rf $(VENV) demo dist
