# Two commands do everything on a fresh machine: `make reproduce` and `make test`. Set-up is included.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
NOTEBOOKS := $(sort $(wildcard notebooks/*.ipynb))
SCALE ?= quick

.PHONY: help setup reproduce records record-chapter-5 keep-chapter-5 figures test bench strength strength-yard lab lint format clean

help:
	@echo "make reproduce   play the games (SCALE=quick, under an hour), run every notebook, rebuild tables and figures"
	@echo "                 SCALE=recorded uses the recorded games only; SCALE=smoke, desk or paper; SCHEDULER=tcp://..."
	@echo "make records     play the recorded games of data/records again"
	@echo "make record-chapter-5   play on at the games of notebook 06, hours; keep-chapter-5 writes them after Ctrl-C"
	@echo "make test        unit tests, doctests and notebook tests"
	@echo "make figures     the same notebooks and figures from the recorded games, in a minute"
	@echo "make bench       speed on one core, beside plain C++ loops"
	@echo "make strength    matches whose result is known beforehand; strength-yard: the same for Scotland Yard; long"
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
	@test $(SCALE) = recorded || $(BIN)/mctslib run all --scale $(SCALE) $(if $(SCHEDULER),--scheduler $(SCHEDULER))
	@for notebook in $(NOTEBOOKS); do \
	  echo "== $$notebook"; \
	  (cd notebooks && ../$(BIN)/papermill --progress-bar --cwd . -k python3 -p SCALE $(SCALE) \
	    $$(basename $$notebook) $$(basename $$notebook)) || exit 1; \
	done
	@echo "Done: notebooks/ holds the executed notebooks, figures/ the figures."

# The recorded games that come with the repository: every table at scale quick, as `make reproduce` plays them. Needed
# again whenever a change alters games.
records: setup
	@mkdir -p build
	$(BIN)/mctslib run all --scale quick --store build/records.sqlite
	$(BIN)/mctslib export --store build/records.sqlite --out data/records/quick.parquet

# The games behind notebook 06: plays what data/records/shelf.parquet lacks. Hours on two cores; stop it with Ctrl-C, then
# `make keep-chapter-5` writes what was played, and the next call goes on from there.
CHAPTER_5 := table-5.1 table-5.3 table-5.4 table-5.5 section-5.4
record-chapter-5: setup
	@mkdir -p build
	@test ! -f data/records/shelf.parquet || $(BIN)/mctslib import data/records/shelf.parquet --store build/shelf.sqlite
	@for table in $(CHAPTER_5); do $(BIN)/mctslib run $$table --scale shelf --store build/shelf.sqlite || exit 1; done
	@$(MAKE) --no-print-directory keep-chapter-5

keep-chapter-5: setup
	$(BIN)/mctslib export --store build/shelf.sqlite --out data/records/shelf.parquet

figures:
	@$(MAKE) --no-print-directory reproduce SCALE=recorded

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
