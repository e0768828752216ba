# All commands of the project. Each runs in `.venv`, which is built when missing.
SHELL := bash
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test lint format bench fidelity floor golden pages notebooks .venv

# Another interpreter: make PYTHON=python3.12
PYTHON ?=
# Deals that `make fidelity` plays for each rule set
FIDELITY_DEALS ?= 20000
# Worker processes of pytest
WORKERS ?= 2

BIN := .venv/bin
STAMP := .venv/.installed
NOTEBOOKS := $(wildcard notebooks/*.ipynb)
TYPING := $(wildcard tests/typing/*.py)

help: ## list these commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /: /'

demo: $(STAMP) ## train on Go-Stop for a few minutes; fails unless it beats random play
	$(BIN)/hwatu demo

# Cheap checks first; pytest last, so that its summary is the last line.
test: lint notebooks $(STAMP) ## everything that must pass before a commit
	$(BIN)/python -m pytest -n $(WORKERS)

lint: $(STAMP) ## style, types, layers, spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(if $(TYPING),$(BIN)/mypy --strict tests/typing)
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(if $(NOTEBOOKS),$(BIN)/nbstripout --verify $(NOTEBOOKS))

format: $(STAMP) ## let ruff rewrite what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP) ## speed of Go-Stop on this machine
	$(BIN)/hwatu bench gostop

fidelity: $(STAMP) ## long comparison of the kernels with the oracles
	HWATU_FIDELITY_DEALS=$(FIDELITY_DEALS) $(BIN)/python -m pytest -n $(WORKERS) -m fidelity

floor: $(STAMP) ## the environments on the oldest Gymnasium and PettingZoo that are allowed
	WORKERS=$(WORKERS) bash .ci/floor

pages: $(STAMP) ## write the tables of the games' pages again
	$(BIN)/python -m hwatu_env.games.page

golden: $(STAMP) ## write the golden transcripts again and print what changed
	$(BIN)/python -m tests.golden.golden

notebooks: $(STAMP) ## run every notebook, shortened by HWATU_QUICK=1
	$(if $(NOTEBOOKS),HWATU_QUICK=1 $(BIN)/python -m pytest --nbmake notebooks,@echo "no notebooks yet")

.venv: $(STAMP)

$(STAMP): pyproject.toml constraints.txt .ci/venv
	@PYTHON="$(PYTHON)" bash .ci/venv
