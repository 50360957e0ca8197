# Two commands do everything on a fresh machine: `make reproduce` and `make test`. Set-up is included.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
NOTEBOOKS := $(sort $(wildcard notebooks/*.ipynb))
SCALE ?= recorded

.PHONY: help setup reproduce figures test bench strength strength-yard lab lint format clean

help:
	@echo "make reproduce   run every notebook, rebuild tables and figures (SCALE=recorded)"
	@echo "make test        unit tests, doctests and notebook tests"
	@echo "make figures     the figures only: the same notebooks, the same files in figures/"
	@echo "make bench       speed on one core, beside plain C++ loops"
	@echo "make strength    matches whose result is known beforehand, half an hour on two cores"
	@echo "make strength-yard  the same for Scotland Yard, an hour on two cores"
	@echo "make lab         open the notebooks in JupyterLab"
	@echo "make lint | format | setup | clean"

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("mctslib needs Python 3.11 or later, not " + sys.version.split()[0]) if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $(READY)

reproduce: setup
	@for notebook in $(NOTEBOOKS); do \
	  echo "== $$notebook"; \
	  (cd notebooks && ../$(BIN)/papermill --progress-bar --cwd . -k python3 -p SCALE $(SCALE) \
	    $$(basename $$notebook) $$(basename $$notebook)) || exit 1; \
	done
	@echo "Done: notebooks/ holds the executed notebooks, figures/ the figures."

figures: reproduce

test: setup
	$(BIN)/python -m pytest
	$(BIN)/python -m pytest -o addopts= -q --nbval-lax --nbval-current-env --nbval-cell-timeout=300 notebooks

bench: setup
	$(BIN)/mctslib bench

strength: setup
	$(BIN)/python benchmarks/strength.py

strength-yard: setup
	$(BIN)/python benchmarks/scotland_yard_strength.py

lab: setup
	$(BIN)/jupyter lab notebooks

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv build *.egg-info .pytest_cache .ruff_cache
