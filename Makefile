# Tilth, from a fresh clone: `make run` plays a match, `make test` tests everything. Both set up .venv by themselves.

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

# The first interpreter that runs and is new enough; `make setup PYTHON=/path/to/python` chooses another.
is_new_enough = -c 'import sys; sys.exit(sys.version_info < (3, 11))'
PYTHON ?= $(firstword $(foreach name,python3.11 python3 python3.12 python3.13,\
	$(shell $(name) $(is_new_enough) >/dev/null 2>&1 && echo $(name))))

VENV := .venv
IN_VENV := $(VENV)/bin/python
# Made last, so that an interrupted setup starts again. The folder's path is part of it: an environment holds paths, and
# in a copied tree would quietly run the original's code.
INSTALLED := $(VENV)/installed-$(shell pwd | cksum | cut -d ' ' -f 1)

SOURCES := rules server clients tests tools hatch_build.py

.PHONY: help setup run test browser check bench proto format landed lock

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(INSTALLED) ## make .venv with everything in it, and the stubs; nothing to do the second time
	@$(IN_VENV) -m tools.generate

$(INSTALLED): pyproject.toml requirements.lock hatch_build.py
	@[[ -n "$(PYTHON)" ]] || { echo "Tilth needs Python 3.11 or newer, and none was found." \
		"Install it, or name it: make setup PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) $(is_new_enough) || { echo "Tilth needs Python 3.11 or newer;" \
		"$(PYTHON) is $$($(PYTHON) --version 2>&1 || true)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) can't make virtual environments." \
		"On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@rm -f $(VENV)/installed-*
	@$(IN_VENV) $(is_new_enough) 2>/dev/null && $(IN_VENV) -m pip --version >/dev/null 2>&1 \
		|| { echo "making $(VENV) with $$($(PYTHON) --version)"; $(PYTHON) -m venv --clear $(VENV); }
	@echo "installing what requirements.lock lists (a minute or two the first time)"
	@$(IN_VENV) -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(IN_VENV) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

run: setup ## serve, and play a match between bots drawn live; ONCE=1 stops after the match
	@exec $(IN_VENV) -m tilth_server.demo $(if $(filter 1,$(ONCE)),--once)

# Reports are tested in a browser where all tests are run, or those of the reports.
needs_browser = $(if $(ARGS),$(findstring report,$(ARGS)),yes)

# Three at once, also on two cores: many tests wait for processes, clocks and connections.
test: setup $(if $(needs_browser),browser) ## run every test; ARGS="tests/kernel -k lanes" runs some
	$(IN_VENV) -m pytest -n 3 $(or $(ARGS),tests)

# Debian's Chromium, where there is none yet and it may be installed. Without it one test says that it was skipped.
browser:
	@if ! command -v chromium chromium-browser google-chrome >/dev/null && command -v apt-get >/dev/null \
		&& [[ $$(id -u) == 0 ]] && grep -qs '^ID=debian' /etc/os-release; then \
		echo "installing chromium, in which a test opens a report"; \
		export DEBIAN_FRONTEND=noninteractive; \
		{ timeout 120 apt-get -qq update && timeout 600 apt-get -qq install --no-install-recommends chromium \
			fonts-dejavu-core; } >/dev/null 2>&1 || echo "chromium can't be installed here; that test is skipped"; \
	fi

check: setup ## lint, formatting, types, import contracts, schemas
	$(VENV)/bin/ruff check $(SOURCES)
	$(VENV)/bin/ruff format --check $(SOURCES)
	$(IN_VENV) -m mypy $(SOURCES)
	$(VENV)/bin/lint-imports --no-logo
	$(VENV)/bin/buf lint
	$(VENV)/bin/buf breaking --against proto/landed.binpb

bench: setup ## measure; one JSON line a measurement; ARGS=rules or ARGS=serve measures a half
	@$(IN_VENV) -m tests.bench $(ARGS)

proto: setup ## generate the stubs from proto/ (setup, run and test do it too)

format: setup ## format the code and the schemas, and mend what ruff can mend
	$(VENV)/bin/ruff check --fix $(SOURCES) || true
	$(VENV)/bin/ruff format $(SOURCES)
	$(VENV)/bin/buf format --write

landed: setup ## keep the schema as it is now for `make check` to compare the next one with
	$(VENV)/bin/buf build -o proto/landed.binpb

lock: setup ## write requirements.lock anew from what .venv holds
	$(IN_VENV) -m tools.lock
