# Tilth, from a fresh clone: `make run` plays a match, `make test` tests everything. Both set up .venv by themselves.

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

# The first interpreter that runs and is new enough; `make setup PYTHON=/path/to/python` chooses another.
is_new_enough = -c 'import sys; sys.exit(sys.version_info < (3, 11))'
PYTHON ?= $(firstword $(foreach name,python3.11 python3 python3.12 python3.13,\
	$(shell $(name) $(is_new_enough) >/dev/null 2>&1 && echo $(name))))

# The tests start some thousand processes, and without bytecode each compiles the whole program first.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
IN_VENV := $(VENV)/bin/python
# Made last, so that an interrupted setup starts again. The folder's path is part of it: an environment holds paths, and
# in a copied tree would quietly run the original's code.
INSTALLED := $(VENV)/installed-$(shell pwd | cksum | cut -d ' ' -f 1)

SOURCES := rules server clients/tilth_* tests tools hatch_build.py

.PHONY: help setup run cluster test sweep browser chromium check check-types check-page check-style check-schemas docs package mutations bench attack campaign proto format baseline lock

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(INSTALLED) ## make .venv with everything in it, the stubs and the browser page; nothing to do the second time
	@$(IN_VENV) -m tools.generate
	@$(IN_VENV) -m tools.page

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
	@# An environment of an earlier build has the distribution under its former name, with the same entry points.
	@$(IN_VENV) -m pip uninstall --quiet --yes --disable-pip-version-check tilth 2>/dev/null
	@$(IN_VENV) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

run: setup ## serve, and play a match between bots drawn live; ONCE=1 stops after the match
	@exec $(IN_VENV) -m tilth_server.demo $(if $(filter 1,$(ONCE)),--once)

cluster: setup ## PostgreSQL with a standby and three nodes, a tournament on them drawn live while nodes are killed; ONCE=1 stops after it
	@exec $(IN_VENV) -m tools.cluster $(if $(filter 1,$(ONCE)),--once)

# Reports and the page are tested in a browser where all tests are run, or theirs.
needs_browser = $(if $(ARGS),$(or $(findstring report,$(ARGS)),$(findstring browser,$(ARGS))),yes)

# Four at once, also on two cores: many tests wait for processes, clocks and connections. Each worker begins with a part of
# the folders, so that what a module shares is set up once, and one that is done takes tests of the others.
test: setup $(if $(needs_browser),chromium) ## run every test; ARGS="tests/kernel -k lanes" runs some
	$(IN_VENV) -m pytest -n 4 --dist worksteal $(or $(ARGS),tests)

sweep: setup ## search for faults with fresh seeds; SECONDS=600, PART=tests/earth (or a test, or a word), SEED= repeats one, BEGIN=word repeats a row of them
	@$(IN_VENV) -m tests.sweep --seconds "$(SECONDS)" --part "$(PART)" --seed "$(SEED)" --begin "$(BEGIN)"

browser: setup chromium ## test the page in Chromium at length: whole matches, sizes, keys; ARGS="-k earth" runs some
	$(IN_VENV) -m pytest -n 2 -m "" $(ARGS) tests/browser

# Debian's Chromium, where there is none yet and it may be installed. Without it the tests in it say that they were skipped.
chromium:
	@if ! command -v chromium chromium-browser google-chrome >/dev/null && command -v apt-get >/dev/null \
		&& [[ $$(id -u) == 0 ]] && grep -qs '^ID=debian' /etc/os-release; then \
		echo "installing chromium, in which the page and the reports are tested"; \
		export DEBIAN_FRONTEND=noninteractive; \
		{ timeout 120 apt-get -qq update && timeout 600 apt-get -qq install --no-install-recommends chromium \
			fonts-dejavu-core; } >/dev/null 2>&1 || echo "chromium can't be installed here; these tests are skipped"; \
	fi

# Side by side, the longest first; what each says is printed together when it has ended, where make can do that.
CHECKS := types page style schemas
together = --jobs 2 --keep-going $(if $(filter output-sync,$(.FEATURES)),--output-sync)

check: setup ## lint, formatting, plain words, types, import contracts, schemas, stored numbers, the page's types and tests
	@+$(MAKE) --no-print-directory $(together) $(CHECKS:%=check-%)

check-types:
	$(IN_VENV) -m mypy $(SOURCES)

check-page:
	$(IN_VENV) -m tools.page check

check-style:
	$(VENV)/bin/ruff check $(SOURCES)
	$(VENV)/bin/ruff format --check $(SOURCES)
	$(IN_VENV) -m tools.plain_words
	$(VENV)/bin/lint-imports --no-logo

check-schemas:
	$(VENV)/bin/buf lint
	$(VENV)/bin/buf breaking --against proto/baseline.binpb
	$(IN_VENV) -m tools.baseline

docs: setup ## write the pages of public names and of the schema, and build all pages as a site in build/site; a dead link fails
	@$(IN_VENV) -m tools.reference --write
	@$(IN_VENV) -m tools.schema_reference --write
	$(VENV)/bin/sphinx-build -q -W --keep-going -d build/site-cache -c tools/site -b html . build/site
	@echo "open build/site/index.html"

package: setup ## build the sdist, and the wheel from it, into dist/, and check both
	@rm -rf dist
	$(IN_VENV) -m build --no-isolation --outdir dist .
	$(IN_VENV) -m twine check --strict dist/*

mutations: setup ## put each known fault into a copy of the tree and see its tests fail; ARGS="kernel clock" chooses
	@$(IN_VENV) -m tests.mutations $(ARGS)

bench: setup ## measure; ARGS=rules measures a part; AGAINST=commit holds it against that build, in turns; ROUNDS=10
	@$(IN_VENV) -m tests.bench $(ARGS) $(if $(AGAINST),--against $(AGAINST)) $(if $(ROUNDS),--rounds $(ROUNDS))

attack: setup ## attack a server in every way known, measured; ARGS="stranger prefaces" chooses, ROUNDS=2 CALLS=500 shortens
	@$(IN_VENV) -m tests.attack $(ARGS)

campaign: setup ## strike three nodes and their databases under load, and check; PART=nodes|network|database|promotion|patroni runs a part, FAULTS=n, SECONDS=n; PART=broken tries the checker; without, what was found
	@$(IN_VENV) -m tests.campaign --part "$(PART)" --faults "$(FAULTS)" --seconds "$(SECONDS)" --seed "$(SEED)"

proto: setup ## generate the stubs from proto/ (setup, run and test do it too)

format: setup ## format the code and the schemas, and mend what ruff can mend
	$(VENV)/bin/ruff check --fix $(SOURCES) || true
	$(VENV)/bin/ruff format $(SOURCES)
	$(VENV)/bin/buf format --write

baseline: setup ## keep the schema and the numbers that stored matches hold for `make check` to compare the next ones with
	$(VENV)/bin/buf build -o proto/baseline.binpb
	$(IN_VENV) -m tools.baseline --write

lock: setup ## write requirements.lock anew from what .venv holds
	$(IN_VENV) -m tools.lock
