# Everything sets itself up; `make` alone says what there is.
.DEFAULT_GOAL := help
.PHONY: help run setup test lint format soak clean

JOBS ?= 2
BIN := .venv/bin

help: ## Say what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile

run: ## Start Gutshot and open it in the browser
	@sh scripts/setup.sh run
	@$(BIN)/gutshot serve

setup: ## Set up .venv with all that the checks need
	@sh scripts/setup.sh dev

test: setup ## Run everything that a change must pass
	@sh scripts/chromium.sh
	$(BIN)/gutshot warm
	@$(MAKE) --no-print-directory lint
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup

lint: setup ## Check style, types and the rules on imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

format: setup ## Put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

soak: setup ## Prove every published number again (half an hour)
	GUTSHOT_KILLS=300 $(BIN)/python -m pytest --timeout 1800 tests/play/test_hands_survive.py tests/play/paigow/test_rounds_survive.py
	GUTSHOT_GAMES=all $(BIN)/python -m pytest --timeout 1800 tests/videopoker/test_strategy_generating.py
	$(BIN)/gutshot verify --full

clean: ## Remove .venv and what the checks left behind
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
